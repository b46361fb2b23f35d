"""How the battery moves through a day: evenly between the levels that the day gives, at its usual pace elsewhere."""

from __future__ import annotations

import itertools

from simulator.day.events import BatteryEvent, Plug, Unplug
from simulator.day.resolved import BatteryStep, ResolvedEvent
from simulator.day.setup import BatterySpec

HOUR_MS = 3_600_000


def battery_steps(spec: BatterySpec, events: list[ResolvedEvent], start_ms: int, end_ms: int) -> list[BatteryStep]:
    """One step for each change of the level in percent, in order, from the start (not in it) to the end."""
    plugged = spec.plugged is not None
    knots: list[tuple[int, float]] = [(start_ms, float(spec.level))]
    told = [event for event in events if isinstance(event.event, BatteryEvent | Plug | Unplug)]
    for position, item in enumerate(told):
        event = item.event
        if isinstance(event, BatteryEvent | Plug | Unplug) and event.level is not None:
            knots.append((item.at_ms, float(event.level)))
        elif not any(_level(later) is not None for later in told[position:]) or isinstance(event, Plug | Unplug):
            knots.append((item.at_ms, _usual(spec, knots[-1], item.at_ms, plugged)))
        if isinstance(event, Plug | Unplug):
            plugged = isinstance(event, Plug)
    knots.append((end_ms, _usual(spec, knots[-1], end_ms, plugged)))
    steps: list[BatteryStep] = []
    for (begin, first), (end, last) in itertools.pairwise(knots):
        steps += _between(begin, first, end, last)
    return steps


def _level(item: ResolvedEvent) -> int | None:
    return item.event.level if isinstance(item.event, BatteryEvent | Plug | Unplug) else None


def _usual(spec: BatterySpec, knot: tuple[int, float], at_ms: int, plugged: bool) -> float:
    hours = (at_ms - knot[0]) / HOUR_MS
    change = spec.charge_per_hour * hours if plugged else -spec.drain_per_hour * hours
    return min(100.0, max(1.0, knot[1] + change))


def _between(begin: int, first: float, end: int, last: float) -> list[BatteryStep]:
    """The whole percents passed from one knot to the next, each at its time; a full battery is reached at once."""
    low, high = round(first), round(last)
    if low == high or end <= begin:
        return [BatteryStep(at_ms=max(begin, end), level=high)] if low != high else []
    direction = 1 if high > low else -1
    count = abs(high - low)
    return [
        BatteryStep(at_ms=begin + (end - begin) * step // count, level=low + direction * step)
        for step in range(1, count + 1)
    ]
