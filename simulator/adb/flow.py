"""Flow control between a shell command, which writes and reads at will, and a stream that may be slow."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from simulator.adb.stream import EndOfStream
from simulator.shell.command import Input

HIGH = 1 << 20
_BLOCK = 1 << 18


class Outlet:
    """Chunks that a command has written, in order, sent by `run`. One outlet carries all of a command's outputs."""

    def __init__(self, send: Callable[[int, bytes], Awaitable[None]]) -> None:
        self._send = send
        self._chunks: list[tuple[int, bytes]] = []
        self._size = 0
        self._ended = False
        self._wake = asyncio.Event()
        self._low = asyncio.Event()
        self._low.set()

    def put(self, channel: int, data: bytes) -> None:
        """Take bytes for a channel; never waits."""
        self._chunks.append((channel, data))
        self._size += len(data)
        if self._size > HIGH:
            self._low.clear()
        self._wake.set()

    async def drain(self) -> None:
        """Wait while more than `HIGH` bytes lie unsent; always lets others run."""
        await asyncio.sleep(0)
        await self._low.wait()

    def end(self) -> None:
        """Nothing more is put; `run` returns when all is sent."""
        self._ended = True
        self._wake.set()

    async def run(self) -> None:
        """Send until `end`. Raises EndOfStream where the client is gone (what comes later is then dropped)."""
        try:
            while True:
                chunks, self._chunks = self._chunks, []
                for channel, data in _joined(chunks):
                    await self._send(channel, data)
                    self._size -= len(data)
                if self._size <= HIGH:
                    self._low.set()
                if not self._chunks:
                    if self._ended:
                        return
                    self._wake.clear()
                    await self._wake.wait()
        finally:
            self._low.set()


def _joined(chunks: list[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    """Neighbours of one channel as one chunk, up to a block; many small writes become one packet."""
    joined: list[tuple[int, bytes]] = []
    run: list[bytes] = []
    size, last = 0, -1
    for channel, data in chunks:
        if run and (channel != last or size + len(data) > _BLOCK):
            joined.append((last, b"".join(run)))
            run, size = [], 0
        run.append(data)
        size += len(data)
        last = channel
    if run:
        joined.append((last, b"".join(run)))
    return joined


class Inlet(Input):
    """A command's standard input that says when it wants more, so that an unread flood stays with the client."""

    def __init__(self) -> None:
        super().__init__(closed=False)
        self._room = asyncio.Event()
        self._waiting = 0

    async def room(self) -> None:
        """Wait while `HIGH` bytes lie unread and nobody waits for more."""
        while len(self._buffer) >= HIGH and not self._waiting and not self._closed:
            self._room.clear()
            await self._room.wait()

    async def read(self, limit: int = 65536) -> bytes:
        """Up to `limit` bytes; empty at the end."""
        return await self._reading(super().read(limit))

    async def read_all(self) -> bytes:
        """Everything up to the end."""
        return await self._reading(super().read_all())

    async def read_line(self) -> bytes:
        """One line with its line feed (the last may lack it); empty at the end."""
        return await self._reading(super().read_line())

    async def _reading(self, work: Awaitable[bytes]) -> bytes:
        self._waiting += 1
        self._room.set()
        try:
            return await work
        finally:
            self._waiting -= 1
            self._room.set()


async def finish(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait until it is over; a client that has left is no error."""
    task.cancel()
    with suppress(asyncio.CancelledError, EndOfStream):
        await task
