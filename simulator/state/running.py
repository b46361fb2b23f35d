"""What apps do: intents, tasks with their activities, processes, alarms to come, usage events, lines of the log."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from simulator.state.part import Part


class Intent(Part):
    """An Android intent as `am` builds it. Extras keep their types: str, bool, int, float, list of str or int."""

    action: str | None = None
    data: str | None = None
    type: str | None = None
    categories: list[str] = Field(default_factory=list)
    package: str | None = None
    component: str | None = None  # package/class, the class in full
    flags: int = 0
    extras: dict[str, Any] = Field(default_factory=dict)


class Activity(Part):
    """An activity of a task. `ui` is what its screen remembers: fields typed into, page, scroll positions."""

    token: str  # the hash that dumps show, e.g. 4f2c1a7
    package: str
    cls: str  # in full
    intent: Intent = Field(default_factory=Intent)
    created_ms: int = 0
    ui: dict[str, Any] = Field(default_factory=dict)


class Task(Part):
    """A task: its last activity is the one on top."""

    id: int
    package: str
    activities: list[Activity] = Field(default_factory=list)
    last_active_ms: int = 0


class Process(Part):
    """A running process of a package."""

    pid: int
    package: str
    started_ms: int = 0


class PendingAlarm(Part):
    """An alarm of AlarmManagerService. `clock` marks setAlarmClock (a user-visible alarm)."""

    id: int
    package: str
    tag: str
    kind: Literal["RTC_WAKEUP", "RTC", "ELAPSED_WAKEUP", "ELAPSED"] = "RTC_WAKEUP"
    when_ms: int
    interval_ms: int = 0
    clock: bool = False
    data: dict[str, Any] = Field(default_factory=dict)


class UsageEvent(Part):
    """An event of UsageStatsService, e.g. ACTIVITY_RESUMED, SCREEN_INTERACTIVE, NOTIFICATION_SEEN."""

    time_ms: int
    type: str
    package: str
    cls: str | None = None


class LogEntry(Part):
    """A line of logcat."""

    time_ms: int
    pid: int
    tid: int
    level: Literal["V", "D", "I", "W", "E", "F"]
    tag: str
    message: str
    buffer: str = "main"
