"""Checking a day file: everything that would make it fail, mislead, or count for less than its writer thinks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from simulator.apps import ALL_APPS
from simulator.day import events as kinds
from simulator.day import times
from simulator.day.check_answers import answer_faults
from simulator.day.check_play import played
from simulator.day.errors import DayError, Problem
from simulator.day.load import beside, build
from simulator.day.model import Day, Persona
from simulator.day.resolve import Resolver, phone_setup
from simulator.day.resolved import ResolvedDay
from simulator.day.setup import PhoneSetup
from simulator.day.source import Source, day_source, read_persona
from simulator.day.truth import COALESCE_MS, Window
from simulator.day.words import Unfilled, slots

SYSTEM_PACKAGES = frozenset({"android", "com.android.systemui", "com.android.settings"})
LEAST_NEEDS, LEAST_SCENARIOS, LEAST_NO_ACTION, LEAST_NEAR_SHARE = 12, 8, 40, 0.6


def check(
    path_or_text: str | Path,
    functions: Mapping[str, Mapping[str, Any]] | None = None,
    seeds: Sequence[int] = (0, 1, 2),
    *,
    shipped: bool = False,
) -> list[Problem]:
    """All problems of a day (name, path or text), errors first.

    `functions` is the pool as plain data: name → {"parameters": JSON Schema}; without it answers are checked for form
    only. Each seed is drawn and its windows are looked at. `shipped` asks for what a day of the collection must have
    (12 needs over 8 scenarios, 40 no-action moments, near misses for most needs).
    """
    try:
        source = day_source(path_or_text)
        day = source.validate(Day)
    except DayError as error:
        return error.problems
    try:
        persona = read_persona(beside(path_or_text, day.persona))
    except DayError as error:
        # The lines of these are the persona's own: the day's line is where it is named.
        return [
            source.problem(("persona",), f"{day.persona!r}: {_told(found)}", found.mend) for found in error.problems
        ]
    own = _own_setup(source, day, persona)
    if own:
        return own
    try:
        setup = _setup(day, persona)
    except DayError as error:
        return [source.problem(found.path.split("."), found.cause, found.mend) for found in error.problems]
    checker = _Checker(source, day, persona)
    problems = [source.problem(*fault) for fault in answer_faults(day, functions)]
    problems += [*checker.references(), *checker.names(setup), *checker.unused()]
    for seed in seeds:
        try:
            state, resolved = build(day, persona, seed)
        except DayError as error:
            known = {problem.path for problem in problems}
            problems += [
                source.problem(found.path.split("."), found.cause, found.mend)
                for found in error.problems
                if found.path not in known
            ]
            break
        problems += checker.drawn(resolved)
        if not any(problem.level == "error" for problem in problems):
            problems += played(source, day, state, resolved)
        if shipped:
            problems += checker.counts(resolved)
    unique = list(dict.fromkeys(problems))
    return sorted(unique, key=lambda problem: (problem.level != "error", problem.line or 0))


def _told(problem: Problem) -> str:
    """A persona's problem without its mend."""
    where = f"line {problem.line}, {problem.path}: " if problem.path else ""
    return where + problem.cause


def _own_setup(source: Source, day: Day, persona: Persona) -> list[Problem]:
    """Faults of the day's own setup, looked at before it is laid over the persona's: there its lists are longer and
    their places others. What is missing may be the persona's to give."""
    try:
        PhoneSetup.model_validate(Resolver(day, persona, 0).words.fill(day.setup))
    except Unfilled:  # told with the rest of the setup
        return []
    except ValidationError as error:
        inner = [{**item, "loc": ("setup", *item["loc"])} for item in error.errors() if item["type"] != "missing"]
        return [source.fault(item) for item in inner]
    return []


def _setup(day: Day, persona: Persona) -> PhoneSetup:
    """The day's setup (DayError, which `build` words, if it is none)."""
    try:
        return phone_setup(day, persona, Resolver(day, persona, 0).words)
    except ValueError as error:
        build(day, persona, 0)
        raise DayError(day.name, [Problem("error", "setup", str(error), "see docs/day_format.md")]) from None


