"""The embedded agent on every shipped day: what the README promises of them."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.proactive_mobile.intervals import Interval, clustered_bootstrap
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


def of(kind: str) -> list[str]:
    """The day files of a folder of emulator_configs: `development` or `heldout`."""
    folder = Path(__file__).resolve().parents[1] / "emulator_configs" / kind / "days"
    return [str(path) for path in sorted(folder.glob("*.yaml"))]


def table(seeds: Sequence[int], days: Sequence[str] | None = None) -> tuple[str, bool]:
    """A Markdown table over days and seeds, and whether all of them together keep the promise
    (SR at least 0.40, FTR at most 0.10). `days`: names or paths, by default the shipped ones."""
    rows = ["| day | seed | SR | FTR | wrong | executed | proved | wall s |", "|---|---|---|---|---|---|---|---|"]
    srs: dict[str, tuple[float, float]] = {}
    ftrs: dict[str, tuple[float, float]] = {}
    executed = verified = 0
    for day in days or day_names():
        for seed in seeds:
            result = live(day, seed)
            sr, ftr = result["sr"], result["ftr"]
            rows.append(
                f"| {Path(day).stem} | {seed} | {sr['count']}/{sr['of']} | {ftr['count']}/{ftr['of']} | {result['wrong']} "
                f"| {result['executed']} | {result['verified']} | {result['wall_s']} |"
            )
            srs[day] = _plus(srs.get(day), sr)
            ftrs[day] = _plus(ftrs.get(day), ftr)
            executed += result["executed"]
            verified += result["verified"]
    sr_all, ftr_all = clustered_bootstrap(srs), clustered_bootstrap(ftrs)
    rows += [
        "",
        f"Together (95 % intervals by bootstrap over days, since the seeds of one day are not independent): SR "
        f"{_words(sr_all, srs)}; FTR {_words(ftr_all, ftrs)}; {verified} of {executed} executed calls proved.",
    ]
    kept = (sr_all.value or 0) >= MIN_SR and (ftr_all.value if ftr_all.value is not None else 1) <= MAX_FTR
    return "\n".join(rows), kept


def _plus(so_far: tuple[float, float] | None, rate: dict[str, Any]) -> tuple[float, float]:
    count, of = so_far or (0, 0)
    return count + rate["count"], of + rate["of"]


def _words(interval: Interval, counts: dict[str, tuple[float, float]]) -> str:
    if interval.value is None:
        return "n/a"
    count, of = (sum(pair[part] for pair in counts.values()) for part in (0, 1))
    return f"{interval.value:.3f} [{interval.low:.3f}, {interval.high:.3f}] ({count:.0f} of {of:.0f})"
