"""Who says what to the user: one view over chats, text messages, mail and notices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agent.cues.facts import facts

Build = Callable[..., Any]


def said(made: Any) -> Any:
    return facts(made.context()).said[0]


def test_a_chat_of_one_is_direct_and_of_a_known_person(scene: Build) -> None:
    one = said(scene().chat("Runa Holm", "hi"))
    assert (one.kind, one.direct, one.known, one.open, one.personal) == ("chat", True, True, True, True)


def test_a_group_is_addressed_to_the_user_only_by_name(scene: Build) -> None:
    assert not said(scene().chat("Runa Holm", "who comes?", group="Choir")).addressed
    assert said(scene().chat("Runa Holm", "@Edda who comes?", group="Choir")).addressed


def test_a_text_message_has_the_name_of_its_contact(scene: Build) -> None:
    one = said(scene().sms("+43 660 111 222", "hello"))
    assert (one.kind, one.sender, one.known) == ("sms", "Runa Holm", True)


def test_a_mail_has_a_subject_and_a_body(scene: Build) -> None:
    one = said(scene().mail("City Water", "Invoice", "Dear Ms Falk, …"))
    assert (one.kind, one.title, one.body, one.names_me) == ("mail", "Invoice", "Dear Ms Falk, …", True)


def test_advertising_is_known_by_category_or_by_words(scene: Build) -> None:
    assert said(scene().notice("com.shop", "Hello", "Look", category="promo")).promotion
    assert said(scene().sms("SHOP", "30% off everything. Reply STOP to opt out")).promotion
    assert not said(scene().sms("+43 660 111 222", "see you at eight")).promotion


def test_what_was_dismissed_is_still_heard(scene: Build) -> None:
    before = scene().context().device_status
    after = scene().chat("Runa Holm", "tell me if you are late").context().device_status
    from agent.trajectory import differences

    made = scene()
    made.past = differences(before, after)
    heard = facts(made.context()).heard[0]
    assert (heard.sender, heard.text, heard.kind) == ("Runa Holm", "tell me if you are late", "chat")
