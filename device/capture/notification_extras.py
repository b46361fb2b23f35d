"""The ``extras={ … }`` block of a notification: ``key=Type (value)`` entries whose values may span lines.

NotificationRecord.dumpNotification prints a withheld text as ``String [length=43]``, an array as
``Type[] (2)`` followed by ``[0] …`` lines, and everything else inside brackets, without any escaping.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

__all__ = ["Extra", "read_extras"]

_ENTRY: Final = re.compile(r"([\w.$:/ -]{1,200}?)=(null\Z|[\w$]*(?:\[\])* ?[(\[].*)", re.S)
_TYPED: Final = re.compile(r"([\w$]*(?:\[\])*) \((.*)\)\Z", re.S)
_ARRAY: Final = re.compile(r"[\w$]*\[\] \([0-9]{1,9}\)(?:\n|\Z)")
_WITHHELD: Final = re.compile(r"[\w$]* \[length=[0-9]{1,9}\]\Z")
_ITEM: Final = re.compile(r"\s+\[[0-9]{1,6}\] ")


@dataclass(frozen=True)
class Extra:
    """One entry; ``text`` is its value as text, None when it is null, withheld or no plain text."""

    key: str
    text: str | None
    withheld: bool
    items: tuple[str, ...]


def _closed(value: str) -> bool:
    """Whether a value has its end: a null, a withheld text, an array's items, or a closing bracket."""
    return value == "null" or _ARRAY.match(value) is not None or value.endswith((")", "]"))


def _items(value: str) -> tuple[str, ...]:
    items: list[str] = []
    for line in value.split("\n")[1:]:
        if (match := _ITEM.match(line)) is not None:
            items.append(line[match.end() :])
        elif items:
            items[-1] += "\n" + line
    return tuple(items)


def _extra(key: str, value: str) -> Extra:
    if _ARRAY.match(value) is not None:
        return Extra(key, None, False, _items(value))
    typed = _TYPED.match(value)
    return Extra(key, typed[2] if typed else None, _WITHHELD.match(value) is not None, ())


def read_extras(lines: Iterator[str], indent: str) -> tuple[list[Extra], bool]:
    """The entries up to the line that closes the block, and whether that line came.

    A line belongs to the value above it unless that value has its end and the line begins an entry or
    closes the block; so a text may hold line feeds at any depth. The last value of a block that was cut is
    left out.
    """
    extras: list[Extra] = []
    key, value = "", [""]
    start = indent + "    "
    for line in lines:
        closed = not key or _closed(value[-1] if len(value) == 1 else "\n".join((value[0], value[-1])))
        if closed and line == indent + "}":
            if key:
                extras.append(_extra(key, "\n".join(value)))
            return extras, True
        match = _ENTRY.match(line[len(start) :]) if closed and line.startswith(start) else None
        # An array's items stand two blanks deeper than an entry.
        if match is not None and line[len(start) : len(start) + 1] != " ":
            if key:
                extras.append(_extra(key, "\n".join(value)))
            key, value = match[1], [match[2]]
        elif key:
            value.append(line)
    return extras, False
