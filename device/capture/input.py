"""`dumpsys input` (frameworks/native/services/inputflinger: InputDispatcher, InputReader, DisplayViewport)."""

from __future__ import annotations

import re
from typing import Final

from device.capture.base import Reading, component, to_int, whole_lines

__all__ = ["Input", "parse_input"]

_FOCUSED_DISPLAY: Final = re.compile(r"\s+FocusedDisplayId: ([0-9]{1,9})\s*\Z")
_ENTRY: Final = re.compile(r"\s+displayId=([0-9]{1,9}), name='(.*)'(?:, dispatchingTimeout=.*)?\Z")
_OLD: Final = re.compile(r"\s+Focused(Application|Window): name='(.*)'(?:, .*)?\Z")
_RECORD: Final = re.compile(r"ActivityRecord\{[0-9a-f]{1,16} u-?[0-9]{1,9} ([\w.]+/[\w.$]+)[ }]")
_VIEWPORT: Final = re.compile(
    r".{0,60}?Viewport(?: [A-Z]+)?: displayId=0, .{0,300}?\borientation=(?:Rotation|ROTATION_)?([0-9]{1,3}), "
    r"logicalFrame=\[(-?[0-9]{1,6}), (-?[0-9]{1,6}), (-?[0-9]{1,6}), (-?[0-9]{1,6})\]"
)
_ACTIVE: Final = re.compile(r"\bisActive=\[([01])\]")
_TITLES: Final = (
    re.compile(r"Window\{[0-9a-f]{1,16}(?: u-?[0-9]{1,9})? (.*)\}\Z"),
    re.compile(r"Window:[0-9a-f]{1,16} type=-?[0-9]{1,6} (.*)\Z"),
    re.compile(r"[0-9a-f]{5,16} (.*)\Z"),
)


class Input(Reading):
    """Where input goes, and the viewport of display 0 (orientation in quarter turns, size in px)."""

    focused_display: int | None = None
    focused_app: str | None = None
    focused_window: str | None = None
    orientation: int | None = None
    width: int | None = None
    height: int | None = None
    viewport_active: bool | None = None


def _title(name: str | None) -> str | None:
    for pattern in _TITLES:
        if name and (match := pattern.match(name)) is not None:
            return match[1]
    return name or None


def parse_input(text: str) -> Input:
    """Read `dumpsys input`."""
    whole = whole_lines(text)
    display: int | None = None
    named: dict[str, dict[int, str]] = {"FocusedApplications:": {}, "FocusedWindows:": {}}
    section = ""
    viewport: re.Match[str] | None = None
    active: bool | None = None
    for line in whole.lines:
        bare = line.strip()
        if viewport is None and (match := _VIEWPORT.match(line)) is not None:
            viewport = match
            flag = _ACTIVE.search(line)
            active = flag[1] == "1" if flag else None
        elif display is None and (match := _FOCUSED_DISPLAY.match(line)) is not None:
            display = to_int(match[1])
        elif bare in named and not named[bare]:
            section = bare
        elif section and (match := _ENTRY.match(line)) is not None:
            named[section].setdefault(int(match[1]), match[2])
        elif (match := _OLD.match(line)) is not None:
            named[f"Focused{match[1]}s:"].setdefault(0, match[2])
        else:
            section = ""
    where = display or 0
    record = _RECORD.search(named["FocusedApplications:"].get(where, ""))
    turns = int(viewport[1]) if viewport else None
    box = [int(viewport[index]) for index in range(2, 6)] if viewport else []
    return Input(
        complete=whole.complete,
        unread=whole.unread,
        focused_display=display,
        focused_app=record[1] if record and component(record[1]) else None,
        focused_window=_title(named["FocusedWindows:"].get(where)),
        orientation=None if turns is None else {90: 1, 180: 2, 270: 3}.get(turns, turns if turns < 4 else None),
        width=box[2] - box[0] if box else None,
        height=box[3] - box[1] if box else None,
        viewport_active=active,
    )
