"""The on-screen keyboard: where its keys lie, and how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.screen.views import Bounds

HEIGHT = 268  # dp, above the navigation bar
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


@dataclass(frozen=True)
class Key:
    """A key: what it types or the name of the key it presses, and where it lies (px)."""

    label: str
    press: str  # a key name, or "" when it types its label
    bounds: Bounds


def keyboard(width: int, bottom: int, scale: float) -> list[Key]:
    """The keys of a keyboard that stands on `bottom`, `scale` px a dp."""
    height = round(HEIGHT * scale)
    row = (height - round(44 * scale)) // 4
    unit = width / 10
    top = bottom - height + round(40 * scale)
    keys: list[Key] = []
    for number, letters in enumerate(_ROWS):
        left = (width - unit * len(letters)) / 2
        y = top + number * row
        for place, letter in enumerate(letters):
            x = left + place * unit
            keys.append(Key(letter, "", (round(x), y, round(x + unit), y + row)))
    y = top + 2 * row
    keys.append(Key("⇧", "SHIFT_LEFT", (0, y, round(unit * 1.5), y + row)))
    keys.append(Key("⌫", "DEL", (round(width - unit * 1.5), y, width, y + row)))
    y = top + 3 * row
    x = 0.0
    for label, press, units in (("?123", "SYM", 1.5), (",", "", 1), (" ", "", 5), (".", "", 1), ("⏎", "ENTER", 1.5)):
        keys.append(Key(label, press, (round(x), y, round(x + units * unit), y + row)))
        x += units * unit
    return keys
