from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from simulator.clock import Clock
from simulator.control import ControlClient
from simulator.host import Host
from simulator.phone import Phone
from simulator.state import DeviceInfo, State

START_MS = 1_773_212_400_000  # 2026-03-11 08:00 in Berlin

DAY = """
version: 1
name: tiny
title: A tiny day
persona: lena_berlin
date: 2026-03-11
start: "08:00"
end: "10:00"
events:
  - {id: weak, at: "08:30", do: radio, signal: 1}
  - {id: dark, at: "08:30", do: radio, airplane: true}
  - {id: rain, at: "09:00", do: notify, package: com.google.android.apps.weather, title: Rain, text: Rain at 10}
  - {id: light, at: "09:30", do: radio, airplane: false}
"""


@pytest.fixture
def day() -> str:
    return DAY


class Running:
    """A host in a thread of its own, and clients of it."""

    def __init__(self, host: Host, loop: asyncio.AbstractEventLoop) -> None:
        self.host = host
        self.loop = loop
        self.clients: list[ControlClient] = []

    def client(self) -> ControlClient:
        self.clients.append(ControlClient(self.host.control.port, self.host.token, timeout=20))
        return self.clients[-1]

    def call(self, function: Callable[[], Any]) -> Any:
        async def work() -> Any:
            return function()

        return asyncio.run_coroutine_threadsafe(work(), self.loop).result(20)


@pytest.fixture
def hosting(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Starts hosts of booted phones; all must have ended at the end."""
    started: list[tuple[Running, threading.Thread]] = []

    def begin(count: int = 1, **options: Any) -> Running:
        ready = threading.Event()
        box: list[Running] = []

        async def live() -> None:
            phones = []
            for number in range(count):
                phone = Phone(State(device=DeviceInfo(serial=f"emulator-{5554 + 2 * number}")), Clock(START_MS))
                phone.boot()
                phones.append(phone)
            host = Host(phones, snapshots=tmp_path / "snapshots", **options)
            await host.start()
            box.append(Running(host, asyncio.get_running_loop()))
            ready.set()
            await host.serve()

        thread = threading.Thread(target=lambda: asyncio.run(live()), daemon=True)
        thread.start()
        assert ready.wait(20), "the host did not start"
        started.append((box[0], thread))
        return box[0]

    yield begin
    for running, thread in started:
        for client in running.clients:
            client.close()
        if thread.is_alive():
            running.loop.call_soon_threadsafe(running.host.shutdown)
        thread.join(20)
        assert not thread.is_alive(), "the host did not end"


@pytest.fixture
def running(hosting: Callable[..., Running]) -> Running:
    return hosting()


@pytest.fixture
def control(running: Running) -> ControlClient:
    return running.client()
