"""host: and host-serial: requests: what the adb server itself answers (adb `adb.cpp`, `services.cpp`)."""

from __future__ import annotations

import asyncio
import enum
import struct

from simulator.adb.forward import ForwardError, Forwards, ForwardSpec
from simulator.adb.stream import SocketStream
from simulator.adb.transports import UNAUTHORIZED, Kind, Transport, TransportError, Transports
from simulator.adb.wire import fail, okay, text_block

# What this server can relay, whatever the phone (adb `host:host-features`).
HOST_FEATURES = (
    "shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", "abb", "fixed_push_symlink_timestamp", "abb_exec",
    "remount_shell", "sendrecv_v2",
)  # fmt: skip
_PREFIXES = ("host-serial:", "host-transport-id:", "host-usb:", "host-local:", "host:")
_STATES = ("device", "any", "disconnect", "recovery", "rescue", "sideload", "bootloader")
_DEFAULT_PORT = 5555


class Outcome(enum.Enum):
    """What came of a request: it was answered, or it is not for the server."""

    DONE = "done"
    NOT_HOST = "not host"


class _Target:
    """Whom a request speaks of: everyone, or one phone named by serial, id or kind."""

    def __init__(self, transports: Transports, kind: Kind, serial: str | None, number: int | None) -> None:
        self._transports = transports
        self.kind = kind
        self.serial = serial
        self.number = number

    def choose(self, *, offline: bool = False) -> Transport:
        return self._transports.choose(self.kind, self.serial, self.number, offline=offline)


