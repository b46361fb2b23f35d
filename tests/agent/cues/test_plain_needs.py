"""Needs that stand in a text as they are: a place to book, a room's lamp, a meeting that begins, a day fixed in passing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Build = Callable[..., Any]


@pytest.mark.parametrize(
    ("text", "call"),
    [
        (
            "Supper at Gasthof Rebe 19:45, table for 5? Can you book?",
            'restaurant="Gasthof Rebe", time="2026-06-10T19:45", party_size=5',
        ),
        ("can you reserve at Ostra 8 pm for 3?", 'restaurant="Ostra"'),
        ("今晚 19:15 老码头火锅聚餐，订 6 人的位子", 'restaurant="老码头火锅", time="2026-06-10T19:15", party_size=6'),
    ],
)
def test_a_table_is_booked_where_and_when_the_text_says(scene: Build, text: str, call: str) -> None:
    assert call in scene().chat("Runa Holm", text).best()


@pytest.mark.parametrize(
    "text", ["周五部门聚餐，大家都来", "晚上聚餐很开心", "Supper at Gasthof Rebe 19:45 was lovely"]
)
def test_a_meal_that_nobody_asks_to_book_is_not_booked(scene: Build, text: str) -> None:
    assert "reserve_table" not in scene().chat("Runa Holm", text).best()


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("The hallway lamp is still on.", 'device="hallway lamp", state="off"'),
        ("Kids' room window has been open for 40 min", 'device="kids\' room window", state="closed"'),
        ("Back door left open", 'device="back door", state="locked"'),
        ("卧室空调还开着。", 'device="卧室空调", state="off"'),
        ("阳台窗户没关，家里没人", 'device="阳台窗户", state="closed"'),
    ],
)
def test_what_was_left_on_or_open_is_named_with_its_room_and_set_right(scene: Build, text: str, call: str) -> None:
    assert call in scene().notice("com.example.home", "Home", text).best()


def test_a_meeting_may_be_joined_shortly_before_it_begins_without_a_reminder(scene: Build) -> None:
    link = "https://meet.google.com/abc-defg-hij"
    assert link in scene().event("Retro", "12:01", "12:30", description=link).best()
    assert "join_meeting" not in scene().event("Retro", "12:04", "12:50", description=link).best()


@pytest.mark.parametrize(
    ("text", "start"),
    [("周六 15:30 城墙南门见！", "2026-06-13T15:30"), ("周日 9:00 北站集合，不见不散", "2026-06-14T09:00")],
)
def test_a_day_fixed_in_passing_goes_to_the_calendar(scene: Build, text: str, start: str) -> None:
    assert f'start="{start}"' in scene(profile={"language": "zh"}).chat("Runa Holm", text).best()


@pytest.mark.parametrize("text", ["周六 15:30 的票卖完了，再见！", "周末见了他，挺好"])
def test_a_goodbye_is_no_date(scene: Build, text: str) -> None:
    assert "create_calendar_event" not in scene(profile={"language": "zh"}).chat("Runa Holm", text).best()
