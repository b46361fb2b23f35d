"""Parsers of screens, apps, lists and errors on a few lines of their own."""

from __future__ import annotations

import pytest

from device.capture import (
    parse_accessibility,
    parse_activity,
    parse_content,
    parse_deviceidle,
    parse_display,
    parse_errors,
    parse_getprop,
    parse_hierarchy,
    parse_input,
    parse_logcat,
    parse_package,
    parse_power,
    parse_settings,
    parse_uimode,
    parse_usagestats,
    parse_window,
)
from device.capture.base import component, duration_ms, to_float, to_int, whole_lines


def test_power_saver_on() -> None:
    text = "  mWakefulness=Dozing\n  mPlugType=4\nDisplay Power: state=OFF\n  Battery Saver is currently: ON\n"
    reading = parse_power(text)
    assert (reading.awake, reading.plugged, reading.battery_saver) == (False, "wireless", True)
    assert reading.display_state == "OFF"


def test_display_off_and_turned() -> None:
    text = (
        "Display Devices: size=1\n    mState=OFF\n    mBrightnessState=-1.0\n  Logical Displays: size=1\n"
        '    mBaseDisplayInfo=DisplayInfo{"Built-in", displayId 0, real 1080 x 2400, largest app 1 x 1, rotation 1, '
        "state OFF, density 420 (1 x 1) dpi, x}\n"
    )
    reading = parse_display(text)
    assert (reading.width, reading.height, reading.density, reading.rotation) == (1080, 2400, 420, 1)
    assert (reading.screen_on, reading.brightness) == (False, None)


def test_display_brightness_in_steps_before_android_11() -> None:
    assert parse_display("    mBrightnessState=51\n").brightness == 0.2


def test_window_with_a_dialog_without_app() -> None:
    text = "  mCurrentFocus=Window{a1 u0 Application Not Responding: com.a}\n  mFocusedApp=ActivityRecord{b2 u0 com.a/.M t1}\n"
    reading = parse_window(text)
    assert (reading.focused_window, reading.focused_package) == ("Application Not Responding: com.a", None)
    assert (reading.focused_app_package, reading.focused_app_activity) == ("com.a", ".M")


def test_window_policy_knows_the_keyguard() -> None:
    assert parse_window("    KeyguardServiceDelegate\n      showing=true\n").keyguard_showing is True
    assert parse_window("      showing=true\n").keyguard_showing is None


def test_activity_behind_the_keyguard_is_not_faced() -> None:
    text = (
        "Display #0 (activities from top to bottom):\n  * Task{a1 #4 type=standard A=1:com.a}\n"
        "      * Hist  #0: ActivityRecord{b2 u0 com.a/.M t4}\n        state=RESUMED finishing=false\n"
        "  ResumedActivity: ActivityRecord{b2 u0 com.a/.M t4}\n  isSleeping=false\n    mKeyguardShowing=?\n"
    )
    assert parse_activity(text.replace("?", "false")).foreground_package == "com.a"
    assert parse_activity(text.replace("?", "true")).foreground_package is None
    assert parse_activity(text.partition("    mKeyguard")[0]).foreground_package is None
    assert parse_activity(text.replace("?", "false").replace("RESUMED", "PAUSED")).foreground_package is None


def test_activity_of_android_9() -> None:
    text = (
        "Display #0 (activities from top to bottom):\n    Task id #12\n    * TaskRecord{a1 #12 A=com.a U=0 StackId=1 sz=1}\n"
        "    isSleeping=false\n    mResumedActivity: ActivityRecord{b2 u0 com.a/.M t12}\n"
        "  ResumedActivity: ActivityRecord{b2 u0 com.a/.M t12}\n  KeyguardController:\n    mKeyguardShowing=false\n"
    )
    reading = parse_activity(text)
    assert (reading.task_ids, reading.foreground_package) == ((12,), "com.a")


def test_input_of_an_older_android() -> None:
    text = (
        "  Viewport INTERNAL: displayId=0, uniqueId=local:0, orientation=1, logicalFrame=[0, 0, 2400, 1080], "
        "physicalFrame=[0, 0, 1, 1]\n"
        "  FocusedApplication: name='AppWindowToken{a token=Token{b ActivityRecord{c u0 com.a/.M t1}}}'\n"
        "  FocusedWindow: name='Window{d u0 com.a/com.a.M}'\n"
    )
    reading = parse_input(text)
    assert (reading.focused_app, reading.focused_window) == ("com.a/.M", "com.a/com.a.M")
    assert (reading.orientation, reading.width, reading.viewport_active) == (1, 2400, None)


