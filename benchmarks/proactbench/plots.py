"""Figures of evaluations, drawn without a display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from benchmarks.proactbench.analysis.intervals import ScoreLine
from benchmarks.proactbench.analysis.regressions import StyleDifficulty
from benchmarks.proactbench.records import TriggerType

matplotlib.use("Agg")
_COLOURS = {"EMERGENT": "#3b6fb6", "CRITICAL": "#c8821f", "RECOVERY": "#4a8f4f"}


def _save(figure: Figure, path: Path) -> Path:
    figure.tight_layout()
    figure.savefig(path, dpi=150)
    return path


def pass_rates(models: Mapping[str, Mapping[str, ScoreLine]], path: Path) -> Path:
    """Pass rate by type for each model, with 95 % intervals; the models in the given order."""
    figure = Figure(figsize=(8, 1.2 + 0.5 * len(models)))
    axes = figure.add_subplot()
    for shift, kind in enumerate(TriggerType):
        lines = [lines.get(kind.value) for lines in models.values()]
        at = np.arange(len(models)) + 0.25 * (shift - 1)
        value = np.array([_percent(line.passed.value if line is not None else None) for line in lines])
        low = np.array([_percent(line.passed.low if line is not None else None) for line in lines])
        high = np.array([_percent(line.passed.high if line is not None else None) for line in lines])
        spread = np.clip(np.array([value - low, high - value]), 0, None)
        axes.barh(at, value, height=0.22, color=_COLOURS[kind.value], label=kind.value.title())
        axes.errorbar(value, at, xerr=spread, fmt="none", ecolor="#333333", elinewidth=1)
    axes.set_yticks(np.arange(len(models)), list(models))
    axes.invert_yaxis()
    axes.set_xlabel("pass rate, % (95 % interval)")
    axes.legend(loc="lower right")
    return _save(figure, path)


def _percent(value: float | None) -> float:
    return 100 * value if value is not None else float("nan")


def style_slopes(found: StyleDifficulty, path: Path) -> Path:
    """Each model's slope on the field's style difficulty; 1 is the field itself."""
    figure = Figure(figsize=(7, 1.2 + 0.35 * len(found.lines)))
    axes = figure.add_subplot()
    at = np.arange(len(found.lines))
    value = np.array([line.b for line in found.lines.values()])
    spread = np.array([[line.b - line.b_low, line.b_high - line.b] for line in found.lines.values()]).T
    axes.errorbar(value, at, xerr=spread, fmt="o", color="#3b6fb6")
    axes.axvline(1, color="#888888", linewidth=1)
    axes.set_yticks(at, list(found.lines))
    axes.invert_yaxis()
    axes.set_xlabel("slope b on mean style difficulty (95 % interval)")
    return _save(figure, path)


def failure_shares(models: Mapping[str, Mapping[str, float | None]], path: Path) -> Path:
    """Shares of the failure modes, stacked by model."""
    figure = Figure(figsize=(8, 1.4 + 0.4 * len(models)))
    axes = figure.add_subplot()
    names = list(next(iter(models.values()), {}))
    left = np.zeros(len(models))
    for name in names:
        widths = np.array([shares.get(name) or 0.0 for shares in models.values()])
        axes.barh(list(models), widths, left=left, label=name.replace("_", " "))
        left += widths
    axes.invert_yaxis()
    axes.set_xlabel("% of failed RECOVERY replies")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=3)
    return _save(figure, path)


def correlation_map(names: Sequence[str], correlations: NDArray[np.float64], path: Path) -> Path:
    """A correlation matrix."""
    figure = Figure(figsize=(1.5 + 0.7 * len(names), 1.2 + 0.7 * len(names)))
    axes = figure.add_subplot()
    image = axes.imshow(correlations, vmin=-1, vmax=1, cmap="RdBu_r")
    axes.set_xticks(range(len(names)), list(names), rotation=45, ha="right")
    axes.set_yticks(range(len(names)), list(names))
    for row in range(len(names)):
        for column in range(len(names)):
            axes.text(column, row, f"{correlations[row, column]:.2f}", ha="center", va="center", fontsize=8)
    figure.colorbar(image, shrink=0.8)
    return _save(figure, path)
