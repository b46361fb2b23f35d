"""Times as functions take them, resolved against the phone's own clock and time zone."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from device import BadInput

_RELATIVE = re.compile(r"\+\s*(\d{1,4})\s*(m|min|minutes?|h|hours?|d|days?|w|weeks?)\Z", re.IGNORECASE)
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_CLOCK = re.compile(r"(\d{1,2})(?::(\d{2}))?(?::(\d{2}))?\s*([ap])?\.?(?:m\.?)?\Z", re.IGNORECASE)
_ZONE = re.compile(r"\s([A-Za-z]+(?:/[A-Za-z_+\-0-9]+)+|UTC|GMT)\Z")
_DAY = re.compile(
    r"(today|tomorrow|tonight|今天|今晚|明天|后天|[a-z]{3,9}|周[一二三四五六日天])\s*(?:at\s+)?[ T,]*(.*)\Z",
    re.IGNORECASE,
)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_ZH_DAYS = "一二三四五六日"
MEND = "write 2026-03-11T18:30, 18:30, tomorrow 18:30, fri 18:30, or +30m; a zone may follow (18:30 Europe/London)"


def resolve_moment(text: str, now: datetime) -> datetime:
    """A moment argument as an aware time. `now` is the phone's clock, aware, in its zone.

    `+30m`, `+2h`, `+1d`; `18:30`, `6:30 pm` (today, else tomorrow); `tomorrow 9:00`, `fri 18:30`; ISO 8601, with or
    without offset; a zone name may follow a local time. A time that the clock change leaves out is moved on by it.
    Raises BadInput for what is no time.
    """
    plain = text.strip()
    if match := _RELATIVE.match(plain):
        unit = match[2][0].lower()
        step = timedelta(**{_UNITS[unit]: int(match[1])})
        if unit in "dw":  # the same time of day, whatever the clocks do in between
            there = now + step
            return _real(there.date(), there.time(), now.tzinfo) if isinstance(now.tzinfo, ZoneInfo) else there
        # An hour stays an hour over a change of the clocks.
        return (now.astimezone(ZoneInfo("UTC")) + step).astimezone(now.tzinfo)
    zone, plain = _zone(plain, now)
    here = now.astimezone(zone)
    if (clock := _clock(plain)) is not None:
        today = _real(here.date(), clock, zone)
        return today if today >= here else _real(here.date() + timedelta(days=1), clock, zone)
    if (found := _named_day(plain, here, zone)) is not None:
        return found
    try:
        parsed = datetime.fromisoformat(plain)
    except ValueError as error:
        raise BadInput(f"{text!r} is no time", mend=MEND) from error
    if parsed.tzinfo is not None:
        return parsed
    if len(plain) <= 10:
        raise BadInput(f"{text!r} is a day without a time", mend=MEND)
    return _real(parsed.date(), parsed.time(), zone)


def _zone(text: str, now: datetime) -> tuple[ZoneInfo, str]:
    own = now.tzinfo if isinstance(now.tzinfo, ZoneInfo) else ZoneInfo("UTC")
    match = _ZONE.search(text)
    if match is None:
        return own, text
    try:
        return ZoneInfo(match[1]), text[: match.start()].strip()
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise BadInput(f"no time zone is called {match[1]!r}", mend="write a name like Europe/Berlin") from error


def _clock(text: str) -> time | None:
    match = _CLOCK.match(text)
    if match is None or (match[2] is None and match[4] is None):
        return None
    hour, minute, second = int(match[1]), int(match[2] or 0), int(match[3] or 0)
    if match[4]:
        if not 1 <= hour <= 12:
            raise BadInput(f"{text!r} is no time of day", mend="with am or pm the hour is 1 to 12")
        hour = hour % 12 + (12 if match[4].lower() == "p" else 0)
    if hour > 23 or minute > 59 or second > 59:
        raise BadInput(f"{text!r} is no time of day", mend="write HH:MM, 00:00 to 23:59")
    return time(hour, minute, second)


def _named_day(text: str, here: datetime, zone: ZoneInfo) -> datetime | None:
    match = _DAY.match(text)
    clock = _clock(match[2].strip()) if match and match[2] else None
    if match is None or clock is None:
        return None
    word = match[1].lower()
    if word in ("tonight", "今晚") and 1 <= clock.hour <= 11 and not re.search(r"[ap]\.?m", match[2], re.IGNORECASE):
        clock = clock.replace(hour=clock.hour + 12)  # tonight at 8 is no morning
    if word in ("today", "tonight", "今天", "今晚"):
        return _real(here.date(), clock, zone)
    if word in ("tomorrow", "明天", "后天"):
        return _real(here.date() + timedelta(days=2 if word == "后天" else 1), clock, zone)
    number = next((n for n, name in enumerate(_WEEKDAYS) if name.startswith(word)), None)
    if word.startswith("周"):
        number = min(_ZH_DAYS.find(word[1].replace("天", "日")), 6)
    if number is None:
        return None
    ahead = (number - here.weekday()) % 7
    found = _real(here.date() + timedelta(days=ahead), clock, zone)
    return found if found >= here else _real(here.date() + timedelta(days=ahead + 7), clock, zone)


def _real(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """A local time that exists: one in the gap of a clock change is moved on by the gap (PEP 495, fold 0)."""
    made = datetime.combine(day, clock, zone)
    return made.astimezone(ZoneInfo("UTC")).astimezone(zone)
