"""Messages between an adb server and adbd: 24 bytes of header, then data (adb `protocol.txt`, `types.h`)."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from simulator.adb.stream import EndOfStream, Stream

CNXN, AUTH, OPEN, OKAY, WRTE, CLSE, STLS = (
    int.from_bytes(name, "little") for name in (b"CNXN", b"AUTH", b"OPEN", b"OKAY", b"WRTE", b"CLSE", b"STLS")
)
VERSION_MIN = 0x01000000
VERSION = 0x01000001  # from here on no checksums
MAX_PAYLOAD = 1 << 20
_HEADER = struct.Struct("<6I")
_MASK = 0xFFFFFFFF


class BadMessage(Exception):
    """Bytes that are no message; adbd drops the connection."""


@dataclass(frozen=True)
class Message:
    """A message; `check` is the sum of its data's bytes as the sender states it."""

    command: int
    arg0: int
    arg1: int
    data: bytes = b""
    check: int = 0

    def pack(self, *, checksum: bool) -> bytes:
        """The message's bytes."""
        check = sum(self.data) & _MASK if checksum else 0
        head = _HEADER.pack(self.command, self.arg0, self.arg1, len(self.data), check, self.command ^ _MASK)
        return head + self.data

    @property
    def intact(self) -> bool:
        """Whether the data fits its checksum."""
        return sum(self.data) & _MASK == self.check


async def read_message(stream: Stream, max_payload: int = MAX_PAYLOAD) -> Message:
    """The next message; BadMessage where the header is none, EndOfStream where the stream ends."""
    command, arg0, arg1, size, check, magic = _HEADER.unpack(await stream.read_exactly(_HEADER.size))
    if magic != command ^ _MASK:
        raise BadMessage(f"magic of {command:08x} is {magic:08x}")
    if size > max_payload:
        raise BadMessage(f"{size} bytes of data where {max_payload} were agreed")
    data = await stream.read_exactly(size) if size else b""
    return Message(command, arg0, arg1, data, check)


__all__ = [
    "AUTH",
    "CLSE",
    "CNXN",
    "MAX_PAYLOAD",
    "OKAY",
    "OPEN",
    "STLS",
    "VERSION",
    "VERSION_MIN",
    "WRTE",
    "BadMessage",
    "EndOfStream",
    "Message",
    "read_message",
]
