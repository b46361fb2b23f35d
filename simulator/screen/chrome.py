"""What the system draws around windows: status bar, navigation pill, keyboard, toast."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.screen import fonts
from simulator.screen.ime import Key
from simulator.screen.painter import Painter
from simulator.screen.shade import time_words
from simulator.screen.theme import Rgb, luminance
from simulator.screen.views import Bounds

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.screen.stack import Geometry

_KEY_SIGNS = {"⇧": "shift", "⌫": "backspace", "⏎": "enter"}


def status_words(phone: Phone) -> tuple[object, ...]:
    """What the status bar shows: time, battery, and the signs to the right of the time."""
    state = phone.state
    battery = state.battery
    airplane = state.airplane_mode
    signs: list[str] = []
    if state.notifications.zen_mode != "off":
        signs.append("dnd")
    if state.bluetooth.enabled and any(device.connected for device in state.bluetooth.bonded):
        signs.append("bluetooth")
    if any(alarm.clock for alarm in state.alarms):
        signs.append("alarm")
    if state.audio.ringer_mode != "normal":
        signs.append("volume")
    if airplane:
        signs.append("airplane")
    if state.wifi.enabled and state.wifi.connected:
        signs.append("wifi")
    bars = state.telephony.signal_level if state.telephony.in_service and not airplane else -1
    charging = battery.ac or battery.usb or battery.wireless
    notes = len(state.notifications.posted)
    percent = phone.settings.get("system", "status_bar_show_battery_percent") != "0"
    return time_words(phone), tuple(signs), bars, battery.level, charging, state.power.battery_saver, notes, percent


def volume_panel(phone: Phone) -> tuple[str, float] | None:
    """The stream and level of the volume panel while it shows."""
    app = phone.apps.get("com.android.systemui")
    if app is None or int(app.data.get("volume_until_ms", 0)) <= phone.clock.now_ms:
        return None
    stream = str(app.data.get("volume_stream", "music"))
    volume = phone.state.audio.streams[stream]
    return stream, 0.0 if volume.muted else volume.index / max(volume.max, 1)


def status_bar(painter: Painter, phone: Phone, shape: Geometry) -> None:
    """The strip at the top: time and notification dots left, signs and battery right."""
    words, signs, bars, level, charging, saver, notes, percent = status_words(phone)
    height = shape.status_bar
    ground = painter.sample(shape.width // 3, height // 2)
    ink: Rgb = (30, 30, 34) if luminance(ground) > 140 else (255, 255, 255)
    faint: Rgb = (150, 150, 156) if luminance(ground) > 140 else (130, 130, 138)
    size = painter.px(14)
    y = (height - fonts.line_height(size)) // 2
    painter.line(str(words), painter.px(20), y, size, ink, True)
    x = painter.px(20) + fonts.width(str(words), size, True) + painter.px(10)
    for _ in range(min(int(str(notes)), 4)):
        dot = painter.px(6)
        painter.box((x, (height - dot) // 2, x + dot, (height - dot) // 2 + dot), ink, dot // 2)
        x += painter.px(11)
    share = f"{level}%" if percent else ""
    x = shape.width - painter.px(20) - fonts.width(share, size, True)
    painter.line(share, x, y, size, ink, True)
    x -= painter.px(18)
    _battery(painter, (x, height // 2 - painter.px(8), x + painter.px(11), height // 2 + painter.px(8)),
             int(str(level)), bool(charging), bool(saver), ink, faint)  # fmt: skip
    x -= painter.px(22)
    if isinstance(bars, int) and bars >= 0:
        _signal(painter, x, height, bars, ink, faint)
        x -= painter.px(22)
    for name in reversed(signs if isinstance(signs, tuple) else ()):
        side = painter.px(17)
        painter.sign(str(name), (x, (height - side) // 2, x + side, (height - side) // 2 + side), ink)
        x -= painter.px(21)


def _battery(painter: Painter, box: Bounds, level: int, charging: bool, saver: bool, ink: Rgb, faint: Rgb) -> None:
    left, top, right, bottom = box
    painter.box((left + (right - left) // 3, top - painter.px(2), right - (right - left) // 3, top), ink)
    painter.box(box, faint, painter.px(2))
    fill = ink
    if charging:
        fill = (52, 168, 83)
    elif saver:
        fill = (249, 171, 0)
    elif level <= 15:
        fill = (217, 48, 37)
    painter.box((left, bottom - max((bottom - top) * level // 100, 2), right, bottom), fill, painter.px(2))


def _signal(painter: Painter, x: int, height: int, bars: int, ink: Rgb, faint: Rgb) -> None:
    bottom = height // 2 + painter.px(7)
    for bar in range(4):
        left = x + bar * painter.px(4)
        painter.box(
            (left, bottom - painter.px(4 + bar * 3), left + painter.px(3), bottom), ink if bar < bars else faint
        )


def navigation_pill(painter: Painter, shape: Geometry) -> None:
    """The pill that gestures start from."""
    middle = shape.height - shape.navigation_bar // 2
    ground = painter.sample(shape.width // 2, middle)
    ink: Rgb = (60, 60, 66) if luminance(ground) > 140 else (225, 225, 230)
    half = painter.px(54)
    painter.box(
        (shape.width // 2 - half, middle - painter.px(2), shape.width // 2 + half, middle + painter.px(2)),
        ink,
        painter.px(2),
    )


def keyboard_bar(painter: Painter, keys: list[Key], shape: Geometry) -> None:
    """The keyboard, and under it the navigation bar in its colour."""
    top = shape.height - shape.navigation_bar - shape.ime_height
    painter.box((0, top, shape.width, shape.height), painter.colour("keyboard"))
    size = painter.px(20)
    ink = painter.colour("text")
    for key in keys:
        left, upper, right, lower = key.bounds
        box = (left + painter.px(3), upper + painter.px(4), right - painter.px(3), lower - painter.px(4))
        special = bool(key.press)
        fill = painter.colour("primary" if key.press == "ENTER" else "tile" if special else "key")
        painter.box(box, fill, painter.px(20 if key.press == "ENTER" else 6))
        name = _KEY_SIGNS.get(key.label)
        if name is not None:
            inset = (lower - upper - painter.px(22)) // 2
            painter.sign(
                name,
                (left, upper + inset, right, lower - inset),
                painter.colour("on_primary") if key.press == "ENTER" else ink,
            )
        else:
            small = painter.px(15) if special else size
            x = (left + right - fonts.width(key.label, small)) // 2
            painter.line(key.label, x, (upper + lower - fonts.line_height(small)) // 2, small, ink)


def toast_box(painter: Painter, message: str, shape: Geometry) -> None:
    """A toast near the bottom."""
    size = painter.px(14)
    lines = fonts.wrap(message, size, shape.width - painter.px(96))
    height = fonts.line_height(size)
    width = max(fonts.width(line, size) for line in lines) + painter.px(40)
    tall = height * len(lines) + painter.px(24)
    left = (shape.width - width) // 2
    top = shape.height - shape.navigation_bar - painter.px(72) - tall
    painter.box((left, top, left + width, top + tall), painter.colour("toast"), painter.px(24))
    y = top + painter.px(12)
    for line in lines:
        painter.line(line, (shape.width - fonts.width(line, size)) // 2, y, size, painter.colour("on_toast"))
        y += height
