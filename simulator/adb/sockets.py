"""Sockets on the phone: what listens there, and how a stream reaches it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from simulator.adb.stream import SocketStream, Stream, bridge

if TYPE_CHECKING:
    from simulator.phone import SocketHandler

SOCKET_KINDS = ("tcp", "localabstract", "local", "localreserved", "localfilesystem", "dev")


async def connect_on_phone(listener: SocketHandler, stream: Stream) -> None:
    """Give a phone's listener a connection whose other end is `stream`, until either ends."""
    ours, theirs = socket.socketpair()
    near = SocketStream(*await asyncio.open_connection(sock=ours))
    reader, writer = await asyncio.open_connection(sock=theirs)
    task = asyncio.create_task(_listen(listener, reader, writer))
    try:
        await bridge(near, stream)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _listen(listener: SocketHandler, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        await listener(reader, writer)
    except (OSError, asyncio.IncompleteReadError):
        pass  # the client left; a phone's process shrugs too
    finally:
        writer.close()


async def open_host(address: str) -> SocketStream:
    """Connect to a listener of the host: `tcp:PORT` on loopback, or a Unix socket. OSError where none listens;
    ValueError for an address that is none."""
    kind, _, rest = address.partition(":")
    if kind == "tcp":
        return SocketStream(*await asyncio.open_connection("127.0.0.1", port_of(rest)))
    if not rest or kind not in SOCKET_KINDS:
        raise ValueError(f"unknown socket specification '{address}'")
    return SocketStream(*await asyncio.open_unix_connection(unix_path(kind, rest)))


@dataclass
class Origin:
    """Where a client's services come from: how its own sockets are reached (`dial` raises OSError where none listens,
    ValueError for an address that is none), and the listeners on the phone that it asked for (reverse)."""

    dial: Callable[[str], Awaitable[Stream]] = open_host
    listeners: set[str] = field(default_factory=set)


def port_of(text: str) -> int:
    """A port number; ValueError in adb's words where it is none."""
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise ValueError(f"bad port number '{text}'")
    return int(text)


def unix_path(kind: str, name: str) -> str:
    """The host's name for a Unix socket; an abstract one begins with a zero byte (Linux)."""
    return "\0" + name if kind == "localabstract" else name
