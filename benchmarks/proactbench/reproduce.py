"""Recompute what was published from the released counts and ratings, side by side with what was printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.proactbench import published
from benchmarks.proactbench.analysis import human, intervals, preference
from benchmarks.proactbench.records import (
    Dialogue,
    DialogueResult,
    MetricsFile,
    Record,
    Tally,
    TriggerType,
    line,
    read_rows,
)
from benchmarks.proactbench.scores import metrics_of, pass_rate, pool, stats_of, weighted_score

BOUND_POINTS = 1.2  # a bootstrap of 1,000 resamples moves its bounds by about this much between seeds


@dataclass(frozen=True)
class Check:
    """One published figure with ours, as both are printed."""

    group: str
    name: str
    published: str
    ours: str
    ok: bool
    note: str = ""


def printed(share: float | None, digits: int = 1, scale: int = 100) -> str:
    """A share as a table prints it: percent with one digit, halves up."""
    if share is None:
        return "n/a"
    step = Decimal(1).scaleb(-digits)
    return str((Decimal(repr(share)) * scale).quantize(step, rounding=ROUND_HALF_UP))


def _row_tally(metrics: MetricsFile, row: str) -> Tally:
    stats = metrics.aggregate_trigger_stats
    return pool(stats) if row == "OVERALL" else stats[TriggerType(row)]


def check_main_table(table: dict[str, dict[str, published.Printed]], files: dict[str, MetricsFile]) -> Iterator[Check]:
    """Every pass rate and weighted score to the printed digit, every interval bound within 1.2 points."""
    rng = np.random.default_rng(2026)
    for model, rows in table.items():
        for row, cell in rows.items():
            tally = _row_tally(files[model], row)
            computed = intervals.from_tally(tally, rng)
            for name, theirs, share in (
                ("pass rate", cell.passed, pass_rate(tally)),
                ("weighted score", cell.weighted, weighted_score(tally)),
            ):
                ours = printed(share)
                yield Check("main table", f"{model} {row.lower()} {name}", theirs, ours, ours == theirs)
            for name, bound, value in (
                ("low", cell.low, computed.passed.low),
                ("high", cell.high, computed.passed.high),
            ):
                points = 100 * (value or 0.0)
                yield Check(
                    "95 % intervals",
                    f"{model} {row.lower()} {name}",
                    f"{bound:.1f}",
                    f"{points:.1f}",
                    abs(points - bound) <= BOUND_POINTS,
                    f"{points - bound:+.2f} points",
                )


def check_files(files: dict[str, MetricsFile]) -> Iterator[Check]:
    """Every rate of the metric files, recomputed from its counts, to the last bit."""
    for model, file in files.items():
        ours = metrics_of(file.aggregate_trigger_stats, int(file.metrics["eval/proactivity_total_dialogues"])).metrics
        different = [name for name, value in file.metrics.items() if ours.get(name) != value]
        note = f"differs: {', '.join(different)}" if different else ""
        yield Check("metric files", f"{model}: rates", str(len(file.metrics)), str(len(ours)), not different, note)


def check_failures(table: dict[str, published.PrintedFailures], files: dict[str, MetricsFile]) -> Iterator[Check]:
    """The failure table's counts and scores from the metric files; its shares need the replies, which are not released."""
    for model, row in table.items():
        tally = _row_tally(files[model], TriggerType.RECOVERY.value)
        yield Check("failure table", f"{model} failed", str(row.failed), str(tally.FAIL), row.failed == tally.FAIL)
        ours = printed(weighted_score(tally))
        yield Check("failure table", f"{model} weighted score", row.weighted, ours, ours == row.weighted)


@dataclass(frozen=True)
class Denominator:
    """Why a model was scored over fewer triggers than the corpus has."""

    model: str
    evaluated: int
    missing: dict[str, int]
    skipped: int
    assistant_calls: int
    judge_calls: int
    why: str


def denominators(files: dict[str, MetricsFile]) -> list[Denominator]:
    """The models below 624, with what the counts and the call totals say about the missing triggers."""
    found = []
    for model, file in files.items():
        stats = file.aggregate_trigger_stats
        pooled = pool(stats)
        missing = {
            k.value: size - stats[k].evaluated for k, size in published.CORPUS.items() if size > stats[k].evaluated
        }
        if not missing:
            continue
        calls = {role: _calls(file, role) for role in ("assistant", "judge")}
        lost = sum(missing.values())
        why = f"{lost} triggers dropped before the judge: the judge was called {calls['judge']} times, once a scored trigger"
        if calls["assistant"]:
            empty = calls["assistant"] - calls["judge"]
            why += f"; the model was called {calls['assistant']} times, {empty} of them gave no text"
        else:
            why += "; this client recorded no usage of the model itself"
        found.append(
            Denominator(model, pooled.evaluated, missing, pooled.SKIPPED, calls["assistant"], calls["judge"], why)
        )
    return found


def _calls(file: MetricsFile, role: str) -> int:
    usage = (file.token_usage or {}).get(role, {})
    return round(usage.get("mean_calls_per_conversation", 0.0) * file.metrics["eval/proactivity_total_dialogues"])


def check_denominators(files: dict[str, MetricsFile]) -> Iterator[Check]:
    """The missing triggers are the calls that never reached the judge; none was skipped."""
    for one in denominators(files):
        explained = one.judge_calls == one.evaluated and one.skipped == 0
        if one.assistant_calls:
            explained = explained and one.assistant_calls - one.judge_calls == sum(one.missing.values())
        yield Check("denominators", one.model, "below 624", str(one.evaluated), explained, one.why)


