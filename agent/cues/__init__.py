"""The cues: what the embedded gate and proposer look for. Transparent rules, one need each."""

from __future__ import annotations

from agent.cues import (
    asks,
    attention,
    disruptions,
    food,
    habits,
    health,
    journeys,
    media,
    money,
    parcels,
    people,
    places,
    power,
    questions,
    radios,
    requests,
    schedule,
    smart_home,
    waking,
    weather,
    wishes,
)
from agent.cues.base import Cue, Finding
from agent.cues.power import battery_low

ALL_CUES: tuple[Cue, ...] = (
    *requests.CUES,
    *asks.CUES,
    *questions.CUES,
    *food.CUES,
    *schedule.CUES,
    *waking.CUES,
    *journeys.CUES,
    *disruptions.CUES,
    *places.CUES,
    *attention.CUES,
    *media.CUES,
    *money.CUES,
    *parcels.CUES,
    *weather.CUES,
    *health.CUES,
    *smart_home.CUES,
    *people.CUES,
    *power.CUES,
    *radios.CUES,
    *habits.CUES,
    *wishes.CUES,
)

__all__ = ["ALL_CUES", "Cue", "Finding", "battery_low"]
