"""`screenrecord`: what the screen shows for a while, as an MP4 of motion JPEG (frameworks/av/cmds/screenrecord).

Android encodes H.264; here each frame that differs from the one before is a JPEG, which needs no video encoder and which
players and ffmpeg read as well.
"""

from __future__ import annotations

import asyncio
import io
import struct
import time
from dataclasses import dataclass

from PIL import Image

from simulator.files import FileError
from simulator.shell.command import Invocation, command

_SCALE = 1000  # ticks a second: frames last milliseconds
_SAMPLE_SECONDS = 0.1
_MATRIX = struct.pack(">9i", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)
_USAGE = """Usage: screenrecord [options] <filename>

Android screenrecord v1.4.  Records the device's display to a .mp4 file.

Options:
--size WIDTHxHEIGHT
    Set the video size, e.g. "1280x720".
--bit-rate RATE
    Set the video bit rate, in bits per second.
--time-limit TIME
    Set the maximum recording time, in seconds.  Default is 180.
--verbose
    Display interesting information on stdout.
--version
    Show Android screenrecord version."""


@dataclass
class _Frame:
    jpeg: bytes
    millis: int


class _Refused(Exception):
    """Arguments that screenrecord refuses."""


@command("screenrecord")
async def screenrecord(call: Invocation) -> int:
    """`screenrecord [--size WxH] [--time-limit SECONDS] FILE`; Ctrl-C ends it early, and the file is whole."""
    if call.args in (["--version"], ["--help"], ["-h"]):
        call.err.line("1.4" if call.args[0] == "--version" else _USAGE)
        return 0
    try:
        path, size, limit = _arguments(call)
        call.phone.files.write(path, b"", uid=call.uid)
    except _Refused as error:
        return call.fail(str(error), 2)
    except FileError as error:
        return call.fail(f"Unable to open '{call.args[-1]}': {str(error).rsplit(': ', 1)[-1]}")
    frames: list[_Frame] = []
    try:
        await _record(call, size, limit, frames)
    finally:
        # Also when the client leaves: a recording is mostly ended by Ctrl-C.
        if frames:
            call.phone.files.write(path, mp4([(one.jpeg, one.millis) for one in frames], size), uid=call.uid)
    return 0


def _arguments(call: Invocation) -> tuple[str, tuple[int, int], float]:
    size, limit, words = call.phone.screen.frame().size, 180.0, list(call.args)
    rest: list[str] = []
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=")
        if name in ("--size", "--time-limit", "--bit-rate", "--display-id", "--codec-name"):
            value = value if equals else words.pop(0) if words else ""
            if name == "--size":
                width, _, height = value.partition("x")
                if not width.isdecimal() or not height.isdecimal() or not 16 <= int(width) * int(height) <= 1 << 24:
                    raise _Refused(f"Invalid size '{value}', must be width x height")
                size = (int(width), int(height))
            elif name == "--time-limit":
                if not value.isdecimal() or not 0 < int(value) <= 180:
                    raise _Refused(f"Time limit {value}s outside acceptable range [1,180]")
                limit = float(value)
        elif word.startswith("--") and name not in ("--verbose", "--bugreport", "--rotate"):
            raise _Refused(f"screenrecord: unrecognized option `{word}'")
        elif not word.startswith("-"):
            rest.append(word)
    if len(rest) != 1:
        raise _Refused("Must specify output file (see --help).")
    return call.phone.files.resolve(rest[0], call.shell.cwd), size, limit


async def _record(call: Invocation, size: tuple[int, int], limit: float, frames: list[_Frame]) -> None:
    """Add a frame for every look that shows a change, until the limit."""
    began = time.monotonic()
    seen = -1
    while True:
        at = time.monotonic() - began
        if frames:
            frames[-1].millis = max(1, round(at * _SCALE) - sum(one.millis for one in frames[:-1]))
        if at >= limit:
            return
        if call.phone.version != seen:
            seen = call.phone.version
            image = call.phone.screen.frame().copy()
            frames.append(_Frame(await asyncio.to_thread(_jpeg, image, size), 1))
        await asyncio.sleep(min(_SAMPLE_SECONDS, limit - at))


def _jpeg(image: Image.Image, size: tuple[int, int]) -> bytes:
    data = io.BytesIO()
    (image if image.size == size else image.resize(size)).convert("RGB").save(data, "JPEG", quality=80)
    return data.getvalue()


def _box(name: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I", len(body) + 8) + name + body


def _full(name: bytes, *parts: bytes, flags: int = 0) -> bytes:
    return _box(name, struct.pack(">I", flags), *parts)


def mp4(frames: list[tuple[bytes, int]], size: tuple[int, int]) -> bytes:
    """An MP4 (ISO/IEC 14496-12) of JPEG frames with their durations in milliseconds."""
    kind = _box(b"ftyp", b"isom", struct.pack(">I", 0x200), b"isomiso2mp41")
    data = _box(b"mdat", *(jpeg for jpeg, _ in frames))
    offset = len(kind) + 8
    offsets = []
    for jpeg, _ in frames:
        offsets.append(offset)
        offset += len(jpeg)
    width, height = size
    length = sum(millis for _, millis in frames)
    entry = struct.pack(">6xH16xHHIIIH32sHh", 1, width, height, 72 << 16, 72 << 16, 0, 1, b"\5Photo", 24, -1)
    table = _box(
        b"stbl",
        _full(b"stsd", struct.pack(">I", 1), _box(b"jpeg", entry)),
        _full(b"stts", struct.pack(">I", len(frames)), *(struct.pack(">II", 1, millis) for _, millis in frames)),
        _full(b"stsc", struct.pack(">IIII", 1, 1, 1, 1)),
        _full(b"stsz", struct.pack(">II", 0, len(frames)), *(struct.pack(">I", len(jpeg)) for jpeg, _ in frames)),
        _full(b"stco", struct.pack(">I", len(frames)), *(struct.pack(">I", at) for at in offsets)),
    )
    media = _box(
        b"mdia",
        _full(b"mdhd", struct.pack(">IIIIHH", 0, 0, _SCALE, length, 0x55C4, 0)),
        _full(b"hdlr", struct.pack(">I4s12x", 0, b"vide"), b"VideoHandler\0"),
        _box(
            b"minf",
            _full(b"vmhd", bytes(8), flags=1),
            _box(b"dinf", _full(b"dref", struct.pack(">I", 1), _full(b"url ", flags=1))),
            table,
        ),
    )
    header = struct.pack(">IIIII8xHHHH", 0, 0, 1, 0, length, 0, 0, 0, 0) + _MATRIX
    track = _box(b"trak", _full(b"tkhd", header, struct.pack(">II", width << 16, height << 16), flags=3), media)
    clock = struct.pack(">IIIIIH10x", 0, 0, _SCALE, length, 1 << 16, 1 << 8) + _MATRIX + bytes(24)
    return kind + data + _box(b"moov", _full(b"mvhd", clock, struct.pack(">I", 2)), track)
