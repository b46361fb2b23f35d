"""Perceives a conversation, before any model: which details were disclosed, whether the user is done, and what follows from
one detail (Emergent), from several (Critical), or as a step after the end (Recovery)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from agent.chat.filters import is_repeat
from agent.chat.messages import Anchor, ChatMessage, FollowUp, Need

THRESHOLD = 0.5
_KNOWLEDGE = Path(__file__).with_name("knowledge.yaml")
_DONE = re.compile(
    r"\b(?:that'?s (?:all|everything|it|settled|sorted)|all (?:set|done|sorted)|we'?re (?:good|done|all set)|"
    r"i'?m (?:good|done|all set)|"
    r"(?:is|are|it'?s|everything'?s?|plan'?s?|i'?ve|have|has been|now) (?:\w+ )?(?:finali[sz]ed|booked|locked in|settled|"
    r"sorted|submitted|wrapped up|finished|packed|printed|ready)|"
    r"no (?:more|further) questions|(?:just )?sent it|sending it (?:off|out|tonight|now)|"
    r"perfect,? thanks?|great,? thanks?|thanks,? (?:that|this|you'?ve|i))\b|"
    r"搞定|就这样(?:吧|了|定)|没(?:有)?(?:别的|其他)?问题了|定稿|(?:都|已经?)(?:安排|准备|收拾|订|弄|处理|提交|发)(?:好|完|出去)了?|"
    r"完成了|办好了|那就这么定|谢谢.{0,6}(?:够了|清楚了|可以了|就这些)|就这些",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"[?？]|\b(?:how|what|which|can you|could you|please|help me|should i)\b|怎么|如何|请问|帮我|能不能|吗[。？]?$",
    re.I,
)
_NEGATED = re.compile(
    r"(?:\b(?:no|not|never|without|isn'?t|aren'?t|don'?t have (?:a|any)?)\s+(?:\w+\s+)?|没有?|不|无需?|别)$", re.I
)
_HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True)
class ChatPerception:
    """What is seen in a dialogue: its language, the anchors in the order of disclosure, whether the user is done, and what
    follows, best first. `why` says why there is nothing."""

    language: str
    anchors: tuple[Anchor, ...]
    done: bool
    findings: tuple[FollowUp, ...]
    phase: Need
    why: str = ""

    @property
    def best(self) -> FollowUp | None:
        """The best finding, or None."""
        return self.findings[0] if self.findings else None


@cache
def knowledge() -> dict[str, Any]:
    """The rules, with compiled patterns."""
    data: dict[str, Any] = yaml.safe_load(_KNOWLEDGE.read_text(encoding="utf-8"))
    for kind in data["kinds"].values():
        for part in kind.values():
            part["say"] = re.compile(part["say"], re.IGNORECASE)
            part["handled"] = re.compile(part["handled"], re.IGNORECASE)
    return data


def language_of_dialogue(dialogue: Sequence[ChatMessage]) -> str:
    """zh where the user's words are mostly Chinese, else en."""
    text = "".join(message.content for message in dialogue if message.role == "user")
    letters = sum(char.isalpha() for char in text)
    return "zh" if letters and len(_HAN.findall(text)) > letters * 0.3 else "en"


def is_done(message: str) -> bool:
    """Whether a message says that the task is finished and asks for nothing more."""
    return bool(_DONE.search(message)) and not _ASKS.search(message)


def anchors_in(dialogue: Sequence[ChatMessage], language: str) -> tuple[Anchor, ...]:
    """The details that the user disclosed, each kind's first words once a message."""
    found: list[Anchor] = []
    turns = [message.content for message in dialogue if message.role == "user"]
    for turn, text in enumerate(turns):
        here: list[tuple[int, Anchor]] = []
        for kind, parts in knowledge()["kinds"].items():
            match = next(
                (m for m in parts[language]["say"].finditer(text[:4000]) if not _denied(text, m.start())), None
            )
            if match is not None and match[0].strip():
                here.append((match.start(), Anchor(kind=kind, quote=_quote(match[0]), turn=turn)))
        found += [anchor for _, anchor in sorted(here, key=lambda pair: pair[0])]
    return tuple(found)


