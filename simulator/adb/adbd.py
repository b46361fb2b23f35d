"""adbd on TCP: the device side of the ADB protocol, for adb servers that connect by address (adb `adb.cpp`)."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from simulator.adb.adbd_auth import PUBLIC_KEY, SIGNATURE, TOKEN, BadKey, PublicKey
from simulator.adb.adbd_stream import AdbdStream
from simulator.adb.adbd_wire import (
    AUTH,
    CLSE,
    CNXN,
    MAX_PAYLOAD,
    OKAY,
    OPEN,
    STLS,
    VERSION,
    VERSION_MIN,
    WRTE,
    BadMessage,
    Message,
    read_message,
)
from simulator.adb.daemon import Daemon
from simulator.adb.services import Handler, ServiceRefused, open_service
from simulator.adb.sockets import Origin
from simulator.adb.stream import EndOfStream, SocketStream, Stream
from simulator.loopback import LoopbackServer

_MIN_PAYLOAD = 4096  # what every version takes


class AdbdServer(LoopbackServer):
    """Listens for adb servers on loopback, for one phone. `port` 0 takes a free one."""

    endings = (EndOfStream, BadMessage)

    def __init__(self, daemon: Daemon, port: int = 0) -> None:
        super().__init__(port, 1 << 20)
        self.daemon = daemon
        self._served: dict[asyncio.Task[None], AdbdConnection] = {}

    async def start(self) -> None:
        """Listen; OSError where the port is taken."""
        await super().start()
        self.daemon.adbd_port = self.port
        self.daemon.watchers.append(self._phone_changed)

    async def _stopping(self) -> None:
        self.daemon.watchers.remove(self._phone_changed)

    def _phone_changed(self) -> None:
        """adbd restarts: connections end. The user has answered the dialog: who waits is told."""
        for task, connection in self._served.items():
            if not self.daemon.online:
                task.cancel()
            else:
                connection.authorization_changed()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        if not self.daemon.online:
            return
        connection = AdbdConnection(self.daemon, SocketStream(reader, writer))
        self._served[task] = connection
        try:
            await connection.serve()
        finally:
            del self._served[task]
            writer.close()  # at once: the services of the connection may take their time to end
            await connection.close()


class AdbdConnection:
    """One adb server's connection: the handshake, and then streams by their numbers."""

    def __init__(self, daemon: Daemon, stream: SocketStream) -> None:
        self._daemon = daemon
        self._stream = stream
        self._version = VERSION_MIN
        self._max_payload = MAX_PAYLOAD
        self._online = False
        self._token: bytes | None = None
        self._offered: PublicKey | None = None
        self._next = 1
        self._streams: dict[int, AdbdStream] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._peer = (VERSION_MIN, _MIN_PAYLOAD)  # version and payload as agreed, in force once it is let in
        self._origin = Origin(self._dial)

    async def serve(self) -> None:
        """Handle messages until the client leaves (EndOfStream), sends what is none (BadMessage) or asks for TLS."""
        while True:
            message = await read_message(self._stream, self._max_payload)
            if message.command == STLS:
                return  # TLS is for wireless debugging with pairing, which this adbd does not announce
            self._handle(message)
            # An acknowledgement that the client does not take must not pile up here.
            await self._drain()

    async def close(self) -> None:
        """End every stream; waits until their services are over."""
        self._online = False
        self._end_streams()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _end_streams(self) -> None:
        for name in self._origin.listeners:
            if self._daemon.reverse.pop(name, None) is not None:
                self._daemon.phone.sockets.pop(name, None)
        self._origin.listeners.clear()
        for stream in list(self._streams.values()):
            stream.end()
        self._streams.clear()

    def _send(self, message: Message) -> None:
        if not self._stream.writer.is_closing():
            self._stream.writer.write(message.pack(checksum=self._version < VERSION))

    async def _drain(self) -> None:
        await self._stream.write(b"")

    # -- handshake -------------------------------------------------------------------------------------------

    def _handle(self, message: Message) -> None:
        checked = message.command != CNXN or message.arg0 < VERSION
        if self._version < VERSION and checked and not message.intact:
            raise BadMessage("the checksum does not fit")
        if message.command == CNXN:
            self._connect(message)
        elif message.command == AUTH:
            self._authenticate(message)
        elif self._online:
            self._handle_stream(message)

    def _connect(self, message: Message) -> None:
        if message.arg0 < VERSION_MIN:
            raise BadMessage(f"version {message.arg0:08x}")
        self._online = False
        self._end_streams()
        self._version = VERSION_MIN
        self._peer = (min(message.arg0, VERSION), max(_MIN_PAYLOAD, min(message.arg1, MAX_PAYLOAD)))
        if self._daemon.auth.required:
            self._challenge()
        else:
            self._welcome()

    def _welcome(self) -> None:
        device = self._daemon.phone.state.device
        properties = (("name", device.product), ("model", device.model), ("device", device.device))
        banner = "".join(f"ro.product.{name}={value};" for name, value in properties)
        banner = f"device::{banner}features={','.join(self._daemon.features)}"
        self._token = None
        # The answer itself still has a checksum: the client does not know our version before it.
        self._send(Message(CNXN, VERSION, MAX_PAYLOAD, banner.encode()))
        self._version, self._max_payload = self._peer
        self._online = True

    def _challenge(self) -> None:
        self._token = self._daemon.auth.token()
        self._send(Message(AUTH, TOKEN, 0, self._token))

    def _authenticate(self, message: Message) -> None:
        if self._token is None:
            return
        auth = self._daemon.auth
        if message.arg0 == SIGNATURE:
            if auth.accepts(self._token, message.data):
                self._welcome()
            else:
                self._challenge()
        elif message.arg0 == PUBLIC_KEY:
            try:
                self._offered = PublicKey.parse(message.data)
            except BadKey as error:
                raise BadMessage(str(error)) from error
            auth.ask(self._offered)

    def authorization_changed(self) -> None:
        """Let in who waited and was allowed."""
        auth = self._daemon.auth
        if self._token is not None and self._offered is not None and auth.allowed(self._offered):
            self._welcome()

    # -- streams ---------------------------------------------------------------------------------------------

    def _handle_stream(self, message: Message) -> None:
        if message.command == OPEN:
            # A second number here would be a window of delayed acknowledgement, which is not announced.
            if message.arg0 and not message.arg1:
                self._open(message.arg0, message.data)
            return
        stream = self._streams.get(message.arg1)
        if stream is None:
            return
        if message.command == OKAY and message.arg0:
            if not stream.remote:
                stream.remote = message.arg0
            if stream.remote == message.arg0:
                stream.ready()
        elif message.command == WRTE and message.arg0 == stream.remote:
            stream.feed(message.data)
        elif message.command == CLSE and message.arg0 in (0, stream.remote):
            if stream.remote:
                self._send(Message(CLSE, stream.local, stream.remote))
            del self._streams[stream.local]
            stream.end()

    def _new_stream(self, remote: int) -> AdbdStream:
        stream = AdbdStream(self._next, remote, self._max_payload, self._send, self._drain)
        self._streams[stream.local] = stream
        self._next += 1
        return stream

    def _open(self, remote: int, data: bytes) -> None:
        # Trailing zeros end the name; those inside belong to it (abb_exec).
        name = data.rstrip(b"\0").decode("utf-8", "surrogateescape")
        try:
            handler = open_service(self._daemon, name, self._origin)
        except ServiceRefused:
            self._send(Message(CLSE, 0, remote))
            return
        stream = self._new_stream(remote)
        self._send(Message(OKAY, stream.local, remote))
        task = asyncio.create_task(self._serve(stream, handler))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, stream: AdbdStream, handler: Handler) -> None:
        try:
            with self._daemon.session():
                await handler(stream)
            await stream.close()
        except EndOfStream:
            pass
        finally:
            self._streams.pop(stream.local, None)
            stream.drop()

    async def _dial(self, address: str) -> Stream:
        """A stream to a socket beside the adb server (reverse); ConnectionRefusedError where it refuses."""
        if not self._online:
            raise ConnectionResetError("the connection has ended")
        stream = self._new_stream(0)
        self._send(Message(OPEN, stream.local, 0, address.encode("utf-8", "surrogateescape") + b"\0"))
        try:
            await stream.opened()
        except EndOfStream as error:
            raise ConnectionRefusedError(str(error)) from error
        finally:
            with suppress(KeyError):
                if stream.gone:
                    del self._streams[stream.local]
        return stream
