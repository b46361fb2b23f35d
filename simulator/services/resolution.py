"""Whether an activity's intent filters match an intent (android.content.IntentFilter)."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from simulator.state import Intent

if TYPE_CHECKING:
    from simulator.apps.app import ActivitySpec, IntentFilter

DEFAULT = "android.intent.category.DEFAULT"
_MAIN, _CATEGORY_LAUNCHER = "android.intent.action.MAIN", "android.intent.category.LAUNCHER"
IMPLIED = frozenset([DEFAULT, _CATEGORY_LAUNCHER])  # categories that an activity may answer to without naming them


def host_of(uri: str) -> str:
    """The host of a URI in lower case; empty if it has none."""
    try:
        return (urlsplit(uri).hostname or "").lower()
    except ValueError:
        return ""


def matching(spec: ActivitySpec, intent: Intent, default_only: bool) -> bool:
    """Whether one of the activity's filters matches; `default_only` asks for the DEFAULT category, as startActivity."""
    if spec.launcher and not default_only and _is_launcher(intent):
        return True
    return any(_filter_matches(f, intent, default_only) for f in spec.filters)


def _is_launcher(intent: Intent) -> bool:
    if intent.data is not None or intent.type is not None:
        return False
    return intent.action in (None, _MAIN) and set(intent.categories) <= {_CATEGORY_LAUNCHER}


def _filter_matches(f: IntentFilter, intent: Intent, default_only: bool) -> bool:
    if intent.action is not None and f.actions and intent.action not in f.actions:
        return False
    if not set(intent.categories) - {DEFAULT} <= set(f.categories):
        return False
    if default_only and DEFAULT not in f.categories:
        return False
    return _data_matches(f, intent)


def _data_matches(f: IntentFilter, intent: Intent) -> bool:
    if intent.type is not None and not _type_matches(f.types, intent.type):
        return False
    if intent.type is None and f.types and not _typed_by_content(f, intent):
        return False
    if intent.data is None:
        return not f.schemes or bool(f.types and intent.type)
    scheme = intent.data.partition(":")[0].lower()
    if not f.schemes:
        return bool(f.types) and scheme in ("content", "file", "")
    if scheme not in f.schemes:
        return False
    if not f.hosts:
        return True
    host = host_of(intent.data)
    if not any(h == "*" or host == h or (h.startswith("*.") and host.endswith(h[1:])) for h in f.hosts):
        return False
    path = "/" + intent.data.partition("://")[2].partition("?")[0].partition("#")[0].partition("/")[2]
    return not f.path_prefixes or path.startswith(f.path_prefixes)


def _typed_by_content(f: IntentFilter, intent: Intent) -> bool:
    # The provider names the type of a content URI; of a file or a provider unknown here, any type the filter takes.
    uri = intent.data
    if uri is None or not uri.startswith(("content:", "file:")):
        return False
    host = host_of(uri)
    if host == "media":
        kind = next((one for one in ("image", "video", "audio") if f"/{one}" in uri), "file")
        return any(one.partition("/")[0] in ("*", kind) for one in f.types)
    known = {"com.android.calendar": "event", "com.android.contacts": "contact"}.get(host)
    return known is None or any(one == "*/*" or one.endswith(f"/{known}") for one in f.types)


def _type_matches(types: tuple[str, ...], wanted: str) -> bool:
    kind, _, _ = wanted.partition("/")
    return any(t == wanted or t == "*/*" or (t.endswith("/*") and t[:-2] == kind) or wanted == "*/*" for t in types)
