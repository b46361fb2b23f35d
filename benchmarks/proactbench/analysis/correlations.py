"""Correlations of scores with each other and with other benchmarks, over models, with Holm-Bonferroni."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import stats  # type: ignore[import-untyped]

from benchmarks.proactbench.errors import BadData

Array = NDArray[np.float64]
METHODS = ("pearson", "spearman", "kendall")
LEAST_MODELS = 4


@dataclass(frozen=True)
class Correlation:
    """Two columns over the models that have both; `adjusted` is the Holm-Bonferroni p over the family."""

    first: str
    second: str
    models: int
    r: float
    p: float
    adjusted: float


def correlate(x: Array, y: Array, method: str = "pearson") -> tuple[float, float]:
    """The coefficient and its two-sided p. Raises ValueError for an unknown method."""
    if method not in METHODS:
        raise ValueError(f"the method is one of {', '.join(METHODS)}, not {method}")
    compute = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}[method]
    found = compute(x, y)
    return float(found.statistic), float(found.pvalue)


def holm(p: Sequence[float]) -> list[float]:
    """Holm-Bonferroni adjusted p values, in the given order; nan stays nan and is outside the family."""
    from statsmodels.stats.multitest import multipletests  # type: ignore[import-untyped]

    known = [value for value in p if np.isfinite(value)]
    adjusted = iter(multipletests(known, method="holm")[1].tolist() if known else [])
    return [next(adjusted) if np.isfinite(value) else float("nan") for value in p]


def table(
    columns: Mapping[str, Mapping[str, float]],
    rows: Sequence[str],
    others: Sequence[str],
    method: str = "pearson",
) -> list[Correlation]:
    """Each of `rows` with each of `others`; `columns` is `{column: {model: value}}`. Raises BadData for too few models."""
    raw = []
    for first in rows:
        for second in others:
            models = sorted(set(columns[first]) & set(columns[second]))
            if len(models) < LEAST_MODELS:
                raise BadData(
                    f"{first} and {second} share {len(models)} models", mend=f"at least {LEAST_MODELS} are needed"
                )
            x, y = (np.array([columns[name][one] for one in models]) for name in (first, second))
            raw.append((first, second, len(models), *correlate(x, y, method)))
    adjusted = holm([p for *_, p in raw])
    return [Correlation(*one, adjusted=value) for one, value in zip(raw, adjusted, strict=True)]


def matrix(columns: Mapping[str, Mapping[str, float]], method: str = "pearson") -> tuple[list[str], Array]:
    """The correlation matrix over the models that have every column. Raises BadData."""
    names, values = complete(columns)
    size = len(names)
    found = np.eye(size)
    for first, second in combinations(range(size), 2):
        found[first, second] = found[second, first] = correlate(values[:, first], values[:, second], method)[0]
    return names, found


def complete(columns: Mapping[str, Mapping[str, float]]) -> tuple[list[str], Array]:
    """Column names and values of shape (models, columns), the models in order of name. Raises BadData."""
    models = sorted(set.intersection(*(set(one) for one in columns.values()))) if columns else []
    if len(models) < LEAST_MODELS:
        raise BadData(f"{len(models)} models have every column", mend=f"at least {LEAST_MODELS} are needed")
    return list(columns), np.array([[columns[name][model] for name in columns] for model in models])


def correlation_matrix(values: Array) -> Array:
    """Pearson correlations of columns; values have shape (models, columns)."""
    return np.asarray(np.corrcoef(values, rowvar=False), dtype=np.float64).reshape(values.shape[1], values.shape[1])


def mean_correlation(
    columns: Mapping[str, Mapping[str, float]], name: str, seed: int = 2026, resamples: int = 1000
) -> tuple[float, float, float]:
    """The mean Pearson correlation of one column with all others, and its 95 % interval over resampled models."""
    names, values = complete(columns)
    at = names.index(name)

    def mean(sample: Array) -> float:
        found = correlation_matrix(sample)[at]
        return float(np.delete(found, at).mean())

    rng = np.random.default_rng(seed)
    with np.errstate(invalid="ignore", divide="ignore"):
        draws = np.array([mean(values[rng.integers(0, len(values), len(values))]) for _ in range(resamples)])
    low, high = np.nanpercentile(draws, [2.5, 97.5])
    return mean(values), float(low), float(high)


def read_benchmarks(path: Path) -> dict[str, dict[str, float]]:
    """`{benchmark: {model: value}}` from a CSV whose first column is `model`; empty cells are unknown. Raises BadData."""
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            reader = csv.DictReader(lines)
            names = list(reader.fieldnames or ())
            if not names or names[0] != "model":
                raise BadData(f"{path.name}: the first column must be `model`")
            found: dict[str, dict[str, float]] = {name: {} for name in names[1:]}
            for number, row in enumerate(reader, 2):
                for name in names[1:]:
                    if (row[name] or "").strip():
                        try:
                            found[name][row["model"]] = float(row[name])
                        except ValueError as error:
                            raise BadData(f"{path.name} line {number}: {row[name]!r} is no number") from error
            return found
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"cannot read {path}: {error}") from error
