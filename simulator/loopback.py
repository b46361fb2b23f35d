"""A server of lines on loopback, which the control channel and the emulator console are: it ends its connections."""

from __future__ import annotations

import asyncio


class LineServer:
    """Listens on 127.0.0.1; `port` 0 takes a free one. Subclasses say in `_converse` what one connection does."""

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
        tasks = [task for task in self._connections if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            await self._converse(reader, writer)
        except (OSError, ValueError, asyncio.CancelledError):
            # The client left or sent a line beyond the limit, or the server stops.
            pass
        finally:
            self._connections.discard(task)
            writer.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection from its first byte to its last."""
        raise NotImplementedError
