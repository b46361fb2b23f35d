"""What a content provider is: tables by URI, inserts, updates, deletes, and the exceptions that callers see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import parse_qsl, unquote, urlsplit

from simulator.services.providers.sql import SqlError, matching_rows

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.state import State

Value = str | int | float | bool | None
Row = dict[str, Value]


class ProviderError(Exception):
    """An exception that a provider throws at its caller; `java` is its class as the stack trace names it."""

    def __init__(self, java: str, message: str) -> None:
        super().__init__(message)
        self.java = java


def illegal(message: str) -> ProviderError:
    """An IllegalArgumentException."""
    return ProviderError("java.lang.IllegalArgumentException", message)


def unsupported(message: str) -> ProviderError:
    """An UnsupportedOperationException."""
    return ProviderError("java.lang.UnsupportedOperationException", message)


def denied(message: str) -> ProviderError:
    """A SecurityException."""
    return ProviderError("java.lang.SecurityException", message)


@dataclass(frozen=True)
class Uri:
    """A content URI taken apart; segments and parameters are decoded."""

    text: str
    authority: str
    segments: tuple[str, ...]
    parameters: dict[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Uri:
        """Take a URI apart. Raises ProviderError for what is no content URI."""
        try:
            parts = urlsplit(text)
        except ValueError as error:
            raise illegal(f"Invalid URI: {text}") from error
        if parts.scheme != "content" or not parts.netloc:
            raise illegal(f"Invalid URI: {text}")
        authority = parts.netloc.rpartition("@")[2]
        segments = tuple(unquote(part) for part in parts.path.split("/") if part)
        return cls(text, authority, segments, dict(parse_qsl(parts.query)))

    @property
    def path(self) -> str:
        """The decoded path, without the leading slash."""
        return "/".join(self.segments)

    @property
    def last_id(self) -> int | None:
        """The number at the end of the path, or None."""
        last = self.segments[-1] if self.segments else ""
        return int(last) if last.isascii() and last.isdecimal() else None


@dataclass
class Table:
    """A result: columns in order, and rows that have them all."""

    columns: tuple[str, ...]
    rows: list[Row]
    sort: str | None = None  # the provider's own order
    strict: bool = True  # columns that are not there are refused by name, not by SQL

    @classmethod
    def of(cls, columns: Sequence[str], rows: Iterable[Row], sort: str | None = None, *, strict: bool = True) -> Table:
        """A table whose rows are filled up with NULL."""
        names = tuple(columns)
        return cls(names, [{name: row.get(name) for name in names} for row in rows], sort, strict)


class Provider:
    """Base of all providers. Subclasses say which tables they have; the base selects in them by SQL."""

    authority: ClassVar[str]
    class_name: ClassVar[str]
    read_permission: ClassVar[str | None] = None
    write_permission: ClassVar[str | None] = None

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    @property
    def state(self) -> State:
        """The phone's state."""
        return self.phone.state

    def table(self, uri: Uri) -> Table:
        """The whole table that a URI names (ProviderError: no such URI)."""
        raise illegal(f"Unknown URI {uri.text}")

    def query(self, uri: Uri, projection: Sequence[str] | None, where: str | None, sort: str | None) -> Table:
        """Rows of a table; projection, where and sort as an app would give them."""
        table = self.table(uri)
        if projection and table.strict:
            for name in projection:
                if name not in table.columns:
                    raise illegal(f"Invalid column {name}")
        try:
            rows = matching_rows(table.columns, table.rows, projection, where, sort or table.sort)
        except SqlError as error:
            raise ProviderError("android.database.sqlite.SQLiteException", str(error)) from error
        return Table(tuple(projection) if projection else table.columns, rows)

    def ids(self, uri: Uri, where: str | None, column: str = "_id") -> list[int]:
        """The ids of the rows that a URI and a where clause select."""
        return [int(str(row[column])) for row in self.query(uri, [column], where, None).rows]

    def insert(self, uri: Uri, values: Row) -> str | None:
        """Insert a row; the new row's URI, or None where the provider drops it."""
        raise unsupported(f"Unknown or unsupported URL: {uri.text}")

    def update(self, uri: Uri, values: Row, where: str | None) -> int:
        """Update rows; how many."""
        raise unsupported(f"Unknown or unsupported URL: {uri.text}")

    def delete(self, uri: Uri, where: str | None) -> int:
        """Delete rows; how many."""
        raise unsupported(f"Unknown or unsupported URL: {uri.text}")

    def mime(self, uri: Uri) -> str | None:
        """The MIME type of a URI."""
        return None

    def read(self, uri: Uri) -> bytes:
        """The bytes behind a URI."""
        raise ProviderError("java.io.FileNotFoundException", f"No files supported by provider at {uri.text}")

    def call(self, method: str, arg: str | None, extras: Row) -> Row | None:
        """A provider's own method; the result bundle, or None."""
        return None


def text(value: Value) -> str:
    """A value as text; NULL is empty."""
    return "" if value is None else str(value)


def number(values: Row, key: str, default: int | None = None) -> int | None:
    """A value as a number; the default when it is absent or NULL (ProviderError: it is none)."""
    value = values.get(key)
    if value is None:
        return default
    try:
        return int(str(value))
    except ValueError as error:
        raise illegal(f"{key} is not a number: {value}") from error
