"""`dumpsys usagestats` (services/usage/.../UserUsageStatsService.java; before Android 5 UsageStatsService.java)."""

from __future__ import annotations

import re
from typing import Final

from pydantic import Field

from device.capture.base import Part, Reading, Whole, to_int, whole_lines

__all__ = ["DayUse", "PackageUse", "Resumed", "UsageEvent", "UsageStats", "parse_usagestats"]

_EVENT: Final = re.compile(r'\s+time="([^"]{1,40})" type=(\w+) package=(\S+)(?: class=(\S+))?')
_PACKAGE: Final = re.compile(r"\s+package=(\S+) (totalTime.*)\Z")
_PAIR: Final = re.compile(r'\b(\w{1,60})=(?:"([^"]*)"|(\S+))')
_CLOCK: Final = re.compile(r"(?:([0-9]{1,6}):)?([0-9]{1,6}):([0-9]{1,2})\Z")
_DAY: Final = re.compile(r"Date: ([0-9]{8})\b")
_OLD: Final = re.compile(r"  ([\w.]+): ([0-9]{1,9}) times?, ([0-9]{1,15}) ms")
_RESUMED: Final = ("ACTIVITY_RESUMED", "MOVE_TO_FOREGROUND")


class Resumed(Part):
    """An activity that came to the front; time as printed."""

    package: str
    activity: str | None = None
    time: str


class UsageEvent(Part):
    """One event of the last 24 hours."""

    time: str
    type: str
    package: str
    activity: str | None = None


class PackageUse(Part):
    """Use of one package today; ``last_used`` None means never, or not printed."""

    last_used: str | None = None
    total_s: int | None = None
    total_ms: int | None = None
    launches: int | None = None


class DayUse(Part):
    """Use of one package on a day of the old form."""

    launches: int
    total_ms: int


class UsageStats(Reading):
    """The first user's events of the last day, and today's use by package."""

    event_count: int | None = None
    event_counts: dict[str, int] = Field(default_factory=dict)
    first_event: str | None = None
    last_event: str | None = None
    last_resumed: Resumed | None = None
    packages: dict[str, PackageUse] = Field(default_factory=dict)
    package_count: int | None = None
    events: tuple[UsageEvent, ...] = ()
    day_count: int | None = None
    line_count: int | None = None
    days: dict[str, dict[str, DayUse]] = Field(default_factory=dict)


def _seconds(text: str | None) -> int | None:
    """m:ss or h:mm:ss (DateUtils.formatElapsedTime) in seconds."""
    match = _CLOCK.match(text or "")
    if match is None:
        return None
    return (int(match[1] or 0) * 60 + int(match[2])) * 60 + int(match[3])


def _use(words: str) -> PackageUse:
    values = {key: quoted or bare for key, quoted, bare in _PAIR.findall(words)}
    last = values.get("lastTimeUsed") or values.get("lastTime")  # the short names before Android 10
    # The epoch, in whatever zone: it was never used.
    never = last is None or last.startswith(("1969-", "1970-"))
    total = values.get("totalTimeUsed") or values.get("totalTime")
    return PackageUse(
        last_used=None if never else last,
        total_s=_seconds(total),
        launches=to_int(values.get("appLaunchCount")),
    )


def _old_form(whole: Whole) -> UsageStats:
    days: dict[str, dict[str, DayUse]] = {}
    lines = 0
    day = ""
    for line in whole.lines:
        if (match := _DAY.match(line)) is not None:
            day = match[1]
            days.setdefault(day, {})
        elif day and (match := _OLD.match(line)) is not None:
            days[day][match[1]] = DayUse(launches=int(match[2]), total_ms=int(match[3]))
            lines += 1
    sums: dict[str, tuple[int, int]] = {}
    for uses in days.values():
        for package, use in uses.items():
            launches, total = sums.get(package, (0, 0))
            sums[package] = (launches + use.launches, total + use.total_ms)
    packages = {name: PackageUse(launches=n, total_ms=total) for name, (n, total) in sums.items()}
    return UsageStats(
        complete=whole.complete,
        unread=whole.unread,
        day_count=len(days),
        line_count=lines,
        days=days,
        packages=packages,
        package_count=len(packages),
    )


def parse_usagestats(text: str) -> UsageStats:
    """Read `dumpsys usagestats`; what comes last is given only once the event list was seen to end."""
    whole = whole_lines(text)
    if any(_DAY.match(line) for line in whole.lines[:5]):
        return _old_form(whole)
    events: list[UsageEvent] = []
    packages: dict[str, PackageUse] = {}
    section = ""
    seen: set[str] = set()
    for line in whole.lines:
        if line.startswith("user=") and "user" in seen:
            break
        if line and (line[0] != " " or (line.startswith("  ") and line[2:3] not in ("", " "))):
            head = line.strip()
            seen.add("user" if line.startswith("user=") else section)
            if head.startswith("timeRange="):
                continue
            section = next(
                (name for name in ("Last 24 hour events", "In-memory daily stats") if head.startswith(name)), ""
            )
        elif line.startswith("    ") and line[4:5] not in ("", " ") and section == "In-memory daily stats":
            section = section if line.strip() == "packages" else ""
            seen.add("In-memory daily stats" if not section else "")
        elif section == "Last 24 hour events":
            if (match := _EVENT.match(line)) is not None:
                events.append(UsageEvent(time=match[1], type=match[2], package=match[3], activity=match[4]))
        elif section == "In-memory daily stats" and (match := _PACKAGE.match(line)) is not None:
            packages.setdefault(match[1], _use(match[2]))
    counts: dict[str, int] = {}
    for event in events:
        counts[event.type] = counts.get(event.type, 0) + 1
    ended = "Last 24 hour events" in seen
    resumed = next((event for event in reversed(events) if event.type in _RESUMED), None)
    return UsageStats(
        complete=whole.complete,
        unread=whole.unread,
        event_count=len(events) if events or ended else None,
        event_counts=counts,
        first_event=events[0].time if events else None,
        last_event=events[-1].time if events and ended else None,
        last_resumed=Resumed(package=resumed.package, activity=resumed.activity, time=resumed.time)
        if resumed and ended
        else None,
        packages=packages,
        package_count=len(packages) if packages else None,
        events=tuple(events),
    )
