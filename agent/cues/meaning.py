"""What a text is about: the concepts that its words name, in English and Chinese (the table is agent.lexicon.concepts)."""

from __future__ import annotations

import re
from functools import lru_cache

from agent.lexicon.common import WHOLE
from agent.lexicon.concepts import ESSENTIAL, TABLE, WEAK

__all__ = ["ESSENTIAL", "WEAK", "concepts", "stem", "stems"]

LONGEST = 700  # characters of a text that are looked at
_WORD = re.compile(r"[^\W_][\w'’.:°/+-]*", re.UNICODE)
_HAN = re.compile(r"[㐀-鿿]")
_LATIN = re.compile(r"[a-zà-ɏ]")


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """A word without its endings: charge, charges, charged and charging are one."""
    word = word.casefold().replace("’", "'").removesuffix("'s").strip("'.-:/+")
    if word == "news":
        return word
    if (single := word.removesuffix("s")) in WHOLE:
        return single
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "i"
    for ending in ("ing", "ed", "es", "s"):
        if len(word) - len(ending) >= 3 and word.endswith(ending) and not word.endswith("ss"):
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
                word = word[:-1]
            break
    return (
        word[:-1] + "i" if len(word) > 3 and word.endswith("y") else word.removesuffix("e") if len(word) > 3 else word
    )


def _tables() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    english: dict[str, set[str]] = {}
    chinese: dict[str, set[str]] = {}
    for line in TABLE.strip().splitlines():
        name, _, words = line.partition(": ")
        left, _, right = words.partition("|")
        for word in left.split():
            english.setdefault(" ".join(stem(part) for part in word.split("_")), set()).add(name)
        for word in right.split():
            chinese.setdefault(word.casefold(), set()).add(name)
    return english, chinese


_ENGLISH, _CHINESE = _tables()
_CHINESE_WORDS = re.compile("(?=(" + "|".join(sorted(map(re.escape, _CHINESE), key=len, reverse=True)) + "))", re.I)


def stems(text: str) -> list[str]:
    """The stems of a text's words of Latin letters, in order."""
    return [stem(word) for word in _WORD.findall(text) if _LATIN.search(word.casefold()) or word[0].isdigit()]


@lru_cache(maxsize=8192)
def concepts(text: str) -> frozenset[str]:
    """The names of the concepts that a text's words name."""
    text = text[:LONGEST]
    found: set[str] = set()
    if _LATIN.search(text.casefold()):
        words = stems(text)
        for size in (1, 2, 3):
            for start in range(len(words) - size + 1):
                found |= _ENGLISH.get(" ".join(words[start : start + size]), set())
    if _HAN.search(text):
        for match in _CHINESE_WORDS.finditer(text):
            found |= _CHINESE[match[1].casefold()]
    return frozenset(found)
