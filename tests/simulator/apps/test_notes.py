"""Notes: created by intent, saved as one types."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

NOTES = "com.google.android.keep"


def test_create_note_saves_it(hand: Hand) -> None:
    hand.start(
        "com.google.android.gms.actions.CREATE_NOTE", type="text/plain", android__intent__extra__TEXT="milk, eggs",
        android__intent__extra__SUBJECT="Shopping",
    )  # fmt: skip
    assert hand.package == NOTES and hand.value("edit_note_text") == "milk, eggs"
    hand.phone.activities.back()
    assert hand.shows("Shopping")
    hand.tap("Shopping")
    assert hand.value("edit_note_text") == "milk, eggs"


def test_a_shared_text_becomes_a_note(hand: Hand) -> None:
    hand.start("android.intent.action.SEND", type="text/plain", package=NOTES, android__intent__extra__TEXT="remember")
    assert [note["text"] for note in hand.phone.app(NOTES).data["notes"]] == ["remember"]


def test_typing_is_saving_and_an_empty_note_is_dropped(hand: Hand) -> None:
    hand.phone.activities.launch(NOTES)
    hand.tap(id="speed_dial_create_close_button")
    hand.type("edit_note_text", "call the plumber")
    assert [note["text"] for note in hand.phone.app(NOTES).data["notes"]] == ["call the plumber"]
    hand.tap(id="done")
    hand.tap(id="speed_dial_create_close_button")
    hand.phone.activities.back()
    assert len(hand.phone.app(NOTES).data["notes"]) == 1
