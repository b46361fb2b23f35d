"""`dumpsys window` and its `windows` and `displays` forms (WindowManagerService, WindowState, DisplayContent)."""

from __future__ import annotations

import re
from typing import Final

from device.capture.base import Reading, component, to_bool, to_int, whole_lines

__all__ = ["Windows", "parse_window", "window_title"]

_WINDOW: Final = re.compile(r"  Window #[0-9]{1,6} Window\{([0-9a-f]{1,16}) u-?[0-9]{1,9} (.*)\}:\Z")
_TITLE: Final = re.compile(r"Window\{[0-9a-f]{1,16}(?: u-?[0-9]{1,9})? (.*?)( EXITING| paused=\w+)?\}\s*\Z")
_FOCUS: Final = re.compile(r"\s*mCurrentFocus=(.*)\Z")
_APP: Final = re.compile(r"\s*mFocusedApp=(.*)\Z")
_RECORD: Final = re.compile(r"ActivityRecord\{[0-9a-f]{1,16} u-?[0-9]{1,9} (\S+?)[ }]")
_ROTATION: Final = re.compile(r"(?:\A|\s)(?:mRotation|mCurrentRotation)=(?:ROTATION_)?([0-9]{1,3})(?=\s|\Z)")
_SIZE: Final = re.compile(r"\scur=([0-9]{1,6})x([0-9]{1,6})\s")
_DISPLAY: Final = re.compile(r"\s*Display: mDisplayId=([0-9]{1,9})\b")
_KEYGUARD: Final = re.compile(r"\s+(?:isKeyguardShowing|mKeyguardShowing|mShowingLockscreen)=(true|false)\b")
_ANR: Final = "Application Not Responding: "


class Windows(Reading):
    """The windows, from top to bottom, and where the focus is. ``visible_apps`` are components."""

    window_count: int | None = None
    focused_window: str | None = None
    focused_package: str | None = None
    focused_activity: str | None = None
    focused_app_package: str | None = None
    focused_app_activity: str | None = None
    visible_apps: tuple[str, ...] | None = None
    visible_window_count: int | None = None
    titles: tuple[str, ...] = ()
    rotation: int | None = None
    keyguard_showing: bool | None = None
    anr_package: str | None = None
    width: int | None = None
    height: int | None = None
    display_count: int | None = None


def window_title(text: str) -> str | None:
    """The title in ``Window{hash u0 title}``, None for ``null`` and anything else."""
    match = _TITLE.match(text)
    return match[1] if match else None


def _focused_app(apps: list[str], focuses: list[str], at: int | None) -> tuple[str, str] | None:
    """The focused app of the display that has the focused window (the displays print in one order)."""
    records = [match[1] if (match := _RECORD.search(app)) else None for app in apps]
    if at is not None and len(apps) == len(focuses):
        return component(records[at])
    package = (component(window_title(focuses[at])) or ("",))[0] if at is not None else ""
    known = [found for found in map(component, records) if found is not None]
    return next((found for found in known if found[0] == package), None) if package else None


def _rotation(lines: list[str]) -> int | None:
    for line in lines:
        if (match := _ROTATION.search(line)) is not None:
            turns = int(match[1])
            return {90: 1, 180: 2, 270: 3}.get(turns, turns if turns < 4 else None)
    return None


def _keyguard(lines: list[str]) -> bool | None:
    delegate = False
    for line in lines:
        if (match := _KEYGUARD.match(line)) is not None:
            return to_bool(match[1])
        if line.strip() == "KeyguardServiceDelegate":
            delegate = True
        elif delegate and line.strip().startswith("showing="):
            return to_bool(line.strip().removeprefix("showing="))
    return None


def _visible(lines: list[str]) -> list[tuple[str, bool | None]]:
    """Each window's title and whether it is visible, None where that was not printed (yet)."""
    windows: list[tuple[str, bool | None]] = []
    for line in lines:
        if (match := _WINDOW.match(line)) is not None:
            windows.append((match[2].removesuffix(" EXITING"), None))
        elif windows and line.startswith("    isVisible=") and windows[-1][1] is None:
            windows[-1] = (windows[-1][0], to_bool(line.strip().removeprefix("isVisible=")))
    return windows


def parse_window(text: str) -> Windows:
    """Read any form of `dumpsys window`, filtered ones too."""
    whole = whole_lines(text)
    focuses = [match[1] for line in whole.lines if (match := _FOCUS.match(line))]
    apps = [match[1] for line in whole.lines if (match := _APP.match(line))]
    displays = {match[1] for line in whole.lines if (match := _DISPLAY.match(line))}
    at = next((index for index, focus in enumerate(focuses) if window_title(focus) is not None), None)
    title = window_title(focuses[at]) if at is not None else None
    focused = component(title)
    app = _focused_app(apps, focuses, at)
    windows = _visible(whole.lines)
    visible = [name for name, shown in windows if shown]
    size = next((match for line in whole.lines if (match := _SIZE.search(line))), None)
    return Windows(
        complete=whole.complete,
        unread=whole.unread,
        window_count=len(windows) if windows else None,
        focused_window=title,
        focused_package=focused[0] if focused else None,
        focused_activity=focused[1] if focused else None,
        focused_app_package=app[0] if app else None,
        focused_app_activity=app[1] if app else None,
        visible_apps=tuple(dict.fromkeys(n for n in visible if component(n))) if windows else None,
        visible_window_count=len(visible) if windows else None,
        titles=tuple(name for name, _ in windows),
        rotation=_rotation(whole.lines),
        keyguard_showing=_keyguard(whole.lines),
        anr_package=next((n.removeprefix(_ANR) for n in visible if n.startswith(_ANR)), None),
        width=to_int(size[1]) if size else None,
        height=to_int(size[2]) if size else None,
        display_count=len(displays) or len(focuses) or None,
    )
