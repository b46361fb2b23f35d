"""A whole day: wall time, memory of all its processes, and what a moment costs."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from benchmarks.perf.measurement import Measurement

DAY = "lena_weekday"


def _resident_mb(process: psutil.Process) -> float:
    """Resident memory of a process and all below it, in MB."""
    total = 0
    for one in [process, *process.children(recursive=True)]:
        try:
            total += one.memory_info().rss
        except psutil.NoSuchProcess:
            continue
    return total / 1e6


def run() -> list[Measurement]:
    """Live one shipped day with the embedded agent, as `make run` does."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "run"
        argv = [sys.executable, "-m", "proactdroid", "run", "--day", DAY, "--out", str(target)]
        started = time.monotonic()
        with subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            watched, peak = psutil.Process(process.pid), 0.0
            while process.poll() is None:
                try:
                    peak = max(peak, _resident_mb(watched))
                except psutil.NoSuchProcess:
                    break
                time.sleep(0.1)  # the sampling interval
        took = time.monotonic() - started
        result = json.loads((target / "result.json").read_text(encoding="utf-8"))
    latency = result["latency_ms"]
    moments = len(result["moments"])
    note = f"{DAY}, {moments} moments, start of all processes included"
    return [
        Measurement("a day, wall time", took, "s", at_most=60, note=note),
        Measurement("a day, peak resident memory of all processes", peak, "MB", at_most=400, note=note),
        Measurement("a moment, wall time", took * 1000 / moments, "ms", note=note),
        Measurement("a decision, median", latency["decision_p50"], "ms", note="capture, gate and proposal"),
        Measurement("the gate alone, median", latency["gate_p50"], "ms", at_most=5),
    ]
