"""Phone: dialling, calling, missed calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

DIALER = "com.google.android.dialer"
AA = "android.intent.action."


def test_dial_fills_the_keypad_and_calls_nobody(hand: Hand) -> None:
    hand.start(AA + "DIAL", "tel:+49301234")
    assert hand.package == DIALER and hand.value("digits") == "+49301234"
    assert hand.phone.state.telephony.call is None


def test_call_calls_and_shows_the_call(hand: Hand) -> None:
    hand.start(AA + "CALL", "tel:+491701234567")
    call = hand.phone.state.telephony.call
    assert call is not None and call.direction == "outgoing"
    assert hand.shows("Anna Weber")


def test_emergency_numbers_are_not_called_by_intent(hand: Hand) -> None:
    hand.start(AA + "CALL", "tel:112")
    assert hand.phone.state.telephony.call is None
    assert hand.value("digits") == "112"


def test_the_keypad_calls(hand: Hand) -> None:
    hand.phone.activities.launch(DIALER)
    hand.tap(id="tab_keypad")
    for sign in "0301":
        hand.tap(id=f"key_{sign}")
    hand.tap(id="dialpad_voice_call_button")
    call = hand.phone.state.telephony.call
    assert call is not None and call.number == "0301"


def test_a_missed_call_notifies_with_buttons(hand: Hand) -> None:
    hand.phone.app(DIALER).on_event("missed_call", {"number": "+491607654321"})
    note = hand.note(DIALER, "Missed call")
    assert note.text == "Ben Koch"
    hand.phone.notifications.act(note.key, "Message")
    assert hand.package == "com.google.android.apps.messaging" and hand.shows("Ben Koch")


def test_call_back_from_the_notification(hand: Hand) -> None:
    hand.phone.app(DIALER).on_event("missed_call", {"number": "+491607654321"})
    hand.phone.notifications.act(hand.note(DIALER).key, "Call back")
    call = hand.phone.state.telephony.call
    assert call is not None and call.number == "+491607654321"
    assert hand.phone.notifications.find(DIALER, "Missed call") is None


def test_a_rung_out_call_is_in_recents(hand: Hand) -> None:
    hand.phone.telephony.ring("+491607654321")
    hand.phone.telephony.give_up()
    assert hand.note(DIALER, "Missed call").text == "Ben Koch"
    hand.phone.activities.launch(DIALER)
    assert hand.shows("Missed · +491607654321")
    assert hand.phone.notifications.find(DIALER, "Missed call") is None
