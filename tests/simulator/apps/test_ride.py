"""Rides: the confirm page, booking, news of the driver."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

RIDE = "com.ubercab"
AA = "android.intent.action."
LINK = "uber://?action=setPickup&pickup=my_location&dropoff[formatted_address]=Main%20Station"


def test_a_link_stops_at_the_confirm_page(hand: Hand) -> None:
    hand.start(AA + "VIEW", LINK, package=RIDE)
    assert hand.package == RIDE and hand.value("destination") == "Main Station"
    assert hand.shows("Confirm", "My location", "€")
    assert hand.phone.app(RIDE).data["ride"] is None


def test_a_pickup_is_shown(hand: Hand) -> None:
    hand.start(AA + "VIEW", LINK.replace("pickup=my_location", "pickup[formatted_address]=Ring%205"))
    assert hand.value("pickup") == "Ring 5"


def test_confirm_books_and_the_driver_comes(hand: Hand) -> None:
    hand.start(AA + "VIEW", LINK)
    hand.tap(id="product_1")
    hand.tap(id="confirm_button")
    assert hand.phone.app(RIDE).data["ride"]["product"] == 1
    assert hand.note(RIDE, "Finding your driver").ongoing
    news = {"status": "accepted", "driver": "Mila", "car": "Grey Skoda", "plate": "B-XY 12", "minutes": 4}
    hand.phone.app(RIDE).on_event("driver", news)
    assert "4 min" in hand.note(RIDE).title and "B-XY 12" in hand.note(RIDE).text
    assert hand.shows("Mila", "Main Station")
    hand.phone.app(RIDE).on_event("driver", {"status": "completed"})
    assert hand.note(RIDE).title == "Trip completed" and not hand.note(RIDE).ongoing


def test_a_ride_is_cancelled(hand: Hand) -> None:
    hand.start(AA + "VIEW", LINK)
    hand.tap(id="confirm_button")
    hand.tap(id="cancel")
    assert hand.phone.app(RIDE).data["ride"] is None and hand.phone.notifications.find(RIDE) is None


def test_farther_is_dearer(hand: Hand) -> None:
    ride = hand.phone.app(RIDE)
    assert ride.price("", "Office", 0) > ride.price("", "Trattoria Roma", 0)
