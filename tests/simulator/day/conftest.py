"""A phone with a small day, written in the test."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent, indent
from typing import Any

import pytest

from simulator.clock import Clock
from simulator.day import DayPlayer, load_day
from simulator.phone import Phone

HEAD = """\
version: 1
name: test_day
title: A day for a test
persona: lena_berlin
date: 2026-03-11
start: "08:00"
end: "12:00"
"""


def day_text(events: str = "", rest: str = "") -> str:
    """A day of the persona in Berlin with these events (YAML list items) and further parts."""
    listed = f"events:\n{indent(dedent(events), '  ')}" if events.strip() else ""
    return f"{HEAD}{dedent(rest)}\n{listed}"


def started(text: str, seed: int = 0, **spec: Any) -> DayPlayer:
    """A booted phone at the start of a day, with its player."""
    state, day = load_day({"day": text, "seed": seed, **spec})
    phone = Phone(state, Clock(day.start_ms))
    phone.boot()
    return DayPlayer(phone, day)


@pytest.fixture
def play() -> Callable[..., DayPlayer]:
    """Starts a day of events: `play(events, rest="", seed=0)`."""

    def start(events: str = "", rest: str = "", seed: int = 0, **spec: Any) -> DayPlayer:
        return started(day_text(events, rest), seed, **spec)

    return start
