"""Host listeners that lead to services of a phone: adb forward (adb `adb_listeners.cpp`)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from simulator.adb.sockets import SOCKET_KINDS, port_of, unix_path
from simulator.adb.stream import EndOfStream, SocketStream
from simulator.adb.transports import Transport

# Runs a named service of a transport's phone over a stream, until either ends.
OpenService = Callable[[Transport, str, SocketStream], Awaitable[None]]


class ForwardError(Exception):
    """A forward that cannot be made or does not exist; the message is adb's."""


@dataclass(frozen=True)
class ForwardSpec:
    """`[norebind:]LISTEN;TARGET`."""

    listen: str
    target: str
    no_rebind: bool

    @classmethod
    def parse(cls, text: str) -> ForwardSpec | None:
        """None where it is not two parts, or the target is one that adb reserves."""
        rest = text.removeprefix("norebind:")
        parts = rest.split(";")
        if len(parts) != 2 or not all(parts) or parts[1].startswith("*"):
            return None
        return cls(parts[0], parts[1], rest != text)


@dataclass
class _Listener:
    transport: Transport
    target: str
    server: asyncio.Server


class Forwards:
    """All forwards of a server, by the local address."""

    def __init__(self, open_service: OpenService) -> None:
        self._open = open_service
        self._listeners: dict[str, _Listener] = {}
        self._connections: set[asyncio.Task[None]] = set()

    def listing(self) -> str:
        """What `adb forward --list` lists: serial, local, remote."""
        return "".join(f"{one.transport.serial} {local} {one.target}\n" for local, one in self._listeners.items())

    async def add(self, transport: Transport, spec: ForwardSpec) -> int | None:
        """Listen; returns the port where the system chose one. A local address in use by a forward is rebound."""
        old = self._listeners.get(spec.listen)
        if old is not None:
            if spec.no_rebind:
                raise ForwardError("cannot rebind existing socket")
            old.transport, old.target = transport, spec.target
            return None
        kind, _, name = spec.listen.partition(":")
        key: list[str] = [spec.listen]

        async def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await self._serve(key[0], SocketStream(reader, writer))

        chosen = None
        try:
            if kind == "tcp":
                server = await asyncio.start_server(accepted, "127.0.0.1", port_of(name), limit=1 << 20)
                if port_of(name) == 0:
                    chosen = int(server.sockets[0].getsockname()[1])
                    key[0] = f"tcp:{chosen}"
            elif kind in SOCKET_KINDS and name:
                server = await asyncio.start_unix_server(accepted, unix_path(kind, name))
            else:
                raise ForwardError(f"cannot bind listener: unknown socket specification '{spec.listen}'")
        except ValueError as error:
            raise ForwardError(f"cannot bind listener: {error}") from error
        except OSError as error:
            raise ForwardError(f"cannot bind listener: {error.strerror or error}") from error
        self._listeners[key[0]] = _Listener(transport, spec.target, server)
        return chosen

    async def _serve(self, local: str, stream: SocketStream) -> None:
        task = asyncio.current_task()
        listener = self._listeners.get(local)
        if task is None or listener is None:
            await stream.close()
            return
        self._connections.add(task)
        try:
            await self._open(listener.transport, listener.target, stream)
        except EndOfStream:
            pass
        finally:
            self._connections.discard(task)
            await stream.close()

    def remove(self, local: str) -> None:
        """Stop listening; connections that are open live on."""
        listener = self._listeners.pop(local, None)
        if listener is None:
            raise ForwardError(f"listener '{local}' not found")
        listener.server.close()

    def remove_all(self, transport: Transport | None = None) -> None:
        """Stop every listener, or those of one transport."""
        for local, listener in list(self._listeners.items()):
            if transport is None or listener.transport is transport:
                self.remove(local)

    async def close(self) -> None:
        """Stop everything, open connections too."""
        self.remove_all()
        tasks = list(self._connections)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
