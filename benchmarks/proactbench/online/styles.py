"""The 24 communication styles: which of the six CSI traits they have, how long their messages are, how they sound."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Trait(StrEnum):
    """The traits of the Communication Styles Inventory that a style has or has not."""

    EXPRESSIVE = "E"
    PRECISE = "P"
    AGGRESSIVE = "VA"
    QUESTIONING = "Q"
    EMOTIONAL = "Em"
    MANIPULATING = "IM"


_SOUNDS = {
    Trait.EXPRESSIVE: ("talks much and readily, with colour", "says little, plainly"),
    Trait.PRECISE: ("is structured and to the point, every word chosen", "does not order their words much"),
    Trait.AGGRESSIVE: ("is curt, pushy and does not spare the other side", "stays friendly"),
    Trait.QUESTIONING: ("wonders, probes and questions what is said", "takes things as they are said"),
    Trait.EMOTIONAL: ("lets worry, joy or annoyance show", "keeps feelings out"),
    Trait.MANIPULATING: ("flatters and steers how they are seen", "does not care how they are seen"),
}
_TABLE = (
    "", "IM", "Em", "Q", "Q IM", "Q Em", "VA", "VA Em", "VA Q", "VA Q Em", "P", "P IM",
    "P Q", "P Q IM", "E", "E IM", "E Em", "E Q", "E Q IM", "E Q Em", "E VA", "E VA Em", "E VA Q", "E VA Q Em",
)  # fmt: skip


@dataclass(frozen=True)
class Style:
    """One style; messages have `least` to `most` words."""

    index: int
    traits: frozenset[Trait]
    least: int
    most: int

    def describe(self) -> str:
        """What the User Agent is told."""
        manner = "; ".join(_SOUNDS[trait][trait not in self.traits] for trait in Trait)
        return f"The user {manner}. Every message has {self.least} to {self.most} words."


def _style(index: int, names: str) -> Style:
    traits = frozenset(Trait(name) for name in names.split())
    least, most = (40, 100) if Trait.EXPRESSIVE in traits else (5, 25)
    return Style(index, traits, least, most)


STYLES: dict[int, Style] = {index: _style(index, names) for index, names in enumerate(_TABLE, 1)}


def word_count(message: str) -> int:
    """Words as the limits count them: what stands between spaces and holds a letter or digit."""
    return sum(any(sign.isalnum() for sign in word) for word in message.split())


NAMED = re.compile(
    r"\b(verbal(ly)? aggress\w*|impression[- ]manipulat\w*|questioningness|expressiveness|preciseness|emotionality"
    r"|communication styles?( inventory)?|CSI trait\w*|style \d+)\b",
    re.IGNORECASE,
)
