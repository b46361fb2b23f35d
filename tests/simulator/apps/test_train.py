"""Train tickets: delays, platforms, connections."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

TRAIN = "de.hafas.android.db"
AA = "android.intent.action."
TICKET = {
    "reference": "QX7K2M", "train": "ICE 593", "from": "Berlin Hbf", "to": "Munich Hbf", "depart": "09:04",
    "platform": "3", "seat": "Coach 7 seat 42",
}  # fmt: skip


def test_a_delay_is_told_and_shown(hand: Hand) -> None:
    app = hand.phone.app(TRAIN)
    app.on_event("ticket", {**TICKET, "quiet": True})
    assert hand.phone.notifications.find(TRAIN) is None
    app.on_event("delay", {"train": "ICE 593", "minutes": 35, "reason": "signal failure"})
    note = hand.note(TRAIN)
    assert note.title == "ICE 593: 35 min late" and "signal failure" in note.text
    hand.phone.notifications.click(note.key)
    assert hand.shows("ICE 593", "+35 min", "QX7K2M", "Coach 7 seat 42")


def test_a_platform_changes(hand: Hand) -> None:
    app = hand.phone.app(TRAIN)
    app.on_event("ticket", TICKET)
    app.on_event("platform", {"train": "ICE 593", "platform": "8"})
    assert hand.note(TRAIN).title == "ICE 593: platform changed to 8"


def test_connections_by_hand(hand: Hand) -> None:
    hand.phone.activities.launch(TRAIN)
    hand.type("to", "Hamburg")
    hand.tap(id="search")
    assert hand.value("title") == "Berlin → Hamburg" and hand.shows("07:30")
