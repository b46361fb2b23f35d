"""Video: search results and playing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

import pytest

VIDEO = "com.google.android.youtube"
AA = "android.intent.action."


@pytest.mark.parametrize(
    "link", ["vnd.youtube://results?search_query=yoga%20flow", "https://www.youtube.com/results?search_query=yoga+flow"]
)
def test_a_link_shows_the_query_and_results(hand: Hand, link: str) -> None:
    hand.start(AA + "VIEW", link)
    assert hand.package == VIDEO and hand.value("query") == "yoga flow"
    hand.tap("yoga flow explained")
    session = hand.phone.media.active()
    assert session is not None and (session.title, session.state) == ("yoga flow explained", "playing")


def test_search_action(hand: Hand) -> None:
    hand.start(AA + "SEARCH", query="yoga", package=VIDEO)
    assert hand.value("query") == "yoga"


def test_a_watch_link_plays(hand: Hand) -> None:
    hand.start(AA + "VIEW", "https://youtu.be/abc123")
    session = hand.phone.media.active()
    assert session is not None and session.title == "Video abc123"


def test_an_upload_is_told(hand: Hand) -> None:
    hand.phone.app(VIDEO).on_event("upload", {"channel": "Cooking", "title": "Perfect rice"})
    hand.phone.notifications.click(hand.note(VIDEO, "Cooking").key)
    assert hand.value("query") == "Perfect rice"
