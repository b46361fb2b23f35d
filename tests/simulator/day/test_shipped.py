"""The days, personas and noise pools that are shipped, with the real function pool and the real phone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from api_pool.functions import default_pool
from simulator.clock import Clock
from simulator.day import (
    DayPlayer,
    check,
    day_names,
    load_day,
    no_action_moments,
    persona_names,
    read_day,
    read_persona,
    schema,
)
from simulator.day.source import CONFIGS, day_source, read_pool
from simulator.phone import Phone

POOL = default_pool().parameter_table()
HAN = re.compile(r"[\u4e00-\u9fff]")


def test_each_persona_has_a_weekday_and_a_weekend_day() -> None:
    kinds: dict[str, set[bool]] = {}
    for name in day_names():
        day = read_day(name)
        kinds.setdefault(day.persona, set()).add(day.date.weekday() >= 5)
    assert set(kinds) == set(persona_names())
    assert all(kinds[persona] == {True, False} for persona in kinds)
    assert len(kinds) >= 4


def test_personas_live_in_different_time_zones_and_one_speaks_chinese() -> None:
    personas = [read_persona(name) for name in persona_names()]
    assert len({persona.phone.timezone for persona in personas}) == len(personas)
    assert {persona.profile.language for persona in personas} == {"en", "zh"}
    for persona in personas:
        known = {contact.name for contact in persona.phone.contacts}
        assert set(persona.profile.people) <= known | {"Zoe"}
        assert persona.profile.about


@pytest.mark.parametrize("name", day_names())
def test_a_shipped_day_has_no_problems(name: str) -> None:
    problems = check(name, POOL, (0, 1, 2, 3), shipped=True)
    assert problems == [], "\n".join(map(str, problems))


@pytest.mark.parametrize("name", day_names())
def test_a_shipped_day_fits_its_json_schema(name: str) -> None:
    validator = Draft202012Validator(json.loads((CONFIGS / "day.schema.json").read_text(encoding="utf-8")))
    assert [error.message for error in validator.iter_errors(day_source(name).data)] == []


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("name", day_names())
def test_a_shipped_day_plays_whole_on_the_phone(name: str, seed: int) -> None:
    state, day = load_day({"day": name, "seed": seed, "api_level": 34 + seed})
    phone = Phone(state, Clock(day.start_ms))
    phone.boot()
    player = DayPlayer(phone, day)
    applied = []
    while not player.ended:
        before = phone.clock.now_ms
        applied += player.advance()
        assert phone.clock.now_ms > before or not player.ended
    happened = [item.id for item in applied if item.origin in ("day", "noise", "reaction")]
    assert happened == [event.id for event in day.events]
    assert phone.clock.now_ms == day.end_ms
    assert [item.at_ms for item in applied] == sorted(item.at_ms for item in applied)
    odd = {(item.id, item.remark) for item in applied if item.remark and item.origin == "day"}
    assert odd == set(), "an event of the day found nothing to do"
    posted = len(phone.state.notifications.posted) + len(phone.state.notifications.archive)
    assert posted >= 40
    assert no_action_moments(day) >= 40


@pytest.mark.parametrize("name", day_names())
def test_every_window_can_be_told_from_the_phone_when_it_opens(name: str) -> None:
    _, day = load_day({"day": name, "seed": 5})
    at = {event.id: event.at_ms for event in day.events}
    for window in day.truth.windows:
        assert any(at[event] <= window.from_ms for event in window.evidence), window.id
        minutes = (window.until_ms - window.from_ms) / 60_000
        assert 5 <= minutes <= 125, (window.id, minutes)


@pytest.mark.parametrize("name", day_names())
def test_near_misses_lie_outside_the_window_that_they_resemble(name: str) -> None:
    for seed in range(6):
        _, day = load_day({"day": name, "seed": seed})
        windows = {window.id: window for window in day.truth.windows}
        for miss in day.truth.near_misses:
            assert not windows[miss.like].open_at(miss.at_ms), (miss.event, seed)


@pytest.mark.parametrize("name", day_names())
def test_the_phone_warns_of_a_low_battery_only_where_that_is_a_need(name: str) -> None:
    for seed in range(6):
        state, day = load_day({"day": name, "seed": seed})
        level = state.battery.level
        for step in day.battery:
            if step.level == 20 < level:
                calls = {
                    call.name
                    for window in day.truth.open(step.at_ms)
                    for answer in window.answers
                    for call in answer.calls
                }
                assert "set_battery_saver" in calls, (seed, step)
            level = step.level


def test_users_mostly_accept_but_not_always() -> None:
    answers = [window.user[-1] for name in day_names() for window in load_day({"day": name})[1].truth.windows]
    accepted = answers.count("accept") / len(answers)
    assert 0.8 < accepted < 1


def test_most_of_the_pool_is_needed_somewhere() -> None:
    used = {
        call.name
        for name in day_names()
        for need in read_day(name).needs
        for answer in need.answers
        for call in answer.calls
    }
    assert len(used) >= 45, sorted(set(POOL) - used)


def test_chinese_days_are_chinese_throughout() -> None:
    for name in day_names():
        day = read_day(name)
        if day.language == "zh":
            assert all(HAN.search(need.why) for need in day.needs)
            assert all(HAN.search(answer.intent) for need in day.needs for answer in need.answers)
            state, _ = load_day({"day": name})
            assert (state.device.ui_language, state.device.locale) == ("zh", "zh-CN")


def test_noise_pools_exist_in_both_languages() -> None:
    pools = {
        language: {path.stem for path in (CONFIGS / "noise" / language).glob("*.yaml")} for language in ("en", "zh")
    }
    assert pools["en"] == pools["zh"]
    for language, names in pools.items():
        for name in names:
            pool = read_pool(language, name)
            assert (pool.name, pool.language) == (name, language)


def test_the_schema_file_is_what_the_models_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert schema.main(["--check"]) == 0
    assert "up to date" in capsys.readouterr().out


def test_the_schema_refuses_what_the_models_refuse() -> None:
    validator = Draft202012Validator(schema.day_schema())
    data = day_source("lena_weekday").data
    assert validator.is_valid(data)
    assert not validator.is_valid({**data, "moood": 1})
    assert not validator.is_valid({**data, "events": [{"do": "telepathy", "at": "08:00"}]})
    assert not validator.is_valid({**data, "setup": {"batery": 3}})


def test_the_example_of_the_documentation_is_a_good_day(tmp_path: Path) -> None:
    page = (CONFIGS.parent / "docs/day_format.md").read_text(encoding="utf-8")
    example = page.split("```yaml\n")[1].split("```")[0]
    assert yaml.safe_load(example)["name"] == "short_day"
    path = tmp_path / "short_day.yaml"
    path.write_text(example, encoding="utf-8")
    assert check(path, POOL) == []


def test_the_documentation_names_every_kind_of_event_and_every_field_of_a_need() -> None:
    page = (CONFIGS.parent / "docs/day_format.md").read_text(encoding="utf-8")
    defs = schema.day_schema()["$defs"]
    kinds = [part["properties"]["do"]["const"] for part in defs.values() if "do" in part.get("properties", {})]
    assert [kind for kind in kinds if f"`{kind}`" not in page] == []
    assert [field for field in defs["Need"]["properties"] if f"`{field}`" not in page] == []
    assert [field for field in defs["PhoneSetup"]["properties"] if f"`{field}`" not in page and field not in page] == []
