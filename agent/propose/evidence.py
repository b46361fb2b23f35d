"""Which lines of the context a model's calls visibly rest on."""

from __future__ import annotations

import json
import re

from agent.context import Context
from agent.context_text import facts
from api_pool import Call

AT_MOST = 3
_PIECE = re.compile(r"[A-Za-z\u00c0-\u024f]{4,}|\d{3,}|\d{1,2}:\d{2}|[\u3400-\u9fff]{2}")


def evidence_for(calls: tuple[Call, ...], context: Context) -> tuple[str, ...]:
    """Up to three lines that share most words and numbers with the calls' arguments, the heaviest first."""
    said = " ".join(json.dumps(call.arguments, ensure_ascii=False) for call in calls).casefold()
    pieces = set(_PIECE.findall(said))
    if not pieces:
        return ()
    ranked = []
    for index, fact in enumerate(facts(context)):
        shared = len(pieces & set(_PIECE.findall(fact.text[:1000].casefold())))
        if shared:
            ranked.append((-shared, -fact.weight, index, fact.text[:200]))
    return tuple(dict.fromkeys(text for *_, text in sorted(ranked)[:AT_MOST]))
