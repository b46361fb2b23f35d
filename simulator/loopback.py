"""Servers on loopback: they listen, count their connections and end them. What a connection says is a subclass's."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import ClassVar


class LoopbackServer(ABC):
    """Listens on 127.0.0.1; `port` 0 takes a free one. Subclasses say in `_converse` what one connection does."""

    endings: ClassVar[tuple[type[Exception], ...]] = ()  # errors of a conversation that merely end its connection

    def __init__(self, port: int, limit: int) -> None:
        self.port = port
        self._limit = limit
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen; OSError where the port is taken."""
        self._server = await asyncio.start_server(self._accepted, "127.0.0.1", self.port, limit=self._limit)
        self.port = int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Stop listening and end every connection; stopping twice is harmless."""
        server, self._server = self._server, None
        if server is None:
            return
        server.close()
        await self._stopping()
        tasks = [task for task in self._connections if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _stopping(self) -> None:  # noqa: B027 - most servers have nothing else
        """What else ends with the server, before its connections do."""

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            await self._converse(reader, writer)
        except self.endings:
            pass
        except asyncio.CancelledError:
            # The server stops or the phone went away: the client sees its connection end.
            pass
        finally:
            self._connections.discard(task)
            writer.close()

    @abstractmethod
    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection from its first byte to its last."""


class LineServer(LoopbackServer):
    """A server of lines, which the control channel and the emulator console are."""

    endings = (OSError, ValueError)  # the client left, or sent a line beyond the limit
