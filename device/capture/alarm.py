"""`dumpsys alarm` (AlarmManagerService.java and Alarm.java; batches before Android 12, one list since)."""

from __future__ import annotations

import re
from typing import Final, Literal

from device.capture.base import Part, Reading, to_int, whole_lines

__all__ = ["Alarm", "Alarms", "ClockAlarm", "parse_alarm"]

AlarmType = Literal["RTC_WAKEUP", "RTC", "ELAPSED_WAKEUP", "ELAPSED"]

_NOW: Final = re.compile(r"\s+nowRTC=([0-9]{1,19})=(\S+ \S+) nowELAPSED=")
_NEXT: Final = re.compile(r"\s+Next wakeup alarm: \S+ = [0-9]+ = (\S+ \S+)\s*\Z")
_CLOCK: Final = re.compile(
    r"\s+user:([0-9]{1,9}) pendingSend:\w+ time:([0-9]{1,19})(?: = ([0-9-]+ [0-9:.]+))?(?: = .*)?\Z"
)
_PENDING: Final = re.compile(r"\s+([0-9]{1,9}) pending alarms?:\s*\Z")
_BATCHES: Final = re.compile(r"\s+Pending alarm batches: ([0-9]{1,9})\s*\Z")
_BATCH: Final = re.compile(r"\s*Batch\{\w+ num=([0-9]{1,9}) ")
_ROW: Final = re.compile(
    r"\s+(RTC_WAKEUP|RTC|ELAPSED_WAKEUP|ELAPSED) #[0-9]+: Alarm\{\w+ type [0-9](?: origType [0-9])? "
    r"(?:origWhen|when) ([0-9]{1,19}) (?:\S+ )*?(\S+)\}\Z"
)
_TYPES: Final[dict[str, AlarmType]] = {
    "RTC_WAKEUP": "RTC_WAKEUP",
    "RTC": "RTC",
    "ELAPSED_WAKEUP": "ELAPSED_WAKEUP",
    "ELAPSED": "ELAPSED",
}


class Alarm(Part):
    """A pending alarm. ``when_ms`` is its wall-clock time, None for alarms counted from boot.

    ``clock_time`` is the time of an alarm clock (setAlarmClock) as printed, None for any other alarm.
    """

    type: AlarmType
    package: str
    when_ms: int | None = None
    tag: str | None = None
    is_clock: bool = False
    clock_time: str | None = None


class ClockAlarm(Part):
    """The next alarm clock of a user."""

    user: int
    time_ms: int
    time: str | None = None


class Alarms(Reading):
    """Pending alarms. ``count`` counts those listed, ``printed_count`` is the number the dump says."""

    now: str | None = None
    now_ms: int | None = None
    count: int | None = None
    past_due_count: int | None = None
    printed_count: int | None = None
    batches: int | None = None
    next_clock_alarm: ClockAlarm | None = None
    next_wakeup: str | None = None
    first: Alarm | None = None
    alarms: tuple[Alarm, ...] = ()

    @property
    def clock_alarms(self) -> tuple[Alarm, ...]:
        """The alarm clocks among the pending alarms."""
        return tuple(alarm for alarm in self.alarms if alarm.is_clock)


class _Rows:
    """The rows of one alarm list while it is read."""

    def __init__(self) -> None:
        self.rows: list[dict[str, str | int | bool | None]] = []

    def take(self, line: str) -> bool:
        if (match := _ROW.match(line)) is not None:
            when = to_int(match[2]) if match[1].startswith("RTC") else None
            self.rows.append({"type": match[1], "package": match[3], "when_ms": when})
            return True
        bare = line.strip()
        if not self.rows:
            return False
        row = self.rows[-1]
        if bare.startswith("tag="):
            row.setdefault("tag", bare.removeprefix("tag="))
        elif bare == "Alarm clock:":
            row["is_clock"] = True
        elif bare.startswith("triggerTime=") and row.get("is_clock"):
            row.setdefault("clock_time", bare.removeprefix("triggerTime="))
        return False

    def done(self) -> tuple[Alarm, ...]:
        return tuple(Alarm.model_validate(row) for row in self.rows)


def parse_alarm(text: str) -> Alarms:
    """Read `dumpsys alarm`."""
    whole = whole_lines(text)
    facts: dict[str, object] = {}
    pending, batched = _Rows(), 0
    section = ""
    past_due: int | None = None
    for line in whole.lines:
        if "now_ms" not in facts and (match := _NOW.match(line)) is not None:
            facts["now_ms"], facts["now"] = to_int(match[1]), match[2]
        elif "next_wakeup" not in facts and (match := _NEXT.match(line)) is not None:
            facts["next_wakeup"] = match[1]
        elif line.startswith("  Next alarm clock information:"):
            section = "clock"
        elif (match := _PENDING.match(line)) is not None and "printed_count" not in facts:
            facts["printed_count"], section = to_int(match[1]), "pending"
        elif (match := _BATCHES.match(line)) is not None and "batches" not in facts:
            facts["batches"], section = to_int(match[1]), "pending"
        elif line.startswith("  Past-due non-wakeup alarms:"):
            past_due, section = 0, "past"
        elif section == "pending" and (match := _BATCH.match(line)) is not None:
            batched += int(match[1])
        elif section and line.startswith("  ") and line[2:3] not in ("", " "):
            section = ""
        elif section == "clock" and (match := _CLOCK.match(line)) is not None:
            time_ms = to_int(match[2]) or 0
            if "next_clock_alarm" not in facts and time_ms > 0:
                facts["next_clock_alarm"] = ClockAlarm(user=int(match[1]), time_ms=time_ms, time=match[3])
        elif section == "pending":
            pending.take(line)
        elif section == "past" and _ROW.match(line) is not None:
            past_due = (past_due or 0) + 1
    alarms = pending.done()
    count = None
    if "batches" in facts or "printed_count" in facts:
        count = max(batched, len(alarms))
    return Alarms.model_validate(
        {
            **facts,
            "complete": whole.complete,
            "unread": whole.unread,
            "count": count,
            "past_due_count": past_due,
            "first": alarms[0] if alarms else None,
            "alarms": alarms,
        }
    )
