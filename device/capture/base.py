"""What every reading of a phone's output shares: whole lines, safe numbers, what could not be read.

A line is believed only when its line end was printed: dumps end with one, so a last line without it
was cut. Nothing in here raises on strange text.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, ConfigDict

__all__ = [
    "Part",
    "Reading",
    "Whole",
    "clean",
    "component",
    "duration_ms",
    "to_bool",
    "to_float",
    "to_int",
    "whole_lines",
]


class Part(BaseModel):
    """A frozen piece of a reading; every field is None where the phone did not say.

    Unknown keys are passed over, so that a reading written as JSON with its computed fields reads back.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")


class Reading(Part):
    """One command's output, read.

    ``complete`` is False when the text shows that it was cut (a last line without a line end, a dump that
    timed out): lists and counts are then lower bounds. A cut exactly at a line end cannot be seen.
    ``unread`` names in short texts what was met and not understood.
    """

    complete: bool = True
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class Whole:
    """The whole lines of a text; ``tail`` is a last line without its line end ("" when there is none)."""

    lines: list[str]
    tail: str
    complete: bool

    @property
    def unread(self) -> tuple[str, ...]:
        """What is lost by the cut, as texts for ``Reading.unread``."""
        if self.tail:
            return (f"the text is cut after: {self.tail[:40]!r}",)
        return () if self.complete else ("the phone stopped the dump before its end",)


# frameworks/native/cmds/dumpsys/dumpsys.cpp prints the first; the others are printed by binder dumps that fail.
_STOPPED: Final = re.compile(
    r"\*\*\* SERVICE '[^']*' DUMP TIMEOUT|^Error dumping service |^Failure while dumping the service", re.M
)

_STOPS: Final = (" DUMP TIMEOUT", "Error dumping service ", "Failure while dumping the service")


def _stopped(text: str) -> bool:
    # Looking for plain words first: a dump has megabytes, and hardly one was ever stopped.
    return any(words in text for words in _STOPS) and _STOPPED.search(text) is not None


def clean(text: str) -> str:
    """Text with line ends read as LF and with halves of surrogate pairs replaced, so that any model takes it."""
    if "\r" in text:
        text = text.replace("\r\r\n", "\n").replace("\r\n", "\n")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = text.encode("utf-8", "replace").decode("utf-8")
    return text


def whole_lines(text: str) -> Whole:
    """Split a text at its line feeds and set aside a last line that was not ended."""
    lines = clean(text).split("\n")
    tail = lines.pop()
    return Whole(lines, tail, not tail and not _stopped(text))


_INT: Final = re.compile(r"[+-]?[0-9]{1,20}\Z")
_HEX: Final = re.compile(r"0x[0-9a-fA-F]{1,16}\Z")
_FLOAT: Final = re.compile(r"[+-]?[0-9]{1,40}(?:\.[0-9]{0,60})?(?:[eE][+-]?[0-9]{1,4})?\Z")


def to_int(text: str | None) -> int | None:
    """A whole decimal or 0x number of at most 20 digits, else None."""
    if text is None:
        return None
    text = text.strip()
    if _INT.match(text):
        return int(text)
    return int(text, 16) if _HEX.match(text) else None


def to_float(text: str | None) -> float | None:
    """A finite decimal number, else None (``NaN`` too)."""
    if text is None or not _FLOAT.match(text.strip()):
        return None
    value = float(text)
    return value if math.isfinite(value) else None


def to_bool(text: str | None) -> bool | None:
    """``true`` or ``false`` as Java prints them, else None."""
    return {"true": True, "false": False}.get(text or "")


_COMPONENT: Final = re.compile(r"([A-Za-z_][\w.]*)/([\w.$]+)\Z")


def component(text: str | None) -> tuple[str, str] | None:
    """Package and class of ``pkg/cls`` as printed, or None when the text is no component."""
    match = _COMPONENT.match(text or "")
    return (match[1], match[2]) if match else None


_DURATION: Final = re.compile(
    r"([+-]?)(?:([0-9]{1,9})d)?(?:([0-9]{1,9})h)?(?:([0-9]{1,9})m)?(?:([0-9]{1,9})s)?(?:([0-9]{1,9})ms)?\Z"
)


def duration_ms(text: str | None) -> int | None:
    """Milliseconds of ``+10d0h54m58s190ms`` (android.util.TimeUtils.formatDuration), else None."""
    text = (text or "").strip()
    if text == "0":
        return 0
    match = _DURATION.match(text)
    if match is None or not any(match.groups()[1:]):
        return None
    days, hours, minutes, seconds, millis = (int(part or 0) for part in match.groups()[1:])
    total = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + millis
    return -total if match[1] == "-" else total
