"""The days and personas that an agent may be developed with: sound in form, and played whole by the real phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.day import day_names, persona_names, read_day
from simulator.day.source import CONFIGS
from tests.simulator.day import soundness

DEVELOPMENT = CONFIGS / "development"
DAYS = sorted((DEVELOPMENT / "days").glob("*.yaml"))
SEEDS = (1, 2)
SEED = 1

every_day = pytest.mark.parametrize("path", DAYS, ids=lambda path: path.stem)


def test_every_persona_has_a_day_in_one_of_two_languages_at_work_and_at_rest() -> None:
    days = [read_day(path) for path in DAYS]
    assert {day.persona for day in days} == {path.stem for path in (DEVELOPMENT / "personas").glob("*.yaml")}
    assert {day.language for day in days} == {"en", "zh"}
    assert {day.date.weekday() >= 5 for day in days} == {True, False}


def test_none_of_them_has_the_name_of_a_day_or_persona_elsewhere() -> None:
    heldout = CONFIGS / "heldout"
    days = {*day_names(), *(path.stem for path in (heldout / "days").glob("*.yaml"))}
    personas = {*persona_names(), *(path.stem for path in (heldout / "personas").glob("*.yaml"))}
    assert not {path.stem for path in DAYS} & days
    assert not {path.stem for path in (DEVELOPMENT / "personas").glob("*.yaml")} & personas


def test_together_they_ask_for_most_of_the_pool_in_every_scenario() -> None:
    needs = [need for path in DAYS for need in read_day(path).needs]
    asked = {call.name for need in needs for answer in need.answers for call in answer.calls}
    assert len({need.scenario for need in needs}) == 14
    assert len(asked) >= 0.8 * len(soundness.POOL), sorted(set(soundness.POOL) - asked)


@every_day
def test_a_development_day_has_no_problems(path: Path) -> None:
    soundness.has_no_problems(path, SEEDS)
    soundness.fits_the_json_schema(path)


@every_day
def test_a_development_day_plays_whole_without_a_refused_event(path: Path) -> None:
    soundness.plays_whole(path, SEED)


@every_day
def test_its_windows_can_be_told_and_its_warnings_are_needs(path: Path) -> None:
    soundness.tells_its_windows(path, SEEDS)
    soundness.warns_of_the_battery_only_in_need(path, SEEDS)


@every_day
def test_a_chinese_development_day_is_chinese_throughout(path: Path) -> None:
    if read_day(path).language == "zh":
        soundness.is_chinese_throughout(path)
