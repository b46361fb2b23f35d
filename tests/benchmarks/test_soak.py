"""Soaks: which days are lived, what is counted, and that moments scored offline have the verdicts they had."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks.proactive_mobile.moments import Window
from benchmarks.proactive_mobile.scorer import score_all, scores
from benchmarks.soak import DayKey, LivedDay, LivedMoment, SoakJournal, plan, read_soak, run_soak, soak_scores
from benchmarks.soak_plot import plot
from benchmarks.soak_records import export, same_verdict
from device import BadInput

DAYS = {"lena": ["lena_weekday", "lena_weekend"], "chen": ["chen_weekday"]}
CALL = {"name": "set_wifi", "arguments": {"enabled": True}}
OTHER = {"name": "open_cart", "arguments": {}}


def day(number: int = 0, persona: str = "lena") -> LivedDay:
    """Twelve moments: a window served after a minute, one missed, one lost to a wrong word; two false triggers."""

    def window(name: str, start: int, state: Any, **more: Any) -> Window:
        return Window(id=name, scenario="device_care", from_ms=start, until_ms=start + 600_000, state=state,
                      answers=[{"intent": "Wi-Fi?", "calls": [CALL]}], **more)  # fmt: skip

    def at(minute: int, verdict: str, **more: Any) -> LivedMoment:
        return LivedMoment(time_ms=minute * 60_000, verdict=verdict, **more)

    moments = [
        at(1, "quiet"),
        at(2, "served", window="w1", answer="accept", calls=[CALL], topic="wifi", open_windows=["w1"], verified=True),
        at(3, "false_trigger", answer="reject", calls=[CALL], topic="wifi"),
        at(20, "held", window="w2", open_windows=["w2"]),
        at(40, "wrong", window="w3", answer="reject", calls=[OTHER], topic="cart", open_windows=["w3"]),
        at(41, "wrong", window="w3", answer="accept", calls=[CALL], topic="wifi2", open_windows=["w3"]),
        at(60, "invalid", invalid=True),
        at(70, "invalid", window="w2", invalid=True, open_windows=["w2"]),
        at(90, "quiet"),
        at(100, "false_trigger", answer="reject", calls=[OTHER], topic="other"),
        at(400, "quiet"),
        at(500, "quiet"),
    ]
    windows = [window("w1", 60_000, "served", calls_at=120_000, verified=True), window("w2", 1_140_000, "missed"),
               window("w3", 2_340_000, "wrong")]  # fmt: skip
    key = DayKey(number=number, persona=persona, day="lena_weekday", seed=number)
    return LivedDay(key=key, model="test", timezone="Europe/Berlin", contacts={}, moments=moments, windows=windows)


def test_days_come_in_turn_with_seeds_of_their_own() -> None:
    keys = plan(8, ["lena", "chen"], DAYS, seed=1)
    assert [key.day for key in keys[:8]] == ["lena_weekday"] * 5 + ["lena_weekend"] * 2 + ["lena_weekday"]
    assert len({key.seed for key in keys}) == 16 and keys == plan(8, ["lena", "chen"], DAYS, seed=1)
    assert {key.day for key in keys[8:]} == {"chen_weekday"}
    with pytest.raises(BadInput, match="no day of persona"):
        plan(1, ["nobody"], DAYS, seed=1)


def test_the_figures_counted_by_hand() -> None:
    found = soak_scores([day(0), day(1), day(2, "chen")])
    assert (found.sr.count, found.sr.of) == (3, 9)
    assert (found.ftr.count, found.ftr.of) == (6, 21)  # 7 no-action moments a day, 2 of them spoken in
    assert (found.precision.count, found.precision.of) == (3, 15)
    assert (found.misses.count, found.misses.of) == (3, 9)
    assert (found.executed_sr.count, found.nagging.count) == (3, 3)
    # refusals at 3, 40 and 100 minutes: the idle moments at 60, 90 and 100 lie within four hours after one
    assert (found.after_no.count, found.after_no.of) == (3, 9)
    assert found.false_triggers_a_day.value == 2.0 and found.false_triggers_a_day.low == 2.0
    assert found.time_to_act_s == 60.0 and set(found.by_persona) == {"lena", "chen"}
    assert soak_scores([]).sr.value is None


def test_moments_scored_offline_have_the_verdicts_they_had() -> None:
    days = [day(0), day(1)]
    records, predictions = export(days)
    scored = score_all(records, predictions)
    lived = [moment for one in days for moment in one.moments]
    assert all(same_verdict(moment, item.verdict) for moment, item in zip(lived, scored, strict=True))
    assert scores(scored).ftr.count == soak_scores(days).ftr.count
    assert not same_verdict(lived[0], "false_trigger") and not same_verdict(lived[1], "missed")


def test_a_soak_goes_on_and_knows_other_settings(tmp_path: Path) -> None:
    journal = SoakJournal(tmp_path)
    journal.add(day(0))
    whole = journal.path.read_bytes()
    journal.path.write_bytes(whole + whole[:50])
    again = SoakJournal(tmp_path)
    asked: list[DayKey] = []

    def live(key: DayKey) -> LivedDay:
        asked.append(key)
        return day(key.number)

    keys = [day(0).key, day(1).key]
    assert [one.key for one in run_soak(keys, live, again)] == keys and asked == keys[1:]
    assert len(read_soak(tmp_path)) == 2
    with pytest.raises(BadInput, match="holds another"):
        run_soak([keys[0].model_copy(update={"seed": 99})], live, SoakJournal(tmp_path))
    with pytest.raises(BadInput, match="no soak"):
        read_soak(tmp_path / "nowhere")


def test_the_plot_shows_every_soak(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot(tmp_path / "soak.png", {"one": soak_scores([day(0), day(1)]), "two": soak_scores([day(0)])})
    assert (tmp_path / "soak.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.verify
@pytest.mark.timeout(1800)
def test_thirty_days_of_four_personas(tmp_path: Path) -> None:
    import time

    from rich.console import Console

    from proactdroid.runner.soak import live_all, shipped_days

    keys = plan(30, sorted(shipped_days()), shipped_days(), seed=1)
    settings = {"model": "embedded", "threshold": 0.5, "policy": "scripted", "screenshots": False}
    started = time.monotonic()
    days = live_all(keys, SoakJournal(tmp_path), settings, workers=2, console=Console(stderr=True))
    took = time.monotonic() - started
    records, predictions = export(days)
    lived = [moment for one in days for moment in one.moments]
    offline = score_all(records, predictions)
    assert all(same_verdict(moment, item.verdict) for moment, item in zip(lived, offline, strict=True))
    assert took <= 900
