"""Where each argument of a proposal came from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.consent import Policy, consent_text, decide
from agent.memory import Memory, Remembered
from agent.proposal import Proposal, Source, Taint
from agent.restraint import Restraint
from agent.taint import plain, trace_origins
from api_pool import Call
from api_pool.functions import default_pool
from tests.hostile.conftest import NOW_MS, context_of
from tests.hostile.texts import Text

POOL = default_pool()
SMS = Text(
    "t", "sms", "+4915799999999", "Meet at Hafenstr. 7 at 6:30 pm, code 4711, ask for Mr. Okonkwo-Lindqvist please", ()
)


def origin(name: str, argument: str, /, *, came: Text = SMS, said: tuple[str, ...] = (), **arguments: object) -> Taint:
    """The origin of one argument of one call, in the context of a text."""
    proposal = Proposal(intent="x", calls=(Call(name=name, arguments=arguments),))
    traced = trace_origins(proposal, context_of(came), POOL, said=said)
    return next(taint for taint in traced.taints if taint.argument == argument)


@pytest.mark.parametrize(
    ("name", "argument", "value", "source"),
    [
        ("navigate_to", "destination", "Hafenstr. 7", "stranger"),
        ("navigate_to", "destination", "ＨＡＦＥＮＳＴＲ.\u200b 7", "stranger"),
        ("create_note", "text", "Ask for Okonkwo Lindqvist at the door", "stranger"),
        ("create_note", "text", "the door code is 4711", "stranger"),
        ("create_reminder", "time", "2026-03-11T18:30", "stranger"),
        ("set_alarm", "hour", 18, "stranger"),
        ("make_call", "recipient", "+49 157 99999999", "stranger"),
        ("make_call", "recipient", "Mama", "system"),
        ("make_call", "recipient", "+49561998877", "system"),
        ("create_note", "text", "climbing", "profile"),
        ("create_note", "text", "Buy oat milk", "system"),
        ("set_dark_mode", "enabled", True, "system"),
        ("open_settings", "page", "wifi", "system"),
    ],
)
def test_a_value_is_traced_to_its_text(name: str, argument: str, value: object, source: Source) -> None:
    assert origin(name, argument, **{argument: value}).source == source


def test_the_sender_is_told_and_whether_the_contacts_know_him() -> None:
    assert (
        "+4915799999999, not in the contacts" in origin("navigate_to", "destination", destination="Hafenstr. 7").origin
    )
    from_mama = Text("t", "chat", "Mama", "Come to Hafenstr. 7", ())
    known = origin("navigate_to", "destination", came=from_mama, destination="Hafenstr. 7").origin
    assert known.endswith("by Mama")


def test_the_users_own_words_are_the_users() -> None:
    told = origin("navigate_to", "destination", destination="Hafenstr. 7", said=("take me to Hafenstr. 7 please",))
    assert told.source == "user"


def test_what_the_proposer_marked_as_a_strangers_stays_so() -> None:
    mark = Taint(call=0, argument="text", source="stranger", origin="a screenshot")
    proposal = Proposal(intent="x", calls=(Call(name="create_note", arguments={"text": "climbing"}),), taints=(mark,))
    assert trace_origins(proposal, context_of(SMS), POOL).taints == (mark,)


@given(st.text(min_size=1, max_size=40), st.text(max_size=40))
def test_a_text_passed_on_is_always_a_strangers(words: str, rest: str) -> None:
    if not plain(words):
        return
    text = Text("t", "mail", "someone@example.com", f"{rest} {words} {rest}", ())
    proposal = Proposal(intent="x", calls=(Call(name="create_note", arguments={"text": words}),))
    said = trace_origins(proposal, context_of(text), POOL).taints[0]
    assert said.source in ("stranger", "profile") or len(plain(words)) <= 1


def test_web_addresses_are_told_as_they_are_and_ask_even_under_auto() -> None:
    call = Call(name="open_url", arguments={"url": "https://аррӏе.com@bit.ly/x"})
    stranger = Taint(call=0, argument="url", source="stranger", origin="a notification of X ('y')")
    proposal = Proposal(intent="Open it", calls=(call,), taints=(stranger,))
    text = consent_text(proposal, POOL)
    assert "bit.ly is a shortener" in text and "before @ is not the host" in text
    assert decide(proposal, policy=Policy.AUTO, pool=POOL, now_ms=NOW_MS, ask=lambda question: "none").grant is None


@pytest.mark.parametrize(
    ("hours", "quiet"), [("08:00-11:00", True), ("22:00-11:00", True), ("22:00-07:00", False), (None, False)]
)
def test_quiet_hours(hours: str | None, quiet: bool) -> None:
    context = context_of(SMS)  # 10:00 in Berlin
    held = Restraint(quiet_hours=hours).holds(context.now, context.now_ms, Memory())
    assert (held is not None) is quiet


def test_so_many_proposals_an_hour_and_no_more() -> None:
    context = context_of(SMS)
    memory = Memory(
        made=[
            Remembered(time_ms=NOW_MS - age * 60_000, subject=str(age), topic="t", answer="none") for age in (5, 30, 90)
        ]
    )
    assert Restraint(per_hour=2).holds(context.now, context.now_ms, memory) == "2 proposals within the last hour"
    assert Restraint(per_hour=3).holds(context.now, context.now_ms, memory) is None
    assert Restraint(per_hour=0).holds(context.now, context.now_ms, memory) is None
    with pytest.raises(ValueError, match="no span"):
        Restraint(quiet_hours="late")
