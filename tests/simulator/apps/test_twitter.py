"""The social network: a composer that posts only when told."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

TWITTER = "com.twitter.android"
AA = "android.intent.action."


def test_send_fills_the_composer_and_posts_nothing(hand: Hand) -> None:
    hand.start(AA + "SEND", type="text/plain", package=TWITTER, android__intent__extra__TEXT="Big news")
    assert hand.package == TWITTER and hand.value("tweet_text") == "Big news"
    assert hand.phone.app(TWITTER).data["posts"] == []


def test_post_posts(hand: Hand) -> None:
    hand.phone.activities.launch(TWITTER)
    hand.tap(id="composer_write")
    hand.type("tweet_text", "Hello")
    hand.tap(id="button_tweet")
    assert [one["text"] for one in hand.phone.app(TWITTER).data["posts"]] == ["Hello"] and hand.shows("Hello")


def test_too_long_a_post_is_not_posted(hand: Hand) -> None:
    hand.start(AA + "SEND", type="text/plain", package=TWITTER, android__intent__extra__TEXT="x" * 281)
    assert not hand.phone.screen.find(id="button_tweet").enabled
    hand.tap(id="save_draft")
    assert hand.shows("Draft")


def test_news_of_others(hand: Hand) -> None:
    hand.phone.app(TWITTER).on_event("post", {"author": "@rail", "text": "Lines closed"})
    assert hand.note(TWITTER, "@rail").text == "Lines closed"
