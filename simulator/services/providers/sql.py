"""Selections in SQL: rows go into a table in memory, and SQLite itself evaluates projection, where and order."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

_READS = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE})
_REFUSED_FUNCTIONS = frozenset({"load_extension", "randomblob", "zeroblob", "readfile", "writefile", "edit"})
_STEPS = 2_000_000  # virtual machine steps that a selection may take
_LENGTH = 1_000_000


class SqlError(ValueError):
    """SQLite refused a selection, in the words of Android's SQLiteException."""


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _affinity(name: str, rows: Sequence[Mapping[str, object]]) -> str:
    kinds = {type(row[name]) for row in rows if row[name] is not None}
    if kinds and kinds <= {int, bool}:
        return "INTEGER"
    if float in kinds and str not in kinds:
        return "REAL"
    return "TEXT" if str in kinds else ""


def _authorize(action: int, arg1: str | None, arg2: str | None, database: str | None, trigger: str | None) -> int:
    if action not in _READS or (action == sqlite3.SQLITE_FUNCTION and arg2 in _REFUSED_FUNCTIONS):
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK


def matching_rows(
    columns: Sequence[str],
    rows: Sequence[Mapping[str, str | int | float | bool | None]],
    projection: Sequence[str] | None,
    where: str | None,
    sort: str | None,
) -> list[dict[str, str | int | float | bool | None]]:
    """The rows that a where clause selects, in order, with the columns of the projection. Raises SqlError.

    The clauses are untrusted: the connection reads only, has no files, and stops after a bounded number of steps.
    """
    chosen = list(projection) if projection else list(columns)
    listed = ", ".join(_quoted(name) if name in columns else name for name in chosen)
    sql = f"SELECT {listed} FROM t"
    if where:
        sql += f" WHERE ({where})"
    if sort:
        sql += f" ORDER BY {sort}"
    connection = sqlite3.connect(":memory:")
    try:
        fields = ", ".join(f"{_quoted(name)} {_affinity(name, rows)}" for name in columns)
        connection.execute(f"CREATE TABLE t ({fields})")
        marks = ", ".join("?" * len(columns))
        connection.executemany(
            f"INSERT INTO t VALUES ({marks})", [tuple(row[name] for name in columns) for row in rows]
        )
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LENGTH)
        connection.set_authorizer(_authorize)
        connection.set_progress_handler(lambda: 1, _STEPS)
        found = connection.execute(sql).fetchall()
    except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError) as error:
        raise SqlError(
            f"{error} (code 1 SQLITE_ERROR): , while compiling: {sql.replace(' FROM t', ' FROM view_data', 1)}"
        ) from error
    finally:
        connection.close()
    return [dict(zip(chosen, values, strict=True)) for values in found]
