"""The embedded agent on every shipped day: what the README promises of them."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.statistics import rate
from simulator.day import day_names

MIN_SR, MAX_FTR = 0.40, 0.10


def live(day: str, seed: int) -> dict[str, Any]:
    """One run's document. Raises RuntimeError with the run's own words when it fails."""
    with tempfile.TemporaryDirectory() as folder:
        argv = [sys.executable, "-m", "proactdroid", "run", "--day", day, "--seed", str(seed), "--json",
                "--out", str(Path(folder) / "run")]  # fmt: skip
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{day} seed {seed} ended with {done.returncode}: {done.stderr[-500:]}")
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def heldout() -> list[str]:
    """The held-out day files."""
    folder = Path(__file__).resolve().parents[1] / "emulator_configs" / "heldout" / "days"
    return [str(path) for path in sorted(folder.glob("*.yaml"))]


def table(seeds: Sequence[int], days: Sequence[str] | None = None) -> tuple[str, bool]:
    """A Markdown table over days and seeds, and whether all of them together keep the promise
    (SR at least 0.40, FTR at most 0.10). `days`: names or paths, by default the shipped ones."""
    rows = ["| day | seed | SR | FTR | wrong | executed | proved | wall s |", "|---|---|---|---|---|---|---|---|"]
    total = dict.fromkeys(("served", "needs", "false", "no_action", "executed", "verified"), 0)
    for day in days or day_names():
        for seed in seeds:
            result = live(day, seed)
            sr, ftr = result["sr"], result["ftr"]
            rows.append(
                f"| {Path(day).stem} | {seed} | {sr['count']}/{sr['of']} | {ftr['count']}/{ftr['of']} | {result['wrong']} "
                f"| {result['executed']} | {result['verified']} | {result['wall_s']} |"
            )
            for key, value in zip(
                total,
                (sr["count"], sr["of"], ftr["count"], ftr["of"], result["executed"], result["verified"]),
                strict=True,
            ):
                total[key] += value
    sr_all, ftr_all = rate(total["served"], total["needs"]), rate(total["false"], total["no_action"])
    rows += [
        "",
        f"Together: SR {sr_all}; FTR {ftr_all}; {total['verified']} of {total['executed']} executed calls proved.",
    ]
    kept = (sr_all.value or 0) >= MIN_SR and (ftr_all.value if ftr_all.value is not None else 1) <= MAX_FTR
    return "\n".join(rows), kept
