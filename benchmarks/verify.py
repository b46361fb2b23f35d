"""`make verify`: the long checks of everything, and their figures into docs/verified.md."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import benchmarks.verify_days as days

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "verified.md"


def _tests() -> tuple[int, str]:
    """The tests marked `verify`; pytest's exit code and its last line."""
    argv = [sys.executable, "-m", "pytest", "-n", "2", "-m", "verify", "-q"]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    sys.stdout.write(done.stdout[-8000:])
    lines = done.stdout.strip().splitlines()
    return done.returncode, lines[-1] if lines else "no output"


def _bench() -> tuple[int, str]:
    """The performance benches, printed; exit code and the tables."""
    argv = [sys.executable, "-m", "benchmarks.perf"]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    text = "\n".join(line for line in done.stdout.splitlines() if not line.startswith("{"))
    sys.stdout.write(text + "\n")
    return done.returncode, text


def main() -> int:
    """Run all of it; 1 when a test failed or a shipped day misses what is promised of them."""
    started = time.monotonic()
    table, promised = days.table(seeds=(1, 2, 3))
    print(table)
    code, tests = _tests()
    missed, bench = _bench()
    took = (time.monotonic() - started) / 60
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    TARGET.write_text(
        "\n".join(
            [
                "# Verified",
                "",
                f"Written by `make verify` on {datetime.now(UTC):%Y-%m-%d} ({machine}; {took:.0f} minutes).",
                "",
                "## The shipped days",
                "",
                "The days are for development: the embedded cues were written with them in sight.",
                "",
                table,
                "",
                "## Long tests",
                "",
                f"`pytest -m verify`: {tests.strip('= ')}",
                "",
                "## Benches",
                "",
                "```",
                bench.strip(),
                "```",
                "",
            ]
        ),
        encoding="utf-8",
    )
    print(json.dumps({"ok": code == 0 and promised, "bench_targets_missed": missed != 0, "written": str(TARGET.name)}))
    return 0 if code in (0, 5) and promised else 1


if __name__ == "__main__":
    sys.exit(main())
