"""`content://settings` (SettingsProvider.java) and `content://com.android.blockednumber` "
"(BlockedNumberProvider.java)."""

from __future__ import annotations

from simulator.services.providers.base import Provider, Row, Table, Uri, illegal, text, unsupported


class SettingsTables(Provider):
    """The three tables of settings as rows of name and value."""

    authority = "settings"
    class_name = "com.android.providers.settings.SettingsProvider"

    def _namespace(self, uri: Uri) -> str:
        name = uri.segments[0] if uri.segments else ""
        if name not in ("system", "secure", "global"):
            raise illegal(f"Invalid URI: {uri.text}")
        return name

    def table(self, uri: Uri) -> Table:
        """A namespace, or one key of it."""
        values = self.phone.settings.list(self._namespace(uri))
        rows: list[Row] = [{"_id": n, "name": key, "value": value} for n, (key, value) in enumerate(values.items(), 1)]
        if len(uri.segments) > 1:
            rows = [row for row in rows if row["name"] == uri.segments[1]]
        return Table.of(("_id", "name", "value"), rows)

    def insert(self, uri: Uri, values: Row) -> str | None:
        """Put `value` under `name`."""
        name = text(values.get("name"))
        if not name:
            return None
        try:
            self.phone.settings.put(self._namespace(uri), name, text(values.get("value")))
        except ValueError as error:
            raise illegal(str(error)) from error
        return f"content://settings/{uri.segments[0]}/{name}"

    def update(self, uri: Uri, values: Row, where: str | None) -> int:
        """Put `value` under every selected name."""
        rows = self.query(uri, ["name"], where, None).rows
        for row in rows:
            self.insert(
                Uri.parse(f"content://settings/{self._namespace(uri)}"),
                {"name": row["name"], "value": values.get("value")},
            )
        return len(rows)

    def delete(self, uri: Uri, where: str | None) -> int:
        """Delete every selected name."""
        rows = self.query(uri, ["name"], where, None).rows
        return sum(self.phone.settings.delete(self._namespace(uri), text(row["name"])) for row in rows)

    def call(self, method: str, arg: str | None, extras: Row) -> Row | None:
        """`GET_system`, `PUT_secure`, `DELETE_global` …, the key in `arg`, the value in the extra `value`."""
        verb, _, namespace = method.partition("_")
        if namespace not in ("system", "secure", "global") or arg is None:
            return None
        if verb == "GET":
            return {"value": self.phone.settings.get(namespace, arg)}
        if verb == "PUT":
            self.insert(Uri.parse(f"content://settings/{namespace}"), {"name": arg, "value": extras.get("value")})
            return None
        if verb == "DELETE":
            return {"result_rows_deleted": int(self.phone.settings.delete(namespace, arg))}
        return None

    def mime(self, uri: Uri) -> str | None:
        """Directory of a namespace or item of a key."""
        return f"vnd.android.cursor.{'item' if len(uri.segments) > 1 else 'dir'}/{self._namespace(uri)}"


class BlockedNumberProvider(Provider):
    """Numbers that may not call or write."""

    authority = "com.android.blockednumber"
    class_name = "com.android.providers.blockednumber.BlockedNumberProvider"
    read_permission = "android.permission.READ_BLOCKED_NUMBERS"
    write_permission = "android.permission.WRITE_BLOCKED_NUMBERS"

    def table(self, uri: Uri) -> Table:
        """`blocked`, and `blocked/ID`."""
        if uri.segments[:1] != ("blocked",):
            raise illegal(f"Unsupported URI: {uri.text}")
        rows: list[Row] = [
            {"_id": n, "original_number": value, "e164_number": value if value.startswith("+") else None}
            for n, value in enumerate(self.state.providers.blocked_numbers, 1)
            if uri.last_id in (None, n)
        ]
        return Table.of(("_id", "original_number", "e164_number"), rows)

    def insert(self, uri: Uri, values: Row) -> str | None:
        """Block a number."""
        value = text(values.get("original_number"))
        if not value:
            raise illegal("Missing a required column original_number")
        numbers = self.state.providers.blocked_numbers
        if value not in numbers:
            numbers.append(value)
        return f"content://com.android.blockednumber/blocked/{numbers.index(value) + 1}"

    def update(self, uri: Uri, values: Row, where: str | None) -> int:
        """Refused: insert and delete instead."""
        raise unsupported("Update is not supported.  Use delete + insert instead")

    def delete(self, uri: Uri, where: str | None) -> int:
        """Unblock numbers."""
        chosen = set(self.ids(uri, where))
        numbers = self.state.providers.blocked_numbers
        self.state.providers.blocked_numbers = [v for n, v in enumerate(numbers, 1) if n not in chosen]
        return len(chosen)
