"""Gestures with their own endpoints (`/appium/gestures/*`, handler/gestures/*.java)."""

from __future__ import annotations

from typing import Any

from simulator.ondevice.appium.elements import Elements
from simulator.ondevice.appium.errors import WebDriverError
from simulator.ondevice.appium.expression import evaluate
from simulator.ondevice.automation import LONG_PRESS_MS, UiAutomation
from simulator.ondevice.scrollable import UiScrollable
from simulator.ondevice.selector import UiSelector
from simulator.screen.nodes import Node
from simulator.screen.views import Bounds

_MARGIN = 0.1  # of an element, where UiObject2's gestures do not begin
_SPEED = 2500.0  # px a second at density 1 (UiObject2.DEFAULT_SWIPE_SPEED); others are as quick here
_BACK = ("up", "left")
_FAR = 1e6


class Gestures:
    """Gestures on elements, areas and points."""

    def __init__(self, automation: UiAutomation, elements: Elements) -> None:
        self._automation = automation
        self._elements = elements

    def _point(self, body: dict[str, Any], name: str = "offset") -> tuple[float, float]:
        """The point of a request: within its element, or on the screen; an element's middle if none is given."""
        node, given = self._elements.origin(body.get("origin")), body.get(name)
        x, y = (_number(given, "x"), _number(given, "y")) if given is not None else (None, None)
        if node is None:
            if x is None or y is None:
                raise WebDriverError("invalid argument", f"Either an element or its {name} must be provided")
            return x, y
        left, top, right, bottom = node.bounds
        if x is None or y is None:
            return (left + right) / 2, (top + bottom) / 2
        return left + x, top + y

    def click(self, body: dict[str, Any]) -> None:
        """Tap."""
        self._automation.tap(*self._point(body))

    def long_click(self, body: dict[str, Any]) -> None:
        """Rest on a point."""
        ms = _number(body, "duration") if body.get("duration") is not None else LONG_PRESS_MS
        self._automation.press(*self._point(body), ms)

    def double_click(self, body: dict[str, Any]) -> None:
        """Tap twice."""
        point = self._point(body)
        self._automation.tap(*point)
        self._automation.tap(*point)

    def drag(self, body: dict[str, Any]) -> None:
        """Take hold of a point and move it."""
        end = body.get("end")
        if end is None:
            raise WebDriverError("invalid argument", "The end point must be provided")
        start = self._point(body, "start")
        x, y = _number(end, "x"), _number(end, "y")
        node = self._elements.origin(body.get("origin"))
        if node is not None:
            x, y = x + node.bounds[0], y + node.bounds[1]
        self._automation.swipe(*start, x, y, _time(start, (x, y), body))

    def _area(self, body: dict[str, Any]) -> tuple[Bounds, Node | None]:
        node = self._elements.origin(body.get("origin"))
        if node is not None:
            return node.bounds, node
        area = body.get("area")
        if not isinstance(area, dict):
            raise WebDriverError("invalid argument", "Either an element or an area must be provided")
        left, top = int(_number(area, "left")), int(_number(area, "top"))
        return (left, top, left + int(_number(area, "width")), top + int(_number(area, "height"))), None

    def swipe(self, body: dict[str, Any]) -> None:
        """A finger moves in a direction, over a share of an element or area."""
        bounds, _ = self._area(body)
        self._move(bounds, _direction(body), _share(body), body)

    def scroll(self, body: dict[str, Any], *, fling: bool = False) -> bool:
        """The content moves so that what lies in the direction comes into sight; whether there is more."""
        bounds, _ = self._area(body)
        direction = _direction(body)
        finger = {"up": "down", "down": "up", "left": "right", "right": "left"}[direction]
        self._move(bounds, finger, 1.0 if fling else _share(body), body)
        return self._more(bounds, direction)

    def _move(self, bounds: Bounds, finger: str, share: float, body: dict[str, Any]) -> None:
        left, top, right, bottom = bounds
        x, y = (left + right) / 2, (top + bottom) / 2
        half_x, half_y = (right - left) * (0.5 - _MARGIN) * share, (bottom - top) * (0.5 - _MARGIN) * share
        dx, dy = {"up": (0.0, -half_y), "down": (0.0, half_y), "left": (-half_x, 0.0), "right": (half_x, 0.0)}[finger]
        start, end = (x - dx, y - dy), (x + dx, y + dy)
        self._automation.swipe(*start, *end, _time(start, end, body))

    def _more(self, bounds: Bounds, direction: str) -> bool:
        """Whether a list at the middle of an area has more that way."""
        left, top, right, bottom = bounds
        x, y = (left + right) // 2, (top + bottom) // 2
        for entry in reversed(self._automation.phone.screen.active().lists):
            seen = entry.view.visible
            if seen is not None and seen[0] <= x < seen[2] and seen[1] <= y < seen[3] and entry.limit > 0:
                return entry.offset > 0 if direction in _BACK else entry.offset < entry.limit
        return False

    def pinch(self, body: dict[str, Any]) -> None:
        """Two fingers move apart or together; nothing here zooms, so it is no more than a touch."""
        self._area(body)
        self._automation.phone.power.user_activity()

    def scroll_to(self, body: dict[str, Any]) -> None:
        """Scroll a list (an element, or the first there is) until something is in sight."""
        params = body.get("params")
        if not isinstance(params, dict):
            raise WebDriverError("invalid argument", "params must be provided")
        strategy, text = params.get("strategy"), str(params.get("selector", ""))
        criterion = {"accessibility id": "description", "class name": "className"}.get(str(strategy))
        if strategy == "-android uiautomator":
            wanted = evaluate(text, self._automation)
        elif criterion is not None:
            wanted = UiSelector({criterion: text})
        else:
            raise WebDriverError("invalid argument", f"Cannot scroll to by {strategy}")
        node = self._elements.origin(body.get("origin"))
        where: dict[str, str | bool | int] = {"scrollable": True}
        if node is not None:
            where = {"className": node.cls}
            if node.resource_id:
                where["resourceId"] = node.resource_id
        scrollable = UiScrollable(self._automation, UiSelector(where))
        if params.get("maxSwipes") is not None:
            scrollable.max_swipes = int(min(max(_number(params, "maxSwipes"), 1), 1000))
        if not scrollable.into_view(wanted):
            raise WebDriverError("no such element", f"Cannot scroll to {wanted}")


def _number(given: Any, name: str) -> float:
    value = given.get(name) if isinstance(given, dict) else None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < _FAR:
        raise WebDriverError("invalid argument", f"{name} must be a number")
    return float(value)


def _direction(body: dict[str, Any]) -> str:
    direction = str(body.get("direction", "")).lower()
    if direction not in ("up", "down", "left", "right"):
        raise WebDriverError("invalid argument", "Direction must be one of up, down, left, right")
    return direction


def _share(body: dict[str, Any]) -> float:
    share = _number(body, "percent")
    if not 0 < share <= 1:
        raise WebDriverError("invalid argument", "percent must be in range (0, 1]")
    return share


def _time(start: tuple[float, float], end: tuple[float, float], body: dict[str, Any]) -> float:
    """How long a way takes (ms) at the request's speed."""
    speed = body.get("speed")
    speed = float(speed) if isinstance(speed, (int, float)) and speed > 0 else _SPEED
    return max(abs(end[0] - start[0]), abs(end[1] - start[1])) / speed * 1000
