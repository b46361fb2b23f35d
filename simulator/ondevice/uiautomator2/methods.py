"""The methods of uiautomator2's server that touch the phone as a whole (AutomatorServiceImpl.java)."""

from __future__ import annotations

import base64
import time
from typing import TYPE_CHECKING, Any

from simulator.ondevice.automation import STEP_MS, UiAutomation
from simulator.screen.dump import HEADER, Dumper

if TYPE_CHECKING:
    from simulator.screen.nodes import Node
    from simulator.screen.window import Window

_CLICK_MS = 100
_TOUCH_SLOP = 8  # px that a touch may move and still be a tap
_DOWN, _UP, _MOVE = 0, 1, 2
_KEYS = {
    "home": "HOME", "back": "BACK", "left": "DPAD_LEFT", "right": "DPAD_RIGHT", "up": "DPAD_UP", "down": "DPAD_DOWN",
    "center": "DPAD_CENTER", "menu": "MENU", "search": "SEARCH", "enter": "ENTER", "delete": "DEL", "del": "DEL",
    "recent": "APP_SWITCH", "volume_up": "VOLUME_UP", "volume_down": "VOLUME_DOWN", "volume_mute": "VOLUME_MUTE",
    "camera": "CAMERA", "power": "POWER",
}  # fmt: skip
_ROTATIONS = {"natural": 0, "n": 0, "left": 1, "l": 1, "right": 3, "r": 3}


