"""A soak over its days, drawn with matplotlib where it is installed; as text otherwise."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.soak import SoakScores
from device import Unsupported


def plot(path: Path, soaks: Mapping[str, SoakScores]) -> None:
    """False triggers and served windows a day, one line a soak. Raises Unsupported without matplotlib."""
    try:
        matplotlib: Any = importlib.import_module("matplotlib")
    except ImportError as error:
        raise Unsupported("the library matplotlib is not installed", mend="pip install matplotlib") from error
    matplotlib.use("Agg")
    pyplot: Any = importlib.import_module("matplotlib.pyplot")
    figure, (top, bottom) = pyplot.subplots(2, 1, figsize=(10, 6), sharex=True)
    for name, scores in soaks.items():
        numbers = range(1, len(scores.series) + 1)
        top.plot(numbers, [day["false_triggers"] for day in scores.series], marker=".", label=name)
        served = [day["served"] / day["windows"] if day["windows"] else 0 for day in scores.series]
        bottom.plot(numbers, served, marker=".", label=name)
    top.set_ylabel("false triggers a day")
    bottom.set_ylabel("share of windows served")
    bottom.set_xlabel("day")
    bottom.set_ylim(0, 1)
    top.legend()
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
