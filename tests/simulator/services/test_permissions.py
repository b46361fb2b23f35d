"""Permissions that were taken: Shell's own (a policy, a vendor's lock), and those of apps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.simulator.services.conftest import Bench

PERMISSION = "android.permission."
MESSAGES, CAMERA = "com.google.android.apps.messaging", "com.google.android.GoogleCamera"
NEITHER = "java.lang.SecurityException: {who}Neither user 2000 nor current process has android.permission.{what}."


def take(bench: Bench, *names: str) -> None:
    """A policy takes permissions from Shell."""
    package = bench.phone.packages.get("com.android.shell")
    assert package is not None
    package.permissions.update({name if "." in name else PERMISSION + name: False for name in names})


@pytest.mark.parametrize(
    ("api", "permission", "line", "code", "said"),
    [
        (28, "INJECT_EVENTS", "input tap 5 5", 1, "Injecting to another application requires INJECT_EVENTS permission"),
        (31, "INJECT_EVENTS", "input keyevent 3", 255, "Exception occurred while executing 'keyevent':\n"
         "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission"),
        (34, "INJECT_EVENTS", "cmd input text hi", 255, "Injecting input events requires the caller (or the source of the "
         "instrumentation, if any) to have the INJECT_EVENTS permission."),
        (34, "WRITE_SECURE_SETTINGS", "settings put global airplane_mode_on 1", 255, "Permission denial: writing to "
         "settings requires:android.permission.WRITE_SECURE_SETTINGS"),
        (30, "WRITE_SECURE_SETTINGS", "cmd location set-location-enabled false", 255,
         NEITHER.format(who="Requires WRITE_SECURE_SETTINGS permission: ", what="WRITE_SECURE_SETTINGS")),
        (28, "CHANGE_WIFI_STATE", "svc wifi disable", 137, "Killed"),
        (34, "CHANGE_WIFI_STATE", "cmd wifi set-wifi-enabled disabled", 255,
         NEITHER.format(who="WifiService: ", what="CHANGE_WIFI_STATE")),
        (34, "NETWORK_SETTINGS", "cmd wifi set-wifi-enabled disabled", 0, ""),
        (34, "MODIFY_PHONE_STATE", "cmd phone data disable", 255, "java.lang.SecurityException: setUserDataEnabled"),
        (34, "BLUETOOTH_CONNECT", "cmd bluetooth_manager disable", 255, "Need android.permission.BLUETOOTH_CONNECT"),
        (31, "BLUETOOTH_ADMIN", "svc bluetooth disable", 0, "Need BLUETOOTH ADMIN permission"),
        (34, "NETWORK_SETTINGS", "cmd connectivity airplane-mode enable", 255,
         "java.lang.SecurityException: Requires one of the following permissions: android.permission.NETWORK_SETTINGS"),
        (34, "FORCE_STOP_PACKAGES", f"am force-stop {MESSAGES}", 255, "requires android.permission.FORCE_STOP_PACKAGES"),
        (34, "MANAGE_NOTIFICATIONS", "cmd notification set_dnd alarms", 0, "Notification policy access denied"),
        (34, "EXPAND_STATUS_BAR", "cmd statusbar expand-notifications", 255,
         NEITHER.format(who="StatusBarManagerService: ", what="EXPAND_STATUS_BAR")),
        (34, "GRANT_RUNTIME_PERMISSIONS", f"pm grant {MESSAGES} {PERMISSION}SEND_SMS", 255, "GRANT_RUNTIME_PERMISSIONS"),
        (34, "DUMP", "dumpsys battery", 0, "Permission Denial: can't dump battery from from pid="),
        (34, "CALL_PHONE", "am start -a android.intent.action.CALL -d tel:+491", 255, "requires android.permission.CALL_PHONE"),
        (34, "WRITE_CALENDAR", "content delete --uri content://com.android.calendar/events", 0, "Permission Denial: writing"),
    ],
)  # fmt: skip
def test_what_shell_may_not_do_is_refused_in_androids_words_and_not_done(
    bench: Callable[..., Bench], api: int, permission: str, line: str, code: int, said: str
) -> None:
    b = bench(api=api)
    take(b, permission)
    before = b.phone.state.model_dump(exclude={"log", "counters"})
    ran = b.sh(line)
    assert (ran.code, said in ran.out + ran.err) == (code, True), ran
    assert b.phone.state.model_dump(exclude={"log", "counters"}) == before
    untouched = bench(api=api)
    assert "SecurityException" not in untouched.sh(line).err


def test_battery_saver_wants_one_of_two_permissions(bench: Callable[..., Bench]) -> None:
    b = bench(api=34)
    b.sh("dumpsys battery unplug")
    take(b, "POWER_SAVER")
    assert b.sh("cmd power set-mode 1").code == 0 and b.phone.state.power.battery_saver
    take(b, "DEVICE_POWER")
    refused = b.sh("cmd power set-mode 0")
    assert refused.code == 255 and NEITHER.format(who="", what="DEVICE_POWER") in refused.err
    assert b.phone.state.power.battery_saver


def test_a_system_setting_wants_one_of_two_permissions(bench: Callable[..., Bench]) -> None:
    b = bench(api=34)
    take(b, "WRITE_SETTINGS")
    assert b.sh("settings put system screen_off_timeout 60000").code == 0
    take(b, "WRITE_SECURE_SETTINGS")
    refused = b.sh("settings put system screen_off_timeout 15000")
    assert "com.android.shell was not granted  this permission: android.permission.WRITE_SETTINGS." in refused.err
    assert b.sh("settings get system screen_off_timeout").out == "60000\n"


def test_a_vendor_locks_input_and_settings_until_the_user_unlocks_them(bench: Callable[..., Bench]) -> None:
    """MIUI: USB debugging without "USB debugging (Security settings)"."""
    b = bench(api=33)
    b.phone.state.properties["persist.security.adbinput"] = "0"
    assert b.sh("input keyevent HOME").code == 255
    assert b.sh("settings put secure location_mode 0").code == 255
    assert b.sh(f"pm revoke {MESSAGES} {PERMISSION}SEND_SMS").code == 255
    assert b.sh("dumpsys battery").out.startswith("Current Battery Service state:")
    b.phone.state.properties["persist.security.adbinput"] = "1"
    assert b.sh("input keyevent HOME").code == 0


def test_shells_own_runtime_permissions_can_be_revoked(bench: Callable[..., Bench]) -> None:
    b = bench(api=34)
    assert b.sh(f"pm revoke com.android.shell {PERMISSION}READ_CONTACTS").code == 0
    assert f"{PERMISSION}READ_CONTACTS: granted=false" in b.sh("dumpsys package com.android.shell").out
    query = "content query --uri content://com.android.contacts/contacts"
    assert "Permission Denial: reading" in b.sh(query).err
    b.sh(f"pm grant com.android.shell {PERMISSION}READ_CONTACTS")
    assert "Permission Denial" not in b.sh(query).err


def test_an_app_that_loses_a_permission_is_killed(bench: Callable[..., Bench]) -> None:
    b = bench()
    b.phone.activities.launch(MESSAGES)
    assert b.sh(f"pidof {MESSAGES}").out.strip()
    b.sh(f"pm revoke {MESSAGES} {PERMISSION}SEND_SMS")
    assert not b.sh(f"pidof {MESSAGES}").out.strip()
    resumed = b.phone.activities.resumed()
    assert resumed is None or resumed.package != MESSAGES


def test_a_fixed_refusal_is_never_asked_again(bench: Callable[..., Bench]) -> None:
    b = bench()
    b.sh(f"pm revoke {CAMERA} {PERMISSION}CAMERA")
    assert b.sh(f"pm set-permission-flags {CAMERA} {PERMISSION}CAMERA user-fixed").code == 0
    b.phone.activities.launch(CAMERA)
    assert b.phone.state.ui.dialog is None
    assert "Client Package Name" not in b.dump("media.camera")
    assert b.phone.screen.find(id="no_permission") is not None
    b.sh(f"pm clear-permission-flags {CAMERA} {PERMISSION}CAMERA user-fixed")
    b.phone.activities.home()
    b.phone.activities.launch(CAMERA)
    assert b.phone.state.ui.dialog is not None


def test_messages_without_leave_to_send_keeps_a_message_as_failed(bench: Callable[..., Bench]) -> None:
    b = bench()
    b.sh(f"pm revoke {MESSAGES} {PERMISSION}SEND_SMS")
    row = b.phone.apps[MESSAGES].send("+491701112233", "hi")  # type: ignore[attr-defined]
    assert row.type == 5


@pytest.mark.parametrize(("api", "shown"), [(32, True), (33, False)])
def test_from_android_13_on_an_app_without_leave_posts_nothing(
    bench: Callable[..., Bench], api: int, shown: bool
) -> None:
    b = bench(api=api)
    package = b.phone.packages.get(MESSAGES)
    assert package is not None
    package.permissions[PERMISSION + "POST_NOTIFICATIONS"] = False
    b.phone.telephony.sms_in("+491701112233", "hello")
    assert any(note.package == MESSAGES for note in b.phone.state.notifications.posted) is shown
