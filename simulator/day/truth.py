"""The truth of a resolved day: its need windows, and which moments are needed."""

from __future__ import annotations

from typing import Literal

from simulator.day.model import Answer, Scenario, UserAnswer
from simulator.day.strict import Strict

COALESCE_MS = 5000


class Window(Strict):
    """A need window with its times on the phone's clock (milliseconds since the epoch, both ends included)."""

    id: str
    scenario: Scenario
    from_ms: int
    until_ms: int  # ends here at the latest; already cut at `solved_ms`
    solved_ms: int | None = None  # the user solves it alone at this time
    why: str
    evidence: list[str]
    answers: list[Answer]
    user: list[UserAnswer]
    wrong: UserAnswer
    executes: bool

    def open_at(self, now_ms: int) -> bool:
        """Whether help is useful at a time (a served window is closed by whoever keeps the score)."""
        return self.from_ms <= now_ms <= self.until_ms

    def answer_to(self, nth: int) -> UserAnswer:
        """What the user says to the nth (from 0) right proposal within the window."""
        return self.user[min(nth, len(self.user) - 1)]


class NearMissAt(Strict):
    """A near miss with its time."""

    event: str
    like: str
    at_ms: int
    why_not: str


class Truth(Strict):
    """What an agent should have done in a day. The runner reads it over the control channel; the agent never does."""

    day: str
    seed: int
    start_ms: int
    end_ms: int
    windows: list[Window]
    near_misses: list[NearMissAt]
    coalesce_ms: int = COALESCE_MS

    def open(self, now_ms: int) -> list[Window]:
        """The windows open at a time, the one that opened last first."""
        return sorted((w for w in self.windows if w.open_at(now_ms)), key=lambda w: w.from_ms, reverse=True)

    def moment(self, now_ms: int, closed: frozenset[str] = frozenset()) -> Literal["needed", "no_action"]:
        """What a moment is, given the ids of the windows that are already served or proposed to."""
        return "needed" if any(w.id not in closed for w in self.open(now_ms)) else "no_action"
