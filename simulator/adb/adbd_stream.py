"""One stream of a connection to adbd: WRTE carries bytes, and OKAY allows the next WRTE."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from simulator.adb.adbd_wire import CLSE, OKAY, WRTE, Message
from simulator.adb.stream import CHUNK, EndOfStream

_HIGH = 1 << 20  # unread bytes beyond which a WRTE is not acknowledged yet


class AdbdStream:
    """A duplex stream between `local` (the phone's number of it) and `remote` (the client's; 0 until it answers)."""

    def __init__(
        self,
        local: int,
        remote: int,
        max_payload: int,
        send: Callable[[Message], None],
        drain: Callable[[], Awaitable[None]],
    ) -> None:
        self.local = local
        self.remote = remote
        self.gone = False  # CLSE came, or the connection ended
        self._closed = False
        self._max_payload = max_payload
        self._send = send
        self._drain = drain
        self._data = bytearray()
        self._arrived = asyncio.Event()
        self._owed = False
        self._ready = asyncio.Event()
        if remote:
            self._ready.set()

    # -- what the connection tells -------------------------------------------------------------------------

    def feed(self, data: bytes) -> None:
        """A WRTE came: it is acknowledged at once where there is room, else when there is."""
        if self._closed:
            return
        self._data += data
        self._arrived.set()
        self._owed = True
        self._acknowledge()

    def ready(self) -> None:
        """An OKAY came."""
        self._ready.set()

    def end(self) -> None:
        """The other side is gone."""
        self.gone = True
        self._arrived.set()
        self._ready.set()

    def _acknowledge(self) -> None:
        if self._owed and len(self._data) < _HIGH and not self.gone:
            self._owed = False
            self._send(Message(OKAY, self.local, self.remote))

    # -- Stream ----------------------------------------------------------------------------------------------

    async def opened(self) -> None:
        """Wait for the other side's answer to an OPEN of ours; EndOfStream where it refuses."""
        await self._ready.wait()
        if self.gone:
            raise EndOfStream("the other side refused the stream")

    async def _wait(self, size: int) -> None:
        while len(self._data) < size and not self.gone:
            self._arrived.clear()
            self._acknowledge()
            await self._arrived.wait()

    def _take(self, size: int) -> bytes:
        data = bytes(memoryview(self._data)[:size])
        del self._data[:size]
        self._acknowledge()
        return data

    async def read_exactly(self, size: int) -> bytes:
        """Exactly `size` bytes; EndOfStream where fewer come."""
        if size > _HIGH:
            return b"".join([await self.read_exactly(min(_HIGH, size - at)) for at in range(0, size, _HIGH)])
        await self._wait(size)
        if len(self._data) < size:
            raise EndOfStream("the other side closed the stream")
        return self._take(size)

    async def read_some(self, limit: int = CHUNK) -> bytes:
        """One to `limit` bytes as they arrive; empty at the end."""
        await self._wait(1)
        return self._take(limit)

    async def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send bytes, waiting while the other side takes none."""
        view = memoryview(data)
        for start in range(0, len(view), self._max_payload):
            await self._ready.wait()
            if self.gone or self._closed:
                raise EndOfStream("the other side closed the stream")
            self._ready.clear()
            self._send(Message(WRTE, self.local, self.remote, bytes(view[start : start + self._max_payload])))
            await self._drain()

    async def close(self) -> None:
        """Wait until the last bytes are acknowledged and end the stream; closing twice is harmless."""
        if self._closed or self.gone:
            return
        await self._ready.wait()
        self.drop()

    def drop(self) -> None:
        """End the stream at once; what was not sent yet is lost."""
        if not self._closed and not self.gone:
            self._send(Message(CLSE, self.local, self.remote))
        self._closed = True
        self.end()
