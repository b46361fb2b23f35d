"""A booted phone and its shell."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from simulator.clock import Clock
from simulator.phone import Phone
from simulator.shell import Input, Output, Shell
from simulator.state import DeviceInfo, State

START_MS = 1_780_041_600_000  # 2026-05-29 10:00 in Berlin


@dataclass
class Ran:
    """What a shell line did."""

    code: int
    out: str
    err: str


@dataclass
class Bench:
    """A phone with a shell on it."""

    phone: Phone

    def sh(self, line: str) -> Ran:
        out, err = bytearray(), bytearray()
        shell = Shell(self.phone)
        code = asyncio.run(shell.run_line(line, Input(), Output(out.extend), Output(err.extend)))
        return Ran(code, out.decode("utf-8", "surrogateescape"), err.decode("utf-8", "surrogateescape"))

    def dump(self, words: str) -> str:
        return self.sh(f"dumpsys {words}").out


@pytest.fixture
def bench() -> Callable[..., Bench]:
    """Makes benches: `bench(api=34)` is a booted phone of that API level at 10 in the morning."""

    def make(api: int = 34) -> Bench:
        phone = Phone(State(device=DeviceInfo(api_level=api)), Clock(START_MS))
        phone.boot()
        return Bench(phone)

    return make
