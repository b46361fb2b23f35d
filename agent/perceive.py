"""The fast gate: is there anything worth saying? Milliseconds, no model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.context import Context
from agent.cues import ALL_CUES
from agent.cues.base import Cue, Finding
from agent.cues.guards import settled
from agent.memory import Memory

THRESHOLD = 0.5


@dataclass(frozen=True)
class Perception:
    """What the gate saw: its score (that of the best finding that is not at rest), the findings best first, and why
    it stays silent if it does."""

    speak: bool
    score: float
    why: str
    findings: tuple[Finding, ...] = ()
    resting: tuple[str, ...] = ()
    all_findings: tuple[Finding, ...] = field(default=())

    @property
    def best(self) -> Finding | None:
        """The best finding, or None."""
        return self.findings[0] if self.findings else None


def perceive(
    context: Context, memory: Memory, *, threshold: float = THRESHOLD, cues: Sequence[Cue] = ALL_CUES
) -> Perception:
    """Run every cue and decide whether to speak at all."""
    found = [finding for cue in cues for finding in cue(context) if not settled(context, finding)]
    found.sort(key=lambda finding: (memory.postponed(finding.subject, finding.source), -finding.score, finding.subject))
    awake: list[Finding] = []
    resting: list[str] = []
    for finding in found:
        why = memory.rests(context.now_ms, finding.subject, finding.topic, finding.source, finding.deed)
        if why is None:
            awake.append(finding)
        else:
            resting.append(f"{finding.topic}: {why}")
    score = awake[0].score if awake else 0.0
    if score >= threshold:
        return Perception(True, score, awake[0].topic, tuple(awake), tuple(resting), tuple(found))
    why = "nothing found" if not found else (f"{awake[0].topic} scores {score:.2f}" if awake else resting[0])
    return Perception(False, score, why, tuple(awake), tuple(resting), tuple(found))
