"""The cues: what the embedded gate and proposer look for. Transparent rules, one need each."""

from __future__ import annotations

from agent.cues.base import Cue, Finding
from agent.cues.power import battery_low

ALL_CUES: tuple[Cue, ...] = (battery_low,)

__all__ = ["ALL_CUES", "Cue", "Finding"]
