"""The translator: phrases, and what it does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

TRANSLATE = "com.google.android.apps.translate"
AA = "android.intent.action."
LINK = "https://translate.google.com/?sl=auto&tl={}&text={}&op=translate"


def test_a_link_shows_source_language_and_result(hand: Hand) -> None:
    hand.start(AA + "VIEW", LINK.format("de", "Where%20is%20the%20station%3F"))
    assert hand.package == TRANSLATE and hand.value("edit_input") == "Where is the station?"
    assert hand.shows("German", "Wo ist der Bahnhof?")


def test_unknown_text_is_plainly_not_translated(hand: Hand) -> None:
    hand.start(AA + "VIEW", LINK.format("fr", "blue%20bicycles"))
    assert hand.value("result") == "[fr] blue bicycles"


def test_process_text(hand: Hand) -> None:
    hand.start(AA + "PROCESS_TEXT", type="text/plain", android__intent__extra__PROCESS_TEXT="Danke")
    assert hand.shows("Danke", "谢谢")


def test_another_language_is_chosen(hand: Hand) -> None:
    hand.start(AA + "VIEW", LINK.format("de", "Thank%20you"))
    hand.tap(id="target_lang")
    hand.tap("French")
    assert hand.value("result") == "Merci"


def test_chinese(hand_zh: Hand) -> None:
    hand_zh.start(AA + "VIEW", LINK.format("en", "%E8%B0%A2%E8%B0%A2"))
    assert hand_zh.value("result") == "Thank you" and hand_zh.shows("英语")
