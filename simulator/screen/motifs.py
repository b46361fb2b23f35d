"""Pictures drawn from motifs: "map:FROM|TO", "qr:CODE", "photo:TITLE", "icon:LETTER#rrggbb",
"sign:NAME#rrggbb", "weather:CONDITION"."""

from __future__ import annotations

import math
import zlib
from functools import lru_cache
from random import Random

from PIL import Image, ImageDraw

from simulator.screen import fonts
from simulator.screen.icons import sign
from simulator.screen.theme import Rgb, colour, luminance, mix

PICTURES = ("map", "photo", "qr", "weather")  # motifs that are pictures even without a colon
_PHOTO_COLOURS = ("#e07a5f", "#3d5a80", "#81b29a", "#f2cc8f", "#6d597a", "#457b9d", "#2a9d8f", "#b56576")


@lru_cache(maxsize=256)
def motif(name: str, width: int, height: int, dark: bool) -> Image.Image:
    """The picture of a motif at a size in px; the same name always gives the same picture."""
    kind, _, rest = name.partition(":")
    picture = Image.new("RGB", (max(width, 1), max(height, 1)), colour("tile", dark))
    match kind:
        case "icon":
            _icon(picture, rest)
        case "sign":
            _sign(picture, rest)
        case "map":
            _map(picture, rest, dark)
        case "qr":
            _code(picture, rest)
        case "weather":
            _weather(picture, rest)
        case "wallpaper":
            _wallpaper(picture, dark)
        case _:
            _photo(picture, rest or kind)
    return picture


def _gradient(picture: Image.Image, top: Rgb, bottom: Rgb) -> None:
    strip = Image.new("RGB", (1, 64))
    for y in range(64):
        strip.putpixel((0, y), mix(top, bottom, y / 63))
    picture.paste(strip.resize(picture.size, Image.Resampling.BICUBIC))


def _wallpaper(picture: Image.Image, dark: bool) -> None:
    """Hills under an evening sky."""
    top: Rgb = (18, 22, 48) if dark else (42, 60, 122)
    glow: Rgb = (58, 40, 66) if dark else (214, 138, 132)
    _gradient(picture, top, glow)
    draw = ImageDraw.Draw(picture)
    w, h = picture.size
    near: Rgb = (12, 14, 28) if dark else (38, 34, 72)
    for layer in range(4):
        base, swing, shift = h * (50 + 11 * layer) / 100, h * (5 - layer) / 90, 1.3 * layer
        ridge = [
            (x, base + swing * (math.sin(x / w * 5.1 + shift) + 0.5 * math.sin(x / w * 11.3 + 2 * shift)))
            for x in range(0, w + 24, 12)
        ]
        draw.polygon([(0, h), *ridge, (w, h)], fill=mix(glow, near, 0.35 + 0.2 * layer))


def _centred(picture: Image.Image, words: str, size: int, fill: Rgb, y: int | None = None) -> None:
    mask = fonts.line_mask(words, size, True)
    x = (picture.width - fonts.width(words, size, True)) // 2
    top = (picture.height - mask.height) // 2 if y is None else y
    picture.paste(fill, (x, top), mask)


def _icon(picture: Image.Image, rest: str) -> None:
    letter, _, code = rest.rpartition("#") if "#" in rest else (rest, "", "5f6368")
    base = colour(f"#{code}", False)
    _gradient(picture, mix(base, (255, 255, 255), 0.12), mix(base, (0, 0, 0), 0.08))
    size = max(round(min(picture.size) * 0.5), 8)
    _centred(picture, letter, size, (32, 33, 36) if luminance(base) > 190 else (255, 255, 255))


