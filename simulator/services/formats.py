"""How Android writes things: component names, intents, durations, object hashes."""

from __future__ import annotations

import hashlib
from datetime import datetime
from functools import lru_cache
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from simulator.state import Intent

_MASKED = {"tel", "sip", "sms", "smsto", "mailto", "nfc"}


def short_component(package: str, cls: str) -> str:
    """`pkg/.Cls` where the class lies in the package, else `pkg/full.Cls` (ComponentName.flattenToShortString)."""
    return f"{package}/{cls[len(package) :]}" if cls.startswith(package + ".") else f"{package}/{cls}"


def full_component(text: str) -> tuple[str, str] | None:
    """Package and full class of `pkg/.Cls` or `pkg/full.Cls`; None if it is no component name."""
    package, slash, cls = text.partition("/")
    if not slash or not package or not cls:
        return None
    return package, package + cls if cls.startswith(".") else cls


def object_hash(*parts: object, digits: int = 7) -> str:
    """A hash as Java's identityHashCode looks in dumps: the same for the same parts, no leading zero."""
    return _hash("\0".join(map(str, parts)), digits)


@lru_cache(maxsize=65536)
def _hash(text: str, digits: int) -> str:
    value = int.from_bytes(hashlib.blake2s(text.encode(), digest_size=8).digest(), "big")
    low = 16 ** (digits - 1)
    return f"{low + value % (15 * low):x}"


def duration(ms: int, *, sign: bool = True) -> str:
    """`+1h2m3s4ms` (TimeUtils.formatDuration); 0 is `0`, the past has a minus."""
    if ms == 0:
        return "0"
    prefix = "-" if ms < 0 else "+" if sign else ""
    rest = abs(ms)
    days, rest = divmod(rest, 86_400_000)
    hours, rest = divmod(rest, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    seconds, millis = divmod(rest, 1000)
    out = ""
    for value, unit in ((days, "d"), (hours, "h"), (minutes, "m"), (seconds, "s")):
        if value or out:
            out += f"{value}{unit}"
    return f"{prefix}{out}{millis}ms"


def local_time(ms: int, timezone: str) -> str:
    """`2026-05-04 17:35:29` in the phone's time zone."""
    return datetime.fromtimestamp(ms / 1000, ZoneInfo(timezone)).strftime("%Y-%m-%d %H:%M:%S")


def safe_uri(uri: str, api: int) -> str:
    """A data URI as Intent.toString prints it (Uri.toSafeString): numbers masked, from Android 11 on paths hidden."""
    scheme, colon, rest = uri.partition(":")
    if not colon:
        return uri
    if scheme.lower() in _MASKED:
        return f"{scheme}:" + "".join(c if c in "-@." else "x" for c in rest)
    hides = api >= 30 or scheme.lower() in {"http", "https", "ftp", "rtsp"}
    if not hides:
        return uri
    if not rest.startswith("/"):
        return f"{scheme}:"
    if not rest.startswith("//"):
        return f"{scheme}:/..."
    try:
        parts = urlsplit(uri)
        port = parts.port
    except ValueError:
        return f"{scheme}://"
    return f"{scheme}://{parts.hostname or ''}{f':{port}' if port else ''}/..."


def intent_text(intent: Intent, *, api: int, secure: bool = True, flags: int | None = None) -> str:
    """`Intent { act=… cat=[…] dat=… typ=… flg=0x… pkg=… cmp=… (has extras) }` (Intent.toString; toInsecureString
    when not `secure`). `flags` replaces the intent's own."""
    parts: list[str] = []
    if intent.action:
        parts.append(f"act={intent.action}")
    if intent.categories:
        parts.append(f"cat=[{','.join(intent.categories)}]")
    if intent.data is not None:
        parts.append(f"dat={safe_uri(intent.data, api) if secure else intent.data}")
    if intent.type:
        parts.append(f"typ={intent.type}")
    shown = intent.flags if flags is None else flags
    if shown:
        parts.append(f"flg=0x{shown & 0xFFFFFFFF:x}")
    if intent.package:
        parts.append(f"pkg={intent.package}")
    if intent.component and (name := full_component(intent.component)):
        parts.append(f"cmp={short_component(*name)}")
    if intent.extras:
        parts.append("(has extras)")
    return "Intent { " + "".join(f"{part} " for part in parts) + "}"


def app_id(uid: int) -> str:
    """A uid as process records show it: `1000`, `u0a186` (UserHandle.formatUid)."""
    return f"u0a{uid - 10000}" if uid >= 10000 else str(uid)


def user_name(uid: int) -> str:
    """A uid as `ps` shows its owner: `root`, `system`, `u0_a186`."""
    names = {0: "root", 1000: "system", 1001: "radio", 1002: "bluetooth", 2000: "shell", 9999: "nobody"}
    return names.get(uid, f"u0_a{uid - 10000}" if uid >= 10000 else f"u{uid}")


def flag(value: bool) -> str:
    """Java's `true` or `false`."""
    return "true" if value else "false"
