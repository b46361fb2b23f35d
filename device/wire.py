"""A small client of the adb server's smart socket: the hot path of capture and execution.

adbutils does the rest (listing, push, pull, forward), but it sleeps 10 ms at each close. Protocol: adb/SERVICES.TXT and
adb/shell_service.h (shell protocol v2: one byte id, four bytes little-endian length, payload).
"""

from __future__ import annotations

import socket
import struct
import time
from dataclasses import dataclass

from device.errors import CommandTimeout, DeviceError, PhoneLost, PhoneNotFound, PhoneNotReady, ServerNotFound

_STDOUT, _STDERR, _EXIT = 1, 2, 3
_LIMIT = 256 * 1024 * 1024


@dataclass(frozen=True)
class ShellResult:
    """What a command on the phone gave: raw bytes and its exit code (None where the protocol carries none)."""

    out: bytes
    err: bytes
    code: int | None

    @property
    def text(self) -> str:
        """stdout as text: strange bytes become U+FFFD, CRLF becomes LF."""
        return self.out.decode("utf-8", "replace").replace("\r\n", "\n")

    @property
    def error_text(self) -> str:
        """stderr as text."""
        return self.err.decode("utf-8", "replace").replace("\r\n", "\n")

    @property
    def all_text(self) -> str:
        """stdout and stderr, one after the other."""
        return self.text + self.error_text


class Wire:
    """Requests to one adb server; each request is one connection. Thread-safe (no shared socket)."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self.round_trips = 0

    def _connect(self, timeout_s: float) -> socket.socket:
        try:
            sock = socket.create_connection((self.host, self.port), timeout=timeout_s)
        except OSError as error:
            raise ServerNotFound(
                f"no adb server at {self.host}:{self.port} ({error})",
                mend="start it with `adb start-server`, or give its port with --adb-port",
            ) from error
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.round_trips += 1
        return sock

    def host_query(self, request: str, timeout_s: float = 5.0) -> str:
        """A host: service that answers with one length-prefixed block."""
        with self._connect(timeout_s) as sock:
            reader = _Reader(sock, time.monotonic() + timeout_s, request)
            reader.send_request(request)
            return reader.block().decode("utf-8", "replace")

    def open(self, serial: str, service: str, timeout_s: float) -> tuple[socket.socket, _Reader]:
        """A stream to a local service of a phone. The caller closes the socket."""
        sock = self._connect(timeout_s)
        reader = _Reader(sock, time.monotonic() + timeout_s, service)
        try:
            reader.send_request(f"host:transport:{serial}")
            reader.send_request(service)
        except BaseException:
            sock.close()
            raise
        return sock, reader

    def exec(self, serial: str, line: str, timeout_s: float = 20.0) -> bytes:
        """Raw output of a shell line (`exec:`, no pty, no exit code)."""
        sock, reader = self.open(serial, f"exec:{line}", timeout_s)
        with sock:
            return reader.rest()

    def shell(self, serial: str, line: str, timeout_s: float = 20.0, *, v2: bool = True) -> ShellResult:
        """Run a shell line. With the shell protocol v2 stdout, stderr and the exit code come apart; without it
        (old phones) everything is one stream and the code is None.

        Raises PhoneNotFound, PhoneNotReady, PhoneLost (cut while running), CommandTimeout.
        """
        if not v2:
            return ShellResult(self.exec(serial, line, timeout_s), b"", None)
        sock, reader = self.open(serial, f"shell,v2,raw:{line}", timeout_s)
        out, err = bytearray(), bytearray()
        with sock:
            while True:
                kind, size = struct.unpack("<BI", reader.exactly(5))
                payload = reader.exactly(size)
                if kind == _STDOUT:
                    out += payload
                elif kind == _STDERR:
                    err += payload
                elif kind == _EXIT:
                    return ShellResult(bytes(out), bytes(err), payload[0] if payload else None)
                if len(out) > _LIMIT:
                    raise DeviceError("a command printed more than 256 MiB", mend="narrow the command")


class _Reader:
    """Exact reads with one deadline for the whole exchange."""

    def __init__(self, sock: socket.socket, deadline: float, what: str) -> None:
        self._sock = sock
        self._deadline = deadline
        self._what = what

    def _recv(self, size: int) -> bytes:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise self._timeout()
        self._sock.settimeout(left)
        try:
            return self._sock.recv(size)
        except TimeoutError as error:
            raise self._timeout() from error
        except OSError as error:
            raise PhoneLost(f"the connection broke during {self._what[:80]!r} ({error})") from error

    def _timeout(self) -> CommandTimeout:
        return CommandTimeout(
            f"no answer in time to {self._what[:80]!r}",
            mend="the phone may be busy or asleep: try again, or raise the timeout",
        )

    def exactly(self, size: int) -> bytes:
        """`size` bytes, or PhoneLost if the stream ends before."""
        if size == 0:
            return b""
        parts = bytearray()
        while len(parts) < size:
            chunk = self._recv(min(size - len(parts), 1 << 20))
            if not chunk:
                raise PhoneLost(f"the phone or its adb server went away during {self._what[:80]!r}")
            parts += chunk
        return bytes(parts)

    def rest(self) -> bytes:
        """Everything to the end of the stream."""
        parts = bytearray()
        while chunk := self._recv(1 << 20):
            parts += chunk
            if len(parts) > _LIMIT:
                raise DeviceError("a command printed more than 256 MiB", mend="narrow the command")
        return bytes(parts)

    def block(self) -> bytes:
        """A block after four hexadecimal digits of length."""
        head = self.exactly(4)
        try:
            size = int(head, 16)
        except ValueError as error:
            raise DeviceError(f"the adb server answered {head!r} where a length was due") from error
        return self.exactly(size)

    def send_request(self, request: str) -> None:
        """Send a request and take its OKAY; a FAIL becomes the typed error of its text."""
        data = request.encode("utf-8", "surrogateescape")
        if len(data) > 0xFFFF:
            raise DeviceError(
                "a request is longer than the adb protocol carries (65,535 bytes)", mend="send it in parts"
            )
        try:
            self._sock.sendall(b"%04x" % len(data) + data)
        except OSError as error:
            raise PhoneLost(f"the adb server went away during {request[:80]!r} ({error})") from error
        status = self.exactly(4)
        if status == b"OKAY":
            return
        if status == b"FAIL":
            raise _failure(self.block().decode("utf-8", "replace"))
        raise DeviceError(f"the adb server answered {status!r}; is that port an adb server's?", mend="check --adb-port")


def _failure(message: str) -> DeviceError:
    """The typed error of adb's FAIL text."""
    lower = message.lower()
    if "offline" in lower or "unauthorized" in lower or "authorizing" in lower:
        return PhoneNotReady(
            message, mend="unlock the phone and accept its USB debugging question; replug if it stays so"
        )
    if "not found" in lower or "no devices" in lower or "more than one" in lower:
        return PhoneNotFound(message, mend="see `adb devices`; name one with --device SERIAL")
    if "closed" in lower:
        return PhoneLost(f"the phone refused or closed the service ({message})")
    return DeviceError(f"adb: {message}")
