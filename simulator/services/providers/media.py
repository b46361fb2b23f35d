"""`content://media` and `content://downloads` (MediaProvider.java, DownloadProvider.java)."""

from __future__ import annotations

import mimetypes
import posixpath

from simulator.files.errors import FileError
from simulator.services.providers.base import Provider, ProviderError, Row, Table, Uri, illegal, number, text
from simulator.state import MediaRow

STORAGE = "/storage/emulated/0/"
_COLUMNS = (
    "_id", "_data", "_display_name", "_size", "mime_type", "title", "date_added", "date_modified", "datetaken",
    "is_pending",
    "is_trashed", "is_favorite", "relative_path", "bucket_id", "bucket_display_name", "volume_name",
    "owner_package_name",
    "width", "height", "orientation", "duration", "resolution", "artist", "album", "track", "year", "is_music",
    "is_alarm",
    "is_ringtone", "is_notification", "is_download", "media_type", "generation_added",
)  # fmt: skip
_DOWNLOAD_COLUMNS = (
    "_id", "uri", "title", "description", "hint", "_data", "mimetype", "status", "total_bytes", "current_bytes",
    "lastmod",
    "notificationpackage", "is_visible_in_downloads_ui", "mediaprovider_uri", "deleted",
)  # fmt: skip
_KINDS = {"image": 1, "audio": 2, "video": 3}
_MODERN = 29  # relative_path, volumes and the downloads collection came with scoped storage


