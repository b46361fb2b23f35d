"""A proof must notice when the deed was not done: every binding, its doing spoiled in turn.

Mutants: its commands do nothing; they do nothing where all of it stands there already; they write something else (each
argument in turn); the app is disabled. What no proof can notice is named in `BLIND`. Permissions: test_permissions.py.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest

from tests.api_pool.cases import CASES
from tests.api_pool.conftest import Bench, run
from tests.api_pool.spoiled import NAMES, nothing, prepare, quick_run, spoil, spoiled_run

# What a proof cannot tell apart, and why.
TICKET = "the wallet shows the only ticket of that kind, which is the one that was meant"
BLIND = {
    "show_ticket": TICKET,
    "show_ticket.reference": TICKET,
    "show_ticket.kind": TICKET,
    "check_route.mode": "the page lists every way to travel, and each maps app marks the chosen one otherwise",
}


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


def _altered(value: Any, line: str) -> str:
    """A command line with another value in place of this one, as far as it stands there in one of its writings."""
    if isinstance(value, int):
        return re.sub(rf"(?<!\d){value}(?!\d)", str(value + 1), line)
    last = value[-1]
    other = value[:-1] + (str((int(last) + 1) % 10) if last.isdigit() else "z" if last == "q" else "q")
    for write in (str, lambda v: quote(v, safe=""), lambda v: quote(v, safe="@"), lambda v: re.sub(r"\s", "", v)):
        line = line.replace(write(value), write(other))
    return line


ARGUMENTS = [(name, key) for name in NAMES for key, value in CASES[name].items() if type(value) in (int, str) and value]


@pytest.mark.verify
@pytest.mark.parametrize(("name", "argument"), ARGUMENTS, ids=lambda part: part)
def test_every_argument_that_was_written_wrong_is_noticed(bench: Bench, name: str, argument: str) -> None:
    """Arguments that go over the wire in another form are written wrong in the test above."""
    step, device = spoil(bench, name, lambda line: _altered(CASES[name][argument], line))
    unnoticed = step.status == "verified" and step.changed and device.spoiled > 0
    assert not unnoticed or f"{name}.{argument}" in BLIND, step.why


@pytest.mark.parametrize("name", NAMES)
def test_what_stands_there_already_is_not_said_to_be_done(bench: Bench, name: str) -> None:
    executor = bench.morning(34)
    prepare(executor, name)
    first = run(executor, name, **CASES[name])
    assert first.status == "verified" and first.changed
    step, _ = spoiled_run(executor, name, nothing)
    assert step.status != "verified" or not step.changed, step.why


@pytest.mark.parametrize("name", ["search_product", "open_cart", "show_payment_code"])
def test_an_app_that_is_named_is_the_one_that_is_used(bench: Bench, name: str) -> None:
    named = {"show_payment_code": "Wallet"}.get(name, "Amazon")
    assert run(bench.morning(34), name, **CASES[name], app=named).status == "verified"
    step = run(bench.morning(34), name, **CASES[name], app="Some Other Shop")
    assert step.status == "unsupported" and "Some Other Shop" in step.why and not step.changed


# The apps that functions end in or work through, where the result itself does not name one.
THROUGH = {
    "set_alarm": "com.google.android.deskclock", "set_timer": "com.google.android.deskclock",
    "dismiss_alarm": "com.google.android.deskclock", "make_call": "com.google.android.dialer",
    "send_sms": "com.google.android.apps.messaging", "share_location": "com.google.android.apps.messaging",
    "create_note": "com.google.android.keep", "send_message": "com.whatsapp", "close_app": "com.google.android.deskclock",
    "play_music": "com.spotify.music",
}  # fmt: skip
# The system does these itself: there is no app that could be disabled.
NO_APP = {
    "create_calendar_event", "update_calendar_event", "create_reminder", "add_contact", "set_wifi", "set_bluetooth",
    "set_mobile_data", "set_airplane_mode", "set_battery_saver", "set_do_not_disturb", "set_ringer_mode", "set_volume",
    "set_brightness", "set_dark_mode", "set_location_services", "set_screen_timeout", "snooze_notification",
    "reply_to_notification", "take_screenshot", "control_playback",
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NO_APP])
def test_a_disabled_app_is_not_said_to_have_served(bench: Bench, name: str) -> None:
    executor = bench.morning(34)
    package = THROUGH.get(name)
    if package is None:
        first = run(executor, name, **CASES[name])
        package = {**first.before, **first.after}["package"]
        executor = bench.morning(34)
    assert package
    executor.session.device.check(["pm", "disable-user", package])
    step = quick_run(executor, name)
    elsewhere = {**step.before, **step.after}.get("package", package) != package  # the app-link table's web page
    assert step.status != "verified" or not step.changed or elsewhere, step.why
