"""Meetings: joined by link or id."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

import pytest

ZOOM = "us.zoom.videomeetings"
AA = "android.intent.action."


@pytest.mark.parametrize("link", ["https://zoom.us/j/123456789", "https://us02web.zoom.us/j/123456789?pwd=abc"])
def test_a_link_joins(hand: Hand, link: str) -> None:
    hand.start(AA + "VIEW", link)
    assert hand.package == ZOOM and hand.shows("123456789", "You are in the meeting")
    assert hand.note(ZOOM).ongoing
    hand.tap(id="btnLeave")
    assert hand.shows("You left the meeting") and hand.phone.notifications.find(ZOOM) is None


def test_an_id_is_typed(hand: Hand) -> None:
    hand.phone.activities.launch(ZOOM)
    hand.type("edtConfNumber", "987 654")
    hand.tap(id="btnJoin")
    assert hand.shows("987654", "You are in the meeting")


def test_without_internet_one_is_not_in(hand: Hand) -> None:
    hand.phone.connectivity.set_airplane(True)
    hand.start(AA + "VIEW", "https://zoom.us/j/1")
    assert hand.shows("Connecting…") and not hand.shows("You are in the meeting")


def test_an_invitation_leads_in(hand: Hand) -> None:
    hand.phone.app(ZOOM).on_event("invite", {"id": "555", "title": "Weekly"})
    hand.phone.notifications.act(hand.note(ZOOM, "Weekly").key, "Join")
    assert hand.shows("Weekly", "555", "You are in the meeting")
