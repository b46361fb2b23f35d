"""What a finger does: tap, long press, swipe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.screen.calls import put_call_aside
from simulator.screen.dialogs import close_dialog
from simulator.screen.heads_up import put_away
from simulator.screen.ime import keyboard
from simulator.screen.views import View
from simulator.screen.window import Window, deepest

if TYPE_CHECKING:
    from simulator.screen.ui import Screen

_TOUCH_SLOP = 8  # dp that a finger may move in a tap (ViewConfiguration)
_LONG_PRESS_MS = 500
_EDGE = 24  # dp of the edges that gestures start from


class Touch:
    """Touches on a screen."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def _px(self, dp: float) -> int:
        return round(dp * self._screen.geometry.scale)

    def _window_at(self, x: int, y: int) -> Window | None:
        """The topmost window at a point; a dialog takes what falls beside it and is None here."""
        for window in reversed(self._screen.windows()):
            left, top, right, bottom = window.bounds
            if left <= x < right and top <= y < bottom:
                return window
            if window.scrim:
                return None
        return None

    def tap(self, x: int, y: int) -> None:
        """Click the deepest clickable view at the point; an edit field gets the focus."""
        screen = self._screen
        if not screen.on:
            return
        if self._tap_keyboard(x, y):
            return
        window = self._window_at(x, y)
        if window is None or window.kind != "heads_up":
            put_away(screen.phone)
        if window is None:
            if screen.phone.state.ui.dialog is not None:
                close_dialog(screen.phone)
                screen.changed()
            return
        view = deepest(window.root, x, y, lambda view: view.clickable)
        if view is not None and view.enabled:
            self.click(view, x)

    def click(self, view: View, x: int) -> None:
        """Do what a tap at column `x` of a view does."""
        screen = self._screen
        if view.on_text is not None:
            screen.focus(view)
        elif view.on_value is not None:
            left, _, right, _ = view.bounds
            view.on_value(min(max((x - left) / max(right - left, 1), 0.0), 1.0))
        if view.on_click is not None:
            view.on_click()
        screen.changed()

    def _tap_keyboard(self, x: int, y: int) -> bool:
        screen = self._screen
        if not screen.ime_visible:
            return False
        shape = screen.geometry
        bottom = shape.height - shape.navigation_bar
        if not bottom - shape.ime_height <= y < bottom:
            return False
        for key in keyboard(shape.width, bottom, shape.scale):
            left, top, right, under = key.bounds
            if left <= x < right and top <= y < under:
                if key.press:
                    screen.key(key.press)
                else:
                    screen.text(key.label)
        return True

    def long_press(self, x: int, y: int) -> None:
        """Long-click the deepest view at the point that takes it; where none does, a long press is a tap."""
        screen = self._screen
        if not screen.on:
            return
        window = self._window_at(x, y)
        view = deepest(window.root, x, y, lambda view: view.on_long_click is not None) if window else None
        if view is None:
            self.tap(x, y)
        elif view.enabled and view.on_long_click is not None:
            view.on_long_click()
            screen.changed()

    def swipe(self, x1: int, y1: int, x2: int, y2: int, ms: int) -> None:
        """Gestures from the edges, the keyguard, notifications, else lists scroll."""
        screen = self._screen
        if not screen.on:
            return
        dx, dy = x2 - x1, y2 - y1
        if max(abs(dx), abs(dy)) <= self._px(_TOUCH_SLOP):
            if ms >= _LONG_PRESS_MS:
                self.long_press(x1, y1)
            else:
                self.tap(x1, y1)
            return
        start = self._window_at(x1, y1)
        if start is None or start.kind != "heads_up":
            put_away(screen.phone)
        if abs(dy) >= abs(dx):
            if not self._edge_gesture(y1, dy, ms):
                self._vertical(x1, y1, dy)
        elif not self._back_gesture(x1, dx):
            self._horizontal(x1, y1, dx)
        screen.changed()

    def _edge_gesture(self, y1: int, dy: int, ms: int) -> bool:
        """Down from the top: the shade. Up from the bottom: home, slowly: recents."""
        phone, shape = self._screen.phone, self._screen.geometry
        if dy > self._px(_EDGE) and y1 <= shape.status_bar:
            if phone.state.ui.shade == "closed":
                phone.statusbar.expand()
            else:
                phone.statusbar.expand_settings()
            return True
        if dy < -self._px(_EDGE) and y1 >= shape.height - shape.navigation_bar:
            if phone.state.power.keyguard_locked:
                return False
            if phone.state.ui.shade != "closed":
                phone.statusbar.collapse()
            elif ms >= 800:
                phone.activities.recents()
            else:
                self._screen.key("HOME")
            return True
        return False

    def _back_gesture(self, x1: int, dx: int) -> bool:
        width = self._screen.geometry.width
        edge = self._px(_EDGE) // 2
        if (x1 <= edge and dx > self._px(_EDGE)) or (x1 >= width - edge and dx < -self._px(_EDGE)):
            self._screen.key("BACK")
            return True
        return False

    def _vertical(self, x: int, y: int, dy: int) -> None:
        screen = self._screen
        window = self._window_at(x, y)
        if window is None or self._scroll(window, x, y, -dy):
            return
        phone = screen.phone
        if window.kind == "heads_up" and dy < 0:
            put_away(phone)
        elif window.kind == "keyguard" and dy < 0 and not phone.state.power.secure_lock:
            phone.power.unlock()
        elif window.kind == "shade" and dy < 0:
            phone.statusbar.collapse()
        elif window.kind == "shade" and dy > 0 and phone.state.ui.shade == "notifications":
            phone.statusbar.expand_settings()
        elif window.kind == "app" and dy < 0 and window.activity is not None:
            app = phone.apps.get(window.activity.package)
            if app is not None:
                app.on_swipe_up(window.activity)

    def _scroll(self, window: Window, x: int, y: int, by: int) -> bool:
        """Scroll the innermost list at the point that has room that way; False if none has."""
        found: View | None = None
        entries = {id(entry.view): entry for entry in window.lists}

        def has_room(view: View) -> bool:
            entry = entries.get(id(view))
            return entry is not None and (entry.offset < entry.limit if by > 0 else entry.offset > 0)

        found = deepest(window.root, x, y, has_room)
        if found is None:
            return False
        entry = entries[id(found)]
        window.scroll_to(found.scroll_key or "scroll", min(max(entry.offset + by, 0), entry.limit))
        return True

    def _horizontal(self, x: int, y: int, dx: int) -> None:
        window = self._window_at(x, y)
        if window is None:
            return
        if window.kind == "call":
            put_call_aside(self._screen.phone)
            return
        view = deepest(window.root, x, y, lambda view: view.on_swipe is not None)
        if view is not None and view.on_swipe is not None:
            if view.on_half_swipe is not None and abs(dx) * 2 < view.bounds[2] - view.bounds[0]:
                view.on_half_swipe()
                return
            view.on_swipe("left" if dx < 0 else "right")
            return
        slider = deepest(window.root, x, y, lambda view: view.on_value is not None)
        if slider is not None and slider.on_value is not None:
            left, _, right, _ = slider.bounds
            slider.on_value(min(max((x + dx - left) / max(right - left, 1), 0.0), 1.0))
