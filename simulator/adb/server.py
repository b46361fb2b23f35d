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
from simulator.loopback import LoopbackServer

ADB_VERSION = 41


class AdbServer(LoopbackServer):
    """Answers adb clients for a list of phones. `port` 0 takes a free one; `version` is what host:version says.

    `may_kill` lets host:kill stop the server (`on_kill` is then called); else it is answered and ignored.
    """

    endings = (EndOfStream,)

    def __init__(
        self,
        daemons: list[Daemon],
        *,
        port: int = 0,
        version: int = ADB_VERSION,
        may_kill: bool = True,
        on_kill: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(port, 1 << 20)
        self.daemons = daemons
        self.transports = Transports(daemons)
        self.forwards = Forwards(self.serve_forward)
        self._may_kill = may_kill
        self._on_kill = on_kill
        self._hosts = HostServices(self.transports, self.forwards, version)

    async def stop(self) -> None:
        """Stop listening, end every connection and the phones' own work; stopping twice is harmless."""
        running = self._server is not None
        await super().stop()
        if running:
            for daemon in self.daemons:
                daemon.close()

    async def _stopping(self) -> None:
        await self.forwards.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        stream = SocketStream(reader, writer)
        try:
            await self._requests(stream)
            await stream.close()
        except BadFrame as error:
            await self._refuse(stream, str(error))

    async def _refuse(self, stream: SocketStream, message: str) -> None:
        try:
            await stream.write(fail(message))
            await stream.close()
        except EndOfStream:
            pass

    async def _requests(self, stream: SocketStream) -> None:
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
