"""Music: a catalogue, play from search, a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from simulator.apps.app import LAUNCHER, ActivitySpec, IntentFilter, Manifest
from simulator.apps.intents import AA, extra, make_link, parse_link, send_filter, view_filter
from simulator.apps.pages import Page
from simulator.apps.player import PlayerApp, Title
from simulator.screen.views import View

if TYPE_CHECKING:
    from simulator.state import Activity, Intent

PLAY_FROM_SEARCH = "android.media.action.MEDIA_PLAY_FROM_SEARCH"
SONGS = (
    ("Take Five", "The Dave Brubeck Quartet", "jazz calm dinner 爵士"),
    ("So What", "Miles Davis", "jazz night 爵士"),
    ("Clair de Lune", "Claude Debussy", "classical piano sleep calm 古典 钢琴 睡眠"),
    ("Gymnopédie No. 1", "Erik Satie", "classical piano focus calm relaxing 古典 钢琴 专注"),
    ("The Four Seasons: Spring", "Antonio Vivaldi", "classical morning 古典"),
    ("Symphony No. 5", "Ludwig van Beethoven", "classical 古典"),
    ("Weightless", "Marconi Union", "ambient sleep relaxing meditation focus 放松 冥想"),
    ("Rain on Leaves", "Nature Sounds", "rain sleep nature white noise 白噪音 雨声"),
    ("Ocean Waves", "Nature Sounds", "ocean sleep nature 海浪"),
    ("Eye of the Tiger", "Survivor", "workout running gym rock 跑步 健身"),
    ("Don't Stop Me Now", "Queen", "workout running rock party 跑步"),
    ("Blinding Lights", "The Weeknd", "pop running party 流行"),
    ("Bohemian Rhapsody", "Queen", "rock classic 摇滚"),
    ("Here Comes the Sun", "The Beatles", "morning pop rock 早晨"),
    ("Three Little Birds", "Bob Marley & The Wailers", "reggae morning happy 雷鬼"),
    ("Lo-Fi Study Session", "Chill Beats", "lofi lo-fi study focus chill 学习 专注"),
    ("Midnight Drive", "Chill Beats", "driving commute chill electronic 通勤 开车"),
    ("Road Trip Anthems", "Various Artists", "driving road trip 开车"),
    ("Happy Birthday", "Party Band", "birthday party 生日"),
    ("Silent Night", "Choir of the Cathedral", "christmas 圣诞"),
    ("Canon in D", "Johann Pachelbel", "classical wedding 古典"),
    ("晴天", "周杰伦", "华语 流行 pop"),
    ("七里香", "周杰伦", "华语 流行 pop"),
    ("平凡之路", "朴树", "华语 民谣 folk"),
    ("后来", "刘若英", "华语 流行"),
    ("茉莉花", "民乐团", "民乐 folk"),
)


class MusicApp(PlayerApp):
    """Plays through a media session; words that nothing matches play a mix that bears them."""

    package = "com.spotify.music"
    manifest = Manifest(
        "Spotify",
        "网易云音乐",
        (
            ActivitySpec(
                "com.spotify.music.MainActivity",
                (
                    LAUNCHER,
                    IntentFilter((PLAY_FROM_SEARCH, AA + "SEARCH", "android.intent.action.MUSIC_PLAYER")),
                    view_filter("spotify"),
                    view_filter("https", hosts=("open.spotify.com",)),
                ),
                launcher=True,
            ),
            ActivitySpec("com.spotify.share.ShareActivity", (send_filter("text/plain"),), exported=False),
        ),
        permissions=("android.permission.POST_NOTIFICATIONS",),
        version_name="8.9.36.616",
        version_code=115872440,
        color="#1db954",
        system=False,
        channels={"playback": 2, "updates": 3},
    )
    catalogue = SONGS

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        query = extra(intent, "query")
        link = parse_link(intent.data)
        if intent.action == PLAY_FROM_SEARCH:
            if query.strip():
                self.play(self.search(query))
            else:
                self.play([Title(title, artist, "", self.length(title)) for title, artist, _ in self.catalogue])
            return "player", {}
        if link.scheme == "spotify" or link.host == "open.spotify.com":
            query = link.get("q") or unquote(link.uri.partition("?")[0].rpartition(":")[2].rpartition("/")[2])
        return ("search", {"query": query}) if query else None

    def _event_release(self, data: dict[str, Any]) -> None:
        """New music: `artist`, `title`."""
        artist, title = str(data["artist"]), str(data["title"])
        self.post(
            self.say(f"New release from {artist}", f"{artist} 发布了新作品"), title, channel="updates",
            open_uri=make_link("spotify://search", q=title),
        )  # fmt: skip

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        songs = [Title(title, artist, "", self.length(title)) for title, artist, _ in self.catalogue]
        recent = [at for title in self.data["recent"][:4] for at, one in enumerate(songs) if one.title == title]
        return self.screen(
            activity,
            self.label,
            self.item(self.say("Search", "搜索"), "", self.to(activity, "search", query=""), id="search_tab"),
            *([self.head(self.say("Recently played", "最近播放"))] if recent else []),
            *[self._row(activity, songs, at) for at in recent],
            self.head(self.say("All songs", "全部歌曲")),
            *[self._row(activity, songs, at) for at in range(len(songs))],
            bottom=self._now_bar(activity),
        )
