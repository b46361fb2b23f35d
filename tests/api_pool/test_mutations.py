"""A proof must notice when the deed was not done: every binding, its doing spoiled in turn.

Three mutants a function: its commands do nothing; they write something else; the connection to the right app is cut (the
app is disabled). What no proof can notice is named in `BLIND`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from api_pool import Executor, Session, StepResult, hands
from api_pool.dry import PlanningDevice
from api_pool.functions import default_pool
from api_pool.links import load_links
from device import Device
from device.quoting import command_line
from device.wire import ShellResult
from tests.api_pool.cases import CASES
from tests.api_pool.conftest import Bench, run

POOL = default_pool()
READS = {name for name, function in POOL.functions.items() if function.risk == "read"}
# What a proof cannot tell apart, and why.
BLIND = {"show_ticket": "the wallet shows the only ticket of that kind, which is the one that was meant"}


class Spoiled(Device):
    """A phone on whose way every command that changes something is spoiled. What asks, passes."""

    def __init__(self, real: Device, spoil: Callable[[str], str | None]) -> None:
        super().__init__(real.wire, real.serial)
        self.spoil = spoil
        self.spoiled = 0
        self._asks = PlanningDevice(real, [])

    def line(self, line: str, timeout_s: float = 20.0) -> ShellResult:
        before = len(self._asks._lines)
        result = self._asks.line(line, timeout_s)
        if len(self._asks._lines) == before:
            return result
        instead = self.spoil(line)
        self.spoiled += instead != line
        return ShellResult(b"", b"", 0) if instead is None else super().line(instead, timeout_s)

    def batch(self, commands: Sequence[Sequence[str] | str], timeout_s: float = 30.0) -> list[ShellResult]:
        return [self.line(item if isinstance(item, str) else command_line(item), timeout_s) for item in commands]


def nothing(line: str) -> str | None:
    """The command does nothing and says that all went well. (What only shows the screen to us still works.)"""
    return line if line.startswith(("cmd statusbar", "wm dismiss", "input keyevent KEYCODE_WAKEUP")) else None


WRONG: dict[str, tuple[str, str]] = {
    "set_alarm": (r"MINUTES 30", "MINUTES 31"),
    "set_timer": (r"LENGTH 300", "LENGTH 30"),
    "create_calendar_event": (r"dtstart:l:\d+", "dtstart:l:1773400000000"),
    "update_calendar_event": (r"dtstart:l:\d+", "dtstart:l:1773400000000"),
    "create_reminder": (r"Buy milk", "Sell milk"),
    "make_call": (r"tel:\+\d+", "tel:+491701112233"),
    "dial": (r"tel:\+\d+", "tel:+4930999"),
    "send_sms": (r"I'\\''m late", "Wrong"),
    "compose_email": (r"a\.b@", "x.y@"),
    "send_message": (r"See you", "Leave me"),
    "reply_to_notification": (r"yes", "no"),
    "add_contact": (r"5550001", "5550002"),
    "set_wifi": ("disabled", "enabled"),
    "set_bluetooth": ("disable", "enable"),
    "set_mobile_data": ("disable", "enable"),
    "set_airplane_mode": ("enable", "disable"),
    "set_battery_saver": ("mode 1", "mode 0"),
    "set_do_not_disturb": ("alarms", "none"),
    "set_ringer_mode": ("--set 0", "--set 5"),
    "set_volume": (r"--set \d+", "--set 2"),
    "set_brightness": (r"brightness \d+", "brightness 20"),
    "set_dark_mode": ("yes", "no"),
    "set_location_services": ("false", "true"),
    "set_screen_timeout": ("120000", "15000"),
    "open_settings": ("WIFI", "DISPLAY"),
    "free_up_storage": (r"android.os.storage.action.MANAGE_STORAGE", "android.settings.SETTINGS"),
    "snooze_notification": ("900000", "3600000"),
    "open_app": (r"com.spotify.music/\S+", "com.google.android.deskclock/com.android.deskclock.DeskClock"),
    "close_app": ("com.google.android.deskclock", "com.spotify.music"),
    "navigate_to": ("Ostbloc", "Westbloc"),
    "search_nearby": ("pharmacy", "bakery"),
    "request_ride": ("Airport", "Harbour"),
    "check_route": ("Torstr", "Nordstr"),
    "show_ticket": ("K7XM2P", "K7XM2Q"),
    "share_location": (r"q=[\d.]+", "q=1.00000"),
    "order_food": ("ramen", "pizza"),
    "reserve_table": ("covers=2", "covers=5"),
    "search_product": ("phone", "shoe"),
    "open_cart": ("cart", "search?k=x"),
    "show_payment_code": ("paycode", "payment"),
    "pay_bill": ("84.20", "4.20"),
    "play_music": ("Lage", "Tote"),
    "play_video": ("climbing", "sleeping"),
    "control_playback": ("dispatch pause", "dispatch play"),
    "open_camera": ("VIDEO_CAMERA", "STILL_IMAGE_CAMERA"),
    "take_screenshot": ("KEYCODE_SYSRQ", "KEYCODE_A"),
    "share_file": (r"content://media/external/file/\d+", "content://media/external/file/9999"),
    "start_workout": ("climbing", "rowing"),
    "log_health_metric": ("71.5", "17.5"),
    "join_meeting": ("84512367890", "84512367891"),
    "create_note": ("Remember", "Forget"),
    "translate_text": ("Bom", "Mau"),
    "web_search": ("weather", "traffic"),
    "open_url": ("example.com", "example.org"),
    "show_weather": ("Berlin", "Munich"),
    "compose_post": ("Hello", "Goodbye"),
    "track_parcel": ("JD0146", "JD9999"),
    "show_pickup_code": ("JD0146", "JD9999"),
    "control_device": ("state=on", "state=off"),
    "run_scene": ("Evening", "Morning"),
    "dismiss_alarm": ("MINUTES 45", "MINUTES 44"),
}


def spoil(bench: Bench, name: str, how: Callable[[str], str | None]) -> tuple[StepResult, Spoiled]:
    """Run a call with its commands spoiled."""
    executor = bench.morning(34)
    if name == "control_playback":
        run(executor, "play_music", query="jazz")
    if name == "close_app":
        run(executor, "open_app", app="com.google.android.deskclock")
    device = Spoiled(executor.session.device, how)
    quick = {key: _quick(function) for key, function in POOL.functions.items()}
    pool = type(POOL)(POOL.name, quick)
    step = run(Executor(Session(device, "adb", load_links()), pool), name, **CASES[name])
    return step, device


def _quick(function: Any) -> Any:
    """The proof's deadline cut short: the phone is a fast one, and here most proofs fail."""
    return replace(function, binding=replace(function.binding, deadline_s=0.3))


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What will never come on the screen is not waited for long."""
    monkeypatch.setattr("api_pool.hands.UI_DEADLINE_S", 0.3)
    for function in ("find", "press"):
        monkeypatch.setattr(getattr(hands, function), "__defaults__", (0.3,))


NAMES = [name for name in CASES if name not in READS]


@pytest.mark.parametrize("name", NAMES)
def test_a_command_that_did_nothing_is_noticed(bench: Bench, name: str) -> None:
    step, device = spoil(bench, name, nothing)
    assert device.spoiled > 0
    assert step.status != "verified" or not step.changed, step.why


@pytest.mark.verify
@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_value_is_noticed(bench: Bench, name: str) -> None:
    pattern, instead = WRONG[name]
    step, device = spoil(bench, name, lambda line: re.sub(pattern, instead, line))
    assert device.spoiled > 0, "the mutation touched nothing"
    noticed = step.status != "verified" or not step.changed
    assert noticed is (name not in BLIND), BLIND.get(name, step.why)


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("set_alarm", "com.google.android.deskclock"), ("set_timer", "com.google.android.deskclock"),
        ("open_app", "com.spotify.music"), ("play_music", "com.spotify.music"), ("create_note", "com.google.android.keep"),
        ("send_message", "com.whatsapp"), ("show_payment_code", "com.google.android.apps.walletnfcrel"),
        ("control_device", "com.google.android.apps.chromecast.app"), ("make_call", "com.google.android.dialer"),
        ("send_sms", "com.google.android.apps.messaging"), ("compose_post", "com.twitter.android"),
    ],
)  # fmt: skip
def test_a_disabled_app_is_not_said_to_have_served(bench: Bench, name: str, package: str) -> None:
    executor = bench.morning(34)
    executor.session.device.check(["pm", "disable-user", package])
    step = run(executor, name, **CASES[name])
    assert step.status != "verified" or step.after.get("package") != package, step.why
