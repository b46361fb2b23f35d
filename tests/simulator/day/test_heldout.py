"""The held-out days and personas (docs/heldout.md): sound in form, and played whole by the real phone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from api_pool.functions import default_pool
from simulator.clock import Clock
from simulator.day import (
    DayPlayer,
    beside,
    check,
    day_names,
    load_day,
    no_action_moments,
    persona_names,
    read_day,
    read_persona,
)
from simulator.day.source import CONFIGS, day_source
from simulator.phone import Phone

HELDOUT = CONFIGS / "heldout"
DAYS = sorted((HELDOUT / "days").glob("*.yaml"))
SEEDS = (1, 2, 3)
POOL = default_pool().parameter_table()
HAN = re.compile(r"[\u4e00-\u9fff]")

every_day = pytest.mark.parametrize("path", DAYS, ids=lambda path: path.stem)


def test_there_are_four_personas_of_their_own_in_two_languages() -> None:
    personas = {day.persona: read_persona(beside(path, day.persona)) for path in DAYS for day in [read_day(path)]}
    assert len(DAYS) == 4
    assert set(personas) == {path.stem for path in (HELDOUT / "personas").glob("*.yaml")}
    assert sorted(persona.profile.language for persona in personas.values()) == ["en", "en", "zh", "zh"]
    assert len({persona.profile.city for persona in personas.values()}) == 4
    for persona in personas.values():
        assert set(persona.profile.people) <= {contact.name for contact in persona.phone.contacts}
    assert {read_day(path).date.weekday() >= 5 for path in DAYS} == {True, False}


def test_none_of_them_is_among_those_that_are_shipped_for_development() -> None:
    assert not {path.stem for path in DAYS} & set(day_names())
    assert not {path.stem for path in (HELDOUT / "personas").glob("*.yaml")} & set(persona_names())


@every_day
def test_a_held_out_day_has_no_problems(path: Path) -> None:
    assert path.stem == read_day(path).name
    problems = check(path, POOL, SEEDS, shipped=True)
    assert problems == [], "\n".join(map(str, problems))


@every_day
def test_a_held_out_day_fits_the_json_schema(path: Path) -> None:
    validator = Draft202012Validator(json.loads((CONFIGS / "day.schema.json").read_text(encoding="utf-8")))
    assert [error.message for error in validator.iter_errors(day_source(path).data)] == []


@pytest.mark.parametrize("seed", SEEDS)
@every_day
def test_a_held_out_day_plays_whole_without_a_refused_event(path: Path, seed: int) -> None:
    state, day = load_day({"day": str(path), "seed": seed, "api_level": 33 + seed})
    phone = Phone(state, Clock(day.start_ms))
    phone.boot()
    player = DayPlayer(phone, day)
    applied = []
    while not player.ended:
        applied += player.advance()
    happened = [item.id for item in applied if item.origin in ("day", "noise", "reaction")]
    assert happened == [event.id for event in day.events]
    assert phone.clock.now_ms == day.end_ms
    odd = {(item.id, item.remark) for item in applied if item.remark and item.origin == "day"}
    assert odd == set(), "an event of the day found nothing to do"
    assert no_action_moments(day) >= 40


@every_day
def test_each_window_can_be_told_when_it_opens_and_near_misses_lie_outside(path: Path) -> None:
    for seed in range(8):
        _, day = load_day({"day": path, "seed": seed})
        at = {event.id: event.at_ms for event in day.events}
        windows = {window.id: window for window in day.truth.windows}
        for window in windows.values():
            assert any(at[event] <= window.from_ms for event in window.evidence), (window.id, seed)
            assert 5 <= (window.until_ms - window.from_ms) / 60_000 <= 125, (window.id, seed)
        for miss in day.truth.near_misses:
            assert not windows[miss.like].open_at(miss.at_ms), (miss.event, seed)


@every_day
def test_a_warning_of_a_low_battery_comes_only_where_it_is_a_need(path: Path) -> None:
    for seed in range(8):
        state, day = load_day({"day": path, "seed": seed})
        level = state.battery.level
        for step in day.battery:
            if step.level == 20 < level:
                names = {call.name for one in day.truth.open(step.at_ms) for a in one.answers for call in a.calls}
                assert "set_battery_saver" in names, (seed, step)
            level = step.level


@every_day
def test_a_chinese_day_is_chinese_throughout(path: Path) -> None:
    day = read_day(path)
    if day.language == "zh":
        assert all(HAN.search(need.why) for need in day.needs)
        assert all(HAN.search(answer.intent) for need in day.needs for answer in need.answers)
        assert load_day({"day": path})[0].device.ui_language == "zh"
