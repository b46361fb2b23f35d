"""The adb server's smart socket, on loopback TCP: host services, and the way to a phone's own services."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from simulator.adb.daemon import Daemon
from simulator.adb.forward import Forwards
from simulator.adb.host_services import HostServices, Outcome
from simulator.adb.services import ServiceRefused, open_service
from simulator.adb.stream import EndOfStream, SocketStream
from simulator.adb.transports import Transport, Transports
from simulator.adb.wire import BadFrame, fail, okay, read_request

ADB_VERSION = 41


class AdbServer:
    """Answers adb clients for a list of phones. `port` 0 takes a free one; `version` is what host:version says.

    `may_kill` lets host:kill stop the server (`on_kill` is then called); else it is answered and ignored.
    """

    def __init__(
        self,
        daemons: list[Daemon],
        *,
        port: int = 0,
        version: int = ADB_VERSION,
        may_kill: bool = True,
        on_kill: Callable[[], None] | None = None,
    ) -> None:
        self.port = port
        self.daemons = daemons
        self.transports = Transports(daemons)
        self.forwards = Forwards(self.serve_forward)
        self._may_kill = may_kill
        self._on_kill = on_kill
        self._hosts = HostServices(self.transports, self.forwards, version)
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen on loopback; OSError where the port is taken."""
        self._server = await asyncio.start_server(self._accepted, "127.0.0.1", self.port, limit=1 << 20)
        self.port = int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Stop listening and end every connection; stopping twice is harmless."""
        server, self._server = self._server, None
        if server is None:
            return
        server.close()
        await self.forwards.close()
        tasks = [task for task in self._connections if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for daemon in self.daemons:
            daemon.close()

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        stream = SocketStream(reader, writer)
        try:
            await self._converse(stream)
            await stream.close()
        except EndOfStream:
            pass
        except BadFrame as error:
            await self._refuse(stream, str(error))
        except asyncio.CancelledError:
            # The server stops or the phone went away: the client sees its connection end.
            pass
        finally:
            self._connections.discard(task)
            writer.close()

    async def _refuse(self, stream: SocketStream, message: str) -> None:
        try:
            await stream.write(fail(message))
            await stream.close()
        except EndOfStream:
            pass

    async def _converse(self, stream: SocketStream) -> None:
        """Requests until one of them takes the connection for itself."""
        chosen: Transport | None = None
        while True:
            request = await read_request(stream)
            if request == "host:kill":
                await self._kill(stream)
                return
            outcome = await self._hosts.handle(request, stream)
            if isinstance(outcome, Transport):
                chosen = outcome
                continue
            if outcome is Outcome.DONE:
                return
            if chosen is None:
                await self._refuse(stream, "device offline (no transport)")
            else:
                await self.serve_service(chosen, request, stream)
            return

    async def _kill(self, stream: SocketStream) -> None:
        if self._may_kill and self._server is not None:
            self._server.close()
        await stream.write(okay())
        await stream.close()
        if self._may_kill:
            if self._on_kill is not None:
                self._on_kill()
            else:
                await self.stop()

    async def serve_service(self, transport: Transport, name: str, stream: SocketStream) -> None:
        """Open a service of the phone, answer OKAY or FAIL, and run it to its end."""
        if not transport.daemon.online:
            await self._refuse(stream, "device offline (transport offline)")
            return
        try:
            handler = open_service(transport.daemon, name)
        except ServiceRefused as refused:
            await self._refuse(stream, str(refused))
            return
        await stream.write(okay())
        with transport.daemon.session():
            await handler(stream)

    async def serve_forward(self, transport: Transport, name: str, stream: SocketStream) -> None:
        """Run a service for a connection that came in through a forward; it just ends where there is none."""
        if not transport.daemon.online:
            return
        try:
            handler = open_service(transport.daemon, name)
        except ServiceRefused:
            return
        with transport.daemon.session():
            await handler(stream)