class HostServices:
    """Answers host requests of one server."""

    def __init__(self, transports: Transports, forwards: Forwards, version: int) -> None:
        self._transports = transports
        self._forwards = forwards
        self._version = version

    async def handle(self, request: str, stream: SocketStream) -> Outcome | Transport:
        """Answer a request. A transport request yields the transport, for the phone's service that follows."""
        prefix = next((prefix for prefix in _PREFIXES if request.startswith(prefix)), None)
        if prefix is None:
            return Outcome.NOT_HOST
        rest = request[len(prefix) :]
        try:
            target, service = self._target(prefix, rest)
            if service.startswith(("transport", "tport:")):
                return await self._transport(target, service, stream)
            if service.startswith("track-devices"):
                await self._track(service, stream)
            elif service.startswith("wait-for-"):
                await self._wait_for(target, service, stream)
            else:
                await stream.write(await self._answer(target, service))
        except TransportError as error:
            await stream.write(fail(str(error)))
        except ForwardError as error:
            await stream.write(fail(str(error)))
        return Outcome.DONE

    def _target(self, prefix: str, rest: str) -> tuple[_Target, str]:
        if prefix == "host-serial:":
            serial, service = self._transports.split_serial(rest)
            return _Target(self._transports, "any", serial, None), service
        if prefix == "host-transport-id:":
            text, _, service = rest.partition(":")
            return _Target(self._transports, "any", None, _number(text)), service
        kind: Kind = "usb" if prefix == "host-usb:" else "local" if prefix == "host-local:" else "any"
        return _Target(self._transports, kind, None, None), rest

    # -- choosing a phone ----------------------------------------------------------------------------------

    async def _transport(self, target: _Target, service: str, stream: SocketStream) -> Transport | Outcome:
        word, _, rest = service.partition(":")
        with_id = word == "tport"
        if with_id and rest.startswith("serial:"):
            target.serial = rest[7:]
        elif with_id and rest in ("any", "usb", "local"):
            target.kind = "usb" if rest == "usb" else "local" if rest == "local" else "any"
        elif word == "transport-id":
            target.number = _number(rest)
        elif word == "transport" and rest:
            target.serial = rest
        elif word in ("transport-any", "transport-usb", "transport-local"):
            target.kind = "usb" if word.endswith("usb") else "local" if word.endswith("local") else "any"
        else:
            await stream.write(fail("unknown host service"))
            return Outcome.DONE
        found = target.choose(offline=True)
        if found.state == "offline":
            raise TransportError("device offline")
        if found.state == "unauthorized":
            raise TransportError(UNAUTHORIZED)
        await stream.write(okay() + (struct.pack("<Q", found.id) if with_id else b""))
        return found

    # -- questions with one answer -------------------------------------------------------------------------

    async def _answer(self, target: _Target, service: str) -> bytes:
        match service:
            case "version":
                return okay() + text_block(f"{self._version:04x}")
            case "devices" | "devices-l":
                return okay() + text_block(self._transports.listing(long=service == "devices-l"))
            case "host-features":
                return okay() + text_block(",".join(HOST_FEATURES))
            case "features":
                return okay() + text_block(",".join(target.choose().daemon.features))
            case "get-state":
                return okay() + text_block(target.choose(offline=True).state)
            case "get-serialno":
                return okay() + text_block(target.choose(offline=True).serial)
            case "get-devpath":
                target.choose(offline=True)
                return okay() + text_block("unknown")  # a path of the USB tree, and no phone here is on USB
            case "list-forward":
                return okay() + text_block(self._forwards.listing())
            case "killforward-all":
                self._forwards.remove_all()
                return okay() + okay()
        word, _, rest = service.partition(":")
        if word in ("forward", "killforward"):
            return await self._forward(target, word, rest)
        if word == "connect" and rest:
            return okay() + text_block(self._connect(rest))
        if word == "disconnect":
            return self._disconnect(rest)
        return fail("unknown host service")

    async def _forward(self, target: _Target, word: str, rest: str) -> bytes:
        transport = target.choose()
        if word == "killforward":
            if not rest or ";" in rest:
                return fail(f"bad killforward: {rest}")
            self._forwards.remove(rest)
            return okay() + okay()
        spec = ForwardSpec.parse(rest)
        if spec is None:
            return fail(f"bad forward: {rest}")
        port = await self._forwards.add(transport, spec)
        return okay() + okay() + (text_block(str(port)) if port is not None else b"")

    def _connect(self, address: str) -> str:
        """`adb connect`: to a phone's adbd, or where an emulator of its serial has it, beside its console."""
        host, port = _address(address)
        if port is None:
            return f"bad port number in {address}"
        serial = f"{host}:{port}"
        if self._transports.find(serial) is not None:
            return f"already connected to {serial}"
        for daemon in self._transports.daemons:
            number = daemon.phone.state.device.serial.removeprefix("emulator-")
            own = number.isdecimal() and port == int(number) + 1
            if (own or port == daemon.adbd_port) and host in ("127.0.0.1", "localhost"):
                self._transports.add(serial, daemon)
                return f"connected to {serial}"
        return f"failed to connect to '{serial}': Connection refused"

    def _disconnect(self, address: str) -> bytes:
        connected = [transport for transport in self._transports.all if ":" in transport.serial]
        if not address:
            for transport in connected:
                self._drop(transport)
            return okay() + text_block("disconnected everything")
        host, port = _address(address)
        names = (address, f"{host}:{port}")
        found = next((transport for transport in connected if transport.serial in names), None)
        if found is None:
            return fail(f"no such device '{address}'")
        self._drop(found)
        return okay() + text_block(f"disconnected {address}")

    def _drop(self, transport: Transport) -> None:
        self._forwards.remove_all(transport)
        self._transports.remove(transport)

    # -- answers that go on --------------------------------------------------------------------------------

    async def _track(self, service: str, stream: SocketStream) -> None:
        """The list of phones now and at each change, until the client leaves."""
        long = service == "track-devices-l"
        if not long and service != "track-devices":
            await stream.write(fail("unknown host service"))
            return
        await stream.write(okay() + text_block(self._transports.listing(long=long)))
        gone = asyncio.create_task(_until_end(stream))
        try:
            while await self._change(gone):
                await stream.write(text_block(self._transports.listing(long=long)))
        finally:
            gone.cancel()

    async def _change(self, gone: asyncio.Task[None]) -> bool:
        """Wait for a change of the phones; False where the client has left."""
        change = asyncio.create_task(self._transports.changed())
        try:
            await asyncio.wait([gone, change], return_when=asyncio.FIRST_COMPLETED)
        finally:
            change.cancel()
        return not gone.done()

    async def _wait_for(self, target: _Target, service: str, stream: SocketStream) -> None:
        """OKAY at once, and again when the phone is in the state; the client leaving ends the wait."""
        kind, _, state = service.removeprefix("wait-for-").partition("-")
        if kind not in ("any", "usb", "local") or state not in _STATES:
            await stream.write(fail("unknown host service"))
            return
        target.kind = "usb" if kind == "usb" else "local" if kind == "local" else target.kind
        await stream.write(okay())
        gone = asyncio.create_task(_until_end(stream))
        try:
            while not self._reached(target, state):
                if not await self._change(gone):
                    return
            await stream.write(okay())
        finally:
            gone.cancel()

    def _reached(self, target: _Target, state: str) -> bool:
        try:
            found = target.choose(offline=True)
        except TransportError as error:
            if str(error).startswith("more than one"):
                raise
            return state == "disconnect"
        if state == "disconnect":
            return found.state == "offline"
        return state == "any" or found.state == state


async def _until_end(stream: SocketStream) -> None:
    while await stream.read_some():
        pass


def _number(text: str) -> int:
    """A transport id; one that is no number fits no phone."""
    return int(text) if text.isascii() and text.isdecimal() else -1


def _address(text: str) -> tuple[str, int | None]:
    """HOST[:PORT]; None where the port is no port."""
    host, colon, port = text.rpartition(":")
    if not colon:
        return text, _DEFAULT_PORT
    return host, int(port) if port.isascii() and port.isdecimal() and 0 < int(port) < 65536 else None
