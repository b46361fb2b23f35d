"""Making the draws of a day: the same day and seed give the same resolved day, another seed other times and words."""

from __future__ import annotations

import random
from typing import Any

from pydantic import BaseModel

from simulator.day import times
from simulator.day.battery import battery_steps
from simulator.day.errors import DayError, Problem
from simulator.day.events import Base, OneOf
from simulator.day.model import Answer, Day, Need, Persona
from simulator.day.noise import closings, draw_noise, draw_pickups
from simulator.day.resolved import ResolvedDay, ResolvedEvent
from simulator.day.setup import PhoneSetup, overlay
from simulator.day.source import read_pool
from simulator.day.truth import NearMissAt, Truth, Window
from simulator.day.words import Unfilled, Words

DEFAULT_TIMEZONE = "Europe/Berlin"


def phone_setup(day: Day, persona: Persona, words: Words | None = None) -> PhoneSetup:
    """The persona's phone with the day's setup over it, `${…}` filled (pydantic's ValidationError, Unfilled)."""
    below = persona.phone.model_dump(by_alias=True, exclude_unset=True, mode="json")
    told = [place.model_dump(mode="json") for place in persona.profile.places]
    below["places"] = [*told, *below.get("places", [])]
    merged = overlay(below, day.setup)
    pools = [read_pool(day.language, name) for name in day.noise.pools] if day.noise else []
    known = {app["package"] for app in merged.get("extra_apps", [])}
    apps = {app.package: app.model_dump() for pool in pools for app in pool.apps if app.package not in known}
    if apps:
        merged = {**merged, "extra_apps": [*merged.get("extra_apps", []), *apps.values()]}
    return PhoneSetup.model_validate(words.fill(merged) if words else merged)


