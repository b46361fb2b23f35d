"""Weather: here, elsewhere, later, warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

WEATHER = "com.google.android.apps.weather"
AA = "android.intent.action."


def test_the_forecast_here_is_the_worlds(hand: Hand) -> None:
    hand.phone.activities.launch(WEATHER)
    assert hand.shows("Berlin", "17 °C", "Sunny", "08:00")
    hand.phone.state.world.weather.temperature_c = 3
    hand.phone.changed()
    assert hand.shows("3 °C")


def test_a_link_names_place_and_day(hand: Hand) -> None:
    hand.start(AA + "VIEW", "gweather://forecast?location=Hamburg&date=2026-06-03")
    assert hand.package == WEATHER and hand.shows("Hamburg", "2026-06-03", "°C")


def test_without_place_it_is_here(hand: Hand) -> None:
    hand.start(AA + "VIEW", "gweather://forecast?location=&date=")
    assert hand.shows("Berlin", "Today")


def test_forecast_and_warning_are_posted(hand: Hand) -> None:
    app = hand.phone.app(WEATHER)
    app.on_event("forecast", {})
    assert "Sunny" in hand.note(WEATHER, "Today's forecast").text
    app.on_event("alert", {"text": "Storm from 15:00"})
    note = hand.note(WEATHER, "Weather alert")
    assert note.importance == 4
    hand.phone.notifications.click(note.key)
    assert hand.shows("Storm from 15:00")


def test_chinese(hand_zh: Hand) -> None:
    hand_zh.start(AA + "VIEW", "gweather://forecast?location=上海&date=明天")
    assert hand_zh.shows("上海", "明天", "°C")
