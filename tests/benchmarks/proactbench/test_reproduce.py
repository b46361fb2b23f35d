"""What was published comes out again from the released counts and ratings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.proactbench import published
from benchmarks.proactbench.reproduce import Check, denominators, printed, reproduce
from proactdroid.cli import invoke


@pytest.fixture(scope="module")
def checks(shared: Path) -> list[Check]:
    return reproduce(shared / "proactbench", shared / "papers" / "proactbench.txt")


def group(checks: list[Check], name: str) -> list[Check]:
    return [one for one in checks if one.group == name]


def test_every_cell_of_the_main_table_to_the_printed_digit(checks: list[Check]) -> None:
    cells = group(checks, "main table")
    assert len(cells) == 16 * 8
    assert [one for one in cells if one.published != one.ours] == []


def test_every_interval_bound_within_one_point_two(checks: list[Check]) -> None:
    bounds = group(checks, "95 % intervals")
    assert len(bounds) == 16 * 4 * 2
    assert max(abs(float(one.published) - float(one.ours)) for one in bounds) <= 1.25
    assert all(one.ok for one in bounds)


def test_all_six_denominators_below_624_are_explained(shared: Path) -> None:
    found = denominators(published.metrics_files(shared / "proactbench" / "metrics"))
    assert {one.model: one.evaluated for one in found} == {
        "Qwen3.5-397B-A17B": 611,
        "Gemini-3.1-Pro": 621,
        "Qwen3.5-9B": 521,
        "Kimi-K2.6": 608,
        "MiMo-V2.5-Pro": 623,
        "DeepSeek-V4-Flash": 623,
    }
    for one in found:
        assert one.skipped == 0
        assert one.judge_calls == one.evaluated == 624 - sum(one.missing.values())


def test_agreement_and_preference_as_published(checks: list[Check]) -> None:
    ours = {one.name: one.ours for one in group(checks, "human study")}
    assert [ours[f"{kind} ordinal alpha"] for kind in ("emergent", "critical", "recovery")] == [
        "0.170",
        "0.158",
        "0.278",
    ]
    assert [ours[f"{kind} plain kappa"] for kind in ("emergent", "critical", "recovery")] == ["0.545", "0.269", "0.552"]
    quadratic = [ours[f"{kind} quadratic kappa"] for kind in ("emergent", "critical", "recovery")]
    assert quadratic == ["0.560", "0.503", "0.772"]
    assert ours["pooled quadratic kappa"] == "0.606"
    preference = {one.name: one.ours for one in group(checks, "preference")}
    assert preference["B preferred"] == "115/144"
    assert (preference["rate"], preference["low"], preference["high"]) == ("0.799", "0.741", "0.855")
    assert preference["p"] == "2.6e-13"


def test_the_failure_table_counts_the_failures_of_the_metric_files(checks: list[Check]) -> None:
    rows = group(checks, "failure table")
    assert len(rows) == 8 * 2
    assert sum(int(one.ours) for one in rows if one.name.endswith("failed")) == 1079
    assert all(one.ok for one in rows)


def test_a_wrong_digit_is_missed(shared: Path, tmp_path: Path) -> None:
    text = (shared / "papers" / "proactbench.txt").read_text(encoding="utf-8")
    paper = tmp_path / "paper.txt"
    paper.write_text(text.replace("61.5 [57.4, 65.4]", "61.6 [52.4, 65.4]"), encoding="utf-8")
    missed = [one.name for one in reproduce(shared / "proactbench", paper) if not one.ok]
    assert missed == ["GPT-5.5 overall pass rate", "GPT-5.5 overall low"]


def test_shares_are_printed_with_halves_up() -> None:
    assert printed(0.125) == "12.5"
    assert printed(0.0625) == "6.3"
    assert printed(None) == "n/a"


def test_the_command_prints_one_document(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = invoke(["proactbench", "reproduce", "--data", str(shared / "proactbench"), "--json"])
    document = json.loads(capsys.readouterr().out)
    assert (code, document["missed"]) == (0, 0)


def test_a_folder_without_data_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["proactbench", "reproduce", "--data", str(tmp_path)]) == 2
    assert "no folder" in capsys.readouterr().err
