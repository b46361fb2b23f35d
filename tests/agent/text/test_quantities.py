"""Amounts, head counts, durations, links and tracking numbers."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.text import amounts, first_sentence, links, meeting_link, minutes_in, party_size, tracking_number
from agent.text.quantities import value_of


@pytest.mark.parametrize(
    ("text", "amount", "value"),
    [
        ("an invoice of EUR 84.20 is due", "EUR 84.20", 84.2),
        ("Amount due: $1,132.18.", "$1,132.18", 1132.18),
        ("now 74,95 EUR", "74,95 EUR", 74.95),
        ("电费186.40元", "186.40元", 186.4),
        ("requests £14", "£14", 14.0),
    ],
)
def test_amounts_are_taken_as_written(text: str, amount: str, value: float) -> None:
    assert amounts(text) == [amount]
    assert value_of(amount) == value


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("a table for four at eight", 4), ("just us two", 2), ("all four of us with my sister", 4), ("three of us", 3),
        ("for 3 tomorrow", 3), ("就我们两个人", 2), ("六个人", 6), ("我们俩", 2),
        ("for 30 minutes", None), ("at 7 for 2 hours", None),
    ],
)  # fmt: skip
def test_head_counts(text: str, count: int | None) -> None:
    assert party_size(text) == count


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("38 minutes remaining", 38),
        ("2 h", 120),
        ("还剩45分钟", 45),
        ("1个小时", 60),
        ("90 seconds", 1.5),
        ("soon", None),
    ],
)
def test_durations(text: str, minutes: float | None) -> None:
    assert minutes_in(text) == minutes


def test_links_lose_the_punctuation_after_them_and_meetings_are_known_by_their_host() -> None:
    text = "see https://example.org/a?b=1, or join https://us02web.zoom.us/j/123."
    assert links(text) == ["https://example.org/a?b=1", "https://us02web.zoom.us/j/123"]
    assert meeting_link(text) == "https://us02web.zoom.us/j/123"
    assert meeting_link("https://zoom.us.evil.example/j/1") is None


def test_tracking_numbers() -> None:
    assert tracking_number("Your parcel 00340434161094012345 is late") == "00340434161094012345"
    assert tracking_number("单号 SF1390012345678 延误") == "SF1390012345678"
    assert tracking_number("call 112 or Room 404") is None


@given(st.text(max_size=300))
def test_no_text_breaks_them(text: str) -> None:
    for read in (amounts, links):
        assert all(isinstance(one, str) for one in read(text))
    for one in (party_size, minutes_in, meeting_link, tracking_number, value_of):
        one(text)  # type: ignore[operator]


@pytest.mark.parametrize("piece", ["1,", "$1", "A1", "https://", "for two ", "1 h"])
def test_long_hostile_texts_cost_little(piece: str) -> None:
    started = time.perf_counter()
    text = piece * 50_000
    amounts(text), party_size(text), minutes_in(text), links(text), tracking_number(text)
    assert time.perf_counter() - started < 5


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (
            "Your check-up with Dr. Vogel is on 26 March. Bring your card.",
            "Your check-up with Dr. Vogel is on 26 March",
        ),
        ("Meet at 10.30 at St. Anna! Ok?", "Meet at 10.30 at St. Anna"),
        ("家长会周五三点。请准时。", "家长会周五三点"),
        ("no end", "no end"),
        ("", ""),
        ("...", ""),
    ],
)
def test_the_first_sentence_ends_at_no_abbreviation(text: str, first: str) -> None:
    assert first_sentence(text) == first
