"""The processes that the shells of a phone run: their pids, and the tasks that `kill` and `wait` reach."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from simulator.phone import Phone

MAX_PROCESSES = 400


@dataclass(eq=False, slots=True)
class Process:
    """One running process of a shell."""

    pid: int
    parent: int
    uid: int
    name: str
    task: asyncio.Task[int] | None = None
    survives: bool = False  # started by nohup or setsid


@dataclass(eq=False)
class ProcessTable:
    """All of a phone's shell processes by pid."""

    serial: itertools.count[int] = field(default_factory=lambda: itertools.count(9001))
    running: dict[int, Process] = field(default_factory=dict)

    def start(self, parent: int, uid: int, name: str) -> Process:
        """A new process (it must be ended with `end`)."""
        process = Process(next(self.serial), parent, uid, name)
        self.running[process.pid] = process
        return process

    def end(self, process: Process) -> None:
        """The process is gone."""
        self.running.pop(process.pid, None)

    @property
    def full(self) -> bool:
        """Whether no further process may start."""
        return len(self.running) >= MAX_PROCESSES


_TABLES: WeakKeyDictionary[Phone, ProcessTable] = WeakKeyDictionary()


def processes_of(phone: Phone) -> ProcessTable:
    """The table of a phone."""
    table = _TABLES.get(phone)
    if table is None:
        table = _TABLES[phone] = ProcessTable()
    return table
