"""Duplex byte streams: what a service of the phone talks over, whatever carries the bytes."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Protocol

CHUNK = 65536
_LIMIT = 1 << 20
_QUICK: int | None = getattr(socket, "TCP_QUICKACK", None)  # Linux only


class EndOfStream(Exception):
    """The other side is gone: no more bytes come, or none can be sent."""


class Stream(Protocol):
    """A duplex stream. Every method may raise `EndOfStream` once the other side is gone."""

    async def read_exactly(self, size: int) -> bytes:
        """Exactly `size` bytes; EndOfStream where fewer come."""
        ...

    async def read_some(self, limit: int = CHUNK) -> bytes:
        """One to `limit` bytes as they arrive; empty at the end."""
        ...

    async def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send bytes, waiting while the other side takes none."""
        ...

    async def close(self) -> None:
        """Send what is left and end the stream; closing twice is harmless."""
        ...


class SocketStream:
    """A stream over asyncio's reader and writer of one socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self._reading = False
        writer.transport.set_write_buffer_limits(high=_LIMIT)
        tcp = writer.get_extra_info("socket")
        self._tcp = tcp if tcp is not None and tcp.family in (socket.AF_INET, socket.AF_INET6) else None

    async def read_exactly(self, size: int) -> bytes:
        """Exactly `size` bytes; EndOfStream where fewer come."""
        self._reading = True
        try:
            return await self.reader.readexactly(size)
        except (asyncio.IncompleteReadError, OSError) as error:
            raise EndOfStream("the other side closed the connection") from error
        finally:
            self._reading = False

    async def read_some(self, limit: int = CHUNK) -> bytes:
        """One to `limit` bytes as they arrive; empty at the end or after a reset."""
        self._reading = True
        try:
            data = await self.reader.read(limit)
        except OSError:
            return b""
        finally:
            self._reading = False
        self._acknowledge()
        return data

    def _acknowledge(self) -> None:
        """Tell the sender at once that its bytes came: one that writes a request in two parts (HTTP's head and body)
        without TCP_NODELAY would else wait for the delayed acknowledgement, 40 ms."""
        if self._tcp is not None and _QUICK is not None:
            with suppress(OSError):
                self._tcp.setsockopt(socket.IPPROTO_TCP, _QUICK, 1)

    async def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send bytes, waiting while the other side takes none."""
        try:
            self.writer.write(data)
            await self.writer.drain()
        except OSError as error:
            raise EndOfStream("the other side closed the connection") from error

    async def close(self, linger: float = 1.0) -> None:
        """End the stream; bytes that still arrive are read for up to `linger` seconds.

        A socket closed with unread bytes is reset, and a reset may eat output that the client has not read yet.
        """
        try:
            if not self.writer.is_closing() and not self.reader.at_eof() and self.writer.can_write_eof():
                with suppress(OSError, TimeoutError):
                    self.writer.write_eof()
                    async with asyncio.timeout(linger):
                        # Whoever still reads (a task that carries bytes on) takes what arrives; there is one reader.
                        while not self._reading and await self.reader.read(_LIMIT):
                            pass
        finally:
            self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()


async def pump(source: Stream, sink: Stream) -> None:
    """Carry bytes one way until either side ends."""
    try:
        while data := await source.read_some(_LIMIT):
            await sink.write(data)
    except EndOfStream:
        return


async def bridge(one: Stream, other: Stream) -> None:
    """Carry bytes both ways until one side ends, then close both."""
    tasks = [asyncio.create_task(pump(one, other)), asyncio.create_task(pump(other, one))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(one.close(), other.close())
