"""A run's folder: append-only, flushed, readable after a kill."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.memory import Memory
from agent.trace import Trace, read_trace
from device import BadInput


def test_what_is_written_is_read_in_order_and_equal_pictures_are_kept_once(tmp_path: Path) -> None:
    trace = Trace(tmp_path / "run")
    trace.write("moment", {"n": 1, "text": "你好"}, wall={"ms": 3})
    names = {trace.screenshot(b"\x89PNG1"), trace.screenshot(b"\x89PNG1")}
    trace.write("moment", {"n": 2})
    events = list(read_trace(tmp_path / "run"))
    assert [event["n"] for event in events] == [1, 2]
    assert events[0]["wall"] == {"ms": 3} and "wall" not in events[1]
    assert [path.stem for path in (tmp_path / "run" / "screenshots").iterdir()] == list(names)
    trace.close()


def test_a_line_cut_by_a_kill_is_left_out_and_any_other_broken_line_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_text('{"event": "a"}\n{"event": "b')
    assert list(read_trace(tmp_path)) == [{"event": "a"}]
    path.write_text('{"event": "a\n{"event": "b"}\n')
    with pytest.raises(BadInput, match=r"trace\.jsonl:1"):
        list(read_trace(tmp_path))


def test_no_trace_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no trace"):
        list(read_trace(tmp_path))


def test_a_subject_is_proposed_once_a_day_and_a_no_rests_its_topic() -> None:
    memory = Memory()
    memory.remember(0, "bill 7", "bill", "reject")
    hour = 3_600_000
    assert memory.rests(hour, "bill 7", "bill")
    assert memory.rests(hour, "bill 8", "bill")
    assert memory.rests(5 * hour, "bill 8", "bill") is None
    assert memory.rests(5 * hour, "bill 7", "bill")
    assert memory.rests(25 * hour, "bill 7", "bill") is None
    assert memory.rests(hour, "parcel", "parcel") is None


def test_later_comes_back_after_half_an_hour() -> None:
    memory = Memory()
    memory.remember(0, "bill", "bill", "later")
    assert memory.rests(10 * 60_000, "bill", "bill")
    assert memory.rests(31 * 60_000, "bill", "bill") is None
