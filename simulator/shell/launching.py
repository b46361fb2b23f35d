"""From words to what they run: functions, builtins, registered commands, scripts."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from simulator.files import FileError
from simulator.shell.builtin import BUILTINS, Jump
from simulator.shell.command import COMMANDS, Command, Input, Invocation
from simulator.shell.memory import OutOfMemory
from simulator.shell.options import CommandError
from simulator.shell.parser import parse
from simulator.shell.streams import closed_output

if TYPE_CHECKING:
    from simulator.shell.interpreter import Shell
    from simulator.shell.syntax import Simple

_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^")
HOME_OF_COMMANDS = "/system/bin"


def invocation(shell: Shell, argv: list[str]) -> Invocation:
    """A call of `argv` on the shell's present descriptors."""
    streams = shell.streams
    given, out, err = streams.get(0), streams.get(1), streams.get(2)
    return Invocation(
        argv,
        shell.phone,
        shell,
        (out and out.writer) or closed_output(),
        (err and err.writer) or closed_output(),
        (given and given.reader) or Input(),
        shell.uid,
    )


async def launch(shell: Shell, argv: list[str], *, functions: bool = True, builtins: bool = True) -> int:
    """Run one command by its words in this shell; returns its exit code."""
    name = argv[0]
    if functions and name in shell.functions:
        return await call_function(shell, argv)
    if builtins and (builtin := BUILTINS.get(name)) is not None:
        result = builtin(shell, invocation(shell, argv))
        return result if isinstance(result, int) else await result
    if "/" in name:
        return await _by_path(shell, argv)
    command = COMMANDS.get(name)
    if command is not None and _on_path(shell):
        return await run_command(shell, command, argv)
    return await _search(shell, argv)


def _on_path(shell: Shell) -> bool:
    # Without a PATH both mksh and execvp fall back to one that has /system/bin.
    path = shell.env.get("PATH")
    return path is None or HOME_OF_COMMANDS in path.split(":")


async def run_command(shell: Shell, command: Command, argv: list[str]) -> int:
    """Run a registered command. A FileError that it lets through is told as toybox tells it."""
    call = invocation(shell, argv)
    try:
        result = command(call)
        if inspect.isawaitable(result):
            result = await result
        assert isinstance(result, int)
        return result
    except FileError as error:
        call.err.line(f"{argv[0].rpartition('/')[2]}: {error.path + ': ' if error.path else ''}{error}")
        return 1
    except OutOfMemory:
        call.err.line("Killed")
        return 137
    except CommandError as problem:
        call.err.line(f"{argv[0].rpartition('/')[2]}: {problem}")
        return problem.code


async def call_function(shell: Shell, argv: list[str]) -> int:
    """Call a function: own positional parameters, own locals, `return`."""
    if shell.calls > 100:
        raise RecursionError
    before, loops = shell.positional, shell.loops
    shell.positional, shell.loops = argv[1:], 0
    shell.calls += 1
    shell.vars.push()
    # Here, not above: running the tree launches commands, and a command may be a function, which is a tree.
    from simulator.shell.execution import execute

    try:
        return await execute(shell, shell.functions[argv[0]])
    except Jump as jump:
        if jump.kind != "return":
            raise
        return jump.code
    finally:
        shell.vars.pop()
        shell.calls -= 1
        shell.positional, shell.loops = before, loops


async def _search(shell: Shell, argv: list[str]) -> int:
    files = shell.phone.files
    for directory in shell.env.get("PATH", "").split(":"):
        path = shell.path(f"{directory or '.'}/{argv[0]}") if argv[0] else ""
        if path and files.is_file(path, shell.uid) and files.stat(path).mode & 0o111:
            return await _by_path(shell, [path, *argv[1:]])
    api = shell.phone.state.device.api_level
    shell.complain(f"{argv[0]}: {'inaccessible or not found' if api >= 29 else 'not found'}")
    return 127


async def _by_path(shell: Shell, argv: list[str]) -> int:
    files, path = shell.phone.files, shell.path(argv[0])
    directory, _, name = files.resolve(path).rpartition("/")
    command = COMMANDS.get(name)
    if command is not None and files.resolve(directory) in (HOME_OF_COMMANDS, "/bin", "/vendor/bin"):
        return await run_command(shell, command, argv)
    try:
        found = files.stat(path, shell.uid)
    except FileError:
        api = shell.phone.state.device.api_level
        shell.complain(f"{argv[0]}: {'inaccessible or not found' if api >= 29 else 'not found'}")
        return 127
    if found.is_dir:
        shell.complain(f"{argv[0]}: can't execute: Is a directory")
        return 126
    if not found.mode & 0o111 or not files.access(path, shell.uid, 1):
        shell.complain(f"{argv[0]}: can't execute: Permission denied")
        return 126
    return await run_script(shell, path, argv)


async def run_script(shell: Shell, path: str, argv: list[str]) -> int:
    """Run a file of shell commands in a child shell named after it."""
    data = shell.phone.files.read(path, shell.uid)
    if b"\0" in data[:64] or data.startswith(b"\x7fELF"):
        shell.complain(f"{argv[0]}: not executable: magic {data[:4].hex().upper()}")
        return 126
    child = shell.fork()
    child.name = argv[0]
    child.functions = {}
    child.options = set()
    child.positional = argv[1:]
    child.vars.table = {name: value for name, value in child.vars.table.items() if value.exported}
    return await child.main(parse(data.decode("utf-8", "surrogateescape")))


def quoted(text: str) -> str:
    """A word as mksh shows it when it traces."""
    return text if text and _BARE.issuperset(text) else "'" + text.replace("'", "'\\''") + "'"


def xtrace(shell: Shell, argv: list[str], node: Simple) -> None:
    """Show a command as `set -x` does."""
    stream = shell.streams.get(2)
    if not stream or not stream.writer:
        return
    prompt = shell.vars.get("PS4") or "+ "
    if node.assignments:
        shown = [f"{one.name}={quoted(shell.vars.get(one.name) or '')}" for one in node.assignments]
        stream.writer.line(prompt + " ".join(shown + [quoted(word) for word in argv]))
    elif argv:
        stream.writer.line(prompt + " ".join(quoted(word) for word in argv))
