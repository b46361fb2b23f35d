"""SystemUI: low battery, screenshots."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from simulator.apps.systemui import SystemUiApp
from simulator.clock import Clock
from simulator.phone import Phone
from simulator.state import State

SYSTEM_UI = "com.android.systemui"


@pytest.fixture
def phone() -> Phone:
    phone = Phone(State(), Clock(1_780_290_000_000))
    phone.boot()
    return phone


def system_ui(phone: Phone) -> SystemUiApp:
    app = phone.app(SYSTEM_UI)
    assert isinstance(app, SystemUiApp)
    return app


def test_low_battery_is_said_with_a_button_that_saves(phone: Phone) -> None:
    phone.battery.set_level(14)
    note = phone.notifications.find(SYSTEM_UI)
    assert note is not None
    assert (note.title, note.text) == ("Battery is low", "14% remaining")
    phone.statusbar.expand()
    phone.screen.click(phone.screen.find(text="Turn on Battery Saver"))
    assert phone.state.power.battery_saver
    assert phone.notifications.find(SYSTEM_UI) is None


def test_a_tap_on_low_battery_opens_its_settings(phone: Phone) -> None:
    phone.battery.set_level(14)
    phone.statusbar.expand()
    phone.screen.click(phone.screen.find(text="Battery is low"))
    assert phone.screen.find(id="title").text == "Battery Saver"


def test_the_screenshot_key_saves_the_picture_and_says_so(phone: Phone) -> None:
    phone.activities.launch("com.android.settings")
    shown = phone.screen.png()
    phone.screen.key("KEYCODE_SYSRQ")
    (name,) = phone.files.listdir("/sdcard/Pictures/Screenshots")
    assert name == "Screenshot_20260601-070000.png"
    data = phone.files.read(f"/sdcard/Pictures/Screenshots/{name}")
    assert data == shown
    assert Image.open(io.BytesIO(data)).size == (1080, 2400)
    media = next(entry for entry in phone.state.providers.media if entry.path.endswith(name))
    assert (media.mime, media.size) == ("image/png", len(data))
    note = phone.notifications.find(SYSTEM_UI)
    assert note is not None and note.title == "Screenshot saved"


def test_unknown_events_are_refused(phone: Phone) -> None:
    with pytest.raises(ValueError, match="knows no event"):
        system_ui(phone).on_event("party", {})
