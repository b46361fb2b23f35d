"""Video: search results and a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, IntentFilter, Manifest
from simulator.apps.intents import AA, extra, make_link, parse_link, view_filter
from simulator.apps.pages import Page, stable
from simulator.apps.player import PlayerApp, Title
from simulator.screen.views import View

if TYPE_CHECKING:
    from simulator.state import Activity, Intent


class VideoApp(PlayerApp):
    """What a search finds depends on its words alone."""

    package = "com.google.android.youtube"
    manifest = Manifest(
        "YouTube",
        "哔哩哔哩",
        (
            ActivitySpec("com.google.android.youtube.app.honeycomb.Shell$HomeActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.google.android.apps.youtube.app.watchwhile.InternalMainActivity",
                (
                    view_filter("vnd.youtube"),
                    view_filter("http", "https", hosts=("www.youtube.com", "youtube.com", "m.youtube.com", "youtu.be")),
                    IntentFilter((AA + "SEARCH", "android.media.action.MEDIA_PLAY_FROM_SEARCH")),
                ),
            ),
        ),
        permissions=("android.permission.POST_NOTIFICATIONS",),
        version_name="19.16.39",
        version_code=1545323968,
        color="#ff0000",
        channels={"subscriptions": 3, "live": 4},
    )

    def made_up(self, query: str) -> list[Title]:
        """Five videos about the words."""
        kinds = (
            (f"{query}", f"{query} 完整版", f"{query} 教程", f"{query} 精彩集锦", f"{query} 直播回放")
            if self.zh
            else (f"{query}", f"{query} - full video", f"{query} explained", f"Best of {query}", f"{query} live")
        )
        makers = ("Channel One", "Daily Clips", "The Workshop", "Studio 8")
        return [Title(kind, makers[stable(kind, len(makers))], query, self.length(kind)) for kind in kinds]

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        query = link.get("search_query", "q") or extra(intent, "query")
        if intent.action == "android.media.action.MEDIA_PLAY_FROM_SEARCH" and query:
            self.play(self.search(query))
            return "player", {}
        if query:
            return "search", {"query": query}
        video = link.get("v") or (link.path.strip("/") if link.host == "youtu.be" else "")
        if not video and link.scheme == "vnd.youtube":
            video = (link.host or link.path).strip("/")
        if video:
            self.play([Title(f"Video {video}", "YouTube", "", self.length(video))])
            return "player", {}
        return None

    def _event_upload(self, data: dict[str, Any]) -> None:
        """A channel has a new video: `channel`, `title`."""
        title = str(data["title"])
        uri = make_link("vnd.youtube://results", search_query=title)
        self.post(str(data["channel"]), title, channel="subscriptions", open_uri=uri)

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        topics = ("新闻", "音乐", "美食", "旅行") if self.zh else ("News", "Music", "Cooking", "Travel")
        queue = [self.search(topic)[0] for topic in topics]
        return self.screen(
            activity,
            self.label,
            self.item(self.say("Search", "搜索"), "", self.to(activity, "search", query=""), id="menu_item_1"),
            *[self._row(activity, queue, at) for at in range(len(queue))],
            *([self.head(self.say("History", "历史记录"))] if self.data["recent"] else []),
            *[self.item(title, id="history") for title in self.data["recent"]],
            bottom=self._now_bar(activity),
        )
