"""`content query` (cmds/content/src/com/android/commands/content/Content.java).

Each row prints as ``Row: 0 name=value, other=value`` without any quoting, so a text can hold line feeds and
things that look like columns. Where a row can be cut in two ways the doubtful values are left out and named
in ``unread``. Giving the columns asked for (``--projection``) leaves the least doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from device.capture.base import Reading, whole_lines

__all__ = ["ContentRows", "parse_content"]

_ROW: Final = re.compile(r"Row: ([0-9]{1,9}) ?")
# Columns that hold no free text: numbers, flags, times, and senders (at most 11 letters, or a number).
# fmt: off
_FIXED: Final = frozenset((
    "_id", "_count", "event_id", "calendar_id", "contact_id", "raw_contact_id", "thread_id", "sub_id",
    "address", "number", "date", "date_sent", "date_added", "date_modified", "begin", "end", "dtstart",
    "dtend", "duration", "allDay", "type", "read", "seen", "new", "status", "protocol", "_size",
    "startMinute", "endMinute", "startDay", "endDay", "minutes", "method", "starred", "has_phone_number",
    "data2", "is_read",
))
# fmt: on
_COLUMN: Final = re.compile(r"(?:\A|, )([A-Za-z_][\w.:]*)=")


class ContentRows(Reading):
    """Rows as column → text; NULL is None, an empty value is "". ``row0`` is the first row."""

    row_count: int | None = None
    column_count: int | None = None
    columns: tuple[str, ...] = ()
    row0: dict[str, str | None] | None = None
    rows: tuple[dict[str, str | None], ...] = ()


def _split_rows(lines: Sequence[str], first: str) -> tuple[list[str], list[str]]:
    """The rows' texts, and what was doubtful about them: numbers count up from 0, each begins with ``first``."""
    rows: list[list[str]] = []
    unread: list[str] = []
    forged = False
    for line in lines:
        match = _ROW.match(line)
        if match is not None and not line.startswith(first, match.end()):
            match = None
        number = int(match[1]) if match else -1
        if match is not None and number == len(rows):
            rows.append([line[match.end() :]])
            continue
        if match is not None and number < len(rows):
            forged = True
        if rows:
            rows[-1].append(line)
        elif line.strip():
            unread.append(f"no row: {line[:60]!r}")
    if forged:
        unread.append("a value holds text that looks like a row: rows after it may be its text")
    return ["\n".join(row) for row in rows], unread


def _common_columns(rows: Sequence[str]) -> list[str]:
    """Names that could be columns and stand in every row, in the first row's order."""
    seen = [dict.fromkeys(match[1] for match in _COLUMN.finditer(row)) for row in rows]
    return [name for name in seen[0] if all(name in names for names in seen)] if seen else []


def _starts(row: str, columns: Sequence[str]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Where each column's mark begins and ends, read from the left and from the right; short if one misses."""
    marks = [f"{', ' if index else ''}{name}=" for index, name in enumerate(columns)]
    left: list[tuple[int, int]] = []
    at = 0
    for index, mark in enumerate(marks):
        found = row.find(mark, at) if index else (0 if row.startswith(mark) else -1)
        if found < 0:
            break
        at = found + len(mark)
        left.append((found, at))
    right: list[tuple[int, int]] = []
    at = len(row)
    for index in range(len(marks) - 1, -1, -1):
        found = row.rfind(marks[index], 0, at) if index else (0 if row.startswith(marks[0]) else -1)
        if found < 0:
            break
        right.insert(0, (found, found + len(marks[index])))
        at = found
    return left, right


def _read_row(row: str, columns: Sequence[str]) -> tuple[dict[str, str | None], bool]:
    left, right = _starts(row, columns)
    if len(left) != len(columns) or len(right) != len(columns):
        return {}, False
    free = [index for index, name in enumerate(columns) if name not in _FIXED]
    first, last = (free[0], free[-1]) if free else (len(columns), -1)
    # No free text stands left of the first or right of the last free column: reading from that side is sure.
    marks = [
        left[index] if index <= first or left[index] == right[index] else (right[index] if index > last else None)
        for index in range(len(columns))
    ]
    values: dict[str, str | None] = {}
    for index, name in enumerate(columns):
        start = marks[index]
        end = (len(row), 0) if index + 1 == len(columns) else marks[index + 1]
        if start is not None and end is not None and start[1] <= end[0]:
            value = row[start[1] : end[0]]
            values[name] = None if value == "NULL" else value
    return values, len(values) == len(columns)


def parse_content(text: str, columns: Sequence[str] | None = None) -> ContentRows:
    """Read `content query`; ``columns`` are those of ``--projection``, in its order, when one was given."""
    whole = whole_lines(text)
    lines = whole.lines
    if any(line.strip() == "No result found." for line in lines[:1]):
        return ContentRows(complete=whole.complete, unread=whole.unread, row_count=0)
    rows, unread = _split_rows(lines, f"{columns[0]}=" if columns else "")
    if whole.tail and rows and _ROW.match(whole.tail) is None:
        rows.pop()  # the cut line may belong to the last row
    names = list(columns) if columns else _common_columns(rows)
    read: list[dict[str, str | None]] = []
    for number, row in enumerate(rows):
        values, sure = _read_row(row, names)
        if not sure:
            unread.append(f"row {number} can be read in more than one way")
        read.append(values)
    return ContentRows(
        complete=whole.complete,
        unread=(*whole.unread, *unread),
        row_count=len(read) if read or not whole.lines else None,
        column_count=len(names) if read else None,
        columns=tuple(names),
        row0=read[0] if read else None,
        rows=tuple(read),
    )