def _sign(picture: Image.Image, rest: str) -> None:
    """A sign in white on a coloured ground: "sign:NAME#rrggbb"."""
    name, _, code = rest.partition("#")
    picture.paste(colour(f"#{code or '5f6368'}", False), (0, 0, *picture.size))
    side = min(picture.size) * 11 // 20
    mask = sign(name, max(side, 1))
    if mask is not None:
        picture.paste((255, 255, 255), ((picture.width - side) // 2, (picture.height - side) // 2), mask)


def _map(picture: Image.Image, rest: str, dark: bool) -> None:
    start, _, end = rest.partition("|")
    draw = ImageDraw.Draw(picture)
    w, h = picture.size
    random = Random(zlib.crc32(rest.encode()))
    land, road, water, park = (
        ("#26282e", "#3b3f49", "#1d3147", "#24382b") if dark else ("#eceff1", "#ffffff", "#a9d3f5", "#c9e7c4")
    )
    draw.rectangle((0, 0, w, h), fill=land)
    draw.ellipse((random.randrange(w), -h // 4, random.randrange(w) + w // 2, h // 3), fill=park)
    bank = random.randrange(h // 3, max(h * 2 // 3, h // 3 + 1))
    draw.line((0, bank, w // 3, bank + h // 8, w, bank - h // 10), fill=water, width=max(h // 14, 3), joint="curve")
    step = max(w // 7, 8)
    for x in range(-step, w + step, step):
        lean = random.randrange(-step // 2, step // 2 + 1)
        draw.line((x, 0, x + lean, h), fill=road, width=max(w // 110, 2))
    for y in range(0, h + step, step):
        lean = random.randrange(-step // 3, step // 3 + 1)
        draw.line((0, y, w, y + lean), fill=road, width=max(w // 90, 2))
    a = (w // 6, h * 4 // 5)
    b = (w * 5 // 6, h // 4)
    if end:
        bend = ((a[0] + b[0]) // 2 + random.randrange(-w // 8, w // 8 + 1), (a[1] + b[1]) // 2)
        draw.line((*a, *bend, *b), fill="#1a73e8", width=max(w // 60, 4), joint="curve")
        _pin(draw, a, "#1a73e8", max(w // 40, 6))
    else:
        b = (w // 2, h // 2)
    _pin(draw, b, "#d93025", max(w // 34, 7))
    size = max(min(w // 24, 36), 14)
    ink = (230, 230, 235) if dark else (40, 42, 48)
    for words, (x, y) in ((end or start, b), (start if end else "", a)):
        if words:
            mask = fonts.line_mask(words[:28], size, True)
            left = min(max(x - mask.width // 2, 4), max(w - mask.width - 4, 4))
            picture.paste(ink, (left, min(y + size // 2, h - mask.height)), mask)


def _pin(draw: ImageDraw.ImageDraw, at: tuple[int, int], fill: str, radius: int) -> None:
    x, y = at
    draw.ellipse(
        (x - radius, y - radius, x + radius, y + radius), fill=fill, outline="#ffffff", width=max(radius // 4, 2)
    )


def _code(picture: Image.Image, rest: str) -> None:
    """A pattern like a QR code's, from the code's bytes (it is looked at, not scanned)."""
    random = Random(zlib.crc32(rest.encode()))
    cells = 25
    side = min(picture.size)
    grid = Image.new("L", (cells + 4, cells + 4), 255)
    for x in range(cells):
        for y in range(cells):
            if random.random() < 0.48:
                grid.putpixel((x + 2, y + 2), 0)
    draw = ImageDraw.Draw(grid)
    for x, y in ((2, 2), (cells - 5, 2), (2, cells - 5)):
        draw.rectangle((x - 1, y - 1, x + 7, y + 7), fill=255)
        draw.rectangle((x, y, x + 6, y + 6), fill=0)
        draw.rectangle((x + 1, y + 1, x + 5, y + 5), fill=255)
        draw.rectangle((x + 2, y + 2, x + 4, y + 4), fill=0)
    square = grid.resize((side, side), Image.Resampling.NEAREST).convert("RGB")
    picture.paste((255, 255, 255), (0, 0, *picture.size))
    picture.paste(square, ((picture.width - side) // 2, (picture.height - side) // 2))


def _photo(picture: Image.Image, title: str) -> None:
    random = Random(zlib.crc32(title.encode()))
    base = colour(random.choice(_PHOTO_COLOURS), False)
    _gradient(picture, mix(base, (255, 255, 255), 0.45), base)
    draw = ImageDraw.Draw(picture)
    w, h = picture.size
    sun = min(w, h) // 8
    x = random.randrange(w // 4, max(w * 3 // 4, w // 4 + 1))
    draw.ellipse((x - sun, h // 5 - sun, x + sun, h // 5 + sun), fill=mix(base, (255, 246, 214), 0.85))
    for layer in range(3):
        line = h * (55 + layer * 14) // 100
        points = [(0, h)]
        points += [(w * step // 6, line + random.randrange(-h // 10, h // 10 + 1)) for step in range(7)]
        draw.polygon([*points, (w, h)], fill=mix(base, (20, 24, 40), 0.2 + layer * 0.22))
    size = max(min(w // 16, 34), 12)
    if title and w > 150:
        short = title
        while short and fonts.width(short, size, True) > w - 16:
            short = short[:-1]
        _centred(picture, short, size, (255, 255, 255), h - size * 2)


def _weather(picture: Image.Image, condition: str) -> None:
    word = condition.lower()
    wet = any(part in word for part in ("rain", "shower", "storm", "drizzle", "雨"))
    snow = any(part in word for part in ("snow", "雪"))
    clear = any(part in word for part in ("sun", "clear", "晴"))
    sky: Rgb = (84, 160, 226) if clear else (126, 145, 168)
    _gradient(picture, sky, mix(sky, (255, 255, 255), 0.5))
    draw = ImageDraw.Draw(picture)
    w, h = picture.size
    unit = min(w, h) // 8
    x, y = w // 2, h // 2
    if clear or "part" in word or "多云" in word:
        shift = 0 if clear else unit
        draw.ellipse(
            (x - 2 * unit + shift, y - 2 * unit - shift, x + 2 * unit + shift, y + 2 * unit - shift), fill="#fdd663"
        )
    if not clear:
        for dx, dy, r in ((-2, 0, 1.4), (0, -0.7, 1.9), (2, 0, 1.4), (-1, 0.6, 1.3), (1, 0.6, 1.3)):
            cx, cy, radius = x + dx * unit, y + dy * unit, r * unit
            draw.ellipse((cx - radius, cy - radius, cx + radius, cy + radius), fill="#f1f3f4")
    if wet or snow:
        for number in range(5):
            left = x + (number - 2) * unit
            top = y + 2.2 * unit
            if snow:
                draw.ellipse((left, top, left + unit // 3, top + unit // 3), fill="#ffffff")
            else:
                draw.line((left, top, left - unit // 2, top + unit), fill="#1a73e8", width=max(unit // 6, 2))
