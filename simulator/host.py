"""The host of simulated phones: ADB, control channel and clocks in one asyncio loop."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from simulator.adb import AdbdServer, AdbServer, Daemon
from simulator.console import ConsoleServer, default_token_path
from simulator.control.hosted import HostedPhone
from simulator.control.messages import Status
from simulator.control.server import ControlServer
from simulator.control.snapshots import SnapshotStore
from simulator.phone import Phone
from simulator.shell import Shell

_TICK_SECONDS = 0.01
_IDLE_SECONDS = 0.05


_Server = AdbServer | ControlServer | AdbdServer | ConsoleServer


def _new_shell(phone: Phone, uid: int) -> Shell:
    return Shell(phone, uid=uid)


class Host:
    """Serves booted phones. Ports 0 take free ones. `snapshots` is the folder of snapshots; without it they live in
    a temporary one that goes with the host. `may_kill`: whether `adb kill-server` ends the host. `emulator_port`:
    consoles and adbds listen on it and the ports after it, as emulators have them (else on free ports). `auth`:
    nobody may debug a phone before its user has allowed it."""

    def __init__(
        self,
        phones: Sequence[Phone],
        adb_port: int = 0,
        control_port: int = 0,
        *,
        token: str | None = None,
        snapshots: Path | None = None,
        may_kill: bool = False,
        emulator_port: int = 0,
        auth: bool = False,
    ) -> None:
        daemons = [Daemon(phone, _new_shell, auth=auth) for phone in phones]
        self.phones = [HostedPhone(daemon) for daemon in daemons]
        self._temporary = None if snapshots is not None else tempfile.TemporaryDirectory(prefix="proactdroid-")
        self.snapshots = SnapshotStore(snapshots if snapshots is not None else Path(self._folder()))
        self.adb = AdbServer(daemons, port=adb_port, may_kill=may_kill, on_kill=self.shutdown)
        ports = [emulator_port + 2 * number if emulator_port else None for number in range(len(daemons))]
        self.adbds = [AdbdServer(daemon, port + 1 if port else 0) for daemon, port in zip(daemons, ports, strict=True)]
        # The adb client reads the token of `adb emu` in the user's home, and finds consoles by the emulators' ports.
        token_path = default_token_path() if emulator_port else self.snapshots.folder / ".emulator_console_auth_token"
        self.consoles = [
            ConsoleServer(self, phone, token_path, port or 0) for phone, port in zip(self.phones, ports, strict=True)
        ]
        self.control = ControlServer(self, port=control_port, token=token)
        self._ended = asyncio.Event()
        self._ticker: asyncio.Task[None] | None = None

    def _folder(self) -> str:
        assert self._temporary is not None
        return self._temporary.name

    @property
    def token(self) -> str:
        """The control channel's token."""
        return self.control.token

    def status(self) -> Status:
        """Ports, process and phones."""
        return Status(
            adb_port=self.adb.port,
            control_port=self.control.port,
            pid=os.getpid(),
            phones=[one.status() for one in self.phones],
        )

    async def start(self) -> None:
        """Listen on every port (OSError where one is taken, and then on none) and let the clocks tick."""
        servers: list[_Server] = [self.adb, self.control, *self.adbds, *self.consoles]
        started: list[_Server] = []
        try:
            for server in servers:
                await server.start()
                started.append(server)
        except OSError:
            for server in reversed(started):
                await server.stop()
            raise
        self._ticker = asyncio.create_task(self._tick())

    async def stop(self) -> None:
        """End every connection and listener; stopping twice is harmless."""
        ticker, self._ticker = self._ticker, None
        if ticker is not None:
            ticker.cancel()
            with suppress(asyncio.CancelledError):
                await ticker
        await self.control.stop()
        for console in self.consoles:
            await console.stop()
        for adbd in self.adbds:
            await adbd.stop()
        await self.adb.stop()
        if self._temporary is not None:
            self._temporary.cleanup()

    def kill(self, phone: HostedPhone) -> None:
        """End a phone (`adb emu kill`), and the host with its last one."""
        phone.daemon.power_off()
        self.adb.transports.forget(phone.daemon)
        if not any(one.daemon.online for one in self.phones):
            self.shutdown()

    def shutdown(self) -> None:
        """Let `serve` end."""
        self._ended.set()

    async def serve(self) -> None:
        """Wait until `shutdown` is called or the clocks' ticker fails, then stop."""
        assert self._ticker is not None, "start the host first"
        ended = asyncio.create_task(self._ended.wait())
        ticker = self._ticker
        try:
            await asyncio.wait([ended, ticker], return_when=asyncio.FIRST_COMPLETED)
        finally:
            ended.cancel()
            await self.stop()
        if ticker.done() and not ticker.cancelled():
            ticker.result()

    async def _tick(self) -> None:
        while True:
            running = [one for one in self.phones if one.phone.clock.running]
            for one in running:
                one.tick()
            await asyncio.sleep(_TICK_SECONDS if running else _IDLE_SECONDS)
