"""The picture of the screen: windows, status bar, keyboard, toast, drawn with Pillow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from simulator.screen import ime
from simulator.screen.chrome import keyboard_bar, navigation_pill, status_bar, status_words, toast_box, volume_panel
from simulator.screen.painter import Painter
from simulator.screen.views import View
from simulator.screen.window import Window

if TYPE_CHECKING:
    from simulator.screen.ui import Screen

Fingerprint = tuple[object, ...]


def _traits(view: View, focused: View | None) -> tuple[object, ...]:
    """All of a view that can be seen."""
    return (
        view.kind, view.text, view.hint, view.bounds, view.visible, view.background, view.color, view.font_size,
        view.bold, view.align, view.image, view.checked, view.selected, view.enabled, view.password, view.value,
        view.outline, view.radius, view.max_lines, view is focused, view.on_value is None, view.on_click is None,
    )  # fmt: skip


def fingerprint(screen: Screen, windows: list[Window]) -> Fingerprint:
    """What a picture of these windows depends on: equal fingerprints, equal pictures."""
    if not screen.on:
        return (False, screen.geometry)
    focused = screen.focused_field()
    return (
        screen.geometry,
        screen.phone.uimode.night,
        status_words(screen.phone),
        _toast(screen),
        screen.ime_visible,
        volume_panel(screen.phone),
        tuple(
            (window.kind, window.bounds, window.secure, tuple(_traits(view, focused) for view in window.root.walk()))
            for window in windows
        ),
    )


def _toast(screen: Screen) -> str | None:
    ui = screen.phone.state.ui
    return ui.toast if ui.toast and screen.phone.clock.now_ms < ui.toast_until_ms else None


def paint(screen: Screen, windows: list[Window]) -> Image.Image:
    """Draw the screen."""
    phone, shape = screen.phone, screen.geometry
    picture = Image.new("RGB", (shape.width, shape.height), (0, 0, 0))
    if not screen.on:
        return picture
    dark = phone.uimode.night
    painter = Painter(picture, shape.density, dark, focused=screen.focused_field(), font_scale=shape.font_scale)
    for window in windows:
        _window(painter, screen, window)
    status_bar(painter, phone, shape)
    if screen.ime_visible:
        bottom = shape.height - shape.navigation_bar
        keyboard_bar(painter, ime.keyboard(shape.width, bottom, shape.scale), shape)
    navigation_pill(painter, shape)
    panel = volume_panel(phone)
    if panel is not None:
        painter.volume(*panel, shape.width, shape.height)
    message = _toast(screen)
    if message is not None:
        toast_box(painter, message, shape)
    return picture


def _window(painter: Painter, screen: Screen, window: Window) -> None:
    shape = screen.geometry
    if window.secure:
        painter.box(shape.whole, (0, 0, 0))
        return
    if window.scrim:
        painter.darken(0.5)
    content = window.root.children[0].children[0].children[0]
    if window.bounds != shape.whole:
        painter.view(content)
        return
    if content.background == "wallpaper":
        painter.wallpaper(shape.width, shape.height)
    else:
        painter.box(shape.whole, painter.colour("surface"))
    painter.view(content)
    if content.background != "wallpaper":
        # Edge to edge: what touches the bars goes on under them.
        left, top, _, bottom = content.bounds
        if bottom - top > 8:
            painter.box((0, 0, shape.width, top), painter.sample(left + 2, top + 2))
            painter.box((0, bottom, shape.width, shape.height), painter.sample(left + 2, bottom - 3))
