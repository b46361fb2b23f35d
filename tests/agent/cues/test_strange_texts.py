"""Everything on a phone is written by strangers: no text breaks a cue, costs much time, or makes an invalid call."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.cues import ALL_CUES
from api_pool.functions import default_pool

Build = Callable[..., Any]
WORDS = [
    "send me", "the photo", "book a table", "at", "Nordwind", "tomorrow", "7pm", "for 99", "please", "can you",
    "order", "pizza", "due today",
    "EUR 1.00", "meeting", "moved to", "10:00", "instead of", "26:99", "https://", "https://zoom.us/j/1",
    "call me", "订位", "明天", "三点",
    "两个人", "发我", "照片", "买", "没了", "pickup code", "parcel 00000000000", "is ready at", "in 10 min",
    "turn on the light", "reply YES", "?",
    "\n", "'", '"', "“", "%", "0", "birthday", "about", "@", "a@b.example", "remember", "note it down", "电话",
    "的", "我是", "this is",
]  # fmt: skip
TEXTS = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
PROFILE = {
    "about": [
        "I set a timer when the dryer starts.", "I log my weight.", "When I come home I start the scene \"X\".",
        "I take the U6 to work.",
        "After ten at night I take a taxi when it rains.", "I wait until X in my cart costs less than 5 euros.",
        "I post about my runs.",
        "My phone must not ring at the opera.", "If it is below 19 degrees I switch the heater on.",
    ],
}  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(title=TEXTS, text=TEXTS, other=TEXTS)
def test_no_text_breaks_a_cue_or_makes_an_invalid_call(scene: Build, title: str, text: str, other: str) -> None:
    made = (
        scene(profile=PROFILE)
        .chat("Runa Holm", text)
        .sms("+43660111222", other)
        .sms("+1", text)
        .mail(title, other, text)
    )
    made.notice("com.android.systemui", title, text).notice("com.weather", title, other).event(
        title or "x", "12:20", "13:00", other
    )
    made.event(other or "y", "2026-06-11 06:00", "2026-06-11 07:00", title, text).files(f"Download/{title[:20]}.pdf")
    made.alarm("2026-06-11 07:00").ringer().battery(10).missed("Runa Holm", "+43660111222").zen("off")
    context, pool = made.context(), default_pool()
    for cue in ALL_CUES:
        for finding in cue(context):
            assert 0 <= finding.score <= 1
            assert finding.subject and finding.topic and finding.intent
            finding.proposal()
            for call in finding.calls:
                assert list(pool.problems(call)) == [], (cue.__name__, call)


@pytest.mark.parametrize(
    "piece",
    [
        "ok, ",
        "a b ",
        "send ",
        "1 ",
        "please ",
        "order a ",
        "at A ",
        "我们",
        "买一",
        "not ",
        "we are here ",
        "for two ",
        ",",
        "《",
    ],
)
def test_long_hostile_texts_cost_little(scene: Build, piece: str) -> None:
    text = piece * 20_000
    context = (
        scene(profile=PROFILE).chat("Runa Holm", text).mail("A B", text, text).notice("com.x", text, text).context()
    )
    started = time.perf_counter()
    for cue in ALL_CUES:
        list(cue(context))
    assert time.perf_counter() - started < 20
