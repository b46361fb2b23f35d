"""May it run? The only place where a Grant is made: from a standing policy, or from the user's own answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict

from agent.proposal import Proposal
from agent.taint import BLANK
from api_pool import Grant, Pool, Risk
from api_pool.web import URL, warnings_in

Answer = Literal["accept", "reject", "later", "none"]
GRANT_MS = 120_000
_ORDER: tuple[Risk, ...] = ("read", "reversible", "outward", "costly")
ASKS: frozenset[Risk] = frozenset({"outward", "costly"})


class Policy(StrEnum):
    """`auto`: what only reads or can be put back runs at once, the rest asks. `ask`: everything asks. `never`:
    nothing runs. `scripted`: everything asks, and the answer comes from the day's user."""

    AUTO = "auto"
    ASK = "ask"
    NEVER = "never"
    SCRIPTED = "scripted"


class Question(BaseModel):
    """What the user is asked: the proposal, the risk of its riskiest call, and the text that is shown."""

    model_config = ConfigDict(frozen=True)

    proposal: Proposal
    risk: Risk
    text: str


class Consent(BaseModel):
    """How it ended. A grant is there exactly when the calls may run."""

    model_config = ConfigDict(frozen=True)

    answer: Answer
    by: Literal["user", "policy"]
    grant: Grant | None = None


def highest_risk(proposal: Proposal, pool: Pool) -> Risk:
    """The risk of the riskiest call; a call that is not in the pool counts as costly."""
    risks = [pool.risk(call) for call in proposal.calls]
    return max(risks, key=_ORDER.index, default="read")


def consent_text(proposal: Proposal, pool: Pool) -> str:
    """The text that the user sees: the sentence, every call with all its arguments and its risk, for each argument that
    a stranger wrote (of outward and costly calls: for every argument) where it comes from, what should be known about
    web addresses, and what the proposal rests on. Control characters and direction marks are made visible."""
    lines = [_plain(proposal.intent)]
    for index, call in enumerate(proposal.calls):
        risk = pool.risk(call)
        lines.append(f"  {index + 1}. [{risk}] {_plain(str(call))}")
        for taint in proposal.taints:
            if taint.call == index and (taint.source == "stranger" or risk in ASKS):
                lines.append(f"     {taint.argument} comes from {_plain(taint.origin)}")
        for argument, value in call.arguments.items():
            lines += [f"     {_plain(argument)}: {_plain(warning)}" for warning in warnings_in(_spoken(value))]
    if proposal.evidence and highest_risk(proposal, pool) in ASKS:
        lines += [f"  because of: {_plain(fact)}" for fact in proposal.evidence[:3]]
    return "\n".join(lines)


def _spoken(value: object) -> str:
    """The text of a value; of a list or mapping that of its parts."""
    if isinstance(value, dict):
        value = list(value.values())
    return " ".join(_spoken(part) for part in value) if isinstance(value, list | tuple) else str(value)


def suspicious(proposal: Proposal) -> bool:
    """Whether even a policy that runs reversible calls should ask: a value comes from somebody whom the contacts do not
    know, or a stranger's text brought a web address."""
    for taint in proposal.taints:
        if taint.source != "stranger":
            continue
        value = _spoken(proposal.calls[taint.call].arguments.get(taint.argument, ""))
        if "not in the contacts" in taint.origin or URL.search(value):
            return True
    return False


# What selects a form of the sign before it: emoji have one (U+FE0F), letters have none.
_SELECTOR = re.compile("(?<=[\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff])\ufe0f")
_HIDDEN = (
    frozenset("\u034f") | {chr(code) for span in ((0xFE00, 0xFE10), (0x180B, 0x1810)) for code in range(*span)} | BLANK
)


def _plain(text: str) -> str:
    """Text whose every character can be seen: no control, format, filler, joiner or surrogate passes as itself."""
    return "".join(
        char if char.isprintable() and char not in _HIDDEN else f"<U+{ord(char):04X}>"
        for char in _SELECTOR.sub("", text)
    )


def decide(
    proposal: Proposal, *, policy: Policy, pool: Pool, now_ms: int, ask: Callable[[Question], Answer] | None
) -> Consent:
    """Ask where the policy says so and make the grant. Outward and costly calls always ask, and reversible ones whose
    values an unknown sender chose; without anyone to ask they are not run."""
    risk = highest_risk(proposal, pool)
    if policy is Policy.NEVER or not proposal.calls:
        return Consent(answer="none", by="policy")
    if policy is Policy.AUTO and risk not in ASKS and not suspicious(proposal):
        return Consent(answer="accept", by="policy", grant=_grant(proposal, "policy", f"policy auto: {risk}", now_ms))
    if ask is None:
        return Consent(answer="none", by="policy")
    answer = ask(Question(proposal=proposal, risk=risk, text=consent_text(proposal, pool)))
    grant = _grant(proposal, "user", "the user said yes", now_ms) if answer == "accept" else None
    return Consent(answer=answer, by="user", grant=grant)


def _grant(proposal: Proposal, by: Literal["user", "policy"], reason: str, now_ms: int) -> Grant:
    return Grant(calls=proposal.calls, by=by, reason=reason, until_ms=now_ms + GRANT_MS)
