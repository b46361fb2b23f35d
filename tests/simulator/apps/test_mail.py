"""Mail: composer, inbox, notifications."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

MAIL = "com.google.android.gm"
AA = "android.intent.action."


def test_mailto_fills_the_composer(hand: Hand) -> None:
    hand.start(AA + "SENDTO", "mailto:anna@example.com?subject=Plan%20%26%20more&body=See%20you+there")
    assert hand.package == MAIL
    assert (hand.value("to"), hand.value("subject"), hand.value("body")) == (
        "anna@example.com", "Plan & more", "See you+there",
    )  # fmt: skip


def test_a_shared_text_is_the_body(hand: Hand) -> None:
    hand.start(
        AA + "SEND", type="text/plain", package=MAIL, android__intent__extra__TEXT="the text",
        android__intent__extra__SUBJECT="the subject",
    )  # fmt: skip
    assert hand.shows("the text", "the subject")


def test_send_needs_an_address(hand: Hand) -> None:
    hand.start(AA + "SENDTO", "mailto:?subject=Hi")
    hand.tap(id="send")
    assert hand.shows("Add at least one recipient")
    hand.type("to", "ben@example.com")
    hand.tap(id="send")
    (mail,) = hand.phone.app(MAIL).data["mails"]
    assert (mail["box"], mail["to"], mail["subject"]) == ("sent", "ben@example.com", "Hi")


def test_without_internet_mail_waits(hand: Hand) -> None:
    hand.phone.connectivity.set_airplane(True)
    hand.start(AA + "SENDTO", "mailto:ben@example.com?subject=Hi")
    hand.tap(id="send")
    assert [mail["box"] for mail in hand.phone.app(MAIL).data["mails"]] == ["outbox"]
    hand.phone.connectivity.set_airplane(False)
    hand.phone.wifi.auto_join()
    hand.phone.activities.home()
    hand.phone.activities.launch(MAIL)
    assert [mail["box"] for mail in hand.phone.app(MAIL).data["mails"]] == ["sent"]


def test_new_mail_notifies_opens_and_is_archived(hand: Hand) -> None:
    hand.phone.app(MAIL).on_event(
        "mail_received", {"from": "shop@example.com", "subject": "Order", "body": "It is on its way"}
    )
    note = hand.note(MAIL, "shop@example.com")
    assert note.text == "Order"
    hand.phone.notifications.click(note.key)
    assert hand.package == MAIL and hand.shows("Order", "It is on its way")
    hand.tap(id="archive")
    assert hand.shows("Nothing here")


def test_archive_and_reply_from_the_notification(hand: Hand) -> None:
    app = hand.phone.app(MAIL)
    app.on_event("mail_received", {"from": "a@example.com", "subject": "One", "body": ""})
    app.on_event("mail_received", {"from": "b@example.com", "subject": "Two", "body": ""})
    hand.phone.notifications.act(hand.note(MAIL, "a@").key, "Archive")
    assert hand.phone.notifications.find(MAIL, "a@") is None
    hand.phone.notifications.act(hand.note(MAIL, "b@").key, "Reply")
    assert (hand.value("to"), hand.value("subject")) == ("b@example.com", "Re: Two")
