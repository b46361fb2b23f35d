"""Style difficulty and disclosure distance.

Style: l[m,c] = log((k + 0.5) / (n - k + 0.5)) for model m and style c, regressed on the models' mean of l at c by ordinary
least squares: l[m,c] = a[m] + b[m] mean_l[c]. The regressor is the mean of the regressands, so over the models the mean of
b is 1 and the mean of a is 0 by construction: b says how a model compares with the field, not how steep the field is.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats  # type: ignore[import-untyped]

from benchmarks.proactbench.errors import BadData
from benchmarks.proactbench.records import Score
from benchmarks.proactbench.scores import Outcome

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Line:
    """Intercept and slope with 95 % intervals, and the share of variance explained."""

    a: float
    a_low: float
    a_high: float
    b: float
    b_low: float
    b_high: float
    r2: float


def laplace_logit(passed: Array, evaluated: Array) -> Array:
    """log((k + 0.5) / (n - k + 0.5)), element by element."""
    return np.asarray(np.log((passed + 0.5) / (evaluated - passed + 0.5)), dtype=np.float64)


def style_lines(logits: Array) -> list[Line]:
    """A line for each row of `logits` (models, cells) on the column means. Raises BadData for too little data."""
    models, cells = logits.shape
    if models < 2 or cells < 3:
        raise BadData(f"{models} models and {cells} cells are too few", mend="at least two models and three cells")
    x = logits.mean(axis=0)
    centred = x - x.mean()
    spread = float(centred @ centred)
    if spread <= 1e-12:
        raise BadData("all cells are equally difficult: there is no slope")
    b = (logits - logits.mean(axis=1, keepdims=True)) @ centred / spread
    a = logits.mean(axis=1) - b * x.mean()
    rest = logits - a[:, None] - b[:, None] * x[None, :]
    variance = (rest**2).sum(axis=1) / (cells - 2)
    whole = ((logits - logits.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
    r2 = 1 - (rest**2).sum(axis=1) / np.where(whole == 0, np.nan, whole)
    wide = float(stats.t.ppf(0.975, cells - 2))
    half_b = wide * np.sqrt(variance / spread)
    half_a = wide * np.sqrt(variance * (1 / cells + x.mean() ** 2 / spread))
    rows = zip(a, half_a, b, half_b, r2, strict=True)
    return [
        Line(float(p), float(p - hp), float(p + hp), float(q), float(q - hq), float(q + hq), float(r))
        for p, hp, q, hq, r in rows
    ]


@dataclass(frozen=True)
class StyleDifficulty:
    """Each model's line, and each style's mean logit (low: hard)."""

    lines: dict[str, Line]
    difficulty: dict[int, float]
    left_out: tuple[int, ...]


def style_difficulty(models: Mapping[str, Sequence[Outcome]]) -> StyleDifficulty:
    """From the outcomes of several models; styles that some model was never scored in are left out. Raises BadData."""
    styles = sorted({one.style for found in models.values() for one in found})
    passed, evaluated = np.zeros((len(models), len(styles))), np.zeros((len(models), len(styles)))
    for row, found in enumerate(models.values()):
        for one in found:
            if one.score is not None:
                column = styles.index(one.style)
                evaluated[row, column] += 1
                passed[row, column] += one.score is Score.PASS
    kept = evaluated.min(axis=0) > 0 if len(models) else np.zeros(len(styles), dtype=bool)
    logits = laplace_logit(passed[:, kept], evaluated[:, kept])
    lines = dict(zip(models, style_lines(logits), strict=True))
    names = [style for style, keep in zip(styles, kept, strict=True) if keep]
    difficulty = dict(zip(names, (float(value) for value in logits.mean(axis=0)), strict=True))
    return StyleDifficulty(lines, difficulty, tuple(style for style in styles if style not in difficulty))


@dataclass(frozen=True)
class Slope:
    """The change of the log odds of a PASS for each turn of distance, with its 95 % Wald interval.

    `slope` is None where it cannot be estimated; `why` says why.
    """

    triggers: int
    slope: float | None
    low: float | None
    high: float | None
    p: float | None
    why: str = ""


def disclosure_slope(distance: Sequence[float], passed: Sequence[bool]) -> Slope:
    """Logistic regression of passing on the distance d = trigger turn - turn of first disclosure."""
    import statsmodels.api as sm  # type: ignore[import-untyped]
    from statsmodels.tools.sm_exceptions import (  # type: ignore[import-untyped]
        ConvergenceWarning,
        PerfectSeparationError,
        PerfectSeparationWarning,
    )

    x, y = np.asarray(distance, dtype=np.float64), np.asarray(passed, dtype=np.float64)
    if len(x) < 3 or len(set(x.tolist())) < 2:
        return Slope(len(x), None, None, None, None, "the distances do not differ")
    if y.min() == y.max():
        return Slope(len(x), None, None, None, None, "every trigger has the same outcome")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", ConvergenceWarning)
            warnings.simplefilter("error", PerfectSeparationWarning)
            fit = sm.Logit(y, sm.add_constant(x)).fit(disp=0, maxiter=100)
    except (PerfectSeparationError, PerfectSeparationWarning, ConvergenceWarning, np.linalg.LinAlgError):
        return Slope(len(x), None, None, None, None, "distance separates the outcomes: no finite slope")
    low, high = fit.conf_int()[1]
    return Slope(len(x), float(fit.params[1]), float(low), float(high), float(fit.pvalues[1]))
