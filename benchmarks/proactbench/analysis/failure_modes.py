"""Why RECOVERY replies fail: five modes, named by a judge, with a baseline of plain rules beside it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from pydantic import BaseModel, ConfigDict

from benchmarks.proactbench.analysis.agreement import kappa
from benchmarks.proactbench.assistants import Assistant, Message, judge_sampling
from benchmarks.proactbench.attempts import Patience, attempt
from benchmarks.proactbench.judge import parse, strict_schema
from benchmarks.proactbench.offline import history
from benchmarks.proactbench.online.styles import word_count
from benchmarks.proactbench.online.text import content, runs
from benchmarks.proactbench.prompts import transcript
from benchmarks.proactbench.records import Dialogue, DialogueResult, Score, TriggerType
from benchmarks.proactbench.scores import score_of


class Mode(StrEnum):
    """How a RECOVERY reply fails."""

    GENERIC_CLOSING = "generic_closing"
    DELIVERABLE_REPETITION = "deliverable_repetition"
    UNGROUNDED_SUGGESTION = "ungrounded_suggestion"
    PREMATURE_CLOSURE = "premature_closure"
    OTHER = "other"


SYSTEM = """An assistant's reply to a user who had finished a task was judged to add nothing of its own. Name the main way in
which it fails: generic_closing (pleasantries, praise, good wishes, a general offer of help), deliverable_repetition (it sums
up, rewrites or extends what was already delivered), ungrounded_suggestion (it suggests something that rests on nothing the
user said), premature_closure (it shuts the conversation in a few words and leaves no room), other.
Answer with one JSON object: mode, rationale (one sentence)."""

_PLEASANT = re.compile(
    r"\b(you'?re welcome|good luck|enjoy|have a (great|good|nice|wonderful|safe)\b|glad|happy to help|let me know|feel free"
    r"|reach out|anything else|sounds (great|good|perfect)|great (job|work|plan)|perfect|best of luck|take care"
    r"|safe (travels|drive)|congratulations|well done|here (if|whenever) you need)",
    re.IGNORECASE,
)
_SUGGESTS = re.compile(
    r"\b(you (could|might|may|should)|consider|i('d| would) (suggest|recommend)|don't forget|remember to|one more|another|tip"
    r"|next step|also|try|make sure)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
SHORT, REPEATED, RUN_SIZE = 14, 0.12, 4


def by_rules(reply: str, before: Sequence[Message]) -> Mode:
    """The baseline: length, pleasantries, words repeated from earlier replies, suggestions without the user's words."""
    length = word_count(reply)
    pleasant = len(_PLEASANT.findall(reply))
    if length <= SHORT and not pleasant:
        return Mode.PREMATURE_CLOSURE
    earlier = frozenset().union(*(runs(one.content, RUN_SIZE) for one in before if one.role == "assistant"))
    own = runs(reply, RUN_SIZE)
    repeated = len(own & earlier) / len(own) if own else 0.0
    if repeated >= REPEATED or (length > 120 and not pleasant):
        return Mode.DELIVERABLE_REPETITION
    facts = set().union(*(content(one.content) for one in before if one.role == "user"))
    suggestions = [part for part in _SENTENCE.split(reply) if _SUGGESTS.search(part) and not _PLEASANT.search(part)]
    if suggestions and not any(len(content(part) & facts) >= 2 for part in suggestions):
        return Mode.UNGROUNDED_SUGGESTION
    if pleasant:
        return Mode.GENERIC_CLOSING
    return Mode.DELIVERABLE_REPETITION if length > 60 else Mode.OTHER


class Named(BaseModel):
    """A judge's answer."""

    model_config = ConfigDict(extra="forbid")

    mode: Mode
    rationale: str


@dataclass(frozen=True)
class Failure:
    """A failed RECOVERY reply with what was said before it."""

    dialogue: str
    turn: int
    before: tuple[Message, ...]
    reply: str


def failures(dialogues: Sequence[Dialogue], results: Sequence[DialogueResult]) -> list[Failure]:
    """Every RECOVERY reply that was scored FAIL and whose dialogue is given."""
    by_name = {dialogue.unique_id_eval: dialogue for dialogue in dialogues}
    found = []
    for row in results:
        replies = {one.turn: one.assistant_response for one in row.turn_records}
        for trigger in row.trigger_points:
            failed = trigger.evaluation_rubric.type is TriggerType.RECOVERY and score_of(trigger) is Score.FAIL
            if failed and row.unique_id_eval in by_name and trigger.turn in replies:
                before = tuple(history(by_name[row.unique_id_eval], trigger.turn))
                found.append(Failure(row.unique_id_eval, trigger.turn, before, replies[trigger.turn]))
    return found


@dataclass
class Modes:
    """How often each mode was named; `skipped` failures got no answer."""

    counts: Counter[Mode] = field(default_factory=Counter)
    skipped: int = 0

    def shares(self) -> dict[str, float | None]:
        """Percent by mode; None where nothing was named."""
        whole = sum(self.counts.values())
        return {mode.value: 100 * self.counts[mode] / whole if whole else None for mode in Mode}


class Namer:
    """A judge that names failure modes."""

    def __init__(self, model: Assistant, patience: Patience | None = None) -> None:
        self._model, self._patience = model, patience if patience is not None else Patience()

    async def name(self, failure: Failure) -> Mode | None:
        """The mode; None where every attempt failed. Raises ModelRefused."""
        dialogue = transcript([*failure.before, Message("assistant", failure.reply)])
        messages = [
            Message("system", SYSTEM),
            Message("user", f"Dialogue, the last reply is the one in question:\n{dialogue}"),
        ]

        async def once() -> Named:
            reply = await self._model.reply(messages, judge_sampling(self._model.name), strict_schema(Named))
            return parse(reply.text, Named)

        found = (await attempt(once, self._patience)).value
        return found.mode if found is not None else None


@dataclass(frozen=True)
class Comparison:
    """Both ways of naming, and how they agree (plain kappa) where the judge answered."""

    failures: int
    judge: Modes | None
    rules: Modes
    kappa: float | None


async def compare(found: Sequence[Failure], namer: Namer | None) -> Comparison:
    """Name every failure by rules and, with a judge, by it."""
    ruled = [by_rules(one.reply, one.before) for one in found]
    rules = Modes(Counter(ruled))
    if namer is None:
        return Comparison(len(found), None, rules, None)
    named = [await namer.name(one) for one in found]
    judge = Modes(Counter(one for one in named if one is not None), sum(one is None for one in named))
    pairs = [(one, rule) for one, rule in zip(named, ruled, strict=True) if one is not None]
    return Comparison(len(found), judge, rules, _kappa(pairs))


def _kappa(pairs: Sequence[tuple[Mode, Mode]]) -> float | None:
    if not pairs:
        return None
    order = list(Mode)
    table = np.zeros((len(order), len(order)), dtype=np.int64)
    for first, second in pairs:
        table[order.index(first), order.index(second)] += 1
    value = kappa(table)
    return value if np.isfinite(value) else None
