"""The times that a day is written in: `08:15`, `08:10..08:25`, `train_late + 5m`, `D+1 09:00`.

All clock times are the phone's local time on the day's date; hours from 24 on lie after midnight (`25:30` is half past
one in the night that follows).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field

_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")
_SPAN = re.compile(r"(?:(\d+)h)?\s*(?:(\d+)m)?\s*(?:(\d+)s)?")
_AFTER = re.compile(r"([A-Za-z_][\w-]*)\s*(?:([+-])\s*(.+))?")
_DAY = re.compile(r"D(?:([+-]\d+))?\s+(.+)")

CLOCK_PATTERN = r"^\d{1,2}:\d{2}(:\d{2})?$"
WHEN_PATTERN = r"^\d{1,2}:\d{2}(:\d{2})?(\s*\.\.\s*\d{1,2}:\d{2}(:\d{2})?)?$"
AFTER_PATTERN = r"^[A-Za-z_][\w-]*(\s*[+-]\s*[0-9hms ]+(\.\.[0-9hms ]+)?)?$"
EDGE_PATTERN = r"^(\d{1,2}:\d{2}(:\d{2})?|\+\s*[0-9hms ]+|[A-Za-z_][\w-]*(\s*[+-]\s*[0-9hms ]+)?)$"


@dataclass(frozen=True)
class Range:
    """Two numbers of milliseconds, low to high; equal when there is nothing to draw."""

    low: int
    high: int


@dataclass(frozen=True)
class After:
    """A time told from an event: its id and how long after it (negative: before)."""

    event: str
    offset: Range


def clock_ms(text: str) -> int:
    """Milliseconds since local midnight of `HH:MM[:SS]`, hours 0 to 47 (ValueError)."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None or int(match[1]) > 47 or int(match[2]) > 59 or int(match[3] or 0) > 59:
        raise ValueError(f"{text!r} is no time of day; write HH:MM or HH:MM:SS, e.g. 08:15 (25:30 is after midnight)")
    return ((int(match[1]) * 60 + int(match[2])) * 60 + int(match[3] or 0)) * 1000


def span_ms(text: str) -> int:
    """Milliseconds of a span such as `5m`, `1h30m`, `45s` (ValueError)."""
    match = _SPAN.fullmatch(text.strip())
    if match is None or not any(match.groups()):
        raise ValueError(f"{text!r} is no span of time; write e.g. 5m, 1h30m or 45s")
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return ((hours * 60 + minutes) * 60 + seconds) * 1000


def when(text: str) -> Range:
    """`HH:MM` or `HH:MM..HH:MM` as milliseconds since local midnight (ValueError)."""
    low, dots, high = text.partition("..")
    found = Range(clock_ms(low), clock_ms(high) if dots else clock_ms(low))
    if found.high < found.low:
        raise ValueError(f"{text!r} ends before it begins; put the earlier time first")
    return found


def after(text: str) -> After:
    """`EVENT`, `EVENT + 5m`, `EVENT - 10m`, `EVENT + 5m..15m` (ValueError)."""
    match = _AFTER.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} does not name an event; write e.g. train_late + 5m")
    if match[3] is None:
        return After(match[1], Range(0, 0))
    low, dots, high = match[3].partition("..")
    sign = -1 if match[2] == "-" else 1
    ends = sorted((sign * span_ms(low), sign * span_ms(high if dots else low)))
    return After(match[1], Range(ends[0], ends[1]))


def is_clock(text: str) -> bool:
    """Whether `text` is a time of day (else it names an event)."""
    return _CLOCK.fullmatch(text.strip()) is not None


def edge(text: str) -> None:
    """Whether `text` is an edge of a window: a time of day, `+45m`, or an event and how long after it (ValueError)."""
    if is_clock(text):
        clock_ms(text)
    elif text.startswith("+"):
        span_ms(text[1:])
    else:
        after(text)


def alarm_time(text: str) -> None:
    """Whether `text` is a time that an alarm can have, 00:00 to 23:59 (ValueError)."""
    if clock_ms(text) >= 86_400_000:
        raise ValueError(f"{text!r} is no time of an alarm; write 00:00 to 23:59")


def moment(text: str) -> None:
    """Whether `text` is a moment in one of the forms of `Calendar.moment`, or a day as whole-day entries have it; one
    with `${…}` may be (ValueError)."""
    if "${" not in text:
        Calendar(date(2000, 1, 1), "UTC").moment(text if ":" in text else f"{text} 00:00")


def ascending(pair: list[str] | None) -> list[str] | None:
    """Two times of day, the earlier first (ValueError)."""
    if pair is not None and clock_ms(pair[0]) >= clock_ms(pair[1]):
        raise ValueError(f"{pair[0]} to {pair[1]} ends before it begins; write hours past midnight as 24:00 and up")
    return pair


def _checked(check: Callable[[str], Any]) -> AfterValidator:
    """A validator of a field: `check` raises ValueError, and the text stays as it is written."""

    def validate(text: str) -> str:
        check(text)
        return text

    return AfterValidator(validate)


# The fields of a day that hold times: the schema has the pattern, and the value is looked at when the field is read.
ClockText = Annotated[str, Field(pattern=CLOCK_PATTERN), _checked(clock_ms)]
WhenText = Annotated[str, Field(pattern=WHEN_PATTERN), _checked(when)]
AfterText = Annotated[str, Field(pattern=AFTER_PATTERN), _checked(after)]
EdgeText = Annotated[str, Field(pattern=EDGE_PATTERN), _checked(edge)]
AlarmText = Annotated[str, Field(pattern=r"^\d{1,2}:\d{2}$"), _checked(alarm_time)]
MomentText = Annotated[str, _checked(moment)]
Hours = Annotated[list[ClockText], Field(min_length=2, max_length=2), AfterValidator(ascending)]


class Calendar:
    """Turns a day's own times into milliseconds since the epoch, in its date and time zone."""

    def __init__(self, day: date, timezone: str) -> None:
        self.day = day
        self.zone = ZoneInfo(timezone)

    def at(self, since_midnight_ms: int) -> int:
        """Epoch milliseconds of a local wall time, days with a clock change included."""
        days, rest = divmod(since_midnight_ms, 86_400_000)
        wall = datetime.combine(self.day + timedelta(days=days), datetime.min.time(), self.zone)
        return int((wall + timedelta(milliseconds=rest)).timestamp() * 1000)

    def moment(self, text: str) -> int:
        """Epoch milliseconds of `HH:MM`, `D-1 HH:MM`, or ISO local `2026-03-11T18:30` (ValueError)."""
        text = text.strip()
        if match := _DAY.fullmatch(text):
            return self.at(int(match[1] or 0) * 86_400_000 + clock_ms(match[2]))
        if is_clock(text):
            return self.at(clock_ms(text))
        try:
            wall = datetime.fromisoformat(text)
        except ValueError:
            raise ValueError(
                f"{text!r} is no moment; write HH:MM, D-1 HH:MM (the day before), D+2 HH:MM or 2026-03-11T18:30"
            ) from None
        return int((wall if wall.tzinfo else wall.replace(tzinfo=self.zone)).timestamp() * 1000)

    def clock(self, epoch_ms: int) -> str:
        """`HH:MM` of a moment, as a person reads it off the phone."""
        return datetime.fromtimestamp(epoch_ms / 1000, self.zone).strftime("%H:%M")

    def iso(self, epoch_ms: int) -> str:
        """`YYYY-MM-DDTHH:MM:SS` local."""
        return datetime.fromtimestamp(epoch_ms / 1000, self.zone).strftime("%Y-%m-%dT%H:%M:%S")
