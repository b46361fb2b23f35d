"""`dumpsys location` (LocationManagerService.java, LocationProviderManager.java, android.location.Location)."""

from __future__ import annotations

import re
from typing import Final

from pydantic import Field

from device.capture.base import Part, Reading, duration_ms, to_bool, to_float, whole_lines

__all__ = ["Fix", "Location", "parse_location"]

_SETTING: Final = re.compile(r"\s+Location Setting: (?:\[u0\] )?(true|false)\b")
_PROVIDER: Final = re.compile(r" {4}([\w-]+) provider(?: \[mock\])?:\Z")
_FIX: Final = re.compile(
    r"Location\[([\w-]+) (-?[0-9.]{1,24}),(-?[0-9.]{1,24})(?: (?:hAcc|acc)=([0-9.]{1,24}|\?+))?(.*)\]\Z"
)
_ET: Final = re.compile(r" et=(\S+)")
# Before Android 11 the fixes stand in a list of their own.
_KEPT: Final = re.compile(r" {4}([\w-]+): (Location\[.*\])\Z")


class Fix(Part):
    """A position: degrees, accuracy in metres; ``elapsed_ms`` is the time since boot at which it was found."""

    provider: str
    lat: float
    lon: float
    accuracy_m: float | None = None
    elapsed_ms: int | None = None


class Location(Reading):
    """The location setting, the providers, and the fixes they keep; ``last`` is the newest of them."""

    enabled: bool | None = None
    providers: dict[str, bool] = Field(default_factory=dict)
    last: Fix | None = None
    last_by_provider: dict[str, Fix | None] = Field(default_factory=dict)


def _fix(text: str) -> Fix | None:
    if (match := _FIX.match(text)) is None:
        return None
    lat, lon = to_float(match[2]), to_float(match[3])
    if lat is None or lon is None or abs(lat) > 90 or abs(lon) > 180:
        return None
    et = _ET.search(match[5])
    return Fix(
        provider=match[1],
        lat=lat,
        lon=lon,
        accuracy_m=to_float(match[4]),
        elapsed_ms=duration_ms(et[1]) if et else None,
    )


def _newest(fixes: list[Fix]) -> Fix | None:
    timed = [fix for fix in fixes if fix.elapsed_ms is not None]
    if timed:
        return max(timed, key=lambda fix: fix.elapsed_ms or 0)
    return fixes[0] if len(fixes) == 1 else None


def parse_location(text: str) -> Location:
    """Read `dumpsys location`; ``last`` is given only once the whole list of providers was seen."""
    whole = whole_lines(text)
    unread = list(whole.unread)
    enabled: bool | None = None
    providers: dict[str, bool] = {}
    fixes: dict[str, Fix | None] = {}
    section, name = "", ""
    ended = False
    for line in whole.lines:
        if line.startswith("  ") and not line.startswith("   "):
            ended = ended or bool(fixes)  # they all stand in one section
            section, name = line.strip(), ""
        elif enabled is None and (match := _SETTING.match(line)) is not None:
            enabled = to_bool(match[1])
        elif section == "Location Providers:":
            bare = line.strip()
            if (match := _PROVIDER.match(line)) is not None:
                name = match[1]
            elif name and name not in fixes and bare.startswith("last location="):
                fixes[name] = _fix(bare.removeprefix("last location="))
                if fixes[name] is None and bare != "last location=null":
                    unread.append(f"a fix in no known form: {bare[:60]!r}")
            elif name and name not in providers and bare in ("enabled=true", "enabled=false"):
                providers[name] = bare == "enabled=true"
        elif section in ("Enabled Providers:", "Disabled Providers:") and line.startswith("    "):
            providers.setdefault(line.strip(), section == "Enabled Providers:")
        elif section == "Last Known Locations:" and (match := _KEPT.match(line)) is not None:
            fixes.setdefault(match[1], _fix(match[2]))
    return Location(
        complete=whole.complete,
        unread=tuple(unread),
        enabled=enabled,
        providers=providers,
        last=_newest([fix for fix in fixes.values() if fix is not None]) if ended else None,
        last_by_provider=fixes,
    )
