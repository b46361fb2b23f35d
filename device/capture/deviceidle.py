"""`dumpsys deviceidle` (apex/jobscheduler/.../DeviceIdleController.java)."""

from __future__ import annotations

import re
from typing import Final

from device.capture.base import Reading, to_bool, whole_lines

__all__ = ["DeviceIdle", "parse_deviceidle"]

_FIELD: Final = re.compile(
    r"\s(mState|mLightState|mForceIdle|mScreenOn|mScreenLocked|mNetworkConnected|mCharging)=(\w+)(?=\s|\Z)"
)


class DeviceIdle(Reading):
    """Doze: ``state`` (deep) and ``light_state`` as printed."""

    state: str | None = None
    light_state: str | None = None
    force_idle: bool | None = None
    screen_on: bool | None = None
    screen_locked: bool | None = None
    network_connected: bool | None = None
    charging: bool | None = None


def parse_deviceidle(text: str) -> DeviceIdle:
    """Read the state lines (two blanks, ``m…=``) at the end of `dumpsys deviceidle`."""
    whole = whole_lines(text)
    values: dict[str, str] = {}
    for line in whole.lines:
        if line.startswith("  m"):
            for match in _FIELD.finditer(line):
                values.setdefault(match[1], match[2])
    return DeviceIdle(
        complete=whole.complete,
        unread=whole.unread,
        state=values.get("mState"),
        light_state=values.get("mLightState"),
        force_idle=to_bool(values.get("mForceIdle")),
        screen_on=to_bool(values.get("mScreenOn")),
        screen_locked=to_bool(values.get("mScreenLocked")),
        network_connected=to_bool(values.get("mNetworkConnected")),
        charging=to_bool(values.get("mCharging")),
    )
