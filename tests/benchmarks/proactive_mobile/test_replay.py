"""Replays on simulated phones: executed and proved, resumable, the same however often they were killed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from api_pool import Call
from benchmarks.proactive_mobile.replay import Journal, Replay, read_results, replay_scores
from benchmarks.proactive_mobile.replay_phones import simulated_phones
from benchmarks.proactive_mobile.replay_worker import Replayed, merged
from benchmarks.records import Prediction, Record, write_jsonl
from benchmarks.records.concrete import concrete_calls
from benchmarks.records.generate import Settings, make
from benchmarks.records.read_text import read_record
from device import BadInput
from device.capture.notifications import Notification, Notifications
from device.phone_state import PhoneState
from device.staging import Item

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return list(make(Settings(seed=3, count=12, noise=0.5)))


def test_right_answers_are_executed_and_proved(records: list[Record], tmp_path: Path) -> None:
    calls = {r.id: list(concrete_calls(r.answers[0], r)) if r.needed else [Call(name="open_cart")] for r in records}
    with simulated_phones(2, {"model": "embedded", "textual": False, "fixed_calls": calls}) as phones:
        results = Replay(records, tmp_path).run(phones)
    found = replay_scores(records, results)
    assert found.on_phone.sr.value == 1.0 and found.on_phone.ftr.value == 1.0
    assert found.executed_sr.value == 1.0, found.explained
    assert found.calls == found.verified > 0 and found.differ == {}
    assert {result.answer for result in results} == {"accept", "reject"}
    assert all(not result.steps for record, result in zip(records, results, strict=True) if not record.needed)
    assert [result.id for result in read_results(tmp_path / "results.jsonl")] == [record.id for record in records]


def test_a_replay_goes_on_where_it_stopped(records: list[Record], tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    for record in records[:-1]:
        done = Replayed(id=record.id, prediction=Prediction(id=record.id), textual=Prediction(id=record.id))
        assert journal.add(done) and not journal.add(done)
    journal.close()
    whole = (tmp_path / "journal.jsonl").read_bytes()
    (tmp_path / "journal.jsonl").write_bytes(whole + b'{"id": "half')
    with simulated_phones(1, {"model": "silent"}) as phones:
        results = Replay(records, tmp_path).run(phones)
    assert [result.id for result in results] == [record.id for record in records]
    assert [r.id for r in results if r.wall] == [records[-1].id], "only the last was replayed"
    found = replay_scores(records, results)
    assert found.on_phone.sr.value == 0 and found.textual is not None and found.textual.sr.value == 0


def test_a_folder_of_other_records_is_refused(records: list[Record], tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    journal.add(Replayed(id="other", prediction=Prediction(id="other")))
    journal.close()
    with pytest.raises(BadInput, match="other records"):
        Replay(records, tmp_path)


def test_what_could_not_be_staged_comes_from_the_text() -> None:
    text = Record(id="x", phone="Notification [08:00] WhatsApp (com.whatsapp): Mum | Hi\nBluetooth: on, connected to Bose",
                  world="Time: 2026-03-11 08:10, Wednesday, UTC", trace=("08:01 SMS from DB: late",))  # fmt: skip
    shell = Notification(package="com.android.shell", tag="com.whatsapp#0", key="k", title="Mum", text="Hi")
    captured = PhoneState(captured_at_ms=1, notifications=Notifications(records=(shell,)), sms=())
    items = [Item("SMS DB 1", "not possible here", "no console"), Item("headset", "not possible here", "no command")]
    state = merged(captured, read_record(text), items)
    assert (state.posted[0].package, state.posted[0].key) == ("com.whatsapp", "k")
    assert state.sms is not None and state.sms[0].body == "late"
    assert state.bluetooth is not None and state.bluetooth.active_device


def test_ray_runs_the_same_workers(records: list[Record], tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="the library ray is not installed")
    from benchmarks.proactive_mobile.replay_ray import run_on_ray

    with simulated_phones(2, {"model": "silent"}) as phones:
        results = run_on_ray(Replay(records[:4], tmp_path), phones)
    assert [result.id for result in results] == [record.id for record in records[:4]]


def _without_wall(path: Path) -> list[dict[str, Any]]:
    return [{k: v for k, v in json.loads(line).items() if k != "wall"} for line in path.read_text("utf-8").splitlines()]


@pytest.mark.verify
@pytest.mark.timeout(900)
def test_killed_three_times_it_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    chosen = random.Random(1).sample(list(make(Settings(seed=1, count=1500))), 500)
    write_jsonl(tmp_path / "records.jsonl", chosen)
    argv = [sys.executable, "-m", "proactdroid", "replay", str(tmp_path / "records.jsonl"), "--workers", "4", "--json"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    started = time.monotonic()
    subprocess.run([*argv, "--out", str(tmp_path / "whole")], check=True, env=env, stdout=subprocess.DEVNULL)
    took = time.monotonic() - started
    rng = random.Random(2)
    journal = tmp_path / "killed" / "journal.jsonl"
    for _ in range(3):
        have = journal.read_bytes().count(b"\n") if journal.exists() else 0
        process = subprocess.Popen([*argv, "--out", str(tmp_path / "killed")], env=env, stdout=subprocess.DEVNULL)
        goal = have + rng.randint(40, 120)
        while process.poll() is None and (journal.read_bytes().count(b"\n") if journal.exists() else 0) < goal:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
    subprocess.run([*argv, "--out", str(tmp_path / "killed")], check=True, env=env, stdout=subprocess.DEVNULL)
    assert _without_wall(tmp_path / "killed" / "results.jsonl") == _without_wall(tmp_path / "whole" / "results.jsonl")
    found = replay_scores(chosen, list(read_results(tmp_path / "whole" / "results.jsonl")))
    assert found.calls == found.verified + len(found.explained)
    assert len(chosen) / took >= 10, f"{len(chosen) / took:.1f} records a second"


def test_the_workers_process_never_loads_the_simulator() -> None:
    code = "import sys, benchmarks.proactive_mobile.replay_worker; print([m for m in sys.modules if m.startswith('simulator')])"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert done.stdout.strip() == "[]"
