"""Dialogues, trigger points, rubrics, results and metric files in the published JSONL form, read and written losslessly.

The form is that of the public repository boson-ai/ProactBench (`dataset/final_dialogues.jsonl`, `dataset/eval/*`).
Fields that this version does not know are kept; fields that a file leaves out stay out when it is written again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from benchmarks.proactbench.errors import BadData


class TriggerType(StrEnum):
    """The three phases in which a dialogue can call for an unasked contribution."""

    EMERGENT = "EMERGENT"
    CRITICAL = "CRITICAL"
    RECOVERY = "RECOVERY"


class Score(StrEnum):
    """What a judge says of a reply."""

    PASS = "PASS"
    PARTIAL = "PARTIAL"
    FAIL = "FAIL"

    @property
    def weight(self) -> float:
        """1, 0.5 or 0."""
        return {Score.PASS: 1.0, Score.PARTIAL: 0.5, Score.FAIL: 0.0}[self]


EVALUATED, SKIPPED = "EVALUATED", "SKIPPED"


class Record(BaseModel):
    """Base of all published rows: unknown fields are kept."""

    model_config = ConfigDict(extra="allow")

    def row(self) -> dict[str, Any]:
        """Plain data for JSON with exactly the fields that were given."""
        return self.model_dump(mode="json", exclude_unset=True)


class Rubric(Record):
    """The criteria of one trigger, fixed before the reply exists."""

    type: TriggerType
    pass_criteria: str
    partial_criteria: str
    fail_criteria: str


class Evaluation(Record):
    """A judge's word on one reply; `score` is None unless the status is EVALUATED."""

    status: str
    score: Score | None = None
    rationale: str | None = None
    evidence: str | None = None

    @property
    def evaluated(self) -> bool:
        """Whether it counts: everything else is SKIPPED."""
        return self.status == EVALUATED and self.score is not None


class TriggerPoint(Record):
    """A turn whose reply is scored; `evaluation_result` is absent where curation labels were taken out."""

    turn: int
    evaluation_rubric: Rubric
    evaluation_result: Evaluation | None = None


class Tally(Record):
    """Counts of one trigger type; SKIPPED is outside every denominator."""

    PASS: int = 0
    PARTIAL: int = 0
    FAIL: int = 0
    SKIPPED: int = 0

    @property
    def evaluated(self) -> int:
        """The denominator."""
        return self.PASS + self.PARTIAL + self.FAIL

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            PASS=self.PASS + other.PASS,
            PARTIAL=self.PARTIAL + other.PARTIAL,
            FAIL=self.FAIL + other.FAIL,
            SKIPPED=self.SKIPPED + other.SKIPPED,
        )


TriggerStats = dict[TriggerType, Tally]


class Usage(Record):
    """Tokens and calls of one role over one dialogue."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    calls: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            calls=self.calls + other.calls,
        )


class StateAudit(Record):
    """What the Planner believes about the dialogue so far."""

    current_turn: int
    previous_trigger_count: int
    is_max_reached: bool


class TacticalOrder(Record):
    """What the User Agent is told to bring about in its next message."""

    intent: str
    content_payload: list[str]
    behavioral_directive: str


class PlannerRecord(Record):
    """One decision of the Planner."""

    state_audit: StateAudit
    is_trigger_point: bool
    stop_conversation: bool
    evaluation_rubric: Rubric | None = None
    tactical_order: TacticalOrder | None = None


class TurnRecord(Record):
    """One turn of a stored dialogue; `planner` is absent in releases that dropped it."""

    turn: int
    planner: PlannerRecord | None = None
    user_message: str
    assistant_response: str


class Dialogue(Record):
    """One row of the corpus. `style_combination_index` is 1 to 24; `evaluated_model` wrote the assistant's turns."""

    blueprint_id: str
    scenario_id: str
    unique_id_eval: str
    uuid: str
    category_key: str
    style_combination_index: int
    evaluated_model: str
    num_turns_completed: int
    trigger_stats: TriggerStats | None = None
    trigger_points: list[TriggerPoint]
    turn_records: list[TurnRecord]
    token_usage: dict[str, Usage] | None = None

    def at(self, turn: int) -> TurnRecord:
        """The record of a turn. Raises BadData when the dialogue has none."""
        for record in self.turn_records:
            if record.turn == turn:
                return record
        raise BadData(f"dialogue {self.unique_id_eval} has no turn {turn}")


class ResultTurn(Record):
    """A trigger's turn as the evaluated model answered it."""

    turn: int
    user_message: str
    assistant_response: str
    original_assistant_response: str | None = None


class DialogueResult(Record):
    """One row of an evaluation: the trigger points of one dialogue with the judge's words."""

    blueprint_id: str
    scenario_id: str
    unique_id_eval: str
    uuid: str
    category_key: str
    style_combination_index: int
    evaluated_model: str
    source_evaluated_model: str | None = None
    num_trigger_points: int
    trigger_stats: TriggerStats
    trigger_points: list[TriggerPoint]
    turn_records: list[ResultTurn]
    token_usage: dict[str, Usage] | None = None
    source_results_path: str | None = None


class MetricsFile(Record):
    """A published metrics file: counts by type, rates, and token totals by role."""

    aggregate_trigger_stats: TriggerStats
    metrics: dict[str, float]
    token_usage: dict[str, dict[str, float]] | None = None


RecordT = TypeVar("RecordT", bound=Record)


def read_rows(path: Path, kind: type[RecordT]) -> list[RecordT]:
    """The rows of a JSONL file. Raises BadData naming file, line and field."""
    return list(iterate_rows(path, kind))


def iterate_rows(path: Path, kind: type[RecordT]) -> Iterator[RecordT]:
    """The rows of a JSONL file, one at a time. Raises BadData naming file, line and field."""
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _parse(line, kind, f"{path.name} line {number}")
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"cannot read {path}: {error}", mend="give a JSONL file in UTF-8") from error


def _parse(text: str, kind: type[RecordT], where: str) -> RecordT:
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "the row"
        raise BadData(f"{where}: {field}: {first['msg']}", mend=f"each row must be a {kind.__name__}") from error


def read_metrics(path: Path) -> MetricsFile:
    """A metrics file. Raises BadData."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"cannot read {path}: {error}") from error
    return _parse(text, MetricsFile, path.name)


def write_rows(path: Path, rows: Iterable[Record]) -> None:
    """Write rows as JSONL, replacing the file at once."""
    partial = path.with_name(path.name + ".partial")
    with partial.open("w", encoding="utf-8") as out:
        for row in rows:
            out.write(line(row) + "\n")
    partial.replace(path)


def line(row: Record) -> str:
    """A row as one line of JSON, escaped to ASCII as the published files are."""
    return json.dumps(row.row())
