"""`logcat -d` in its ``threadtime`` and ``time`` forms (system/logging/liblog/logprint.cpp)."""

from __future__ import annotations

import re
from typing import Final, Literal

from pydantic import Field

from device.capture.base import Part, Reading, whole_lines

__all__ = ["LogEntry", "Logcat", "parse_logcat"]

_TIME: Final = r"((?:[0-9]{4}-)?[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3,9})"
_THREADTIME: Final = re.compile(_TIME + r" +([0-9]{1,9}) +([0-9]{1,9}) ([VDIWEFAS]) (.*)\Z")
_BRIEF: Final = re.compile(_TIME + r" ([VDIWEFAS])/(.*)\Z")
_PID: Final = re.compile(r" *\( *([0-9]{1,9})\): ?")
_TAG_END: Final = re.compile(r" *:(?: |\Z)")


class LogEntry(Part):
    """One line. ``time`` as printed (no year, no zone); ``tid`` is None in the ``time`` form."""

    time: str
    pid: int
    tid: int | None
    level: str
    tag: str
    message: str


class Logcat(Reading):
    """Log lines in order; ``divider_count`` counts "beginning of" lines, ``last`` is the last entry read."""

    format: Literal["threadtime", "time"] | None = None
    line_count: int = 0
    levels: dict[str, int] = Field(default_factory=dict)
    divider_count: int = 0
    last: LogEntry | None = None
    entries: tuple[LogEntry, ...] = ()


def _entry(line: str) -> tuple[Literal["threadtime", "time"], LogEntry] | None:
    if (match := _THREADTIME.match(line)) is not None:
        if (end := _TAG_END.search(match[5])) is None:
            return None
        tag, message = match[5][: end.start()], match[5][end.end() :]
        return "threadtime", LogEntry(
            time=match[1], pid=int(match[2]), tid=int(match[3]), level=match[4], tag=tag, message=message
        )
    if (match := _BRIEF.match(line)) is not None and (end := _PID.search(match[3])) is not None:
        tag, message = match[3][: end.start()], match[3][end.end() :]
        return "time", LogEntry(time=match[1], pid=int(end[1]), tid=None, level=match[2], tag=tag, message=message)
    return None


def parse_logcat(text: str) -> Logcat:
    """Read `logcat -d -v threadtime` or `-v time`."""
    whole = whole_lines(text)
    entries: list[LogEntry] = []
    levels: dict[str, int] = {}
    form: Literal["threadtime", "time"] | None = None
    dividers = other = 0
    for line in whole.lines:
        if line.startswith("--------- "):
            dividers += 1
        elif (read := _entry(line)) is not None:
            form = form or read[0]
            entries.append(read[1])
            levels[read[1].level] = levels.get(read[1].level, 0) + 1
        elif line.strip():
            other += 1
    unread = (*whole.unread, f"{other} lines in no known form") if other else whole.unread
    return Logcat(
        complete=whole.complete,
        unread=unread,
        format=form,
        line_count=len(entries),
        levels=levels,
        divider_count=dividers,
        last=entries[-1] if entries else None,
        entries=tuple(entries),
    )
