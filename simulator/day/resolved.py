"""A day with every draw made: exact times, filled texts, noise and battery levels. Plain data, the same for a seed."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from simulator.day.events import SingleEvent
from simulator.day.model import Profile
from simulator.day.setup import NetworkSpec, PlaceSpec
from simulator.day.strict import Strict
from simulator.day.truth import Truth


class ResolvedEvent(Strict):
    """An event with its time. `origin`: written in the day, drawn as noise, or the user's reaction to noise."""

    id: str
    at_ms: int
    origin: Literal["day", "noise", "reaction", "injected"] = "day"
    event: SingleEvent


class BatteryStep(Strict):
    """The battery reaches a level."""

    at_ms: int
    level: int


class ResolvedDay(Strict):
    """A playable day."""

    name: str
    title: str
    persona: str
    seed: int
    language: Literal["en", "zh"]
    date: str
    timezone: str
    start_ms: int
    end_ms: int
    events: list[ResolvedEvent]
    battery: list[BatteryStep] = Field(default_factory=list)
    truth: Truth
    profile: Profile
    places: list[PlaceSpec] = Field(default_factory=list)
    networks: list[NetworkSpec] = Field(default_factory=list)
