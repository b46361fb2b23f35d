"""What was published, to compare ours with: the paper's main table, and the few figures that stand in texts only."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from benchmarks.proactbench.errors import BadData
from benchmarks.proactbench.records import MetricsFile, TriggerType, read_metrics

CORPUS = {TriggerType.EMERGENT: 201, TriggerType.CRITICAL: 232, TriggerType.RECOVERY: 191}
QUADRATIC_KAPPA = {TriggerType.EMERGENT: 0.560, TriggerType.CRITICAL: 0.503, TriggerType.RECOVERY: 0.772}
POOLED_QUADRATIC_KAPPA = 0.606
PREFERENCE = {"count": 115, "of": 144, "rate": 0.799, "low": 0.741, "high": 0.855, "p": 2.6e-13}
PREFERENCE_BY_LABEL = {"FAIL": (0.825, 80), "PARTIAL": (0.852, 27), "PASS": (0.703, 37)}
ROWS = ("OVERALL", *(kind.value for kind in TriggerType))

# the name in the paper's table, and the file in which the release keeps the same model
FILES = {
    "GPT-5.5": "gpt-5.5",
    "Qwen3.5-397B-A17B": "qwen__qwen3.5-397b-a17b",
    "Claude-Opus-4.7": "claude-opus-4-7",
    "Gemini-3.1-Pro": "gemini-3.1-pro-preview",
    "Qwen3.5-9B": "qwen__qwen3.5-9b",
    "Kimi-K2.6": "kimi-k2.6",
    "MiMo-V2.5-Pro": "xiaomi__mimo-v2.5-pro",
    "DeepSeek-V4-Flash": "deepseek__deepseek-v4-flash",
    "Gemini-2.5-Pro": "gemini-2.5-pro",
    "o4-mini": "o4-mini-2025-04-16",
    "Gemini-2.5-Flash": "gemini-2.5-flash",
    "GPT-4o": "gpt-4o",
    "Llama-4-Maverick": "meta-llama__llama-4-maverick",
    "Qwen2.5-7B-Instruct": "Qwen2.5-7B-Instruct",
    "Llama-3.2-8B": "Llama-3.2-8B-Instruct",
    "Qwen3-1.7B": "Qwen3-1.7B",
}
_SUFFIX = "_proactivity_bench_metrics.json"
_CELL = re.compile(r"^([\d.]+)(?: \[([\d.]+), ([\d.]+)\])?$")


@dataclass(frozen=True)
class Printed:
    """One cell pair of the main table, in percent as printed: pass rate with its interval, weighted score."""

    passed: str
    low: float
    high: float
    weighted: str


def main_table(paper: Path) -> dict[str, dict[str, Printed]]:
    """`{model: {OVERALL | type: cells}}` from the paper's text (tab-separated rows). Raises BadData."""
    try:
        text = paper.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"cannot read {paper}: {error}", mend="name the paper's text with --paper") from error
    table: dict[str, dict[str, Printed]] = {}
    for row in text.splitlines():
        name, *cells = row.strip().split("\t")
        found = [_CELL.match(cell.strip()) for cell in cells]
        if name not in FILES or len(cells) != 2 * len(ROWS) or not all(found):
            continue
        parsed = [cell.groups() for cell in found if cell is not None]
        table[name] = {
            row_name: Printed(
                parsed[2 * at][0], float(parsed[2 * at][1]), float(parsed[2 * at][2]), parsed[2 * at + 1][0]
            )
            for at, row_name in enumerate(ROWS)
        }
    if not table:
        raise BadData(
            f"{paper.name} holds no main table", mend="its rows are a model's name and eight cells, tab-separated"
        )
    return table


@dataclass(frozen=True)
class PrintedFailures:
    """A row of the failure table: failed RECOVERY replies, shares by mode in percent, RECOVERY's weighted score."""

    failed: int
    shares: tuple[int, ...]
    weighted: str


def failure_table(paper: Path) -> dict[str, PrintedFailures]:
    """The paper's second table by model, from its text. Raises BadData where the text cannot be read."""
    try:
        text = paper.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"cannot read {paper}: {error}", mend="name the paper's text with --paper") from error
    table: dict[str, PrintedFailures] = {}
    for row in text.splitlines():
        name, *cells = (cell.strip() for cell in row.strip().split("\t"))
        if name in FILES and len(cells) == 7 and all(cell.isdigit() for cell in cells[:6]):
            table[name] = PrintedFailures(int(cells[0]), tuple(map(int, cells[1:6])), cells[6])
    return table


def metrics_files(folder: Path) -> dict[str, MetricsFile]:
    """The published metrics by the paper's model name, from a folder of metric files. Raises BadData."""
    if not folder.is_dir():
        raise BadData(f"there is no folder {folder}", mend="give --data the folder that holds metrics/ and human_eval/")
    return {name: read_metrics(folder / (file + _SUFFIX)) for name, file in FILES.items()}
