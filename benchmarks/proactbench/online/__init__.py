"""Making new dialogues: Planner, User Agent and Assistant, each seeing only its own share."""

from benchmarks.proactbench.online.blueprint import Anchor, Blueprint, audit
from benchmarks.proactbench.online.dialogue import Cast, Outcome, Play
from benchmarks.proactbench.online.rules import Breach, Seen
from benchmarks.proactbench.online.styles import STYLES, Style

__all__ = ["STYLES", "Anchor", "Blueprint", "Breach", "Cast", "Outcome", "Play", "Seen", "Style", "audit"]
