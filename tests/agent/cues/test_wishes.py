"""Sentences of the profile come true: whatever the user says they do, when what they say it of comes about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from agent.cues.wish_text import days_in, deeds_in, wishes_in
from device.capture.people import Contact
from tests.agent.cues.conftest import HOME

Build = Callable[..., Any]
STUDIO = {"name": "studio", "kind": "dance studio", "latitude": 48.3, "longitude": 16.5, "address": "Quellenstr. 5"}

# sentence, notice (title, text), the call that serves it
TOLD = [
    (
        "When my bus is late I text Runa Holm.",
        ("Bus 13A", "Your bus is delayed by 25 minutes"),
        'recipient="Runa Holm"',
    ),
    (
        "If the freezer reports a fault I look for a repair shop nearby.",
        ("Freezer: fault F2", "Cooling stopped"),
        "search_nearby",
    ),
    (
        "When the printer cartridge runs out I buy a new one online.",
        ("Printer", "Replace soon: black cartridge"),
        "black cartridge",
    ),
    (
        "When a thunderstorm is announced I close the blinds.",
        ("Severe thunderstorm warning", "Hail from 15:00"),
        'device="blinds"',
    ),
    ("I put every blood sugar reading into Fit.", ("Glucose meter", "6.4 mmol/L before lunch"), 'value="6.4"'),
    (
        "When something that I own is recalled I search what to do.",
        ("Recall", "You bought the Bolt heater B7: it is unsafe"),
        "Bolt heater B7",
    ),
    (
        "When the air quality is poor the purifier goes on.",
        ("Air quality alert", "AQI 182, very high pollution"),
        'device="purifier"',
    ),
    ("When our team ships a release I tweet it.", ("Build", "Version 4.2 is out: release shipped"), "4.2"),
]


@pytest.mark.parametrize(("sentence", "notice", "call"), TOLD)
def test_a_notice_that_a_sentence_is_about(scene: Build, sentence: str, notice: tuple[str, str], call: str) -> None:
    assert call in scene().about(sentence).notice("com.some.app", *notice).best()


@pytest.mark.parametrize(("sentence", "notice", "call"), TOLD)
def test_the_same_notice_says_nothing_to_others(
    scene: Build, sentence: str, notice: tuple[str, str], call: str
) -> None:
    assert call not in scene().about("I like quiet evenings.").notice("com.some.app", *notice).best()


LOOK_ALIKE = [
    ("When my bus is late I text Runa Holm.", ("Bus 13A", "Your bus is on time")),
    ("If the freezer reports a fault I look for a repair shop nearby.", ("Freezer", "Defrosting is finished")),
    ("I put every blood sugar reading into Fit.", ("Glucose meter", "Battery replaced")),
    ("When something that I own is recalled I search what to do.", ("Recall", "You bought the B7: it is not affected")),
    ("When it is warmer than 27 degrees the fan goes on.", ("Living room", "It is 25.5 °C, warmer than yesterday")),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "notice"), LOOK_ALIKE)
def test_what_only_looks_like_it_is_left_alone(scene: Build, sentence: str, notice: tuple[str, str]) -> None:
    assert scene().about(sentence).notice("com.some.app", *notice).best() == ""


CHINESE = [
    ("公交晚点的话我会发短信告诉方静。", ("13路", "您乘坐的公交晚点25分钟"), 'recipient="方静"'),
    ("每次血糖读数我都记录下来。", ("血糖仪", "午饭前 6.4 mmol/L"), 'value="6.4"'),
    ("空气质量差的时候净化器要打开。", ("空气质量提醒", "雾霾，AQI 182，重度污染"), "净化器"),
    ("下暴雨的时候我会拉上窗帘。", ("暴雨预警", "预计15点起有雷暴"), "窗帘"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "notice", "call"), CHINESE)
def test_the_same_in_chinese(scene: Build, sentence: str, notice: tuple[str, str], call: str) -> None:
    profile = {"name": "何明", "language": "zh", "country": "CN", "people": {"方静": "妻子"}, "about": [sentence]}
    made = scene(profile=profile, contacts=[Contact(name="方静", phones=("+8613712345678",))])
    assert call in made.notice("com.some.app", *notice).best()


def test_a_place_and_its_deed(scene: Build) -> None:
    made = scene().about("At the dance studio my phone is on silent.", places=[HOME, STUDIO]).ringer()
    assert "set_ringer_mode" in made.place(STUDIO).best()


def test_not_elsewhere_and_not_when_it_is_done(scene: Build) -> None:
    def made() -> Any:
        return scene().about("At the dance studio my phone is on silent.", places=[HOME, STUDIO])

    assert made().ringer().place(HOME).best() == ""
    assert made().ringer("silent").place(STUDIO).best() == ""


def test_only_on_its_days_and_after_its_time(scene: Build) -> None:
    sentence = "On Wednesdays at eight in the evening I listen to the Harbour Show."
    assert "Harbour Show" in scene(at="2026-06-10 20:05").about(sentence).best()
    assert scene(at="2026-06-11 20:05").about(sentence).best() == ""
    assert scene(at="2026-06-10 15:05").about(sentence).best() == ""


def test_what_the_phone_shows_as_done_is_not_offered(scene: Build) -> None:
    from agent.memory import Memory
    from agent.perceive import perceive

    made = scene().about("I weigh myself and log the value.").notice("com.scale", "Scale", "71.3 kg", ago=6)
    assert perceive(made.context(), Memory()).speak
    made.notice("com.google.android.apps.fitness", "Weight saved", "71.3 kg", ago=2)
    assert not perceive(made.context(), Memory()).speak


def test_who_says_it_counts(scene: Build) -> None:
    sentence = "When Oskar Lind asks something I look it up for him."
    contacts = [
        Contact(name=name, phones=(number,)) for name, number in (("Oskar Lind", "+431"), ("Runa Holm", "+432"))
    ]
    asked = "how do glow-worms make their light?"
    assert "glow-worms" in scene(contacts=contacts).about(sentence).chat("Oskar Lind", asked).best()
    assert (
        "web_search" not in scene(contacts=contacts).about(sentence).chat("Runa Holm", "see you later, " + asked).best()
    )


def test_parts_of_a_sentence() -> None:
    (wish,) = wishes_in("After ten at night I take a taxi home if it rains.")
    assert wish.deeds[0] == "request_ride" and wish.clock == (22, 0) and "rain" in wish.topics
    (wish,) = wishes_in("下班路上如果下雨，我就打车回家。")
    assert wish.deeds[0] == "request_ride" and "rain" in wish.topics


def test_days_of_a_sentence() -> None:
    assert days_in("on weekdays") == {0, 1, 2, 3, 4} and days_in("周一到周三") == {0, 1, 2}
    assert days_in("every Tuesday and Friday") == {1, 4} and days_in("she sat in the sun") == frozenset()


def test_two_deeds_in_one_clause() -> None:
    assert {"set_dark_mode:on", "set_brightness:low"} <= set(
        deeds_in("I read with the dark theme and the screen dimmed")
    )
