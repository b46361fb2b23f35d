"""The browser: pages by address and a search engine, both drawn from the address or the words alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from simulator.apps.app import LAUNCHER, ActivitySpec, IntentFilter, Manifest
from simulator.apps.intents import AA, DEFAULT, EXTRA, extra, parse_link, view_filter
from simulator.apps.pages import Page, PagedApp, stable
from simulator.screen.views import Click, View, button, row
from simulator.state import Intent

if TYPE_CHECKING:
    from simulator.state import Activity

MEETINGS = ("meet.google.com", "teams.microsoft.com", "teams.live.com")
SITES = ("en.wikipedia.org", "www.reddit.com", "www.bbc.com", "stackexchange.com", "www.youtube.com")
SITES_ZH = ("baike.baidu.com", "www.zhihu.com", "www.sina.com.cn", "www.douban.com", "www.bilibili.com")


class BrowserApp(PagedApp):
    """History is `data["history"]`: url and ms, newest last (at most 200)."""

    package = "com.android.chrome"
    manifest = Manifest(
        "Chrome",
        "浏览器",
        (
            ActivitySpec(
                "com.google.android.apps.chrome.Main",
                (LAUNCHER,),
                launcher=True,
            ),
            ActivitySpec(
                "org.chromium.chrome.browser.ChromeTabbedActivity",
                (
                    view_filter("http", "https", "about"),
                    IntentFilter((AA + "WEB_SEARCH",)),
                    IntentFilter((AA + "WEB_SEARCH",), (DEFAULT,), ("http", "https")),
                    IntentFilter((AA + "SEARCH",)),
                ),
            ),
        ),
        permissions=("android.permission.POST_NOTIFICATIONS",),
        version_name="124.0.6367.82",
        version_code=636708233,
        color="#5f6368",
        channels={"sites": 3, "downloads": 2},
    )

    def initial_data(self) -> dict[str, Any]:
        """No history."""
        return {"history": [], "bookmarks": []}

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        if link.scheme in ("http", "https", "about"):
            return self._visit(link.uri)
        words = extra(intent, "query", "TEXT")
        return self._enter(words) if words else None

    def _enter(self, words: str) -> Page:
        """The page of what was typed: an address, or a search."""
        words = words.strip()
        link = parse_link(words)
        if link.scheme in ("http", "https") and link.host:
            return self._visit(words)
        if "." in words.strip(".") and " " not in words and words.isascii():
            return self._visit(f"https://{words}")
        return "results", {"query": words}

    def _visit(self, url: str) -> Page:
        query = self.search_words(url)
        if query:
            return "results", {"query": query}
        self.data["history"] = [*self.data["history"][-199:], {"url": url, "ms": self.now}]
        return "web", {"url": url}

    @staticmethod
    def search_words(url: str) -> str:
        """What a search engine's address searches for, else empty."""
        link = parse_link(url)
        host = link.host.removeprefix("www.").removeprefix("m.")
        engines = ("google.com", "google.de", "bing.com", "duckduckgo.com", "baidu.com", "so.com")
        found = host in engines and link.path in ("", "/", "/search", "/s")
        return link.get("q", "wd", "word") if found else ""

    def results(self, query: str) -> list[tuple[str, str, str]]:
        """Title, address and snippet of what the search engine finds."""
        sites = SITES_ZH if self.zh else SITES
        first = stable(query, len(sites))
        ordered = sites[first:] + sites[:first]
        kinds = (
            (f"{query}：基本介绍", f"{query}怎么样？", f"{query}最新消息", f"关于{query}的讨论", f"{query} 视频")
            if self.zh
            else (
                f"{query}: overview",
                f"What to know about {query}",
                f"{query}: latest",
                f"{query} - discussion",
                f"{query} videos",
            )
        )
        snippet = self.say(
            "{count} people found this page helpful. Read more about {query}.", "{count}人认为有用。查看{query}的详情。"
        )
        found = []
        for site, title in zip(ordered, kinds, strict=True):
            count = 20 + stable(site + query, 900)
            found.append((title, f"https://{site}/{quote(query)}", snippet.format(count=count, query=query)))
        return found

    # -- screens

    def _address_bar(self, activity: Activity, here: dict[str, Any], shown: str) -> View:
        here.setdefault("typed", shown)

        def enter() -> None:
            page, arguments = self._enter(here["typed"])
            self.go(activity, page, **arguments)

        field = self.field(here, "typed", self.say("Search or type URL", "搜索或输入网址"), id="url_bar", weight=1)
        field.on_enter = enter
        return row(field, button(self.say("Go", "前往"), enter, id="go"))

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        seen = list(dict.fromkeys(one["url"] for one in reversed(self.data["history"])))[:12]
        rows = [self.item(parse_link(url).host, url, self._opener(activity, url)) for url in seen]
        return self.screen(
            activity, self.label, self._address_bar(activity, here, ""), self.head(self.say("Recent", "最近")), *rows
        )

    def _follow(self, activity: Activity, url: str) -> None:
        page, arguments = self._visit(url)
        self.go(activity, page, **arguments)

    def _offline(self) -> list[View]:
        if self.phone.connectivity.has_internet():
            return []
        return [
            self.line(self.say("No internet", "未连接到互联网"), bold=True, id="error"),
            self.line("ERR_INTERNET_DISCONNECTED"),
        ]

    def _page_results(self, activity: Activity, here: dict[str, Any]) -> View:
        query = here["query"]
        rows = self._offline() or [
            self.item(title, f"{parse_link(url).host} · {snippet}", self._opener(activity, url), id="search_result")
            for title, url, snippet in self.results(query)
        ]
        return self.screen(
            activity,
            self.say(f"{query} - Search", f"{query} - 搜索"),
            self._address_bar(activity, here, query),
            *rows,
        )

    def _opener(self, activity: Activity, url: str) -> Click:
        return lambda: self._follow(activity, url)

    def _lobby(self, here: dict[str, Any], meeting: str) -> list[View]:
        """A web meeting's lobby: somebody inside must let one in, which nobody does here."""
        asked = here.get("asked", False)
        waiting = self.say("Asking to be let in…", "正在请求加入…")
        ready = self.say("Ready to join?", "准备好加入了吗？")
        ask = self.foot(
            self.say("Ask to join", "请求加入"), self.setter(here, "asked", True), id="join", enabled=not asked
        )
        return [
            self.line(meeting.replace(" ", "-"), id="meeting_id", bold=True, font_size=22),
            self.line(waiting if asked else ready, id="meeting_state"),
            ask,
        ]

    def _page_web(self, activity: Activity, here: dict[str, Any]) -> View:
        url = here["url"]
        link = parse_link(url)
        words = [part.replace("-", " ").replace("_", " ") for part in link.path.split("/") if part]
        title = words[-1] if words else link.host

        def share() -> None:
            self.start(Intent(action=AA + "SEND", type="text/plain", extras={EXTRA + "TEXT": url}))

        body = self._offline() or [
            self.line(title, bold=True, font_size=22, id="page_title"),
            self.line(link.host, id="page_host", color="muted"),
            *[self.line(f"{key}: {value}") for key, value in list(link.query.items())[:8]],
            self.line(self.say(f"Welcome to {link.host}.", f"欢迎访问 {link.host}。")),
        ]
        if link.host in MEETINGS and words:
            body = self._offline() or self._lobby(here, words[-1])
        share_button = button(self.say("Share", "分享"), share, id="share")
        return self.screen(
            activity, link.host, self._address_bar(activity, here, url), *body, bottom=(row(share_button),)
        )
