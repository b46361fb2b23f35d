"""Counts, pass rates and weighted scores; overall values pool triggers (they are no mean of types or dialogues)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.proactbench.records import (
    Dialogue,
    DialogueResult,
    MetricsFile,
    Score,
    Tally,
    TriggerPoint,
    TriggerStats,
    TriggerType,
    Usage,
)


@dataclass(frozen=True)
class Outcome:
    """One trigger with what grouping needs. `score` is None for SKIPPED."""

    dialogue: str
    turn: int
    type: TriggerType
    style: int
    domain: str
    score: Score | None


GROUPINGS: dict[str, Callable[[Outcome], str]] = {
    "type": lambda one: one.type.value,
    "style": lambda one: f"{one.style:02d}",
    "domain": lambda one: one.domain.removesuffix("_persona"),
    "turn": lambda one: f"{one.turn:02d}",
}


def pass_rate(tally: Tally) -> float | None:
    """PASS / evaluated; None when nothing was evaluated."""
    return tally.PASS / tally.evaluated if tally.evaluated else None


def partial_rate(tally: Tally) -> float | None:
    """PARTIAL / evaluated; None when nothing was evaluated."""
    return tally.PARTIAL / tally.evaluated if tally.evaluated else None


def weighted_score(tally: Tally) -> float | None:
    """(PASS + PARTIAL / 2) / evaluated; None when nothing was evaluated."""
    return (tally.PASS + 0.5 * tally.PARTIAL) / tally.evaluated if tally.evaluated else None


def count(scores: Iterable[Score | None]) -> Tally:
    """The tally of scores; None counts as SKIPPED."""
    counts = {"PASS": 0, "PARTIAL": 0, "FAIL": 0, "SKIPPED": 0}
    for score in scores:
        counts[score.value if score is not None else "SKIPPED"] += 1
    return Tally(**counts)


def score_of(trigger: TriggerPoint) -> Score | None:
    """The judge's score, or None where there is no result or its status is not EVALUATED."""
    result = trigger.evaluation_result
    return result.score if result is not None and result.evaluated else None


def stats_of(triggers: Iterable[TriggerPoint]) -> TriggerStats:
    """The stored `trigger_stats` of a row, computed from its trigger points."""
    found = list(triggers)
    return {kind: count(score_of(one) for one in found if one.evaluation_rubric.type is kind) for kind in TriggerType}


def pool(stats: Mapping[TriggerType, Tally]) -> Tally:
    """All types together."""
    return sum((stats.get(kind, Tally()) for kind in TriggerType), Tally())


def total(rows: Iterable[TriggerStats]) -> TriggerStats:
    """The sum over rows, by type."""
    found = list(rows)
    return {kind: sum((row.get(kind, Tally()) for row in found), Tally()) for kind in TriggerType}


def outcomes(rows: Iterable[DialogueResult | Dialogue]) -> list[Outcome]:
    """Every kept trigger of evaluated (or labelled) dialogues."""
    return [
        Outcome(
            dialogue=row.unique_id_eval,
            turn=trigger.turn,
            type=trigger.evaluation_rubric.type,
            style=row.style_combination_index,
            domain=row.category_key,
            score=score_of(trigger),
        )
        for row in rows
        for trigger in row.trigger_points
    ]


def grouped(found: Sequence[Outcome], grouping: str) -> dict[str, Tally]:
    """Tallies by `type`, `style`, `domain` or `turn`, in the order of the group names. Raises KeyError for others."""
    name = GROUPINGS[grouping]
    groups: dict[str, list[Score | None]] = {}
    for one in found:
        groups.setdefault(name(one), []).append(one.score)
    return {group: count(groups[group]) for group in sorted(groups)}


def metrics_of(stats: TriggerStats, dialogues: int, usage: Mapping[str, Usage] | None = None) -> MetricsFile:
    """A metrics file in the published form; `dialogues` is the whole corpus, also the ones whose triggers dropped."""
    values: dict[str, float] = {}
    for kind in TriggerType:
        tally = stats.get(kind, Tally())
        name = f"eval/proactivity_{kind.value.lower()}"
        values[f"{name}_pass_rate"] = pass_rate(tally) or 0.0
        values[f"{name}_partial_rate"] = partial_rate(tally) or 0.0
        values[f"{name}_weighted_score"] = weighted_score(tally) or 0.0
        values[f"{name}_total"] = float(tally.evaluated)
    pooled = pool(stats)
    values["eval/proactivity_overall_pass_rate"] = pass_rate(pooled) or 0.0
    values["eval/proactivity_overall_weighted_score"] = weighted_score(pooled) or 0.0
    values["eval/proactivity_total_dialogues"] = float(dialogues)
    file = MetricsFile(aggregate_trigger_stats=stats, metrics=values)
    if usage is not None:
        file.token_usage = {role: _tokens(one, dialogues) for role, one in usage.items()}
    return file


def _tokens(usage: Usage, dialogues: int) -> dict[str, float]:
    per = max(dialogues, 1)
    return {
        "mean_prompt_tokens_per_conversation": usage.prompt_tokens / per,
        "mean_completion_tokens_per_conversation": usage.completion_tokens / per,
        "mean_calls_per_conversation": usage.calls / per,
        "total_prompt_tokens": usage.prompt_tokens,
        "total_completion_tokens": usage.completion_tokens,
    }
