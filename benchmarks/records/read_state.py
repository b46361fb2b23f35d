"""Facts that were read from text, as the same PhoneState that a capture gives."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from benchmarks.records.read_phone import Facts
from device.capture.activity import Activities, ResumedActivity
from device.capture.airplane import Airplane
from device.capture.alarm import Alarm, Alarms, ClockAlarm
from device.capture.audio import Audio, Stream
from device.capture.battery import Battery
from device.capture.bluetooth import Bluetooth, BondedDevice
from device.capture.connectivity import Connectivity
from device.capture.display import Display
from device.capture.location import Fix, Location
from device.capture.media_session import MediaSession, MediaSessions
from device.capture.notifications import Notifications
from device.capture.people import Call, Sms
from device.capture.power import Power
from device.capture.uimode import UiMode
from device.capture.wifi import Wifi
from device.phone_state import PhoneState

_CLOCK = "com.google.android.deskclock"


def build_state(
    facts: Facts, now: datetime, *, timezone: str, sms: tuple[Sms, ...] = (), calls: tuple[Call, ...] = ()
) -> PhoneState:
    """The phone state that these facts describe; parts that no fact speaks of are unknown."""
    values = facts.values
    parts: dict[str, Any] = {
        "captured_at_ms": int(now.timestamp() * 1000),
        "timezone": timezone,
        "notifications": Notifications(records=tuple(facts.notifications), count=len(facts.notifications),
                                       zen_mode=values.get("dnd")),
        "calendar_events": tuple(facts.calendar),
        "contacts": tuple(facts.contacts),
        "sms": sms,
        "calls": calls,
        "files": tuple(facts.files),
        **_power(values),
        **_network(values),
        **_sound(facts),
        **_look(values),
    }  # fmt: skip
    if facts.alarms:
        parts["alarms"] = _alarms(facts)
    return PhoneState(**parts)


def _power(values: dict[str, Any]) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    charging = values.get("charging")
    if "battery" in values or charging is not None:
        said: dict[str, Any] = {"status": "charging", "plugged": "ac"} if charging else {}
        if charging is False:
            said = {"status": "discharging", "plugged": "none"}
        parts["battery"] = Battery(level=values.get("battery"), scale=100, **said)
    if "saver" in values or "screen_on" in values:
        awake = values.get("screen_on")
        parts["power"] = Power(battery_saver=values.get("saver"), awake=awake, screen_on=awake)
    return parts


def _network(values: dict[str, Any]) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    network = values.get("network")
    if network is not None:
        over = None if network == "none" else network
        parts["connectivity"] = Connectivity(
            has_default=over is not None, active_transport=over, validated=over is not None
        )
        ssid = values.get("ssid") if network == "wifi" else None
        enabled = values.get("wifi_on", True if network == "wifi" else None)
        parts["wifi"] = Wifi(enabled=enabled, connected=network == "wifi", ssid=ssid)
    if "airplane" in values:
        parts["airplane"] = Airplane(enabled=values["airplane"])
    if "bluetooth" in values or "headset" in values:
        name = values.get("headset")
        address = "00:11:22:33:44:55"
        bonded = (BondedDevice(address=address, name=name),) if name else ()
        parts["bluetooth"] = Bluetooth(enabled=values.get("bluetooth", bool(name) or None), bonded=bonded,
                                       active_device=address if name else None)  # fmt: skip
    if "position" in values or "location" in values:
        fix = (
            Fix(provider="fused", lat=values["position"][0], lon=values["position"][1])
            if "position" in values
            else None
        )
        parts["location"] = Location(enabled=values.get("location"), last=fix)
    return parts


def _sound(facts: Facts) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    values = facts.values
    if "ringer" in values or facts.volumes:
        streams = {name: Stream(level=level, max=100) for name, level in facts.volumes.items()}
        parts["audio"] = Audio(streams=streams, ringer_mode=values.get("ringer"))
    if "playing" in values:
        title, artist, package = values["playing"]
        session = MediaSession(package=package, active=True, state="playing", title=title, artist=artist or None)
        parts["media"] = MediaSessions(session_count=1, sessions=(session,))
    return parts


def _look(values: dict[str, Any]) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    if "brightness" in values:
        parts["display"] = Display(brightness=values["brightness"] / 100)
    if "dark" in values:
        parts["ui_mode"] = UiMode(night_mode="yes" if values["dark"] else "no")
    if "front" in values:
        package = values["front"]
        resumed = ResumedActivity(package=package, activity=".Main", task_id=1)
        parts["activity"] = Activities(resumed=resumed, foreground_package=package)
    return parts


def _alarms(facts: Facts) -> Alarms:
    ordered = sorted(facts.alarms)
    alarms = tuple(
        Alarm(type="RTC_WAKEUP", package=_CLOCK, when_ms=at, tag=name, is_clock=True) for at, name in ordered
    )
    return Alarms(alarms=alarms, next_clock_alarm=ClockAlarm(user=0, time_ms=ordered[0][0]))
