"""Shopping: results, cart, orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

AMAZON = "com.amazon.mShop.android.shopping"
AA = "android.intent.action."
SCHEME = "com.amazon.mobile.shopping"


def test_a_search_shows_the_query(hand: Hand) -> None:
    hand.start(AA + "VIEW", f"{SCHEME}://search?k=usb%20cable")
    assert hand.package == AMAZON and hand.value("rs_search_src_text") == "usb cable"


def test_the_cart_shows_its_title(hand: Hand) -> None:
    hand.start(AA + "VIEW", f"{SCHEME}://cart")
    assert hand.value("title") == "Cart" and hand.shows("Your cart is empty")


def test_a_thing_is_bought_by_hand(hand: Hand) -> None:
    hand.start(AA + "VIEW", f"{SCHEME}://search?k=usb%20cable")
    hand.tap("usb cable Pro")
    hand.tap(id="add_to_cart")
    hand.tap(id="view_cart")
    assert hand.shows("1 × usb cable Pro")
    hand.tap(id="checkout")
    hand.tap(id="place_order")
    (order,) = hand.phone.app(AMAZON).data["orders"]
    assert hand.shows(order["number"], "Ordered")


def test_shipments_and_prices_are_told(hand: Hand) -> None:
    app = hand.phone.app(AMAZON)
    app.on_event("shipped", {"item": "Kettle", "eta": "arrives Tuesday", "tracking": "JD014"})
    note = hand.note(AMAZON, "Kettle")
    assert note.text == "arrives Tuesday · JD014"
    hand.phone.notifications.click(note.key)
    assert hand.shows("Kettle", "Shipped")
    app.on_event("price_drop", {"item": "Headphones", "price": "49.00"})
    assert "49.00" in hand.note(AMAZON, "Headphones").text


def test_chinese(hand_zh: Hand) -> None:
    hand_zh.start(AA + "VIEW", f"{SCHEME}://search?k=数据线")
    assert hand_zh.shows("数据线", "搜索结果", "¥")
