"""Elements that a session has found: their ids, and the nodes that they are now."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from simulator.ondevice.appium.errors import WebDriverError
from simulator.ondevice.automation import UiAutomation
from simulator.screen.nodes import Node
from simulator.screen.views import Bounds
from simulator.screen.window import Window

W3C_KEY = "element-6066-11e4-a52e-4f735466cecf"
JSONWP_KEY = "ELEMENT"
TOAST_CLASS = "android.widget.Toast"
_CACHE = 500  # as ElementsCache keeps


@dataclass(frozen=True)
class Toast:
    """A toast as an element."""

    package: str
    text: str


@dataclass(frozen=True)
class _Handle:
    """Where an element was found: it is the same one as long as a view of its class and id is there."""

    window: tuple[str, str, str]
    path: tuple[int, ...]
    cls: str
    resource_id: str
    said: str  # what a view without an id says, which is then all that tells it apart


class Elements:
    """The elements of one session by id."""

    def __init__(self, automation: UiAutomation) -> None:
        self._automation = automation
        self._known: dict[str, _Handle | Toast] = {}
        self._ids: dict[_Handle | Toast, str] = {}

    def toasts(self) -> list[Toast]:
        """The toast that shows now."""
        seen, text = self._automation.toast, self._automation.phone.state.ui.toast
        if text is None:
            return []
        return [Toast(seen[0] if seen is not None and seen[1] == text else "android", text)]

    def remember(self, found: Node | Toast, window: Window | None = None) -> dict[str, str]:
        """The element object of a node (of the active window, if none is given) or toast."""
        handle = found if isinstance(found, Toast) else self._handle(found, window)
        name = self._ids.get(handle)
        if name is None:
            name = str(uuid.uuid4())
            self._ids[handle], self._known[name] = name, handle
            if len(self._known) > _CACHE:
                oldest = next(iter(self._known))
                self._ids.pop(self._known.pop(oldest), None)
        return {JSONWP_KEY: name, W3C_KEY: name}

    def _handle(self, node: Node, window: Window | None) -> _Handle:
        window = window or self._automation.phone.screen.active()
        return _Handle(_key(window), node.path, node.cls, node.resource_id, _said(node))

    def node(self, name: Any) -> Node:
        """The node that an element is now. Raises WebDriverError: stale, unknown, or a toast."""
        found = self.get(name)
        if isinstance(found, Toast):
            raise WebDriverError("invalid element state", "A toast cannot be acted on")
        return found

    def get(self, name: Any) -> Node | Toast:
        """The node or toast that an element is now."""
        handle = self._known.get(name) if isinstance(name, str) else None
        if handle is None:
            raise WebDriverError("stale element reference", f"The element '{name}' does not exist in DOM anymore")
        if isinstance(handle, Toast):
            if handle in self.toasts():
                return handle
        else:
            for window, root in self._automation.windows():
                node = _at(root, handle.path) if _key(window) == handle.window else None
                if node is None or (node.cls, node.resource_id) != (handle.cls, handle.resource_id):
                    continue
                if _said(node) == handle.said:
                    return node
        raise WebDriverError(
            "stale element reference", f"Cached elements 'By[{name}]' do not exist in DOM anymore"
        )  # fmt: skip

    def origin(self, given: Any) -> Node | None:
        """The node that an element object (or id) names; None for none."""
        if given is None:
            return None
        if isinstance(given, dict):
            given = given.get(W3C_KEY) or given.get(JSONWP_KEY)
        return self.node(given)


def _said(node: Node) -> str:
    return "" if node.resource_id or node.view.kind == "edit" else f"{node.text}\0{node.desc}"


def _key(window: Window) -> tuple[str, str, str]:
    return window.kind, window.title, window.activity.token if window.activity is not None else ""


def _at(root: Node, path: tuple[int, ...]) -> Node | None:
    node = root
    for depth in range(1, len(path) + 1):
        below = next((child for child in node.children if child.path == path[:depth]), None)
        if below is None:
            return None
        node = below
    return node


def rect(bounds: Bounds) -> dict[str, int]:
    """A rectangle as WebDriver tells it."""
    left, top, right, bottom = bounds
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}
