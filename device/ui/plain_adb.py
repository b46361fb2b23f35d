"""The screen through plain adb: `input`, `uiautomator dump`, `screencap`. Needs nothing on the phone."""

from __future__ import annotations

from device.capture.errors import parse_errors
from device.capture.hierarchy import Hierarchy, parse_hierarchy
from device.device import Device
from device.errors import CommandFailed, Unsupported


class AdbUi:
    """UiBackend over `input` and `uiautomator dump`. `input text` takes ASCII only, as on every Android."""

    name = "adb"

    def __init__(self, device: Device) -> None:
        self._device = device

    def hierarchy(self) -> Hierarchy:
        """The active window's nodes; a passing `null root node` or busy answer is asked again twice."""
        text = ""
        for _ in range(3):
            text = self._device.hierarchy_text()
            if "<hierarchy" in text:
                return parse_hierarchy(text)
        said = parse_errors(text)
        raise CommandFailed(
            f"uiautomator gave no hierarchy ({said.kind}: {text.strip()[:200]})",
            mend="is the screen on, and no other accessibility client holding uiautomator?",
        )

    def tap(self, x: int, y: int) -> None:
        """A short touch."""
        self._device.check(["input", "tap", str(x), str(y)])

    def long_press(self, x: int, y: int) -> None:
        """A touch of a second (a swipe that stays)."""
        self._device.check(["input", "swipe", str(x), str(y), str(x), str(y), "1000"])

    def swipe(self, x1: int, y1: int, x2: int, y2: int, duration_ms: int = 300) -> None:
        """A straight drag."""
        self._device.check(["input", "swipe", *(str(value) for value in (x1, y1, x2, y2, duration_ms))])

    def key(self, name: str) -> None:
        """A key by Android's name."""
        self._device.check(["input", "keyevent", name if name.startswith("KEYCODE_") else f"KEYCODE_{name}"])

    def text(self, value: str) -> None:
        """Type ASCII text. `%s` is how `input` writes a space; a literal `%s` is sent in two parts."""
        if not value.isascii() or not value.isprintable():
            raise Unsupported(
                "`input text` types printable ASCII only", mend="use the uiautomator2 back end (--ui uiautomator2)"
            )
        for part in _parts(value):
            self._device.check(["input", "text", part.replace(" ", "%s")])

    def screenshot_png(self) -> bytes:
        """The screen as PNG."""
        return self._device.screenshot_png()


def _parts(value: str) -> list[str]:
    """Cut between `%` and `s`, which `input` would read as a space."""
    parts = value.split("%s")
    return [part for index, part in enumerate(_rejoin(parts)) if part or index == 0] if value else []


def _rejoin(parts: list[str]) -> list[str]:
    out = [parts[0]]
    for part in parts[1:]:
        out[-1] += "%"
        out.append("s" + part)
    return out
