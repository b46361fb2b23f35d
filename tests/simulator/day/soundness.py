"""What makes a day file sound: its form, its truth, and that the real phone plays it whole. Each check asserts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from jsonschema import Draft202012Validator

from api_pool.functions import default_pool
from simulator.clock import Clock
from simulator.day import DayPlayer, check, load_day, no_action_moments, read_day
from simulator.day.source import CONFIGS, day_source
from simulator.phone import Phone

POOL = default_pool().parameter_table()
HAN = re.compile(r"[\u4e00-\u9fff]")
NO_ACTION_MOMENTS = 40
WINDOW_MINUTES = (5, 125)


@cache
def _schema() -> Draft202012Validator:
    return Draft202012Validator(json.loads((CONFIGS / "day.schema.json").read_text(encoding="utf-8")))


def has_no_problems(path: Path, seeds: Iterable[int]) -> None:
    """The file is named as its day, and `day check --shipped` finds nothing."""
    assert path.stem == read_day(path).name
    problems = check(path, POOL, tuple(seeds), shipped=True)
    assert problems == [], "\n".join(map(str, problems))


def fits_the_json_schema(path: Path) -> None:
    """An editor that checks against day.schema.json finds nothing either."""
    assert [error.message for error in _schema().iter_errors(day_source(path).data)] == []


def plays_whole(path: Path, seed: int, api_level: int = 34) -> None:
    """Every event happens, none is refused or finds nothing to do, and quiet moments abound."""
    state, day = load_day({"day": str(path), "seed": seed, "api_level": api_level})
    phone = Phone(state, Clock(day.start_ms))
    phone.boot()
    player = DayPlayer(phone, day)
    applied = []
    while not player.ended:
        applied += player.advance()
    happened = [item.id for item in applied if item.origin in ("day", "noise", "reaction")]
    assert happened == [event.id for event in day.events], "the events that happened are not those of the day"
    assert phone.clock.now_ms == day.end_ms
    odd = {(item.id, item.remark) for item in applied if item.remark and item.origin == "day"}
    assert odd == set(), "an event of the day found nothing to do"
    assert no_action_moments(day) >= NO_ACTION_MOMENTS


def tells_its_windows(path: Path, seeds: Iterable[int]) -> None:
    """Each window opens after something showed it and lasts long enough; near misses lie outside of theirs."""
    shortest, longest = WINDOW_MINUTES
    for seed in seeds:
        _, day = load_day({"day": path, "seed": seed})
        at = {event.id: event.at_ms for event in day.events}
        windows = {window.id: window for window in day.truth.windows}
        for window in windows.values():
            assert any(at[event] <= window.from_ms for event in window.evidence), (window.id, seed)
            minutes = (window.until_ms - window.from_ms) / 60_000
            assert shortest <= minutes <= longest, (window.id, seed, minutes)
        for miss in day.truth.near_misses:
            assert not windows[miss.like].open_at(miss.at_ms), (miss.event, seed)


def warns_of_the_battery_only_in_need(path: Path, seeds: Iterable[int]) -> None:
    """Android warns at 20 %; where the level falls to it, saving battery is a right answer."""
    for seed in seeds:
        state, day = load_day({"day": path, "seed": seed})
        level = state.battery.level
        for step in day.battery:
            if step.level == 20 < level:
                names = {call.name for one in day.truth.open(step.at_ms) for a in one.answers for call in a.calls}
                assert "set_battery_saver" in names, (seed, step)
            level = step.level


def is_chinese_throughout(path: Path) -> None:
    """A Chinese day says all in Chinese, on a phone that is set to Chinese."""
    day = read_day(path)
    assert all(HAN.search(need.why) for need in day.needs)
    assert all(HAN.search(answer.intent) for need in day.needs for answer in need.answers)
    assert load_day({"day": path})[0].device.ui_language == "zh"
