"""Journals: whole lines, whatever their texts hold; half a line goes, and what cannot be read is done again."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from agent.journal import journal_entries, journal_lines
from agent.trace import Trace, read_trace

ANY = st.text(st.characters(exclude_categories=["Cs"]))


@given(st.lists(ANY, max_size=5), st.binary(max_size=12).filter(lambda tail: b"\n" not in tail))
def test_any_texts_come_back_and_half_a_line_is_cut_off(
    tmp_path_factory: object, texts: list[str], tail: bytes
) -> None:
    path = tmp_path_factory.mktemp("journal") / "j.jsonl"  # type: ignore[attr-defined]
    whole = "".join(json.dumps(text, ensure_ascii=False) + "\n" for text in texts).encode()
    path.write_bytes(whole + tail)
    assert [json.loads(line) for line in journal_lines(path, mend=True)] == texts
    assert path.read_bytes() == whole
    assert journal_entries(path, json.loads) == texts


def test_entries_end_before_the_first_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    path.write_text('1\n2\n{"half\n3\n', encoding="utf-8")
    assert journal_entries(path, json.loads) == [1, 2]
    assert path.read_text(encoding="utf-8") == "1\n2\n"


def test_a_trace_keeps_texts_with_line_separators(tmp_path: Path) -> None:
    trace = Trace(tmp_path)
    trace.write("context", {"text": "one\u2028two\x85three"})
    trace.close()
    assert [event["text"] for event in read_trace(tmp_path)] == ["one\u2028two\x85three"]
