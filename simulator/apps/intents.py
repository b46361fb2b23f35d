"""Intents as apps read them: names, links taken apart, filters that many apps share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote, unquote

from simulator.apps.app import IntentFilter
from simulator.state import Intent

AA = "android.intent.action."
EXTRA = "android.intent.extra."
DEFAULT = "android.intent.category.DEFAULT"
BROWSABLE = "android.intent.category.BROWSABLE"
LINK = (DEFAULT, BROWSABLE)


@dataclass(frozen=True)
class Link:
    """A URI taken apart; nothing is checked, what is missing is empty. `query` holds the first value of each key."""

    uri: str
    scheme: str = ""
    host: str = ""
    path: str = ""
    query: dict[str, str] = field(default_factory=dict)

    def get(self, *keys: str) -> str:
        """The first of the keys that the query holds, else an empty text."""
        return next((self.query[key] for key in keys if self.query.get(key)), "")


def parse_link(uri: str | None) -> Link:
    """Take a URI apart. Opaque ones (`geo:0,0?q=x`, `tel:1`, `google.navigation:q=x`) have a path and no host."""
    whole = uri or ""
    scheme, colon, rest = whole.partition(":")
    if not colon:
        return Link(whole, path=whole)
    rest, _, fragment = rest.partition("#")
    hierarchical = rest.startswith("//")
    rest = rest[2:] if hierarchical else rest
    address, mark, query = rest.partition("?")
    if not hierarchical and not mark and "=" in address:
        address, query = "", address  # google.navigation:q=…&mode=d
    host, slash, path = address.partition("/") if hierarchical else ("", "", address)
    pairs: dict[str, str] = {}
    for key, value in parse_qsl(query, keep_blank_values=True):
        pairs.setdefault(key, value)
    if fragment:
        pairs.setdefault("#", unquote(fragment))
    return Link(whole, scheme.lower(), host.lower(), unquote(slash + path), pairs)


def make_link(base: str, **query: str) -> str:
    """A URI with a query whose values are percent-encoded; empty ones are left out."""
    pairs = "&".join(f"{key}={quote(value, safe='')}" for key, value in query.items() if value)
    return f"{base}?{pairs}" if pairs else base


def parse_mailto(uri: str | None) -> dict[str, str]:
    """`to`, `subject`, `body`, `cc`, `bcc` of a mailto: URI (RFC 6068: a plus sign is a plus sign)."""
    rest = (uri or "").partition(":")[2]
    address, _, query = rest.partition("?")
    found = {"to": unquote(address)}
    for pair in query.split("&"):
        key, mark, value = pair.partition("=")
        if mark:
            found[key.lower()] = unquote(value)
    return found


def view_filter(
    *schemes: str, hosts: tuple[str, ...] = (), types: tuple[str, ...] = (), paths: tuple[str, ...] = ()
) -> IntentFilter:
    """A filter for VIEW of links."""
    return IntentFilter((AA + "VIEW",), LINK, schemes, hosts, types, paths)


def send_filter(*types: str) -> IntentFilter:
    """A filter that makes an activity a share target."""
    return IntentFilter((AA + "SEND",), types=types or ("text/plain",))


def extra(intent: Intent, *names: str) -> str:
    """The first of the extras that is there, as text (extra names of `android.intent.extra.` may be short)."""
    for name in names:
        for key in (name, EXTRA + name):
            value = intent.extras.get(key)
            if value is not None:
                return ", ".join(str(part) for part in value) if isinstance(value, list | tuple) else str(value)
    return ""


def number(intent: Intent, name: str) -> int | None:
    """An extra as a whole number, None where it is absent or none."""
    value: Any = intent.extras.get(name)
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return int(value)
    return int(value) if isinstance(value, str) and value.lstrip("-").isdigit() else None
