"""When two call sequences do the same."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api_pool import Call
from benchmarks.proactive_mobile.equivalence import Frame, argument_equivalent, equivalent, value_equivalent
from benchmarks.proactive_mobile.texts import plain, same_number

BERLIN = ZoneInfo("Europe/Berlin")
FRAME = Frame(datetime(2026, 3, 11, 8, 0, tzinfo=BERLIN), {"Mum": ["+49 30 1234567"], "Alex Berg": ["0151 7654321"]})


@pytest.mark.parametrize(
    ("made", "wanted", "same"),
    [
        ("Coffee  shop", "coffee shop", True),
        ("Coffee shop", "coffee", False),
        ("18:30", "2026-03-11T18:30", True),
        ("+30m", "08:30", True),
        ("07:00", "2026-03-12T07:00", True),
        ("18:31", "2026-03-11T18:30", False),
        ("Mum", "030 1234567", True),
        ("+49301234567", "Mum", True),
        ("Alex Berg", "Mum", False),
        (True, True, True),
        (True, 1, False),
        (30, 30.0, True),
        (["mon", "tue"], ["tue", "mon"], True),
        ("anything", {"any": True}, True),
        (None, {"any": True}, False),
        ("vibrate", {"one_of": ["silent", "vibrate"]}, True),
        ("Buy milk and bread", {"contains": "milk"}, True),
        ("Buy milk", {"contains": ["milk", "bread"]}, False),
        (25, {"between": [10, 30]}, True),
        (31, {"between": [10, 30]}, False),
        ("18:15", {"between": ["18:00", "18:30"]}, True),
        ("19:15", {"between": ["18:00", "18:30"]}, False),
        (None, "x", False),
    ],
)
def test_values(made: object, wanted: object, same: bool) -> None:
    assert value_equivalent(made, wanted, FRAME) is same


@pytest.mark.parametrize(
    ("function", "argument", "made", "wanted", "same"),
    [
        ("create_note", "text", "08:30", "+30m", False),  # a note of a time is no time
        ("create_reminder", "time", "08:30", "+30m", True),
        ("create_note", "text", "Mum", "030 1234567", False),  # a note of a name is no number
        ("make_call", "recipient", "Mum", "030 1234567", True),
        ("make_call", "recipient", "+1 30 1234567", "+49 30 1234567", False),
        ("make_call", "recipient", "0049 30 1234567", "Mum", True),
        ("make_call", "recipient", "+49 (0)30 1234567", "Mum", True),
        ("make_call", "recipient", "9912345", "12345", False),
        ("share_file", "path", "/sdcard/A.jpg", "/sdcard/a.jpg", False),
        ("compose_email", "to", "a_b@c.example", "a.b@c.example", False),
        ("web_search", "query", "weather tomorrow?", "Weather tomorrow", True),
        ("send_sms", "body", "You are home?", "you are home", False),
        ("send_sms", "body", "yes 👍", "yes 👎", False),
        ("create_note", "text", "buttermilk", {"contains": "milk"}, False),
        ("create_note", "text", "不可以", {"contains": "可以"}, False),
        ("create_note", "text", "18.2 km", {"contains": "8.2"}, False),
        ("create_note", "text", "ran 8.2km", {"contains": "8.2"}, True),
        ("create_note", "text", "  ", {"any": True}, False),
        ("open_url", "url", "https://example.com:8443", "https://example.com", False),
        ("join_meeting", "url_or_id", "https://evil.example/j/84512367890", "https://zoom.us/j/84512367890", False),
        ("log_health_metric", "value", "128 84", "12 884", False),
    ],
)
def test_what_an_argument_is_decides_how_it_is_read(
    function: str, argument: str, made: object, wanted: object, same: bool
) -> None:
    assert argument_equivalent(function, argument, {argument: made}, wanted, FRAME) is same


_TEXTS = st.text(st.sampled_from("aB1 2.,?!-+%€可，。（👍é"), max_size=10)


@given(_TEXTS, _TEXTS)
def test_texts_that_are_the_same_are_the_same_either_way_round(one: str, two: str) -> None:
    assert value_equivalent(one, two, FRAME, "text") is value_equivalent(two, one, FRAME, "text")
    assert plain(plain(one)) == plain(one)
    if one.strip():
        assert value_equivalent(one, {"any": True}, FRAME)
    if re.sub(r"\W", "", one.casefold()) != re.sub(r"\W", "", two.casefold()):
        assert not value_equivalent(one, two, FRAME, "text"), "letters and digits are never ignored"


@given(st.text("0123456789 +-()", min_size=3, max_size=16), st.text("0123456789 +-()", min_size=3, max_size=16))
def test_numbers_of_different_lines_never_meet(one: str, two: str) -> None:
    digits = [re.sub(r"\D", "", text) for text in (one, two)]
    assert same_number(one, two) is same_number(two, one)
    if digits[0][-3:] != digits[1][-3:]:
        assert not same_number(one, two)


def call(name: str, **arguments: object) -> Call:
    return Call(name=name, arguments=arguments)


def test_order_does_not_count_but_every_call_does() -> None:
    truth = [{"name": "set_wifi", "arguments": {"enabled": False}}, {"name": "open_cart", "arguments": {}}]
    made = [call("open_cart"), call("set_wifi", enabled=False)]
    assert equivalent(made, truth, FRAME)
    assert not equivalent(made[:1], truth, FRAME)
    assert not equivalent([*made, call("open_cart")], truth, FRAME)


def test_arguments_that_the_truth_leaves_out_are_not_compared() -> None:
    truth = [{"name": "set_alarm", "arguments": {"hour": 6, "minute": 0}}]
    assert equivalent([call("set_alarm", hour=6, minute=0, label="Train")], truth, FRAME)
    assert not equivalent([call("set_alarm", hour=7, minute=0)], truth, FRAME)


def test_one_call_cannot_meet_two_of_the_truth() -> None:
    truth = [{"name": "open_app", "arguments": {"app": {"any": True}}}] * 2
    assert not equivalent([call("open_app", app="A"), call("open_cart")], truth, FRAME)
