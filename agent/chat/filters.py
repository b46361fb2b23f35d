"""What a reply must not hold: empty courtesy, a repeat of what was delivered, advice that rests on nothing said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

REPEATED = 0.6  # share of a sentence's words that an earlier reply holds

_GENERIC = re.compile(
    r"\blet me know\b|\bfeel free\b|\bhappy to (?:help|assist)|\bglad (?:to|i could) (?:help|assist)|\bdon'?t hesitate|"
    r"\banything else\b|\bany (?:other |further |more )?questions\b|\bhere (?:to help|if you need)|"
    r"\bhope (?:this|that|it) helps|"
    r"\bgood luck\b|\bhave a (?:great|nice|good|wonderful|lovely|safe)|\byou'?re (?:very )?welcome|\benjoy (?:your|the)\b|"
    r"\bbest of luck|\bsounds (?:great|good|like a plan)[.!]|\bi'?m here\b|\breach out\b|"
    r"随时(?:告诉|联系|找|问)|有(?:任何|其他|别的|什么)(?:问题|需要)|祝(?:您|你|一切|好运|顺利|旅途|玩得)|不客气|希望(?:这|对|能帮)|"
    r"很高兴(?:能|为|帮)|请随时|还有什么(?:可以|需要|能)|"
    r"^\W*(?:great|perfect|wonderful|awesome|excellent|sounds good|ok(?:ay)?|got it|noted|sure|understood|acknowledged|"
    r"好的?|明白了?|收到|太好了|没问题)\W*$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.!?]+(?=\s|$)|[。！？]+|\n|$)|[^\n]")
_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]{3,}|\d{2,}|[\u3400-\u9fff]{2,}")
_COMMON_WORDS = (
    "with that this from your have will what when where which would could should there their they them then than been "
    "were does about into just some more also need make sure before after want like please step further keep plan take "
    "the and you for are was not but can out one all has had her his our any how why who get got let may now see too use "
    "way yes its she him did off own per"
)
_COMMON = frozenset(_COMMON_WORDS.split())


def sentences(text: str) -> list[str]:
    """A text in sentences, with their ends."""
    return [found for part in _SENTENCE.findall(text) if (found := part.strip())]


def is_generic(sentence: str) -> bool:
    """Whether a sentence is courtesy or an offer of help in general."""
    return _GENERIC.search(sentence) is not None


def words(text: str) -> set[str]:
    """The words that carry meaning; Chinese runs are cut into pairs."""
    found: set[str] = set()
    for word in _WORD.findall(text.casefold()):
        if "\u3400" <= word[0] <= "\u9fff":
            found.update(word[i : i + 2] for i in range(len(word) - 1))
        elif word not in _COMMON:
            found.add(word)
    return found


def is_repeat(sentence: str, earlier: Iterable[str]) -> bool:
    """Whether most of a sentence's words stand in one sentence of an earlier reply."""
    own = words(sentence)
    return bool(own) and any(
        len(own & words(said)) / len(own) >= REPEATED for reply in earlier for said in sentences(reply)
    )


def is_grounded(text: str, said: Sequence[str]) -> bool:
    """Whether a text takes up a word that the user said."""
    own = words(text)
    return any(own & words(message) for message in said)
