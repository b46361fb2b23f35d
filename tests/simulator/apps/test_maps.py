"""Maps: search, routes, guidance."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

import pytest

MAPS = "com.google.android.apps.maps"
AA = "android.intent.action."


def test_navigation_shows_the_destination_and_runs(hand: Hand) -> None:
    hand.start(AA + "VIEW", "google.navigation:q=Trattoria%20Roma&mode=w", package=MAPS)
    assert hand.package == MAPS and hand.shows("Trattoria Roma", "Navigating", "Walking")
    assert hand.note(MAPS).ongoing and "Trattoria Roma" in hand.note(MAPS).text
    hand.tap(id="exit")
    assert hand.phone.notifications.find(MAPS) is None and hand.shows("Navigation ended")


def test_guidance_ends_on_arrival(hand: Hand) -> None:
    hand.start(AA + "VIEW", "google.navigation:q=Trattoria%20Roma&mode=w", package=MAPS)
    hand.phone.clock.advance_to(hand.phone.clock.now_ms + 25 * 60_000)
    assert hand.phone.notifications.find(MAPS) is None


def test_nearby_shows_the_query_and_results(hand: Hand) -> None:
    hand.start(AA + "VIEW", "geo:0,0?q=pharmacy")
    assert hand.value("search_omnibox_text_box") == "pharmacy"
    assert hand.shows("pharmacy · ")


def test_places_of_the_world_are_found_by_kind(hand: Hand) -> None:
    hand.start(AA + "VIEW", "geo:0,0?q=restaurant")
    hand.tap("Trattoria Roma")
    assert hand.shows("Markt 3")
    hand.tap(id="directions")
    assert hand.shows("Your location", "Trattoria Roma")


def test_a_route_shows_both_ends_and_a_duration(hand: Hand) -> None:
    uri = "https://www.google.com/maps/dir/?api=1&origin=Home&destination=Office&travelmode=transit"
    hand.start(AA + "VIEW", uri)
    assert hand.package == MAPS
    assert (hand.value("directions_start_textbox"), hand.value("directions_end_textbox")) == ("Home", "Office")
    assert "min" in hand.value("duration") and "Transit" in hand.value("duration")


def test_a_web_search_is_not_taken_for_a_map(hand: Hand) -> None:
    hand.start(AA + "VIEW", "https://www.google.com/search?q=cats")
    assert hand.package == "com.android.chrome"


def test_distance_and_mode_make_the_duration(hand: Hand) -> None:
    maps = hand.phone.app(MAPS)
    assert maps.duration("Home", "Office", "walking") > maps.duration("Home", "Office", "driving")
    assert maps.distance("Home", "Office") == pytest.approx(5.7, abs=0.3)
    assert maps.distance("Home", "Nowhere Street") == maps.distance("Home", "Nowhere Street")


def test_traffic_is_told(hand: Hand) -> None:
    hand.phone.app(MAPS).on_event("traffic", {"place": "Office", "minutes": 45, "delay": 20, "reason": "Accident"})
    note = hand.note(MAPS)
    assert (note.title, note.text) == ("45 min to Office", "20 min longer than usual · Accident")
    hand.phone.notifications.click(note.key)
    assert hand.shows("Office", "Directions")


def test_chinese(hand_zh: Hand) -> None:
    hand_zh.start(AA + "VIEW", "geo:0,0?q=%E8%8D%AF%E5%BA%97")
    assert hand_zh.shows("药店")
