"""Recurring events: the occurrences of an RRULE (RFC 5545: FREQ, INTERVAL, COUNT, UNTIL, BYDAY of weekly rules)."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_DAYS = {"MO": 0, "TU": 1, "WE": 2, "TH": 3, "FR": 4, "SA": 5, "SU": 6}
_FREQUENCIES = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
_LIMIT = 20_000


class BadRule(ValueError):
    """A rule that is not understood."""


@dataclass(frozen=True)
class Rule:
    """A parsed RRULE; `until` is in the rule's own words (UTC when it ends in Z)."""

    frequency: str
    interval: int = 1
    count: int | None = None
    until: datetime | None = None
    days: tuple[int, ...] = ()


def parse_rule(rule: str) -> Rule:
    """Parse an RRULE's value. Raises BadRule."""
    fields: dict[str, str] = {}
    for part in rule.removeprefix("RRULE:").split(";"):
        name, equals, value = part.partition("=")
        if not equals or not value:
            raise BadRule(f"Invalid recurrence rule: {rule}")
        fields[name.upper()] = value.upper()
    try:
        frequency = fields["FREQ"]
        if frequency not in _FREQUENCIES:
            raise BadRule(f"Invalid recurrence rule: {rule}")
        days = (
            tuple(sorted(_DAYS[day] for day in fields["BYDAY"].split(",")))
            if frequency == "WEEKLY" and "BYDAY" in fields
            else ()
        )
        count = int(fields["COUNT"]) if "COUNT" in fields else None
        until = _until(fields["UNTIL"]) if "UNTIL" in fields else None
        return Rule(frequency, max(1, int(fields.get("INTERVAL", "1"))), count, until, days)
    except (KeyError, ValueError) as error:
        raise BadRule(f"Invalid recurrence rule: {rule}") from error


def _until(text: str) -> datetime:
    if len(text) == 8:
        return datetime.strptime(text, "%Y%m%d").replace(hour=23, minute=59, second=59, tzinfo=UTC)
    return datetime.strptime(text.rstrip("Z"), "%Y%m%dT%H%M%S").replace(tzinfo=UTC)


def zone_of(name: str) -> ZoneInfo:
    """A time zone by name, UTC if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def occurrences(start_ms: int, rule: str | None, timezone: str, upto_ms: int) -> Iterator[int]:
    """The begins of an event, in order, up to a time; the wall-clock time of day is kept over changes to summer "
    "time."""
    if rule is None:
        if start_ms <= upto_ms:
            yield start_ms
        return
    parsed = parse_rule(rule)
    zone = zone_of(timezone)
    seconds, millis = divmod(start_ms, 1000)
    first = datetime.fromtimestamp(seconds, zone)
    made = 0
    for at in _walls(first.replace(tzinfo=None), parsed):
        begin = int(at.replace(tzinfo=zone).timestamp()) * 1000 + millis
        if begin < start_ms:
            continue
        if begin > upto_ms or (parsed.count is not None and made >= parsed.count):
            return
        if parsed.until is not None and begin > int(parsed.until.timestamp() * 1000):
            return
        made += 1
        yield begin


def _walls(first: datetime, rule: Rule) -> Iterator[datetime]:
    last_year = 9000 - first.year
    for step in range(min(_LIMIT, max(0, last_year) * 366 // rule.interval + 1)):
        if rule.frequency == "DAILY":
            yield first + timedelta(days=step * rule.interval)
        elif rule.frequency == "WEEKLY":
            monday = first - timedelta(days=first.weekday()) + timedelta(weeks=step * rule.interval)
            for day in rule.days or (first.weekday(),):
                yield monday + timedelta(days=day)
        else:
            months = step * rule.interval * (12 if rule.frequency == "YEARLY" else 1)
            year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
            if year > 9000:
                return
            if first.day <= calendar.monthrange(year, month + 1)[1]:
                yield first.replace(year=year, month=month + 1)
