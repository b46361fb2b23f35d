"""From a day's name and a seed to a phone's first state and the playable day."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from simulator.clock import Clock
from simulator.day import times
from simulator.day.errors import DayError, Problem
from simulator.day.events import Move
from simulator.day.initial import initial_state, place_named
from simulator.day.model import Day, Persona
from simulator.day.resolve import Resolver, phone_setup
from simulator.day.resolved import ResolvedDay
from simulator.day.setup import PhoneSetup, laid_over
from simulator.day.source import day_source, read_persona
from simulator.phone import Phone
from simulator.state import State


def load_day(spec: Mapping[str, Any]) -> tuple[State, ResolvedDay]:
    """The state at the start of a day, and the day with its draws made.

    `spec`: `day` (name of a shipped day, path of a YAML file, or YAML text), and if wanted `persona` (name or path,
    in place of the day's own), `seed` (default 0) and `api_level` (default 34). DayError says what is wrong and where.
    """
    unknown = set(spec) - {"day", "persona", "seed", "api_level"}
    if unknown or "day" not in spec:
        what = f"unknown {', '.join(sorted(unknown))}" if unknown else "`day` is missing"
        raise DayError(
            "the day's spec", [Problem("error", "", what, "give day, and persona, seed, api_level if wanted")]
        )
    source = day_source(spec["day"])
    day = source.validate(Day)
    persona = read_persona(spec.get("persona") or beside(spec["day"], day.persona))
    return build(day, persona, int(spec.get("seed") or 0), int(spec.get("api_level") or 34))


def build(day: Day, persona: Persona, seed: int, api_level: int = 34) -> tuple[State, ResolvedDay]:
    """State and resolved day of models already read (DayError)."""
    resolver = Resolver(day, persona, seed)
    try:
        resolved = resolver.resolve()
        setup = phone_setup(day, persona, resolver.words)
        _places(day, resolved, setup)
        calendar = times.Calendar(day.date, resolved.timezone)
        state = initial_state(setup, seed, api_level, calendar, resolved.start_ms)
        own = state.app_data
        state.app_data = {}
        # A phone of its own, only to ask the apps what a fresh install holds.
        phone = Phone(state.model_copy(deep=True), Clock(resolved.start_ms))
        for package, data in own.items():
            if package not in phone.apps:
                raise ValueError(f"app_data of {package}, which is no app of the phone")
            state.app_data[package] = laid_over(phone.app(package).initial_data(), data)
    except ValidationError as error:
        problems = [
            Problem(
                "error", "setup." + ".".join(map(str, item["loc"])), item["msg"], "see PhoneSetup in docs/day_format.md"
            )
            for item in error.errors()
        ]
        raise DayError(day.name, problems) from None
    except DayError:
        raise
    except ValueError as error:
        raise DayError(day.name, [Problem("error", "setup", str(error), "see docs/day_format.md")]) from None
    return state, resolved


def _places(day: Day, resolved: ResolvedDay, setup: PhoneSetup) -> None:
    """Whether the persona knows the places that the day goes to (DayError)."""
    for event in resolved.events:
        if isinstance(event.event, Move):
            try:
                place_named(setup.places, event.event.place)
            except ValueError as error:
                index = next((i for i, one in enumerate(day.events) if (one.id or f"event{i}") == event.id), 0)
                mend = "add it to the places of the persona or the setup"
                raise DayError(day.name, [Problem("error", f"events.{index}.place", str(error), mend)]) from None


def beside(day: str | Path, persona: str) -> str | Path:
    """The day's persona: a file beside the day's own file first, then one in `personas` beside its folder, then a
    shipped one."""
    if isinstance(day, Path) or "\n" not in day:
        folder = Path(day).parent
        for own in (folder / f"{persona}.yaml", folder.parent / "personas" / f"{persona}.yaml"):
            if Path(day).is_file() and own.is_file():
                return own
    return persona
