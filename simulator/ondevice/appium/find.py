"""Finding elements by a strategy and a selector (FindElement.java, ElementsLookupStrategy.java)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simulator.ondevice.appium.elements import Elements
from simulator.ondevice.appium.errors import WebDriverError
from simulator.ondevice.appium.expression import evaluate
from simulator.ondevice.appium.source import Found, Source
from simulator.ondevice.automation import UiAutomation
from simulator.ondevice.scrollable import NotFound
from simulator.screen.nodes import Node
from simulator.screen.window import Window


class Finder:
    """Finds elements of a session. `settings` are the session's (enableMultiWindows, disableIdLocatorAutocompletion)."""

    def __init__(self, automation: UiAutomation, elements: Elements, settings: dict[str, Any]) -> None:
        self._automation = automation
        self._elements = elements
        self._settings = settings

    def windows(self) -> list[tuple[Window, Node]]:
        """The windows that are looked into: the active one, or with enableMultiWindows all."""
        windows = self._automation.windows()
        if self._settings.get("enableMultiWindows"):
            return windows
        active = self._automation.phone.screen.active()
        return [(window, root) for window, root in windows if window is active]

    def source(self) -> Source:
        """The page source of those windows."""
        phone = self._automation.phone
        return Source.of_windows(
            self.windows(), self._elements.toasts(), phone.state.display.rotation, phone.display.size
        )

    def find(self, body: dict[str, Any]) -> list[Found]:
        """All that a request's strategy and selector mean, below its `context` if it names an element."""
        strategy = body.get("strategy") or body.get("using")
        selector = body.get("selector") or body.get("value")
        if not isinstance(strategy, str) or not isinstance(selector, str):
            raise WebDriverError("invalid argument", "strategy and selector are needed")
        context = body.get("context") or None
        below = self._elements.node(context) if context is not None else None
        if strategy == "xpath":
            return self._xpath(selector, below)
        if strategy == "-android uiautomator":
            return self._expression(selector, below)
        matches = self._matcher(strategy, selector)
        if below is not None:
            return [(node, self._window_of(below)) for node in below.walk() if node is not below and matches(node)]
        return [(node, window) for window, root in self.windows() for node in root.walk() if matches(node)]

    def _matcher(self, strategy: str, selector: str) -> Callable[[Node], bool]:
        if strategy == "id":
            full = ":" in selector or self._settings.get("disableIdLocatorAutocompletion")
            return lambda node: node.resource_id == (selector if full else f"{node.package}:id/{selector}")
        if strategy == "accessibility id":
            return lambda node: node.desc == selector
        if strategy == "class name":
            return lambda node: node.cls == selector
        raise WebDriverError("invalid selector", f"Locator strategy '{strategy}' is not supported")

    def _xpath(self, selector: str, below: Node | None) -> list[Found]:
        if below is None:
            return self.source().xpath(selector)
        found = Source.of_node(below, self._window_of(below)).xpath(selector, below=True)
        return [(node, window) for node, window in found if node is not below]

    def _expression(self, selector: str, below: Node | None) -> list[Found]:
        try:
            wanted = evaluate(selector, self._automation)
        except NotFound:
            return []
        active = self._automation.phone.screen.active()
        if below is not None:
            return [(node, self._window_of(below)) for node in wanted.every(below) if node is not below]
        return [(node, active) for node in wanted.every(self._automation.active())]

    def _window_of(self, node: Node) -> Window:
        """The window that shows a node's view."""
        while node.parent is not None:
            node = node.parent
        windows = self._automation.windows()
        return next((window for window, root in windows if root.view is node.view), windows[0][0])

    def remember(self, found: Found) -> dict[str, str]:
        """The element object of what was found."""
        return self._elements.remember(*found)
