"""`content` (cmds/content, Content.java): query, insert, update, delete, call, read, gettype.

Mistakes in the words are printed on stdout after the usage; what a provider throws on stderr. The exit code is 0
either way.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from simulator.services.providers import ProviderError, Row, Value
from simulator.services.providers.base import Uri
from simulator.shell.command import Invocation, command

_USAGE = """usage: adb shell content [subcommand] [options]

usage: adb shell content insert --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...]
  <URI> a content provider URI.
  <BINDING> binds a typed value to a column and is formatted:
  <COLUMN_NAME>:<TYPE>:<COLUMN_VALUE> where:
  <TYPE> specifies data type such as:
  b - boolean, s - string, i - integer, l - long, f - float, d - double, n - null
  Note: Omit the value for passing an empty string, e.g column:s:
  Example:
  # Add "new_setting" secure setting with value "new_value".
  adb shell content insert --uri content://settings/secure --bind name:s:new_setting --bind value:s:new_value

usage: adb shell content update --uri <URI> [--user <USER_ID>] [--where <WHERE>]
  <WHERE> is a SQL style where clause in quotes (You have to escape single quotes - see example below).
  Example:
  # Change "new_setting" secure setting to "newer_value".
  adb shell content update --uri content://settings/secure --bind value:s:newer_value --where "name='new_setting'"

usage: adb shell content delete --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...] [--where <WHERE>]
  Example:
  # Remove "new_setting" secure setting.
  adb shell content delete --uri content://settings/secure --where "name='new_setting'"

usage: adb shell content query --uri <URI> [--user <USER_ID>] [--projection <PROJECTION>] \
[--where <WHERE>] [--sort <SORT_ORDER>]
  <PROJECTION> is a list of colon separated column names and is formatted:
  <COLUMN_NAME>[:<COLUMN_NAME>...]
  <SORT_ORDER> is the order in which rows in the result should be sorted.
  Example:
  # Select "name" and "value" columns from secure settings where "name" is equal to "new_setting" and sort \
the result by name in ascending order.
  adb shell content query --uri content://settings/secure --projection name:value \
--where "name='new_setting'" --sort "name ASC"

usage: adb shell content call --uri <URI> --method <METHOD> [--arg <ARG>]
       [--extra <BINDING> ...]
  <METHOD> is the name of a provider-defined method
  <ARG> is an optional string argument
  <BINDING> is like --bind above, typed data of the form <KEY>:{b,s,i,l,f,d}:<VAL>

usage: adb shell content read --uri <URI> [--user <USER_ID>]
  Example:
  adb shell 'content read --uri content://settings/system/ringtone_cache' > host.ogg

usage: adb shell content gettype --uri <URI> [--user <USER_ID>]
  Example:
  adb shell content gettype --uri content://media/internal/audio/media/

