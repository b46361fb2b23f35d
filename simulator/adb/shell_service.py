"""shell:, shell,v2: and exec: (adb `daemon/shell_service.cpp`, `shell_protocol.h`)."""

from __future__ import annotations

import asyncio
import struct
from dataclasses import dataclass

from simulator.adb.daemon import Daemon
from simulator.adb.flow import Inlet, Outlet, finish
from simulator.adb.stream import EndOfStream, Stream
from simulator.adb.tty import Terminal
from simulator.shell.command import Output

STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN, WINDOW_SIZE = range(6)
_MAX_PACKET = 1 << 20
# A client that ends its half of a plain stream may still want the effect (`adb exec-in`), or may be gone for good,
# which cannot be told apart until something is written: the command gets this long to end.
_GRACE_SECONDS = 2.0


@dataclass(frozen=True)
class ShellRequest:
    """What `shell,OPTIONS:LINE` asks for. `pty` merges the outputs and ends lines with CR LF."""

    line: str
    v2: bool = False
    pty: bool = False
    term: str = "dumb"

    @classmethod
    def parse(cls, options: list[str], line: str) -> ShellRequest:
        """Options as adbd takes them: a shell without a line has a pty unless told `raw`; unknown ones are ignored."""
        pty = not line
        term = "dumb"
        for option in options:
            if option in ("raw", "pty"):
                pty = option == "pty"
            elif option.startswith("TERM="):
                term = option[5:]
        return cls(line, "v2" in options, pty, term)


async def run_shell(daemon: Daemon, request: ShellRequest, stream: Stream) -> None:
    """Run a line, or an interactive session where the line is empty, until it ends or the client leaves."""
    stdin = Inlet()

    async def send(channel: int, data: bytes) -> None:
        if request.v2:
            await stream.write(struct.pack("<BI", channel, len(data)) + data)
        else:
            await stream.write(data)

    outlet = Outlet(send)
    terminal = Terminal(stdin, lambda data: outlet.put(STDOUT, data)) if request.pty else None
    work = asyncio.create_task(_work(daemon, request, stdin, outlet, terminal))
    listen = asyncio.create_task(
        _listen_v2(stream, stdin, terminal) if request.v2 else _listen(stream, stdin, terminal)
    )
    sender = asyncio.create_task(outlet.run())
    try:
        await asyncio.wait([work, listen, sender], return_when=asyncio.FIRST_COMPLETED)
        if not work.done() and not sender.done() and not request.v2:
            await asyncio.wait([work, sender], timeout=_GRACE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if work.done() and not sender.done():
            code = await work
            outlet.end()
            await asyncio.wait([sender])
            if request.v2 and sender.exception() is None:
                await stream.write(struct.pack("<BIB", EXIT, 1, code & 0xFF))
    finally:
        for task in (listen, sender):
            await finish(task)
        work.cancel()
        await asyncio.wait([work])
    if not work.cancelled() and (error := work.exception()) is not None:
        raise error


async def _work(daemon: Daemon, request: ShellRequest, stdin: Inlet, outlet: Outlet, terminal: Terminal | None) -> int:
    shell = daemon.new_shell(daemon.phone, daemon.uid)
    if terminal is None:
        out = Output(lambda data: outlet.put(STDOUT, data), outlet.drain)
        err = Output(lambda data: outlet.put(STDERR, data), outlet.drain) if request.v2 else out
        if request.line:
            return await shell.run_line(request.line, stdin, out, err)
        return await shell.run_interactive(stdin, out, err)
    out = Output(terminal.show, outlet.drain)
    if request.line:
        return await terminal.run(shell.run_line(request.line, stdin, out, out))
    terminal.interrupt = shell.interrupt
    # The prompt of Android's mkshrc.
    mark = "#" if daemon.uid == 0 else "$"
    return await shell.run_interactive(stdin, out, out, f"\\?{daemon.phone.state.device.device}:\\w {mark} ")


async def _listen(stream: Stream, stdin: Inlet, terminal: Terminal | None) -> None:
    try:
        while data := await stream.read_some():
            await _take(data, stdin, terminal)
    finally:
        stdin.close()


async def _listen_v2(stream: Stream, stdin: Inlet, terminal: Terminal | None) -> None:
    """Packets until the client leaves; one that is no packet ends the session as adbd's own reader does."""
    try:
        while True:
            kind, size = struct.unpack("<BI", await stream.read_exactly(5))
            if size > _MAX_PACKET or kind > WINDOW_SIZE:
                raise EndOfStream("not a shell packet")
            data = await stream.read_exactly(size)
            if kind == STDIN:
                await _take(data, stdin, terminal)
            elif kind == CLOSE_STDIN:
                stdin.close()
    finally:
        stdin.close()


async def _take(data: bytes, stdin: Inlet, terminal: Terminal | None) -> None:
    if terminal is not None:
        terminal.typed(data)
    else:
        stdin.feed(data)
    await stdin.room()