def test_package_list_with_uids_and_versions() -> None:
    text = "package:com.a versionCode:34 uid:10001\npackage:/data/app/x==/base.apk=com.b uid:10002\n"
    first, second = parse_package(text).entries
    assert (first.package, first.version_code, first.uid, first.path) == ("com.a", 34, 10001, None)
    assert (second.package, second.path, second.uid) == ("com.b", "/data/app/x==/base.apk", 10002)


def test_package_of_an_updated_system_app_is_the_newer_one() -> None:
    text = (
        "Packages:\n  Package [com.a] (1):\n    versionCode=9 minSdk=21 targetSdk=34\n    versionName=9.0\n"
        "Hidden system packages:\n  Package [com.a] (2):\n    versionCode=1 minSdk=1 targetSdk=1\n"
    )
    assert (parse_package(text).version_code, parse_package(text).granted_count) == (9, 0)


def test_package_that_is_not_installed() -> None:
    reading = parse_package("Unable to find package: com.none\n")
    assert reading.package is None
    assert reading.unread


def test_usage_of_the_old_form() -> None:
    text = "Date: 20140101\n  com.a: 5 times, 12000 ms\n    com.a.Main: 5 starts\nDate: 20140102\n  com.a: 1 times, 500 ms\n"
    reading = parse_usagestats(text)
    assert (reading.day_count, reading.line_count) == (2, 2)
    assert reading.days["20140101"]["com.a"].total_ms == 12000
    assert (reading.packages["com.a"].launches, reading.packages["com.a"].total_ms) == (6, 12500)


def test_usage_of_android_9() -> None:
    text = (
        'user=0\n  Last 24 hour events (timeRange="x" )\n    time="2019-01-01 10:00:00" type=MOVE_TO_FOREGROUND package=com.a '
        'class=com.a.M flags=0x0\n  In-memory daily stats\n  timeRange="x" \n    packages\n      package=com.a '
        'totalTime="1:02:03" lastTime="2019-01-01 10:00:00" \n'
    )
    reading = parse_usagestats(text)
    assert reading.last_resumed is not None
    assert (reading.last_resumed.package, reading.last_resumed.activity) == ("com.a", "com.a.M")
    assert reading.packages["com.a"].total_s == 3723


def test_uimode_auto() -> None:
    reading = parse_uimode("  mNightMode=0 (auto)\n mComputedNightMode=true customStart=22:00 customEnd=06:00\n")
    assert (reading.night_mode, reading.computed_night, reading.custom_end) == ("auto", True, "06:00")


def test_deviceidle_in_doze() -> None:
    reading = parse_deviceidle("  mScreenOn=false\n  mForceIdle=true\n  mState=IDLE mLightState=OVERRIDE\n")
    assert (reading.state, reading.light_state, reading.force_idle) == ("IDLE", "OVERRIDE", True)


def test_settings_with_null_empty_and_several_lines() -> None:
    reading = parse_settings("a=null\nb=\nc=one\ntwo\nd=x=y\n")
    assert reading.values == {"a": None, "b": "", "c": "one\ntwo", "d": "x=y"}
    assert "c" not in parse_settings("c=one\ntw").values


def test_getprop_with_empty_operators_and_broken_lines() -> None:
    reading = parse_getprop("[gsm.operator.alpha]: [,]\nnoise\n[ro.product.locale]: [fr-FR]\n[x]: [cut")
    assert (reading.operator, reading.locale, reading.broken_lines) == (None, "fr-FR", 1)
    assert "x" not in reading.values


def test_content_without_rows_and_with_null() -> None:
    assert parse_content("No result found.\n").row_count == 0
    assert parse_content("").row_count == 0
    row = parse_content("Row: 0 _id=1, name=NULL, value=\n").row0
    assert row == {"_id": "1", "name": None, "value": ""}


def test_hierarchy_cut_and_searched() -> None:
    text = (
        '<?xml version=\'1.0\' ?><hierarchy rotation="1"><node text="A &amp; B" resource-id="p:id/ok" class="B" package="p" '
        'content-desc="" clickable="true" enabled="true" bounds="[0,0][10,20]"><node text="x" bounds="[1,1][1,2]" /></node>'
    )
    reading = parse_hierarchy(text + "</hierarchy>UI hierchary dumped to: /dev/tty\n")
    assert (reading.valid_xml, reading.node_count, reading.dump_path) == (True, 2, "/dev/tty")
    found = reading.find(resource_id="ok")
    assert found is not None
    assert (found.text, found.center, found.bounds) == ("A & B", (5, 10), (0, 0, 10, 20))
    assert reading.find(text="none") is None
    cut = parse_hierarchy(text)
    assert (cut.complete, cut.valid_xml, cut.node_count, cut.complete_node_count) == (False, False, None, 2)


def test_hierarchy_that_is_an_error_or_a_bomb() -> None:
    assert parse_hierarchy("ERROR: null root node returned by UiTestAutomationBridge.\n").unread
    bomb = '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aa">]><hierarchy><node text="&a;"/></hierarchy>'
    assert parse_hierarchy(bomb).valid_xml is False


