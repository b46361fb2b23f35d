"""The screen through uiautomator2 (extra `ui`): fast hierarchy, Unicode text."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from device.capture.hierarchy import Hierarchy, parse_hierarchy
from device.device import Device
from device.errors import CommandFailed, Unsupported

if TYPE_CHECKING:
    import uiautomator2


class Uiautomator2Ui:
    """UiBackend over uiautomator2's server on the phone. Raises Unsupported when the package is not installed."""

    name = "uiautomator2"

    def __init__(self, device: Device) -> None:
        try:
            import uiautomator2
        except ImportError as error:
            raise Unsupported("uiautomator2 is not installed", mend="pip install 'proactdroid[ui]'") from error
        self._errors = (uiautomator2.exceptions.BaseException, OSError)
        try:
            self._d: uiautomator2.Device = uiautomator2.connect(device.adb)
        except self._errors as error:
            raise CommandFailed(f"uiautomator2 did not start on the phone ({error})") from error

    def hierarchy(self) -> Hierarchy:
        """The active window's nodes."""
        try:
            return parse_hierarchy(self._d.dump_hierarchy(compressed=False))
        except self._errors as error:
            raise CommandFailed(f"uiautomator2 gave no hierarchy ({error})") from error

    def tap(self, x: int, y: int) -> None:
        """A short touch."""
        self._d.click(x, y)

    def long_press(self, x: int, y: int) -> None:
        """A touch of a second."""
        self._d.long_click(x, y, 1.0)

    def swipe(self, x1: int, y1: int, x2: int, y2: int, duration_ms: int = 300) -> None:
        """A straight drag."""
        self._d.swipe(x1, y1, x2, y2, duration_ms / 1000)

    def key(self, name: str) -> None:
        """A key by Android's name."""
        self._d.shell(["input", "keyevent", name if name.startswith("KEYCODE_") else f"KEYCODE_{name}"])

    def text(self, value: str) -> None:
        """Type into the focused field (any Unicode text)."""
        try:
            self._d(focused=True).set_text(value)
        except self._errors as error:
            raise CommandFailed(f"uiautomator2 could not type ({error})") from error

    def screenshot_png(self) -> bytes:
        """The screen as PNG."""
        buffer = io.BytesIO()
        self._d.screenshot().save(buffer, "PNG")
        return buffer.getvalue()
