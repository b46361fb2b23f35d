"""The held-out days and personas (docs/heldout.md): sound in form, and played whole by the real phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.day import beside, day_names, persona_names, read_day, read_persona
from simulator.day.source import CONFIGS
from tests.simulator.day import soundness

HELDOUT = CONFIGS / "heldout"
DAYS = sorted((HELDOUT / "days").glob("*.yaml"))
SEEDS = (1, 2, 3)

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
    soundness.has_no_problems(path, SEEDS)


@every_day
def test_a_held_out_day_fits_the_json_schema(path: Path) -> None:
    soundness.fits_the_json_schema(path)


@pytest.mark.parametrize("seed", SEEDS)
@every_day
def test_a_held_out_day_plays_whole_without_a_refused_event(path: Path, seed: int) -> None:
    soundness.plays_whole(path, seed, api_level=33 + seed)


@every_day
def test_each_window_can_be_told_when_it_opens_and_near_misses_lie_outside(path: Path) -> None:
    soundness.tells_its_windows(path, range(8))


@every_day
def test_a_warning_of_a_low_battery_comes_only_where_it_is_a_need(path: Path) -> None:
    soundness.warns_of_the_battery_only_in_need(path, range(8))


@every_day
def test_a_chinese_day_is_chinese_throughout(path: Path) -> None:
    if read_day(path).language == "zh":
        soundness.is_chinese_throughout(path)
