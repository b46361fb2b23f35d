"""Intervals and paired tests for scores of records. Small exact code of our own: nothing here needs scipy."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict

RESAMPLES = 2000


class Interval(BaseModel):
    """A figure with its 95 % interval; all None when there is nothing to count."""

    model_config = ConfigDict(frozen=True)

    value: float | None
    low: float | None
    high: float | None
    clusters: int


Counts = tuple[float, float]  # a numerator and a denominator


def clustered_bootstrap(clusters: Mapping[str, Counts], *, resamples: int = RESAMPLES, seed: int = 0) -> Interval:
    """A ratio of sums over clusters with its percentile bootstrap interval: whole clusters are drawn with replacement.

    Clusters without anything to count are left out: they say nothing of the ratio.
    """
    pairs = [pair for _, pair in sorted(clusters.items()) if pair[1]]
    if not pairs:
        return Interval(value=None, low=None, high=None, clusters=0)
    value = sum(a for a, _ in pairs) / sum(b for _, b in pairs)
    rng = random.Random(f"bootstrap {seed}")
    drawn = []
    for _ in range(resamples):
        sample = rng.choices(pairs, k=len(pairs))
        drawn.append(sum(a for a, _ in sample) / sum(b for _, b in sample))
    low, high = _percentiles(drawn)
    return Interval(value=value, low=low, high=high, clusters=len(pairs))


def paired_bootstrap(
    first: Mapping[str, Counts], second: Mapping[str, Counts], *, resamples: int = RESAMPLES, seed: int = 0
) -> Interval:
    """The difference first − second of two ratios over the same clusters: each draw takes both sides of a cluster.

    Raises ValueError when the clusters are not the same.
    """
    if first.keys() != second.keys():
        raise ValueError("a paired comparison needs the same clusters on both sides")
    pairs = [(first[name], second[name]) for name in sorted(first) if first[name][1] or second[name][1]]
    if not pairs or not any(a[1] for a, _ in pairs) or not any(b[1] for _, b in pairs):
        return Interval(value=None, low=None, high=None, clusters=len(pairs))
    rng = random.Random(f"paired {seed}")
    drawn = [d for _ in range(resamples) if (d := _difference(rng.choices(pairs, k=len(pairs)))) is not None]
    low, high = _percentiles(drawn)
    return Interval(value=_difference(pairs), low=low, high=high, clusters=len(pairs))


def _difference(pairs: Sequence[tuple[Counts, Counts]]) -> float | None:
    ones, twos = sum(a[1] for a, _ in pairs), sum(b[1] for _, b in pairs)
    if not ones or not twos:
        return None
    return sum(a[0] for a, _ in pairs) / ones - sum(b[0] for _, b in pairs) / twos


def _percentiles(values: list[float]) -> tuple[float, float]:
    ordered = sorted(values)
    return ordered[int(0.025 * (len(ordered) - 1))], ordered[math.ceil(0.975 * (len(ordered) - 1))]


class McNemar(BaseModel):
    """McNemar's exact test: `only_first` and `only_second` are the records that just one of the two has right."""

    model_config = ConfigDict(frozen=True)

    only_first: int
    only_second: int
    p: float


def mcnemar(first: Sequence[bool], second: Sequence[bool]) -> McNemar:
    """The exact two-sided test on paired outcomes (binomial, p = ½). Raises ValueError for unequal lengths."""
    if len(first) != len(second):
        raise ValueError("paired outcomes must be of one length")
    b = sum(x and not y for x, y in zip(first, second, strict=True))
    c = sum(y and not x for x, y in zip(first, second, strict=True))
    n, k = b + c, min(b, c)
    if n == 0:
        return McNemar(only_first=0, only_second=0, p=1.0)
    tail = sum(math.comb(n, i) for i in range(k + 1))
    return McNemar(only_first=b, only_second=c, p=min(1.0, float(2 * tail / 2**n)))
