"""Settings: every page opens by its action, shows its title, and its switches work on the phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from simulator.apps.settings.page import PAGES
from simulator.clock import Clock
from simulator.phone import Phone
from simulator.screen.views import View
from simulator.state import (
    ArchivedNotification,
    BluetoothDevice,
    Intent,
    MediaRow,
    Notification,
    State,
    WifiNetwork,
)

S = "android.settings."


def make_phone(api_level: int = 34, language: str = "en") -> Phone:
    state = State.model_validate({"device": {"api_level": api_level, "ui_language": language}})
    state.wifi.visible = [WifiNetwork(ssid="Home"), WifiNetwork(ssid="Cafe", security="open", rssi=-70)]
    state.wifi.saved, state.wifi.connected = ["Home"], "Home"
    state.bluetooth.bonded = [BluetoothDevice(name="WH-1000XM4", address="AA:BB:CC:00:11:22", kind="headset")]
    phone = Phone(state, Clock(1_780_290_000_000))
    phone.boot()
    return phone


@pytest.fixture
def phone() -> Phone:
    return make_phone()


def open_page(phone: Phone, action: str, data: str | None = None) -> None:
    name = action if action.startswith("android.") else S + action
    result = phone.activities.start(Intent(action=name, data=data))
    assert result.status in ("ok", "delivered"), result.message


def switch(phone: Phone, label: str) -> View:
    return phone.screen.find(text=label)


@pytest.mark.parametrize("key", sorted(PAGES))
def test_every_page_opens_by_each_of_its_actions_under_its_title(key: str) -> None:
    for language in ("en", "zh"):
        phone = make_phone(language=language)
        page = PAGES[key]
        for action in page.actions:
            data = "package:com.android.chrome" if page.schemes else None
            open_page(phone, action, data)
            assert phone.screen.focused_window() == f"com.android.settings/{page.cls}"
            assert phone.screen.find(id="title").text == (page.title_zh if language == "zh" else page.title_en)


def test_every_switch_of_every_page_changes_when_tapped(phone: Phone) -> None:
    for page in PAGES.values():
        if not page.actions or page.schemes:
            continue
        open_page(phone, page.actions[0])
        labels = [view.text for view in phone.screen.root().walk() if view.kind == "switch"]
        for label in labels:
            if not phone.screen.has(text=label):
                continue  # switching another off took it away (airplane mode)
            before = switch(phone, label).checked
            phone.screen.click(switch(phone, label))
            assert switch(phone, label).checked is not before, f"{page.key}: {label}"
            phone.screen.click(switch(phone, label))
            assert switch(phone, label).checked is before, f"{page.key}: {label}"


def test_an_unknown_action_does_not_resolve(phone: Phone) -> None:
    assert phone.activities.start(Intent(action=S + "NO_SUCH_SETTINGS")).status == "unresolved"


def test_pages_that_a_release_lacks_do_not_resolve() -> None:
    old, new = make_phone(28), make_phone(29)
    panel = Intent(action=S + "panel.action.INTERNET_CONNECTIVITY")
    assert old.activities.start(panel).status == "unresolved"
    assert new.activities.start(panel).status == "ok"


def test_home_leads_to_pages_and_back(phone: Phone) -> None:
    phone.activities.launch("com.android.settings")
    phone.screen.click(phone.screen.find(text="Network & internet"))
    phone.screen.click(phone.screen.find(text="Wi‑Fi"))
    assert phone.screen.has(text="Use Wi‑Fi")
    phone.screen.key("BACK")
    assert phone.screen.has(text="Airplane mode")
    phone.screen.click(phone.screen.find(desc="Navigate up"))
    assert phone.screen.find(id="title").text == "Settings"


@pytest.mark.parametrize(
    ("action", "label", "read"),
    [
        ("WIFI_SETTINGS", "Use Wi‑Fi", lambda phone: phone.state.wifi.enabled),
        ("BLUETOOTH_SETTINGS", "Use Bluetooth", lambda phone: phone.state.bluetooth.enabled),
        ("AIRPLANE_MODE_SETTINGS", "Airplane mode", lambda phone: phone.state.airplane_mode),
        ("NETWORK_OPERATOR_SETTINGS", "Mobile data", lambda phone: phone.state.telephony.data_enabled),
        ("DATA_ROAMING_SETTINGS", "Roaming", lambda phone: phone.settings.get("global", "data_roaming") == "1"),
        ("DARK_THEME_SETTINGS", "Dark theme", lambda phone: phone.uimode.night),
        ("ZEN_MODE_SETTINGS", "Use Do Not Disturb", lambda phone: phone.state.notifications.zen_mode != "off"),
        ("BATTERY_SAVER_SETTINGS", "Use Battery Saver", lambda phone: phone.state.power.battery_saver),
        ("LOCATION_SOURCE_SETTINGS", "Use location", lambda phone: phone.state.location.enabled),
        ("DISPLAY_SETTINGS", "Adaptive brightness", lambda phone: phone.state.display.auto_brightness),
    ],
)
def test_switches_are_bound_to_the_services(
    phone: Phone, action: str, label: str, read: Callable[[Phone], Any]
) -> None:
    open_page(phone, action)
    before = read(phone)
    assert switch(phone, label).checked is bool(before)
    phone.screen.click(switch(phone, label))
    assert read(phone) is not before


def test_battery_saver_is_refused_while_charging(phone: Phone) -> None:
    phone.battery.plug("ac")
    open_page(phone, "BATTERY_SAVER_SETTINGS")
    phone.screen.click(switch(phone, "Use Battery Saver"))
    assert not phone.state.power.battery_saver
    assert phone.state.ui.toast is not None


def test_a_network_is_joined_by_a_tap(phone: Phone) -> None:
    open_page(phone, "WIFI_SETTINGS")
    phone.screen.click(phone.screen.find(text="Cafe"))
    assert phone.state.wifi.connected == "Cafe"


def test_a_headset_is_connected_by_a_tap(phone: Phone) -> None:
    open_page(phone, "BLUETOOTH_SETTINGS")
    phone.screen.click(phone.screen.find(text="WH-1000XM4"))
    assert phone.state.bluetooth.bonded[0].connected


def test_brightness_and_timeout(phone: Phone) -> None:
    open_page(phone, "DISPLAY_SETTINGS")
    left, top, right, bottom = phone.screen.find(id="brightness_slider").bounds
    phone.screen.tap(left + (right - left) // 2, (top + bottom) // 2)
    assert int(phone.settings.get("system", "screen_brightness") or 0) == pytest.approx(128, abs=2)
    phone.screen.click(phone.screen.find(text="Screen timeout"))
    phone.screen.click(phone.screen.find(text="10 minutes"))
    assert phone.power.screen_timeout_ms == 600_000


def test_volumes(phone: Phone) -> None:
    open_page(phone, "SOUND_SETTINGS")
    _, top, right, bottom = phone.screen.find(id="seekbar_music").bounds
    phone.screen.tap(right - 2, (top + bottom) // 2)
    assert phone.state.audio.streams["music"].index == phone.state.audio.streams["music"].max


def test_do_not_disturb_kinds(phone: Phone) -> None:
    open_page(phone, "ZEN_MODE_SETTINGS")
    phone.screen.click(switch(phone, "Use Do Not Disturb"))
    phone.screen.click(phone.screen.find(text="Total silence"))
    assert phone.state.notifications.zen_mode == "none"


def test_an_apps_page_stops_and_disables_it(phone: Phone) -> None:
    phone.activities.launch("com.android.chrome")
    open_page(phone, "APPLICATION_DETAILS_SETTINGS", "package:com.android.chrome")
    assert phone.screen.find(id="entity_header_title").text == "Chrome"
    phone.screen.click(phone.screen.find(text="Force stop"))
    assert phone.activities.pid_of("com.android.chrome") is None
    assert not phone.screen.find(text="Force stop").enabled
    phone.screen.click(phone.screen.find(text="Disable"))
    assert not phone.state.packages["com.android.chrome"].enabled


def test_details_of_an_app_that_is_not_there(phone: Phone) -> None:
    open_page(phone, "APPLICATION_DETAILS_SETTINGS", "package:no.such.app")
    assert phone.screen.has(text="App not found")


def test_storage_counts_the_media_and_frees_what_is_chosen(phone: Phone) -> None:
    phone.files.mkdir("/sdcard/DCIM/Camera", parents=True)
    phone.files.write("/sdcard/DCIM/Camera/clip.mp4", b"x" * 2_500_000)
    phone.state.providers.media.append(
        MediaRow(
            id=900, path="/sdcard/DCIM/Camera/clip.mp4", mime="video/mp4", date_ms=0, size=2_500_000, title="clip.mp4"
        )
    )
    open_page(phone, "INTERNAL_STORAGE_SETTINGS")
    assert phone.screen.has(text="2.5 MB")
    phone.screen.click(phone.screen.find(text="Free up space"))
    phone.screen.click(phone.screen.find(text="clip.mp4"))
    phone.screen.click(phone.screen.find(text="Free up 2.5 MB"))
    assert not phone.state.providers.media
    assert not phone.files.exists("/sdcard/DCIM/Camera/clip.mp4")


def test_notification_history_lists_what_is_gone(phone: Phone) -> None:
    gone = Notification(key="k", package="com.android.settings", id=1, title="Gone", text="by now")
    phone.state.notifications.archive.append(ArchivedNotification(notification=gone, reason="CLICK", time_ms=1))
    open_page(phone, "NOTIFICATION_HISTORY")
    assert phone.screen.has(text="Gone")


def test_about_names_the_phone(phone: Phone) -> None:
    open_page(phone, "DEVICE_INFO_SETTINGS")
    assert phone.screen.has(text="Pixel 8")
    assert phone.screen.has(text="14")


def test_an_app_that_may_not_notify_does_not(phone: Phone) -> None:
    phone.notifications.post("com.whatsapp", "Anna", "Hi", id=1)
    open_page(phone, "APP_NOTIFICATION_SETTINGS", "package:com.whatsapp")
    phone.screen.click(phone.screen.find(text="All WhatsApp notifications"))
    assert phone.notifications.find("com.whatsapp") is None
    phone.notifications.post("com.whatsapp", "Anna", "Hi again", id=2)
    assert phone.notifications.find("com.whatsapp") is None
    phone.screen.click(phone.screen.find(text="All WhatsApp notifications"))
    phone.notifications.post("com.whatsapp", "Anna", "There?", id=3)
    assert phone.notifications.find("com.whatsapp") is not None
