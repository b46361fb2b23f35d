"""What goes over the control channel: a line of JSON each way, and the models of every method's parameters and result.

The first line is `{"token": …}`, answered by `{"result": {"protocol": 1}}`. Then requests
`{"id": 1, "method": "advance", "params": {…}}`, each answered in order by `{"id": 1, "result": …}` or
`{"id": 1, "error": {"type": …, "message": …}}`.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from simulator.day import Truth

PROTOCOL = 1
MAX_LINE = 256 << 20  # a screenshot or a state dump is one line

ErrorType = Literal[
    "bad_token", "bad_request", "unknown_method", "bad_parameters", "no_such_phone", "no_day", "day_refused",
    "event_failed", "bad_time", "snapshot", "file",
]  # fmt: skip


class Message(BaseModel):
    """Base of all messages: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Nothing(Message):
    """No parameters, or no result."""


class OnPhone(Message):
    """Which phone is meant, by serial; may be left out where there is one."""

    phone: str | None = None


class LoadDay(OnPhone):
    """`day`: name of a shipped day, path of a file, or YAML text; `persona` in place of the day's own."""

    day: str
    persona: str | None = None
    seed: int = 0
    api_level: int = Field(34, ge=28, le=36)


class Advance(OnPhone):
    """To a time of the phone's clock (ms since the epoch), whatever happens on the way; or to the next event of the
    day, but (`until_ms`) no further than to a time."""

    to_ms: int | None = None
    until_ms: int | None = None


class Inject(OnPhone):
    """One event as a day file writes it, without a time."""

    event: dict[str, Any]


class NamedSnapshot(OnPhone):
    """A snapshot's name (letters, digits, `._-`), or its path where it holds a slash."""

    name: str


class AnswerAuth(OnPhone):
    """The user's answer to "Allow USB debugging?"."""

    allow: bool


class Screenshot(OnPhone):
    """Where the host writes the PNG; without it the bytes come back in base64."""

    path: str | None = None


class Applied(Message):
    """An event that happened: its time on the phone's clock, and a remark where nothing was left to do."""

    at_ms: int
    id: str
    kind: str
    origin: str
    remark: str = ""


class PhoneStatus(Message):
    """A phone of the host."""

    serial: str
    state: Literal["device", "offline", "unauthorized"]
    adbd_port: int = 0  # where adb servers connect; 0 where nothing listens
    auth_dialog: str | None = None  # fingerprint of the key that "Allow USB debugging?" asks for
    api_level: int
    now_ms: int
    boot_ms: int
    running: bool
    timezone: str
    day: str | None = None
    persona: str | None = None
    seed: int | None = None
    day_start_ms: int | None = None
    day_end_ms: int | None = None
    ended: bool = False


class Status(Message):
    """The host."""

    adb_port: int
    control_port: int
    pid: int
    phones: list[PhoneStatus]


class TimeResult(Message):
    """Where the clock stands after a step. `applied`: what happened since the last answer that had this field;
    `problems`: events that could not happen while the clock ran by itself."""

    now_ms: int
    running: bool
    ended: bool
    next_event_ms: int | None
    applied: list[Applied] = Field(default_factory=list)
    problems: list[str] = Field(default_factory=list)


class DayTruth(Truth):
    """The truth of a day, with what its judge must know of the phone: its time zone, and its contacts' numbers by
    name."""

    timezone: str
    contacts: dict[str, list[str]]


class NextEvent(Message):
    """When the day's next event is; None when there is none."""

    at_ms: int | None


class Picture(Message):
    """A screenshot: base64 of a PNG, or the path it was written to."""

    png: str | None = None
    path: str | None = None


class SnapshotList(Message):
    """Names of the saved snapshots, sorted."""

    names: list[str]
