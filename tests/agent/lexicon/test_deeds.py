"""Every function that a person can ask for has words, in both languages, and a way to fill it."""

from __future__ import annotations

import pytest

from agent.cues.fill import ALL_FILLS
from agent.cues.meaning import concepts, stem
from agent.cues.wish_text import deeds_in
from agent.lexicon.concepts import ESSENTIAL, WEAK
from agent.lexicon.deeds import DEEDS
from api_pool.functions import default_pool


def test_deeds_are_functions_of_the_pool() -> None:
    assert {deed.partition(":")[0] for deed, _, _ in DEEDS} <= set(default_pool().functions)
    assert len({deed.partition(":")[0] for deed, _, _ in DEEDS}) >= 48


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("my phone must not ring", "set_ringer_mode:vibrate"), ("手机要静音", "set_ringer_mode:vibrate"),
        ("only my alarm may ring", "set_do_not_disturb"), ("只留闹钟", "set_do_not_disturb"),
        ("I take a cab", "request_ride"), ("我就打车", "request_ride"),
        ("I ring her back", "make_call"), ("我给她回电话", "make_call"),
        ("I post it on Instagram", "compose_post"), ("我发一条朋友圈", "compose_post"),
        ("the heating goes off", "control_device"), ("空调要关掉", "control_device"),
        ("I track the swim", "start_workout"), ("我记录游泳", "start_workout"),
        ("I photograph the receipt", "open_camera:photo"), ("我就拍照", "open_camera:photo"),
        ("I film it", "open_camera:video"), ("我会录像", "open_camera:video"),
        ("the music should pause", "control_playback:pause"), ("音乐要停", "control_playback:pause"),
        ("look at the calendar first", "list_calendar_events"), ("先翻翻日历", "list_calendar_events"),
    ],
)  # fmt: skip
def test_words_of_deeds(text: str, deed: str) -> None:
    assert deeds_in(text)[0] == deed


def test_every_fill_is_of_a_function() -> None:
    assert {deed.partition(":")[0] for deed in ALL_FILLS} <= set(default_pool().functions)


def test_words_in_any_form_are_one() -> None:
    assert len({stem(word) for word in ("charge", "charges", "charged", "charging")}) == 1
    assert stem("news") != stem("new") and stem("note") != stem("not")


def test_concepts_in_both_languages() -> None:
    assert {"train", "delay"} <= concepts("Your train runs 40 minutes late") & concepts("列车晚点40分钟")
    assert "rain" in concepts("pouring with rain") and "rain" in concepts("外面下雨了")
    assert concepts("") == frozenset()


def test_marks_name_concepts_of_the_table() -> None:
    from agent.lexicon.concepts import TABLE

    names = {line.partition(":")[0] for line in TABLE.strip().splitlines()}
    assert names >= ESSENTIAL and names >= WEAK
