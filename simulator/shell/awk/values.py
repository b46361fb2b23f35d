"""awk's values: texts, numbers, and texts from outside that count as numbers where they look like one."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from typing import Any

from simulator.shell.options import CommandError

Value = str | float
_NUMBER = re.compile(r"\s*[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


class Seen(str):
    """Text that came from outside: it counts as a number where it looks like one. The empty one is also what an
    unset variable is."""

    __slots__ = ()


UNSET = Seen("")


def number(value: Value) -> float:
    """A value as a number: the leading one of a text."""
    if isinstance(value, float):
        return value
    found = _NUMBER.match(value)
    return float(found.group()) if found else 0.0


def looks_numeric(value: Value) -> bool:
    """Whether a value is compared as a number."""
    if isinstance(value, float):
        return True
    return isinstance(value, Seen) and (value == "" or _NUMBER.fullmatch(value.rstrip()) is not None)


def is_true(value: Value) -> bool:
    """Whether a value counts as true."""
    return number(value) != 0 if isinstance(value, float) or (looks_numeric(value) and value != "") else value != ""


def compare(op: str, left: Value, right: Value, text: Callable[[Value], str]) -> bool:
    """A comparison: numbers as numbers, else both as texts (`text` makes one of a number)."""
    if looks_numeric(left) and looks_numeric(right):
        return _COMPARISONS[op](number(left), number(right))
    return _COMPARISONS[op](text(left), text(right))


def calculate(op: str, left: float, right: float) -> float:
    """`left op right`; CommandError for a division by zero."""
    try:
        if op == "+":
            return left + right
        if op == "-":
            return left - right
        if op == "*":
            return left * right
        if op == "^":
            return float(left**right)
        if right == 0:
            raise CommandError("division by zero" + (" in %" if op == "%" else ""), 2)
        return left / right if op == "/" else math.fmod(left, right)
    except OverflowError:
        return math.inf
    except TypeError:
        return math.nan