class MediaProvider(Provider):
    """The media store. A row and its file go together: deleting the row deletes the file."""

    authority = "media"
    class_name = "com.android.providers.media.MediaProvider"

    def table(self, uri: Uri) -> Table:
        """`external/{images|video|audio}/media`, `external/file`, `external/downloads`, and `…/ID`."""
        path = uri.segments
        if len(path) < 2:
            raise illegal(f"Unknown URL {uri.text}")
        rows = [] if path[0] == "internal" else self.state.providers.media
        if path[0] not in ("internal", "external", "external_primary"):
            raise illegal(f"Volume {path[0]} not found")
        kind = path[1]
        if kind in ("images", "video", "audio"):
            prefix = kind.removesuffix("s") + "/"
            rows = [row for row in rows if row.mime.startswith(prefix)]
            if len(path) > 2 and path[2] not in ("media",):
                raise illegal(f"Unknown URL {uri.text}")
        elif kind == "downloads":
            rows = [row for row in rows if row.path.startswith(STORAGE + "Download/")]
        elif kind not in ("file", "fs_objects"):
            raise illegal(f"Unknown URL {uri.text}")
        if uri.last_id is not None:
            rows = [row for row in rows if row.id == uri.last_id]
        columns: tuple[str, ...] = _COLUMNS
        if self.phone.state.device.api_level < _MODERN:
            columns = tuple(
                c
                for c in _COLUMNS
                if c not in ("relative_path", "volume_name", "is_trashed", "is_favorite", "generation_added")
            )
        return Table.of(columns, (self._row(row) for row in rows))

    def _row(self, row: MediaRow) -> Row:
        folder = posixpath.dirname(row.path)
        kind = row.mime.partition("/")[0]
        return {
            "_id": row.id, "_data": row.path, "_display_name": posixpath.basename(row.path), "_size": row.size,
            "mime_type": row.mime, "title": row.title or posixpath.splitext(posixpath.basename(row.path))[0],
            "date_added": row.date_ms // 1000, "date_modified": row.date_ms // 1000, "datetaken": row.date_ms,
            "is_pending": 0,
            "is_trashed": 0, "is_favorite": 0,
            "relative_path": folder.removeprefix(STORAGE.rstrip("/")).strip("/") + "/",
            "bucket_id": sum(folder.lower().encode()) * 31, "bucket_display_name": posixpath.basename(folder),
            "volume_name": "external_primary", "owner_package_name": None, "width": row.width, "height": row.height,
            "orientation": 0 if kind == "image" else None, "duration": row.duration_ms,
            "resolution": f"{row.width}×{row.height}" if row.width else None, "artist": row.artist,
            "album": posixpath.basename(folder) if kind == "audio" else None,
            "is_music": int(kind == "audio"), "is_alarm": 0,
            "is_ringtone": 0, "is_notification": 0, "is_download": int(row.path.startswith(STORAGE + "Download/")),
            "media_type": _KINDS.get(kind, 0), "generation_added": row.id,
        }  # fmt: skip

    def insert(self, uri: Uri, values: Row) -> str | None:
        """A row for a file (made empty where there is none): its `_data`, or `relative_path` and `_display_name`."""
        name = text(values.get("_display_name"))
        path = text(values.get("_data"))
        if not path:
            if not name:
                raise illegal("_display_name or _data is needed")
            folder = text(values.get("relative_path")) or {
                "images": "Pictures",
                "video": "Movies",
                "audio": "Music",
            }.get(uri.segments[1], "Download")
            path = posixpath.join(STORAGE, folder.strip("/"), name)
        path = posixpath.normpath(path.replace("/sdcard/", STORAGE, 1) if path.startswith("/sdcard/") else path)
        if not path.startswith(STORAGE):
            raise illegal(f"Primary directory of {path} not allowed for {uri.text}")
        mime = text(values.get("mime_type")) or mimetypes.guess_type(path)[0] or "application/octet-stream"
        row = self.phone.content.add_media(path, mime, title=text(values.get("title")))
        middle = "media/" if uri.segments[1] in ("images", "video", "audio") else ""
        return f"content://media/external/{uri.segments[1]}/{middle}{row.id}"

    def update(self, uri: Uri, values: Row, where: str | None) -> int:
        """Change titles, artists and durations."""
        chosen = set(self.ids(uri, where))
        for row in self.state.providers.media:
            if row.id in chosen:
                row.title = text(values.get("title", row.title))
                row.artist = text(values["artist"]) if "artist" in values else row.artist
                row.duration_ms = number(values, "duration", row.duration_ms)
        return len(chosen)

    def delete(self, uri: Uri, where: str | None) -> int:
        """Delete rows and their files."""
        chosen = set(self.ids(uri, where))
        for row in [r for r in self.state.providers.media if r.id in chosen]:
            self.state.providers.media.remove(row)
            if self.phone.files.exists(row.path):
                self.phone.files.remove(row.path, uid=0)
        return len(chosen)

    def read(self, uri: Uri) -> bytes:
        """The file of a row."""
        table = self.table(uri)
        if uri.last_id is None or not table.rows:
            raise ProviderError("java.io.FileNotFoundException", f"No item at {uri.text}")
        path = text(table.rows[0]["_data"])
        try:
            return self.phone.files.read(path)
        except FileError as error:
            raise ProviderError(
                "java.io.FileNotFoundException", f"open failed: {error.name} ({error}): {path}"
            ) from error

    def mime(self, uri: Uri) -> str | None:
        """A row's own MIME type, or the type of a collection."""
        if uri.last_id is not None:
            rows = self.table(uri).rows
            return text(rows[0]["mime_type"]) if rows else None
        return {
            "images": "vnd.android.cursor.dir/image",
            "video": "vnd.android.cursor.dir/video",
            "audio": "vnd.android.cursor.dir/audio",
        }.get(uri.segments[1] if len(uri.segments) > 1 else "")

    def call(self, method: str, arg: str | None, extras: Row) -> Row | None:
        """`scan_volume`, and `scan_file` with a path: files without a row get one, rows without a file go."""
        if method not in ("scan_volume", "scan_file"):
            return None
        known = {row.path for row in self.state.providers.media}
        for path in self._files(arg if method == "scan_file" else None):
            mime = mimetypes.guess_type(path)[0]
            if path not in known and mime is not None and mime.partition("/")[0] in _KINDS:
                self.phone.content.add_media(path, mime)
        rows = self.state.providers.media
        self.state.providers.media = [row for row in rows if self.phone.files.exists(row.path)]
        return {}

    def _files(self, only: str | None) -> list[str]:
        if only is not None:
            path = only.replace("/sdcard/", STORAGE, 1) if only.startswith("/sdcard/") else only
            return [path] if self.phone.files.is_file(path) else []
        found = self.phone.files.walk(STORAGE.rstrip("/"))
        return [path for path, _ in found if self.phone.files.is_file(path)]


class DownloadsProvider(Provider):
    """Finished downloads: what lies in the Download folder."""

    authority = "downloads"
    class_name = "com.android.providers.downloads.DownloadProvider"

    def table(self, uri: Uri) -> Table:
        """`my_downloads`, `all_downloads`, `public_downloads`, and `…/ID`."""
        if uri.segments[:1] not in (("my_downloads",), ("all_downloads",), ("public_downloads",), ("download",)):
            raise illegal(f"Unknown URI: {uri.text}")
        rows: list[Row] = [
            {
                "_id": row.id, "title": posixpath.basename(row.path), "hint": f"file://{row.path}", "_data": row.path,
                "mimetype": row.mime, "status": 200, "total_bytes": row.size, "current_bytes": row.size,
                "lastmod": row.date_ms,
                "is_visible_in_downloads_ui": 1, "mediaprovider_uri": f"content://media/external/downloads/{row.id}",
                "deleted": 0,
            }
            for row in self.state.providers.media
            if row.path.startswith(STORAGE + "Download/") and uri.last_id in (None, row.id)
        ]  # fmt: skip
        return Table.of(_DOWNLOAD_COLUMNS, rows)
