"""Every function on a phone of every API level: done in truth, proved, and put back."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from api_pool import Call, Executor, StepResult, settings_screens
from api_pool.functions import default_pool
from tests.api_pool.cases import CASES, CHINESE, MATRIX, UNDOABLE
from tests.api_pool.conftest import Bench, granted, run

POOL = default_pool()
ALL_LEVELS = [
    pytest.param(level, marks=() if level in (28, 30, 34) else pytest.mark.verify) for level in MATRIX
]  # the releases where roads change; the rest in the long checks


def execute(
    bench: Bench, name: str, arguments: dict[str, Any], api: int, day: str = "pool_day"
) -> tuple[Executor, StepResult]:
    executor = bench.morning(api, day=day)
    if name == "close_app":
        run(executor, "open_app", app=arguments["app"])
    if name == "control_playback":
        run(executor, "play_music", query="jazz")
    return executor, run(executor, name, **arguments)


def test_the_cases_are_the_pool() -> None:
    assert set(CASES) == set(POOL.functions)
    assert set(UNDOABLE) == {name for name, function in POOL.functions.items() if function.undo == "undoable"}


@pytest.mark.parametrize("api", ALL_LEVELS)
def test_every_function_is_verified_and_what_can_be_undone_is(bench: Bench, api: int) -> None:
    told: dict[str, str] = {}
    for name, arguments in CASES.items():
        truth = UNDOABLE.get(name)
        executor = bench.morning(api)
        if name == "control_playback":
            run(executor, "play_music", query="jazz")
        if name == "close_app":
            run(executor, "open_app", app=arguments["app"])
        was = truth.look(bench.state()) if truth else None
        step = run(executor, name, **arguments)
        if step.status != "verified" or (not step.changed and POOL.functions[name].risk != "read"):
            told[name] = f"{step.status}: {step.why}"
            continue
        if truth is None:
            continue
        now = truth.look(bench.state())
        if now == was or truth.becomes not in (..., now):
            told[name] = f"called verified, but it is {now} (was {was})"
            continue
        back = executor.undo([step], granted(step.call))[0]
        if back.status != "verified":
            told[name] = f"undo {back.status}: {back.why}"
        elif truth.look(bench.state()) != was:
            told[name] = f"undo verified, but it is {truth.look(bench.state())} (was {was})"
    if api < 30:  # nothing but time brings a snoozed notification back on these
        assert told.pop("snooze_notification") == "undo unsupported: this call cannot be undone"
    assert told == {}


def test_every_function_works_on_a_chinese_phone(bench: Bench) -> None:
    told = {}
    for name, arguments in {**CASES, **CHINESE}.items():
        _, step = execute(bench, name, arguments, 34, "pool_day_zh")
        if step.status != "verified":
            told[name] = f"{step.status}: {step.why}"
    assert told == {}


def test_the_matrix_has_a_road_at_every_level_where_we_say_so(shared: Path) -> None:
    matrix = json.loads((shared / "api_matrix.json").read_text())
    for row in matrix:
        covered = {level for road in row["roads"] for level in range(road["api"][0], road["api"][1] + 1)}
        assert covered == set(range(28, 37)), row["name"]


@pytest.mark.parametrize("name", CASES)
def test_a_dry_run_tells_the_command_lines_and_changes_nothing(bench: Bench, name: str) -> None:
    executor = bench.morning(34)
    if name == "control_playback":
        run(executor, "play_music", query="jazz")
    before = bench.state()
    lines = executor.plan(Call(name=name, arguments=CASES[name]))
    after = bench.state()
    for state in (before, after):
        for noise in ("clock_ms", "log", "usage", "counters", "processes"):
            state.pop(noise)
    # An app's first data come to be when its screen is first read.
    after["app_data"] = {package: data for package, data in after["app_data"].items() if package in before["app_data"]}
    assert after == before
    if POOL.functions[name].risk != "read":
        assert any(not line.startswith("#") for line in lines), lines


@pytest.mark.parametrize("name", ["set_alarm", "set_bluetooth", "set_do_not_disturb", "snooze_notification"])
def test_a_dry_run_on_an_old_phone_tells_what_is_done_on_the_screen(bench: Bench, name: str) -> None:
    lines = bench.morning(28).plan(Call(name=name, arguments=CASES[name]))
    assert any(line.startswith("# on the screen:") for line in lines)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("set_wifi", {"enabled": True}),
        ("set_bluetooth", {"enabled": True}),
        ("set_volume", {"stream": "alarm", "level": 100}),
        ("set_dark_mode", {"enabled": False}),
        ("set_do_not_disturb", {"mode": "off"}),
        ("set_alarm", {"hour": 6, "minute": 45}),
        ("add_contact", {"name": "Mama", "phone": "+49561998877"}),
    ],
)
def test_what_was_so_before_is_said_to_be_unchanged(phone: Executor, name: str, arguments: dict[str, Any]) -> None:
    run(phone, name, **arguments)
    step = run(phone, name, **arguments)
    assert step.status == "verified" and step.changed is False and step.undoable is False
    assert step.why.startswith("nothing changed")


def test_the_clocks_own_waking_before_an_alarm_is_no_alarm(bench: Bench, phone: Executor) -> None:
    """DeskClock wakes two hours before an alarm rings to tell of it: that is not an alarm at that time."""
    assert run(phone, "set_alarm", hour=12, minute=0).status == "verified"
    step = run(phone, "set_alarm", hour=10, minute=0)
    assert step.status == "verified" and step.changed and step.undoable


@pytest.mark.parametrize("api", [28, 34, 36])
def test_silent_is_entered_and_left(bench: Bench, api: int) -> None:
    """By command from Android 15 on, before on the sound page."""
    executor = bench.morning(api, chat=False)
    for mode in ("silent", "vibrate", "silent", "normal"):
        step = run(executor, "set_ringer_mode", mode=mode)
        assert (step.status, bench.state()["audio"]["ringer_mode"]) == ("verified", mode), step.why
    step = run(executor, "set_ringer_mode", mode="silent")
    assert executor.undo([step], granted(step.call))[0].status == "verified"
    assert bench.state()["audio"]["ringer_mode"] == "normal"


def test_a_sound_page_without_a_choice_is_told(phone: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings_screens._RINGER_WORDS, "silent", ("No such word",))
    step = run(phone, "set_ringer_mode", mode="silent")
    assert step.status == "unsupported" and "sound page" in step.why


def set_clock(executor: Executor, text: str) -> None:
    """The phone's clock, at a local time of its zone (Berlin)."""
    at = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Berlin"))
    executor.session.device.check(["cmd", "alarm", "set-time", str(int(at.timestamp() * 1000))])


