"""What a proposer answers: one sentence to the user, and the calls that would do it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from api_pool import Call

Source = Literal["profile", "user", "system", "stranger"]


class Taint(BaseModel):
    """Where the value of one argument came from. `stranger` is text that someone else wrote (notification, SMS, mail,
    page, screen); `origin` says which, in words for the consent text."""

    model_config = ConfigDict(frozen=True)

    call: int
    argument: str
    source: Source
    origin: str


class Proposal(BaseModel):
    """An intent plus function calls. No calls is "no recommendation".

    `subject` names what it is about, so that it is not proposed twice; `evidence` are the facts it rests on.
    """

    model_config = ConfigDict(frozen=True)

    intent: str
    calls: tuple[Call, ...] = ()
    confidence: float = Field(default=1.0, ge=0, le=1)
    subject: str = ""
    evidence: tuple[str, ...] = ()
    taints: tuple[Taint, ...] = ()


class Decision(BaseModel):
    """What one moment's thinking gave: a proposal or silence with its reason, and what it cost.

    `invalid` holds why a model's output could not be used (it then counts as no proposal made, and as invalid).
    """

    model_config = ConfigDict(frozen=True)

    proposal: Proposal | None = None
    reason: str = ""
    invalid: str | None = None
    took_ms: float = 0.0
    proposer: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