def test_hierarchy_of_great_depth_is_walked() -> None:
    text = '<hierarchy rotation="0">' + '<node text="x">' * 5000 + "</node>" * 5000 + "</hierarchy>"
    reading = parse_hierarchy(text)
    assert reading.node_count == 5000
    assert len(list(reading.walk())) == 5000
    assert reading.model_dump_json()


def test_logcat_tag_with_blanks_and_other_lines() -> None:
    reading = parse_logcat("01-02 03:04:05.678  1  2 I My Tag  : a: b\nnoise\n01-02 03:04:05.679  1  2 E T:\n")
    assert [(entry.tag, entry.message) for entry in reading.entries] == [("My Tag", "a: b"), ("T", "")]
    assert reading.unread == ("1 lines in no known form",)


def test_accessibility_with_a_crash() -> None:
    text = (
        "currentUserId=0\nUser state[\n     attributes:{id=0, touchExplorationEnabled=true, installedServiceCount=2}\n"
        "     Bound services:{}\n     Enabled services:{{a.b/a.b.C}}\n     Binding services:{}\n"
        "     Crashed services:{{a.b/a.b.C}}\n     Client list info:{\n"
    )
    reading = parse_accessibility(text)
    assert (reading.bound_count, reading.enabled, reading.crashed_count) == (0, ("a.b/a.b.C",), 1)
    assert (reading.touch_exploration, reading.installed_count) == (True, 2)


@pytest.mark.parametrize(
    ("text", "kind", "subject"),
    [
        ("Can't find service: foo\n", "service_missing", "foo"),
        ("cmd: Can't find service: foo\n", "service_missing", "foo"),
        ("/system/bin/sh: foo: inaccessible or not found\n", "not_found", "foo"),
        ("cat: /sdcard/x: No such file or directory\n", "not_found", "/sdcard/x"),
        ("adb: device 'emulator-5554' not found\n", "no_device", "emulator-5554"),
        ("error: device offline\n", "offline", None),
        ("error: device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set\n", "unauthorized", None),
        ("error: more than one device/emulator\n", "usage", None),
        ("*** SERVICE 'wifi' DUMP TIMEOUT (10000ms) EXPIRED ***\n", "timeout", None),
        ("Error: Activity not started, unable to resolve Intent { act=x }\n", "no_activity", None),
        ("java.lang.IllegalStateException: UiAutomationService a already registered!\n", "busy", None),
        ("Error: Unknown option: --foo\n", "usage", "--foo"),
        ("Failure [DELETE_FAILED_INTERNAL_ERROR]\n", "other", None),
        ("Success\n", "ok", None),
        ("42\n", "ok", None),
    ],
)
def test_errors(text: str, kind: str, subject: str | None) -> None:
    reading = parse_errors(text)
    assert (reading.kind, reading.subject) == (kind, subject)


def test_errors_of_device_lists() -> None:
    none = parse_errors("List of devices attached\n\n")
    offline = parse_errors("List of devices attached\nemulator-5554\toffline\n")
    assert (none.kind, none.usable_count) == ("no_device", 0)
    assert (offline.kind, offline.devices[0].serial) == ("offline", "emulator-5554")


def test_errors_of_starts_and_broadcasts() -> None:
    assert parse_errors("Starting: Intent { cmp=a/.B }\n").started is True
    assert parse_errors("Starting: Intent { cmp=a/.B }\nError type 3\n").started is False
    broadcast = parse_errors('Broadcasting: Intent { act=a }\nBroadcast completed: result=-1, data="ok, then"\n')
    assert (broadcast.result, broadcast.data) == (-1, "ok, then")


def test_numbers_are_read_with_care() -> None:
    assert (to_int("12 "), to_int("0x1f"), to_int("1.5"), to_int("9" * 30), to_int("٣")) == (12, 31, None, None, None)
    assert (to_float("NaN"), to_float("1e999"), to_float("-0.5")) == (None, None, -0.5)
    assert (duration_ms("+1d0h0m1s5ms"), duration_ms("-2s"), duration_ms("0"), duration_ms("--")) == (
        86_401_005,
        -2000,
        0,
        None,
    )
    assert (component("a.b/.C"), component("a b/.C"), component(None)) == (("a.b", ".C"), None, None)


def test_whole_lines_tell_a_cut_and_a_stopped_dump() -> None:
    assert whole_lines("a\r\nb").lines == ["a"]
    assert whole_lines("a\r\nb").tail == "b"
    assert whole_lines("a\n*** SERVICE 'x' DUMP TIMEOUT (10000ms) EXPIRED ***\n").complete is False
    assert whole_lines("a\n").complete is True
