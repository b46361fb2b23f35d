"""UiAutomation as programs on the phone hold it: sight of the windows, touches, keys, text, toasts, waits."""

from __future__ import annotations

import asyncio
import io
import itertools
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakKeyDictionary

from simulator.ondevice.selector import UiSelector
from simulator.screen.keys import key_name
from simulator.screen.nodes import Node
from simulator.screen.views import Bounds

if TYPE_CHECKING:
    from PIL import Image

    from simulator.phone import Phone
    from simulator.screen.window import Window

T = TypeVar("T")
LONG_PRESS_MS = 500
STEP_MS = 5  # UiDevice injects a step of a swipe every 5 ms
_POLL_SECONDS = 0.04
_FAR = 1e6
_CONNECTED: WeakKeyDictionary[Phone, UiAutomation] = WeakKeyDictionary()


class AlreadyRegistered(Exception):
    """Another program holds UiAutomation; Android lets one in at a time (UiAutomationManager.java)."""

    def __init__(self) -> None:
        super().__init__(
            "java.lang.IllegalStateException: UiAutomationService "
            "android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@5deffd5already registered!"
        )


def automation_held(phone: Phone) -> bool:
    """Whether some program holds the phone's UiAutomation now."""
    return phone in _CONNECTED


class UiAutomation:
    """The connection of one program. Coordinates are px of the present rotation."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.toast: tuple[str, str, float] | None = None  # package, text and wall time of the last toast seen
        self._encoded: tuple[Image.Image, str, int, Bounds | None, bytes] | None = None  # the last picture given

    def connect(self) -> None:
        """Register with the system; raises AlreadyRegistered."""
        if self.phone in _CONNECTED:
            raise AlreadyRegistered
        _CONNECTED[self.phone] = self
        self.phone.screen.toast_watchers.append(self._toasted)

    def disconnect(self) -> None:
        """Let go; doing so twice is harmless."""
        if _CONNECTED.get(self.phone) is self:
            del _CONNECTED[self.phone]
            self.phone.screen.toast_watchers.remove(self._toasted)

    def _toasted(self, package: str, text: str) -> None:
        self.toast = (package, text, time.monotonic())

    # -- sight

    def active(self) -> Node:
        """The root of the window with the focus."""
        return self.phone.screen.nodes()

    def windows(self) -> list[tuple[Window, Node]]:
        """Every window with its root, the topmost first."""
        screen = self.phone.screen
        return [(window, screen.nodes(window)) for window in reversed(screen.windows())]

    def find(self, selector: UiSelector, *, everywhere: bool = False) -> Node | None:
        """The first node that a selector means, in the active window, or then in any window too."""
        found = selector.find(self.active())
        if found is None and everywhere:
            found = next((node for _, root in self.windows() if (node := selector.find(root)) is not None), None)
        return found

    async def wait(self, probe: Callable[[], T | None], seconds: float) -> T | None:
        """What `probe` gives as soon as it gives something, at most `seconds` later; None then.

        The time is the world's: the phone's own clock may stand still while its programs wait.
        """
        deadline = time.monotonic() + max(seconds, 0.0)
        while True:
            found = probe()
            left = deadline - time.monotonic()
            if found is not None or left <= 0:
                return found
            await asyncio.sleep(min(_POLL_SECONDS, left))

    # -- touch, keys, text

    def tap(self, x: float, y: float) -> None:
        """Touch a point for a moment."""
        self.phone.input.tap(_px(x), _px(y))

    def press(self, x: float, y: float, ms: float) -> None:
        """Touch a point for some time."""
        (self.phone.input.long_press if ms >= LONG_PRESS_MS else self.phone.input.tap)(_px(x), _px(y))

    def swipe(self, x1: float, y1: float, x2: float, y2: float, ms: float) -> None:
        """Move a finger from a point to another."""
        self.phone.input.swipe(_px(x1), _px(y1), _px(x2), _px(y2), max(int(_px(ms)), 1))

    def path(self, points: Iterable[tuple[float, float]], ms: float) -> None:
        """Move a finger through points, `ms` from each to the next."""
        way = list(points)
        for (x1, y1), (x2, y2) in itertools.pairwise(way):
            self.swipe(x1, y1, x2, y2, ms)

    def key(self, key: int | str, *, long: bool = False) -> bool:
        """Press a key by code or name; False if there is no such key."""
        name = key_name(key)
        if name is None:
            return False
        self.phone.input.key(name, long)
        return True

    def set_text(self, node: Node, text: str) -> bool:
        """ACTION_SET_TEXT: put a text into a field in the place of what it holds; False where it takes none."""
        view = node.view
        if view.on_text is None or not view.enabled:
            return False
        self.phone.power.user_activity()
        view.on_text(text)
        self.phone.screen.changed()
        self.phone.activities.settle()
        return True

    def type_text(self, text: str) -> bool:
        """Commit text to the field that has the focus, as an input method does; False without such a field."""
        if self.phone.screen.focused_field() is None:
            return False
        self.phone.screen.text(text)
        return True

    # -- pictures

    def screenshot(self, kind: str = "PNG", *, quality: int = 80, crop: Bounds | None = None) -> bytes:
        """The screen, or a part of it, as PNG or JPEG. Secure windows are black."""
        if kind == "PNG" and crop is None:
            return self.phone.screen.png()
        picture = self.phone.screen.frame()
        last = self._encoded
        if last is not None and last[0] is picture and last[1:4] == (kind, quality, crop):
            return last[4]
        out = io.BytesIO()
        (picture if crop is None else picture.crop(crop)).save(out, kind, quality=quality)
        self._encoded = picture, kind, quality, crop, out.getvalue()
        return self._encoded[4]

    # -- the display

    def freeze_rotation(self, frozen: bool) -> None:
        """Hold the display as it is, or let it turn again."""
        settings = self.phone.settings
        if frozen:
            settings.put("system", "user_rotation", str(self.phone.state.display.rotation))
        settings.put("system", "accelerometer_rotation", "0" if frozen else "1")

    def set_rotation(self, rotation: int) -> None:
        """Turn the display to 0 to 3 quarter turns, and hold it there."""
        self.phone.settings.put("system", "accelerometer_rotation", "0")
        self.phone.settings.put("system", "user_rotation", str(rotation))


def _px(value: float) -> float:
    """A number that is finite and no further from the screen than a client may reasonably mean."""
    return min(max(value, -_FAR), _FAR) if value == value else 0.0
