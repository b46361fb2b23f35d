"""Snapshots: what is saved comes back whole, the place in the day too."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import adbutils
import pytest

from simulator import snapshot
from simulator.clock import Clock
from simulator.control import ControlClient, FileRefused, SnapshotRefused
from simulator.phone import Phone
from simulator.state import State


def test_a_restored_phone_is_equal_and_stays_equal(day: str) -> None:
    phone = Phone(State(seed=3), Clock(1_760_000_000_000))
    phone.boot()
    phone.files.write("/data/local/tmp/a", b"\x00\xff bytes")
    phone.battery.set_level(42)
    phone.clock.advance_to(1_760_000_050_000)
    taken = snapshot.take(phone)
    again, player = snapshot.restore(taken)
    assert player is None
    assert snapshot.take(again).model_dump_json() == taken.model_dump_json()
    assert again.files.read("/data/local/tmp/a") == b"\x00\xff bytes"
    assert again.random.random() == phone.random.random()


def test_load_brings_back_state_files_clock_and_place(running: Any, control: ControlClient, day: str) -> None:
    device = adbutils.AdbClient(host="127.0.0.1", port=running.host.adb.port).device("emulator-5554")
    control.load_day(day)
    control.advance()
    device.sync.push(b"one", "/data/local/tmp/a")
    before = control.state()
    control.snapshot_save("half")
    device.sync.push(b"two", "/data/local/tmp/a")
    control.advance()
    assert control.state() != before
    status = control.snapshot_load("half")
    assert control.state() == before
    assert (status.day, status.now_ms) == ("tiny", before["clock_ms"])
    assert device.sync.read_bytes("/data/local/tmp/a") == b"one"
    assert [one.id for one in control.advance().applied] == ["rain"]


def test_two_runs_from_one_snapshot_are_the_same(control: ControlClient, day: str) -> None:
    control.load_day(day)
    control.snapshot_save("start")
    control.advance()
    control.advance()
    first = control.state()
    control.snapshot_load("start")
    control.advance()
    control.advance()
    assert control.state() == first


def test_names_are_listed_and_deleted(control: ControlClient) -> None:
    assert control.snapshot_list() == []
    control.snapshot_save("b")
    control.snapshot_save("a")
    assert control.snapshot_list() == ["a", "b"]
    control.snapshot_delete("a")
    assert control.snapshot_list() == ["b"]


def test_a_path_is_taken_as_it_is(control: ControlClient, tmp_path: Path) -> None:
    control.snapshot_save(str(tmp_path / "deep/er/one"))
    assert control.snapshot_load(str(tmp_path / "deep/er/one")).serial == "emulator-5554"
    assert control.snapshot_list() == []


@pytest.mark.parametrize("name", ["", ".", "..", "a b", "-x", "x" * 200])
def test_what_is_no_name_is_refused(control: ControlClient, name: str) -> None:
    with pytest.raises(SnapshotRefused, match="no name"):
        control.snapshot_save(name)


def test_what_is_not_there_or_broken_is_told(control: ControlClient, tmp_path: Path) -> None:
    with pytest.raises(SnapshotRefused, match="there is no snapshot"):
        control.snapshot_load("none")
    with pytest.raises(SnapshotRefused, match="there is no snapshot"):
        control.snapshot_delete("none")
    for number, data in enumerate([b"junk", gzip.compress(b"{}"), gzip.compress(b"x" * 1000)[:40]]):
        path = tmp_path / f"broken{number}"
        path.write_bytes(data)
        with pytest.raises(SnapshotRefused, match="save it anew"):
            control.snapshot_load(str(path))
    (tmp_path / "file").write_text("")
    with pytest.raises(FileRefused):
        control.snapshot_save(str(tmp_path / "file/under"))
