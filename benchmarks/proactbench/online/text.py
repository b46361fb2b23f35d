"""Whether one text mentions what another says: by marks, by content words, by runs of the same words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")
_COMMON_WORDS = """
a an and any are as at be been but by can do does for from had has have her his i if in into is it its just like may me
more most my new no not of off on one or our out over own she so some than that the their them then there they this to too
up us use used user users very was way we well were what when which while who will with would you your he also because
each every
"""
_COMMON = frozenset(_COMMON_WORDS.split())
RUN = 7


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """The words of a text, lower case, without common endings."""
    return tuple(_stem(word) for word in _WORD.findall(text.replace("’", "'").replace("'", "").casefold()))


def _stem(word: str) -> str:
    for ending in ("ings", "ing", "ies", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word[:-1] if word.endswith(("e", "y")) and len(word) > 4 else word


def content(text: str) -> set[str]:
    """The words that carry a text's content."""
    return {_stem(word) for word in _WORD.findall(text.casefold()) if word not in _COMMON and len(word) > 1}


def holds(text: str, phrase: str) -> bool:
    """Whether the words of the phrase stand in the text, one after the other."""
    whole, part = words(text), words(phrase)
    return bool(part) and any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))


def mentions(text: str, marks: Iterable[str], fact: str, share: float = 0.6) -> bool:
    """Whether a text tells a fact: one of its marks stands in it, or most of the fact's content words do."""
    if any(holds(text, mark) for mark in marks):
        return True
    needed = content(fact)
    return len(needed) >= 4 and len(needed & content(text)) / len(needed) >= share


@lru_cache(maxsize=4096)
def runs(text: str, size: int = RUN) -> frozenset[tuple[str, ...]]:
    """All runs of `size` words."""
    found = words(text)
    return frozenset(found[at : at + size] for at in range(len(found) - size + 1))


def copied(text: str, secret: str, allowed: Iterable[str] = ()) -> bool:
    """Whether a run of words of the secret stands in the text that stands in none of the allowed texts."""
    shared = runs(text) & runs(secret)
    return bool(shared) and bool(shared - frozenset().union(*(runs(one) for one in allowed)))
