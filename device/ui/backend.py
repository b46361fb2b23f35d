"""What any way of working a phone's screen offers; bindings and proofs use only this."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol, TypeVar

from device.capture.hierarchy import Hierarchy, Node
from device.errors import CommandTimeout

T = TypeVar("T")


class UiBackend(Protocol):
    """Touch, keys, text and sight of one phone. Coordinates are px of the current rotation."""

    name: str

    def hierarchy(self) -> Hierarchy:
        """The active window's nodes. Raises CommandFailed when the phone gives none."""
        ...

    def tap(self, x: int, y: int) -> None:
        """A short touch."""
        ...

    def long_press(self, x: int, y: int) -> None:
        """A touch of a second."""
        ...

    def swipe(self, x1: int, y1: int, x2: int, y2: int, duration_ms: int = 300) -> None:
        """A straight drag."""
        ...

    def key(self, name: str) -> None:
        """A key by Android's name, with or without KEYCODE_."""
        ...

    def text(self, value: str) -> None:
        """Type into the focused field. Raises Unsupported for text that this back end cannot type."""
        ...

    def screenshot_png(self) -> bytes:
        """The screen as PNG."""
        ...


def wait_for(probe: Callable[[], T | None], *, timeout_s: float, what: str, pause_s: float = 0.05) -> T:
    """Ask `probe` until it gives something; raises CommandTimeout naming `what` at the deadline.

    Pauses grow from `pause_s` to half a second, so that a quick phone is not waited for and a slow one not hammered.
    """
    deadline = time.monotonic() + timeout_s
    while True:
        found = probe()
        if found is not None:
            return found
        left = deadline - time.monotonic()
        if left <= 0:
            raise CommandTimeout(f"{what} did not come within {timeout_s:g} s")
        time.sleep(min(pause_s, left))  # between two probes of a condition
        pause_s = min(pause_s * 1.6, 0.5)


def tap_node(ui: UiBackend, node: Node) -> bool:
    """Tap the middle of a node; False when it has no area."""
    if node.center is None:
        return False
    ui.tap(*node.center)
    return True


def wait_for_node(ui: UiBackend, where: Callable[[Node], bool], *, timeout_s: float, what: str) -> Node:
    """The first node for which `where` holds, as soon as it is on the screen."""

    def probe() -> Node | None:
        return next((node for node in ui.hierarchy().walk() if where(node)), None)

    return wait_for(probe, timeout_s=timeout_s, what=what)
