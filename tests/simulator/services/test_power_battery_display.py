"""Battery, power, display, doze and night mode: commands change the state, dumps show it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]


def test_battery_set_freezes_updates_until_reset(bench: Make) -> None:
    b = bench()
    assert b.sh("dumpsys battery set level 5; dumpsys battery set ac 1").out == ""
    dump = b.dump("battery")
    assert "  (UPDATES STOPPED -- use 'reset' to restart)\n" in dump
    assert "  AC powered: true\n" in dump and "  level: 5\n" in dump
    b.phone.battery.set_level(60)
    assert "  level: 5\n" in b.dump("battery")
    b.sh("dumpsys battery reset")
    assert "  level: 60\n" in (dump := b.dump("battery")) and "UPDATES STOPPED" not in dump


def test_charging_and_full_are_numbers_of_android(bench: Make) -> None:
    b = bench()
    b.phone.battery.plug("usb")
    assert "  status: 2\n" in b.dump("battery") and "mPlugType=2" in b.dump("power")
    b.phone.battery.set_level(100)
    assert "  status: 5\n" in b.dump("battery")
    b.sh("cmd battery unplug")
    assert "  USB powered: false\n" in b.dump("battery")


def test_a_low_battery_is_noticed_once(bench: Make) -> None:
    b = bench()
    before = len(b.phone.state.notifications.posted)
    for percent in (21, 15, 14, 13):
        b.phone.battery.set_level(percent)
    assert len(b.phone.state.notifications.posted) == before + 1


@pytest.mark.parametrize(("api", "lines"), [(32, 0), (33, 1)])
def test_dock_power_is_printed_from_android_13_on(bench: Make, api: int, lines: int) -> None:
    assert bench(api).dump("battery").count("Dock powered") == lines


def test_battery_saver_is_refused_while_powered_and_ends_on_the_charger(bench: Make) -> None:
    b = bench()
    assert b.sh("cmd power set-mode 1").code == 0
    assert "Battery Saver is currently: ON" in b.dump("power")
    assert b.phone.settings.get("global", "low_power") == "1"
    b.phone.battery.plug("ac")
    assert "Battery Saver is currently: OFF" in b.dump("power")
    assert b.sh("cmd power set-mode 1").code == 0
    assert "Battery Saver is currently: OFF" in b.dump("power")


def test_the_screen_goes_dark_after_the_timeout_and_a_touch_puts_it_off(bench: Make) -> None:
    b = bench()
    clock = b.phone.clock
    b.phone.settings.put("system", "screen_off_timeout", "30000")
    clock.advance_to(clock.now_ms + 20_000)
    b.sh("input tap 5 5")
    clock.advance_to(clock.now_ms + 29_000)
    assert b.phone.power.interactive
    clock.advance_to(clock.now_ms + 2_000)
    assert not b.phone.power.interactive
    dump = b.dump("power")
    assert "mWakefulness=Asleep" in dump and "mLastSleepReason=timeout" in dump
    assert "mScreenOffTimeoutSetting=30000" in dump


def test_wm_dismisses_only_a_keyguard_without_a_secret(bench: Make) -> None:
    b = bench()
    b.sh("input keyevent POWER; input keyevent WAKEUP; wm dismiss-keyguard")
    assert not b.phone.state.power.keyguard_locked
    b.phone.state.power.secure_lock = True
    b.sh("input keyevent POWER; input keyevent WAKEUP; wm dismiss-keyguard")
    assert b.phone.state.power.keyguard_locked


def test_touches_on_a_dark_screen_reach_nothing(bench: Make) -> None:
    b = bench()
    b.sh("input keyevent POWER")
    events = len(b.phone.state.usage)
    b.sh("input tap 540 1200; input swipe 540 2000 540 400")
    assert not b.phone.power.interactive and len(b.phone.state.usage) == events


@pytest.mark.parametrize(("setting", "share"), [("1", "0.0"), ("128", "0.5"), ("255", "1.0")])
def test_brightness_follows_the_setting_and_the_display_reports_it(bench: Make, setting: str, share: str) -> None:
    b = bench()
    b.sh(f"settings put system screen_brightness_mode 0; settings put system screen_brightness {setting}")
    dump = b.dump("display")
    assert f"  mScreenBrightness={share}\n" in dump and "mBrightnessReason=manual" in dump
    assert "mScreenBrightnessModeSetting=0" in b.dump("power")


def test_android_10_reports_brightness_in_255_steps(bench: Make) -> None:
    b = bench(29)
    b.sh("settings put system screen_brightness 200")
    assert "  mScreenBrightness=200\n" in b.dump("display")


def test_a_brightness_that_is_no_number_changes_nothing(bench: Make) -> None:
    b = bench()
    before = b.phone.state.display.brightness
    b.phone.settings.mirror("system", "screen_brightness", "bright")
    b.phone.display.set_brightness_from_setting()
    assert b.phone.state.display.brightness == before


def test_wm_overrides_size_and_density_and_puts_them_back(bench: Make) -> None:
    b = bench()
    assert b.sh("wm size").out == "Physical size: 1080x2400\n"
    b.sh("wm size 720x1600; wm density 320")
    assert b.sh("wm size").out == "Physical size: 1080x2400\nOverride size: 720x1600\n"
    assert b.sh("wm density").out == "Physical density: 420\nOverride density: 320\n"
    assert "cur=720x1600" in b.dump("window displays")
    b.sh("wm size reset; wm density reset")
    assert b.sh("wm size; wm density").out == "Physical size: 1080x2400\nPhysical density: 420\n"
    assert b.sh("wm size 1x1").code == 255


def test_a_locked_rotation_turns_the_display(bench: Make) -> None:
    b = bench()
    b.sh("wm user-rotation lock 1")
    assert "DisplayFrames w=2400 h=1080 r=1" in b.dump("window displays")
    assert "orientation=1" in b.dump("display")


def test_night_mode_is_set_read_and_dumped(bench: Make) -> None:
    b = bench()
    assert b.sh("cmd uimode night").out == "Night mode: no\n"
    assert b.sh("cmd uimode night yes").out == "Night mode: yes\n"
    assert "mCurUiMode=0x21" in (dump := b.dump("uimode")) and "mNightMode=2 (yes)" in dump
    assert "-night-" in b.sh("am get-config").out
    bad = b.sh("cmd uimode night purple")
    assert bad.code == 255 and bad.err.startswith("Error: mode must be ")


def test_custom_night_follows_the_clock(bench: Make) -> None:
    b = bench()
    b.sh("cmd uimode time start 09:00; cmd uimode time end 11:00; cmd uimode night custom")
    assert b.phone.uimode.night
    b.phone.clock.advance_to(b.phone.clock.now_ms + 3_600_000)
    assert not b.phone.uimode.night


def test_doze_needs_a_dark_screen_without_charger(bench: Make) -> None:
    b = bench()
    assert "mState=ACTIVE" in b.dump("deviceidle")
    assert b.sh("cmd deviceidle force-idle").code == 255
    b.sh("input keyevent POWER")
    assert b.sh("cmd deviceidle force-idle").out == "Now forced in to deep idle mode\n"
    assert "mState=IDLE " in b.dump("deviceidle") and "mScreenOn=false" in b.dump("deviceidle")
    b.sh("input keyevent WAKEUP")
    assert b.sh("cmd deviceidle get deep").out == "ACTIVE\n"


def test_what_the_hardware_says_survives_a_snapshot(bench: Make) -> None:
    b = bench()
    b.sh("dumpsys battery set level 5; dumpsys battery set usb 1")
    b.phone.state = type(b.phone.state).model_validate_json(b.phone.state.model_dump_json())
    b.sh("dumpsys battery reset")
    assert (b.phone.state.battery.level, b.phone.battery.powered) == (80, False)


def test_a_reboot_ends_what_a_shell_had_set(bench: Make) -> None:
    b = bench()
    b.sh("dumpsys battery set level 5")
    b.phone.reboot()
    assert "  level: 80\n" in b.dump("battery")
    assert [e.type for e in b.phone.state.usage if e.type.startswith("DEVICE_")] == [
        "DEVICE_SHUTDOWN",
        "DEVICE_STARTUP",
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("dumpsys battery set level x", "Bad value: x\n"),
        ("dumpsys battery set colour 1", "Unknown set option: colour\n"),
        ("dumpsys battery set level", "No value specified\n"),
        ("cmd battery get level", "80\n"),
        ("cmd deviceidle whitelist +com.no.such", "Unknown package: com.no.such\n"),
        ("wm density 10", ""),
    ],
)
def test_words_that_are_wrong_are_named(bench: Make, line: str, said: str) -> None:
    b = bench()
    assert b.sh(line).out == said
    assert b.phone.state.battery.level == 80 and not b.phone.state.battery.overridden


def test_the_doze_list_of_the_user_grows_and_shrinks(bench: Make) -> None:
    b = bench()
    assert b.sh("cmd deviceidle whitelist +com.whatsapp").out == "Added: com.whatsapp\n"
    assert "  Whitelist user apps:\n    com.whatsapp\n" in b.dump("deviceidle")
    b.sh("dumpsys deviceidle whitelist -com.whatsapp")
    assert "Whitelist user apps" not in b.dump("deviceidle")


def test_the_menu_key_opens_a_keyguard_without_a_secret(bench: Make) -> None:
    b = bench()
    b.sh("input keyevent POWER; input keyevent WAKEUP; input keyevent 82")
    assert not b.phone.state.power.keyguard_locked
