"""`awk`: running a program over lines (POSIX awk as Android's one-true-awk has it)."""

from __future__ import annotations

from simulator.files import FileError
from simulator.shell.awk.interpreter import Awk
from simulator.shell.awk.lexer import unquote
from simulator.shell.awk.program import parse
from simulator.shell.awk.values import Seen
from simulator.shell.command import Invocation, command
from simulator.shell.options import CommandError, full, options


@command("awk")
async def awk(call: Invocation) -> int:
    """`awk [-F FS] [-v NAME=VALUE] [-f FILE] [PROGRAM] [FILE | NAME=VALUE]…`."""
    chosen = options(call, "F:v:f:", stop=True, code=2)
    args = list(chosen.args)
    sources: list[str] = []
    for name in chosen.every.get("f", []):
        try:
            sources.append(call.phone.files.read(full(call, name), call.uid).decode("utf-8", "surrogateescape"))
        except FileError as error:
            raise CommandError(f"can't open file {name}", 2) from error
    if not sources:
        if not args:
            call.err.line("usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]")
            return 2
        sources = [args.pop(0)]
    runner = Awk(call, parse("\n".join(sources)), args)
    if "F" in chosen.flags:
        runner.variables.everywhere["FS"] = "\t" if chosen.flags["F"] == "t" else unquote(chosen.flags["F"])
    for text in chosen.every.get("v", []):
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(f"invalid -v argument {text}", 2)
        runner.variables.everywhere[name] = Seen(unquote(value))
    return await runner.run()
