"""Smart-socket framing: four hex digits of length before a text, OKAY and FAIL (adb `OVERVIEW.TXT`, `SERVICES.TXT`)."""

from __future__ import annotations

from simulator.adb.stream import Stream

MAX_REQUEST = 0xFFFF


class BadFrame(Exception):
    """A request that is not framed as the protocol says."""


def okay() -> bytes:
    """The success status."""
    return b"OKAY"


def text_block(text: str) -> bytes:
    """A text with its length before it; what is over 65,535 bytes is cut, as adb does."""
    data = text.encode("utf-8", "surrogateescape")[:MAX_REQUEST]
    return b"%04x" % len(data) + data


def fail(message: str) -> bytes:
    """The failure status with its reason."""
    return b"FAIL" + text_block(message)


async def read_request(stream: Stream) -> str:
    """The next request. BadFrame where its length is not four hex digits or zero, EndOfStream where it is cut."""
    head = await stream.read_exactly(4)
    try:
        digits = head.decode("ascii")
    except UnicodeDecodeError:
        raise BadFrame(f"malformed length {head!r}") from None
    if not all(digit in "0123456789abcdefABCDEF" for digit in digits) or int(digits, 16) == 0:
        raise BadFrame(f"malformed length {head!r}")
    return (await stream.read_exactly(int(digits, 16))).decode("utf-8", "surrogateescape")
