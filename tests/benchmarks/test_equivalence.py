"""When two call sequences do the same."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from api_pool import Call
from benchmarks.proactive_mobile.equivalence import Frame, equivalent, value_equivalent

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
