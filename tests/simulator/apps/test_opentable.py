"""Reservations: the page and the button."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

TABLE = "com.opentable"
AA = "android.intent.action."


def test_a_link_shows_restaurant_time_and_covers(hand: Hand) -> None:
    hand.start(AA + "VIEW", "opentable://reserve?restaurant=Trattoria%20Roma&time=2026-06-01T19%3A00&covers=4")
    assert hand.package == TABLE and hand.shows("Trattoria Roma", "2026-06-01T19:00", "table for 4")
    assert hand.phone.app(TABLE).data["reservations"] == []
    hand.tap(id="reserve_button")
    assert hand.shows("Reservation confirmed")
    (one,) = hand.phone.app(TABLE).data["reservations"]
    assert (one["restaurant"], one["time"], one["covers"]) == ("Trattoria Roma", "2026-06-01T19:00", "4")


def test_a_table_by_hand(hand: Hand) -> None:
    hand.phone.activities.launch(TABLE)
    hand.tap("Trattoria Roma")
    hand.tap(id="reserve_button")
    assert hand.phone.app(TABLE).data["reservations"] == []  # no time yet
    hand.type("time", "20:00")
    hand.tap(id="reserve_button")
    assert hand.phone.app(TABLE).data["reservations"][0]["time"] == "20:00"


def test_a_reminder(hand: Hand) -> None:
    hand.phone.app(TABLE).on_event("reminder", {"restaurant": "Trattoria Roma", "time": "19:00", "covers": 4})
    assert hand.note(TABLE, "Trattoria Roma").text == "19:00, table for 4"
