"""The two-stage best match: an answer that the prediction is functionally equivalent to; else, for the analysis, the
answer whose set of function names comes nearest (F1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from api_pool import Call
from benchmarks.proactive_mobile.canonical import canonical
from benchmarks.proactive_mobile.equivalence import Frame, argument_equivalent
from benchmarks.proactive_mobile.verdict import Judge, rule
from benchmarks.records.model import Answer


@dataclass(frozen=True)
class Match:
    """Which answer a prediction is held against. `by`: who found them equivalent, or that nobody did; `open`: pairs
    that the rules left open and no judge was there to decide. `right_arguments` of `arguments` of it were met."""

    answer: int
    same: bool
    by: Literal["rules", "judge", "f1"]
    f1: float
    open: int = 0
    asked: int = 0
    arguments: int = 0
    right_arguments: int = 0
    why: str = ""


def names_f1(made: Sequence[str], wanted: Sequence[str]) -> float:
    """F1 of two unordered sets of function names; two empty sets are equal (1)."""
    first, second = set(made), set(wanted)
    if not first and not second:
        return 1.0
    return 2 * len(first & second) / (len(first) + len(second))


def best_match(calls: Sequence[Call], answers: Sequence[Answer], frame: Frame, judge: Judge | None = None) -> Match:
    """Hold calls against one to three answers. Of several equivalent answers the first is taken.

    Raises ValueError without answers: there is nothing to match then.
    """
    if not answers:
        raise ValueError("no answers to match against")
    rulings = [rule(calls, answer.truth(), frame) for answer in answers]
    open_ones = [index for index, ruling in enumerate(rulings) if ruling == "open"]
    if "same" in rulings:
        return _match(calls, answers, rulings.index("same"), frame, same=True, by="rules")
    asked = 0
    if judge is not None:
        for index in open_ones:
            same, why = judge.same(calls, answers[index].truth(), frame)
            asked += 1
            if same:
                return _match(calls, answers, index, frame, same=True, by="judge", asked=asked, why=why)
        open_ones = []
    scores = [names_f1([call.name for call in calls], [call.name for call in answer.calls]) for answer in answers]
    best = max(range(len(answers)), key=lambda index: (scores[index], -index))
    return _match(calls, answers, best, frame, same=False, by="f1", open_pairs=len(open_ones), asked=asked)


def _match(
    calls: Sequence[Call], answers: Sequence[Answer], index: int, frame: Frame, *, same: bool,
    by: Literal["rules", "judge", "f1"], open_pairs: int = 0, asked: int = 0, why: str = "",
) -> Match:  # fmt: skip
    answer = answers[index]
    total, right = _arguments(calls, answer, frame)
    f1 = names_f1([call.name for call in calls], [call.name for call in answer.calls])
    return Match(index, same, by, f1, open_pairs, asked, total, right, why)


def _arguments(calls: Sequence[Call], answer: Answer, frame: Frame) -> tuple[int, int]:
    """Arguments that the answer names in functions that were called too, and how many of them were met. Each call of
    the answer is held against the call of that function that meets most."""
    total = right = 0
    for truth in answer.calls:
        name, wanted = canonical(truth.name, truth.arguments)
        met = []
        for call in calls:
            made_name, arguments = canonical(call.name, call.arguments)
            if made_name == name:
                met.append(sum(argument_equivalent(name, k, arguments, v, frame) for k, v in wanted.items()))
        if met:
            total += len(wanted)
            right += max(met)
    return total, right
