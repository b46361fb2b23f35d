"""A raw client of adbd, as a test needs it: one message at a time, with every field in the test's hand."""

from __future__ import annotations

import socket
import struct
from dataclasses import dataclass

MASK = 0xFFFFFFFF
NEW, OLD = 0x01000001, 0x01000000
MAX = 1 << 20


def word(name: bytes) -> int:
    return int.from_bytes(name, "little")


@dataclass
class Packet:
    name: bytes
    arg0: int
    arg1: int
    data: bytes
    check: int


class AdbdClient:
    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.checksums = True
        self._next = 1

    def __enter__(self) -> AdbdClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, name: bytes, arg0: int, arg1: int, data: bytes = b"", *, check: int | None = None) -> None:
        total = sum(data) & MASK if check is None else check
        head = struct.pack("<6I", word(name), arg0, arg1, len(data), total, word(name) ^ MASK)
        self.socket.sendall(head + data)

    def read(self) -> Packet:
        command, arg0, arg1, size, check, magic = struct.unpack("<6I", self._exactly(24))
        assert magic == command ^ MASK
        return Packet(command.to_bytes(4, "little"), arg0, arg1, self._exactly(size), check)

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            chunk = self.socket.recv(size - len(data))
            if not chunk:
                raise EOFError(f"the phone closed after {data!r}")
            data += chunk
        return data

    def ended(self) -> bool:
        try:
            return self.socket.recv(1) == b""
        except ConnectionResetError:
            return True

    def connect(self, version: int = NEW, max_payload: int = MAX) -> Packet:
        self.send(b"CNXN", version, max_payload, b"host::features=shell_v2,cmd\0")
        return self.read()

    def open(self, service: str) -> tuple[int, int]:
        """Local and remote number of a new stream."""
        local, self._next = self._next, self._next + 1
        self.send(b"OPEN", local, 0, service.encode() + b"\0")
        answer = self.read()
        assert (answer.name, answer.arg1) == (b"OKAY", local), answer
        return local, answer.arg0

    def output(self, service: str) -> bytes:
        """All that a service writes, each WRTE acknowledged."""
        local, remote = self.open(service)
        parts = []
        while (packet := self.read()).name == b"WRTE":
            parts.append(packet.data)
            self.send(b"OKAY", local, remote)
        assert packet.name == b"CLSE"
        return b"".join(parts)
