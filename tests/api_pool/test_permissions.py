"""A permission that was taken is noticed: by the refusal, or by a proof that finds nothing done. Never is it a success.

Which permissions a function needs is the matrix's `needs`, and what its road and its proof ask of Shell besides.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from api_pool import Executor, StepResult
from tests.api_pool.cases import CASES
from tests.api_pool.conftest import Bench
from tests.api_pool.spoiled import NAMES, POOL, prepare, quick_run

SHELL = "com.android.shell"
ALARM = "com.android.alarm.permission.SET_ALARM"
CALENDAR = ("READ_CALENDAR", "WRITE_CALENDAR")
SETTINGS = "WRITE_SETTINGS+WRITE_SECURE_SETTINGS"  # one of the two is enough
# What Shell must hold on Android 14; by a plus: several that stand in for each other.
NEEDS: dict[str, tuple[str, ...]] = {
    "set_alarm": (ALARM,), "set_timer": (ALARM,), "dismiss_alarm": (ALARM,),
    "create_calendar_event": CALENDAR, "update_calendar_event": CALENDAR, "create_reminder": CALENDAR,
    "list_calendar_events": ("READ_CALENDAR",),
    "make_call": ("CALL_PHONE", "READ_CONTACTS"), "dial": ("READ_CONTACTS",), "find_contact": ("READ_CONTACTS",),
    "add_contact": ("READ_CONTACTS", "WRITE_CONTACTS"), "send_sms": ("READ_SMS", "READ_CONTACTS", "INJECT_EVENTS"),
    "reply_to_notification": ("EXPAND_STATUS_BAR", "INJECT_EVENTS"),
    "send_message": ("INJECT_EVENTS",), "share_location": ("INJECT_EVENTS",), "share_file": ("INJECT_EVENTS",),
    "create_note": ("INJECT_EVENTS",), "take_screenshot": ("INJECT_EVENTS",),
    "set_wifi": ("CHANGE_WIFI_STATE", "NETWORK_SETTINGS"), "set_bluetooth": ("BLUETOOTH_CONNECT",),
    "set_mobile_data": ("MODIFY_PHONE_STATE",), "set_airplane_mode": ("NETWORK_SETTINGS",),
    "set_battery_saver": ("DEVICE_POWER+POWER_SAVER",), "set_do_not_disturb": ("MANAGE_NOTIFICATIONS",),
    "set_location_services": ("WRITE_SECURE_SETTINGS",), "set_brightness": (SETTINGS,), "set_screen_timeout": (SETTINGS,),
    "close_app": ("FORCE_STOP_PACKAGES",),
}  # fmt: skip
# What the matrix names, and what stands for it here or is not asked of Shell on this release.
ELSEWHERE = {
    "BLUETOOTH_ADMIN": "asked of Android 12's service call", "BLUETOOTH_PRIVILEGED": "held besides BLUETOOTH_CONNECT",
    "MODIFY_DAY_NIGHT_MODE": "only asked while the night mode is locked", "READ_CALL_LOG": "for a proof not used here",
    "READ_EXTERNAL_STORAGE": "Shell's identity is enough", "MANAGE_STORAGE": "an action", "SET_ALARM": "named in full",
    "FEATURE_TELEPHONY_DATA": "a feature", "PROCESS_TEXT": "an action", "STATE_ON": "a state",
    "SEND_SMS": "the app sends", "EXTRA": "", "POWER_SAVER": "or DEVICE_POWER",
}  # fmt: skip
PAIRS = [(name, need) for name, needs in NEEDS.items() for need in needs]
# Proofs that read what `content`, `settings` and files say, and need no dump.
WITHOUT_DUMPS = {
    "create_calendar_event", "update_calendar_event", "create_reminder", "list_calendar_events", "find_contact",
    "add_contact", "set_mobile_data", "set_dark_mode", "take_screenshot", "send_sms",
}  # fmt: skip


def take(bench: Bench, need: str) -> None:
    """A policy takes a permission from Shell (with those that stand in for it)."""
    for name in need.split("+"):
        full = name if "." in name else f"android.permission.{name}"
        bench.sim.control.inject({"do": "set_state", "path": f"packages.{SHELL}.permissions.{full}", "value": False})


def without(bench: Bench, name: str, need: str, api: int = 34) -> StepResult:
    executor = bench.morning(api)
    prepare(executor, name)
    take(bench, need)
    return quick_run(executor, name)


def unproved(step: StepResult) -> bool:
    """Whether it is told apart from a deed that was done: failed or unverified, and why."""
    return step.status in ("failed", "unverified") and bool(step.why)


@pytest.mark.parametrize(("name", "need"), PAIRS, ids=lambda part: part)
def test_what_shell_may_not_do_is_never_said_to_be_done(bench: Bench, name: str, need: str) -> None:
    step = without(bench, name, need)
    assert unproved(step), step
    if need not in ("NETWORK_SETTINGS",) or name == "set_airplane_mode":  # Wi-Fi drops such a wish without a word
        assert re.search(r"permission|INJECT_EVENTS|Permission Denial|SecurityException|policy access", step.why), (
            step.why
        )


@pytest.mark.verify
@pytest.mark.parametrize("name", NAMES)
def test_a_phone_that_may_not_be_read_verifies_only_what_is_read_otherwise(bench: Bench, name: str) -> None:
    """Without DUMP an empty answer is no answer: what cannot be read is never verified, nor called not done."""
    step = without(bench, name, "DUMP")
    if name in WITHOUT_DUMPS:
        assert step.status == "verified"
        return
    assert unproved(step), step
    assert step.status == "unverified" or not step.changed
    assert "adb may not read this phone" in step.why, step.why


@pytest.mark.parametrize("api", [28, 30])
@pytest.mark.parametrize("name", ["set_alarm", "set_timer", "set_bluetooth", "send_sms"])
def test_where_the_road_is_the_screen_it_needs_leave_to_touch_it(bench: Bench, name: str, api: int) -> None:
    step = without(bench, name, "INJECT_EVENTS", api)
    assert unproved(step) and "INJECT_EVENTS" in step.why


def test_xiaomis_lock_is_named_with_its_remedy(bench: Bench) -> None:
    """USB debugging without "USB debugging (Security settings)" (persist.security.adbinput is 0)."""
    for name in ("take_screenshot", "set_screen_timeout", "set_location_services"):
        executor = bench.morning(34)
        bench.sim.control.inject({"do": "set_state", "path": "properties.persist.security.adbinput", "value": "0"})
        step = quick_run(executor, name)
        assert step.status == "failed" and "USB debugging (Security settings)" in step.why, step.why


def revoke(executor: Executor, package: str, permission: str, *, fixed: bool) -> None:
    device, full = executor.session.device, f"android.permission.{permission}"
    device.check(["pm", "revoke", package, full])
    if fixed:
        device.check(["pm", "set-permission-flags", package, full, "user-fixed"])


# What an app itself must hold for the deed; all others only ask their user and go on without.
OF_APPS = {
    "send_sms": ("com.google.android.apps.messaging", "SEND_SMS"),
    "share_location": ("com.google.android.apps.messaging", "SEND_SMS"),
    "open_camera": ("com.google.android.GoogleCamera", "CAMERA"),
}


@pytest.mark.parametrize("fixed", [False, True], ids=["asks", "refused"])
@pytest.mark.parametrize("name", OF_APPS)
def test_an_app_without_its_permission_has_not_done_it(bench: Bench, name: str, fixed: bool) -> None:
    executor = bench.morning(34)
    revoke(executor, *OF_APPS[name], fixed=fixed)
    if "SEND_SMS" in OF_APPS[name]:  # the group is held as long as one of it is
        for other in ("READ_SMS", "RECEIVE_SMS"):
            revoke(executor, OF_APPS[name][0], other, fixed=fixed)
    step = quick_run(executor, name)
    assert unproved(step), step
    sent = [row for row in bench.state()["providers"]["sms"] if row["type"] == 2 and row["date_ms"] > 1_773_200_000_000]
    assert sent == []


@pytest.mark.verify
@pytest.mark.parametrize("name", [name for name in NAMES if name != "play_music"])  # plays without a screen
def test_a_prompt_before_the_app_is_not_taken_for_the_app(bench: Bench, name: str) -> None:
    """Every app lacks what it may ask for, so a question stands before it when it comes to the front."""
    executor = bench.morning(34)
    prepare(executor, name)
    for package, found in bench.state()["packages"].items():
        for permission in found["permissions"]:
            if package != SHELL:
                executor.session.device.run(["pm", "revoke", package, permission])
    step = quick_run(executor, name)
    asked = bench.state()["ui"]["dialog"]
    assert asked is None or step.status != "verified" or not step.after.get("package"), (step.why, asked)


def test_the_needs_are_the_matrixs(shared: Path) -> None:
    """Every permission that the matrix names for a road on Android 14 is taken above, or it is said why not."""
    for row in json.loads((shared / "api_matrix.json").read_text()):
        for road in row["roads"]:
            if road["api"][0] <= 34 <= road["api"][1]:
                told = set(re.findall(r"(?<![\w.])[A-Z]{3,}(?:_[A-Z]+)+(?![\w(])", " ".join(road.get("needs", []))))
                taken = {part for need in NEEDS.get(row["name"], ()) for part in need.split("+")}
                assert told - taken - set(ELSEWHERE) == set(), row["name"]


def test_every_function_that_needs_something_is_of_the_pool() -> None:
    assert set(NEEDS) <= set(CASES) == set(POOL.functions)
