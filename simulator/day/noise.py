"""What happens in the background and needs nothing, drawn by seed: notifications of pools, looks into apps."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from simulator.day import times
from simulator.day.events import DismissNotification, UseApp
from simulator.day.model import Noise, NoiseEntry, Pickups
from simulator.day.resolved import ResolvedEvent
from simulator.day.source import read_pool
from simulator.day.truth import Truth
from simulator.day.words import Words

MINUTE_MS = 60_000
CLOSING_MS = 20_000
SPEAKING = frozenset({"notify", "sms", "mail", "chat", "call", "app_event", "weather"})


def draw_noise(
    noise: Noise,
    language: str,
    rng: Callable[..., random.Random],
    day_ms: tuple[int, int],
    calendar: times.Calendar,
    values: dict[str, Any],
) -> list[ResolvedEvent]:
    """Noise events of a day and the user's swipes at them (DayError if a pool is not there).

    Times are uniform over the hours of noise, the number is Poisson with mean `per_hour` × hours. An entry is not
    drawn again with the same words while other words of its pool are left.
    """
    begin, end = _hours(noise.between, day_ms, calendar)
    entries: list[tuple[NoiseEntry, float]] = []
    for name in noise.pools:
        pool = read_pool(language, name)
        total = sum(entry.weight for entry in pool.entries)
        entries += [(entry, entry.weight / total) for entry in pool.entries]
    drawn: list[ResolvedEvent] = []
    moments = _moments(rng("noise", "times"), noise.per_hour, begin, end)
    choose, seen = rng("noise", "entries"), set[str]()
    for number, at in enumerate(moments):
        event = _fresh(entries, choose, values, seen)
        name = f"noise{number}"
        drawn.append(ResolvedEvent(id=name, at_ms=at, origin="noise", event=event.model_copy(update={"id": name})))
        react = rng("noise", "reaction", str(number))
        swiped = at + react.randint(1, 55) * MINUTE_MS
        if react.random() < noise.dismissed and swiped < day_ms[1]:
            drawn.append(
                ResolvedEvent(
                    id=f"{name}_swiped",
                    at_ms=swiped,
                    origin="reaction",
                    event=DismissNotification.model_validate({"do": "dismiss_notification", "of": name}),
                )
            )
    return drawn


def closings(
    truth: Truth, events: list[ResolvedEvent], rng: Callable[..., random.Random], dismissed: float
) -> list[ResolvedEvent]:
    """What the user does with the notifications of the day's own events: when a window has closed, the need is dealt
    with or past, and what showed it is swiped away; so is a share (`dismissed`) of the near misses, within the hour."""
    swiped: dict[str, int] = {}
    speaking = {event.id for event in events if event.event.do in SPEAKING}
    for window in truth.windows:
        end = window.until_ms if window.solved_ms is None else window.solved_ms
        for name in window.evidence:
            if name in speaking and end + CLOSING_MS < truth.end_ms:
                swiped[name] = max(swiped.get(name, 0), end + CLOSING_MS)
    for miss in truth.near_misses:
        react = rng("near", miss.event)
        at = miss.at_ms + react.randint(4, 55) * MINUTE_MS
        if miss.event in speaking and miss.event not in swiped and react.random() < dismissed and at < truth.end_ms:
            swiped[miss.event] = at
    return [
        ResolvedEvent(
            id=f"{name}_swiped",
            at_ms=at,
            origin="reaction",
            event=DismissNotification.model_validate({"do": "dismiss_notification", "of": name}),
        )
        for name, at in swiped.items()
    ]


def draw_pickups(
    pickups: Pickups, rng: Callable[..., random.Random], day_ms: tuple[int, int], calendar: times.Calendar
) -> list[ResolvedEvent]:
    """The user's looks into apps, none while another one lasts."""
    begin, end = _hours(pickups.between, day_ms, calendar)
    choose = rng("pickups", "apps")
    drawn: list[ResolvedEvent] = []
    free_from = begin
    for number, at in enumerate(_moments(rng("pickups", "times"), pickups.per_hour, begin, end)):
        minutes = round(choose.uniform(*pickups.minutes), 1)
        package = choose.choice(pickups.apps)
        if at < free_from:
            continue
        free_from = at + round((minutes + 1) * MINUTE_MS)
        name = f"pickup{number}"
        event = UseApp.model_validate({"id": name, "do": "use_app", "package": package, "minutes": minutes})
        drawn.append(ResolvedEvent(id=name, at_ms=at, origin="noise", event=event))
    return drawn


def _hours(between: list[str] | None, day_ms: tuple[int, int], calendar: times.Calendar) -> tuple[int, int]:
    if between is None:
        return day_ms
    low, high = (calendar.at(times.clock_ms(text)) for text in between)
    return max(day_ms[0], low), min(day_ms[1], high)


def _moments(rng: random.Random, per_hour: float, begin: int, end: int) -> list[int]:
    """Times of a Poisson process, whole seconds."""
    found: list[int] = []
    at = float(begin)
    while per_hour > 0:
        at += rng.expovariate(per_hour) * 3_600_000
        if at >= end:
            break
        found.append(int(at) // 1000 * 1000)
    return found


def _fresh(entries: list[tuple[NoiseEntry, float]], rng: random.Random, values: dict[str, Any], seen: set[str]) -> Any:
    event: Any = None
    for _ in range(8):
        entry = rng.choices([item for item, _ in entries], [weight for _, weight in entries])[0]
        drawn = {name: rng.choice(choices) for name, choices in entry.fill.items()}
        own = Words(drawn).fill(drawn)
        event = type(entry.event).model_validate(
            Words({**values, **own}).fill(entry.event.model_dump(by_alias=True, exclude={"id"}))
        )
        words = event.model_dump_json()
        if words not in seen:
            seen.add(words)
            break
    return event
