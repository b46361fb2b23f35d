"""The screen of a phone: its windows, what a dump and a screenshot show of them, what touches, keys and typing do."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING

from PIL import Image

from simulator.screen.calls import put_call_aside
from simulator.screen.draw import Fingerprint, fingerprint, paint
from simulator.screen.dump import HEADER, Dumper
from simulator.screen.heads_up import put_away
from simulator.screen.keyboard import Keyboard
from simulator.screen.keys import key_name
from simulator.screen.nodes import Node, NodeBuilder
from simulator.screen.stack import Geometry, WindowStack, geometry
from simulator.screen.touch import Touch
from simulator.screen.views import View
from simulator.screen.window import Window, focused_field

if TYPE_CHECKING:
    from simulator.phone import Phone

TOAST_MS = 3500


class ScreenError(LookupError):
    """No view of the active window is as it was asked for."""


class Screen:
    """What is on the phone's screen. Everything shown is built from the state at each change; nothing else is kept."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self._stack = WindowStack(phone)
        self._touch = Touch(self)
        self._keyboard = Keyboard(self)
        self._built: tuple[int, int] | None = None
        self._state = phone.state
        self._windows: list[Window] = []
        self._drawn: tuple[Fingerprint, Image.Image] | None = None
        self._encoded: tuple[Image.Image, bytes] | None = None
        self.toast_watchers: list[Callable[[str, str], None]] = []  # told package and text of each toast

    # -- what is there

    @property
    def on(self) -> bool:
        """Whether the screen is lit."""
        return self.phone.state.power.wakefulness == "Awake"

    @property
    def geometry(self) -> Geometry:
        """The display's present size, density and rotation."""
        return geometry(self.phone)

    def windows(self) -> list[Window]:
        """The windows from bottom to top, laid out."""
        state, second = self.phone.state, self.phone.clock.now_ms // 1000
        if self._built != (self.phone.version, second) or self._state is not state:
            self._windows = self._stack.build()
            # Building may make an app's first data and so change the version; it is what was built that counts.
            self._built, self._state = (self.phone.version, second), state
        return self._windows

    def rebuild(self) -> None:
        """Forget what was built (a handler may have changed what the version does not tell)."""
        self._built = None

    def active(self) -> Window:
        """The window that has the focus: what a dump shows."""
        return next(window for window in reversed(self.windows()) if window.focusable)

    def root(self) -> View:
        """The laid-out tree of the active window."""
        return self.active().root

    def focused_window(self) -> str:
        """The active window's title as WindowManager prints it (`pkg/cls` in full for an activity)."""
        return self._stack.focused_title()

    def focused_field(self) -> View | None:
        """The edit field that takes what is typed."""
        return focused_field(self.root(), self.phone.state.ui.focused_field)

    @property
    def ime_visible(self) -> bool:
        """Whether the keyboard is on the screen."""
        return self.on and self.phone.state.ui.ime_shown and self.focused_field() is not None

    def find(self, *, text: str | None = None, desc: str | None = None, id: str | None = None) -> View:
        """The first view of the active window with this text, description or id (all that are given).

        Raises ScreenError where there is none, naming what the window does show.
        """
        for view in self.root().walk():
            if (
                (text is None or view.text == text)
                and (desc is None or view.desc == desc)
                and (id is None or view.id == id)
            ):
                return view
        shown = ", ".join(view.text for view in self.root().walk() if view.text)[:400]
        raise ScreenError(f"no view with text={text!r} desc={desc!r} id={id!r}; {self.focused_window()} shows: {shown}")

    def has(self, *, text: str | None = None, desc: str | None = None, id: str | None = None) -> bool:
        """Whether the active window has such a view."""
        try:
            self.find(text=text, desc=desc, id=id)
        except ScreenError:
            return False
        return True

    # -- what it looks like

    def dump(self, compressed: bool = False, *, all_windows: bool = False) -> str:
        """The active window as `uiautomator dump` writes it; with `all_windows` every window's root, the topmost
        first, as clients write it that walk the accessibility windows themselves."""
        rotation = self.phone.state.display.rotation
        if not all_windows:
            window = self.active()
            return self._dumper(window, compressed).document(window.root, rotation)
        nodes = [
            self._dumper(window, compressed).nodes(window.root, index)
            for index, window in enumerate(reversed(self.windows()))
        ]
        return f'{HEADER}<hierarchy rotation="{rotation}">{"".join(nodes)}</hierarchy>'

    def _dumper(self, window: Window, compressed: bool) -> Dumper:
        return Dumper(
            window.package,
            self.phone.state.device.api_level,
            scrollable=window.scrollable(),
            focused=self.focused_field(),
            compressed=compressed,
        )

    def nodes(self, window: Window | None = None, *, compressed: bool = False) -> Node:
        """The root node of a window (default: the active one) as accessibility clients see it."""
        window = window or self.active()
        builder = NodeBuilder(
            window.package, scrollable=window.scrollable(), focused=self.focused_field(), compressed=compressed
        )
        return builder.build(window.root)

    def frame(self) -> Image.Image:
        """The picture on the display (RGB); secure windows and a dark screen are black. Do not draw into it."""
        windows = self.windows()
        mark = fingerprint(self, windows)
        if self._drawn is None or self._drawn[0] != mark:
            self._drawn = mark, paint(self, windows)
        return self._drawn[1]

    def png(self) -> bytes:
        """The picture as PNG; made once for as long as it stays the same."""
        picture = self.frame()
        if self._encoded is None or self._encoded[0] is not picture:
            buffer = io.BytesIO()
            picture.save(buffer, "PNG", compress_level=1)
            self._encoded = picture, buffer.getvalue()
        return self._encoded[1]

    # -- what is done to it

    def tap(self, x: int, y: int) -> None:
        """A finger touches a point."""
        self._touch.tap(x, y)

    def long_press(self, x: int, y: int) -> None:
        """A finger rests on a point."""
        self._touch.long_press(x, y)

    def swipe(self, x1: int, y1: int, x2: int, y2: int, ms: int = 300) -> None:
        """A finger moves from a point to another."""
        self._touch.swipe(x1, y1, x2, y2, ms)

    def key(self, key: int | str, long: bool = False) -> bool:
        """A key is pressed, by code or name (with or without `KEYCODE_`); False if there is no such key."""
        name = key_name(key)
        if name is None:
            return False
        self._keyboard.press(name, long)
        self.changed()
        return True

    def text(self, text: str) -> None:
        """Type into the field with the focus; without one the text is lost, as on a phone."""
        field = self.focused_field() if self.on else None
        if field is not None and field.on_text is not None and field.enabled:
            field.on_text(field.text + text)
            self.changed()

    def set_text_focused(self, text: str) -> bool:
        """Put a text into the focused field in the place of what it holds; False without such a field."""
        field = self.focused_field() if self.on else None
        if field is None or field.on_text is None or not field.enabled:
            return False
        field.on_text(text)
        self.changed()
        return True

    def click(self, view: View) -> None:
        """Touch the middle of a view of the active window, scrolled into sight if need be."""
        put_away(self.phone)
        view = self.reveal(view)
        if view.visible is None:
            raise ScreenError(f"the view {view.text or view.desc or view.id!r} is not in sight")
        left, top, right, bottom = view.visible
        self.tap((left + right) // 2, (top + bottom) // 2)

    def reveal(self, view: View) -> View:
        """Scroll a view's list so far that the view is in sight; returns the view of the new tree."""
        window = self.active()
        if view.visible is not None and view.visible == view.bounds:
            return view
        path = _path(window.root, view)
        entry = next((e for e in window.lists if any(child is view for child in e.view.walk())), None)
        if path is None or entry is None or entry.view.visible is None:
            return view
        target = entry.offset + view.bounds[1] - entry.view.visible[1]
        window.scroll_to(entry.view.scroll_key or "scroll", min(max(target, 0), entry.limit))
        self.changed()
        found = self.root()
        for index in path:
            found = found.children[index]
        return found

    def focus(self, field: View | None) -> None:
        """Give the input focus to an edit field (the keyboard comes up) or take it away."""
        ui = self.phone.state.ui
        ui.focused_field = field.id if field is not None else None
        ui.ime_shown = field is not None
        self.changed()

    def give_way(self) -> None:
        """An activity starts: the screen of a call in progress goes behind it."""
        put_call_aside(self.phone)

    def toast(self, text: str) -> None:
        """Show a short message over everything; it goes by itself."""
        ui = self.phone.state.ui
        until = self.phone.clock.now_ms + TOAST_MS
        ui.toast, ui.toast_until_ms = text, until
        top = self.phone.activities.top()
        for watcher in list(self.toast_watchers):
            watcher(top.package if top is not None else "android", text)

        def away() -> None:
            now = self.phone.state.ui
            if now.toast_until_ms <= until:
                now.toast = None
                self.changed()

        self.phone.clock.call_at(until, away)
        self.changed()

    def changed(self) -> None:
        """Something was done to the screen: build it anew at the next look."""
        self.rebuild()
        self.phone.changed()


def _path(root: View, wanted: View) -> list[int] | None:
    """The child positions that lead from `root` to `wanted`."""
    for index, child in enumerate(root.children):
        if child is wanted:
            return [index]
        below = _path(child, wanted)
        if below is not None:
            return [index, *below]
    return None
