"""Which benchmarks to keep: greedily the ones that add most Gaussian entropy to those chosen.

The entropy of a set is half the log determinant of its correlations (plus a constant), so each step takes the column with
the largest variance that the chosen ones do not explain. A single column always has the same entropy; the first pick is
therefore the one least correlated with the rest (lowest mean squared correlation), a choice of ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.proactbench.analysis.correlations import complete, correlation_matrix

Array = NDArray[np.float64]
_RIDGE = 1e-6


def greedy(correlations: Array) -> list[tuple[int, float]]:
    """Columns in the order they are taken, each with its share of variance that was not yet explained (0 to 1)."""
    size = len(correlations)
    ridged = correlations + _RIDGE * np.eye(size)
    squared = (ridged**2).sum(axis=1) - np.diag(ridged) ** 2
    first = int(np.argmin(squared))
    chosen = [(first, 1.0)]
    while len(chosen) < size:
        taken = [index for index, _ in chosen]
        inverse = np.linalg.inv(ridged[np.ix_(taken, taken)])
        left = [index for index in range(size) if index not in taken]
        unexplained = [float(ridged[one, one] - ridged[one, taken] @ inverse @ ridged[taken, one]) for one in left]
        best = int(np.argmax(unexplained))
        chosen.append((left[best], min(1.0, max(0.0, unexplained[best]))))
    return chosen


@dataclass(frozen=True)
class Choice:
    """A benchmark's place, what it adds, and in which share of resamples it was among the first `top`."""

    name: str
    place: int
    adds: float
    in_top: float


def choose(
    columns: Mapping[str, Mapping[str, float]], top: int = 3, seed: int = 2026, resamples: int = 1000
) -> list[Choice]:
    """The greedy order over the models that have every column, with its stability over resampled models. Raises BadData."""
    names, values = complete(columns)
    order = greedy(correlation_matrix(values))
    rng = np.random.default_rng(seed)
    counts, used = np.zeros(len(names)), 0
    for _ in range(resamples):
        sample = values[rng.integers(0, len(values), len(values))]
        if (sample.std(axis=0) == 0).any():
            continue
        used += 1
        for index, _ in greedy(correlation_matrix(sample))[:top]:
            counts[index] += 1
    share = counts / max(used, 1)
    return [Choice(names[index], place, adds, float(share[index])) for place, (index, adds) in enumerate(order, 1)]
