"""Music: play from search, the player, media keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

MUSIC = "com.spotify.music"
PLAY = "android.media.action.MEDIA_PLAY_FROM_SEARCH"


def playing(hand: Hand) -> tuple[str | None, str]:
    session = hand.phone.media.active()
    assert session is not None and session.package == MUSIC
    return session.title, session.state


def test_play_from_search_plays_the_title(hand: Hand) -> None:
    hand.start(PLAY, query="bohemian rhapsody", package=MUSIC)
    assert playing(hand) == ("Bohemian Rhapsody", "playing")
    assert hand.shows("Bohemian Rhapsody", "Queen")


def test_words_that_name_nothing_play_a_mix_of_that_name(hand: Hand) -> None:
    hand.start(PLAY, query="xylophone polka", package=MUSIC)
    assert playing(hand) == ("xylophone polka Mix", "playing")


def test_a_kind_of_music_is_in_the_metadata(hand: Hand) -> None:
    hand.start(PLAY, query="jazz", package=MUSIC)
    session = hand.phone.media.active()
    assert session is not None and (session.title, session.album) == ("Take Five", "jazz Mix")
    hand.phone.media.next()
    assert playing(hand) == ("So What", "playing")


def test_the_player_pauses_and_skips(hand: Hand) -> None:
    hand.start(PLAY, query="queen", package=MUSIC)
    first, _ = playing(hand)
    hand.tap(id="play_pause_button")
    assert playing(hand) == (first, "paused")
    hand.tap(id="play_pause_button")
    hand.tap(id="next")
    second, state = playing(hand)
    assert second != first and state == "playing"


def test_titles_follow_each_other_and_end(hand: Hand) -> None:
    hand.start(PLAY, query="jazz", package=MUSIC)
    session = hand.phone.media.active()
    assert session is not None
    length = session.duration_ms
    hand.phone.clock.advance_to(hand.phone.clock.now_ms + length - 1000)
    assert playing(hand)[0] == "Take Five"
    hand.phone.media.dispatch("pause")
    hand.phone.clock.advance_to(hand.phone.clock.now_ms + 60_000)
    assert playing(hand) == ("Take Five", "paused")
    hand.phone.media.dispatch("play")
    hand.phone.clock.advance_to(hand.phone.clock.now_ms + 1000)
    assert playing(hand) == ("So What", "playing")
    hand.phone.clock.advance_to(hand.phone.clock.now_ms + 600_000)
    assert session.state == "stopped"


def test_search_by_hand(hand: Hand) -> None:
    hand.phone.activities.launch(MUSIC)
    hand.tap(id="search_tab")
    hand.type("query", "debussy")
    hand.tap("Clair de Lune")
    assert playing(hand)[0] == "Clair de Lune"


def test_chinese(hand_zh: Hand) -> None:
    hand_zh.start(PLAY, query="周杰伦", package=MUSIC)
    assert playing(hand_zh)[0] in ("晴天", "七里香") and hand_zh.shows("周杰伦", "播放中")
