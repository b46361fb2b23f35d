"""Dates and times in people's text."""

from __future__ import annotations

import time
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.text import clock_in, spoken

NOW = datetime(2026, 6, 10, 12, 0, tzinfo=ZoneInfo("Europe/Vienna"))  # a Wednesday

SAID = [
    ("booked for 19.06. at 10:15", "2026-06-19T10:15"),
    ("on Friday, June 12 at 17:00", "2026-06-12T17:00"),
    ("on 12 June at 3 pm", "2026-06-12T15:00"),
    ("tomorrow at 7", "2026-06-11T07:00"),
    ("dinner tomorrow at 7", "2026-06-11T19:00"),
    ("half past six in the evening", "2026-06-10T18:30"),
    ("2026-07-01 at 09:30", "2026-07-01T09:30"),
    ("see you Saturday at noon", "2026-06-13T12:00"),
    ("tonight at 20:45", "2026-06-10T20:45"),
    ("at 8:15", "2026-06-11T08:15"),
    ("on Tue 16.06. at 8:15 AM", "2026-06-16T08:15"),
    ("明早7:02", "2026-06-11T07:02"),
    ("周六晚上六点半", "2026-06-13T18:30"),
    ("6月20日（周六）15:00", "2026-06-20T15:00"),
    ("后天下午三点一刻", "2026-06-12T15:15"),
    ("今晚八点", "2026-06-10T20:00"),
    ("下周一上午10点", "2026-06-15T10:00"),
]


@pytest.mark.parametrize(("text", "at"), SAID)
def test_a_date_and_a_time_are_read_together(text: str, at: str) -> None:
    assert f"{spoken(text, NOW)[0].at:%Y-%m-%dT%H:%M}" == at


def test_the_country_says_what_comes_first_in_a_date_with_a_slash() -> None:
    assert spoken("on 6/15 at 2:15 PM", NOW, month_first=True)[0].at.day == 15
    assert spoken("on 6/11 at 2:15 PM", NOW)[0].at.month == 11


def test_prices_and_distances_are_no_times() -> None:
    assert spoken("it costs 84.20 EUR and is 8.2 km away, 40 % off", NOW) == []


def test_two_dates_keep_their_own_times() -> None:
    found = spoken("moved from Thu 11.06. at 10:00 to Fri 12.06. at 08:30", NOW)
    assert [f"{one.at:%d %H:%M}" for one in found] == ["11 10:00", "12 08:30"]


@pytest.mark.parametrize(
    ("sentence", "clock"),
    [
        ("After ten at night I take a taxi.", (22, 0)),
        ("From eleven at night I want quiet.", (23, 0)),
        ("I swim at half past four in the afternoon.", (16, 30)),
        ("晚上八点半以后我打车", (20, 30)),
        ("I like music.", None),
    ],
)
def test_the_time_that_a_sentence_of_the_profile_names(sentence: str, clock: tuple[int, int] | None) -> None:
    assert clock_in(sentence) == clock


@given(st.text(max_size=300))
def test_no_text_breaks_it(text: str) -> None:
    for one in spoken(text, NOW):
        assert 0 <= one.start < one.end <= len(text)
    clock_in(text)


@given(st.text(alphabet="0123456789.:/-年月日点半周一二三十 aptmonjue", max_size=200))
def test_no_play_of_digits_breaks_it(text: str) -> None:
    spoken(text, NOW, month_first=True)


@pytest.mark.parametrize("piece", ["1.", "1:1", "at ", "周", "十点", "1月1", "mon ", "12/", " half past"])
def test_long_hostile_texts_cost_little(piece: str) -> None:
    started = time.perf_counter()
    spoken(piece * 50_000, NOW)
    assert time.perf_counter() - started < 5
