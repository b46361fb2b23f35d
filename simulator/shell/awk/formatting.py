"""printf and sprintf."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from simulator.shell.awk.values import Value, number
from simulator.shell.options import CommandError

_ITEM = re.compile(r"%([-+ #0]*)(\*|\d+)?(\.\d*|\.\*)?[hlLqjzt]*([diouxXeEfFgGcs%])")


def formatted(values: list[Value], text: Callable[[Value], str]) -> str:
    """The first value as a layout, filled with the others; `text` makes one of a number."""
    layout = text(values[0]) if values else ""
    rest = iter(values[1:])

    def one(found: re.Match[str]) -> str:
        flags, width, precision, kind = found.groups()
        if kind == "%":
            return "%"
        if width == "*":
            width = str(int(number(next(rest, 0.0))))
        if precision == ".*":
            precision = f".{int(number(next(rest, 0.0)))}"
        if int(width or 0) > 100_000 or len(precision or "") > 5:
            raise CommandError("format item too long", 2)
        value = next(rest, None)
        if value is None:
            raise CommandError(f"not enough args in printf({layout})", 2)
        head = f"%{flags}{width or ''}{precision or ''}"
        if kind == "c":
            return (head + "s") % (chr(int(value)) if isinstance(value, float) else value[:1])
        if kind in "di":
            amount = number(value)
            return (head + "d") % int(amount) if math.isfinite(amount) else text(amount)
        if kind in "ouxX":
            return (head + ("d" if kind == "u" else kind)) % (int(number(value)) % (1 << 64))
        if kind in "eEfFgG":
            return (head + kind) % number(value)
        return (head + "s") % text(value)

    return _ITEM.sub(one, layout)
