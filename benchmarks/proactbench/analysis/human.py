"""Study 1: people score the replies that the judge scored. Reads the rating files and computes what was published."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.proactbench.analysis import agreement
from benchmarks.proactbench.errors import BadData
from benchmarks.proactbench.records import Score, TriggerType


@dataclass(frozen=True)
class Rating:
    """One person's score of one reply."""

    rater: str
    item: str
    score: Score


@dataclass(frozen=True)
class TypeAgreement:
    """Agreement for one trigger type, with 95 % intervals."""

    items: int
    ratings: int
    alpha: float
    alpha_low: float
    alpha_high: float
    kappa: float
    kappa_low: float
    kappa_high: float
    quadratic_kappa: float
    confusion: list[list[int]]


def read_csv(path: Path, columns: set[str]) -> list[dict[str, str]]:
    """The rows of a CSV file that has at least these columns. Raises BadData."""
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            reader = csv.DictReader(lines)
            missing = columns - set(reader.fieldnames or ())
            if missing:
                raise BadData(f"{path.name} has no column {', '.join(sorted(missing))}")
            return list(reader)
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"cannot read {path}: {error}") from error


def read_json(path: Path) -> Any:
    """A JSON file. Raises BadData."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadData(f"cannot read {path}: {error}") from error


def read_score(word: str, where: str) -> Score:
    """Pass, Partial or Fail in any case. Raises BadData."""
    try:
        return Score(word.strip().upper())
    except ValueError as error:
        raise BadData(f"{where}: {word!r} is no score", mend="use Pass, Partial or Fail") from error


def read_ratings(folder: Path) -> tuple[list[Rating], dict[str, TriggerType]]:
    """Ratings and the trigger type of each item, from `study1_ratings.csv` and `study1_items.csv`."""
    rows = read_csv(folder / "study1_ratings.csv", {"rater", "item_id", "score"})
    ratings = [Rating(row["rater"], row["item_id"], read_score(row["score"], "study1_ratings.csv")) for row in rows]
    items = read_csv(folder / "study1_items.csv", {"item_id", "trigger_type_from_turn"})
    return ratings, {row["item_id"]: TriggerType(row["trigger_type_from_turn"]) for row in items}


def read_confusion(path: Path) -> NDArray[np.int64]:
    """A stored table: people's consensus in rows, the judge in columns, Fail, Partial, Pass."""
    names = [score.value.title() for score in agreement.ORDER]
    rows = {row["human_consensus"]: row for row in read_csv(path, {"human_consensus", *names})}
    try:
        return np.array([[int(rows[first][second]) for second in names] for first in names], dtype=np.int64)
    except (KeyError, ValueError) as error:
        raise BadData(f"{path.name} is no 3 x 3 table of counts") from error


def units(ratings: list[Rating], without: frozenset[str] = frozenset()) -> dict[str, list[Score]]:
    """Scores by item, leaving some raters out."""
    found: dict[str, list[Score]] = {}
    for one in ratings:
        if one.rater not in without:
            found.setdefault(one.item, []).append(one.score)
    return found


def study(folder: Path, resamples: int = 10_000) -> dict[TriggerType, TypeAgreement]:
    """Alpha, both kappas and their intervals by trigger type, from the rating files and the stored judge tables."""
    ratings, types = read_ratings(folder)
    found: dict[TriggerType, TypeAgreement] = {}
    for kind in TriggerType:
        rated = {item: scores for item, scores in units(ratings).items() if types[item] is kind}
        table = read_confusion(folder / f"confusion_matrix_{kind.value.lower()}.csv")
        low, high = agreement.bootstrap_alpha(rated, resamples=resamples)
        kappa_low, kappa_high = agreement.bootstrap_kappa(table, resamples=resamples)
        found[kind] = TypeAgreement(
            items=len(rated),
            ratings=sum(len(scores) for scores in rated.values()),
            alpha=agreement.alpha(list(rated.values())),
            alpha_low=low,
            alpha_high=high,
            kappa=agreement.kappa(table),
            kappa_low=kappa_low,
            kappa_high=kappa_high,
            quadratic_kappa=agreement.kappa(table, "quadratic"),
            confusion=table.tolist(),
        )
    return found


def pooled_alpha(folder: Path) -> dict[str, float]:
    """The alphas over all types: correct, halved (the published defect), each also without rater A08."""
    ratings, _ = read_ratings(folder)
    whole, without = list(units(ratings).values()), list(units(ratings, frozenset({"A08"})).values())
    return {
        "all raters": agreement.alpha(whole),
        "without A08": agreement.alpha(without),
        "halved, all raters": agreement.halved_alpha(whole),
        "halved, without A08": agreement.halved_alpha(without),
    }


def pooled_quadratic(found: dict[TriggerType, TypeAgreement]) -> float:
    """Quadratic kappa over the three tables together."""
    tables = [np.array(one.confusion, dtype=np.int64) for one in found.values()]
    return agreement.kappa(np.sum(tables, axis=0), "quadratic")
