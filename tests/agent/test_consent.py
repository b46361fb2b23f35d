"""Who may let a call run, and what the user is shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.consent import Answer, Policy, Question, consent_text, decide
from agent.proposal import Proposal, Taint
from api_pool import Call
from api_pool.functions import default_pool

POOL = default_pool()
SAVER = Proposal(intent="Save battery", calls=(Call(name="set_battery_saver", arguments={"enabled": True}),))
SMS = Proposal(
    intent="Tell Alex",
    calls=(Call(name="send_sms", arguments={"recipient": "Alex", "body": "late"}),),
    taints=(Taint(call=0, argument="recipient", source="stranger", origin="an SMS by +4990000"),),
)
LOCK = Proposal(
    intent="Open", calls=(Call(name="control_device", arguments={"device": "Front door lock", "state": "off"}),)
)


def grant_of(proposal: Proposal, policy: Policy, answer: Answer | None) -> bool:
    ask = None if answer is None else lambda question: answer
    return decide(proposal, policy=policy, pool=POOL, now_ms=0, ask=ask).grant is not None


@pytest.mark.parametrize(
    ("proposal", "policy", "answer", "granted"),
    [
        (SAVER, Policy.AUTO, None, True),
        (SMS, Policy.AUTO, None, False),
        (LOCK, Policy.AUTO, None, False),
        (SMS, Policy.AUTO, "accept", True),
        (SMS, Policy.AUTO, "later", False),
        (SAVER, Policy.ASK, "reject", False),
        (SAVER, Policy.ASK, "accept", True),
        (SAVER, Policy.NEVER, "accept", False),
        (SMS, Policy.SCRIPTED, "accept", True),
    ],
)
def test_policies(proposal: Proposal, policy: Policy, answer: Answer | None, granted: bool) -> None:
    assert grant_of(proposal, policy, answer) is granted


def test_an_unknown_function_counts_as_costly_and_asks() -> None:
    strange = Proposal(intent="?", calls=(Call(name="wipe_phone"),))
    asked: list[Question] = []

    def ask(question: Question) -> Answer:
        asked.append(question)
        return "reject"

    decide(strange, policy=Policy.AUTO, pool=POOL, now_ms=0, ask=ask)
    assert asked[0].risk == "costly"


def test_a_grant_covers_exactly_what_was_asked_until_it_ends() -> None:
    grant = decide(SMS, policy=Policy.ASK, pool=POOL, now_ms=1000, ask=lambda q: "accept").grant
    assert grant is not None and grant.by == "user"
    call = SMS.calls[0]
    assert grant.covers(call, 1000)
    assert not grant.covers(call.model_copy(update={"arguments": {**call.arguments, "body": "other"}}), 1000)
    assert not grant.covers(call, grant.until_ms + 1)


def test_the_text_names_every_call_its_risk_and_where_a_strangers_words_came_from() -> None:
    text = consent_text(SMS, POOL)
    assert "[outward] send_sms" in text and "recipient comes from an SMS by +4990000" in text


@given(st.text())
def test_no_invisible_character_reaches_the_user_as_itself(words: str) -> None:
    proposal = Proposal(intent=words, calls=(Call(name="create_note", arguments={"text": words}),))
    assert all(char.isprintable() or char == "\n" for char in consent_text(proposal, POOL))
