"""`dumpsys display` (DisplayManagerService.java, DisplayInfo.toString, LocalDisplayAdapter.java)."""

from __future__ import annotations

import re
from typing import Final

from device.capture.base import Reading, to_float, to_int, whole_lines

__all__ = ["Display", "parse_display"]

_COUNT: Final = re.compile(r"\s*Logical Displays: size=([0-9]{1,6})\s*\Z")
_BASE: Final = re.compile(r'\s+mBaseDisplayInfo=DisplayInfo\{"(.{0,200}?)", display(?:Id| id) 0\b')
_REAL: Final = re.compile(r"\breal ([0-9]{1,6}) x ([0-9]{1,6})\b")
_ROTATION: Final = re.compile(r", rotation ([0-3])\b")
_DENSITY: Final = re.compile(r", density ([0-9]{1,5}) ")
_STATE: Final = re.compile(r"\s+mState=([A-Z_]+)\s*\Z")
_BRIGHTNESS: Final = re.compile(r"\s+(?:Display Brightness|mBrightnessState|mScreenBrightness)=(\S+)\s*\Z")
_ON: Final = {"ON": True, "ON_SUSPEND": True, "VR": True, "OFF": False, "DOZE": False, "DOZE_SUSPEND": False}


class Display(Reading):
    """The phone's own display: size in px, density in dpi, rotation in quarter turns, brightness 0 to 1."""

    display_count: int | None = None
    name: str | None = None
    width: int | None = None
    height: int | None = None
    density: int | None = None
    rotation: int | None = None
    state: str | None = None
    screen_on: bool | None = None
    brightness: float | None = None


def _number(pattern: re.Pattern[str], line: str, group: int = 1) -> int | None:
    match = pattern.search(line)
    return to_int(match[group]) if match else None


def parse_display(text: str) -> Display:
    """Read `dumpsys display`: the first device's state and the base info of logical display 0."""
    whole = whole_lines(text)
    count: int | None = None
    base: str | None = None
    name: str | None = None
    state: str | None = None
    brightness: str | None = None
    device = False
    for line in whole.lines:
        if line.startswith("Display Devices:"):
            device = True
        if state is None and device and (match := _STATE.match(line)) is not None:
            state = match[1]
        elif brightness is None and (match := _BRIGHTNESS.match(line)) is not None:
            brightness = match[1]
        elif count is None and (match := _COUNT.match(line)) is not None:
            count = to_int(match[1])
        elif base is None and (match := _BASE.match(line)) is not None:
            base, name = line[match.end() :], match[1]
    level = to_float(brightness)
    if to_int(brightness) is not None and level is not None:  # before Android 11: whole steps of 255
        level = level / 255
    info = base or ""
    return Display(
        complete=whole.complete,
        unread=whole.unread,
        display_count=count,
        name=name,
        width=_number(_REAL, info),
        height=_number(_REAL, info, 2),
        density=_number(_DENSITY, info),
        rotation=_number(_ROTATION, info),
        state=state,
        screen_on=_ON.get(state or ""),
        brightness=level if level is not None and 0 <= level <= 1 else None,
    )
