"""Colours by name, light and dark."""

from __future__ import annotations

from functools import lru_cache

from PIL import ImageColor

Rgb = tuple[int, int, int]

_LIGHT = {
    "surface": "#fdfbff",
    "card": "#f1f3fa",
    "nav": "#eef1f8",
    "bar": "#fdfbff",
    "on_bar": "#1b1b1f",
    "text": "#1b1b1f",
    "muted": "#5c5f66",
    "primary": "#2f5fd0",
    "on_primary": "#ffffff",
    "accent": "#dbe4ff",
    "on_accent": "#17305f",
    "outline": "#c6c9d3",
    "track": "#dfe2ec",
    "thumb": "#757883",
    "danger": "#ba1a1a",
    "good": "#1e7e34",
    "scrim": "#000000",
    "shade": "#e6e9f3",
    "tile": "#d2d8e8",
    "key": "#ffffff",
    "keyboard": "#dde1ec",
    "toast": "#303034",
    "on_toast": "#f4f0f4",
}
_DARK = {
    "surface": "#131316",
    "card": "#212227",
    "nav": "#1c1d22",
    "bar": "#131316",
    "on_bar": "#e5e1e6",
    "text": "#e5e1e6",
    "muted": "#a9abb5",
    "primary": "#a9c1ff",
    "on_primary": "#0d2a6b",
    "accent": "#2c3c63",
    "on_accent": "#dbe4ff",
    "outline": "#45474f",
    "track": "#393b43",
    "thumb": "#8f919b",
    "danger": "#ffb4ab",
    "good": "#7fd48f",
    "scrim": "#000000",
    "shade": "#0e0f12",
    "tile": "#2a2c34",
    "key": "#3a3c44",
    "keyboard": "#1d1e24",
    "toast": "#e5e1e6",
    "on_toast": "#303034",
}


@lru_cache(maxsize=2048)
def _parse(value: str) -> Rgb:
    try:
        red, green, blue = ImageColor.getrgb(value)[:3]
    except ValueError:
        return 128, 128, 128
    return red, green, blue


@lru_cache(maxsize=2048)
def colour(name: str, dark: bool) -> Rgb:
    """The colour of a name or of `#rrggbb`; what is neither is grey."""
    return _parse((_DARK if dark else _LIGHT).get(name, name))


def luminance(rgb: Rgb) -> float:
    """Perceived lightness, 0 to 255."""
    return 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]


def mix(first: Rgb, second: Rgb, share: float) -> Rgb:
    """Between two colours; `share` 0 is the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


@lru_cache(maxsize=2048)
def readable(rgb: Rgb, ground: Rgb) -> Rgb:
    """`rgb`, made lighter or darker if it would hardly be seen on `ground` (apps name fixed greys)."""
    if abs(luminance(rgb) - luminance(ground)) >= 70:
        return rgb
    return mix(rgb, (255, 255, 255) if luminance(ground) < 128 else (0, 0, 0), 0.55)
