"""Scores of predictions over records: SR, SR over all, FTR, and their company, whole and by group."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ConfigDict, Field

from benchmarks.proactive_mobile.best_match import best_match
from benchmarks.proactive_mobile.equivalence import Frame
from benchmarks.proactive_mobile.intervals import Interval, McNemar, clustered_bootstrap, mcnemar, paired_bootstrap
from benchmarks.proactive_mobile.verdict import Judge
from benchmarks.records.model import Prediction, Record
from benchmarks.statistics import Rate, rate
from device import BadInput

RecordVerdict = Literal["right", "wrong", "missed", "quiet", "false_trigger"]
GROUPS = ("difficulty", "modality", "scenario", "language", "split")


class Scored(BaseModel):
    """One record's outcome. `invalid` beside the verdict: an output that could not be used counts as no proposal made
    (missed where something was needed, quiet where not); so does one that never came (`failed`)."""

    model_config = ConfigDict(frozen=True)

    id: str
    verdict: RecordVerdict
    invalid: bool = False
    failed: bool = False
    needed: bool
    cluster: str
    groups: dict[str, str]
    answer: int | None = None
    by: str = ""
    f1: float = 0.0
    arguments: int = 0
    right_arguments: int = 0
    open: int = 0
    asked: int = 0

    @property
    def spoke(self) -> bool:
        """Whether a proposal was made."""
        return self.verdict in ("right", "wrong", "false_trigger")

    @property
    def right(self) -> bool:
        """Whether this record is right, silence where nothing is needed included."""
        return self.verdict in ("right", "quiet")


class RecordScores(BaseModel):
    """The figures. `f1` is the mean over needed records of the best match's F1 of function names (0 when nothing was
    proposed); `arguments` is over arguments of answers in functions that were called. `open`: pairs that the rules left
    open and nobody judged (they count as failures); `judged`: records that a judge, not the rules, found right;
    `failed`: records that the model gave no output for (it was not there, too slow, or its window too small)."""

    model_config = ConfigDict(frozen=True)

    records: int
    sr: Rate
    sr_all: Rate
    ftr: Rate
    type_accuracy: Rate
    miss: Rate
    invalid: Rate
    arguments: Rate
    f1: float | None
    open: int
    failed: int
    judged: int
    asked: int
    clustered: dict[str, Interval] = Field(default_factory=dict)
    by: dict[str, dict[str, RecordScores]] = Field(default_factory=dict)


def frame_of(record: Record) -> Frame:
    """What times and names of a record are relative to; 2000-01-01 00:00 UTC where its moment is not known."""
    try:
        zone: Any = ZoneInfo(record.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        zone = UTC
    at = (
        datetime(2000, 1, 1, tzinfo=zone)
        if record.frame_ms is None
        else datetime.fromtimestamp(record.frame_ms / 1000, zone)
    )
    return Frame(at, record.contacts)


def score_record(record: Record, prediction: Prediction, judge: Judge | None = None) -> Scored:
    """Judge one prediction."""
    groups = {name: str(value) for name in GROUPS if (value := getattr(record, name))}
    facts: dict[str, Any] = {"id": record.id, "needed": record.needed, "cluster": record.cluster, "groups": groups,
                             "invalid": prediction.invalid is not None, "failed": prediction.error is not None}  # fmt: skip
    if not prediction.spoke:
        return Scored(verdict="missed" if record.needed else "quiet", **facts)
    if not record.needed:
        return Scored(verdict="false_trigger", **facts)
    match = best_match(prediction.calls, record.answers, frame_of(record), judge)
    return Scored(
        verdict="right" if match.same else "wrong", answer=match.answer, by=match.by, f1=match.f1, open=match.open,
        asked=match.asked, arguments=match.arguments, right_arguments=match.right_arguments, **facts,
    )  # fmt: skip


def score_all(records: Sequence[Record], predictions: Iterable[Prediction], judge: Judge | None = None) -> list[Scored]:
    """Judge predictions, one a record. Raises BadInput for a record without one, an unknown id, or an id twice."""
    known = {record.id for record in records}
    table: dict[str, Prediction] = {}
    for prediction in predictions:
        if prediction.id not in known:
            raise BadInput(f"a prediction for {prediction.id!r}, which is no record", mend="give the same records file")
        if prediction.id in table:
            raise BadInput(f"two predictions for {prediction.id!r}", mend="keep one")
        table[prediction.id] = prediction
    missing = [record.id for record in records if record.id not in table]
    if missing:
        raise BadInput(
            f"{len(missing)} records have no prediction ({', '.join(missing[:3])}…)",
            mend="finish `proactdroid predict`",
        )
    return [score_record(record, table[record.id], judge) for record in records]


def _figures(items: Sequence[Scored]) -> dict[str, Any]:
    needed = [item for item in items if item.needed]
    idle = [item for item in items if not item.needed]
    return {
        "records": len(items),
        "sr": rate(sum(item.verdict == "right" for item in needed), len(needed)),
        "sr_all": rate(sum(item.right for item in items), len(items)),
        "ftr": rate(sum(item.spoke for item in idle), len(idle)),
        "type_accuracy": rate(sum(item.spoke == item.needed for item in items), len(items)),
        "miss": rate(sum(not item.spoke for item in needed), len(needed)),
        "invalid": rate(sum(item.invalid for item in items), len(items)),
        "arguments": rate(sum(item.right_arguments for item in items), sum(item.arguments for item in items)),
        "f1": sum(item.f1 for item in needed) / len(needed) if needed else None,
        "open": sum(item.open for item in items),
        "failed": sum(item.failed for item in items),
        "judged": sum(item.by == "judge" for item in items),
        "asked": sum(item.asked for item in items),
    }


_SIDES: dict[str, Callable[[Scored], tuple[int, int]]] = {
    "sr": lambda item: (int(item.verdict == "right"), int(item.needed)),
    "sr_all": lambda item: (int(item.right), 1),
    "ftr": lambda item: (int(item.spoke and not item.needed), int(not item.needed)),
}


def clusters(items: Sequence[Scored], figure: str) -> dict[str, tuple[float, float]]:
    """Numerator and denominator of a figure (sr, sr_all, ftr) by cluster."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for item in items:
        top, bottom = _SIDES[figure](item)
        sums[item.cluster][0] += top
        sums[item.cluster][1] += bottom
    return {name: (top, bottom) for name, (top, bottom) in sums.items()}


