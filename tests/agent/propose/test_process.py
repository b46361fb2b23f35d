"""The model's own process: whatever happens to it is an error of one request, and the next gets a fresh one."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from agent.propose.errors import ModelCrashed, ModelRejected, ModelTimeout
from agent.propose.llama.process import ModelProcess

# A stand-in for the worker that does what it is told, good or bad.
WORKER = """
import json, os, sys, time
settings = json.loads(sys.stdin.readline())
print("llama.cpp chatter that is no JSON", flush=True)
print(json.dumps({"ready": True, "ctx": 99} if not settings.get("broken") else {"error": "ValueError: no model"}), flush=True)
for line in sys.stdin:
    op = json.loads(line)["op"]
    if op == "hang":
        time.sleep(600)
    if op == "die":
        sys.stderr.write("ggml_abort: out of everything\\n"); sys.stderr.flush(); os.abort()
    if op == "kill":
        os.kill(os.getpid(), 9)
    if op == "exit":
        sys.exit(3)
    if op == "noise":
        print("}{ not json", flush=True)
    print(json.dumps({"error": "KeyError: op"} if op == "bad" else {"pid": os.getpid()}), flush=True)
"""


@pytest.fixture
def process(tmp_path: Path) -> Iterator[ModelProcess]:
    script = tmp_path / "worker.py"
    script.write_text(WORKER)
    started = ModelProcess({}, [sys.executable, str(script)])
    yield started
    started.close()


def test_it_starts_with_the_first_request_and_stays(process: ModelProcess) -> None:
    assert process.pid is None
    first = process.ask({"op": "ping"}, 10)["pid"]
    assert process.ask({"op": "noise"}, 10)["pid"] == first == process.pid
    assert process.facts["ctx"] == 99 and process.starts == 1


@pytest.mark.parametrize(
    ("op", "words"), [("die", "SIGABRT: ggml_abort"), ("kill", "SIGKILL"), ("exit", "ended with 3")]
)
def test_a_crash_is_told_with_its_cause_and_the_next_request_gets_a_fresh_process(
    process: ModelProcess, op: str, words: str
) -> None:
    before = process.ask({"op": "ping"}, 10)["pid"]
    with pytest.raises(ModelCrashed, match=words):
        process.ask({"op": op}, 10)
    assert process.ask({"op": "ping"}, 10)["pid"] != before
    assert process.starts == 2


def test_a_hang_ends_at_the_deadline_and_leaves_nothing_behind(process: ModelProcess) -> None:
    pid = process.ask({"op": "ping"}, 10)["pid"]
    started = time.monotonic()
    with pytest.raises(ModelTimeout, match=r"0\.3 s"):
        process.ask({"op": "hang"}, 0.3)
    assert time.monotonic() - started < 20 and not psutil.pid_exists(pid)
    assert process.ask({"op": "ping"}, 10)


def test_its_own_refusal_leaves_it_running(process: ModelProcess) -> None:
    pid = process.ask({"op": "ping"}, 10)["pid"]
    with pytest.raises(ModelRejected, match="KeyError"):
        process.ask({"op": "bad"}, 10)
    assert process.pid == pid


def test_a_kill_from_outside_between_requests_is_no_error_at_all(process: ModelProcess) -> None:
    pid = process.ask({"op": "ping"}, 10)["pid"]
    os.kill(pid, signal.SIGKILL)
    psutil.wait_procs([psutil.Process(pid)] if psutil.pid_exists(pid) else [], timeout=5)
    assert process.ask({"op": "ping"}, 10)["pid"] != pid


def test_a_kill_in_the_middle_of_a_request(process: ModelProcess) -> None:
    process.ensure()
    timer = threading.Timer(0.3, lambda: os.kill(process.pid or 0, signal.SIGKILL))
    timer.start()
    with pytest.raises(ModelCrashed, match="out of memory"):
        process.ask({"op": "hang"}, 30)
    assert process.ask({"op": "ping"}, 10)


def test_a_model_that_cannot_be_loaded_says_why(tmp_path: Path) -> None:
    script = tmp_path / "worker.py"
    script.write_text(WORKER)
    broken = ModelProcess({"broken": True}, [sys.executable, str(script)])
    with pytest.raises(ModelRejected, match="no model"):
        broken.ask({"op": "ping"}, 10)
    assert broken.pid is None


def test_a_process_that_never_gets_ready(tmp_path: Path) -> None:
    with pytest.raises(ModelTimeout, match="not loaded"):
        ModelProcess({}, [sys.executable, "-c", "import time; time.sleep(60)"], load_s=0.3).ensure()
    with pytest.raises(ModelCrashed, match="ended with 7"):
        ModelProcess({}, [sys.executable, "-c", "import sys; sys.exit(7)"]).ensure()


def test_closing_ends_the_process(process: ModelProcess) -> None:
    pid = process.ask({"op": "ping"}, 10)["pid"]
    process.close()
    process.close()
    assert not psutil.pid_exists(pid)
