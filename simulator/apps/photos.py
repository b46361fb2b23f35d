"""Photos: the media store's pictures and videos, one page each, sharing and deleting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, Manifest
from simulator.apps.intents import AA, EXTRA, parse_link, view_filter
from simulator.apps.pages import Page, PagedApp
from simulator.screen.views import View, column, image, row, text
from simulator.state import Intent

if TYPE_CHECKING:
    from simulator.state import Activity, MediaRow


class PhotosApp(PagedApp):
    """A grid of the media store."""

    package = "com.google.android.apps.photos"
    manifest = Manifest(
        "Photos",
        "相册",
        (
            ActivitySpec("com.google.android.apps.photos.home.HomeActivity", (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.google.android.apps.photos.pager.HostPhotoPagerActivity",
                (
                    view_filter("content", "file", types=("image/*", "video/*")),
                    view_filter("content", hosts=("media",)),
                ),
            ),
        ),
        permissions=("android.permission.READ_MEDIA_IMAGES", "android.permission.READ_MEDIA_VIDEO"),
        version_name="6.80.0.627353106",
        version_code=48370606,
        color="#4285f4",
        channels={"memories": 3, "backup": 2},
    )

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        if link.scheme == "file":
            media = next((one for one in self._media() if one.path == link.path), None)
            return ("photo", {"id": media.id}) if media else None
        end = link.path.rpartition("/")[2]
        return ("photo", {"id": int(end)}) if end.isdigit() else None

    def _media(self) -> list[MediaRow]:
        found = [one for one in self.phone.state.providers.media if one.mime.startswith(("image/", "video/"))]
        return sorted(found, key=lambda one: (one.date_ms, one.id), reverse=True)

    def _event_memory(self, data: dict[str, Any]) -> None:
        """A look back: `title`, `text`."""
        self.post(str(data["title"]), str(data.get("text", "")), id=1, channel="memories")

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        media = self._media()[:90]

        def cell(one: MediaRow) -> View:
            name = one.path.rpartition("/")[2]
            return column(
                image(f"photo:{name}", height=110, desc=f"{name}, {self.moment(one.date_ms)}"),
                text(name, font_size=11, max_lines=1),
                on_click=self.to(activity, "photo", id=one.id),
                id="photo_cell",
                weight=1,
            )

        rows = [row(*[cell(one) for one in media[at : at + 3]]) for at in range(0, len(media), 3)]
        return self.screen(activity, self.label, *(rows or [self.line(self.say("No photos", "没有照片"))]))

    def _page_photo(self, activity: Activity, here: dict[str, Any]) -> View:
        one = next((media for media in self._media() if media.id == here["id"]), None)
        if one is None:
            return self.screen(activity, self.say("Photo not found", "找不到照片"))
        name = one.path.rpartition("/")[2]
        kind = "video" if one.mime.startswith("video/") else "images"

        def share() -> None:
            uri = f"content://media/external/{kind}/media/{one.id}"
            self.start(Intent(action=AA + "SEND", type=one.mime, extras={EXTRA + "STREAM": uri}))

        def delete() -> None:
            self.phone.state.providers.media.remove(one)
            if self.phone.files.exists(one.path):
                self.phone.files.remove(one.path, uid=0)
            self.reset(activity, "home")

        return self.screen(
            activity,
            name,
            image(f"photo:{name}", height=420, desc=name),
            self.line(self.moment(one.date_ms), id="date"),
            self.line(one.path, id="path", font_size=12),
            bottom=(
                self.feet(
                    self.foot(self.say("Share", "分享"), share, id="share"),
                    self.foot(self.say("Delete", "删除"), delete, id="trash"),
                ),
            ),
        )
