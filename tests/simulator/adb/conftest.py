from __future__ import annotations

import asyncio
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import pytest

from simulator.adb import AdbServer, Daemon
from simulator.clock import Clock
from simulator.files import FileSystem, android_tree
from simulator.shell import Input, Output, program_names
from simulator.state import DeviceInfo, State


class BarePhone:
    """State, clock and files of a phone, without its services and apps: all that adbd itself touches."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.clock = Clock(1_760_000_000_000)
        self.files = FileSystem(lambda: self.clock.now_ms)
        android_tree(self.files, state.device.api_level, program_names())
        self.sockets: dict[str, Any] = {}
        self.reboot_watchers: list[Callable[[], None]] = []
        self.version = 0

    def changed(self) -> None:
        self.version += 1

    def reboot(self) -> None:
        for watcher in self.reboot_watchers:
            watcher()


class PlainShell:
    """A shell of a few words, enough to see how adbd connects one."""

    cancelled = 0

    def __init__(self, phone: Any, uid: int) -> None:
        self.phone = phone
        self.uid = uid
        self._line: asyncio.Future[int] | None = None

    def interrupt(self) -> bool:
        return self._line is not None and self._line.cancel()

    async def run_interactive(self, stdin: Input, out: Output, err: Output, prompt: str = "") -> int:
        code = 0
        while True:
            failed = f"{code}|" if code else ""
            out.text(prompt.replace("\\?", failed).replace("\\w", "/"))
            line = (await stdin.read_line()).decode().strip()
            if line in ("", "exit"):
                return code
            self._line = asyncio.ensure_future(self.run_line(line, stdin, out, err))
            await asyncio.wait([self._line])
            code = 130 if self._line.cancelled() else self._line.result()

    async def run_line(self, line: str, stdin: Input, out: Output, err: Output) -> int:
        code = 0
        for part in line.split(";"):
            code = await self._run(part.strip().replace("$?", str(code)), stdin, out, err)
        return code

    async def _run(self, line: str, stdin: Input, out: Output, err: Output) -> int:
        word, _, rest = line.partition(" ")
        match word:
            case "echo":
                out.line(rest)
            case "complain":
                err.line(rest)
                return 3
            case "id":
                out.line(f"uid={self.uid}")
            case "cat":
                while data := await stdin.read():
                    out.write(data)
                    await out.drain()
            case "flood":
                for _ in range(int(rest)):
                    out.write(b"x" * 65536)
                    await out.drain()
            case "hang":
                try:
                    await asyncio.Event().wait()
                except asyncio.CancelledError:
                    type(self).cancelled += 1
                    raise
            case _:
                err.line(f"/system/bin/sh: {word}: inaccessible or not found")
                return 127
        return code_of(line)


def code_of(line: str) -> int:
    return 0 if line else 1


class Loop:
    """An event loop in a thread, so that blocking clients can be tested against a server."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def run(self, work: Any) -> Any:
        future: Future[Any] = asyncio.run_coroutine_threadsafe(work, self.loop)
        return future.result(30)

    def call(self, function: Callable[[], Any]) -> Any:
        async def work() -> Any:
            return function()

        return self.run(work())

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()


@pytest.fixture(scope="session")
def loop() -> Iterator[Loop]:
    loop = Loop()
    yield loop
    loop.close()


def phone(**device: Any) -> BarePhone:
    return BarePhone(State(device=DeviceInfo(**device)))


@pytest.fixture
def start(loop: Loop) -> Iterator[Callable[..., AdbServer]]:
    """Starts adb servers for phones; all are stopped, and must have let go of every task, at the end."""
    servers: list[AdbServer] = []

    def begin(*phones: BarePhone, **options: Any) -> AdbServer:
        async def make() -> AdbServer:
            server = AdbServer([Daemon(one, PlainShell) for one in phones], **options)  # type: ignore[arg-type]
            await server.start()
            return server

        server: AdbServer = loop.run(make())
        servers.append(server)
        return server

    yield begin
    for server in servers:
        loop.run(server.stop())
    loop.run(_idle())


async def _idle() -> None:
    """Wait until nothing but this runs: a leak of a task makes the test fail."""
    try:
        async with asyncio.timeout(5):
            while len(asyncio.all_tasks()) > 1:
                await asyncio.sleep(0.01)
    except TimeoutError:
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        pytest.fail(f"tasks are left: {left}")


@pytest.fixture
def server(start: Callable[..., AdbServer]) -> AdbServer:
    return start(phone())


class Wire:
    """A raw smart-socket client."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def ask(self, text: str) -> str:
        """Send a request and return its status: `OKAY`, or `FAIL reason`."""
        data = text.encode()
        self.socket.sendall(b"%04x" % len(data) + data)
        return self.status()

    def status(self) -> str:
        word = self.read(4).decode()
        return word if word != "FAIL" else f"FAIL {self.block()}"

    def read(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            chunk = self.socket.recv(size - len(data))
            if not chunk:
                raise EOFError(f"{bytes(data)!r} and then the end")
            data += chunk
        return bytes(data)

    def rest(self) -> bytes:
        parts = []
        while chunk := self.socket.recv(1 << 20):
            parts.append(chunk)
        return b"".join(parts)

    def block(self) -> str:
        return self.read(int(self.read(4), 16)).decode()

    def packet(self) -> tuple[int, bytes]:
        """A packet of the shell protocol."""
        kind, size = struct.unpack("<BI", self.read(5))
        return kind, self.read(size)

    def send_packet(self, kind: int, data: bytes = b"") -> None:
        self.socket.sendall(struct.pack("<BI", kind, len(data)) + data)


@pytest.fixture
def settled(loop: Loop) -> Callable[[], None]:
    """Waits until no connection is being served any more."""
    return lambda: loop.run(_idle())


@pytest.fixture
def make_phone() -> Callable[..., BarePhone]:
    return phone


@pytest.fixture
def shells() -> type[PlainShell]:
    PlainShell.cancelled = 0
    return PlainShell


@pytest.fixture
def wire() -> Iterator[Callable[[AdbServer], Wire]]:
    """Opens connections to a server that the test started itself."""
    wires: list[Wire] = []

    def open_wire(server: AdbServer) -> Wire:
        wires.append(Wire(server.port))
        return wires[-1]

    yield open_wire
    for one in wires:
        one.socket.close()


@pytest.fixture
def connect(server: AdbServer, wire: Callable[[AdbServer], Wire]) -> Callable[[], Wire]:
    return lambda: wire(server)


@pytest.fixture
def on_phone(connect: Callable[[], Wire]) -> Callable[[], Wire]:
    """A connection that has chosen the only phone."""

    def open_wire() -> Wire:
        wire = connect()
        assert wire.ask("host:transport-any") == "OKAY"
        return wire

    return open_wire