class Resolver:
    """The draws of one day with one seed. Each draw has its own stream, so that adding an event moves no other."""

    def __init__(self, day: Day, persona: Persona, seed: int) -> None:
        self.day = day
        self.persona = persona
        self.seed = seed
        self.calendar = times.Calendar(day.date, persona.phone.timezone or DEFAULT_TIMEZONE)
        self.start_ms = self.calendar.at(times.clock_ms(day.start))
        self.end_ms = self.calendar.at(times.clock_ms(day.end))
        drawn = {name: self.rng("var", name).choice(choices) for name, choices in day.vars.items()}
        self.words = Words(drawn, day.date, self._time_of)
        self.ids = [event.id or f"event{index}" for index, event in enumerate(day.events)]
        self.at: dict[str, int | None] = {}  # None: does not happen with this seed

    def rng(self, *purpose: str) -> random.Random:
        """A random stream of its own for a purpose."""
        return random.Random(":".join([self.day.name, str(self.seed), *purpose]))

    def resolve(self) -> ResolvedDay:
        """The resolved day (DayError where references or `${…}` lead nowhere)."""
        self._times()
        setup = phone_setup(self.day, self.persona, self.words)
        events = [
            ResolvedEvent(id=name, at_ms=at, event=self._event(index))
            for index, name in enumerate(self.ids)
            if (at := self.at[name]) is not None
        ]
        if self.day.noise is not None:
            events += draw_noise(
                self.day.noise,
                self.day.language,
                self.rng,
                (self.start_ms, self.end_ms),
                self.calendar,
                self.words.values,
            )
        if self.day.pickups is not None:
            events += draw_pickups(self.day.pickups, self.rng, (self.start_ms, self.end_ms), self.calendar)
        truth = self._truth()
        events += closings(truth, events, self.rng, 0.6 if self.day.noise is None else self.day.noise.dismissed)
        events.sort(key=lambda event: event.at_ms)
        return ResolvedDay(
            name=self.day.name,
            title=self.day.title,
            persona=self.persona.name,
            seed=self.seed,
            language=self.day.language,
            date=self.day.date.isoformat(),
            timezone=self.calendar.zone.key,
            start_ms=self.start_ms,
            end_ms=self.end_ms,
            events=events,
            battery=battery_steps(setup.battery, events, self.start_ms, self.end_ms),
            truth=truth,
            profile=self.persona.profile,
            places=setup.places,
            networks=setup.networks,
        )

    # -- times

    def _times(self) -> None:
        by_id = dict(zip(self.ids, self.day.events, strict=True))
        path: list[str] = []

        def place(name: str) -> int | None:
            if name in self.at:
                return self.at[name]
            if name in path:
                raise self._fault(name, f"`after` goes in a circle: {' → '.join([*path, name])}", "break the circle")
            path.append(name)
            self.at[name] = self._place(name, by_id[name], place, by_id)
            path.pop()
            return self.at[name]

        for name in self.ids:
            place(name)

    def _place(self, name: str, event: Base, place: Any, by_id: dict[str, Any]) -> int | None:
        rng = self.rng("time", name)
        happens = rng.random() < event.chance
        if event.at is not None:
            drawn = times.when(event.at)
            base = self.calendar.at(0)
            at = base + _draw(rng, self.calendar.at(drawn.low) - base, self.calendar.at(drawn.high) - base)
        else:
            told = times.after(event.after or "")
            if told.event not in by_id:
                raise self._fault(name, f"`after` names no event: {told.event!r}", "use the id of an event of this day")
            before = place(told.event)
            if before is None:
                return None
            at = before + _draw(rng, told.offset.low, told.offset.high)
        return at if happens else None

    def _time_of(self, text: str) -> str:
        told = times.after(text)
        at = self.at.get(told.event)
        if told.event not in self.at:
            raise Unfilled(f"${{time:{text}}} names no event")
        return self.calendar.clock((self.start_ms if at is None else at) + told.offset.low)

    def _edge(self, need: Need, text: str, start_ms: int | None) -> int | None:
        """A window's edge; None where its event does not happen with this seed."""
        if text.startswith("+") and start_ms is not None:
            return start_ms + times.span_ms(text[1:])
        if times.is_clock(text):
            return self.calendar.at(times.clock_ms(text))
        told = times.after(text)
        if told.event not in self.at:
            raise self._fault(
                need.id, f"{text!r} names no event", "use HH:MM or the id of an event of this day", "needs"
            )
        at = self.at[told.event]
        return None if at is None else at + told.offset.low

    # -- words

    def _event(self, index: int) -> Any:
        event = self.day.events[index]
        single: BaseModel = event
        if isinstance(event, OneOf):
            single = self.rng("option", self.ids[index]).choice(event.options)
        name = self.ids[index]
        return self._filled(single, name).model_copy(
            update={"id": name, "at": None, "after": None, "note": None, "chance": 1.0}
        )

    def _filled(self, model: BaseModel, name: str) -> BaseModel:
        try:
            return type(model).model_validate(self.words.fill(model.model_dump(by_alias=True)))
        except Unfilled as error:
            raise self._fault(name, str(error), "name a var of the day, or an event in ${time:…}") from None

    # -- truth

    def _truth(self) -> Truth:
        windows = [window for need in self.day.needs if (window := self._window(need)) is not None]
        near = [
            NearMissAt(event=miss.event, like=miss.like, at_ms=at, why_not=miss.why_not)
            for miss in self.day.near_misses
            if (at := self.at.get(miss.event)) is not None
        ]
        windows.sort(key=lambda window: window.from_ms)
        return Truth(
            day=self.day.name,
            seed=self.seed,
            start_ms=self.start_ms,
            end_ms=self.end_ms,
            windows=windows,
            near_misses=sorted(near, key=lambda miss: miss.at_ms),
        )

    def _window(self, need: Need) -> Window | None:
        start = self._edge(need, need.start, None)
        if start is None or any(self.at.get(event, 0) is None for event in need.evidence):
            return None
        until = self._edge(need, need.until, start)
        if until is not None and need.until in self.at:
            until -= 1  # an event that ends a window is no longer in it
        if until is None:
            raise self._fault(
                need.id,
                f"`until` is an event that need not happen: {need.until!r}",
                "give its end as HH:MM or +45m",
                "needs",
            )
        solved = self.at.get(need.solved_by) if need.solved_by else None
        told = None if times.is_clock(need.start) else times.after(need.start).event
        answers = [self._filled(answer, need.id) for answer in need.answers]
        return Window(
            id=need.id,
            scenario=need.scenario,
            from_ms=start,
            until_ms=min(until, solved - 1 if solved is not None else until, self.end_ms),
            solved_ms=solved,
            why=str(self.words.fill(need.why)),
            evidence=need.evidence or ([told] if told else []),
            answers=[answer for answer in answers if isinstance(answer, Answer)],
            user=need.user if isinstance(need.user, list) else [need.user],
            wrong=need.wrong,
            executes=need.executes,
        )

    def _fault(self, name: str, cause: str, mend: str, part: str = "events") -> DayError:
        items: list[Any] = list(self.day.needs if part == "needs" else self.day.events)
        names = [need.id for need in self.day.needs] if part == "needs" else self.ids
        index = names.index(name) if name in names else None
        if index is None or index >= len(items):
            part, index = "needs", next((i for i, need in enumerate(self.day.needs) if need.id == name), 0)
        return DayError(self.day.name, [Problem("error", f"{part}.{index}", cause, mend)])


def _draw(rng: random.Random, low: int, high: int) -> int:
    """A whole second from low to high."""
    return low if low == high else rng.randint(low // 1000, high // 1000) * 1000


def resolve(day: Day, persona: Persona, seed: int) -> ResolvedDay:
    """A day with its draws made (DayError)."""
    return Resolver(day, persona, seed).resolve()
