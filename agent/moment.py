"""A moment: one look of the agent at the phone, and the one outcome it had."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.consent import Answer
from agent.proposal import ModelUse, Proposal
from api_pool import Call, StepResult


class Latency(BaseModel):
    """Wall time of a look in milliseconds, by step."""

    model_config = ConfigDict(frozen=True)

    capture: float = 0.0
    perceive: float = 0.0
    propose: float = 0.0
    execute: float = 0.0

    @property
    def decision(self) -> float:
        """From the first byte asked of the phone to the decision."""
        return self.capture + self.perceive + self.propose


class Moment(BaseModel):
    """What the trace keeps of a look. `best_guess` is what would have been said had the gate been open (for the
    `always` baseline); `screenshot` names a file of the run's folder. `error`: the model gave no answer (crash, hang, no
    server); `model`: what asking one took."""

    model_config = ConfigDict(frozen=True)

    number: int
    time_ms: int
    reasons: tuple[str, ...]
    outcome: Literal["silent", "proposal"]
    why: str = ""
    gate_score: float = 0.0
    proposal: Proposal | None = None
    invalid: str | None = None
    error: str | None = None
    model: ModelUse | None = None
    answer: Answer = "none"
    steps: tuple[StepResult, ...] = ()
    best_guess: tuple[Call, ...] = ()
    foreground: str | None = None
    screenshot: str | None = None
    latency: Latency = Field(default_factory=Latency)
