"""The rules of equivalence on pairs labelled by hand: what they call the same is the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.proactive_mobile.labelled import FRAME, labelled_pairs, measure
from benchmarks.proactive_mobile.verdict import CachedJudge, rule


def test_no_pair_is_wrongly_called_the_same() -> None:
    measured = measure()
    assert measured.pairs >= 350
    assert measured.precision.value == 1.0
    assert measured.recall.value is not None and measured.recall.value >= 0.8
    assert measured.agreement.value is not None and measured.agreement.value >= 0.98


def test_what_only_wording_decides_is_left_open() -> None:
    wording = [pair for pair in labelled_pairs() if pair.wording]
    assert len(wording) >= 40
    assert all(rule(pair.made, pair.truth, FRAME) == "open" for pair in wording)


class Oracle:
    """A judge that says what the label says."""

    name = "oracle"

    def __init__(self) -> None:
        self.asked = 0

    def same(self, made: Any, truth: Any, frame: Any) -> tuple[bool, str]:
        self.asked += 1
        pair = next(p for p in labelled_pairs() if p.made == tuple(made) and list(p.truth) == list(truth))
        return pair.same, "labelled so"


def test_a_judges_verdicts_are_kept_and_used_again(tmp_path: Path) -> None:
    oracle = Oracle()
    first = measure(CachedJudge(oracle, tmp_path / "verdicts.jsonl"))
    assert first.judge_agreement.value == 1.0 and oracle.asked == first.judge_agreement.of
    again = CachedJudge(oracle, tmp_path / "verdicts.jsonl")
    assert measure(again) == first and oracle.asked == first.judge_agreement.of
    entry = json.loads((tmp_path / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert entry["judge"] == "oracle" and entry["why"] == "labelled so"
