"""A simulated phone in its own process for the command line, and a way to run commands."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from proactdroid.cli import invoke
from simulator.process import Simulator, start_simulator

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


@dataclass
class Done:
    """What a command left: exit code, stdout, stderr."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """stdout as the one JSON document that it must be."""
        return json.loads(self.out)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Run `proactdroid ARGS…` in this process."""

    def run(*argv: str) -> Done:
        capsys.readouterr()
        code = invoke(list(argv))
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return run


@pytest.fixture(scope="session")
def sim() -> Iterator[Simulator]:
    """A phone whose clock runs, reached like any phone: by an adb server's port."""
    with start_simulator(run_clock=True) as started:
        yield started


@pytest.fixture
def short_day(tmp_path: Path) -> Path:
    path = tmp_path / "short.yaml"
    path.write_text(SHORT_DAY)
    return path
