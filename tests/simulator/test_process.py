"""A simulator in a process of its own: started, found, stopped, and gone with whoever started it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import adbutils
import psutil
import pytest

from simulator import process
from simulator.process import SimulatorError, running, start_background, start_simulator, stop_background


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "state"
    stop_background(tmp_path / "state")


def test_a_started_simulator_answers_and_stops() -> None:
    with start_simulator(count=2, api_level=30, start_ms=1_760_000_000_000) as simulator:
        assert simulator.serials == ["emulator-5554", "emulator-5556"]
        assert [one.now_ms for one in simulator.control.status().phones] == [1_760_000_000_000] * 2
        device = adbutils.AdbClient(host="127.0.0.1", port=simulator.adb_port).device("emulator-5556")
        assert device.shell2("echo hi; exit 4", v2=True).returncode == 4
        assert simulator.alive
    assert not simulator.alive
    simulator.stop()
    assert not simulator.log.exists()


def test_a_simulator_that_cannot_start_says_why() -> None:
    with pytest.raises(SimulatorError, match=r"ended before it was ready(?s:.*)no_such_day"):
        start_simulator(day="no_such_day")


def test_a_taken_port_is_told() -> None:
    with start_simulator() as first, pytest.raises(SimulatorError, match="address already in use"):
        start_simulator(adb_port=first.adb_port)


def test_too_slow_a_start_is_ended() -> None:
    with pytest.raises(SimulatorError, match=r"not ready within 0\.01 s"):
        start_simulator(timeout=0.01)


def test_it_ends_with_the_process_that_started_it() -> None:
    parent = (
        "import os, sys; sys.path.insert(0, sys.argv[1])\n"
        "from simulator.process import start_simulator\n"
        "print(start_simulator().pid, flush=True); os._exit(1)"
    )
    root = str(Path(process.__file__).parents[1])
    done = subprocess.run([sys.executable, "-c", parent, root], capture_output=True, check=False, timeout=60)
    child = int(done.stdout)
    with suppress(psutil.NoSuchProcess):
        psutil.Process(child).wait(20)
    assert not psutil.pid_exists(child) or psutil.Process(child).status() == psutil.STATUS_ZOMBIE


def test_a_background_simulator_is_found_by_others_and_stopped(folder: Path) -> None:
    started = start_background(folder=folder)
    found = running(folder)
    assert found is not None
    assert (found.pid, found.adb_port, found.serials) == (started.pid, started.adb_port, ["emulator-5554"])
    assert found.control.status().pid == started.pid
    assert (folder / "simulator.json").stat().st_mode & 0o777 == 0o600
    with pytest.raises(SimulatorError, match="runs already"):
        start_background(folder=folder)
    assert stop_background(folder)
    assert running(folder) is None
    assert not stop_background(folder)


def test_a_stale_state_file_is_cleared(folder: Path) -> None:
    started = start_background(folder=folder)
    psutil.Process(started.pid).kill()
    assert started._process is None
    psutil.wait_procs([psutil.Process(started.pid)] if psutil.pid_exists(started.pid) else [], timeout=20)
    assert running(folder) is None
    assert not (folder / "simulator.json").exists()
    (folder / "simulator.json").write_text("{half a file")
    assert running(folder) is None
    assert start_background(folder=folder).alive


def test_a_pid_that_was_given_to_another_process_is_not_ours(folder: Path) -> None:
    started = start_background(folder=folder)
    record = folder / "simulator.json"
    data = json.loads(record.read_text())
    other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        record.write_text(json.dumps({**data, "pid": other.pid, "created": data["created"] - 60}))
        assert running(folder) is None
        assert other.poll() is None
    finally:
        other.communicate(b"\n", timeout=20)
        started.stop()
