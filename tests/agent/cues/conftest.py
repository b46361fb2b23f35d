"""Hand-built contexts: a phone, a profile and what has just happened, in a few words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

import pytest

from agent.context import Context, compose
from agent.cues import ALL_CUES
from agent.cues.base import Finding
from agent.profile import UserProfile
from agent.trajectory import Trajectory, TrajectoryEvent
from device.capture.alarm import Alarms, ClockAlarm
from device.capture.audio import Audio, RingerMode, Stream
from device.capture.battery import Battery
from device.capture.bluetooth import Bluetooth, BondedDevice
from device.capture.location import Fix, Location
from device.capture.media_session import MediaSession, MediaSessions
from device.capture.notifications import Message, Notification, Notifications
from device.capture.people import CalendarEvent, Call, Contact, Sms
from device.capture.power import Power
from device.capture.settings import SettingsList
from device.capture.uimode import UiMode
from device.phone_state import PhoneState

HOME = {"name": "home", "kind": "home", "latitude": 48.2, "longitude": 16.37, "address": "Lindengasse 7, 1070 Vienna"}
WORK = {"name": "office", "kind": "work", "latitude": 48.22, "longitude": 16.4, "address": "Hafenweg 3, 1020 Vienna"}
PROFILE: dict[str, Any] = {
    "name": "Edda Falk",
    "language": "en",
    "country": "AT",
    "city": "Vienna",
    "places": [HOME, WORK],
    "people": {"Runa Holm": "sister", "Oskar Lind": "colleague"},
}


@dataclass
class Scene:
    """A phone at a moment. Times are HH:MM of its day; positive minutes in `ago` mean before now."""

    at: str = "2026-06-10 12:00"
    zone: str = "Europe/Vienna"
    profile: dict[str, Any] = field(default_factory=dict)
    notes: list[Notification] = field(default_factory=list)
    fields: dict[str, Any] = field(default_factory=dict)
    events: list[CalendarEvent] = field(default_factory=list)
    texts: list[Sms] = field(default_factory=list)
    contacts: list[Contact] = field(default_factory=lambda: [Contact(name="Runa Holm", phones=("+43660111222",))])
    past: list[TrajectoryEvent] = field(default_factory=list)
    reasons: tuple[str, ...] = ()

    @property
    def now(self) -> datetime:
        return datetime.fromisoformat(self.at).replace(tzinfo=ZoneInfo(self.zone))

    def ms(self, ago: float = 0) -> int:
        return int((self.now - timedelta(minutes=ago)).timestamp() * 1000)

    def clock(self, text: str) -> int:
        """Milliseconds of "HH:MM" today or "YYYY-MM-DD HH:MM"."""
        day = text if len(text) > 5 else f"{self.now:%Y-%m-%d} {text}"
        return int(datetime.fromisoformat(day).replace(tzinfo=ZoneInfo(self.zone)).timestamp() * 1000)

    def chat(
        self, sender: str, text: str, *, ago: float = 1, group: str = "", then: Sequence[tuple[str, str, float]] = ()
    ) -> Scene:
        """A chat message, and what was said after it in the thread (sender, text, minutes ago)."""
        said = [Message(text=text, sender=sender, time_ms=self.ms(ago))]
        said += [Message(text=words, sender=who, time_ms=self.ms(when)) for who, words, when in then]
        last = said[-1]
        self.notes.append(Notification(
            package="com.whatsapp", key=f"chat{len(self.notes)}", title=group or sender, category="msg", messages=tuple(said),
            text=f"{last.sender}: {last.text}" if group else last.text, posted_ms=last.time_ms, actions=("Reply",),
        ))  # fmt: skip
        return self

    def notice(
        self, package: str, title: str, text: str, *, ago: float = 1, category: str = "status", channel: str = ""
    ) -> Scene:
        self.notes.append(Notification(
            package=package, key=f"note{len(self.notes)}", title=title, text=text, category=category, channel=channel,
            posted_ms=self.ms(ago),
        ))  # fmt: skip
        return self

    def mail(self, sender: str, subject: str, body: str, *, ago: float = 1) -> Scene:
        self.notes.append(Notification(
            package="com.google.android.gm", key=f"mail{len(self.notes)}", title=sender, text=subject, category="email",
            big_text=f"{subject}\n{body}", posted_ms=self.ms(ago),
        ))  # fmt: skip
        return self

    def sms(self, sender: str, text: str, *, ago: float = 1) -> Scene:
        self.texts.append(Sms(id=len(self.texts), address=sender, body=text, date_ms=self.ms(ago), type="inbox"))
        return self

    def event(self, title: str, begin: str, end: str, location: str = "", description: str = "") -> Scene:
        self.events.append(CalendarEvent(
            id=len(self.events), title=title, begin_ms=self.clock(begin), end_ms=self.clock(end), location=location,
            description=description,
        ))  # fmt: skip
        return self

    def missed(self, name: str, number: str, *, ago: float = 5, then: str = "") -> Scene:
        calls = [Call(number=number, name=name or None, date_ms=self.ms(ago), type="missed", is_new=True)]
        if then:
            calls.insert(0, Call(number=number, name=name, date_ms=self.ms(ago / 2), type="outgoing"))
        self.fields["calls"] = tuple(calls)
        return self

    def alarm(self, when: str) -> Scene:
        self.fields["alarms"] = Alarms(next_clock_alarm=ClockAlarm(user=0, time_ms=self.clock(when)))
        return self

    def position(self, latitude: float, longitude: float, *, arrived: float | None = 3) -> Scene:
        self.fields["location"] = Location(enabled=True, last=Fix(provider="fused", lat=latitude, lon=longitude))
        if arrived is not None:
            self.past.append(TrajectoryEvent(time_ms=self.ms(arrived), kind="place", text="moved"))
        return self

    def place(self, where: dict[str, Any], *, arrived: float | None = 3) -> Scene:
        return self.position(where["latitude"], where["longitude"], arrived=arrived)

    def headphones(self, name: str | None, *, changed: float = 1) -> Scene:
        bonded = (BondedDevice(address="AA:BB:CC:DD:EE:01", name=name or "Buds X"),)
        self.fields["bluetooth"] = Bluetooth(
            enabled=True, bonded=bonded, active_device=bonded[0].address if name else None
        )
        text = f"audio device: {bonded[0].address if name else 'none'}"
        self.past.append(TrajectoryEvent(time_ms=self.ms(changed), kind="bluetooth", text=text))
        return self

    def playing(self, title: str = "A song") -> Scene:
        session = MediaSession(package="com.spotify.music", state="playing", title=title, artist="x")
        self.fields["media"] = MediaSessions(sessions=(session,))
        return self

    def screen(self, on: bool, package: str | None = None) -> Scene:
        self.fields["power"] = Power(awake=on, screen_on=on)
        if package:
            from device.capture.window import Windows

            self.fields["windows"] = Windows(focused_package=package, focused_activity=".Main", keyguard_showing=False)
        return self

    def battery(self, level: int, *, plugged: Literal["none", "ac"] = "none") -> Scene:
        self.fields["battery"] = Battery(level=level, scale=100, plugged=plugged)
        return self

    def ringer(self, mode: RingerMode = "normal") -> Scene:
        self.fields["audio"] = Audio(ringer_mode=mode, streams={"alarm": Stream(level=5, max=7)})
        return self

    def zen(self, mode: str = "off") -> Scene:
        self.fields["zen"] = mode
        return self

    def night_look(self, mode: Literal["yes", "no"] = "no") -> Scene:
        self.fields["ui_mode"] = UiMode(night_mode=mode)
        return self

    def setting(self, namespace: str, **values: str) -> Scene:
        settings = dict(self.fields.get("settings", {}))
        settings[namespace] = SettingsList(values={**values})
        self.fields["settings"] = settings
        return self

    def files(self, *paths: str) -> Scene:
        self.fields["files"] = tuple(f"/storage/emulated/0/{path}" for path in paths)
        return self

    def about(self, *sentences: str, **more: Any) -> Scene:
        self.profile = {**self.profile, "about": list(sentences), **more}
        return self

    def context(self) -> Context:
        fields = dict(self.fields)
        zen = fields.pop("zen", None)
        state = PhoneState(
            captured_at_ms=self.ms(), timezone=self.zone, locale="en-AT",
            notifications=Notifications(records=tuple(self.notes), zen_mode=zen), calendar_events=tuple(self.events),
            sms=tuple(self.texts), contacts=tuple(self.contacts), **fields,
        )  # fmt: skip
        profile = UserProfile.model_validate({**PROFILE, **self.profile})
        return compose(profile, state, Trajectory(events=self.past), reasons=self.reasons)

    def findings(self, threshold: float = 0.5) -> list[Finding]:
        """What the cues find, best first."""
        context = self.context()
        found = [finding for cue in ALL_CUES for finding in cue(context) if finding.score >= threshold]
        return sorted(found, key=lambda finding: -finding.score)

    def best(self) -> str:
        """The best finding's calls as text; "" when there is none."""
        found = self.findings()
        return " + ".join(str(call) for call in found[0].calls) if found else ""


@pytest.fixture
def scene() -> Callable[..., Scene]:
    """Builds a scene: `scene(at="2026-06-10 12:00")`."""
    return Scene
