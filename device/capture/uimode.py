"""`dumpsys uimode` (services/core/java/com/android/server/UiModeManagerService.java)."""

from __future__ import annotations

import re
from typing import Final, Literal

from device.capture.base import Reading, to_bool, to_int, whole_lines

__all__ = ["UiMode", "parse_uimode"]

Night = Literal["auto", "no", "yes", "custom"]
_NIGHT: Final[dict[int, Night]] = {0: "auto", 1: "no", 2: "yes", 3: "custom"}
# "customEnd06:00" is printed without its "=".
_FIELD: Final = re.compile(
    r"(?:^|\s)(mNightMode|mNightModeLocked|mCarModeEnabled|mComputedNightMode|customStart|customEnd|"
    r"mCurUiMode|mUiModeLocked)(?:=|(?<=customEnd))(\S+)"
)


class UiMode(Reading):
    """Night and car mode; ``ui_mode`` is the configuration bit field, ``custom_*`` texts HH:MM."""

    night_mode: Night | None = None
    computed_night: bool | None = None
    car_mode: bool | None = None
    ui_mode: int | None = None
    night_mode_locked: bool | None = None
    ui_mode_locked: bool | None = None
    custom_start: str | None = None
    custom_end: str | None = None


def parse_uimode(text: str) -> UiMode:
    """Read `dumpsys uimode`."""
    whole = whole_lines(text)
    values: dict[str, str] = {}
    for line in whole.lines:
        for match in _FIELD.finditer(line):
            values.setdefault(match[1], match[2])
    night = to_int(values.get("mNightMode"))
    unread = whole.unread
    if night is not None and night not in _NIGHT:
        unread = (*unread, f"night mode {night}")
    return UiMode(
        complete=whole.complete,
        unread=unread,
        night_mode=None if night is None else _NIGHT.get(night),
        computed_night=to_bool(values.get("mComputedNightMode")),
        car_mode=to_bool(values.get("mCarModeEnabled")),
        ui_mode=to_int(values.get("mCurUiMode")),
        night_mode_locked=to_bool(values.get("mNightModeLocked")),
        ui_mode_locked=to_bool(values.get("mUiModeLocked")),
        custom_start=values.get("customStart"),
        custom_end=values.get("customEnd"),
    )
