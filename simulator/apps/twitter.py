"""The social network: a timeline, a composer that posts only when Post is pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, Manifest
from simulator.apps.intents import AA, extra, parse_link, send_filter, view_filter
from simulator.apps.pages import Page, PagedApp
from simulator.screen.views import View

if TYPE_CHECKING:
    from simulator.state import Activity, Intent

LIMIT = 280


class TwitterApp(PagedApp):
    """`data`: `posts` (author, text, ms, own), `drafts`."""

    package = "com.twitter.android"
    manifest = Manifest(
        "X",
        "微博",
        (
            ActivitySpec("com.twitter.android.StartActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.twitter.composer.ComposerActivity",
                (
                    send_filter("text/plain", "image/*", "video/*"),
                    view_filter("twitter"),
                    view_filter("https", hosts=("twitter.com", "x.com"), paths=("/intent/", "/compose")),
                ),
            ),
        ),
        permissions=("android.permission.POST_NOTIFICATIONS",),
        version_name="10.38.0-release.0",
        version_code=310380000,
        color="#0f1419",
        system=False,
        channels={"social": 3, "recommendations": 2},
    )

    def initial_data(self) -> dict[str, Any]:
        """An empty timeline."""
        return {"posts": [], "drafts": []}

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        if intent.action == AA + "SEND":
            parts = (extra(intent, "TEXT"), self.file_name(extra(intent, "STREAM")))
            return "compose", {"text": "\n".join(part for part in parts if part)}
        if link.host in ("post", "twitter.com", "x.com"):
            return "compose", {"text": link.get("message", "text")}
        return None

    def _event_post(self, data: dict[str, Any]) -> None:
        """Somebody posted: `author`, `text`, maybe `notify` (default true)."""
        author, text = str(data["author"]), str(data["text"])
        self.data["posts"].insert(0, {"author": author, "text": text, "ms": self.now, "own": False})
        if data.get("notify", True):
            self.post(author, text, channel="social", category="social", group=self.package)

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        rows = [self.item(one["author"], one["text"], trailing=self.moment(one["ms"])) for one in self.data["posts"]]
        drafts = [
            self.item(self.say("Draft", "草稿"), text, self.to(activity, "compose", text=text), id="draft")
            for text in self.data["drafts"]
        ]
        return self.screen(
            activity,
            self.label,
            *drafts,
            *(rows or [self.line(self.say("No posts yet", "暂无内容"))]),
            bottom=(self.foot(self.say("New post", "发帖"), self.to(activity, "compose"), id="composer_write"),),
        )

    def _page_compose(self, activity: Activity, here: dict[str, Any]) -> View:
        here.setdefault("text", "")
        text = here["text"]

        def post() -> None:
            self.data["posts"].insert(0, {"author": self.say("You", "我"), "text": text, "ms": self.now, "own": True})
            self.reset(activity, "home")

        def save() -> None:
            self.data["drafts"].insert(0, text)
            self.reset(activity, "home")

        ready = bool(text.strip()) and len(text) <= LIMIT
        return self.screen(
            activity,
            self.say("New post", "发帖"),
            self.field(here, "text", self.say("What is happening?", "有什么新鲜事？"), id="tweet_text"),
            self.line(f"{len(text)}/{LIMIT}", id="count", font_size=12),
            bottom=(
                self.feet(
                    self.foot(self.say("Post", "发布"), post, id="button_tweet", enabled=ready),
                    self.foot(self.say("Save draft", "存草稿"), save, id="save_draft", enabled=bool(text)),
                ),
            ),
        )
