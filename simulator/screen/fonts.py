"""Fonts, measures of text and line breaking. All sizes are px.

The font is Noto Sans CJK from the package `cvttf-notosanscjk-regular`; without it Pillow's own font serves, which has
no Chinese.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import unicodedata
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFont

_PACKAGE = "cvttf_NotoSansCJK_Regular"
_log = logging.getLogger(__name__)

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@lru_cache(maxsize=1)
def font_path() -> Path | None:
    """The font file, or None (said once in the log) if the package is not installed."""
    if importlib.util.find_spec(_PACKAGE) is None:
        _log.warning("cvttf-notosanscjk-regular is not installed: Chinese texts will show as boxes in screenshots")
        return None
    return Path(str(importlib.import_module(_PACKAGE).get_TTF_path()))


@lru_cache(maxsize=64)
def font(size: int) -> Font:
    """The font at a size."""
    path = font_path()
    if path is None:
        return ImageFont.load_default(size)
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


# The font has these as wide as a Chinese character, which tears Latin words apart.
_LATIN_QUOTES = str.maketrans("‘’“”‑", "''\"\"-")
_MISSING = "\U0010fffe"
_STAND_INS = {"☰": "≡", "✕": "×", "✓": "√", "⋮": "…", "🔍": "⌕", "⌫": "←", "⇧": "↑", "\ufe0f": "", "\u200d": ""}


@lru_cache(maxsize=8192)
def _drawable(char: str) -> str:
    """What is drawn for a character: itself, or a stand-in where the font has no sign for it (emoji have a dot)."""
    if char.isascii() or font_path() is None:
        return char if char.isprintable() else " "
    sample = font(32)
    if bytes(sample.getmask(char)) != bytes(sample.getmask(_MISSING)):
        return char
    stand_in = _STAND_INS.get(char, "●")
    return stand_in if stand_in in ("", "●") else _drawable(stand_in)


def drawable(text: str) -> str:
    """A text with stand-ins for what the font cannot draw."""
    if text.isascii() and text.isprintable():
        return text
    if not any(map(_breaks_anywhere, text)):
        text = text.translate(_LATIN_QUOTES)
    return "".join(map(_drawable, text))


def line_height(size: int) -> int:
    """The height of a line of text."""
    return round(size * 1.36)


@lru_cache(maxsize=20000)
def _advance(char: str, size: int) -> float:
    return font(size).getlength(char)


def width(text: str, size: int, bold: bool = False) -> int:
    """The width of a line of text."""
    return round(sum(_advance(char, size) for char in drawable(text))) + (_embolden(size) if bold and text else 0)


def _embolden(size: int) -> int:
    return min(max(1, size // 32), 3)


def _breaks_anywhere(char: str) -> bool:
    return char > "\u1100" and unicodedata.east_asian_width(char) in "WF"


def _pieces(paragraph: str) -> list[str]:
    """Words (with the spaces after them) and single wide characters: what a line may end after."""
    pieces: list[str] = []
    word = ""
    for char in paragraph:
        if _breaks_anywhere(char):
            if word:
                pieces.append(word)
            pieces.append(char)
            word = ""
        elif char != " " and word.endswith(" "):
            pieces.append(word)
            word = char
        else:
            word += char
    return [*pieces, word] if word else pieces


def _fill(paragraph: str, size: int, limit: int) -> list[str]:
    lines: list[str] = []
    line, used = "", 0.0
    for piece in _pieces(paragraph):
        needed = sum(_advance(char, size) for char in piece)
        bare = needed - _advance(" ", size) * (len(piece) - len(piece.rstrip(" ")))
        if line and used + bare > limit:
            lines.append(line.rstrip(" "))
            line, used = "", 0.0
        if bare <= limit:
            line, used = line + piece, used + needed
            continue
        for char in piece:  # a word longer than the line is broken where the line ends
            step = _advance(char, size)
            if line and used + step > limit:
                lines.append(line)
                line, used = "", 0.0
            line, used = line + char, used + step
    return [*lines, line.rstrip(" ")]


@lru_cache(maxsize=8192)
def wrap(text: str, size: int, limit: int, bold: bool = False, max_lines: int = 0) -> tuple[str, ...]:
    """Break text into lines no wider than `limit`; beyond `max_lines` (0: any number) the rest becomes an ellipsis."""
    room = max(limit - (_embolden(size) if bold else 0), 1)
    lines = [line for paragraph in text.split("\n") for line in _fill(drawable(paragraph), size, room)]
    if max_lines and len(lines) > max_lines:
        last = lines[max_lines - 1]
        while last and width(last + "…", size) > room:
            last = last[:-1]
        lines = [*lines[: max_lines - 1], last.rstrip() + "…"]
    return tuple(lines)


@lru_cache(maxsize=4096)
def line_mask(text: str, size: int, bold: bool = False) -> Image.Image:
    """A line of text as a mask ("L"), `line_height(size)` high; bold is drawn twice, as there is one weight only."""
    extra = _embolden(size)
    mask = Image.new("L", (width(text, size, bold) + 4 + extra, line_height(size)), 0)
    ImageDraw.Draw(mask).text((0, round(size * 1.06)), drawable(text), font=font(size), fill=255, anchor="ls")
    if bold:
        for shift in range(1, extra + 1):
            mask = ImageChops.lighter(mask, ImageChops.offset(mask, shift, 0))
    return mask
