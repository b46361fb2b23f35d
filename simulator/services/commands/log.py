"""`log`: write a line of the log (toybox `log.c`)."""

from __future__ import annotations

from typing import Literal, get_args

from simulator.shell.command import Invocation, command

_Level = Literal["V", "D", "I", "W", "E", "F"]
_USAGE = "usage: log [-p PRI] [-t TAG] MESSAGE..."


@command("log")
async def log(call: Invocation) -> int:
    """`log [-p PRIORITY] [-t TAG] MESSAGE…`; without a message every line of the standard input is one."""
    words = list(call.args)
    level: _Level = "I"
    tag = "log"
    while words and words[0].startswith("-") and words[0] != "-":
        option = words.pop(0)
        if option == "--":
            break
        if option == "--help":
            call.out.line(f"{_USAGE}\n\nLogs message to logcat.")
            return 0
        name, value = option[1], option[2:] or (words.pop(0) if words else "")
        if name == "p":
            known = next((one for one in get_args(_Level) if value[:1].upper() == one), None)
            if known is None:
                return call.fail(f"log: bad -p '{value}'")
            level = known
        elif name == "t" and value:
            tag = value
        else:
            return call.fail(f"log: Unknown option '{name}' (see \"log --help\")")
    if words:
        call.phone.log(tag, " ".join(words), level)
        return 0
    while line := await call.stdin.read_line():
        call.phone.log(tag, line.decode("utf-8", "replace").rstrip("\n"), level)
    return 0
