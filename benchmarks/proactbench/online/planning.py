"""Windows, counts and stop rules: what the Planner must and may do at a turn, computed from what has happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import Field

from benchmarks.proactbench.online.blueprint import Blueprint
from benchmarks.proactbench.records import Evaluation, PlannerRecord, Rubric, Score, StateAudit, TriggerType

WINDOWS = {TriggerType.EMERGENT: (1, 3), TriggerType.CRITICAL: (4, 7), TriggerType.RECOVERY: (8, 10)}
PER_TYPE, TOTAL, LEAST_TOTAL = 2, 6, 3
TURNS, LEAST_TURNS = 10, 5


class Audited(StateAudit):
    """The Planner's belief about the dialogue, with whether the surface goal is done and the user has said so."""

    goal_completed: bool


class Decision(PlannerRecord):
    """The Planner's answer: the published record, and which anchors it means (ids of the blueprint)."""

    state_audit: Audited
    new_anchor: str | None = Field(description="the id of the one anchor that the next message lets slip, or null")
    rubric_anchors: list[str] = Field(description="the ids of the disclosed anchors on which the rubric rests")


@dataclass
class Placed:
    """A trigger that was flagged: its turn, its rubric, and its result once it is scored."""

    turn: int
    rubric: Rubric
    anchors: tuple[str, ...] = ()
    result: Evaluation | None = None
    support: str | None = None


@dataclass
class Progress:
    """What has happened so far."""

    turn: int = 1
    placed: list[Placed] = field(default_factory=list)
    disclosed: dict[str, int] = field(default_factory=dict)

    def count(self, kind: TriggerType) -> int:
        """How many triggers of a type were placed."""
        return sum(one.rubric.type is kind for one in self.placed)

    @property
    def full(self) -> bool:
        """Whether all six triggers are placed."""
        return len(self.placed) >= TOTAL

    @property
    def failed_twice(self) -> bool:
        """Whether the last two scored triggers failed."""
        scored = [one.result.score for one in self.placed if one.result is not None and one.result.evaluated]
        return scored[-2:] == [Score.FAIL, Score.FAIL]

    def undisclosed(self, blueprint: Blueprint) -> list[str]:
        """The anchors that no message has told yet."""
        return [one.id for one in blueprint.anchors if one.id not in self.disclosed]


def open_window(turn: int) -> TriggerType:
    """The type whose window holds a turn (1 to 10)."""
    return next(kind for kind, (first, last) in WINDOWS.items() if first <= turn <= last)


def forced(progress: Progress) -> TriggerType | None:
    """The type that must be placed now: the last turn of its window, and none placed yet."""
    kind = open_window(progress.turn)
    last = WINDOWS[kind][1]
    return kind if progress.turn == last and not progress.count(kind) and not progress.full else None


def directive(progress: Progress, blueprint: Blueprint) -> str:
    """The computed part of the Planner's message: where the dialogue stands and what the rules ask now."""
    kind, must = open_window(progress.turn), forced(progress)
    lines = [
        f"This is turn {progress.turn} of at most {TURNS}. Triggers placed: {len(progress.placed)} of {TOTAL} "
        f"({', '.join(f'{one.value} {progress.count(one)}' for one in TriggerType)}).",
        f"Open window: {kind.value}, turns {WINDOWS[kind][0]} to {WINDOWS[kind][1]}.",
    ]
    if progress.full:
        lines.append("All triggers are placed: no trigger any more.")
    elif must is not None:
        lines.append(f"This is the last turn of the window: place a {must.value} trigger now.")
    elif progress.count(kind) >= PER_TYPE:
        lines.append(f"Two {kind.value} triggers are placed: no trigger now.")
    elif progress.placed and progress.placed[-1].turn == progress.turn - 1:
        lines.append("The last turn was a trigger: avoid one now.")
    hidden = progress.undisclosed(blueprint)
    told = ", ".join(f"{name} (turn {turn})" for name, turn in progress.disclosed.items()) or "none"
    lines.append(f"Disclosed anchors: {told}. Not yet: {', '.join(hidden) or 'none'}.")
    if progress.failed_twice and hidden:
        lines.append("Two triggers in a row failed: the next message must reveal a new anchor.")
    if progress.turn <= LEAST_TURNS:
        lines.append(f"Do not stop: a dialogue has at least {LEAST_TURNS} turns.")
    return "\n".join(lines)


def too_few(placed: Sequence[Placed]) -> list[str]:
    """What a finished dialogue lacks of one trigger a type and three in all."""
    counts = {kind: sum(one.rubric.type is kind for one in placed) for kind in TriggerType}
    lacking = [f"no {kind.value} trigger" for kind, number in counts.items() if not number]
    if len(placed) < LEAST_TOTAL:
        lacking.append(f"{len(placed)} triggers, at least {LEAST_TOTAL} are needed")
    return lacking
