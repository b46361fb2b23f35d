"""The hand-labelled pairs, and how rules and judges do on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import resources
from typing import Any
from zoneinfo import ZoneInfo

import yaml
from pydantic import BaseModel, ConfigDict

from api_pool import Call
from benchmarks.proactive_mobile.equivalence import Frame
from benchmarks.proactive_mobile.verdict import Judge, rule
from benchmarks.records.spelled import spelled
from benchmarks.statistics import Rate, rate

FRAME = Frame(
    datetime(2026, 3, 11, 8, 0, tzinfo=ZoneInfo("Europe/Berlin")),
    {"Mama": ("+49 561 998877",), "Jonas Brandt": ("+49 170 1112233",), "Alex": ("+49 151 7654321",)},
)


@dataclass(frozen=True)
class Labelled:
    """A pair and what a person says. `wording`: only the wording differs, which no rule can settle."""

    line: str
    same: bool
    wording: bool
    made: tuple[Call, ...]
    truth: tuple[dict[str, Any], ...]


@cache
def labelled_pairs() -> tuple[Labelled, ...]:
    """All pairs that ship."""
    text = (resources.files("benchmarks.proactive_mobile") / "labelled_pairs.yaml").read_text(encoding="utf-8")
    found = []
    for line in yaml.safe_load(text)["pairs"].splitlines():
        label, made, truth = (part.strip() for part in line.split(" ; "))
        calls = tuple(Call(name=c.name, arguments=c.arguments) for c in map(spelled, made.split(" + ")))
        wanted = tuple(spelled(part).model_dump() for part in truth.split(" + "))
        found.append(Labelled(line, label.lstrip("!") == "same", label.startswith("!"), calls, wanted))
    return tuple(found)


class Measured(BaseModel):
    """How rules (and a judge, for what they leave open) do: `precision` of those called the same, `recall` of those that
    are; `decided`: pairs that the rules settle; `agreement` with people over what was decided; `wrong` pairs."""

    model_config = ConfigDict(frozen=True)

    pairs: int
    precision: Rate
    recall: Rate
    decided: Rate
    agreement: Rate
    judge_agreement: Rate
    wrong: tuple[str, ...]


def measure(judge: Judge | None = None, pairs: Sequence[Labelled] | None = None) -> Measured:
    """Measure the rules, and the judge on what they leave open; without a judge an open pair counts as different."""
    pairs = labelled_pairs() if pairs is None else pairs
    said_same = right_same = are_same = decided = agreed = asked = judge_right = 0
    wrong: list[str] = []
    for pair in pairs:
        ruling = rule(pair.made, pair.truth, FRAME)
        same = ruling == "same"
        if ruling == "open" and judge is not None:
            same, _ = judge.same(pair.made, pair.truth, FRAME)
            asked += 1
            judge_right += same == pair.same
        decided += ruling != "open"
        if ruling != "open":
            agreed += same == pair.same
        are_same += pair.same
        said_same += same
        right_same += same and pair.same
        if same != pair.same and (ruling != "open" or judge is not None):
            wrong.append(f"{ruling}: {pair.line}")
    return Measured(
        pairs=len(pairs), precision=rate(right_same, said_same), recall=rate(right_same, are_same),
        decided=rate(decided, len(pairs)), agreement=rate(agreed, decided), judge_agreement=rate(judge_right, asked),
        wrong=tuple(wrong),
    )  # fmt: skip
