"""Checking a day by playing it: what only the phone, its services and its apps can refuse."""

from __future__ import annotations

from collections.abc import Iterator

from simulator.clock import Clock
from simulator.day.apply import EventFailed
from simulator.day.errors import Problem
from simulator.day.model import Day
from simulator.day.player import DayPlayer
from simulator.day.resolved import ResolvedDay
from simulator.day.source import Source
from simulator.phone import Phone
from simulator.state import State

_STEP_MS = 600_000


def played(source: Source, day: Day, state: State, resolved: ResolvedDay) -> Iterator[Problem]:
    """The events that fail or find nothing to do on the phone when nobody but the day's user touches it."""
    phone = Phone(state, Clock(resolved.start_ms))
    phone.boot()
    player = DayPlayer(phone, resolved)
    index_of = {event.id or f"event{index}": index for index, event in enumerate(day.events)}

    def path(name: str) -> tuple[str | int, ...]:
        return ("events", index_of[name]) if name in index_of else ("noise",)

    while not player.ended:
        try:
            for done in player.advance(min(resolved.end_ms, phone.clock.now_ms + _STEP_MS)):
                if done.remark and done.origin == "day":
                    yield source.problem(path(done.id), done.remark, "mend its time or whom it names", "warning")
        except EventFailed as error:
            yield source.problem(path(error.name), error.why, f"see `{error.kind}` in docs/day_format.md")
