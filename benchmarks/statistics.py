"""Intervals and rates that every score of this project uses."""

from __future__ import annotations

import math

from pydantic import BaseModel, ConfigDict

_Z95 = 1.959963984540054  # 97.5 % quantile of the normal distribution


class Rate(BaseModel):
    """A share with its counts and 95 % Wilson interval; `value` is None when there is nothing to count."""

    model_config = ConfigDict(frozen=True)

    count: int
    of: int
    value: float | None
    low: float | None
    high: float | None

    def __str__(self) -> str:
        if self.value is None or self.low is None or self.high is None:
            return "n/a (0 of 0)"
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}] ({self.count} of {self.of})"


def rate(count: int, of: int) -> Rate:
    """`count` of `of` with the Wilson score interval (Wilson 1927). Raises ValueError when count is not in 0..of."""
    if not 0 <= count <= of:
        raise ValueError(f"{count} of {of} is no share")
    if of == 0:
        return Rate(count=0, of=0, value=None, low=None, high=None)
    share, square = count / of, _Z95 * _Z95
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _Z95 / (1 + square / of) * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    return Rate(count=count, of=of, value=share, low=max(0.0, middle - half), high=min(1.0, middle + half))


def quantile(values: list[float], share: float) -> float | None:
    """The value below which `share` of the values lie (linear between neighbours); None for no values."""
    if not values:
        return None
    ordered = sorted(values)
    at = share * (len(ordered) - 1)
    low = math.floor(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (at - low)
