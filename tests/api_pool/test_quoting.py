"""Arbitrary text reaches Android's own commands unchanged, through a real socket and the phone's shell."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from api_pool import Executor
from device import BadInput
from tests.api_pool.conftest import Bench

WORDS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=80),
    st.lists(
        st.sampled_from(["'", '"', "$(reboot)", "`id`", ";", "&&", "|", ">", "\n", "\r\n", "\\", "$HOME", "~", "*", "{a,b}",
                         "-n", "--es", "%s", "😀", "‮txt", "a\tb", "#", "!", "你好", "é", " ", "\u200b", "\x1b[0m", "\x7f"]),
        max_size=12,
    ).map("".join),
)  # fmt: skip


@pytest.fixture(scope="module")
def still(bench: Bench) -> Executor:
    return bench.morning(34, chat=False)


def extras_of(bench: Bench) -> dict[str, Any]:
    """The extras of the intent that the front activity got, as the phone holds them."""
    front = bench.state()["tasks"][0]["activities"][-1]
    extras: dict[str, Any] = front["intent"]["extras"]
    return extras


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=WORDS, key=st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=12))
@example(text='it\'s; $(reboot) `x` "q" \\ \n & 你好', key="a")
@example(text="", key="b")
@example(text="--es", key="--ez")
def test_am_receives_exactly_the_intended_extras(bench: Bench, still: Executor, text: str, key: str) -> None:
    device = still.session.device
    device.run(["am", "start", "-a", "android.settings.SETTINGS", "--es", f"k{key}", text, "--ei", "n", "7"])
    extras = extras_of(bench)
    assert extras[f"k{key}"] == text
    assert extras["n"] == 7


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=WORDS)
def test_a_batch_carries_arguments_as_exactly(still: Executor, text: str) -> None:
    first, second = still.session.device.batch([["echo", "-n", "one"], ["printf", "%s", text]])
    assert (first.out, second.out.decode()) == (b"one", text)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(title=WORDS.filter(lambda text: text.strip() != ""))
@example(title="a:b, c=d\nRow: 1 _id=3")
def test_the_calendar_keeps_a_title_as_it_is(bench: Bench, still: Executor, title: str) -> None:
    session = still.session
    session.insert("content://com.android.calendar/events", {
        "calendar_id": "1", "title": title, "dtstart": "1773300000000", "dtend": "1773303600000", "eventTimezone": "UTC",
    })  # fmt: skip
    assert bench.state()["providers"]["events"][-1]["title"] == title


@pytest.mark.parametrize("text", ["a\0b", "\0", "bad \ud800 surrogate"])
def test_what_no_argument_can_carry_is_refused_before_it_is_sent(still: Executor, text: str) -> None:
    before = still.session.device.wire.round_trips
    with pytest.raises(BadInput):
        still.session.device.run(["am", "start", "--es", "x", text])
    assert still.session.device.wire.round_trips == before
