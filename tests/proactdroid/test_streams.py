"""What a terminal, a pipe or a signal does to a command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

PROACTDROID = [sys.executable, "-m", "proactdroid"]
MESSAGE = """
version: 1
name: short
title: 一条短信
persona: chen_shanghai
date: 2026-03-11
start: "17:00"
end: "17:30"
language: zh
events:
  - {at: "17:10", do: sms, sender: "+498912345", text: "Wo treffen wir uns? 谢谢"}
"""


@pytest.fixture
def day(tmp_path: Path) -> Path:
    path = tmp_path / "short.yaml"
    path.write_text(MESSAGE, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "locale",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
    ],
    ids=str,
)
def test_any_locale_runs_a_chinese_day_and_prints_its_document_as_utf_8(
    day: Path, tmp_path: Path, locale: dict[str, str]
) -> None:
    done = subprocess.run(
        [*PROACTDROID, "run", "--day", str(day), "--out", str(tmp_path / "run"), "--model", "always", "--json"],
        env={**os.environ, **locale},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    assert json.loads(done.stdout.decode("utf-8"))["persona"] == "chen_shanghai"
    plain = subprocess.run(
        [*PROACTDROID, "capture", "--device", "sim"], env={**os.environ, **locale}, capture_output=True, check=False
    )
    assert plain.returncode == 0, plain.stderr.decode("utf-8", "replace")


@pytest.mark.parametrize("words", [("api", "list"), ("api", "list", "--json"), ("doctor",), ("models", "list")])
def test_a_reader_that_goes_away_does_not_change_the_exit_code(words: tuple[str, ...]) -> None:
    whole = subprocess.run([*PROACTDROID, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    read, write = os.pipe()
    os.close(read)
    cut = subprocess.run([*PROACTDROID, *words], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (cut.returncode, cut.stderr) == (whole.returncode, whole.stderr)


def test_ctrl_c_ends_a_run_with_130_a_readable_trace_and_no_process_left(tmp_path: Path) -> None:
    out = tmp_path / "run"
    process = subprocess.Popen(
        [*PROACTDROID, "run", "--day", "lena_weekday", "--out", str(out), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    trace = out / "trace.jsonl"
    deadline = time.monotonic() + 60
    while not (trace.exists() and trace.stat().st_size):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.05)  # between two looks at the file
    children = psutil.Process(process.pid).children(recursive=True)
    assert children
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert json.loads(stdout) == {"error": "stopped", "exit_code": 130}
    assert b"stopped" in stderr and b"Traceback" not in stderr
    _, alive = psutil.wait_procs(children, timeout=20)
    assert alive == []
    assert all(json.loads(line)["event"] for line in trace.read_text("utf-8").splitlines())
