"""Has anything changed? A glance at the phone in one round trip, cheap enough to be taken every few seconds."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from device import Device
from device.device import parse_now

_RECORD = re.compile(r"NotificationRecord\(.*?\bpkg=(\S+)")
_KEY = re.compile(r"\bkey=(\S+?):? ")
_UPDATED = re.compile(r"\bmUpdateTimeMs=(\d+)")
_LEVEL = re.compile(r"^\s*level: (\d+)", re.MULTILINE)
_POWERED = re.compile(r"^\s*(AC|USB|Wireless|Dock) powered: (true|false)", re.MULTILINE)
_WAKE = re.compile(r"mWakefulness=(\w+)")
_CALL = re.compile(r"mCallState=(\d+)")
_NETWORK = re.compile(r"Active default network: (\S+)")
_FOCUS = re.compile(r"mCurrentFocus=Window\{\S+ \S+ (\S+?)\}")
_FIX = re.compile(r"Location\[\w+ (-?\d+[.,]\d+),(-?\d+[.,]\d+)")

# Levels at which a change of the battery is worth a look.
BATTERY_STEPS = (5, 10, 15, 20, 30, 50, 80, 100)
PLACE_STEP = 0.0007  # degrees, about 80 m: a move, not a wobble of the fix

COMMANDS: tuple[str, ...] = (
    "date +%s%3N; date +%s",
    "dumpsys notification --noredact | grep -E 'NotificationRecord\\(|mUpdateTimeMs='",
    "dumpsys battery | grep -E 'level:|powered:'",
    "dumpsys power | grep -m 1 'mWakefulness='",
    "dumpsys telephony.registry | grep -m 1 'mCallState='",
    "dumpsys connectivity | grep -m 1 'Active default network'",
    "dumpsys window displays | grep -m 1 'mCurrentFocus=Window'; dumpsys window windows | grep -m 1 'mCurrentFocus=Window'",
    "dumpsys location | grep -m 1 'Location\\['",
    "content query --uri content://sms/inbox --projection _id --sort '_id DESC LIMIT 1'",
    "dumpsys bluetooth_manager | grep -m 1 'mActiveDevice: '",
)


@dataclass(frozen=True)
class Glance:
    """What a glance saw. Texts are compared, not understood."""

    now_ms: int
    notifications: dict[str, str] = field(default_factory=dict)  # key → update time
    battery_step: int | None = None
    powered: str = ""
    wakefulness: str = ""
    call: str = ""
    network: str = ""
    focus: str = ""
    place: tuple[float, float] | None = None
    sms: str = ""
    audio: str = ""

    @property
    def awake(self) -> bool:
        """Whether the screen is on (an unknown state counts as awake)."""
        return self.wakefulness in ("", "Awake")

    def changes_since(self, before: Glance) -> list[str]:
        """In words, what is different: the reasons for a look."""
        reasons = []
        for key, updated in self.notifications.items():
            if key not in before.notifications:
                reasons.append(f"notification posted: {key}")
            elif before.notifications[key] != updated:
                reasons.append(f"notification updated: {key}")
        reasons += [f"notification removed: {key}" for key in before.notifications if key not in self.notifications]
        if self.battery_step != before.battery_step:
            reasons.append(f"battery at {self.battery_step} %")
        for name, now, then in (
            ("charger", self.powered, before.powered),
            ("screen", self.wakefulness, before.wakefulness),
            ("call", self.call, before.call),
            ("network", self.network, before.network),
            ("foreground", self.focus, before.focus),
            ("message", self.sms, before.sms),
            ("audio device", self.audio, before.audio),
        ):
            if now != then:
                reasons.append(f"{name}: {then or 'none'} → {now or 'none'}")
        if (
            self.place
            and before.place
            and max(abs(a - b) for a, b in zip(self.place, before.place, strict=True)) > PLACE_STEP
        ):
            reasons.append("place changed")
        return reasons


def glance(device: Device) -> Glance:
    """Look once, in one round trip. Raises the errors of `device`; what a phone does not say stays empty."""
    texts = [result.text for result in device.batch(COMMANDS)]
    return read_glance(texts)


def read_glance(texts: list[str]) -> Glance:
    """A glance from the outputs of `COMMANDS`, in their order."""
    now, notifications, battery, power, call, network, focus, place, sms, audio = texts
    level = _LEVEL.search(battery)
    fix = _FIX.search(place)
    return Glance(
        now_ms=parse_now(now),
        notifications=_notifications(notifications),
        battery_step=_step(int(level[1])) if level else None,
        powered=" ".join(match[1] for match in _POWERED.finditer(battery) if match[2] == "true"),
        wakefulness=_first(_WAKE, power),
        call=_first(_CALL, call),
        network=_first(_NETWORK, network),
        focus=_first(_FOCUS, focus),
        place=(float(fix[1].replace(",", ".")), float(fix[2].replace(",", "."))) if fix else None,
        sms=sms.strip(),
        audio=audio.partition("mActiveDevice: ")[2].strip().removesuffix("null"),
    )


def _first(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match[1] if match else ""


def _step(level: int) -> int:
    """The smallest step that the level has not risen above."""
    return next((step for step in BATTERY_STEPS if level <= step), 100)


def _notifications(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    key = ""
    for line in text.splitlines():
        if _RECORD.search(line):
            match = _KEY.search(line)
            key = match[1] if match else line.strip()
            found.setdefault(key, "")
        elif key and not found[key] and (updated := _UPDATED.search(line)):
            found[key] = updated[1]
    return found
