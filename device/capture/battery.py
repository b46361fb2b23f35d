"""`dumpsys battery` (services/core/java/com/android/server/BatteryService.java)."""

from __future__ import annotations

import re
from typing import Final, Literal

from device.capture.base import Reading, to_bool, to_int, whole_lines

__all__ = ["Battery", "Plugged", "parse_battery"]

Status = Literal["charging", "discharging", "full", "not_charging", "unknown"]
Plugged = Literal["none", "ac", "usb", "wireless", "dock"]
Health = Literal["good", "overheat", "dead", "over_voltage", "failure", "cold", "unknown"]

_STATUS: Final[dict[int, Status]] = {
    1: "unknown",
    2: "charging",
    3: "discharging",
    4: "not_charging",
    5: "full",
}
_HEALTH: Final[dict[int, Health]] = {
    1: "unknown",
    2: "good",
    3: "overheat",
    4: "dead",
    5: "over_voltage",
    6: "failure",
    7: "cold",
}
_PLUGS: Final[tuple[tuple[str, Plugged], ...]] = (
    ("AC powered", "ac"),
    ("USB powered", "usb"),
    ("Wireless powered", "wireless"),
    ("Dock powered", "dock"),
)
# Two blanks exactly: lines with one blank are history ("The last voltage value sent ...").
_LINE: Final = re.compile(r"  ([A-Za-z][A-Za-z ]{0,40}): ?(.*)\Z")


class Battery(Reading):
    """The battery. ``level`` is percent when ``scale`` is 100; temperature in °C, voltage in mV.

    ``current_ma`` is the present draw where a vendor prints it, never a limit. ``charge_counter_uah`` in µAh.
    ``frozen`` says that updates were stopped by ``dumpsys battery set``.
    """

    level: int | None = None
    scale: int | None = None
    status: Status | None = None
    plugged: Plugged | None = None
    health: Health | None = None
    temperature_c: float | None = None
    voltage_mv: int | None = None
    present: bool | None = None
    technology: str | None = None
    current_ma: int | None = None
    charge_counter_uah: int | None = None
    frozen: bool | None = None


def _plugged(values: dict[str, str]) -> Plugged | None:
    for label, plug in _PLUGS:
        if values.get(label) == "true":
            return plug
    known = [label for label, _ in _PLUGS[:3] if values.get(label) == "false"]
    # Before Android 13 there is no dock line; a later line proves that none was to come.
    return "none" if len(known) == 3 and "status" in values else None


def parse_battery(text: str) -> Battery:
    """Read `dumpsys battery`; a line counts where it stands in the service's own two-blank block."""
    whole = whole_lines(text)
    values: dict[str, str] = {}
    frozen: bool | None = None
    for line in whole.lines:
        if "UPDATES STOPPED" in line:
            frozen = True
        if (match := _LINE.match(line)) is not None:
            values.setdefault(match[1], match[2].strip())
    if values and frozen is None:
        frozen = False
    unread = list(whole.unread)
    tenths, current = to_int(values.get("temperature")), to_int(values.get("current now"))
    status, health = to_int(values.get("status")), to_int(values.get("health"))
    if status is not None and status not in _STATUS:
        unread.append(f"battery status {status}")
    if health is not None and health not in _HEALTH:
        unread.append(f"battery health {health}")
    if current is not None and abs(current) >= 20_000:  # no phone draws 20 A: some vendors print µA
        current = int(current / 1000)
    return Battery(
        complete=whole.complete,
        unread=tuple(unread),
        level=to_int(values.get("level")),
        scale=to_int(values.get("scale")),
        status=_STATUS.get(status or 0),
        plugged=_plugged(values),
        health=_HEALTH.get(health or 0),
        temperature_c=None if tenths is None else tenths / 10,
        voltage_mv=to_int(values.get("voltage")),
        present=to_bool(values.get("present")),
        technology=values.get("technology") or None,
        current_ma=current,
        charge_counter_uah=to_int(values.get("Charge counter")),
        frozen=frozen,
    )
