"""Agreement of raters and judges: ordinal Krippendorff alpha, plain and quadratic Cohen kappa, consensus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import krippendorff
import numpy as np
from numpy.typing import NDArray

from benchmarks.proactbench.records import Score

ORDER = (Score.FAIL, Score.PARTIAL, Score.PASS)
_TIES = (Score.PARTIAL, Score.PASS, Score.FAIL)  # the published order in which a tied vote is decided


def value_counts(units: Sequence[Sequence[Score]]) -> NDArray[np.int64]:
    """Counts by unit and score (columns Fail, Partial, Pass) of the units with at least two ratings."""
    rows = [[list(ratings).count(score) for score in ORDER] for ratings in units if len(ratings) >= 2]
    return np.array(rows, dtype=np.int64).reshape(len(rows), len(ORDER))


def alpha(units: Sequence[Sequence[Score]]) -> float:
    """Ordinal Krippendorff alpha; nan when no two ratings differ or no unit has two."""
    return alpha_of_counts(value_counts(units))


def alpha_of_counts(counts: NDArray[np.int64]) -> float:
    """Ordinal Krippendorff alpha from counts of shape (units, 3)."""
    if len(counts) == 0 or np.count_nonzero(counts.sum(axis=0)) < 2:
        return float("nan")
    domain = np.arange(len(ORDER))
    return float(krippendorff.alpha(value_counts=counts, value_domain=domain, level_of_measurement="ordinal"))


def bootstrap_alpha(
    units: Mapping[str, Sequence[Score]], seed: int = 2026, resamples: int = 10_000
) -> tuple[float, float]:
    """Percentile 95 % interval over items taken with replacement (items sorted by name)."""
    counts = np.array([[list(units[name]).count(score) for score in ORDER] for name in sorted(units)], dtype=np.int64)
    rng = np.random.default_rng(seed)
    found = np.array([ordinal_alpha(counts[rng.integers(0, len(counts), size=len(counts))]) for _ in range(resamples)])
    found = found[np.isfinite(found)]
    low, high = np.percentile(found, [2.5, 97.5])
    return float(low), float(high)


def ordinal_alpha(counts: NDArray[np.int64]) -> float:
    """The same value as `alpha_of_counts` for many small tables: the coincidence matrix written out.

    The library takes about a millisecond a table, a bootstrap needs ten thousand; a test holds the two equal.
    """
    counts = counts[counts.sum(axis=1) >= 2].astype(np.float64)
    per_unit = counts.sum(axis=1)
    coincidence = (counts / (per_unit - 1)[:, None]).T @ counts
    coincidence[np.diag_indices(3)] -= (counts / (per_unit - 1)[:, None]).sum(axis=0)
    margin = coincidence.sum(axis=1)
    whole = margin.sum()
    distance = ordinal_distance(margin)
    expected = float((np.outer(margin, margin) * distance).sum())
    if expected == 0:
        return float("nan")
    value: float = 1 - (float(whole) - 1) * float((coincidence * distance).sum()) / expected
    return value


def ordinal_distance(margin: NDArray[np.float64]) -> NDArray[np.float64]:
    """Krippendorff's squared ordinal distances between ranks with these frequencies."""
    size = len(margin)
    distance = np.zeros((size, size))
    for low in range(size):
        for high in range(low + 1, size):
            span = margin[low : high + 1].sum() - (margin[low] + margin[high]) / 2
            distance[low, high] = distance[high, low] = span**2
    return distance


def consensus(ratings: Sequence[Score]) -> Score:
    """The majority; a tie goes to Partial, then Pass, then Fail. Raises ValueError for no ratings."""
    if not ratings:
        raise ValueError("no ratings have no consensus")
    votes = Counter(ratings)
    most = max(votes.values())
    return next(score for score in _TIES if votes[score] == most)


def confusion(pairs: Sequence[tuple[Score, Score]]) -> NDArray[np.int64]:
    """Counts with the first rater in rows and the second in columns, in the order Fail, Partial, Pass."""
    table = np.zeros((3, 3), dtype=np.int64)
    for first, second in pairs:
        table[ORDER.index(first), ORDER.index(second)] += 1
    return table


def kappa(table: NDArray[np.int64], weights: str = "plain") -> float:
    """Cohen's kappa of a square table: `plain` or `quadratic` weights; nan when chance agreement is perfect."""
    size = len(table)
    at = np.arange(size)
    if weights == "quadratic":
        disagreement = (at[:, None] - at[None, :]) ** 2 / (size - 1) ** 2
    elif weights == "plain":
        disagreement = (at[:, None] != at[None, :]).astype(np.float64)
    else:
        raise ValueError(f"weights are plain or quadratic, not {weights}")
    observed = table / table.sum()
    chance = np.outer(observed.sum(axis=1), observed.sum(axis=0))
    expected = float((disagreement * chance).sum())
    return 1 - float((disagreement * observed).sum()) / expected if expected else float("nan")


def bootstrap_kappa(
    table: NDArray[np.int64], weights: str = "plain", seed: int = 2027, resamples: int = 10_000
) -> tuple[float, float]:
    """Percentile 95 % interval over items taken with replacement."""
    rng = np.random.default_rng(seed)
    whole = int(table.sum())
    draws = rng.multinomial(whole, (table / whole).ravel(), size=resamples).reshape(-1, *table.shape)
    found = np.array([kappa(draw, weights) for draw in draws])
    low, high = np.nanpercentile(found, [2.5, 97.5])
    return float(low), float(high)


@dataclass(frozen=True)
class JudgeAgreement:
    """How several judges agree over the triggers that all of them scored."""

    judges: tuple[str, ...]
    triggers: int
    alpha: float
    pairs: dict[str, dict[str, float]]


def judge_agreement(verdicts: Mapping[str, Mapping[str, Score]]) -> JudgeAgreement:
    """From `{judge: {trigger: score}}`: alpha over all, and for each pair exact agreement and both kappas."""
    names = tuple(verdicts)
    shared = sorted(set.intersection(*(set(one) for one in verdicts.values()))) if verdicts else []
    pairs: dict[str, dict[str, float]] = {}
    for at, first in enumerate(names):
        for second in names[at + 1 :]:
            table = confusion([(verdicts[first][one], verdicts[second][one]) for one in shared])
            pairs[f"{first} / {second}"] = _pair(table)
    ratings = [[verdicts[name][one] for name in names] for one in shared]
    return JudgeAgreement(names, len(shared), alpha(ratings), pairs)


def _pair(table: NDArray[np.int64]) -> dict[str, float]:
    if not table.sum():
        return {"agree": float("nan"), "kappa": float("nan"), "quadratic_kappa": float("nan")}
    agree = float(np.trace(table) / table.sum())
    return {"agree": agree, "kappa": kappa(table), "quadratic_kappa": kappa(table, "quadratic")}


def halved_alpha(units: Sequence[Sequence[Score]]) -> float:
    """Alpha with the observed disagreement halved: the defect that explains a published 0.69, never a target."""
    value = alpha(units)
    return 1 - (1 - value) / 2
