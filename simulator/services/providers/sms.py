"""`content://sms` (SmsProvider.java)."""

from __future__ import annotations

from simulator.services.providers.base import Provider, Row, Table, Uri, illegal
from simulator.state import SmsRow

_BOXES = {"inbox": 1, "sent": 2, "draft": 3, "outbox": 4, "failed": 5, "queued": 6}
_COLUMNS = (
    "_id", "thread_id", "address", "person", "date", "date_sent", "protocol", "read", "status", "type",
    "reply_path_present",
    "subject", "body", "service_center", "locked", "sub_id", "error_code", "creator", "seen",
)  # fmt: skip


class SmsProvider(Provider):
    """Text messages. Only the default SMS app may write: what Shell writes is dropped without a word."""

    authority = "sms"
    class_name = "com.android.providers.telephony.SmsProvider"
    read_permission = "android.permission.READ_SMS"

    def table(self, uri: Uri) -> Table:
        """All boxes, one box (`sms/inbox`), the conversations, or one message."""
        rows = self.state.providers.sms
        path = uri.segments
        if not path:
            chosen = rows
        elif path[0] in _BOXES:
            chosen = [row for row in rows if row.type == _BOXES[path[0]]]
            if len(path) > 1:
                chosen = [row for row in chosen if row.id == uri.last_id]
        elif path[0] == "conversations":
            return self._conversations(path)
        elif uri.last_id is not None and len(path) == 1:
            chosen = [row for row in rows if row.id == uri.last_id]
        else:
            raise illegal(f"Unknown URL {uri.text}")
        return Table.of(_COLUMNS, (self._row(row) for row in chosen), "date DESC", strict=False)

    def _row(self, row: SmsRow) -> Row:
        sent = row.type != 1
        return {
            "_id": row.id, "thread_id": row.thread_id, "address": row.address, "date": row.date_ms,
            "date_sent": 0 if sent else row.date_ms, "protocol": None if sent else 0, "read": int(row.read),
            "status": -1,
            "type": row.type, "reply_path_present": None if sent else 0, "body": row.body, "locked": 0, "sub_id": 1,
            "error_code": 0, "creator": "com.google.android.apps.messaging", "seen": int(row.read or sent),
        }  # fmt: skip

    def _conversations(self, path: tuple[str, ...]) -> Table:
        threads: dict[int, list[SmsRow]] = {}
        for row in self.state.providers.sms:
            threads.setdefault(row.thread_id, []).append(row)
        if len(path) > 1:
            rows = threads.get(int(path[1]) if path[1].isdecimal() else -1, [])
            return Table.of(_COLUMNS, (self._row(row) for row in rows), "date DESC", strict=False)
        items: list[Row] = [
            {"thread_id": thread, "msg_count": len(rows), "snippet": max(rows, key=lambda r: r.date_ms).body}
            for thread, rows in threads.items()
        ]
        return Table.of(("thread_id", "msg_count", "snippet"), items, strict=False)

    def insert(self, uri: Uri, values: Row) -> str | None:
        """Dropped (AppOps WRITE_SMS is the default app's alone)."""
        return None

    def update(self, uri: Uri, values: Row, where: str | None) -> int:
        """Dropped."""
        return 0

    def delete(self, uri: Uri, where: str | None) -> int:
        """Dropped."""
        return 0

    def mime(self, uri: Uri) -> str | None:
        """Directory or item of messages."""
        return f"vnd.android.cursor.{'item' if uri.last_id is not None else 'dir'}/sms"
