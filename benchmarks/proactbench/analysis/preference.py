"""Study 2: blind choices between the stored reply (case A) and one written with the rubric in sight (case B)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.stats import binomtest  # type: ignore[import-untyped]

from benchmarks.proactbench.analysis.human import read_csv
from benchmarks.proactbench.errors import BadData


@dataclass(frozen=True)
class Choice:
    """One person's choice: `A`, `B` or `tie`."""

    rater: str
    item: str
    case: str
    confidence: int | None = None


@dataclass(frozen=True)
class Preference:
    """How often B was preferred; ties are outside. The interval resamples items; p is an exact two-sided binomial."""

    b: int
    of: int
    rate: float
    low: float
    high: float
    p: float


@dataclass(frozen=True)
class PreferenceStudy:
    """Everything that the study reports."""

    judgements: int
    ties: int
    items: int
    overall: Preference
    by_confidence: dict[int, Preference]
    by_rater: dict[str, Preference]
    by_label: dict[str, Preference]
    items_with_three: int
    majority_b: int
    all_b: int
    all_a: int


def read_choices(path: Path) -> list[Choice]:
    """Choices from a CSV with `rater`, `item_id`, `chosen_case` and, where known, `confidence`."""
    rows = read_csv(path, {"rater", "item_id", "chosen_case"})
    found = []
    for number, row in enumerate(rows, 2):
        case = row["chosen_case"].strip()
        case = case if case in ("A", "B") else "tie" if case.lower() in ("tie", "", "none", "t") else case
        if case not in ("A", "B", "tie"):
            raise BadData(f"{path.name} line {number}: {case!r} is no case", mend="use A, B or tie")
        word = (row.get("confidence") or "").strip()
        found.append(Choice(row["rater"], row["item_id"], case, int(word) if word.isdigit() else None))
    return found


def preference(choices: Sequence[Choice], seed: int = 2026, resamples: int = 10_000) -> Preference:
    """B's share among the choices that are no ties. Raises BadData when there are none."""
    counts: dict[str, list[int]] = {}
    for one in choices:
        if one.case != "tie":
            entry = counts.setdefault(one.item, [0, 0])
            entry[0] += one.case == "B"
            entry[1] += 1
    if not counts:
        raise BadData("there is no choice between A and B")
    items = np.array(list(counts.values()), dtype=np.int64)
    rng = np.random.default_rng(seed)
    draws = items[rng.integers(0, len(items), size=(resamples, len(items)))].sum(axis=1)
    low, high = np.percentile(draws[:, 0] / draws[:, 1], [2.5, 97.5])
    b, of = (int(value) for value in items.sum(axis=0))
    return Preference(b, of, b / of, float(low), float(high), float(binomtest(b, of, 0.5).pvalue))


def study(choices: Sequence[Choice], labels: Mapping[str, str] | None = None) -> PreferenceStudy:
    """The whole analysis. `labels` gives each item's case-A label (PASS, PARTIAL, FAIL) where it is known."""
    decided = [one for one in choices if one.case != "tie"]
    votes: dict[str, list[str]] = {}
    for one in decided:
        votes.setdefault(one.item, []).append(one.case)
    many = [cases for cases in votes.values() if len(cases) >= 3]
    confidences = sorted({one.confidence for one in decided if one.confidence is not None})
    raters = sorted({one.rater for one in decided})
    known = labels or {}
    names = [name for name in ("FAIL", "PARTIAL", "PASS") if any(known.get(one.item) == name for one in decided)]
    return PreferenceStudy(
        judgements=len(choices),
        ties=len(choices) - len(decided),
        items=len({one.item for one in choices}),
        overall=preference(choices),
        by_confidence={level: preference([o for o in decided if o.confidence == level]) for level in confidences},
        by_rater={rater: preference([o for o in decided if o.rater == rater]) for rater in raters},
        by_label={name: preference([o for o in decided if known.get(o.item) == name]) for name in names},
        items_with_three=len(many),
        majority_b=sum(cases.count("B") * 2 > len(cases) for cases in many),
        all_b=sum(set(cases) == {"B"} for cases in many),
        all_a=sum(set(cases) == {"A"} for cases in many),
    )
