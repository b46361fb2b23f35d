"""A measured figure, its target, and how both are printed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True)
class Measurement:
    """A figure. `at_least` and `at_most` are its target, where it has one; `note` says how it was taken."""

    name: str
    value: float
    unit: str
    at_least: float | None = None
    at_most: float | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None where there is none."""
        if self.at_least is None and self.at_most is None:
            return None
        high = self.at_least is None or self.value >= self.at_least
        return high and (self.at_most is None or self.value <= self.at_most)

    @property
    def target(self) -> str:
        """The target in words."""
        parts = [
            f"{sign} {bound:g}" for sign, bound in (("≥", self.at_least), ("≤", self.at_most)) if bound is not None
        ]
        return " and ".join(parts)

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {**asdict(self), "met": self.met}


def table(results: Sequence[Measurement]) -> str:
    """The figures as lines of text."""
    rows = [("", "", "target", "")]
    for one in results:
        mark = {True: "met", False: "MISSED", None: ""}[one.met]
        rows.append((one.name, f"{one.value:,.4g} {one.unit}", one.target, mark))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def timed(work: Callable[[], object], times: int, before: Callable[[], object] | None = None) -> float:
    """The median time of a call, in milliseconds; `before` runs untimed before each."""
    spans = []
    for _ in range(times):
        if before is not None:
            before()
        start = time.perf_counter()
        work()
        spans.append((time.perf_counter() - start) * 1000)
    return median(spans)
