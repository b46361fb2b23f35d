"""reverse: listeners on the phone that lead to the host (adb `daemon/services.cpp`, `adb_listeners.cpp`)."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING

from simulator.adb.daemon import Daemon
from simulator.adb.forward import ForwardSpec
from simulator.adb.sockets import SOCKET_KINDS, Origin, port_of
from simulator.adb.stream import SocketStream, Stream, bridge
from simulator.adb.wire import fail, okay, text_block

if TYPE_CHECKING:
    from simulator.phone import SocketHandler


async def reverse_service(daemon: Daemon, request: str, origin: Origin, stream: Stream) -> None:
    """Answer `forward:[norebind:]REMOTE;LOCAL`, `killforward:REMOTE`, `killforward-all` or `list-forward`."""
    await stream.write(_answer(daemon, request, origin))


def _answer(daemon: Daemon, request: str, origin: Origin) -> bytes:
    sockets = daemon.phone.sockets
    if request == "list-forward":
        number = daemon.phone.state.device.serial.removeprefix("emulator-")
        lines = [f"host-{number} {remote} {local}\n" for remote, local in daemon.reverse.items()]
        return text_block("".join(lines))
    if request == "killforward-all":
        daemon.clear_reverse()
        return okay()
    kind, _, rest = request.partition(":")
    if kind == "killforward" and rest:
        if rest not in daemon.reverse:
            return fail(f"listener '{rest}' not found")
        del daemon.reverse[rest]
        sockets.pop(rest, None)
        return okay()
    if kind != "forward":
        return fail(f"bad reverse: {request}")
    spec = ForwardSpec.parse(rest)
    if spec is None:
        return fail(f"bad forward: {rest}")
    remote, chosen = spec.listen, b""
    where, _, name = remote.partition(":")
    if where not in SOCKET_KINDS or not name:
        return fail(f"cannot bind listener: unknown socket specification '{remote}'")
    if where == "tcp":
        try:
            port = port_of(name)
        except ValueError as error:
            return fail(f"cannot bind listener: {error}")
        if port == 0:
            port = next(free for free in itertools.count(32768) if f"tcp:{free}" not in sockets)
            remote, chosen = f"tcp:{port}", text_block(str(port))
    if remote in daemon.reverse:
        if spec.no_rebind:
            return fail("cannot rebind existing socket")
    elif remote in sockets:
        return fail("cannot bind listener: Address already in use")
    daemon.reverse[remote] = spec.target
    sockets[remote] = _to_host(spec.target, origin)
    origin.listeners.add(remote)
    return okay() + chosen


def _to_host(address: str, origin: Origin) -> SocketHandler:
    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        near = SocketStream(reader, writer)
        try:
            far = await origin.dial(address)
        except (OSError, ValueError):
            await near.close()  # as adbd does: the phone's client is accepted and then dropped
            return
        await bridge(near, far)

    return handler
