"""W3C actions: sequences of pointers, keys and pauses (W3CActions.java, W3CActionsTransformer.java)."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

from simulator.ondevice.appium.elements import Elements
from simulator.ondevice.appium.errors import WebDriverError
from simulator.ondevice.automation import UiAutomation

_SLOP = 8  # px
_FAR = 1e6
# Keys of the WebDriver specification (17.4.2) that a phone has.
SPECIAL_KEYS = {
    "\ue003": "DEL", "\ue004": "TAB", "\ue006": "ENTER", "\ue007": "ENTER", "\ue00c": "ESCAPE", "\ue00d": "SPACE",
    "\ue00e": "PAGE_UP", "\ue00f": "PAGE_DOWN", "\ue010": "MOVE_END", "\ue011": "MOVE_HOME", "\ue012": "DPAD_LEFT",
    "\ue013": "DPAD_UP", "\ue014": "DPAD_RIGHT", "\ue015": "DPAD_DOWN", "\ue017": "FORWARD_DEL",
}  # fmt: skip


@dataclass
class _Stroke:
    """What one finger does from down to up: its points, each with the ms since the one before."""

    start: float
    points: list[tuple[float, float, float]] = field(default_factory=list)


class Actions:
    """Plays a request's actions."""

    def __init__(self, automation: UiAutomation, elements: Elements) -> None:
        self._automation = automation
        self._elements = elements

    def perform(self, sources: Any) -> None:
        """Play all sources. Fingers that are down at the same time are a gesture of several, which nothing here takes."""
        if not isinstance(sources, list) or not all(isinstance(source, dict) for source in sources):
            raise WebDriverError("invalid argument", "actions must be a list of action sequences")
        strokes: list[_Stroke] = []
        for source in sources:
            kind, items = source.get("type"), source.get("actions")
            if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
                raise WebDriverError("invalid argument", "a sequence needs its actions")
            if kind == "pointer":
                strokes += self._strokes(items)
            elif kind == "key":
                self._keys(items)
            elif kind != "none":
                raise WebDriverError("invalid argument", f"unknown input source {kind!r}")
        strokes.sort(key=lambda stroke: stroke.start)
        for before, after in itertools.pairwise(strokes):
            if after.start < before.start + sum(ms for _, _, ms in before.points):
                self._automation.phone.power.user_activity()
                return
        for stroke in strokes:
            self._play(stroke)

    def _play(self, stroke: _Stroke) -> None:
        points = [(x, y) for x, y, _ in stroke.points]
        time = sum(ms for _, _, ms in stroke.points)
        x1, y1 = points[0]
        if all(abs(x - x1) <= _SLOP and abs(y - y1) <= _SLOP for x, y in points):
            self._automation.press(x1, y1, time)
        else:
            moves = [point for index, point in enumerate(points) if index == 0 or point != points[index - 1]]
            self._automation.path(moves, time / max(len(moves) - 1, 1))

    def _strokes(self, items: list[dict[str, Any]]) -> list[_Stroke]:
        clock, x, y = 0.0, 0.0, 0.0
        stroke: _Stroke | None = None
        done: list[_Stroke] = []
        for item in items:
            kind, ms = item.get("type"), _number(item.get("duration") or 0)
            clock += ms
            if kind == "pointerMove":
                x, y = self._target(item, x, y)
                if stroke is not None:
                    stroke.points.append((x, y, ms))
            elif kind == "pointerDown":
                stroke = _Stroke(clock, [(x, y, 0.0)])
            elif kind == "pause":
                if stroke is not None:
                    stroke.points.append((x, y, ms))
            elif kind in ("pointerUp", "pointerCancel"):
                if stroke is not None and kind == "pointerUp":
                    done.append(stroke)
                stroke = None
            else:
                raise WebDriverError("invalid argument", f"unknown pointer action {kind!r}")
        return done

    def _target(self, item: dict[str, Any], x: float, y: float) -> tuple[float, float]:
        dx, dy, origin = _number(item.get("x", 0)), _number(item.get("y", 0)), item.get("origin", "viewport")
        if origin == "viewport":
            return dx, dy
        if origin == "pointer":
            return x + dx, y + dy
        node = self._elements.origin(origin)
        if node is None:
            raise WebDriverError("invalid argument", "unknown origin")
        left, top, right, bottom = node.bounds
        return (left + right) / 2 + dx, (top + bottom) / 2 + dy

    def _keys(self, items: list[dict[str, Any]]) -> None:
        for item in items:
            if item.get("type") == "keyDown":
                self.type(str(item.get("value", "")))

    def type(self, text: str) -> None:
        """Type characters and the specification's special keys."""
        for char in text:
            name = SPECIAL_KEYS.get(char)
            if name is not None or char == "\n":
                self._automation.key(name or "ENTER")
            else:
                self._automation.type_text(char)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < _FAR:
        raise WebDriverError("invalid argument", f"{value!r} is no number")
    return float(value)
