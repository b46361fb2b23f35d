"""Bootstrap intervals of pass rates and weighted scores.

Resampling n triggers with replacement and counting PASS / PARTIAL / FAIL is one multinomial draw, so all resamples of
all groups come from a few array operations. The clustered interval draws dialogues, not triggers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from benchmarks.proactbench.records import Score, Tally
from benchmarks.proactbench.scores import GROUPINGS, Outcome, count, grouped, pass_rate, weighted_score

RESAMPLES = 1000
Array = NDArray[np.float64]
OVERALL = "overall"
_NAMES: dict[str, Callable[[Outcome], str]] = {OVERALL: lambda _: "all", **GROUPINGS}
KeyT = TypeVar("KeyT", bound=Hashable)
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


def _bounds(shares: Array) -> Array:
    """The 2.5 and 97.5 percentiles of each column, of shape (2, columns); nan (an empty resample) stays outside."""
    ordered = np.sort(shares, axis=0)
    last = np.maximum((~np.isnan(shares)).sum(axis=0) - 1, 0)  # sorting puts nan behind the numbers
    place = np.array([[0.025], [0.975]]) * last[None, :]
    low = np.floor(place).astype(int)
    high = np.minimum(low + 1, last[None, :])
    below, above = np.take_along_axis(ordered, low, axis=0), np.take_along_axis(ordered, high, axis=0)
    return np.asarray(below + (above - below) * (place - low))


def _lines(tallies: Mapping[KeyT, Tally], draws: Array) -> dict[KeyT, ScoreLine]:
    """From resampled counts of shape (resamples, groups, 3), the groups in the order of `tallies`."""
    evaluated = draws[:, :, 0] + draws[:, :, 1] + draws[:, :, 2]
    evaluated[evaluated == 0] = np.nan
    passed = _bounds(draws[:, :, 0] / evaluated)
    weighted = _bounds((draws[:, :, 0] + 0.5 * draws[:, :, 1]) / evaluated)
    empty = Interval(None, None, None)
    found: dict[KeyT, ScoreLine] = {}
    for at, (name, tally) in enumerate(tallies.items()):
        if tally.evaluated:
            first = Interval(pass_rate(tally), float(passed[0, at]), float(passed[1, at]))
            second = Interval(weighted_score(tally), float(weighted[0, at]), float(weighted[1, at]))
            found[name] = ScoreLine(tally, first, second)
        else:
            found[name] = ScoreLine(tally, empty, empty)
    return found


def from_tallies(
    tallies: Mapping[KeyT, Tally], rng: np.random.Generator, resamples: int = RESAMPLES
) -> dict[KeyT, ScoreLine]:
    """A line for each group, resampling the group's triggers."""
    draws = np.zeros((resamples, len(tallies), 3))
    for at, tally in enumerate(tallies.values()):
        if tally.evaluated:
            shares = np.array([tally.PASS, tally.PARTIAL, tally.FAIL]) / tally.evaluated
            draws[:, at] = rng.multinomial(tally.evaluated, shares, size=resamples)
    return _lines(tallies, draws)


def from_tally(tally: Tally, rng: np.random.Generator, resamples: int = RESAMPLES) -> ScoreLine:
    """The line of one group."""
    return from_tallies({"all": tally}, rng, resamples)["all"]


def dialogue_weights(outcomes: Sequence[Outcome], rng: np.random.Generator, resamples: int = RESAMPLES) -> Array:
    """How often each dialogue (in order of first appearance) is drawn, of shape (resamples, dialogues)."""
    size = len({one.dialogue for one in outcomes})
    if not size:
        return np.zeros((resamples, 0))
    drawn = rng.integers(0, size, (resamples, size)) + size * np.arange(resamples)[:, None]
    return np.bincount(drawn.ravel(), minlength=resamples * size).reshape(resamples, size).astype(np.float64)


def clustered(
    outcomes: Sequence[Outcome], tallies: Mapping[tuple[str, str], Tally], weights: Array
) -> dict[tuple[str, str], ScoreLine]:
    """Lines by grouping and group from `dialogue_weights`: whole dialogues are resampled."""
    groupings = list(dict.fromkeys(name for name, _ in tallies))
    place = {key: index for index, key in enumerate(tallies)}
    dialogue = {key: index for index, key in enumerate(dict.fromkeys(one.dialogue for one in outcomes))}
    counts = np.zeros((len(dialogue), len(tallies), 3), dtype=np.float32)
    for one in outcomes:
        if one.score is not None:
            row, column = dialogue[one.dialogue], _COLUMN[one.score]
            for name in groupings:
                counts[row, place[name, _NAMES[name](one)], column] += 1
    draws = weights.astype(np.float32) @ counts.reshape(len(dialogue), -1)
    return _lines(tallies, draws.reshape(len(weights), len(tallies), 3).astype(np.float64))


def _tallies(outcomes: Sequence[Outcome]) -> dict[tuple[str, str], Tally]:
    found = {(OVERALL, "all"): count(one.score for one in outcomes)}
    for name in GROUPINGS:
        found.update({(name, group): tally for group, tally in grouped(outcomes, name).items()})
    return found


def _nested(lines: Mapping[tuple[str, str], ScoreLine]) -> dict[str, dict[str, ScoreLine]]:
    found: dict[str, dict[str, ScoreLine]] = {}
    for (name, group), line in lines.items():
        found.setdefault(name, {})[group] = line
    return found


def everything(
    outcomes: Sequence[Outcome], seed: int = 2026, resamples: int = RESAMPLES
) -> dict[str, dict[str, dict[str, ScoreLine]]]:
    """All intervals of one model: `{"triggers" | "dialogues": {"overall" | grouping: {group: line}}}`."""
    rng = np.random.default_rng(seed)
    tallies = _tallies(outcomes)
    weights = dialogue_weights(outcomes, rng, resamples)
    by_trigger = from_tallies(tallies, rng, resamples)
    return {"triggers": _nested(by_trigger), "dialogues": _nested(clustered(outcomes, tallies, weights))}
