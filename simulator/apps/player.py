"""What music and video share: a catalogue searched by words, a player page over the app's media session."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from simulator.apps.pages import MINUTE, PagedApp, stable
from simulator.screen.views import View, image

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.state import Activity, MediaSession


@dataclass(frozen=True)
class Title:
    """Something to play."""

    title: str
    artist: str
    album: str = ""
    duration_ms: int = 0


class PlayerApp(PagedApp):
    """`data["recent"]` holds what was played, newest first; `data["queue"]` what comes next."""

    catalogue: ClassVar[tuple[tuple[str, str, str], ...]] = ()  # title, artist, words it is found by

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone)
        self._end_of_title: int | None = None  # the clock's timer

    def initial_data(self) -> dict[str, Any]:
        """Nothing played yet."""
        return {"recent": [], "queue": [], "at": 0}

    @property
    def session(self) -> MediaSession | None:
        """The app's media session, or None."""
        return next((one for one in self.phone.state.media_sessions if one.package == self.package), None)

    def length(self, title: str) -> int:
        """How long a title plays, ms."""
        return 3 * MINUTE + 1000 * stable(title, 120)

    def search(self, query: str) -> list[Title]:
        """What the words find, best first; words that name nothing find a mix with the words as its title."""
        wanted = query.strip().casefold()
        scored: list[tuple[int, Title]] = []
        for title, artist, words in self.catalogue:
            one = Title(title, artist, "", self.length(title))
            if wanted and (wanted in title.casefold() or title.casefold() in wanted):
                scored.append((0, one))
            elif wanted and (wanted in artist.casefold() or artist.casefold() in wanted):
                scored.append((1, one))
            elif wanted and any(word in wanted.split() or word == wanted for word in words.split()):
                mix = self.say(f"{query} Mix", f"{query} 精选")
                scored.append((2, Title(title, artist, mix, one.duration_ms)))
        found = [one for _, one in sorted(scored, key=lambda pair: pair[0])]
        return found or self.made_up(query)

    def made_up(self, query: str) -> list[Title]:
        """What stands for words that the catalogue does not know."""
        return [Title(self.say(f"{query} Mix", f"{query} 精选"), self.label, query, 45 * MINUTE + self.length(query))]

    def play(self, queue: list[Title], at: int = 0) -> None:
        """Play a queue from a title on."""
        one = queue[at]
        self.data["queue"] = [asdict(title) for title in queue]
        self.data["at"] = at
        self.data["recent"] = [one.title, *[title for title in self.data["recent"] if title != one.title]][:30]
        self.phone.media.play(
            self.package, title=one.title, artist=one.artist, album=one.album or None, duration_ms=one.duration_ms
        )
        self._wait_for_end()
        self.phone.changed()

    def on_boot(self) -> None:
        """What plays in a loaded state goes on to its end."""
        self._wait_for_end()

    def _wait_for_end(self) -> None:
        if self._end_of_title is not None:
            self.phone.clock.cancel(self._end_of_title)
            self._end_of_title = None
        session = self.session
        if session is not None and session.state == "playing" and session.duration_ms:
            left = session.duration_ms - self.phone.media.position(session)
            self._end_of_title = self.phone.clock.call_at(self.now + max(left, 1), self._look_for_end)

    def _look_for_end(self) -> None:
        self._end_of_title = None
        session, queue, at = self.session, self.data["queue"], self.data["at"]
        if session is None or session.state != "playing" or at >= len(queue) or session.title != queue[at]["title"]:
            return
        if self.phone.media.position(session) < session.duration_ms:
            self._wait_for_end()
        elif at + 1 < len(queue):
            self.skip(1)
        else:
            self.phone.media.stop(self.package)

    def skip(self, step: int) -> bool:
        """Play the next (1) or previous (-1) title of the queue, round and round; False without a queue."""
        queue = [Title(**one) for one in self.data["queue"]]
        if not queue:
            return False
        self.play(queue, (self.data["at"] + step) % len(queue))
        return True

    def on_media(self, command: str) -> bool:
        """Next and previous go through the queue; playing on is followed to the title's end; the rest is the session's."""
        if command == "play" and self.phone.media.resume(self.package):
            self._wait_for_end()
            return True
        return command in ("next", "previous") and self.skip(1 if command == "next" else -1)

    def _pause(self) -> None:
        if not self.phone.media.pause(self.package):
            self.on_media("play")

    def _page_player(self, activity: Activity, here: dict[str, Any]) -> View:
        session = self.session
        if session is None or not session.title:
            return self.screen(activity, self.say("Nothing playing", "没有正在播放的内容"))
        playing = session.state == "playing"
        minutes, seconds = divmod(session.duration_ms // 1000, 60)
        return self.screen(
            activity,
            self.say("Now playing", "正在播放"),
            image(f"cover:{session.title}", height=280),
            self.line(session.title, id="track_title", bold=True, font_size=22),
            self.line(session.artist or "", id="track_artist"),
            *([self.line(session.album, id="track_album")] if session.album else []),
            self.line(self.say("Playing", "播放中") if playing else self.say("Paused", "已暂停"), id="playback_state"),
            self.line(f"{minutes}:{seconds:02d}", id="duration"),
            bottom=(
                self.feet(
                    self.foot(self.say("Previous", "上一首"), self.then(self._skip, -1), id="previous"),
                    self.foot(
                        self.say("Pause", "暂停") if playing else self.say("Play", "播放"),
                        self._pause,
                        id="play_pause_button",
                    ),
                    self.foot(self.say("Next", "下一首"), self.then(self._skip, 1), id="next"),
                ),
            ),
        )

    def _skip(self, step: int) -> None:
        self.skip(step)

    def _now_bar(self, activity: Activity) -> list[View]:
        session = self.session
        if session is None or not session.title:
            return []
        return [self.item(session.title, session.artist or "", self.to(activity, "player"), id="now_playing_bar")]

    def _row(self, activity: Activity, queue: list[Title], at: int) -> View:
        one = queue[at]

        def play() -> None:
            self.play(queue, at)
            self.go(activity, "player")

        return self.item(one.title, " · ".join(part for part in (one.artist, one.album) if part), play, id="row")

    def _page_search(self, activity: Activity, here: dict[str, Any]) -> View:
        query = here.get("query", "")
        found = self.search(query) if query.strip() else []
        return self.screen(
            activity,
            self.say("Search", "搜索"),
            self.field(here, "query", self.say("What do you want to play?", "想听/看什么？"), id="query"),
            *[self._row(activity, found, at) for at in range(len(found))],
            bottom=self._now_bar(activity),
        )
