"""What a simulated phone of each Android prints comes back as what its state says."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.capture import live
from device.capture.assemble import assemble
from device.phone_state import PhoneState
from simulator.clock import Clock
from simulator.phone import Phone
from simulator.shell import Input, Output, Shell
from simulator.state import (
    BluetoothDevice,
    Call,
    DeviceInfo,
    MediaSession,
    Message,
    Notification,
    NotificationAction,
    PendingAlarm,
    State,
    WifiNetwork,
)

NOW = 1_780_041_600_000
DUMPS = (live.NOW, *live.DUMPS)
LEVELS = range(28, 37)


def note(**changes: Any) -> Notification:
    words = {"key": "0|com.whatsapp|5|null|10001", "package": "com.whatsapp", "id": 5, "title": "Ana", "text": "hi"}
    return Notification.model_validate(words | changes)


def capture(phone: Phone, *commands: str) -> PhoneState:
    """The state as read from a phone's own outputs."""
    outputs = {}
    for line in commands or DUMPS:
        out = bytearray()
        asyncio.run(Shell(phone).run_line(line, Input(), Output(out.extend), Output(out.extend)))
        outputs[line] = out.decode("utf-8", "replace")
    return assemble(outputs)


def booted(api: int) -> Phone:
    state = State(device=DeviceInfo(api_level=api))
    state.battery.level, state.battery.usb, state.battery.status = 17, True, 2
    state.wifi.visible = [WifiNetwork(ssid="Café, 5 GHz", rssi=-61)]
    state.wifi.saved, state.wifi.connected = ["Café, 5 GHz"], "Café, 5 GHz"
    state.bluetooth.bonded = [
        BluetoothDevice(name="Car [kit]", address="00:11:22:33:44:55", transport="dual", connected=True)
    ]
    state.audio.ringer_mode = "vibrate"
    state.media_sessions = [
        MediaSession(
            package="com.spotify.music", state="playing", position_ms=4000, title="Song", artist="Band", updated_ms=NOW
        )
    ]
    state.notifications.zen_mode = "priority"
    state.notifications.posted = [
        note(
            text="Lunch?\nAt twelve",
            category="msg",
            importance=4,
            messages=[Message(sender="Ana", text="Lunch?", time_ms=NOW)],
            actions=[NotificationAction(title="Reply", reply=True), NotificationAction(title="Mute")],
        ),
        note(
            key="0|com.spotify.music|1|null|10002",
            package="com.spotify.music",
            id=1,
            title="Song",
            text="Band",
            ongoing=True,
        ),
    ]
    phone = Phone(state, Clock(NOW))
    phone.boot()
    return phone


@pytest.mark.parametrize("api", LEVELS)
def test_a_phone_is_read_whole(api: int) -> None:
    phone = booted(api)
    state = capture(phone)
    assert set(state.unknown()) <= {
        "serial",
        "windows",
        "recents",
        "input",
        "packages",
        "device_idle",
        "accessibility",
    } | {
        "logcat",
        "hierarchy",
        "screen_texts",
        "calendar_events",
        "sms",
        "calls",
        "contacts",
        "files",
    }
    assert state.doubts() == {}
    assert (state.api_level, state.captured_at_ms, state.timezone) == (api, NOW, phone.state.device.timezone)
    assert (state.battery_percent, state.plugged_in, state.charging) == (17, True, True)
    assert (state.wifi_ssid, state.transport, state.online) == ("Café, 5 GHz", "wifi", True)
    assert (state.ringer_mode, state.dnd, state.awake, state.locked) == ("vibrate", True, True, False)
    assert state.foreground_package == "com.google.android.apps.nexuslauncher"
    assert state.bluetooth is not None
    assert [device.name for device in state.bluetooth.bonded] == ["Car [kit]"]
    assert state.playing is not None
    assert (state.playing.package, state.playing.title, state.playing.artist) == ("com.spotify.music", "Song", "Band")


@pytest.mark.parametrize("api", LEVELS)
def test_notifications_are_read_whole(api: int) -> None:
    state = capture(booted(api), "dumpsys notification --noredact")
    assert state.notifications is not None
    first, second = state.notifications.records
    assert (first.package, first.title, first.text, first.id) == ("com.whatsapp", "Ana", "Lunch?\nAt twelve", 5)
    assert (first.importance, first.category, first.actions) == (4, "msg", ("Reply", "Mute"))
    assert (first.ongoing, second.ongoing, first.redacted) == (False, True, False)


@pytest.mark.parametrize("api", LEVELS)
def test_notifications_without_noredact_withhold_texts(api: int) -> None:
    state = capture(booted(api), "dumpsys notification")
    assert state.notifications is not None
    first = state.notifications.records[0]
    assert (first.title, first.text, first.redacted) == (None, None, True)


@pytest.mark.parametrize("api", [28, 31, 34, 36])
def test_a_call_an_alarm_and_airplane_mode(api: int) -> None:
    phone = booted(api)
    phone.state.telephony.call = Call(number="+4930123", state="active", answered_ms=NOW)
    phone.location.set_enabled(False)
    phone.state.alarms = [
        PendingAlarm(
            id=1, package="com.google.android.deskclock", tag="*walarm*:a", when_ms=NOW + 3_600_000, clock=True
        )
    ]
    state = capture(phone)
    assert state.call_state == "offhook"
    assert state.airplane_mode is False
    assert state.location_enabled is False
    assert state.next_alarm_ms == NOW + 3_600_000
    assert state.alarms is not None
    assert [alarm.package for alarm in state.alarms.clock_alarms] == ["com.google.android.deskclock"]
    phone.connectivity.set_airplane(True)
    state = capture(phone)
    assert (state.airplane_mode, state.online, state.transport, state.call_state) == (True, False, None, "idle")


# Lines of a text are what they are; only a carriage return at a line's end cannot be told from a line end.
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\0"), min_size=1, max_size=60)


@settings(max_examples=60, deadline=None)
@given(title=TEXT, text=TEXT | st.sampled_from(["a)\nb", "x\n            }\n", "null", "a (b)", "\n\n", "String (x)"]))
@pytest.mark.parametrize("api", [30, 34])
def test_any_words_of_a_notification_come_back(api: int, title: str, text: str) -> None:
    phone = Phone(State(device=DeviceInfo(api_level=api)), Clock(NOW))
    phone.state.notifications.posted = [note(title=title, text=text)]
    state = capture(phone, "dumpsys notification --noredact")
    assert state.notifications is not None
    assert [(record.title, record.text) for record in state.notifications.records] == [(title, text)]


@settings(max_examples=60, deadline=None)
@given(sender=TEXT, text=TEXT | st.sampled_from(["a, time=5", "x, sender=Bob", "a}]", "b, text=c"]))
def test_any_words_of_a_message_come_back_or_are_left_out(sender: str, text: str) -> None:
    phone = Phone(State(device=DeviceInfo(api_level=34)), Clock(NOW))
    phone.state.notifications.posted = [note(messages=[Message(sender=sender, text=text, time_ms=NOW)])]
    state = capture(phone, "dumpsys notification --noredact")
    assert state.notifications is not None
    for message in state.notifications.records[0].messages:
        assert (message.sender, message.text) == (None if sender == "null" else sender, text)
