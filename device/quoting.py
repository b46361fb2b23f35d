"""The one way in which arguments reach the phone's shell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from device.errors import BadInput

_SAFE = re.compile(r"[A-Za-z0-9@%+=:,./_-]+\Z")


def quote(argument: str) -> str:
    """One word for the phone's shell (mksh) that expands to exactly `argument`.

    Single quotes take everything but themselves literally (POSIX 2.2.2). Raises BadInput for NUL, which no argv can
    carry, and for lone surrogates, which are no text.
    """
    if "\0" in argument:
        raise BadInput("an argument holds a NUL character", mend="remove it: no Android command can receive NUL")
    try:
        argument.encode()
    except UnicodeEncodeError as error:
        raise BadInput(f"an argument is not valid Unicode text: {error}", mend="pass well-formed text") from error
    if _SAFE.match(argument):
        return argument
    return "'" + argument.replace("'", "'\\''") + "'"


def command_line(argv: Sequence[str]) -> str:
    """A shell line that runs `argv`. Raises BadInput as `quote` does, and for an empty argv."""
    if not argv:
        raise BadInput("an empty command", mend="name the command to run")
    return " ".join(quote(argument) for argument in argv)
