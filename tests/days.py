"""A day of an hour: one need, and little else."""

from __future__ import annotations

from pathlib import Path

import pytest

SHORT_DAY = """
version: 1
name: short
title: An hour with a low battery
persona: lena_berlin
date: 2026-03-11
start: "17:00"
end: "18:30"
setup:
  battery: {level: 21}
events:
  - {id: wake, at: "17:01", do: screen, state: unlock}
  - {id: low, at: "17:10", do: battery, level: 20}
  - id: chatter
    at: "17:40"
    do: notify
    package: com.twitter.android
    title: Trending
    text: People talk about the weather
needs:
  - id: save
    scenario: device_care
    from: low
    until: "17:35"
    why: The battery is low with an evening ahead.
    answers:
      - intent: Turn on battery saver?
        calls: [{name: set_battery_saver, arguments: {enabled: true}}]
"""


@pytest.fixture
def short_day(tmp_path: Path) -> Path:
    path = tmp_path / "short.yaml"
    path.write_text(SHORT_DAY)
    return path
