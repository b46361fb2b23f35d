"""`content://call_log/calls` (CallLogProvider.java)."""

from __future__ import annotations

from simulator.services.providers.base import Provider, Row, Table, Uri, illegal, number, text
from simulator.state import CallRow

_COLUMNS = (
    "_id", "number", "presentation", "post_dial_digits", "via_number", "date", "duration", "data_usage", "type",
    "features",
    "subscription_component_name", "subscription_id", "phone_account_address", "new", "name", "numbertype",
    "numberlabel",
    "countryiso", "voicemail_uri", "is_read", "geocoded_location", "lookup_uri", "matched_number", "normalized_number",
    "photo_id", "photo_uri", "formatted_number", "last_modified", "add_for_all_users", "block_reason", "transcription",
)  # fmt: skip


class CallLogProvider(Provider):
    """The call log, newest first."""

    authority = "call_log"
    class_name = "com.android.providers.contacts.CallLogProvider"
    read_permission = "android.permission.READ_CALL_LOG"
    write_permission = "android.permission.WRITE_CALL_LOG"

    def table(self, uri: Uri) -> Table:
        """`calls`, `calls/ID`, `calls/filter/NUMBER`."""
        rows = self.state.providers.calls
        if uri.segments[:1] != ("calls",):
            raise illegal(f"Unknown URL {uri.text}")
        if len(uri.segments) == 3 and uri.segments[1] == "filter":
            rows = [row for row in rows if uri.segments[2] in row.number]
        elif len(uri.segments) > 1:
            rows = [row for row in rows if row.id == uri.last_id]
        return Table.of(_COLUMNS, (self._row(row) for row in rows), "date DESC")

    def _row(self, row: CallRow) -> Row:
        return {
            "_id": row.id, "number": row.number, "presentation": 1 if row.number else 3, "post_dial_digits": "",
            "via_number": "",
            "date": row.date_ms, "duration": row.duration_s, "type": row.type, "features": 0,
            "subscription_component_name": "com.android.phone/com.android.services.telephony."
            "TelephonyConnectionService",
            "subscription_id": "1", "new": int(row.is_new),
            "name": row.name,
            "numbertype": 2 if row.name else 0,
            "countryiso": self.state.telephony.country.upper(), "is_read": int(not row.is_new),
            "normalized_number": row.number if row.number.startswith("+") else None, "photo_id": 0,
            "formatted_number": row.number, "last_modified": row.date_ms, "add_for_all_users": 1, "block_reason": 0,
        }  # fmt: skip

    def insert(self, uri: Uri, values: Row) -> str | None:
        """A new row; number, date, duration, type, name and new are kept."""
        row = self.phone.content.log_call(
            text(values.get("number")),
            number(values, "type", 1) or 1,
            name=text(values.get("name")) or None,
            date_ms=number(values, "date", self.phone.clock.now_ms),
            duration_s=number(values, "duration", 0) or 0,
        )
        row.is_new = number(values, "new", int(row.is_new)) == 1
        return f"content://call_log/calls/{row.id}"

    def update(self, uri: Uri, values: Row, where: str | None) -> int:
        """Change rows."""
        chosen = set(self.ids(uri, where))
        for row in self.state.providers.calls:
            if row.id in chosen:
                row.number = text(values.get("number", row.number))
                row.duration_s = number(values, "duration", row.duration_s) or 0
                row.type = number(values, "type", row.type) or row.type
                row.is_new = number(values, "new", int(row.is_new)) == 1
        return len(chosen)

    def delete(self, uri: Uri, where: str | None) -> int:
        """Delete rows."""
        chosen = set(self.ids(uri, where))
        self.state.providers.calls = [row for row in self.state.providers.calls if row.id not in chosen]
        return len(chosen)

    def mime(self, uri: Uri) -> str | None:
        """Directory or item of calls."""
        return f"vnd.android.cursor.{'item' if uri.last_id is not None else 'dir'}/calls"
