"""What an evaluation says: rates with intervals by group, what dropped or was skipped, how well judges agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.proactbench.analysis.agreement import judge_agreement
from benchmarks.proactbench.analysis.intervals import RESAMPLES, Interval, ScoreLine, everything
from benchmarks.proactbench.errors import BadData
from benchmarks.proactbench.offline import Job
from benchmarks.proactbench.records import Dialogue, DialogueResult, Score, iterate_rows
from benchmarks.proactbench.scores import outcomes
from benchmarks.proactbench.trace import Trace


def interval_data(interval: Interval) -> list[float | None]:
    """`[value, low, high]`."""
    return [interval.value, interval.low, interval.high]


def line_data(line: ScoreLine) -> dict[str, Any]:
    """A score line as plain data."""
    return {
        "counts": line.tally.row(),
        "evaluated": line.tally.evaluated,
        "pass_rate": interval_data(line.passed),
        "weighted_score": interval_data(line.weighted),
    }


def read_evaluated(path: Path) -> list[DialogueResult | Dialogue]:
    """Result rows, or dialogue rows with their curation labels, from a file or a run's folder. Raises BadData."""
    file = path / "results.jsonl" if path.is_dir() else path
    try:
        return list(iterate_rows(file, DialogueResult))
    except BadData as error:
        if "num_trigger_points" not in str(error):
            raise
        return list(iterate_rows(file, Dialogue))


def scores(rows: Sequence[DialogueResult | Dialogue], seed: int = 2026, resamples: int = RESAMPLES) -> dict[str, Any]:
    """Rates by type, style, domain and turn; intervals over triggers and clustered by dialogue."""
    found = outcomes(rows)
    if not found:
        raise BadData("there is no trigger in these rows")
    lines = everything(found, seed, resamples)
    return {
        "models": sorted({row.evaluated_model for row in rows}),
        "dialogues": len(rows),
        "triggers": len(found),
        "resamples": resamples,
        "intervals_over": {
            unit: {
                grouping: {group: line_data(line) for group, line in groups.items()}
                for grouping, groups in by_grouping.items()
            }
            for unit, by_grouping in lines.items()
        },
    }


def accounting(trace: Trace, jobs: Sequence[Job]) -> dict[str, Any]:
    """What became of every trigger: evaluated, skipped, dropped (with the reasons), not yet done; evidence by judge."""
    primary = trace.settings.judges[0]
    state: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for job in jobs:
        answered = trace.replies.get(job.key)
        judged = trace.verdicts.get((job.key, primary))
        if answered is None or (answered.text is not None and judged is None):
            state["open"] += 1
        elif answered.text is None:
            state["dropped"] += 1
            reasons[answered.failures[-1] if answered.failures else "no text"] += 1
        elif judged is not None and judged.evaluation.evaluated:
            state["evaluated"] += 1
        else:
            state["skipped"] += 1
            reasons[judged.failures[-1] if judged is not None and judged.failures else "no verdict"] += 1
    evidence: dict[str, dict[str, int]] = {}
    for (_, judge), one in trace.verdicts.items():
        if one.support is not None:
            evidence.setdefault(judge, Counter())[one.support] += 1
    counts = {name: state[name] for name in ("evaluated", "skipped", "dropped", "open")}
    return {
        "triggers": len(jobs),
        **counts,
        "reasons": dict(reasons),
        "evidence": {k: dict(v) for k, v in evidence.items()},
    }


def judges(trace: Trace) -> dict[str, Any] | None:
    """The agreement of several judges and each one's mean; None for one judge."""
    verdicts: dict[str, dict[str, Score]] = {name: {} for name in trace.settings.judges}
    for ((dialogue, turn), judge), one in trace.verdicts.items():
        if one.evaluation.score is not None and judge in verdicts:
            verdicts[judge][f"{dialogue}/{turn}"] = one.evaluation.score
    if len(verdicts) < 2:
        return None
    means = {
        name: sum(score.weight for score in given.values()) / len(given) if given else None
        for name, given in verdicts.items()
    }
    return {**asdict(judge_agreement(verdicts)), "weighted_score": means}
