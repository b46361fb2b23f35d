"""Texts, phone numbers and times as people mean them: what may differ between two spellings of the same thing."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, timedelta

_CLOCK = re.compile(r"(\d{1,2}):(\d{2})\Z")
_RELATIVE = re.compile(r"\+(\d{1,4})\s*(m|min|h|d)\Z")
_NUMBER = re.compile(r"[+(]?\d[\d\s()./-]{1,}\Z")
_TOKENS = frozenset("%@#&*/?\\")  # punctuation that changes what a text says
_SOFT = frozenset("~|`^´¨")  # symbols that do not
_DENIED = re.compile(r"(?:\b(?:not|never|no|cannot|without|cancel|\w+n t|dont|cant|wont) (?:\w+ )?|[不没未别無無])\Z")


def plain(text: str) -> str:
    """A text without case, width, spacing and the punctuation that changes nothing. What does change it stays: signs,
    decimal marks, percent and currency, arithmetic, question marks, emoji."""
    folded = "".join(_narrow(char) for char in unicodedata.normalize("NFC", text)).casefold()
    out = []
    for number, char in enumerate(folded):
        before, after = folded[number - 1 : number], folded[number + 1 : number + 2]
        kind = unicodedata.category(char)
        if char.isalnum() or (kind[0] == "M" and char != "\ufe0f"):
            out.append(char)
        elif char in _TOKENS or (kind[0] == "S" and char not in _SOFT):
            out.append(f" {char} ")
        elif (char in ".,:-" and before.isdigit() and after.isdigit()) or (
            char in ".!" and _latin(before) and _latin(after)
        ):
            out.append(char)
        elif char in "-−" and after.isdigit() and not (before.isalnum() or before in (")", ".")):
            out.append(" -")
        else:
            out.append(" ")
    return " ".join("".join(out).split())


def _narrow(char: str) -> str:
    """A character in its usual width."""
    if unicodedata.decomposition(char).startswith(("<wide>", "<narrow>")) or char in "\u3000℃℉":
        return unicodedata.normalize("NFKC", char)
    return char


def _latin(char: str) -> bool:
    return char.isalpha() and char < "\u2e80"


def holds(made: str, part: str) -> bool:
    """Whether a text holds a part from the beginning of a word (or number, and then the whole number) on, and does not
    deny it just before."""
    text, wanted = plain(made), plain(part)
    if not wanted:
        return False
    at = text.find(wanted)
    while at >= 0:
        before, after = text[:at], text[at + len(wanted) :]
        cut = (
            (_latin(wanted[0]) and _latin(before[-1:]))
            or (wanted[0].isdigit() and re.search(r"\d[.,:]?\Z", before))
            or (wanted[0].isdigit() and before.endswith("-"))
            or (wanted[-1].isdigit() and re.match(r"[.,:]?\d", after))
        )
        if not cut and not _DENIED.search(before):
            return True
        at = text.find(wanted, at + 1)
    return False


def looks_like_number(text: str) -> bool:
    """Whether a text may be a phone number (three digits and more)."""
    return bool(_NUMBER.match(text.strip())) and len(re.sub(r"\D", "", text)) >= 3


def same_number(first: str, second: str) -> bool:
    """Whether two phone numbers reach the same phone. Two international ones must be the same to the digit; a national one
    is the same as an international one that ends with it after a country code of one to three digits. Stricter than
    api_pool.numbers, which looks for a recipient on a phone of a known country: here a doubt is no success."""
    one, two = _digits(first), _digits(second)
    if one == two:
        return bool(one[1])
    if one[0] == two[0]:
        return not one[0] and len(one[1]) >= 7 and one[1].removeprefix("0") == two[1].removeprefix("0")
    national, whole = (two[1], one[1]) if one[0] else (one[1], two[1])
    national = national.removeprefix("0")
    return len(national) >= 7 and whole.endswith(national) and len(whole) - len(national) <= 3


def _digits(text: str) -> tuple[bool, str]:
    """Whether a number is international, and its digits without the marks of that."""
    bare = re.sub(r"\(0\)", "", text.strip())
    digits = re.sub(r"\D", "", bare)
    if bare.startswith(("+", "(+")):
        return True, digits
    return (True, digits[2:]) if digits.startswith("00") else (False, digits)


def read_time(text: str, now: datetime) -> datetime | None:
    """ISO local time, HH:MM (the next one) or +30m as an aware time; None for anything else."""
    text = text.strip()
    if match := _RELATIVE.match(text):
        unit = {"m": "minutes", "min": "minutes", "h": "hours", "d": "days"}[match[2]]
        return now + timedelta(**{unit: int(match[1])})
    if match := _CLOCK.match(text):
        hour, minute = int(match[1]), int(match[2])
        if hour > 23 or minute > 59:
            return None
        at = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
        return at if at >= now.replace(second=0, microsecond=0) else at + timedelta(days=1)
    if len(text) < 10 or not text[:4].isdigit():
        return None
    try:
        parsed = datetime.fromisoformat(text)
    except ValueError:
        return None
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=now.tzinfo)
