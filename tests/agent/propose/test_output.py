"""What a model wrote, read: valid as it stands, repaired, or refused with its reason."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.propose.formats import OutputFormat
from agent.propose.output import read_output
from api_pool import Pool
from api_pool.functions import default_pool

SAVER = {"name": "set_battery_saver", "arguments": {"enabled": True}}
REC = OutputFormat.REC_FUNC


def said(**parts: Any) -> str:
    return json.dumps(parts, ensure_ascii=False)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (OutputFormat.REC_FUNC, said(intent="Save battery?", calls=[SAVER])),
        (OutputFormat.FUNC, said(calls=[SAVER])),
        (OutputFormat.THINK_FUNC, said(thought="9 % left", calls=[SAVER])),
        (OutputFormat.THINK_REC_FUNC, said(thought="9 % left", intent="Save battery?", calls=[SAVER])),
    ],
)
def test_all_four_formats_are_read(pool: Pool, form: OutputFormat, text: str) -> None:
    found = read_output(text, pool, form)
    assert found.valid and not found.repaired and found.flaw is None
    assert [call.name for call in found.calls] == ["set_battery_saver"]
    assert found.intent == ("Save battery?" if form.recommends else "")
    assert found.thought == ("9 % left" if form.thinks else "")


def test_no_calls_is_no_recommendation(pool: Pool) -> None:
    found = read_output(said(intent="", calls=[]), pool, REC)
    assert found.valid and found.flaw is None and found.calls == ()


@pytest.mark.parametrize(
    "text",
    [
        "Sure! Here it is:\n```json\n" + said(intent="x", calls=[SAVER]) + "\n```\nAnything else?",
        "<think>{not json}</think> " + said(intent="x", calls=[SAVER]),
        said(intent="x", calls=[SAVER]) + said(intent="y", calls=[]),
        said(intent="x", calls=[SAVER], extra=1),
        said(calls=[SAVER]),
    ],
)
def test_prose_around_and_small_breaches_are_repaired_and_counted_as_such(pool: Pool, text: str) -> None:
    found = read_output(text, pool, REC)
    assert found.flaw is None and found.repaired and not found.valid
    assert [call.name for call in found.calls] == ["set_battery_saver"]


@pytest.mark.parametrize(
    ("text", "flaw", "word"),
    [
        (said(intent="x", calls=[{"name": "wipe_phone", "arguments": {}}]), "bad call", "wipe_phone"),
        (
            said(intent="x", calls=[{"name": "set_battery_saver", "arguments": {"enabled": "yes"}}]),
            "bad call",
            "enabled",
        ),
        (said(intent="x", calls=[{"name": "set_brightness", "arguments": {"level": 101}}]), "bad call", "level"),
        (said(intent="x", calls=[{"name": "set_alarm", "arguments": {}}]), "bad call", "required"),
        (said(intent="x", calls=[{"name": "set_battery_saver", "arguments": [True]}]), "bad call", "object"),
        (said(intent="x", calls=["set_battery_saver"]), "bad call", "no call"),
        (said(intent="x", calls=[SAVER] * 200), "wrong form", "200 calls"),
        (said(intent="x", calls=[SAVER, SAVER]), "duplicate call", "twice"),
        (said(intent="x"), "wrong form", "calls"),
        (said(intent=["x"], calls=[SAVER]), "wrong form", "texts"),
        ("a" * 1_000_000, "too long", "1000000"),
        (said(intent="x" * 1_000_000, calls=[SAVER]), "too long", "characters"),
        ('{"intent": "a\0b", "calls": []}', "not text", "NUL"),
        ('{"intent": "a\\u0000b", "calls": []}', "not text", "NUL"),
        ('{"intent": "\\ud800", "calls": []}', "not text", "half"),
        ("", "empty", "empty"),
        (" \n", "empty", "empty"),
        ("I would rather not.", "not json", "no JSON"),
        ('{"intent": NaN, "calls": []}', "not json", "no JSON"),
        ("[" * 5000, "not json", "no JSON"),
        ('{"a":' * 5000, "not json", "no JSON"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_reason(pool: Pool, text: str, flaw: str, word: str) -> None:
    found = read_output(text, pool, REC)
    assert (found.flaw, found.calls) == (flaw, ()) and word in found.why and len(found.why) < 600


def test_a_cut_off_output_is_counted_as_cut_off(pool: Pool) -> None:
    whole = said(intent="x", calls=[SAVER])
    assert read_output(whole[:-5], pool, REC, finish="length").flaw == "cut off"
    assert read_output(whole, pool, REC, finish="length").flaw is None  # it ended just at the limit


def test_a_refusal_is_no_output(pool: Pool) -> None:
    assert read_output("I cannot help with that", pool, REC, finish="refusal").flaw == "refusal"


@given(st.text(max_size=300) | st.recursive(st.none() | st.booleans() | st.floats() | st.text(), lambda inner: (
    st.lists(inner) | st.dictionaries(st.sampled_from(["calls", "name", "arguments", "intent", "x"]), inner)
)).map(json.dumps))  # fmt: skip
def test_no_output_makes_the_reader_raise(text: str) -> None:
    found = read_output(text, default_pool(), REC)
    assert (found.flaw is None) or found.calls == ()
