"""`dumpsys power` (services/core/java/com/android/server/power/PowerManagerService.java)."""

from __future__ import annotations

import re
from typing import Final

from device.capture.base import Reading, to_bool, to_int, whole_lines
from device.capture.battery import Plugged

__all__ = ["Power", "parse_power"]

_FIELD: Final = re.compile(r"  (m\w+)=(\S*)")
_SAVER: Final = re.compile(r"\s+Battery Saver is currently: (ON|OFF)\b")
_LOCKS: Final = re.compile(r"Wake Locks: size=([0-9]{1,9})\s*\Z")
_DISPLAY: Final = re.compile(r"Display Power: state=(ON|OFF|DOZE|DOZE_SUSPEND|VR|ON_SUSPEND)\b")
_PLUGS: Final[tuple[tuple[int, Plugged], ...]] = ((1, "ac"), (2, "usb"), (4, "wireless"), (8, "dock"))


class Power(Reading):
    """Wakefulness and battery saver; ``screen_on`` is whether the display keeps the phone from suspending.

    ``screen_off_timeout_ms`` 2147483647 means never.
    """

    awake: bool | None = None
    wakefulness: str | None = None
    screen_on: bool | None = None
    powered: bool | None = None
    plugged: Plugged | None = None
    battery_level: int | None = None
    battery_saver: bool | None = None
    screen_off_timeout_ms: int | None = None
    wake_locks: int | None = None
    display_state: str | None = None


def parse_power(text: str) -> Power:
    """Read `dumpsys power`; of a field printed twice the first counts."""
    whole = whole_lines(text)
    values: dict[str, str] = {}
    found: dict[str, str] = {}
    for line in whole.lines:
        if (match := _FIELD.match(line)) is not None:
            values.setdefault(match[1], match[2])
            continue
        for name, pattern in (("saver", _SAVER), ("locks", _LOCKS), ("display", _DISPLAY)):
            if (match := pattern.match(line)) is not None:
                found.setdefault(name, match[1])
    plug = to_int(values.get("mPlugType"))
    wakefulness = values.get("mWakefulness") or None
    return Power(
        complete=whole.complete,
        unread=whole.unread,
        awake=None if wakefulness is None else wakefulness == "Awake",
        wakefulness=wakefulness,
        screen_on=to_bool(values.get("mHoldingDisplaySuspendBlocker")),
        powered=to_bool(values.get("mIsPowered")),
        plugged=None if plug is None else next((name for bit, name in _PLUGS if plug & bit), "none"),
        battery_level=to_int(values.get("mBatteryLevel")),
        battery_saver={"ON": True, "OFF": False}.get(found.get("saver", "")),
        screen_off_timeout_ms=to_int(values.get("mScreenOffTimeoutSetting")),
        wake_locks=to_int(found.get("locks")),
        display_state=found.get("display"),
    )
