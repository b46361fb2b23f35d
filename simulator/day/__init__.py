"""Days: timelines of events for a persona, in YAML, with the truth of what is needed when (docs/day_format.md)."""

from simulator.day.apply import EventFailed
from simulator.day.check import check, no_action_moments
from simulator.day.errors import DayError, Problem
from simulator.day.load import beside, build, load_day
from simulator.day.model import SCENARIOS, Answer, CallSpec, Day, Need, Persona, Profile
from simulator.day.player import Applied, DayPlayer, Saved
from simulator.day.resolved import ResolvedDay, ResolvedEvent
from simulator.day.source import day_names, persona_names, read_day, read_persona
from simulator.day.truth import Truth, Window

__all__ = [
    "SCENARIOS",
    "Answer",
    "Applied",
    "CallSpec",
    "Day",
    "DayError",
    "DayPlayer",
    "EventFailed",
    "Need",
    "Persona",
    "Problem",
    "Profile",
    "ResolvedDay",
    "ResolvedEvent",
    "Saved",
    "Truth",
    "Window",
    "beside",
    "build",
    "check",
    "day_names",
    "load_day",
    "no_action_moments",
    "persona_names",
    "read_day",
    "read_persona",
]
