"""One day of a soak, lived by the agent's own process, and its moments as records."""

from __future__ import annotations

from pathlib import Path

from benchmarks.proactive_mobile.scorer import score_all
from benchmarks.soak import DayKey, soak_scores
from benchmarks.soak_records import export, same_verdict
from proactdroid.runner.soak_day import live_day
from simulator.process import start_simulator

DAY = """
version: 1
name: short_soak
title: Two hours with a low battery
persona: lena_berlin
date: 2026-03-11
start: "14:00"
end: "16:00"
language: en
setup: {battery: {level: 60}}
events:
  - {id: low, at: "14:40", do: battery, level: 14}
  - {id: gone, at: "15:30", do: plug, kind: ac, level: 12}
needs:
  - id: saver
    scenario: device_care
    from: "14:10"
    until: "15:25"
    evidence: [low]
    why: The battery is low and there is no charger.
    answers: [{intent: "Battery saver?", calls: [{name: set_battery_saver, arguments: {enabled: true}}]}]
"""


def test_a_day_is_lived_and_scored_the_same_offline(tmp_path: Path) -> None:
    path = tmp_path / "short_soak.yaml"
    path.write_text(DAY, encoding="utf-8")
    key = DayKey(number=0, persona="lena_berlin", day=str(path), seed=3)
    settings = {"model": "embedded", "threshold": 0.5, "policy": "scripted", "screenshots": False}
    with start_simulator(count=2) as sim:
        day = live_day(sim, sim.serials[1], key, settings, texts=True)
    found = soak_scores([day])
    assert (found.sr.count, found.sr.of) == (1, 1) and found.executed_sr.count == 1
    assert found.time_to_act_s is not None and found.time_to_act_s < 3600
    records, predictions = export([day])
    assert all("battery" in record.phone for record in records)
    scored = score_all(records, predictions)
    assert all(same_verdict(moment, item.verdict) for moment, item in zip(day.moments, scored, strict=True))
    assert sum(item.verdict == "right" for item in scored) == 1
