"""Files: the folders of the shared storage."""

from __future__ import annotations

import mimetypes
from typing import TYPE_CHECKING, Any

from simulator.apps.app import LAUNCHER, ActivitySpec, IntentFilter, Manifest
from simulator.apps.intents import AA, DEFAULT, EXTRA, view_filter
from simulator.apps.pages import Page, PagedApp
from simulator.screen.views import View
from simulator.state import Intent

if TYPE_CHECKING:
    from simulator.state import Activity

ROOT = "/storage/emulated/0"


class FilesApp(PagedApp):
    """A browser of the shared storage; it opens, shares and deletes files."""

    package = "com.google.android.documentsui"
    manifest = Manifest(
        "Files",
        "文件",
        (
            ActivitySpec(
                "com.android.documentsui.files.FilesActivity",
                (
                    LAUNCHER,
                    view_filter("content", types=("vnd.android.document/root", "vnd.android.document/directory")),
                ),
                launcher=True,
            ),
            ActivitySpec(
                "com.android.documentsui.picker.PickActivity",
                (IntentFilter((AA + "OPEN_DOCUMENT", AA + "GET_CONTENT"), (DEFAULT,), types=("*/*",)),),
            ),
            ActivitySpec("com.android.documentsui.ViewDownloadsActivity", (IntentFilter((AA + "VIEW_DOWNLOADS",)),)),
        ),
        version_name="14",
        version_code=34,
        color="#0b57d0",
    )

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        if (intent.action or "").endswith("VIEW_DOWNLOADS"):
            return "home", {"folder": f"{ROOT}/Download"}
        return None

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        folder = here.get("folder", ROOT)
        files = self.phone.files
        names = [name for name in files.listdir(folder) if not name.startswith(".")] if files.is_dir(folder) else []

        def line(name: str) -> View:
            path = f"{folder}/{name}"
            if files.is_dir(path):
                return self.item(name + "/", "", self.to(activity, "home", folder=path), id="item_root")
            size = files.stat(path).size
            return self.item(name, f"{size} B", self.to(activity, "file", path=path), id="item_root")

        rows = [line(name) for name in sorted(names, key=lambda name: (not files.is_dir(f"{folder}/{name}"), name))]
        title = self.label if folder == ROOT else folder.rpartition("/")[2]
        return self.screen(activity, title, *(rows or [self.line(self.say("No items", "无内容"))]))

    def _page_file(self, activity: Activity, here: dict[str, Any]) -> View:
        path = here["path"]
        name = path.rpartition("/")[2]
        if not self.phone.files.is_file(path):
            return self.screen(activity, name, self.line(self.say("File deleted", "文件已删除")))
        mime = mimetypes.guess_type(name)[0] or "application/octet-stream"
        stat = self.phone.files.stat(path)
        row_id = next((one.id for one in self.phone.state.providers.media if one.path == path), None)
        uri = f"content://media/external/file/{row_id}" if row_id else f"file://{path}"

        def share() -> None:
            self.start(Intent(action=AA + "SEND", type=mime, extras={EXTRA + "STREAM": uri}))

        def delete() -> None:
            self.phone.files.remove(path, uid=0)
            self.on_back(activity)

        return self.screen(
            activity,
            name,
            self.line(path, id="path"),
            self.line(f"{mime} · {stat.size} B · {self.moment(stat.mtime_ms)}", id="details"),
            bottom=(
                self.feet(
                    self.foot(self.say("Share", "分享"), share, id="share"),
                    self.foot(self.say("Delete", "删除"), delete, id="delete"),
                ),
            ),
        )
