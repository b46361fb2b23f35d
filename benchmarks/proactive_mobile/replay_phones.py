"""Phones for a replay: real ones by serial, or simulated ones that end with the replay."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.proactive_mobile.replay import PhoneKeeper
from benchmarks.proactive_mobile.replay_worker import WorkerSettings
from device.connection import server_address
from device.emulator_console import console_port
from simulator.control.client import ControlClient
from simulator.process import Simulator, start_simulator

PHONES = Path(__file__).resolve().parents[1] / "records" / "phone"
PER_SIMULATOR = 2  # phones in one process: a simulator is one thread


class SimulatedPhone(PhoneKeeper):
    """A simulated phone: its clock runs while calls run, and each record finds it fresh."""

    def __init__(self, settings: WorkerSettings, sim: Simulator, serial: str) -> None:
        super().__init__(settings)
        self._control = ControlClient(sim.control_port, sim.token)
        self._serial = serial
        self._blank = f"blank-{serial}-{secrets.token_hex(4)}"
        self._used = False
        self._control.snapshot_save(self._blank, phone=serial)

    def acting(self) -> None:
        """Time passes."""
        self._control.run_clock(self._serial)

    def acted(self) -> None:
        """Time stands still."""
        self._control.freeze_clock(self._serial)

    def fresh(self) -> None:
        """The empty phone again (messages that came in cannot be taken away over ADB)."""
        if self._used:
            self._control.snapshot_load(self._blank, phone=self._serial)
        self._used = True

    def close(self) -> None:
        """Forget the snapshot."""
        self._control.snapshot_delete(self._blank)
        self._control.close()


@contextmanager
def simulated_phones(
    count: int, common: dict[str, Any], *, api_level: int = 34, language: str = "en"
) -> Iterator[list[PhoneKeeper]]:
    """Simulated phones, a few in a process, for as long as the `with` lasts."""
    with ExitStack() as stack:
        keepers: list[PhoneKeeper] = []
        while len(keepers) < count:
            sim = stack.enter_context(
                start_simulator(count=min(PER_SIMULATOR, count - len(keepers)), api_level=api_level)
            )
            token = Path(sim.console_token_path).read_text(encoding="utf-8").strip() if sim.console_ports else ""
            for number, serial in enumerate(sim.serials):
                day = PHONES / f"blank_day_{'zh' if language == 'zh' else 'en'}.yaml"
                sim.control.load_day(str(day), phone=serial, api_level=api_level)
                port = sim.console_ports[number] if sim.console_ports else None
                settings = WorkerSettings(
                    serial=serial, adb_port=sim.adb_port, console_port=port, console_token=token, **common
                )
                keeper = SimulatedPhone(settings, sim, serial)
                stack.callback(keeper.close)
                keepers.append(keeper)
        yield keepers


def real_phones(serials: Sequence[str], common: dict[str, Any], adb_port: int | None = None) -> list[PhoneKeeper]:
    """Phones that an adb server knows; an emulator's console is used where its token lies in the user's home."""
    host, port = server_address(None, adb_port)
    token_file = Path.home() / ".emulator_console_auth_token"
    token = token_file.read_text(encoding="utf-8").strip() if token_file.exists() else ""
    return [
        PhoneKeeper(WorkerSettings(serial=serial, adb_host=host, adb_port=port,
                                   console_port=console_port(serial) if token else None, console_token=token, **common))
        for serial in serials
    ]  # fmt: skip
