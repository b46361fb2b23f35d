"""The published rows are read and written without loss."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.proactbench.errors import BadData
from benchmarks.proactbench.records import Dialogue, DialogueResult, Record, line, read_metrics, read_rows, write_rows
from benchmarks.proactbench.scores import metrics_of, outcomes, stats_of

KINDS: list[tuple[str, type[Record]]] = [("sample_dialogues.jsonl", Dialogue), ("sample_results.jsonl", DialogueResult)]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_rows_are_written_byte_for_byte_as_they_were_read(
    shared: Path, tmp_path: Path, name: str, kind: type[Record]
) -> None:
    source = shared / "proactbench" / name
    write_rows(tmp_path / name, read_rows(source, kind))
    assert (tmp_path / name).read_bytes().strip() == source.read_bytes().strip()


def test_rows_without_curation_labels_stay_without_them(shared: Path) -> None:
    for text in (shared / "proactbench" / "sample_dialogues.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(text)
        del row["trigger_stats"]
        for trigger in row["trigger_points"]:
            del trigger["evaluation_result"]
        row["a_field_of_a_later_release"] = {"kept": [1, None]}
        dialogue = Dialogue.model_validate(row)
        assert json.loads(line(dialogue)) == row
        assert {one.score for one in outcomes([dialogue])} == {None}


def test_triggers_score_to_the_stored_statistics(shared: Path) -> None:
    rows = [
        *read_rows(shared / "proactbench" / "sample_dialogues.jsonl", Dialogue),
        *read_rows(shared / "proactbench" / "sample_results.jsonl", DialogueResult),
    ]
    assert len(rows) == 4
    for row in rows:
        assert row.trigger_stats == stats_of(row.trigger_points)


def test_every_rate_of_the_metric_files_follows_from_its_counts(shared: Path) -> None:
    files = sorted((shared / "proactbench" / "metrics").glob("*.json"))
    assert len(files) == 16
    for path in files:
        file = read_metrics(path)
        assert metrics_of(file.aggregate_trigger_stats, 198).metrics == file.metrics


def test_bad_rows_are_named_by_file_line_and_field(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('\n{"blueprint_id": 3}\n', encoding="utf-8")
    with pytest.raises(BadData, match=r"rows\.jsonl line 2: blueprint_id"):
        read_rows(path, Dialogue)
    with pytest.raises(BadData, match="cannot read"):
        read_rows(tmp_path / "none.jsonl", Dialogue)
