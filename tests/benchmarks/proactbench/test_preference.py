"""Blind pairs, the page and sheet that collect choices, and their analysis; figures."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import numpy as np
import pytest

from benchmarks.proactbench import plots
from benchmarks.proactbench import preference_page as pages
from benchmarks.proactbench.analysis import intervals, preference, regressions
from benchmarks.proactbench.errors import BadData
from benchmarks.proactbench.records import Dialogue, DialogueResult, Tally, read_rows, write_rows
from proactdroid.cli import invoke


@pytest.fixture
def runs(shared: Path, tmp_path: Path) -> tuple[Path, Path, Path]:
    """Two result files that differ in their replies, and their dialogues."""
    folder = shared / "proactbench"
    first = read_rows(folder / "sample_results.jsonl", DialogueResult)
    second = read_rows(folder / "sample_results.jsonl", DialogueResult)
    for row in second:
        for turn in row.turn_records:
            turn.assistant_response = "</script><b>Case & two</b>"
    write_rows(tmp_path / "a.jsonl", first)
    write_rows(tmp_path / "b.jsonl", second)
    return tmp_path / "a.jsonl", tmp_path / "b.jsonl", folder / "sample_dialogues.jsonl"


def made(runs: tuple[Path, Path, Path]) -> list[pages.Pair]:
    first, second = (read_rows(path, DialogueResult) for path in runs[:2])
    return pages.pairs(read_rows(runs[2], Dialogue), first, second)


def test_pairs_are_the_recovery_triggers_that_both_runs_answered(runs: tuple[Path, Path, Path]) -> None:
    (pair,) = made(runs)
    assert pair.item_id.endswith("__t8")
    assert len(pair.context) == 15
    assert pair.label == "PARTIAL"
    with pytest.raises(BadData, match="share no RECOVERY"):
        pages.pairs(read_rows(runs[2], Dialogue), read_rows(runs[0], DialogueResult), [])


def test_the_page_is_blind_and_its_data_cannot_leave_the_script(runs: tuple[Path, Path, Path], tmp_path: Path) -> None:
    pages.write_page(tmp_path / "p.html", made(runs), "P01", 1)
    text = (tmp_path / "p.html").read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="pairs">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    (shown,) = json.loads(found.group(1))
    assert set(shown) == {"item_id", "context", "left", "right"}
    assert "</script><b>Case & two</b>" in (shown["left"], shown["right"])
    assert "<b>Case" not in text
    assert "http" not in re.sub(r'<script type="application/json".*?</script>', "", text, flags=re.DOTALL)


def many(number: int) -> list[pages.Pair]:
    return [
        pages.Pair(item_id=f"i{at}", context=[], case_a=f"a{at}", case_b=f"b{at}", label="FAIL") for at in range(number)
    ]


def test_sides_and_order_are_fixed_by_the_seed_and_differ_between_people() -> None:
    found = many(200)
    first, again, other = (pages.shown(found, rater, 1) for rater in ("P01", "P01", "P02"))
    assert first == again
    assert [one.item_id for one in first] != [one.item_id for one in other]
    left = sum(one.left.startswith("b") for one in first)
    assert 70 < left < 130


def test_choices_come_back_as_cases(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = many(40)
    for rater in ("P01", "P02"):
        pages.write_key(tmp_path / f"key_{rater}.csv", found, rater, 3)
        pages.write_sheet(tmp_path / f"sheet_{rater}.csv", found, rater, 3)
        with (tmp_path / f"sheet_{rater}.csv").open(encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines))
        with (tmp_path / f"filled_{rater}.csv").open("w", encoding="utf-8", newline="") as out:
            writer = csv.writer(out)
            writer.writerow(["rater", "item_id", "choice_side", "confidence"])
            for number, row in enumerate(rows):
                side = "left" if row["left"].startswith("b") else "right"
                writer.writerow([rater, row["item_id"], "tie" if number == 0 else side, number % 5 + 1])
    filled = [str(tmp_path / f"filled_{rater}.csv") for rater in ("P01", "P02")]
    keys = [word for rater in ("P01", "P02") for word in ("--key", str(tmp_path / f"key_{rater}.csv"))]
    assert invoke(["proactbench", "preference", "analyse", *filled, *keys, "--json"]) == 0
    study = json.loads(capsys.readouterr().out)
    assert (study["judgements"], study["ties"], study["overall"]["rate"]) == (80, 2, 1)
    assert study["by_label"]["FAIL"]["of"] == 78
    with pytest.raises(BadData, match="no key for P01"):
        pages.read_filled([Path(filled[0])], [])


def test_the_page_command_writes_page_sheet_and_key(
    runs: tuple[Path, Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--case-a", str(runs[0]), "--case-b", str(runs[1]), "--dialogues", str(runs[2])]
    folder = tmp_path / "study"
    assert invoke(["proactbench", "preference", "page", *words, "--rater", "P01", "--out", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pairs"] == 1
    assert sorted(path.name for path in folder.iterdir()) == ["key_P01.csv", "page_P01.html", "sheet_P01.csv"]
    assert invoke(["proactbench", "preference", "page", *words, "--rater", "../x", "--out", str(folder)]) == 2


def test_the_published_choices_give_the_published_study(shared: Path) -> None:
    found = preference.study(preference.read_choices(shared / "proactbench/human_eval/pairwise/study2_choices.csv"))
    assert (found.judgements, found.ties, found.items) == (146, 2, 45)
    assert {level: round(one.rate, 3) for level, one in found.by_confidence.items()} == {3: 0.333, 4: 0.883, 5: 0.753}
    rates = [round(one.rate, 2) for one in found.by_rater.values()]
    assert rates == [0.95, 1.0, 1.0, 0.8, 0.84, 0.2, 0.5, 0.9]
    assert (found.items_with_three, found.majority_b, found.all_b, found.all_a) == (25, 23, 4, 0)


def test_figures_are_drawn(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    tallies = {"EMERGENT": Tally(PASS=9, FAIL=3), "CRITICAL": Tally(PASS=5, PARTIAL=2, FAIL=3), "RECOVERY": Tally()}
    lines = intervals.from_tallies(tallies, rng)
    found = regressions.StyleDifficulty(
        dict(zip("abc", regressions.style_lines(rng.normal(size=(3, 5))), strict=True)), {1: 0.1}, ()
    )
    shares = {"m": {"generic_closing": 60.0, "other": 40.0}, "n": {"generic_closing": None, "other": None}}
    written = [
        plots.pass_rates({"m": lines, "n": lines}, tmp_path / "a.png"),
        plots.style_slopes(found, tmp_path / "b.png"),
        plots.failure_shares(shares, tmp_path / "c.png"),
        plots.correlation_map(["x", "y"], np.array([[1, 0.2], [0.2, 1]]), tmp_path / "d.png"),
    ]
    for path in written:
        assert path.read_bytes().startswith(b"\x89PNG")
