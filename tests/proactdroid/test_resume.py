"""A killed run goes on: nothing is lost, nothing is asked twice."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from agent.recorded import moment_of
from agent.trace import read_trace
from device import Device
from proactdroid.runner.folder import came_out_the_same, held, run_folder, set_aside
from simulator.process import start_simulator
from tests.proactdroid.conftest import Done
from tests.proactdroid.test_run import lines

Cli = Callable[..., Done]


def events(folder: Path, kind: str) -> list[dict[str, object]]:
    return (
        [event for event in read_trace(folder) if event["event"] == kind] if (folder / "trace.jsonl").exists() else []
    )


def kill_after(argv: list[str], folder: Path, moments: int) -> None:
    """Start a run in a process of its own and kill it once its trace holds so many moments."""
    process = subprocess.Popen(
        [sys.executable, "-m", "proactdroid", *argv], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while len(events(folder, "moment")) < moments:
        assert process.poll() is None, "the run ended before it could be killed"
        time.sleep(0.01)  # between two looks at the file
    process.kill()
    process.wait()


def test_a_day_that_was_killed_is_lived_to_its_end_and_equals_one_that_was_not(
    cli: Cli,
    short_day: Path,
    tmp_path: Path,
) -> None:
    day = ["run", "--day", str(short_day), "--seed", "3", "--out"]
    assert cli(*day, str(tmp_path / "whole")).code == 0
    kill_after([*day, str(tmp_path / "killed")], tmp_path / "killed", 2)
    done = cli(*day, str(tmp_path / "killed"), "--resume", "--json")
    assert done.code == 0 and "came out the same" in " ".join(done.err.split())
    assert lines(tmp_path / "killed") == lines(tmp_path / "whole")
    assert not (tmp_path / "killed" / "trace.killed.jsonl").exists()


def test_a_trace_that_comes_out_otherwise_is_kept(tmp_path: Path) -> None:
    (tmp_path / "trace.jsonl").write_text(
        '{"event": "a", "wall": {"ms": 1}}\n{"event": "b"}\n{"event": "c', encoding="utf-8"
    )
    set_aside(tmp_path)
    (tmp_path / "trace.jsonl").write_text('{"event": "a"}\n{"event": "other"}\n', encoding="utf-8")
    assert came_out_the_same(tmp_path).startswith("line 2")
    assert (tmp_path / "trace.killed.jsonl").exists()
    (tmp_path / "trace.jsonl").write_text('{"event": "a"}\n{"event": "b"}\n{"event": "d"}\n', encoding="utf-8")
    assert came_out_the_same(tmp_path) == "the 2 events from before the kill came out the same"


def test_two_runs_do_not_write_to_one_folder(cli: Cli, short_day: Path, tmp_path: Path) -> None:
    folder = run_folder(tmp_path / "run", resume=False)
    with held(folder):
        done = cli("run", "--day", str(short_day), "--out", str(folder), "--json")
    assert done.code == 2 and "another run writes to" in done.json["error"]
    assert cli("run", "--day", str(short_day), "--out", str(folder), "--json").code == 0


def test_what_the_agent_writes_when_the_kill_takes_its_phone_is_no_part_of_the_day(tmp_path: Path) -> None:
    (tmp_path / "trace.jsonl").write_text('{"event": "a"}\n{"event": "error", "kind": "PhoneLost"}\n', encoding="utf-8")
    set_aside(tmp_path)
    (tmp_path / "trace.jsonl").write_text('{"event": "a"}\n{"event": "b"}\n', encoding="utf-8")
    assert came_out_the_same(tmp_path) == "the 1 events from before the kill came out the same"
    assert not (tmp_path / "trace.killed.jsonl").exists()


def test_on_a_phone_a_resumed_run_counts_on_and_does_not_ask_again(cli: Cli, tmp_path: Path) -> None:
    with start_simulator(run_clock=True) as sim:
        device = Device.connect(sim.serials[0], port=sim.adb_port)
        for change in (["unplug"], ["set", "level", "14"]):
            device.check(["cmd", "battery", *change])
        phone = ["--device", sim.serials[0], "--adb-port", str(sim.adb_port), "--minutes", "0.02"]
        phone += ["--threshold", "0.3"]  # whatever the hour: at night the battery matters less
        phone += ["--out", str(tmp_path)]
        first = cli("run", *phone, "--json").json
        with (tmp_path / "trace.jsonl").open("a", encoding="utf-8") as trace:
            trace.write('{"event": "conte')  # as a kill leaves it
        second = cli("run", *phone, "--resume", "--json").json
    assert first["proposals"] == second["proposals"] == 1
    assert [moment["number"] for moment in second["moments"]] == list(range(len(second["moments"])))
    assert len(second["moments"]) > len(first["moments"])
    assert [event["event"] for event in read_trace(tmp_path)].count("proposed") == 1


def test_a_moment_read_back_from_the_trace_is_the_moment(cli: Cli, short_day: Path, tmp_path: Path) -> None:
    document = cli("run", "--day", str(short_day), "--out", str(tmp_path / "run"), "--json").json
    found = [moment_of(event) for event in events(tmp_path / "run", "moment")]
    assert [(one.number, one.answer, one.why) for one in found] == [
        (one["number"], one["answer"], one["why"]) for one in document["moments"]
    ]
    (acted,) = [one for one in found if one.steps]
    assert acted.steps[0].status == "verified" and acted.steps[0].took_ms > 0 and acted.latency.decision > 0


def test_what_cannot_be_resumed_is_refused_in_words(cli: Cli, short_day: Path, tmp_path: Path) -> None:
    run = ["run", "--day", str(short_day), "--out", str(tmp_path / "run")]
    nothing = cli(*run, "--resume")
    assert nothing.code == 2 and "holds no run" in " ".join(nothing.err.split())
    assert cli("run", "--resume").code == 2
    assert cli(*run).code == 0
    other = cli(*run, "--seed", "9", "--resume")
    assert other.code == 2 and "seed 1" in " ".join(other.err.split())
    assert json.loads((tmp_path / "run" / "run.json").read_text())["seed"] == 1
    assert run_folder(tmp_path / "run", resume=True) == tmp_path / "run"