def check_human(folder: Path) -> Iterator[Check]:
    """Study 1 against the stored statistics and the figures that only texts give."""
    stored = human.read_json(folder / "analysis_stats.json")["per_trigger_type"]
    found = human.study(folder)
    for kind, one in found.items():
        theirs = stored[kind.value]
        for name, published_value, ours in (
            ("ordinal alpha", theirs["krippendorff_alpha"], one.alpha),
            ("alpha low", theirs["krippendorff_alpha_ci95"][0], one.alpha_low),
            ("alpha high", theirs["krippendorff_alpha_ci95"][1], one.alpha_high),
            ("plain kappa", theirs["cohen_kappa_consensus_vs_judge"], one.kappa),
            ("quadratic kappa", published.QUADRATIC_KAPPA[kind], one.quadratic_kappa),
        ):
            yield _close("human study", f"{kind.value.lower()} {name}", published_value, ours)
        for name, bound, ours in zip(
            ("low", "high"), theirs["cohen_kappa_ci95"], (one.kappa_low, one.kappa_high), strict=True
        ):
            note = "the order of items is not published: another stream of resamples"
            yield _close("human study", f"{kind.value.lower()} kappa {name}", bound, ours, within=0.02, note=note)
    pooled = human.pooled_quadratic(found)
    yield _close("human study", "pooled quadratic kappa", published.POOLED_QUADRATIC_KAPPA, pooled)
    alphas = human.pooled_alpha(folder)
    yield Check(
        "human study",
        "pooled alpha 0.69 of the datasheet",
        "0.69",
        f"{alphas['all raters']:.3f}",
        round(alphas["halved, without A08"], 2) == 0.69,
        f"not reproduced on purpose: the correct alpha is {alphas['all raters']:.3f} ({alphas['without A08']:.3f} without "
        f"rater A08); halving the observed disagreement gives {alphas['halved, without A08']:.3f} without A08",
    )


def _close(group: str, name: str, theirs: float, ours: float, within: float = 0.0005, note: str = "") -> Check:
    return Check(group, name, f"{theirs:.3f}", f"{ours:.3f}", abs(theirs - ours) <= within + 1e-12, note)


def check_preference(file: Path) -> Iterator[Check]:
    """Study 2 from the choices; the split by label from its counts, since the items' labels are not released."""
    found = preference.study(preference.read_choices(file))
    theirs, ours = published.PREFERENCE, found.overall
    count = f"{ours.b}/{ours.of}"
    expected = f"{theirs['count']:.0f}/{theirs['of']:.0f}"
    yield Check("preference", "B preferred", expected, count, expected == count)
    for name, value in (("rate", ours.rate), ("low", ours.low), ("high", ours.high)):
        yield _close("preference", name, theirs[name], value)
    yield Check("preference", "p", f"{theirs['p']:.1e}", f"{ours.p:.1e}", f"{theirs['p']:.1e}" == f"{ours.p:.1e}")
    counts = {label: round(rate * of) for label, (rate, of) in published.PREFERENCE_BY_LABEL.items()}
    together = sum(counts.values()) == ours.b and sum(of for _, of in published.PREFERENCE_BY_LABEL.values()) == ours.of
    for label, (rate, of) in published.PREFERENCE_BY_LABEL.items():
        ours_text = f"{counts[label]}/{of}"
        ok = together and f"{counts[label] / of:.3f}" == f"{rate:.3f}"
        note = "arithmetic only, the items' labels are not released: these counts print so and add up to the whole"
        yield Check("preference", f"case A was {label}", f"{rate:.3f}", ours_text, ok, note)


def check_samples(folder: Path) -> Iterator[Check]:
    """The sample rows re-serialise byte for byte, and their triggers re-score to the stored statistics."""
    kinds: tuple[tuple[str, type[Record]], ...] = (
        ("sample_dialogues.jsonl", Dialogue),
        ("sample_results.jsonl", DialogueResult),
    )
    for name, kind in kinds:
        rows = read_rows(folder / name, kind)
        stored = (folder / name).read_text(encoding="utf-8").splitlines()
        same = [line(row) for row in rows] == stored
        yield Check(
            "sample rows", f"{name} written again", f"{len(stored)} rows", f"{len(rows)} rows", same, "byte for byte"
        )
        for row in rows:
            if isinstance(row, Dialogue | DialogueResult):
                again = row.trigger_stats == stats_of(row.trigger_points)
                yield Check("sample rows", f"{name} {row.unique_id_eval[:24]}", "stored", "re-scored", again)


def reproduce(data: Path, paper: Path) -> list[Check]:
    """Every check. `data` holds metrics/, human_eval/ and the sample rows; `paper` is the paper's text. Raises BadData."""
    files = published.metrics_files(data / "metrics")
    table = published.main_table(paper)
    return [
        *check_files(files),
        *check_main_table(table, files),
        *check_failures(published.failure_table(paper), files),
        *check_denominators(files),
        *check_human(data / "human_eval"),
        *check_preference(data / "human_eval" / "pairwise" / "study2_choices.csv"),
        *check_samples(data),
    ]


def document(checks: list[Check]) -> dict[str, Any]:
    """Plain data for JSON."""
    return {
        "checks": [asdict(one) for one in checks],
        "count": len(checks),
        "missed": sum(not one.ok for one in checks),
    }
