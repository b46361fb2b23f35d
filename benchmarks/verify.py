"""`make verify`: the long checks of everything, and their figures into docs/verified.md.

`python -m benchmarks.verify [SECTION …]` runs some of it; what a section found before stays on the page until it is run
again (docs/verified.json holds it).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict

import benchmarks.verify_days as days

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "verified.md"
KEPT = ROOT / "docs" / "verified.json"


class Result(TypedDict):
    """What a section found: whether its promises hold, its text (Markdown), when and how long it ran."""

    ok: bool
    text: str
    date: str
    minutes: float


def _days() -> tuple[bool, str]:
    table, kept = days.table(seeds=(1, 2, 3))
    return kept, f"The cues of the embedded agent were written with these days in sight.\n\n{table}"


def _development() -> tuple[bool, str]:
    table, _ = days.table(seeds=(1,), days=days.of("development"))
    return (
        True,
        f"By other writers, in sight while the agent's cues were made general; nothing is promised of them.\n\n{table}",
    )


def _heldout() -> tuple[bool, str]:
    table, _ = days.table(seeds=(1, 2, 3), days=days.of("heldout"))
    return True, f"Written without sight of the agent's code (docs/heldout.md); nothing is promised of them.\n\n{table}"


def _tests(*paths: str, workers: int = 2) -> Callable[[], tuple[bool, str]]:
    """The tests marked `verify` below some folders."""

    def run() -> tuple[bool, str]:
        argv = [sys.executable, "-m", "pytest", "-n", str(workers), "-m", "verify", "-p", "no:cacheprovider", *paths]
        done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
        sys.stdout.write(done.stdout[-6000:])
        lines = [line for line in done.stdout.strip().splitlines() if " passed" in line or " failed" in line]
        return done.returncode == 0, f"`pytest -m verify {' '.join(paths)}`: {(lines or ['no result'])[-1].strip('= ')}"

    return run


def _bench() -> tuple[bool, str]:
    """The performance benches. A missed target is printed, and fails nothing: machines differ."""
    argv = [sys.executable, "-m", "benchmarks.perf"]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    text = "\n".join(line for line in done.stdout.splitlines() if not line.startswith("{"))
    sys.stdout.write(text + "\n")
    return done.returncode in (0, 1), f"```\n{text.strip()}\n```"


SECTIONS: dict[str, tuple[str, Callable[[], tuple[bool, str]]]] = {
    "days": ("The shipped days", _days),
    "development": ("Development days", _development),
    "heldout": ("Held-out days", _heldout),
    "phone": ("The simulated phone under other people's clients, fuzz", _tests("tests/compat", "tests/simulator")),
    "functions": ("The functions, mutants, hostile texts", _tests("tests/api_pool", "tests/hostile")),
    "agent": ("Models and chat", _tests("tests/agent")),
    "soak": ("Thirty days of four personas", _tests("tests/benchmarks/test_soak.py", workers=0)),
    "benchmarks": (
        "ProactiveMobile and ProactBench",
        _tests(
            *(f"tests/benchmarks/{part}" for part in ("records", "proactive_mobile", "proactbench")),
            "tests/proactdroid",
        ),
    ),
    "bench": ("Speed and memory", _bench),
}


def _kept() -> dict[str, Result]:
    found: dict[str, Result] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return found


def page(results: dict[str, Result]) -> str:
    """docs/verified.md."""
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    lines = ["# Verified", "", f"Written by `make verify` ({machine}).", ""]
    for name, (title, _) in SECTIONS.items():
        if name in results:
            one = results[name]
            verdict = "promises kept" if one["ok"] else "**promises NOT kept**"
            verdict = "nothing promised" if name in ("development", "heldout") else verdict
            lines += [
                f"## {title}",
                "",
                f"{one['date']}, {one['minutes']:.1f} minutes, {verdict}.",
                "",
                one["text"],
                "",
            ]
        else:
            lines += [f"## {title}", "", "Not run yet.", ""]
    return "\n".join(lines)


def main() -> int:
    """Run sections (all without a name); 1 when a promise of one is not kept."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verify", description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    chosen = parser.parse_args().sections or list(SECTIONS)
    if unknown := [name for name in chosen if name not in SECTIONS]:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(SECTIONS)}")
    results = _kept()
    for name in chosen:
        print(f"== {SECTIONS[name][0]}", flush=True)
        started = time.monotonic()
        ok, text = SECTIONS[name][1]()
        minutes = (time.monotonic() - started) / 60
        results[name] = {"ok": ok, "text": text, "date": f"{datetime.now(UTC):%Y-%m-%d}", "minutes": round(minutes, 1)}
        KEPT.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        PAGE.write_text(page(results), encoding="utf-8")
        print(f"{name}: {'ok' if ok else 'NOT ok'} after {minutes:.1f} minutes", flush=True)
    return 0 if all(results[name]["ok"] for name in chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
