"""Words of a console line, and the refusals that answer bad ones."""

from __future__ import annotations

import math
from collections.abc import Sequence


class Bad(Exception):
    """A line that the console refuses; answered as `KO: message`."""


def sub_command(rest: str, known: Sequence[str]) -> tuple[str, list[str]]:
    """The sub-command and the words after it; Bad where it is none of the known."""
    words = rest.split()
    if not words:
        raise Bad("missing sub-command")
    if words[0] not in known:
        raise Bad("bad sub-command")
    return words[0], words[1:]


def number(text: str, low: float, high: float, what: str) -> float:
    """A number within bounds; Bad where it is none."""
    try:
        value = float(text)
    except ValueError:
        raise Bad(f"argument '{text}' is not a number") from None
    if math.isnan(value) or math.isinf(value) or not low <= value <= high:
        raise Bad(f"invalid {what} value. Must be in the range [{low:g} {high:g}]")
    return value
