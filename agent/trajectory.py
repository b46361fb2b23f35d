"""The behavioural trajectory: the fourth dimension of the context: what happened on the phone, as typed events.

Two looks at the phone are compared; what differs becomes an event. The usage statistics fill in what happened between
them. Times are phone time in milliseconds.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from device.phone_state import PhoneState

Kind = Literal[
    "app", "notification_posted", "notification_updated", "notification_removed", "message", "call", "screen", "charger",
    "battery", "network", "place", "media", "sound", "bluetooth", "proposal",
]  # fmt: skip
KEPT = 400
MOVED_DEGREES = 0.0006  # about 60 m: beyond the wobble of a fix


class TrajectoryEvent(BaseModel):
    """Something that happened. `text` is readable; `subject` is the package, key or number it is about."""

    model_config = ConfigDict(frozen=True)

    time_ms: int
    kind: Kind
    text: str
    subject: str = ""
    screenshot: str | None = None


class Trajectory(BaseModel):
    """The latest events, oldest first (at most 400)."""

    events: list[TrajectoryEvent] = Field(default_factory=list)

    def add(self, event: TrajectoryEvent) -> None:
        """Append an event and forget the oldest beyond the limit."""
        self.events.append(event)
        del self.events[:-KEPT]

    def since(self, time_ms: int) -> list[TrajectoryEvent]:
        """The events at or after a time."""
        return [event for event in self.events if event.time_ms >= time_ms]

    def last(self, kind: Kind) -> TrajectoryEvent | None:
        """The latest event of a kind."""
        return next((event for event in reversed(self.events) if event.kind == kind), None)

    def observe(
        self, before: PhoneState | None, now: PhoneState, screenshot: str | None = None
    ) -> list[TrajectoryEvent]:
        """Add what differs between two states and return it."""
        found = differences(before, now) if before is not None else []
        if screenshot is not None and (before is None or before.foreground_package != now.foreground_package):
            found = [e.model_copy(update={"screenshot": screenshot}) if e.kind == "app" else e for e in found]
        for event in found:
            self.add(event)
        return found


def differences(before: PhoneState, now: PhoneState) -> list[TrajectoryEvent]:
    """What changed from one state to the next, as events at the time of the second."""
    at = now.captured_at_ms or 0
    events: list[TrajectoryEvent] = []

    def event(kind: Kind, text: str, subject: str = "", time_ms: int | None = None) -> None:
        events.append(
            TrajectoryEvent(time_ms=at if time_ms is None else time_ms, kind=kind, text=text, subject=subject)
        )

    if now.foreground_package and now.foreground_package != before.foreground_package:
        event("app", f"opened {now.foreground_package}", now.foreground_package)
    old = {record.key: record for record in before.posted}
    new = {record.key: record for record in now.posted}
    for key, record in new.items():
        said = f"{record.package}: {record.title or ''} | {record.text or ''}"
        if key not in old:
            event("notification_posted", said, key or "")
        elif (old[key].title, old[key].text, len(old[key].messages)) != (
            record.title,
            record.text,
            len(record.messages),
        ):
            event("notification_updated", said, key or "")
    for key, record in old.items():
        if key not in new:
            event("notification_removed", f"{record.package}: {record.title or ''}", key or "")
    known = {message.id for message in before.sms or ()}
    for message in now.sms or ():
        if message.id not in known:
            way = "from" if message.type == "inbox" else "to"
            event("message", f"SMS {way} {message.address}: {message.body}", message.address or "", message.date_ms)
    calls = {(call.number, call.date_ms) for call in before.calls or ()}
    for call in now.calls or ():
        if (call.number, call.date_ms) not in calls:
            event("call", f"{call.type or 'unknown'} call {call.name or call.number}", call.number or "", call.date_ms)
    if (place := now.position) is not None and moved(before.position, place):
        event("place", f"moved to {place[0]:.4f}, {place[1]:.4f}", f"{place[0]:.5f},{place[1]:.5f}")
    device, old_device = _audio_device(now), _audio_device(before)
    if now.bluetooth is not None and before.bluetooth is not None and device != old_device:
        event("bluetooth", f"audio device: {device or 'none'}", device or old_device or "")
    for kind, then, value, words in _states(before, now):
        if value is not None and then != value:
            event(kind, f"{words}: {value}", words)
    return events


def _states(before: PhoneState, now: PhoneState) -> list[tuple[Kind, object, object, str]]:
    """Single values whose change is an event."""
    return [
        ("screen", before.awake, now.awake, "screen on"),
        ("charger", before.charging, now.charging, "charging"),
        ("network", before.transport, now.transport, "network"),
        ("sound", before.ringer_mode, now.ringer_mode, "ringer"),
        ("sound", before.zen_mode, now.zen_mode, "do not disturb"),
        ("media", _title(before), _title(now), "playing"),
    ]


def moved(before: tuple[float, float] | None, now: tuple[float, float]) -> bool:
    """Whether a position is another place than the one before."""
    return before is not None and max(abs(a - b) for a, b in zip(before, now, strict=True)) > MOVED_DEGREES


def _audio_device(state: PhoneState) -> str | None:
    return state.bluetooth.active_device if state.bluetooth else None


def _title(state: PhoneState) -> str | None:
    playing = state.playing
    return f"{playing.title or '?'} ({playing.package})" if playing else None
