"""The browser: pages and searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

import pytest

CHROME = "com.android.chrome"
AA = "android.intent.action."


def test_view_shows_url_and_host(hand: Hand) -> None:
    hand.start(AA + "VIEW", "https://example.org/news/today?b=c&d=e")
    assert hand.package == CHROME and hand.value("url_bar") == "https://example.org/news/today?b=c&d=e"
    assert hand.value("page_host") == "example.org"


@pytest.mark.parametrize("action", ["WEB_SEARCH", "SEARCH"])
def test_a_search_shows_words_and_results(hand: Hand, action: str) -> None:
    hand.start(AA + action, package=CHROME, query="train strike")
    assert hand.value("url_bar") == "train strike"
    assert hand.shows("train strike: overview")
    hand.tap("train strike: overview")
    assert hand.shows("train%20strike")


def test_without_internet_there_is_no_page(hand: Hand) -> None:
    hand.phone.connectivity.set_airplane(True)
    hand.start(AA + "VIEW", "https://example.org/")
    assert hand.shows("No internet") and hand.value("url_bar") == "https://example.org/"


def test_an_address_is_typed(hand: Hand) -> None:
    hand.phone.activities.launch(CHROME)
    hand.type("url_bar", "example.org/a")
    hand.tap(id="go")
    assert hand.value("url_bar") == "https://example.org/a"
    hand.phone.activities.back()
    assert hand.shows("https://example.org/a") and hand.package == CHROME


def test_a_web_meeting_has_a_lobby(hand: Hand) -> None:
    hand.start(AA + "VIEW", "https://meet.google.com/abc-defg-hij")
    assert hand.shows("abc-defg-hij", "Ready to join?")
    hand.tap(id="join")
    assert hand.shows("Asking to be let in")


def test_links_of_installed_apps_go_to_them(hand: Hand) -> None:
    hand.start(AA + "VIEW", "https://zoom.us/j/123")
    assert hand.package == "us.zoom.videomeetings"
