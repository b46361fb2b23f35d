"""Bootstrap intervals of pass rates and weighted scores.

Resampling n triggers with replacement and counting PASS / PARTIAL / FAIL is one multinomial draw, so all resamples of
all groups come from a few array operations. The clustered interval draws dialogues, not triggers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.proactbench.records import Score, Tally
from benchmarks.proactbench.scores import GROUPINGS, Outcome, count, grouped, pass_rate, weighted_score

RESAMPLES = 1000
_COLUMN = {Score.PASS: 0, Score.PARTIAL: 1, Score.FAIL: 2}


@dataclass(frozen=True)
class Interval:
    """A value with its percentile 95 % interval, all in 0..1; None where there is nothing to count."""

    value: float | None
    low: float | None
    high: float | None

    def __str__(self) -> str:
        if self.value is None or self.low is None or self.high is None:
            return "n/a"
        return f"{100 * self.value:.1f} [{100 * self.low:.1f}, {100 * self.high:.1f}]"


@dataclass(frozen=True)
class ScoreLine:
    """One group's counts, pass rate and weighted score."""

    tally: Tally
    passed: Interval
    weighted: Interval


def percentile(values: NDArray[np.float64]) -> tuple[float, float]:
    """The 2.5 and 97.5 percentiles of the finite values."""
    low, high = np.nanpercentile(values, [2.5, 97.5])
    return float(low), float(high)


def _line(tally: Tally, draws: NDArray[np.float64]) -> ScoreLine:
    """From resampled counts of shape (resamples, 3)."""
    if not tally.evaluated:
        empty = Interval(None, None, None)
        return ScoreLine(tally, empty, empty)
    evaluated = draws.sum(axis=1)
    evaluated = np.where(evaluated == 0, np.nan, evaluated)
    passed = draws[:, 0] / evaluated
    weighted = (draws[:, 0] + 0.5 * draws[:, 1]) / evaluated
    return ScoreLine(
        tally, Interval(pass_rate(tally), *percentile(passed)), Interval(weighted_score(tally), *percentile(weighted))
    )


def from_tally(tally: Tally, rng: np.random.Generator, resamples: int = RESAMPLES) -> ScoreLine:
    """The line of one group, resampling its triggers."""
    evaluated = tally.evaluated
    if not evaluated:
        return _line(tally, np.zeros((resamples, 3)))
    shares = np.array([tally.PASS, tally.PARTIAL, tally.FAIL]) / evaluated
    return _line(tally, rng.multinomial(evaluated, shares, size=resamples).astype(np.float64))


def from_tallies(
    tallies: Mapping[str, Tally], rng: np.random.Generator, resamples: int = RESAMPLES
) -> dict[str, ScoreLine]:
    """A line for each group."""
    return {name: from_tally(tally, rng, resamples) for name, tally in tallies.items()}


def clustered(
    outcomes: Sequence[Outcome], grouping: str | None, rng: np.random.Generator, resamples: int = RESAMPLES
) -> dict[str, ScoreLine]:
    """Lines by group (`all` without a grouping), resampling whole dialogues."""
    name = GROUPINGS[grouping] if grouping is not None else (lambda _: "all")
    groups = sorted({name(one) for one in outcomes})
    place = {group: index for index, group in enumerate(groups)}
    dialogue = {key: index for index, key in enumerate(dict.fromkeys(one.dialogue for one in outcomes))}
    counts = np.zeros((len(dialogue), len(groups), 3))
    for one in outcomes:
        if one.score is not None:
            counts[dialogue[one.dialogue], place[name(one)], _COLUMN[one.score]] += 1
    tallies = grouped(outcomes, grouping) if grouping is not None else {"all": count(one.score for one in outcomes)}
    if not dialogue:
        return {}
    size = len(dialogue)
    weights = rng.multinomial(size, np.full(size, 1 / size), size=resamples).astype(np.float64)
    draws = (weights @ counts.reshape(size, -1)).reshape(resamples, len(groups), 3)
    return {group: _line(tallies[group], draws[:, index]) for group, index in place.items()}


def everything(
    outcomes: Sequence[Outcome], seed: int = 2026, resamples: int = RESAMPLES
) -> dict[str, dict[str, dict[str, ScoreLine]]]:
    """All intervals of one model: `{"triggers" | "dialogues": {"overall" | grouping: {group: line}}}`."""
    rng = np.random.default_rng(seed)
    whole = {"all": count(one.score for one in outcomes)}
    by_trigger = {"overall": from_tallies(whole, rng, resamples)}
    by_dialogue = {"overall": clustered(outcomes, None, rng, resamples)}
    for grouping in GROUPINGS:
        by_trigger[grouping] = from_tallies(grouped(outcomes, grouping), rng, resamples)
        by_dialogue[grouping] = clustered(outcomes, grouping, rng, resamples)
    return {"triggers": by_trigger, "dialogues": by_dialogue}