@pytest.mark.parametrize("api", [28, 34])
@pytest.mark.parametrize(
    ("now", "clock", "rings"),
    [
        ("2026-03-28T20:00", (2, 30), "2026-03-29 03:30"),  # the hour that is left out
        ("2026-03-29T01:50", (7, 0), "2026-03-29 07:00"),
        ("2026-10-24T20:00", (2, 30), "2026-10-25 02:30"),  # the hour that comes twice
        ("2026-10-25T01:50", (7, 0), "2026-10-25 07:00"),
    ],
)
def test_an_alarm_over_a_change_of_the_clocks(
    bench: Bench, api: int, now: str, clock: tuple[int, int], rings: str
) -> None:
    executor = bench.morning(api, chat=False)
    set_clock(executor, now)
    step = run(executor, "set_alarm", hour=clock[0], minute=clock[1])
    assert step.status == "verified" and rings in step.why
    assert step.before["when_ms"] in [alarm["when_ms"] for alarm in bench.state()["alarms"]]


def test_an_alarm_beside_another_at_the_same_time(bench: Bench, phone: Executor) -> None:
    """Another label is another alarm; undo takes away only the one that was added."""
    assert run(phone, "set_alarm", hour=9, minute=0).changed
    step = run(phone, "set_alarm", hour=9, minute=0, label="Early")
    assert (step.status, step.changed, step.undoable) == ("verified", True, True)
    assert not run(phone, "set_alarm", hour=9, minute=0, label="Early").changed
    phone.undo([step], granted(step.call))
    clock = bench.state()["app_data"]["com.google.android.deskclock"]["alarms"]
    assert (9, 0, "") in [(one["hour"], one["minute"], one["label"]) for one in clock]


def test_undo_does_not_guess_between_two_alarms_without_a_label(bench: Bench, phone: Executor) -> None:
    run(phone, "set_alarm", hour=9, minute=0)
    step = run(phone, "set_alarm", hour=9, minute=0, days=["wed", "thu"])
    assert step.status == "verified" and step.changed
    back = phone.undo([step], granted(step.call))[0]
    assert back.status == "failed" and "another alarm" in back.why
    clock = bench.state()["app_data"]["com.google.android.deskclock"]["alarms"]
    assert sum((one["hour"], one["minute"]) == (9, 0) for one in clock) == 2


def test_a_phone_without_a_calendar_gets_one_of_its_own(bench: Bench, phone: Executor) -> None:
    for uri in ("events", "calendars"):
        phone.session.device.run(["content", "delete", "--uri", f"content://com.android.calendar/{uri}"])
    assert bench.state()["providers"]["calendars"] == []
    step = run(phone, "create_calendar_event", title="Dentist", start="tomorrow 10:15")
    assert step.status == "verified", step.why
    assert [one["title"] for one in bench.state()["providers"]["events"]] == ["Dentist"]
