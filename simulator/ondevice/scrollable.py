"""UiScrollable: a list that is moved until something is in sight (androidx.test.uiautomator UiScrollable, UiCollection)."""

from __future__ import annotations

from simulator.ondevice.automation import STEP_MS, UiAutomation
from simulator.ondevice.selector import UiSelector
from simulator.screen.nodes import Node

SCROLL_STEPS = 55
FLING_STEPS = 5
MAX_SEARCH_SWIPES = 30
_DEAD_ZONE = 0.1  # of the list at both ends, where no swipe begins


class NotFound(LookupError):
    """No node is as the selector says (UiObjectNotFoundException)."""


class UiScrollable:
    """The list that a selector means. Methods raise NotFound where there is none."""

    def __init__(self, automation: UiAutomation, selector: UiSelector) -> None:
        self._automation = automation
        self.selector = selector
        self.vertical = True
        self.max_swipes = MAX_SEARCH_SWIPES

    def node(self) -> Node:
        """The list's node."""
        found = self.selector.find(self._automation.active())
        if found is None:
            raise NotFound(str(self.selector))
        return found

    def _state(self) -> tuple[int, int] | None:
        """How far the list has been scrolled, and how far it can be; None if it is none that scrolls."""
        node = self.node()
        window = self._automation.phone.screen.active()
        for entry in window.lists:
            if any(below.view is entry.view for below in node.walk()):
                return entry.offset, entry.limit
        return None

    def scroll(self, *, forward: bool, steps: int = SCROLL_STEPS) -> bool:
        """Swipe across the list once; whether there is more that way."""
        left, top, right, bottom = self.node().bounds
        before = self._state()
        if self.vertical:
            x, margin = (left + right) // 2, int((bottom - top) * _DEAD_ZONE)
            start, end = (bottom - margin, top + margin) if forward else (top + margin, bottom - margin)
            way = (x, start, x, end)
        else:
            y, margin = (top + bottom) // 2, int((right - left) * _DEAD_ZONE)
            start, end = (right - margin, left + margin) if forward else (left + margin, right - margin)
            way = (start, y, end, y)
        self._automation.swipe(*way, steps * STEP_MS)
        after = self._state()
        if before is None or after is None or before[0] == after[0]:
            return False
        return after[0] < after[1] if forward else after[0] > 0

    def scroll_to_end(self, max_swipes: int, *, forward: bool, steps: int = SCROLL_STEPS) -> bool:
        """Swipe until the list's end (or beginning) shows, `max_swipes` times at most."""
        for _ in range(max_swipes):
            if not self.scroll(forward=forward, steps=steps):
                break
        return True

    def into_view(self, wanted: UiSelector) -> bool:
        """Move the list until it shows a node; from where it stands, then from its beginning. False if it has none."""
        below = chained(self.selector, "child", wanted)

        def shown() -> bool:
            return below.find(self._automation.active()) is not None

        self.node()
        if shown():
            return True
        self.scroll_to_end(self.max_swipes, forward=False)
        for _ in range(self.max_swipes):
            if shown():
                return True
            if not self.scroll(forward=True):
                return shown()
        return shown()

    def child_with(self, pattern: UiSelector, wanted: UiSelector, *, search: bool = False) -> UiSelector:
        """The selector of the list's child like `pattern` that is, or holds, what is wanted; with `search` the list is
        scrolled for it first. Raises NotFound."""
        if search:
            self.into_view(wanted)
        rows = chained(self.selector, "child", pattern)
        for number, node in enumerate(rows.every(self._automation.active())):
            if wanted.find(node) is not None:
                return rows.with_instance(number)
        raise NotFound(f"for {wanted}")


def chained(first: UiSelector, link: str, then: UiSelector) -> UiSelector:
    """A chain's selector with another at its end."""
    if first.next is not None:
        return UiSelector(dict(first.criteria), first.link, chained(first.next, link, then))
    return UiSelector(dict(first.criteria), "child" if link == "child" else "sibling", then)
