"""A run's result: one document, and the words for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agent.moment import Moment
from benchmarks.proactive_mobile.moments import Judged, Scores, Window
from benchmarks.statistics import quantile


def latency(moments: Sequence[Moment]) -> dict[str, float | None]:
    """Median and 95th percentile of the time from the first byte asked of the phone to the decision, in ms."""
    decisions = [moment.latency.decision for moment in moments]
    return {
        "decision_p50": quantile(decisions, 0.5),
        "decision_p95": quantile(decisions, 0.95),
        "gate_p50": quantile([moment.latency.perceive for moment in moments], 0.5),
    }


def document(
    *,
    facts: dict[str, Any],
    moments: Sequence[Moment],
    judged: Sequence[Judged],
    windows: Sequence[Window],
    scores: Scores | None,
    baselines: dict[str, Scores],
    trace: Path,
) -> dict[str, Any]:
    """The run as one JSON document. Without a truth (a real phone) scores and windows are null."""
    steps = [step for moment in moments for step in moment.steps]
    verdicts = list(judged) if judged else [None] * len(moments)
    return {
        **facts,
        "moments": [_moment(moment, verdict) for moment, verdict in zip(moments, verdicts, strict=True)],
        "windows": [window.model_dump(mode="json") for window in windows] if scores else None,
        "sr": scores.sr.model_dump() if scores else None,
        "ftr": scores.ftr.model_dump() if scores else None,
        "executed_sr": scores.executed_sr.model_dump() if scores else None,
        "false_triggers": scores.false_triggers if scores else None,
        "misses": scores.misses if scores else None,
        "wrong": scores.wrong if scores else None,
        "invalid": scores.invalid.model_dump() if scores else None,
        "time_to_act_s": scores.time_to_act_s if scores else None,
        "proposals": sum(moment.proposal is not None for moment in moments),
        "executed": len(steps),
        "verified": sum(step.status == "verified" for step in steps),
        "unproved": [_unproved(moment, i) for moment in moments for i in _open(moment)],
        "latency_ms": latency(moments),
        "baselines": {name: score.model_dump(mode="json") for name, score in baselines.items()} if scores else None,
        "trace": str(trace),
    }


def _open(moment: Moment) -> list[int]:
    return [index for index, step in enumerate(moment.steps) if step.status != "verified"]


def _unproved(moment: Moment, index: int) -> dict[str, Any]:
    step = moment.steps[index]
    return {"moment": moment.number, "call": str(step.call), "status": step.status, "why": step.why}


def _moment(moment: Moment, judged: Judged | None) -> dict[str, Any]:
    return {
        "number": moment.number,
        "time_ms": moment.time_ms,
        "reasons": list(moment.reasons),
        "outcome": moment.outcome,
        "why": moment.why,
        "intent": moment.proposal.intent if moment.proposal else None,
        "calls": [call.model_dump() for call in moment.proposal.calls] if moment.proposal else [],
        "answer": moment.answer,
        "verdict": judged.verdict if judged else None,
        "window": judged.window if judged else None,
        "proof": [step.status for step in moment.steps],
        "latency_ms": moment.latency.decision,
    }


def words(result: dict[str, Any], scores: Scores | None, baselines: dict[str, Scores]) -> list[str]:
    """The closing summary, line by line."""
    lat = result["latency_ms"]
    lines = [
        f"{len(result['moments'])} moments, {result['proposals']} proposals, {result['executed']} calls executed, "
        f"{result['verified']} proved by reading the phone back"
    ]
    if scores is not None:
        lines += [
            f"SR   (useful)          {scores.sr} need windows served",
            f"FTR  (out of turn)     {scores.ftr} no-action moments spoken in",
            f"executed SR            {scores.executed_sr} served, executed and proved",
            f"misses {scores.misses} · wrong {scores.wrong} · false triggers a day {scores.false_triggers}"
            f" · invalid outputs {scores.invalid.count}",
        ]
        for name, score in baselines.items():
            lines.append(f"beside it: {name:7s} SR {_short(score.sr.value)} · FTR {_short(score.ftr.value)}")
    if lat["decision_p50"] is not None:
        lines.append(
            f"decision latency       median {lat['decision_p50']:.0f} ms, 95 % under {lat['decision_p95']:.0f} ms"
            f" (gate alone {lat['gate_p50']:.1f} ms)"
        )
    for item in result["unproved"]:
        lines.append(f"not proved: {item['call']} — {item['status']}: {item['why']}")
    lines.append(f"trace: {result['trace']}")
    return lines


def _short(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.2f}"
