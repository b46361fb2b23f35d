"""Food: restaurants, cart, checkout."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

EATS = "com.ubercab.eats"
AA = "android.intent.action."


def test_a_link_shows_the_restaurant_and_the_dish(hand: Hand) -> None:
    hand.start(AA + "VIEW", "ubereats://search?q=ramen&restaurant=Noodle%20Bar", package=EATS)
    assert hand.package == EATS and hand.value("title") == "Noodle Bar" and hand.shows("ramen")


def test_a_link_without_restaurant_shows_results(hand: Hand) -> None:
    hand.start(AA + "VIEW", "ubereats://search?q=ramen&restaurant=", package=EATS)
    assert hand.value("search_bar") == "ramen" and hand.shows("Little ramen Kitchen", "Trattoria Roma")


def test_an_order_is_placed_by_hand(hand: Hand) -> None:
    hand.start(AA + "VIEW", "ubereats://search?q=ramen&restaurant=Noodle%20Bar")
    hand.tap(desc="Add ramen")
    hand.tap(desc="Add ramen")
    hand.tap(id="view_cart")
    assert hand.shows("2 × ramen")
    hand.tap(id="checkout")
    assert hand.phone.app(EATS).data["orders"] == []
    hand.tap(id="place_order")
    assert hand.phone.app(EATS).data["orders"][0]["items"] == ["2 × ramen"]
    assert hand.note(EATS).title == "Preparing your order"
    hand.phone.app(EATS).on_event("order", {"status": "Courier is near"})
    assert hand.note(EATS).title == "Courier is near" and hand.shows("Courier is near")