def scores(items: Sequence[Scored], *, groups: bool = True, bootstrap: bool = True) -> RecordScores:
    """The figures of scored records, whole and by difficulty, modality, scenario, language and split."""
    clustered = {figure: clustered_bootstrap(clusters(items, figure)) for figure in _SIDES} if bootstrap else {}
    by: dict[str, dict[str, RecordScores]] = {}
    for name in GROUPS if groups else ():
        parts: dict[str, list[Scored]] = defaultdict(list)
        for item in items:
            parts[item.groups.get(name, "")].append(item)
        if set(parts) - {""}:
            by[name] = {part: RecordScores(**_figures(parts[part])) for part in sorted(parts)}
    return RecordScores(**_figures(items), clustered=clustered, by=by)


class Comparison(BaseModel):
    """Two models on the same records: paired tests on SR, SR over all, and FTR; differences are first − second."""

    model_config = ConfigDict(frozen=True)

    differences: dict[str, Interval]
    mcnemar: dict[str, McNemar]


def compare(first: Sequence[Scored], second: Sequence[Scored]) -> Comparison:
    """Compare two models record by record. Raises BadInput when the records differ."""
    if [item.id for item in first] != [item.id for item in second]:
        raise BadInput("the two runs scored different records", mend="score both on the same file")
    differences = {f: paired_bootstrap(clusters(first, f), clusters(second, f)) for f in _SIDES}
    tests = {}
    for figure, side in _SIDES.items():
        rows = [(side(a)[0] == 1, side(b)[0] == 1) for a, b in zip(first, second, strict=True) if side(a)[1]]
        tests[figure] = mcnemar([a for a, _ in rows], [b for _, b in rows])
    return Comparison(differences=differences, mcnemar=tests)