"""
_OPTIONS = {
    "query": ("--uri", "--user", "--projection", "--where", "--sort", "--extra"),
    "insert": ("--uri", "--user", "--bind", "--extra"),
    "update": ("--uri", "--user", "--bind", "--where", "--extra"),
    "delete": ("--uri", "--user", "--bind", "--where", "--extra"),
    "call": ("--uri", "--user", "--method", "--arg", "--extra"),
    "read": ("--uri", "--user"),
    "gettype": ("--uri", "--user"),
}
_NEEDS_URI = "Content provider URI not specified. Did you specify --uri argument?"


class _Words(ValueError):
    """A mistake in the words of the command."""


@dataclass
class _Parsed:
    verb: str
    uri: str
    projection: list[str] | None = None
    where: str | None = None
    sort: str | None = None
    method: str | None = None
    arg: str | None = None
    values: Row = field(default_factory=dict)
    extras: Row = field(default_factory=dict)


def _binding(text: str) -> tuple[str, Value]:
    """`column:type:value`, split at the first two colons only."""
    parts = text.split(":", 2)
    if len(parts) != 3 or not parts[0]:
        raise _Words(f"Binding not well formed: {text}")
    column, kind, value = parts
    try:
        if kind == "s":
            return column, value
        if kind in ("i", "l"):
            return column, int(value)
        if kind in ("f", "d"):
            return column, float(value)
    except ValueError as error:
        raise _Words(f'For input string: "{value}"') from error
    if kind == "b":
        return column, int(value.lower() == "true")
    if kind == "n":
        return column, None
    raise _Words(f"Unsupported type: {kind}")


def _parse(words: list[str]) -> _Parsed:
    if not words:
        raise _Words("Unsupported operation: null")
    verb = words[0]
    if verb not in _OPTIONS:
        raise _Words(f"Unsupported operation: {verb}")
    parsed = _Parsed(verb, "")
    queue = words[1:]
    while queue:
        option = queue.pop(0)
        if option not in _OPTIONS[verb]:
            raise _Words(f"Unsupported argument: {option}")
        value = queue.pop(0) if queue else ""
        if not value or value.startswith("--"):
            raise _Words(f"No value for: {option}")
        if option == "--bind":
            column, bound = _binding(value)
            parsed.values[column] = bound
        elif option == "--extra":
            key, bound = _binding(value)
            parsed.extras[key] = bound
        elif option == "--projection":
            parsed.projection = [name for name in value.split(":") if name]
        elif option != "--user":
            setattr(parsed, option[2:], value)
        elif value not in ("current", "cur") and not value.isdecimal():
            raise _Words(f'For input string: "{value}"')
    if not parsed.uri:
        raise _Words(_NEEDS_URI)
    if verb in ("insert", "update") and not parsed.values:
        raise _Words("Bindings not specified. Did you specify --bind argument(s)?")
    if verb == "call" and not parsed.method:
        raise _Words("Content provider method not specified.")
    return parsed


def _shown(value: Value) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(int(value))
    return repr(value) if isinstance(value, float) else str(value)


def _authority(uri: str) -> str:
    try:
        return Uri.parse(uri).authority
    except ProviderError:
        return "null"


def _execute(call: Invocation, parsed: _Parsed) -> None:
    content, uid = call.phone.content, call.uid
    if parsed.verb == "query":
        table = content.query(parsed.uri, parsed.projection, parsed.where, parsed.sort, uid=uid)
        for number, row in enumerate(table.rows):
            call.out.line(f"Row: {number} " + ", ".join(f"{name}={_shown(row[name])}" for name in table.columns))
        if not table.rows:
            call.out.line("No result found.")
    elif parsed.verb == "insert":
        content.insert(parsed.uri, parsed.values, uid=uid)
    elif parsed.verb == "update":
        content.update(parsed.uri, parsed.values, parsed.where, uid=uid)
    elif parsed.verb == "delete":
        content.delete(parsed.uri, parsed.where, uid=uid)
    elif parsed.verb == "call":
        bundle = content.call(parsed.uri, parsed.method or "", parsed.arg, parsed.extras, uid=uid)
        inside = ", ".join(
            f"{key}={'null' if value is None else _shown(value)}" for key, value in (bundle or {}).items()
        )
        call.out.line("Result: null" if bundle is None else f"Result: Bundle[{{{inside}}}]")
    elif parsed.verb == "read":
        call.out.write(content.read(parsed.uri, uid=uid))
    else:
        call.out.line(f"Result: {content.mime(parsed.uri) or 'null'}")


@command("content")
def content(call: Invocation) -> int:
    """`content query|insert|update|delete|call|read|gettype --uri URI …`."""
    try:
        parsed = _parse(call.args)
    except _Words as mistake:
        call.out.text(_USAGE)
        call.out.line(f"[ERROR] {mistake}")
        return 0
    try:
        _execute(call, parsed)
    except ProviderError as error:
        call.err.line(f"Error while accessing provider:{_authority(parsed.uri)}")
        call.err.line(f"{error.java}: {error}")
        call.err.line("\tat android.database.DatabaseUtils.readExceptionFromParcel(DatabaseUtils.java:172)")
        call.err.line("\tat android.content.ContentProviderProxy.query(ContentProviderNative.java:481)")
        call.err.line("\tat com.android.commands.content.Content$Command.execute(Content.java:521)")
        call.err.line("\tat com.android.commands.content.Content.main(Content.java:735)")
    return 0
