"""What a session does with the requests that concern elements, the source, typing and gestures (handler/*.java)."""

from __future__ import annotations

import base64
from typing import Any

from simulator.ondevice.appium.actions import Actions
from simulator.ondevice.appium.device import DeviceRequests
from simulator.ondevice.appium.elements import Elements, Toast, rect
from simulator.ondevice.appium.errors import WebDriverError, no_such_element
from simulator.ondevice.appium.find import Finder
from simulator.ondevice.appium.gestures import Gestures
from simulator.ondevice.appium.source import FLAGS, Found, bounds_text, flag
from simulator.ondevice.automation import UiAutomation
from simulator.screen.nodes import Node

Body = dict[str, Any]
_NAMES = {"contentDescription": "content-desc", "name": "content-desc", "className": "class", "resourceId": "resource-id",
          "longClickable": "long-clickable"}  # fmt: skip
_TOLD = ("text", "class", "package", "content-desc", "resource-id", "bounds", "displayed", "hint", "index", *FLAGS)


class Session:
    """A session: its settings, and the elements that it has found."""

    def __init__(self, automation: UiAutomation, name: str, capabilities: Body) -> None:
        self.id = name
        self.capabilities = capabilities
        self.automation = automation
        self.settings: Body = {
            "actionAcknowledgmentTimeout": 3000, "allowInvisibleElements": False, "compressed_layout_hierarchy": False,
            "disableIdLocatorAutocompletion": False, "elementResponseAttributes": "name,text",
            "enableMultiWindows": False, "ignoreUnimportantViews": False, "keyInjectionDelay": 0,
            "scrollAcknowledgmentTimeout": 200, "shouldUseCompactResponses": True, "waitForIdleTimeout": 10000,
            "waitForSelectorTimeout": 10000,
        }  # fmt: skip
        self.elements = Elements(automation)
        self.finder = Finder(automation, self.elements, self.settings)
        self.gestures = Gestures(automation, self.elements)
        self.actions = Actions(automation, self.elements)
        self.device = DeviceRequests(automation)

    # -- finding

    def find_one(self, body: Body) -> dict[str, str]:
        """The first element."""
        found = self.finder.find(body)
        if not found:
            raise no_such_element()
        return self.finder.remember(found[0])

    def find_all(self, body: Body) -> list[dict[str, str]]:
        """Every element."""
        once: dict[int, Found] = {id(found[0]): found for found in self.finder.find(body)}
        return [self.finder.remember(found) for found in once.values()]

    def active_element(self) -> dict[str, str]:
        """The element that has the focus."""
        node = self._focused()
        if node is None:
            raise no_such_element()
        return self.elements.remember(node)

    def _focused(self) -> Node | None:
        return next((node for node in self.automation.active().walk() if node.focused), None)

    def first_visible(self, name: str) -> dict[str, str]:
        """The first child of an element."""
        children = self.elements.node(name).children
        if not children:
            raise no_such_element()
        return self.elements.remember(children[0])

    # -- elements

    def text(self, name: str) -> str:
        """An element's text."""
        return self.elements.get(name).text

    def attribute(self, name: str, wanted: str) -> str | None:
        """An attribute, by its name in the source or in Java."""
        found, wanted = self.elements.get(name), _NAMES.get(wanted, wanted)
        if wanted not in _TOLD:
            raise WebDriverError(
                "unknown error",
                f"'{wanted}' attribute is unknown for the element. Only the following attributes are supported: "
                f"[{', '.join(_TOLD)}]",
            )
        if isinstance(found, Toast):
            told = {"text": found.text, "package": found.package, "class": "android.widget.Toast", "displayed": "true"}
            return told.get(wanted)
        if wanted in FLAGS:
            return flag(getattr(found, wanted.replace("-", "_")))
        simple = {
            "text": found.text, "class": found.cls, "package": found.package, "content-desc": found.desc or None,
            "resource-id": found.resource_id or None, "bounds": bounds_text(found), "displayed": "true",
            "hint": found.hint or None, "index": str(found.index),
        }  # fmt: skip
        return simple[wanted]

    def name(self, name: str) -> str | None:
        """An element's content description."""
        return self.attribute(name, "content-desc")

    def rect(self, name: str) -> dict[str, int]:
        """Where an element lies (px)."""
        return rect(self.elements.node(name).bounds)

    def location(self, name: str) -> dict[str, int]:
        """An element's upper left corner."""
        return {key: value for key, value in self.rect(name).items() if key in "xy"}

    def size(self, name: str) -> dict[str, int]:
        """An element's size."""
        return {key: value for key, value in self.rect(name).items() if key not in "xy"}

    def click(self, name: str) -> None:
        """Tap an element's middle."""
        left, top, right, bottom = self.elements.node(name).bounds
        self.automation.tap((left + right) // 2, (top + bottom) // 2)

    def clear(self, name: str) -> None:
        """Empty an element."""
        if not self.automation.set_text(self.elements.node(name), ""):
            raise WebDriverError("invalid element state", "The element cannot be cleared")

    def value(self, name: str | None, body: Body) -> None:
        """Add a text to what an element holds (`replace`: in the place of it); a line feed at the end is Enter."""
        given = body.get("text")
        if given is None and isinstance(body.get("value"), list):
            given = "".join(str(part) for part in body["value"])
        if not isinstance(given, str):
            raise WebDriverError("invalid argument", "The 'text' to enter is mandatory")
        node = self.elements.node(name) if name is not None else self._focused()
        if node is None:
            raise no_such_element()
        enter = given.endswith("\n")
        text = given.removesuffix("\n")
        before = "" if body.get("replace") else node.view.text
        if not self.automation.set_text(node, before + text):
            raise WebDriverError("invalid element state", f"Cannot set the element to '{text}'. Did you interact "
                                 "with the correct element?")  # fmt: skip
        if enter:
            self.automation.key("ENTER")

    def element_screenshot(self, name: str) -> str:
        """The part of the screen that an element takes, PNG in base64."""
        return _base64(self.automation.screenshot(crop=self.elements.node(name).bounds))

    def scroll_to_element(self, name: str, other: str) -> None:
        """Bring an element of a list into sight."""
        self.elements.node(name)
        self.automation.phone.screen.reveal(self.elements.node(other).view)

    # -- the screen

    def screenshot(self) -> str:
        """The screen, PNG in base64."""
        return _base64(self.automation.screenshot())

    def source(self) -> str:
        """The page source."""
        return self.finder.source().text()

    def back(self) -> None:
        """Press Back."""
        self.automation.key("BACK")

    def open_notifications(self) -> None:
        """Open the shade."""
        self.automation.phone.statusbar.expand()

    def update_settings(self, body: Body) -> Body:
        """Change settings; those that are unknown are refused."""
        given = body.get("settings")
        if not isinstance(given, dict):
            raise WebDriverError("invalid argument", "settings must be a map")
        self.settings.update(given)
        return dict(self.settings)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
