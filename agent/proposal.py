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

    `subject` names what it is about, so that it is not proposed twice, `deed` what would be done;
    `evidence` are the facts it rests on.
    """

    model_config = ConfigDict(frozen=True)

    intent: str
    calls: tuple[Call, ...] = ()
    confidence: float = Field(default=1.0, ge=0, le=1)
    subject: str = ""
    deed: str = ""
    evidence: tuple[str, ...] = ()
    taints: tuple[Taint, ...] = ()


class ModelUse(BaseModel):
    """What asking a model took. `evaluated` are the prompt's tokens that were really computed (the rest was cached),
    `warmed` those of the static part that were computed once before,
    `cut` what of the context was left out, `flaw` the kind of a bad output, `valid` whether it fitted the schema before
    any repair. Times are wall milliseconds and live in `times_ms` alone."""

    model_config = ConfigDict(frozen=True)

    name: str
    prompt: str = ""
    form: str = ""
    method: str = ""
    finish: str = ""
    valid: bool = False
    repaired: bool = False
    flaw: str | None = None
    tokens_in: int = 0
    evaluated: int = 0
    warmed: int = 0
    tokens_out: int = 0
    attempts: int = 1
    cost: float | None = None
    images: int = 0
    cut: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    output: str = ""
    times_ms: dict[str, float] = Field(default_factory=dict)


class Decision(BaseModel):
    """What one moment's thinking gave: a proposal or silence with its reason, and what it cost.

    `invalid` holds why a model's output could not be used (it then counts as no proposal made, and as invalid);
    `error` why there is no output at all (`Kind: cause`): the model crashed, hung, or was not there.
    """

    model_config = ConfigDict(frozen=True)

    proposal: Proposal | None = None
    reason: str = ""
    invalid: str | None = None
    took_ms: float = 0.0
    proposer: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    error: str | None = None
    model: ModelUse | None = None
