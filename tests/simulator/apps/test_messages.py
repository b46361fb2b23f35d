"""Messages: composing, sending, sharing, replies from notifications."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

MESSAGES = "com.google.android.apps.messaging"
AA = "android.intent.action."


def sent(hand: Hand) -> list[tuple[str, str, int]]:
    return [(one.address, one.body, one.type) for one in hand.phone.state.providers.sms if one.type != 1]


def test_sendto_fills_the_composer_and_sends_nothing(hand: Hand) -> None:
    hand.start(AA + "SENDTO", "smsto:+491701234567", sms_body="On my way")
    assert hand.package == MESSAGES
    assert hand.shows("Anna Weber", "+491701234567")
    assert hand.value("compose_message_text") == "On my way"
    assert sent(hand) == []


def test_the_send_button_sends(hand: Hand) -> None:
    hand.start(AA + "SENDTO", "smsto:+491701234567", sms_body="On my way")
    hand.tap(id="send_message_button")
    assert sent(hand) == [("+491701234567", "On my way", 2)]
    assert hand.shows("On my way") and hand.value("compose_message_text") == ""


def test_without_service_the_message_fails(hand: Hand) -> None:
    hand.phone.telephony.set_service(False)
    hand.start(AA + "SENDTO", "smsto:+491701234567", sms_body="On my way")
    hand.tap(id="send_message_button")
    assert [kind for _, _, kind in sent(hand)] == [5]
    assert hand.shows("Not sent")
    hand.phone.telephony.set_service(True)
    hand.tap(id="own_message")
    assert sent(hand) == [("+491701234567", "On my way", 2)] and not hand.shows("Not sent")


def test_the_conversation_stays_after_sending(hand: Hand) -> None:
    hand.start(AA + "SENDTO", "smsto:+491701234567", sms_body="Hi", exit_on_sent=True)
    hand.tap(id="send_message_button")
    assert hand.package == MESSAGES and "Hi" in hand.dumped()


def test_a_shared_text_goes_to_the_person_that_is_picked(hand: Hand) -> None:
    hand.start(AA + "SEND", type="text/plain", package=MESSAGES, android__intent__extra__TEXT="Look at this")
    assert hand.shows("Look at this", "Anna Weber", "Ben Koch")
    hand.tap("Ben Koch")
    hand.tap(id="send_message_button")
    assert sent(hand) == [("+491607654321", "Look at this", 2)]


def test_whom_one_wrote_with_last_is_offered_first(hand: Hand) -> None:
    hand.phone.telephony.sms_in("+491607654321", "Hi")
    hand.start(AA + "SEND", type="text/plain", package=MESSAGES, android__intent__extra__TEXT="x")
    shown = hand.shown()
    assert shown.index("Ben Koch") < shown.index("Anna Weber")


def test_a_received_message_notifies_and_is_answered(hand: Hand) -> None:
    hand.phone.telephony.sms_in("+491701234567", "Lunch?")
    note = hand.note(MESSAGES, "Anna Weber")
    assert (note.text, note.category) == ("Lunch?", "msg")
    assert [action.title for action in note.actions] == ["Reply", "Mark as read"]
    hand.phone.notifications.act(note.key, "Reply", "Yes, at noon")
    assert sent(hand) == [("+491701234567", "Yes, at noon", 2)]
    assert [line.text for line in hand.note(MESSAGES).messages] == ["Lunch?", "Yes, at noon"]


def test_mark_as_read_takes_the_notification_away(hand: Hand) -> None:
    hand.phone.telephony.sms_in("+491701234567", "Lunch?")
    hand.phone.notifications.act(hand.note(MESSAGES).key, "Mark as read")
    assert hand.phone.notifications.find(MESSAGES) is None
    assert all(one.read for one in hand.phone.state.providers.sms)


def test_codes_are_marked_sensitive(hand: Hand) -> None:
    hand.phone.telephony.sms_in("12345", "Your verification code is 482913")
    assert hand.note(MESSAGES).sensitive
    hand.phone.telephony.sms_in("+491701234567", "See you at 1830")
    assert not hand.note(MESSAGES, "Anna").sensitive


def test_a_long_thread_opens_at_its_end(hand: Hand) -> None:
    for count in range(40):
        hand.phone.telephony.sms_in("+491701234567", f"Message number {count}")
    hand.start(AA + "SENDTO", "smsto:+491701234567", sms_body="The last word")
    assert "Message number 39" in hand.dumped() and "Message number 0" not in hand.dumped()
    hand.tap(id="send_message_button")
    assert "The last word" in hand.dumped()


def test_any_sender_has_a_thread_of_its_own(hand: Hand) -> None:
    hand.phone.telephony.sms_in("Q&A #1?", "From a strange sender")
    hand.phone.telephony.sms_in("Q&A #2?", "From another")
    hand.phone.notifications.click(hand.note(MESSAGES, "#1").key)
    assert hand.value("title") == "Q&A #1?" and hand.shows("From a strange sender")
    assert not hand.shows("From another")


def test_the_list_leads_to_a_thread(hand: Hand) -> None:
    hand.phone.telephony.sms_in("+491701234567", "Lunch?")
    hand.phone.activities.launch(MESSAGES)
    hand.tap("Anna Weber")
    assert hand.shows("Lunch?", "+491701234567")
    hand.phone.activities.back()
    assert hand.shows("Start chat")


def test_a_tap_on_the_notification_opens_the_thread(hand: Hand) -> None:
    hand.phone.telephony.sms_in("+491701234567", "Lunch?")
    hand.phone.notifications.click(hand.note(MESSAGES).key)
    assert hand.package == MESSAGES and hand.shows("Lunch?")


def test_chinese(hand_zh: Hand) -> None:
    hand_zh.start(AA + "SENDTO", "smsto:10086", sms_body="你好")
    hand_zh.tap("发送")
    assert sent(hand_zh) == [("10086", "你好", 2)]
