"""The days of a soak, several at once, each on a simulated phone in a process of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.progress import Progress

from benchmarks.soak import DayKey, LivedDay, SoakJournal, run_soak
from device import DeviceError
from proactdroid.runner.soak_day import live_day
from simulator.day import day_names, read_day
from simulator.process import start_simulator


def shipped_days() -> dict[str, list[str]]:
    """The shipped days by persona."""
    found: dict[str, list[str]] = {}
    for name in day_names():
        found.setdefault(_persona_of(name), []).append(name)
    return found


def _persona_of(day: str) -> str:
    source = read_day(day)
    value = getattr(source, "persona", None) or getattr(getattr(source, "day", None), "persona", "")
    return str(value)


def live_all(
    keys: Sequence[DayKey],
    journal: SoakJournal,
    settings: dict[str, Any],
    *,
    workers: int,
    console: Console,
    texts: bool = False,
) -> list[LivedDay]:
    """Live the days that are left. Raises the first error of a day; what is done stays done."""
    left: queue.SimpleQueue[DayKey] = queue.SimpleQueue()
    todo = [key for key in keys if key.name not in journal.days]
    for key in todo:
        left.put(key)
    failures: list[DeviceError] = []
    lock = threading.Lock()
    with Progress(console=console) as bar:
        task = bar.add_task("days", total=len(keys), completed=len(keys) - len(todo))

        def work() -> None:
            with start_simulator() as sim:
                while not failures:
                    try:
                        key = left.get_nowait()
                    except queue.Empty:
                        return
                    try:
                        day = live_day(sim, sim.serials[0], key, settings, texts=texts)
                    except DeviceError as error:
                        failures.append(error)
                        return
                    with lock:
                        journal.add(day)
                        bar.advance(task)

        threads = [threading.Thread(target=work, daemon=True) for _ in range(min(workers, len(todo)))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    if failures:
        raise failures[0]
    return run_soak(keys, _never, journal)


def _never(key: DayKey) -> LivedDay:
    raise AssertionError(f"{key.name} was not lived")
