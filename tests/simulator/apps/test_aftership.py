"""Parcels: tracking and pickup codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

PARCEL = "com.aftership.AfterShip"
AA = "android.intent.action."


def test_tracking_shows_the_number(hand: Hand) -> None:
    hand.start(AA + "VIEW", "aftership://track?number=JD0146001&carrier=DHL")
    assert hand.package == PARCEL and hand.value("tracking_number") == "JD0146001" and hand.value("carrier") == "DHL"


def test_an_update_notifies_and_is_shown(hand: Hand) -> None:
    update = {"number": "JD0146001", "carrier": "DHL", "status": "Out for delivery"}
    hand.phone.app(PARCEL).on_event("parcel_update", update)
    note = hand.note(PARCEL)
    assert note.title == "DHL · Out for delivery" and "JD0146001" in note.text
    hand.phone.notifications.click(note.key)
    assert hand.shows("JD0146001", "Out for delivery")


def test_the_pickup_code(hand: Hand) -> None:
    ready = {"number": "JD0146001", "carrier": "DHL", "status": "Ready", "pickup_code": "7-2-3041", "place": "Kiosk"}
    hand.phone.app(PARCEL).on_event("parcel_update", ready)
    hand.start(AA + "VIEW", "aftership://pickup?reference=JD0146001")
    assert hand.value("title") == "Pickup code" and hand.shows("JD0146001", "7-2-3041", "Kiosk")
    hand.start(AA + "VIEW", "aftership://pickup?reference=")
    assert hand.shows("7-2-3041")
    hand.start(AA + "VIEW", "aftership://pickup?reference=OTHER1")
    assert hand.shows("OTHER1", "No parcel is ready") and not hand.shows("7-2-3041")


def test_a_number_is_typed_and_removed(hand: Hand) -> None:
    hand.phone.activities.launch(PARCEL)
    hand.type("number", "1Z999")
    hand.tap(id="track")
    assert hand.shows("1Z999", "Pending")
    hand.tap(id="remove")
    assert hand.shows("No shipments")
