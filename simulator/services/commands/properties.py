"""`getprop` and `setprop` (toybox's)."""

from __future__ import annotations

from simulator.shell.command import Invocation, command

_HELP = """usage: getprop [NAME [DEFAULT]]

Gets an Android system property, or lists them all.
"""


@command("getprop")
def getprop(call: Invocation) -> int:
    """`getprop [NAME [DEFAULT]]`."""
    words = list(call.args)
    if words and words[0] == "--help":
        call.out.text(_HELP)
        return 0
    if words and words[0].startswith("-") and len(words[0]) > 1:
        return call.fail(f"getprop: Unknown option '{words[0][1]}' (see \"getprop --help\")")
    if len(words) > 2:
        return call.fail('getprop: Max 2 arguments (see "getprop --help")')
    if not words:
        for key, value in call.phone.properties.all().items():
            call.out.line(f"[{key}]: [{value}]")
        return 0
    call.out.line(call.phone.properties.get(words[0], words[1] if len(words) > 1 else ""))
    return 0


@command("setprop")
def setprop(call: Invocation) -> int:
    """`setprop NAME VALUE`."""
    words = call.args
    if len(words) != 2:
        return call.fail(
            'setprop: Needs 2 arguments (see "setprop --help")'
            if len(words) < 2
            else 'setprop: Max 2 arguments (see "setprop --help")'
        )
    name, value = words
    if not name or name.startswith(".") or name.endswith(".") or ".." in name:
        return call.fail(
            f"setprop: property name '{name}' cannot {'be empty' if not name else 'start, end or double a dot'}"
        )
    if call.phone.properties.set(name, value, uid=call.uid):
        return 0
    return call.fail(f"setprop: failed to set property '{name}' to '{value}'")
