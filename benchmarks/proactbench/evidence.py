"""Whether a judge's evidence is a verbatim quote of the reply, with whitespace and quotation marks normalised."""

from __future__ import annotations

import re

_QUOTES = str.maketrans({**dict.fromkeys("“”„‟«»″", '"'), **dict.fromkeys("‘’‚‛‹›′`", "'")})
_SPACE = re.compile(r"\s+")
_WRAPPED = re.compile(r'"([^"]{3,})"')
_ELLIPSIS = re.compile(r"\s*(?:\.\.\.|…)\s*")


def normal(text: str) -> str:
    """One form of quotation marks, single spaces, no space at the ends."""
    return _SPACE.sub(" ", text.translate(_QUOTES)).strip()


def verbatim(evidence: str, reply: str) -> bool:
    """Whether the whole evidence, without marks around it, stands in the reply. Empty evidence never does."""
    quote, whole = normal(evidence), normal(reply)
    bare = quote.strip("\"' ")
    return bool(bare) and (quote in whole or bare in whole)


def quoted(evidence: str) -> list[str]:
    """The pieces that published evidence puts in quotation marks, cut at ellipses."""
    pieces = [part for quote in _WRAPPED.findall(normal(evidence)) for part in _ELLIPSIS.split(quote)]
    return [piece for piece in pieces if piece]


def share_verbatim(evidence: str, reply: str) -> tuple[int, int]:
    """How many of the quoted pieces stand in the reply, and how many there are (for published evidence)."""
    pieces = quoted(evidence)
    return sum(verbatim(piece, reply) for piece in pieces), len(pieces)
