"""The methods of uiautomator2's server that find something and act on it (AutomatorServiceImpl.java, ObjInfo.java)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from simulator.ondevice.automation import LONG_PRESS_MS, STEP_MS, UiAutomation
from simulator.ondevice.scrollable import FLING_STEPS, SCROLL_STEPS, NotFound, UiScrollable, chained
from simulator.ondevice.selector import BadSelector, UiSelector
from simulator.ondevice.uiautomator2.methods import DeviceMethods
from simulator.ondevice.uiautomator2.selectors import read_selector
from simulator.screen.nodes import Node
from simulator.screen.views import Bounds

_MARGIN = 5  # px that UiObject's swipes keep from the object's edges (SWIPE_MARGIN_LIMIT)
_DIRECTIONS = {"u": "up", "d": "down", "l": "left", "r": "right"}
Json = Any  # a selector as the client wrote it, or the name of an object that an earlier call gave


class Service(DeviceMethods):
    """All methods of the service."""

    def __init__(self, automation: UiAutomation) -> None:
        super().__init__(automation)
        self._objects: dict[str, UiSelector] = {}
        self._names = itertools.count(1)

    def _selector(self, obj: Json) -> UiSelector:
        if isinstance(obj, str):
            if obj not in self._objects:
                raise NotFound(f"no object {obj}")
            return self._objects[obj]
        return read_selector(obj)

    def _find(self, obj: Json) -> Node | None:
        selector = self._selector(obj)
        # Selectors without children go through BySelector, which looks into every window.
        return self._automation.find(selector, everywhere=selector.next is None)

    def _need(self, obj: Json) -> Node:
        node = self._find(obj)
        if node is None:
            raise NotFound(str(self._selector(obj)))
        return node

    def _keep(self, selector: UiSelector) -> str:
        name = f"object-{next(self._names)}"
        self._objects[name] = selector
        return name

    # -- is it there

    def exist(self, obj: Json) -> bool:
        """Whether there is such a node."""
        return self._find(obj) is not None

    def count(self, obj: Json) -> int:
        """How many such nodes the active window has."""
        return self._selector(obj).count(self._automation.active())

    def objInfo(self, obj: Json) -> dict[str, Any]:
        """What a node is and shows."""
        return _info(self._need(obj))

    def objInfoOfAllInstances(self, obj: Json) -> list[dict[str, Any]]:
        """The same of every such node."""
        return [_info(node) for node in self._selector(obj).every(self._automation.active())]

    async def waitForExists(self, obj: Json, timeout: int) -> bool:
        """Wait at most `timeout` ms for a node."""
        return await self._automation.wait(lambda: self._find(obj), timeout / 1000) is not None

    async def waitUntilGone(self, obj: Json, timeout: int) -> bool:
        """Wait at most `timeout` ms until there is no such node."""
        gone = await self._automation.wait(lambda: None if self._find(obj) else True, timeout / 1000)
        return gone is True

    # -- touches

    def click(self, obj: Json, *where: Any) -> bool:
        """`click(x, y[, ms])`, or `click(obj[, corner])`."""
        if isinstance(obj, (int, float)):
            return super().click(obj, *_numbers(where, 1, 2))
        self._touch(obj, str(where[0]) if where else "center", 100)
        return True

    def clickAndWaitForNewWindow(self, obj: Json, timeout: int) -> bool:
        """Click a node; whether another window has the focus then."""
        before = self._phone.screen.focused_window()
        self._touch(obj, "center", 100)
        return self._phone.screen.focused_window() != before

    def longClick(self, obj: Json, corner: str = "center") -> bool:
        """Touch a node for long."""
        self._touch(obj, corner, LONG_PRESS_MS)
        return True

    def _touch(self, obj: Json, corner: str, ms: int) -> None:
        left, top, right, bottom = self._need(obj).bounds
        x, y = (left + right) // 2, (top + bottom) // 2
        if corner in ("tl", "topleft"):
            x, y = left + _MARGIN, top + _MARGIN
        elif corner in ("br", "bottomright"):
            x, y = right - _MARGIN, bottom - _MARGIN
        self._automation.press(x, y, ms)

    def dragTo(self, obj: Json, *where: Any) -> bool:
        """`dragTo(obj, x, y, steps)` or `dragTo(obj, other, steps)`."""
        left, top, right, bottom = self._need(obj).bounds
        if len(where) == 3:
            x, y, steps = _numbers(where, 3, 3)
        else:
            x, y = _middle(self._need(where[0] if where else None).bounds)
            (steps,) = _numbers(where[1:], 1, 1)
        self._automation.swipe((left + right) // 2, (top + bottom) // 2, x, y, steps * STEP_MS)
        return True

    def swipe(self, obj: Json, *how: Any) -> bool:
        """`swipe(x1, y1, x2, y2, steps)`, `swipe(obj, direction, steps)` or `swipe(obj, direction, share, steps)`."""
        if isinstance(obj, (int, float)):
            y1, x2, y2, steps = _numbers(how, 4, 4)
            return super().swipe(obj, y1, x2, y2, int(steps))
        direction = _DIRECTIONS.get(str(how[0])[:1].lower()) if how else None
        if direction is None:
            return False
        *_, steps = _numbers(how[1:], 1, 2)
        self._automation.swipe(*_across(self._need(obj).bounds, direction), steps * STEP_MS)
        return True

    def gesture(self, obj: Json, *points: dict[str, float] | int) -> bool:
        """Two or three fingers move; one finger is what this screen feels, so the first one's way is made."""
        self._need(obj)
        ends = [(point["x"], point["y"]) for point in points if isinstance(point, dict) and {"x", "y"} <= set(point)]
        if len(ends) not in (4, 6) or len(points) != len(ends) + 1:
            raise BadSelector("gesture takes the starts and the ends of two or three fingers, and steps")
        (steps,) = _numbers(points[-1:], 1, 1)
        self._automation.swipe(*ends[0], *ends[len(ends) // 2], steps * STEP_MS)
        return True

    def pinchIn(self, obj: Json, percent: int, steps: int) -> bool:
        """Two fingers move towards each other; nothing here zooms."""
        self._need(obj)
        self._phone.power.user_activity()
        return True

    def pinchOut(self, obj: Json, percent: int, steps: int) -> bool:
        """Two fingers move apart; nothing here zooms."""
        return self.pinchIn(obj, percent, steps)

    # -- text

    def getText(self, obj: Json) -> str:
        """A node's text."""
        return self._need(obj).text

    def setText(self, obj: Json, text: str) -> bool:
        """Put a text into a field in the place of what it holds."""
        return self._automation.set_text(self._need(obj), text or "")

    def clearTextField(self, obj: Json) -> None:
        """Empty a field."""
        self._automation.set_text(self._need(obj), "")

    # -- lists

    def _list(self, obj: Json, vertical: bool) -> UiScrollable:
        scrollable = UiScrollable(self._automation, self._selector(obj))
        scrollable.vertical = vertical
        return scrollable

    def scrollForward(self, obj: Json, vertical: bool, steps: int = SCROLL_STEPS) -> bool:
        """Scroll on once; whether there is more."""
        return self._list(obj, vertical).scroll(forward=True, steps=steps)

    def scrollBackward(self, obj: Json, vertical: bool, steps: int = SCROLL_STEPS) -> bool:
        """Scroll back once; whether there is more."""
        return self._list(obj, vertical).scroll(forward=False, steps=steps)

    def scrollToEnd(self, obj: Json, vertical: bool, max_swipes: int, steps: int = SCROLL_STEPS) -> bool:
        """Scroll to the end."""
        return self._list(obj, vertical).scroll_to_end(max_swipes, forward=True, steps=steps)

    def scrollToBeginning(self, obj: Json, vertical: bool, max_swipes: int, steps: int = SCROLL_STEPS) -> bool:
        """Scroll to the beginning."""
        return self._list(obj, vertical).scroll_to_end(max_swipes, forward=False, steps=steps)

    def scrollTo(self, obj: Json, target: Json, vertical: bool) -> bool:
        """Scroll until a node is in sight; whether it is."""
        return self._list(obj, vertical).into_view(self._selector(target))

    def flingForward(self, obj: Json, vertical: bool) -> bool:
        """Fling on once."""
        return self.scrollForward(obj, vertical, FLING_STEPS)

    def flingBackward(self, obj: Json, vertical: bool) -> bool:
        """Fling back once."""
        return self.scrollBackward(obj, vertical, FLING_STEPS)

    def flingToEnd(self, obj: Json, vertical: bool, max_swipes: int) -> bool:
        """Fling to the end."""
        return self.scrollToEnd(obj, vertical, max_swipes, FLING_STEPS)

    def flingToBeginning(self, obj: Json, vertical: bool, max_swipes: int) -> bool:
        """Fling to the beginning."""
        return self.scrollToBeginning(obj, vertical, max_swipes, FLING_STEPS)

    # -- objects by name

    def childByText(self, collection: Json, child: Json, text: str, search: bool = False) -> str:
        """The name of a list's child that shows a text."""
        return self._child(collection, child, UiSelector({"text": text}), search)

    def childByDescription(self, collection: Json, child: Json, text: str, search: bool = False) -> str:
        """The name of a list's child that has a description."""
        return self._child(collection, child, UiSelector({"description": text}), search)

    def _child(self, collection: Json, child: Json, wanted: UiSelector, search: bool) -> str:
        scrollable = self._list(collection, True)
        return self._keep(scrollable.child_with(self._selector(child), wanted, search=search))

    def childByInstance(self, collection: Json, child: Json, instance: int) -> str:
        """The name of a list's child by its number."""
        rows = chained(self._selector(collection), "child", self._selector(child))
        return self._keep(rows.with_instance(instance))

    def getChild(self, obj: Json, selector: Json) -> str:
        """The name of a node below a node."""
        return self._keep(chained(self._selector(obj), "child", self._selector(selector)))

    def getFromParent(self, obj: Json, selector: Json) -> str:
        """The name of a node beside a node."""
        return self._keep(chained(self._selector(obj), "sibling", self._selector(selector)))

    def getUiObject(self, selector: Json) -> str:
        """The name of a node."""
        return self._keep(self._selector(selector))

    def removeUiObject(self, name: str) -> None:
        """Forget a name."""
        self._objects.pop(name, None)

    def getUiObjects(self) -> list[str]:
        """The names that are kept."""
        return list(self._objects)


def _numbers(values: Sequence[Any], least: int, most: int) -> list[float]:
    """Values that are all numbers, so many of them; raises BadSelector."""
    if not least <= len(values) <= most or not all(isinstance(value, (int, float)) for value in values):
        raise BadSelector("numbers expected")
    return list(values)


def _middle(bounds: Bounds) -> tuple[int, int]:
    left, top, right, bottom = bounds
    return (left + right) // 2, (top + bottom) // 2


def _across(bounds: Bounds, direction: str) -> Bounds:
    """From the middle's far side to the near one, a margin away from the edges (UiObject.swipeUp and its like)."""
    left, top, right, bottom = bounds
    x, y = _middle(bounds)
    return {
        "up": (x, bottom - _MARGIN, x, top + _MARGIN),
        "down": (x, top + _MARGIN, x, bottom - _MARGIN),
        "left": (right - _MARGIN, y, left + _MARGIN, y),
        "right": (left + _MARGIN, y, right - _MARGIN, y),
    }[direction]


def _rect(bounds: Bounds) -> dict[str, int]:
    left, top, right, bottom = bounds
    return {"bottom": bottom, "left": left, "right": right, "top": top}


def _info(node: Node) -> dict[str, Any]:
    return {
        "bounds": _rect(node.view.bounds),
        "childCount": len(node.children),
        "className": node.cls,
        "contentDescription": node.desc,
        "packageName": node.package,
        "resourceName": node.resource_id or None,
        "text": node.text,
        "visibleBounds": _rect(node.bounds),
        "checkable": node.checkable,
        "checked": node.checked,
        "clickable": node.clickable,
        "enabled": node.enabled,
        "focusable": node.focusable,
        "focused": node.focused,
        "longClickable": node.long_clickable,
        "scrollable": node.scrollable,
        "selected": node.selected,
    }
