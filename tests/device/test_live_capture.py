"""A capture of a live phone: one round trip for everything, one for the picture; a changed phone reads changed."""

from __future__ import annotations

from device import Device
from device.capture.live import capture
from device.ui import AdbUi, wait_for_node
from simulator.process import Simulator


def test_everything_comes_in_two_round_trips(phone: Device) -> None:
    taken = capture(phone)
    assert taken.round_trips <= 2
    assert taken.png is not None and taken.png.startswith(b"\x89PNG")
    state = taken.state
    assert state.serial == phone.serial
    assert state.captured_at_ms is not None
    for part in ("battery", "notifications", "wifi", "connectivity", "telephony", "location", "alarms", "audio", "media",
                 "power", "display", "activity", "windows", "usage", "ui_mode", "airplane", "properties"):  # fmt: skip
        assert getattr(state, part) is not None, part
    assert state.doubts() == {}


def test_what_changes_on_the_phone_changes_in_the_state(phone: Device, simulated: Simulator) -> None:
    phone.check(["cmd", "uimode", "night", "yes"])
    phone.check(["dumpsys", "battery", "set", "level", "37"])
    phone.check(["cmd", "notification", "post", "-t", "Title, with = signs", "tag1", "and 'text' 你好"])
    phone.check(["settings", "put", "system", "screen_off_timeout", "45000"])
    state = capture(phone, picture=False).state
    assert state.dark_mode is True
    assert state.battery_percent == 37
    assert ("Title, with = signs", "and 'text' 你好") in [(record.title, record.text) for record in state.posted]
    assert state.power is not None and state.power.screen_off_timeout_ms == 45_000
    phone.check(["cmd", "uimode", "night", "no"])
    assert capture(phone, picture=False).state.dark_mode is False


def test_plain_adb_sees_taps_and_types(phone: Device) -> None:
    ui = AdbUi(phone)
    phone.check(["input", "keyevent", "KEYCODE_WAKEUP"])
    phone.check(["wm", "dismiss-keyguard"])
    phone.check(["am", "start", "-W", "-a", "android.intent.action.SENDTO", "-d", "smsto:+4915111"])
    field = wait_for_node(ui, lambda node: "EditText" in node.cls, timeout_s=5, what="the message field")
    assert field.center is not None
    ui.tap(*field.center)
    ui.text("100%s sure & ready")
    typed = wait_for_node(ui, lambda node: "EditText" in node.cls and node.text != "", timeout_s=5, what="the text")
    assert typed.text == "100%s sure & ready"
    ui.key("HOME")