class _Checker:
    def __init__(self, source: Source, day: Day, persona: Persona) -> None:
        self.source = source
        self.day = day
        self.persona = persona
        self.event_ids = [event.id for event in day.events if event.id is not None]

    def singles(self) -> Iterator[tuple[tuple[str | int, ...], Any]]:
        """Every event that may happen, with its path."""
        for index, event in enumerate(self.day.events):
            if isinstance(event, kinds.OneOf):
                for number, option in enumerate(event.options):
                    yield ("events", index, "options", number), option
            else:
                yield ("events", index), event

    def references(self) -> Iterator[Problem]:
        """Ids: given once, and leading somewhere."""
        needs = [need.id for need in self.day.needs]
        for kind, names in (("events", self.event_ids), ("needs", needs)):
            for name in sorted({name for name in names if names.count(name) > 1}):
                yield self.source.problem((kind,), f"the id {name!r} is given twice", "rename one")
        for path, name in self._event_references():
            if name not in self.event_ids:
                yield self.source.problem(
                    path, f"no event has the id {name!r}", "give an event this id, or mend the name"
                )
        for index, miss in enumerate(self.day.near_misses):
            if miss.like not in needs:
                yield self.source.problem(
                    ("near_misses", index, "like"), f"no need has the id {miss.like!r}", "name a need"
                )

    def _event_references(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        for index, event in enumerate(self.day.events):
            if event.after is not None:
                yield ("events", index, "after"), times.after(event.after).event
        for path, event in self.singles():
            for field in ("of", "update_of"):
                if getattr(event, field, None) is not None:
                    yield (*path, field), str(getattr(event, field))
        for index, need in enumerate(self.day.needs):
            for field, text in (("from", need.start), ("until", need.until)):
                if not times.is_clock(text) and not text.startswith("+"):
                    yield ("needs", index, field), times.after(text).event
            for number, name in enumerate(need.evidence):
                yield ("needs", index, "evidence", number), name
            if need.solved_by is not None:
                yield ("needs", index, "solved_by"), need.solved_by
        for index, miss in enumerate(self.day.near_misses):
            yield ("near_misses", index, "event"), miss.event
        for slot in slots(self.source.data):
            if slot.startswith("time:"):
                yield ("events",), times.after(slot.removeprefix("time:").strip()).event

    def unused(self) -> Iterator[Problem]:
        """Vars and event ids that nothing names."""
        named = {slot.split(".")[0] for slot in slots({**self.source.data, "vars": None})}
        for name in self.day.vars:
            if name not in named:
                yield self.source.problem(
                    ("vars", name), f"the var {name!r} is not used", "use ${…} or leave it out", "warning"
                )
        referenced = {name for _, name in self._event_references()}
        for index, event in enumerate(self.day.events):
            if event.id is not None and event.id not in referenced:
                cause = f"nothing refers to the event {event.id!r}"
                yield self.source.problem(("events", index, "id"), cause, "leave the id out, or refer to it", "warning")

    def names(self, setup: PhoneSetup) -> Iterator[Problem]:
        """Packages, app events, places, networks, devices and people that the persona's phone does not have."""
        apps = {app.package: app for app in ALL_APPS}
        packages = {*apps, *SYSTEM_PACKAGES, *(app.package for app in setup.extra_apps)}
        places = {place.name for place in setup.places}
        networks = {network.ssid for network in setup.networks}
        devices = {device.name for device in setup.bluetooth}
        people = {contact.name for contact in setup.contacts}
        for path, event in self.singles():
            package = getattr(event, "package", None)
            screens = isinstance(event, kinds.UseApp | kinds.CloseApp | kinds.AppEvent | kinds.Chat)
            if package is not None and package not in (apps if screens else packages):
                yield self.source.problem(
                    (*path, "package"),
                    f"the phone has no app {package}",
                    "a package of docs/day_format.md, or one of extra_apps",
                )
            if (
                isinstance(event, kinds.AppEvent)
                and package in apps
                and not hasattr(apps[package], f"_event_{event.name}")
            ):
                known = sorted(name[7:] for name in dir(apps[package]) if name.startswith("_event_"))
                yield self.source.problem(
                    (*path, "name"), f"{package} knows no event {event.name!r}", f"one of {', '.join(known)}"
                )
            if isinstance(event, kinds.Move) and event.place not in places:
                yield self._unknown((*path, "place"), "place", event.place, places)
            if isinstance(event, kinds.WifiEvent):
                for ssid in {*(event.visible or ()), *([event.connect] if event.connect else [])} - networks:
                    yield self._unknown(path, "network", ssid, networks)
            if isinstance(event, kinds.BluetoothEvent) and event.device is not None and event.device not in devices:
                yield self._unknown((*path, "device"), "paired device", event.device, devices)
            if isinstance(event, kinds.CallEvent) and event.number not in people and not _is_number(event.number):
                yield self._unknown((*path, "number"), "contact", event.number, people)
            if isinstance(event, kinds.SetState):
                yield self.source.problem(
                    (*path, "do"), "set_state is for tests only", "use the kind of event that does it", "warning"
                )

    def _unknown(self, path: tuple[str | int, ...], what: str, name: str, known: set[str]) -> Problem:
        return self.source.problem(path, f"no {what} {name!r}", f"one of {', '.join(sorted(known)) or 'none'}")

    # -- a seed's draw

    def drawn(self, day: ResolvedDay) -> Iterator[Problem]:
        """Times and windows of a seed."""
        index_of = {event.id or f"event{index}": index for index, event in enumerate(self.day.events)}
        for event in day.events:
            if event.origin == "day" and not day.start_ms <= event.at_ms <= day.end_ms:
                yield self.source.problem(
                    ("events", index_of[event.id]), "it lies outside the day", "between start and end"
                )
        at = {event.id: event.at_ms for event in day.events}
        for window in day.truth.windows:
            index = next(i for i, need in enumerate(self.day.needs) if need.id == window.id)
            yield from self._window(index, window, day, at)
        yield from self._overlaps(day.truth.windows)
        windows = {window.id: window for window in day.truth.windows}
        for index, miss in enumerate(self.day.near_misses):
            like, when = windows.get(miss.like), at.get(miss.event)
            if like is not None and when is not None and like.open_at(when):
                cause = f"with seed {day.seed} it lies within the window of {miss.like!r}, where speaking is right"
                yield self.source.problem(("near_misses", index), cause, "move the event out of the window")

    def _window(self, index: int, window: Window, day: ResolvedDay, at: dict[str, int]) -> Iterator[Problem]:
        path: tuple[str | int, ...] = ("needs", index)
        if window.until_ms <= window.from_ms:
            yield self.source.problem(
                (*path, "until"), f"the window is empty with seed {day.seed}", "let it end after its start"
            )
        if window.from_ms < day.start_ms or window.from_ms >= day.end_ms:
            yield self.source.problem((*path, "from"), "the window begins outside the day", "between start and end")
        for name in window.evidence:
            if name in at and at[name] > window.until_ms:
                yield self.source.problem(
                    (*path, "evidence"), f"{name} comes after the window", "name what shows the need in time"
                )
        early = window.from_ms - 2 * 3_600_000
        seen = window.evidence or [
            e.id for e in day.events if e.origin == "day" and early <= e.at_ms <= window.until_ms
        ]
        if not seen:
            yield self.source.problem(
                path, "nothing on the phone shows this need", "add an event within or before the window"
            )

    def _overlaps(self, windows: list[Window]) -> Iterator[Problem]:
        order = [need.id for need in self.day.needs]
        for number, one in enumerate(windows):
            for other in windows[number + 1 :]:
                apart = other.from_ms > one.until_ms or one.from_ms > other.until_ms
                if not apart and _answers(one) & _answers(other):
                    cause = f"it overlaps {one.id!r} and has an equal answer"
                    yield self.source.problem(
                        ("needs", order.index(other.id)), cause, "move one, or give one need both answers"
                    )

    def counts(self, day: ResolvedDay) -> Iterator[Problem]:
        """What a day of the collection must have."""
        windows = day.truth.windows
        scenarios = {window.scenario for window in windows}
        quiet = no_action_moments(day)
        covered = {miss.like for miss in day.truth.near_misses}
        asked = (
            (len(windows) >= LEAST_NEEDS, f"{len(windows)} needs, at least {LEAST_NEEDS} are asked", "needs"),
            (
                len(scenarios) >= LEAST_SCENARIOS,
                f"{len(scenarios)} scenarios, at least {LEAST_SCENARIOS} are asked",
                "needs",
            ),
            (quiet >= LEAST_NO_ACTION, f"{quiet} no-action moments, at least {LEAST_NO_ACTION} are asked", "events"),
            (
                len(covered) >= LEAST_NEAR_SHARE * len(windows),
                f"near misses for {len(covered)} of {len(windows)} needs, at least {LEAST_NEAR_SHARE:.0%} are asked",
                "near_misses",
            ),
        )
        for enough, cause, path in asked:
            if not enough:
                yield self.source.problem((path,), f"seed {day.seed}: {cause}", "add some")


def no_action_moments(day: ResolvedDay) -> int:
    """How many groups of events (within 5 s) lie outside every need window."""
    count, last = 0, -COALESCE_MS - 1
    for event in day.events:
        if event.at_ms - last > COALESCE_MS:
            last = event.at_ms
            count += not day.truth.open(last)
    return count


def _answers(window: Window) -> set[str]:
    return {json.dumps([call.model_dump() for call in answer.calls], sort_keys=True) for answer in window.answers}


def _is_number(text: str) -> bool:
    return text.lstrip("+").replace(" ", "").isdigit() or text.startswith("${")
