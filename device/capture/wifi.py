"""`dumpsys wifi` (WifiServiceImpl.java, WifiInfo.toString, WifiConfiguration.toString)."""

from __future__ import annotations

import re
from typing import Final

from device.capture.base import Reading, to_int, whole_lines

__all__ = ["Wifi", "parse_wifi"]

# An SSID has at most 32 bytes, so none can hold a look-alike of the BSSID and MAC that follow it.
_INFO: Final = re.compile(
    r"mWifiInfo (?:\[)?SSID: (.{0,80}), BSSID: (?:[0-9a-fA-F:]{17}|<none>|null|any), (?:MAC|Security|Supplicant)"
)
_FIELD: Final = re.compile(r"(?<=, )(IP|Supplicant state|RSSI|Link speed|Frequency|Net ID): ([^,]*?)(?=,|\Z|\])")
_SAVED: Final = re.compile(r"[*\- ]*(?:DSBLE )?ID: -?[0-9]{1,9} SSID: (.{0,80}?) PROVIDER-NAME: ")
_PLACEHOLDERS: Final = ("<unknown ssid>", "", "null", "<none>", "0x")


class Wifi(Reading):
    """Wi-Fi. ``rssi`` in dBm only when connected, ``rssi_printed`` the number as it stands there."""

    enabled: bool | None = None
    connected: bool | None = None
    ssid: str | None = None
    rssi: int | None = None
    rssi_printed: int | None = None
    link_speed_mbps: int | None = None
    frequency_mhz: int | None = None
    ip: str | None = None
    supplicant_state: str | None = None
    saved_networks: tuple[str, ...] | None = None


def _unquote(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _positive(text: str | None, unit: str) -> int | None:
    value = to_int((text or "").removesuffix(unit))
    return value if value is not None and value > 0 else None


def parse_wifi(text: str) -> Wifi:
    """Read `dumpsys wifi`: the radio, the first mWifiInfo, the configured networks."""
    whole = whole_lines(text)
    enabled: bool | None = None
    info: dict[str, str] | None = None
    ssid: str | None = None
    saved: list[str] | None = None
    listing = False
    for line in whole.lines:
        if enabled is None and line.startswith("Wi-Fi is "):
            enabled = {"enabled": True, "disabled": False}.get(line.removeprefix("Wi-Fi is ").strip())
        elif info is None and (match := _INFO.match(line)) is not None:
            info = {}
            for field in _FIELD.finditer(line, match.end(1)):
                info.setdefault(field[1], field[2].strip())
            name = _unquote(match[1])
            ssid = None if match[1] in _PLACEHOLDERS else name
        elif "Configured networks Begin ----" in line:
            listing, saved = saved is None, saved if saved is not None else []
        elif "Configured networks End ----" in line:
            listing = False
        elif listing and saved is not None and (match := _SAVED.match(line)) is not None:
            saved.append(_unquote(match[1]))
    info = info if info is not None else {}
    state = info.get("Supplicant state")
    connected = None if state is None else state == "COMPLETED" and info.get("Net ID") != "-1"
    rssi = to_int(info.get("RSSI"))
    ip = info.get("IP", "").removeprefix("/")
    return Wifi(
        complete=whole.complete,
        unread=whole.unread,
        enabled=enabled,
        connected=connected,
        ssid=ssid if connected else None,
        rssi=rssi if connected and rssi is not None and -127 < rssi < 0 else None,
        rssi_printed=rssi,
        link_speed_mbps=_positive(info.get("Link speed"), "Mbps") if connected else None,
        frequency_mhz=_positive(info.get("Frequency"), "MHz") if connected else None,
        ip=ip if connected and ip not in ("", "null", "0.0.0.0") else None,
        supplicant_state=state,
        saved_networks=None if saved is None else tuple(saved),
    )
