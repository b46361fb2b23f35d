"""Evidence is a quote of the reply, or it is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.proactbench.errors import ModelCallFailed
from benchmarks.proactbench.evidence import quoted, share_verbatim, verbatim
from benchmarks.proactbench.judge import Verdict, parse
from benchmarks.proactbench.records import DialogueResult, read_rows


@given(st.text(), st.text(min_size=1), st.text())
def test_every_passage_of_a_reply_is_verbatim(before: str, passage: str, after: str) -> None:
    if passage.strip(" \t\r\n\"'“”‘’„‟«»″‚‛‹›′`\x1c\x1d\x1e\x1f\x85\xa0\v\f") and passage.split():
        assert verbatim(passage, before + passage + after) or not passage.strip()


def test_whitespace_and_quotation_marks_do_not_matter() -> None:
    assert verbatim("“It’s  done,\n\nsaid she”", "Well: it's \"x\". It's done, said she")
    assert not verbatim("", "text")
    assert not verbatim("''", "text")
    assert not verbatim("It is done", "It's done")


def test_joined_quotes_are_told_apart() -> None:
    evidence = "“First part… second part” and “third” plus prose"
    assert quoted(evidence) == ["First part", "second part", "third"]
    assert share_verbatim(evidence, "First part. second part") == (2, 3)


def test_published_evidence_can_join_quotes_with_prose(shared: Path) -> None:
    row = read_rows(shared / "proactbench" / "sample_results.jsonl", DialogueResult)[0]
    replies = {one.turn: one.assistant_response for one in row.turn_records}
    found = [
        (one.evaluation_result.evidence or "", replies[one.turn]) for one in row.trigger_points if one.evaluation_result
    ]
    assert not any(verbatim(evidence, reply) for evidence, reply in found)
    assert [share_verbatim(evidence, reply) for evidence, reply in found] == [(2, 5), (0, 3), (0, 1)]


@pytest.mark.parametrize("text", ["", "[1, 2]", "{", '{"status": "EVALUATED"}', '{"a": NaN}', "} {"])
def test_answers_that_are_no_verdict_are_named(text: str) -> None:
    with pytest.raises(ModelCallFailed):
        parse(text, Verdict)


def test_a_verdict_in_a_fence_is_read() -> None:
    text = 'Sure:\n```json\n{"status": "EVALUATED", "score": "PASS", "rationale": "a\nb", "evidence": "x"}\n```'
    assert parse(text, Verdict).score == "PASS"
