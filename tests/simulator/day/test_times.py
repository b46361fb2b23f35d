from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.day import times

MINUTE = 60_000


def test_a_clock_time_is_milliseconds_since_midnight() -> None:
    assert times.clock_ms("08:15") == (8 * 60 + 15) * MINUTE
    assert times.clock_ms("08:15:30") == (8 * 60 + 15) * MINUTE + 30_000


def test_hours_from_24_lie_after_midnight() -> None:
    berlin = times.Calendar(date(2026, 3, 11), "Europe/Berlin")
    assert berlin.iso(berlin.at(times.clock_ms("25:30"))) == "2026-03-12T01:30:00"


@pytest.mark.parametrize("text", ["8", "08:60", "48:00", "08:15:99", "", "eight"])
def test_what_is_no_time_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="write HH:MM"):
        times.clock_ms(text)


def test_a_range_ends_after_it_begins() -> None:
    assert times.when("08:00..08:10") == times.Range(8 * 60 * MINUTE, (8 * 60 + 10) * MINUTE)
    with pytest.raises(ValueError, match="ends before it begins"):
        times.when("09:00..08:00")


def test_after_takes_an_event_and_a_span_or_a_range_of_spans() -> None:
    assert times.after("train") == times.After("train", times.Range(0, 0))
    assert times.after("train + 1h30m") == times.After("train", times.Range(90 * MINUTE, 90 * MINUTE))
    assert times.after("train + 5m..15m") == times.After("train", times.Range(5 * MINUTE, 15 * MINUTE))
    assert times.after("train - 10m") == times.After("train", times.Range(-10 * MINUTE, -10 * MINUTE))


def test_moments_of_a_setup_may_lie_on_other_days() -> None:
    berlin = times.Calendar(date(2026, 3, 11), "Europe/Berlin")
    assert berlin.iso(berlin.moment("D-1 18:20")) == "2026-03-10T18:20:00"
    assert berlin.iso(berlin.moment("D+2 09:00")) == "2026-03-13T09:00:00"
    assert berlin.moment("2026-03-11T18:30") == berlin.moment("18:30")
    with pytest.raises(ValueError, match="no moment"):
        berlin.moment("tomorrow")


def test_wall_times_hold_on_the_day_the_clocks_change() -> None:
    london = times.Calendar(date(2026, 10, 25), "Europe/London")
    assert london.clock(london.at(times.clock_ms("08:30"))) == "08:30"
    assert london.at(times.clock_ms("08:30")) - london.at(0) == times.clock_ms("09:30")


@given(st.integers(0, 47), st.integers(0, 59), st.integers(0, 59))
def test_every_clock_time_is_read_back_as_it_was_written(hour: int, minute: int, second: int) -> None:
    assert times.clock_ms(f"{hour:02d}:{minute:02d}:{second:02d}") == ((hour * 60 + minute) * 60 + second) * 1000


@given(st.text(max_size=30))
def test_strange_text_is_refused_and_never_breaks(text: str) -> None:
    for read in (times.clock_ms, times.span_ms, times.when, times.after):
        try:
            read(text)
        except ValueError as error:
            assert str(error)