class DeviceMethods:
    """Each public method is one of the service's, with its parameters."""

    def __init__(self, automation: UiAutomation) -> None:
        self._automation = automation
        self._phone = automation.phone
        self._finger: tuple[list[tuple[float, float]], float] | None = None
        self._configurator: dict[str, int] = {
            "actionAcknowledgmentTimeout": 500, "keyInjectionDelay": 0, "scrollAcknowledgmentTimeout": 200,
            "waitForIdleTimeout": 0, "waitForSelectorTimeout": 0,
        }  # fmt: skip

    def ping(self) -> str:
        """`pong`."""
        return "pong"

    def deviceInfo(self) -> dict[str, Any]:
        """Screen, rotation, product and the package in front."""
        device, density = self._phone.state.device, self._phone.display.density
        width, height = self._phone.display.size
        return {
            "currentPackageName": self._phone.screen.active().package,
            "displayHeight": height,
            "displayRotation": self._phone.state.display.rotation,
            "displaySizeDpX": round(width * 160 / density),
            "displaySizeDpY": round(height * 160 / density),
            "displayWidth": width,
            "productName": device.product,
            "screenOn": self._phone.power.interactive,
            "sdkInt": device.api_level,
            "naturalOrientation": self._phone.state.display.rotation == 0,
        }

    # -- touches

    def click(self, x: float, y: float, milliseconds: float = _CLICK_MS) -> bool:
        """Touch a point, for some time."""
        if x < 0 or y < 0:
            return False
        self._automation.press(x, y, milliseconds)
        return True

    def swipe(self, start_x: float, start_y: float, end_x: float, end_y: float, steps: int) -> bool:
        """Move a finger, 5 ms a step."""
        self._automation.swipe(start_x, start_y, end_x, end_y, steps * STEP_MS)
        return True

    def drag(self, start_x: float, start_y: float, end_x: float, end_y: float, steps: int) -> bool:
        """Take hold of a point and move it."""
        return self.swipe(start_x, start_y, end_x, end_y, steps)

    def swipePoints(self, segments: list[float], segment_steps: int) -> bool:
        """Move a finger through points, given as x and y in turn."""
        points = list(zip(segments[::2], segments[1::2], strict=False))
        self._automation.path(points, segment_steps * STEP_MS)
        return True

    def injectInputEvent(self, action: int, x: float, y: float, meta_state: int) -> bool:
        """A finger goes down (0), moves (2) or up (1)."""
        if action == _DOWN:
            self._finger = [(x, y)], time.monotonic()
        elif self._finger is None:
            return False
        elif action == _MOVE:
            self._finger[0].append((x, y))
        elif action == _UP:
            (points, since), self._finger = self._finger, None
            self._lift([*points, (x, y)], (time.monotonic() - since) * 1000)
        else:
            return False
        return True

    def _lift(self, points: list[tuple[float, float]], ms: float) -> None:
        (x1, y1), *rest = points
        if all(abs(x - x1) <= _TOUCH_SLOP and abs(y - y1) <= _TOUCH_SLOP for x, y in rest):
            self._automation.press(x1, y1, ms)
        else:
            self._automation.path(points, ms / len(rest))

    # -- sight

    def dumpWindowHierarchy(
        self, compressed: bool = False, max_depth: int | str = 50, root_in_active: bool = False
    ) -> str:
        """The windows as XML, the active one first; `max_depth` levels below each root at most."""
        depth = max_depth if isinstance(max_depth, int) else 50  # an older client names a file here
        active = self._phone.screen.active()
        windows = [window for window, _ in self._automation.windows() if window is not active]
        roots = [active] if root_in_active else [active, *windows]
        shown = "".join(self._nodes(window, index, compressed, depth) for index, window in enumerate(roots))
        return f'{HEADER}\r\n<hierarchy rotation="{self._phone.state.display.rotation}">{shown}</hierarchy>'

    def _nodes(self, window: Window, index: int, compressed: bool, depth: int) -> str:
        root = self._phone.screen.nodes(window, compressed=compressed)
        root.index = index
        _cut(root, depth)
        return Dumper.of(root, self._phone.state.device.api_level)

    def takeScreenshot(self, scale: float | str = 1, quality: float = 80, *more: int) -> str:
        """The screen as JPEG in base64."""
        data = self._automation.screenshot("JPEG", quality=more[0] if more else int(quality))
        return base64.b64encode(data).decode()

    # -- keys, power, rotation

    def pressKey(self, key: str) -> bool:
        """Press a key by uiautomator2's own names."""
        name = _KEYS.get(key.lower())
        return name is not None and self._automation.key(name)

    def pressKeyCode(self, code: int, meta: int = 0) -> bool:
        """Press a key by Android's code."""
        return self._automation.key(code)

    def wakeUp(self) -> None:
        """Turn the screen on."""
        self._phone.power.wake()

    def sleep(self) -> None:
        """Turn the screen off."""
        self._phone.power.sleep()

    def isScreenOn(self) -> bool:
        """Whether the screen is on."""
        return self._phone.power.interactive

    def freezeRotation(self, freeze: bool) -> None:
        """Hold the rotation, or let it go."""
        self._automation.freeze_rotation(freeze)

    def setOrientation(self, direction: str) -> None:
        """Turn to natural, left or right (upside down is ignored) and hold it."""
        rotation = _ROTATIONS.get(direction.lower())
        if rotation is not None:
            self._automation.set_rotation(rotation)

    def openNotification(self) -> bool:
        """Open the notification shade."""
        self._phone.statusbar.expand()
        return True

    def openQuickSettings(self) -> bool:
        """Open the quick settings."""
        self._phone.statusbar.expand_settings()
        return True

    # -- text and toasts

    def setClipboard(self, label: str | None, text: str) -> None:
        """Put a text on the clipboard."""
        self._phone.state.ui.clipboard = text
        self._phone.changed()

    def getClipboard(self) -> str | None:
        """The text on the clipboard, or null."""
        return self._phone.state.ui.clipboard

    def pasteClipboard(self) -> None:
        """Paste into the field that has the focus."""
        self._automation.type_text(self._phone.state.ui.clipboard or "")

    def clearInputText(self) -> None:
        """Empty the field that has the focus."""
        self._phone.screen.set_text_focused("")

    def makeToast(self, text: str, duration: float) -> bool:
        """Show a toast."""
        self._phone.screen.toast(text)
        return True

    def getLastToast(self, cache_ms: float | None = None) -> str | None:
        """The text of the last toast since the server started or `clearLastToast`, no older than `cache_ms`."""
        toast = self._automation.toast
        if toast is None or (cache_ms is not None and (time.monotonic() - toast[2]) * 1000 > cache_ms):
            return None
        return toast[1]

    def clearLastToast(self) -> bool:
        """Forget the last toast."""
        self._automation.toast = None
        return True

    def getLastTraversedText(self) -> str | None:
        """Text of the last traversal event: nothing here moves through text by granularity, so there is none."""
        return None

    def clearLastTraversedText(self) -> None:
        """Forget the last traversed text."""

    # -- waits and settings

    def waitForIdle(self, timeout: int = 0) -> None:
        """Wait until the screen rests: it always does between two requests."""

    async def waitForWindowUpdate(self, package: str | None, timeout: int) -> bool:
        """Wait until something on the screen changes (in a package's window, if one is named)."""
        before = self._phone.version

        def changed() -> bool | None:
            there = package is None or self._phone.screen.active().package == package
            return True if self._phone.version != before and there else None

        return bool(await self._automation.wait(changed, timeout / 1000))

    def getConfigurator(self) -> dict[str, int]:
        """Configurator's timeouts (ms)."""
        return dict(self._configurator)

    def setConfigurator(self, info: dict[str, int]) -> dict[str, int]:
        """Change Configurator's timeouts; they are kept and told back."""
        known = {name: int(value) for name, value in info.items() if name in self._configurator}
        self._configurator.update(known)
        return dict(self._configurator)


def _cut(node: Node, depth: int) -> None:
    if depth <= 0:
        node.children = []
    for child in node.children:
        _cut(child, depth - 1)