def _denied(text: str, start: int) -> bool:
    return _NEGATED.search(text[max(0, start - 16) : start]) is not None


def _quote(text: str) -> str:
    return " ".join(text.split()).strip(' ,;:，；：“”"')[:80]


def perceive_dialogue(dialogue: Sequence[ChatMessage], *, language: str | None = None) -> ChatPerception:
    """Look at a dialogue that ends with the user's message. Deterministic, milliseconds, no model."""
    spoken = language or language_of_dialogue(dialogue)
    anchors = anchors_in(dialogue, spoken)
    done = is_done(dialogue[-1].content)
    last = sum(message.role == "user" for message in dialogue) - 1
    delivered = [message.content for message in dialogue if message.role == "assistant"]
    everything = "\n".join(message.content for message in dialogue)
    why = ""
    first: dict[str, Anchor] = {}
    for anchor in anchors:
        first.setdefault(anchor.kind, anchor)
    if done and _offered(dialogue, anchors):
        found, why = [], "one step was offered already, and nothing new was said"
    elif done:
        found = list(_recovery(first, delivered, spoken))
    else:
        found = [*_critical(first, last, delivered, everything, spoken), *_emergent(first, last, everything, spoken)]
    found = [one for one in found if one.score >= THRESHOLD and not is_repeat(one.text, delivered)]
    found.sort(key=lambda one: (-one.score, -one.anchors[-1].turn))
    why = (
        ""
        if found
        else ("nothing was mentioned that leads further" if not anchors else "what follows was said already")
    )
    phase: Need = "recovery" if done else "critical" if len(first) > 1 else "emergent"
    return ChatPerception(spoken, anchors, done, tuple(found), phase, why)


def _offered(dialogue: Sequence[ChatMessage], anchors: Sequence[Anchor]) -> bool:
    """Whether the user had said before that they are done, was answered, and has disclosed nothing since."""
    turn, ended = -1, -1
    for message, after in pairwise(dialogue):
        turn += message.role == "user"
        if message.role == "user" and after.role == "assistant" and is_done(message.content):
            ended = turn
    return ended >= 0 and all(anchor.turn <= ended for anchor in anchors)


def _emergent(first: dict[str, Anchor], last: int, everything: str, language: str) -> Iterator[FollowUp]:
    """What follows from one detail of the latest message. What matters more comes first in the rules."""
    for kind, parts in knowledge()["kinds"].items():
        anchor, part = first.get(kind), parts[language]
        if anchor is None or anchor.turn != last or part["handled"].search(everything):
            continue
        text = part["emergent"].format(it=anchor.quote)
        yield FollowUp(need="emergent", text=text, anchors=(anchor,), source="embedded", score=0.7)


def _critical(
    first: dict[str, Anchor], last: int, delivered: Sequence[str], everything: str, language: str
) -> Iterator[FollowUp]:
    """What follows from two details together, at least one of them new or not yet taken up."""
    for join in knowledge()["joins"]:
        a, b = (first.get(kind) for kind in join["of"])
        if a is None or b is None:
            continue
        newer = max(a.turn, b.turn)
        text = join[language].format(a=a.quote, b=b.quote)
        score = 0.9 if newer == last else 0.6 if not delivered or newer >= last - 2 else 0.4
        pair = (a, b) if a.turn <= b.turn else (b, a)
        yield FollowUp(need="critical", text=text, anchors=pair, source="embedded", score=score)


def _recovery(first: dict[str, Anchor], delivered: Sequence[str], language: str) -> Iterator[FollowUp]:
    """The step after the end: from the detail that the replies so far made least of."""
    for kind, anchor in first.items():
        part = knowledge()["kinds"][kind][language]
        text = part["recovery"].format(it=anchor.quote)
        used = sum(anchor.quote in reply or bool(part["handled"].search(reply)) for reply in delivered)
        yield FollowUp(need="recovery", text=text, anchors=(anchor,), source="embedded", score=0.9 - 0.1 * min(used, 3))
