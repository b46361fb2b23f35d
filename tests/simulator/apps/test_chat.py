"""The messengers: one base, two apps."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

import pytest

WHATSAPP, SLACK = "com.whatsapp", "com.slack"
AA = "android.intent.action."


@pytest.mark.parametrize(
    ("package", "entry", "send"), [(WHATSAPP, "entry", "send"), (SLACK, "msg_input_field", "msg_send_btn")]
)
def test_a_shared_text_is_sent_to_who_is_picked(hand: Hand, package: str, entry: str, send: str) -> None:
    hand.start(AA + "SEND", type="text/plain", package=package, android__intent__extra__TEXT="Running late")
    assert hand.package == package and hand.shows("Anna Weber")
    hand.tap("Anna Weber")
    assert hand.value(entry) == "Running late" and hand.value("title") == "Anna Weber"
    assert not hand.phone.screen.has(id="own_message")
    hand.tap(id=send)
    assert hand.phone.screen.has(id="own_message") and hand.shows("Running late") and hand.value(entry) == ""


def test_jid_names_the_contact(hand: Hand) -> None:
    hand.start(
        AA + "SEND", type="text/plain", package=WHATSAPP, android__intent__extra__TEXT="Hi",
        jid="491607654321@s.whatsapp.net",
    )  # fmt: skip
    assert hand.value("title") == "Ben Koch" and hand.value("entry") == "Hi"


def test_a_message_notifies_and_is_answered(hand: Hand) -> None:
    hand.phone.app(WHATSAPP).on_event("message", {"sender": "Anna Weber", "text": "Dinner at 8?"})
    note = hand.note(WHATSAPP, "Anna Weber")
    assert (note.text, note.category) == ("Dinner at 8?", "msg")
    hand.phone.notifications.act(note.key, "Reply", "Yes")
    assert [line.text for line in hand.note(WHATSAPP).messages][-1] == "Yes"
    hand.phone.notifications.click(hand.note(WHATSAPP).key)
    assert hand.shows("Dinner at 8?", "Yes") and hand.value("title") == "Anna Weber"


def test_groups_name_the_sender(hand: Hand) -> None:
    hand.phone.app(SLACK).on_event("message", {"sender": "Ben Koch", "text": "Build is red", "group": "#team"})
    assert (hand.note(SLACK, "#team").text) == "Ben Koch: Build is red"
    hand.phone.notifications.act(hand.note(SLACK).key, "Mark as read")
    assert hand.phone.notifications.find(SLACK) is None


def test_no_notification_for_the_chat_in_front(hand: Hand) -> None:
    app = hand.phone.app(WHATSAPP)
    hand.start(AA + "VIEW", "whatsapp://chat?name=Anna Weber")
    app.on_event("message", {"sender": "Anna Weber", "text": "Hello"})
    assert hand.phone.notifications.find(WHATSAPP) is None and hand.shows("Hello")


def test_without_internet_a_message_waits(hand: Hand) -> None:
    hand.phone.connectivity.set_airplane(True)
    hand.start(AA + "VIEW", "whatsapp://chat?name=Anna Weber")
    hand.type("entry", "Hi")
    hand.tap(id="send")
    assert hand.shows("Sending…")
    hand.phone.connectivity.set_airplane(False)
    hand.phone.wifi.auto_join()
    hand.phone.app(WHATSAPP).flush()
    hand.phone.changed()
    assert not hand.shows("Sending…")


def test_a_tap_opens_the_very_chat(hand: Hand) -> None:
    for count in range(30):
        hand.phone.app(SLACK).on_event("message", {"sender": "Ben", "text": f"line {count}", "group": "#ops & infra"})
    hand.phone.notifications.click(hand.note(SLACK, "#ops").key)
    assert hand.value("title") == "#ops & infra" and "line 29" in hand.dumped()


def test_chinese(hand_zh: Hand) -> None:
    hand_zh.phone.app(WHATSAPP).on_event("message", {"sender": "妈妈", "text": "吃饭了吗"})
    hand_zh.phone.notifications.act(hand_zh.note(WHATSAPP, "妈妈").key, "回复", "吃了")
    assert hand_zh.note(WHATSAPP).messages[-1].sender == "我"
