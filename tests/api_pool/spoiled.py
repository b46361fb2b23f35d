"""A phone on whose way commands are spoiled, and runs of a call on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from api_pool import Executor, Pool, Session, StepResult, hands
from api_pool.dry import PlanningDevice
from api_pool.functions import default_pool
from api_pool.links import load_links
from device import Device
from device.quoting import command_line
from device.wire import ShellResult
from tests.api_pool.cases import CASES
from tests.api_pool.conftest import Bench, run

POOL = default_pool()
NAMES = [name for name in CASES if POOL.functions[name].risk != "read"]


class Spoiled(Device):
    """A phone on whose way every command that changes something is spoiled. What asks, passes."""

    def __init__(self, real: Device, spoil: Callable[[str], str | None]) -> None:
        super().__init__(real.wire, real.serial)
        self.spoil = spoil
        self.spoiled = 0
        self._asks = PlanningDevice(real, [])

    def line(self, line: str, timeout_s: float = 20.0) -> ShellResult:
        before = len(self._asks._lines)
        result = self._asks.line(line, timeout_s)
        if len(self._asks._lines) == before:
            return result
        instead = self.spoil(line)
        self.spoiled += instead != line
        return ShellResult(b"", b"", 0) if instead is None else super().line(instead, timeout_s)

    def batch(self, commands: Sequence[Sequence[str] | str], timeout_s: float = 30.0) -> list[ShellResult]:
        return [self.line(item if isinstance(item, str) else command_line(item), timeout_s) for item in commands]


def nothing(line: str) -> str | None:
    """The command does nothing and says that all went well. (What only shows the screen to us still works.)"""
    return line if line.startswith(("cmd statusbar", "wm dismiss", "input keyevent KEYCODE_WAKEUP")) else None


def prepare(executor: Executor, name: str) -> None:
    """What two of the functions work on: something that plays, an app that runs."""
    if name == "control_playback":
        run(executor, "play_music", query="jazz")
    if name == "close_app":
        run(executor, "open_app", app="com.google.android.deskclock")


def spoiled_run(executor: Executor, name: str, how: Callable[[str], str | None]) -> tuple[StepResult, Spoiled]:
    """Run a call of `CASES` with its commands spoiled."""
    device = Spoiled(executor.session.device, how)
    return quick_run(Executor(Session(device, "adb", load_links()), executor.pool), name), device


def quick_run(executor: Executor, name: str) -> StepResult:
    """Run a call of `CASES`; what will never come is not waited for long, for the phone is a fast one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("api_pool.hands.UI_DEADLINE_S", 0.3)
        for function in ("find", "press"):
            patch.setattr(getattr(hands, function), "__defaults__", (0.3,))
        return run(Executor(executor.session, quick_pool()), name, **CASES[name])


def spoil(bench: Bench, name: str, how: Callable[[str], str | None]) -> tuple[StepResult, Spoiled]:
    """The same on a fresh phone."""
    executor = bench.morning(34)
    prepare(executor, name)
    return spoiled_run(executor, name, how)


def quick_pool() -> Pool:
    """The pool with the proofs' deadlines cut short."""
    return Pool(POOL.name, {key: _quick(function) for key, function in POOL.functions.items()})


def _quick(function: Any) -> Any:
    return replace(function, binding=replace(function.binding, deadline_s=0.3))
