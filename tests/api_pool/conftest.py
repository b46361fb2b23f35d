"""A simulated phone for the function pool, and a way to run one call on it as the user would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from api_pool import Call, Executor, Grant, Session, StepResult
from api_pool.functions import default_pool
from api_pool.links import load_links
from device import Device
from simulator.process import Simulator, start_simulator

HERE = Path(__file__).parent
FOREVER = 2**53
_READY = "ready"


class Bench:
    """A phone that is put back to the same morning before each call. Its clock runs."""

    def __init__(self, sim: Simulator) -> None:
        self.sim = sim
        self._saved: set[tuple[str, int]] = set()

    def morning(self, api: int, *, day: str = "pool_day", chat: bool = True) -> Executor:
        """The morning of a test day at an API level, with what the functions work on already there."""
        name = f"{day}-{api}"
        control = self.sim.control
        if (day, api) not in self._saved:
            control.load_day(str(HERE / f"{day}.yaml"), seed=1, api_level=api)
            self._prepare(day)
            control.snapshot_save(name)
            self._saved.add((day, api))
        control.snapshot_load(name)
        if chat:
            chinese = day.endswith("zh")
            sender, text = ("林悦", "在吗？") if chinese else ("Jonas Brandt", "are you there?")
            control.inject({"do": "chat", "sender": sender, "text": text})
        control.run_clock()
        device = Device.connect(None, port=self.sim.adb_port)
        return Executor(Session(device, "adb", load_links()), default_pool(), lost_s=5)

    def _prepare(self, day: str) -> None:
        inject = self.sim.control.inject
        inject({"do": "screen", "state": "unlock"})
        ticket = {
            "kind": "train",
            "reference": "K7XM2P",
            "title": "ICE 703",
            "detail": "Berlin – Munich",
            "quiet": True,
        }
        inject({"do": "app_event", "package": "com.google.android.apps.walletnfcrel", "name": "ticket", "data": ticket})
        parcel = {"number": "JD0146", "status": "ready", "pickup_code": "4821", "name": "Shoes", "quiet": True}
        inject({"do": "app_event", "package": "com.aftership.AfterShip", "name": "parcel_update", "data": parcel})

    def state(self) -> dict[str, Any]:
        """The phone's true state, which only the simulator knows."""
        return self.sim.control.state()


def granted(*calls: Call) -> Grant:
    """The user's word for these calls."""
    return Grant(calls=calls, by="user", reason="a test", until_ms=FOREVER)


def run(executor: Executor, name: str, /, **arguments: Any) -> StepResult:
    """Run one call with the user's word."""
    call = Call(name=name, arguments=arguments)
    return executor.execute([call], granted(call)).steps[0]


@pytest.fixture(scope="session")
def bench() -> Iterator[Bench]:
    """One simulator for all tests of the pool."""
    with start_simulator() as sim:
        yield Bench(sim)


@pytest.fixture
def phone(bench: Bench) -> Executor:
    """An executor on a fresh English phone with Android 14."""
    return bench.morning(34)


@pytest.fixture(autouse=True)
def own_panic_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Path]:
    """No test heeds, or throws, the switch of whoever runs it."""
    path = tmp_path / "panic"
    monkeypatch.setenv("PROACTDROID_PANIC", str(path))
    return lambda: path
