"""`screenrecord` writes a film of what the screen showed."""

from __future__ import annotations

import asyncio
import io
import struct
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from simulator.services.commands.screenrecord import mp4
from simulator.shell import Input, Output, Shell

Make = Callable[..., Any]
FILM = "/sdcard/film.mp4"


def boxes(data: bytes) -> dict[str, bytes]:
    """The boxes of an MP4 by path, those of the containers too."""
    found: dict[str, bytes] = {}

    def walk(start: int, end: int, path: str) -> None:
        while start < end:
            size, name = struct.unpack_from(">I4s", data, start)
            assert 8 <= size <= end - start
            here = f"{path}/{name.decode()}"
            found[here] = data[start + 8 : start + size]
            if name in (b"moov", b"trak", b"mdia", b"minf", b"stbl", b"dinf"):
                walk(start + 8, start + size, here)
            start += size

    walk(0, len(data), "")
    return found


def frames(film: bytes) -> list[Image.Image]:
    table = boxes(film)
    stbl = "/moov/trak/mdia/minf/stbl"
    offsets, sizes = table[f"{stbl}/stco"][8:], table[f"{stbl}/stsz"][12:]
    count = len(offsets) // 4
    places = zip(struct.unpack(f">{count}I", offsets), struct.unpack(f">{count}I", sizes), strict=True)
    return [Image.open(io.BytesIO(film[at : at + size])) for at, size in places]


def test_each_change_of_the_screen_is_a_frame(bench: Make) -> None:
    b = bench()

    async def film() -> None:
        shell, nowhere = Shell(b.phone), Output(lambda _: None)
        line = f"screenrecord --size 270x600 --time-limit 1 {FILM}"
        recording = asyncio.create_task(shell.run_line(line, Input(), nowhere, nowhere))
        await asyncio.sleep(0.3)
        b.phone.statusbar.expand()
        assert await recording == 0

    asyncio.run(film())
    data = b.phone.files.read(FILM)
    shown = frames(data)
    assert len(shown) >= 2 and {one.size for one in shown} == {(270, 600)}
    assert shown[0].tobytes() != shown[-1].tobytes()
    scale, length = struct.unpack_from(">II", boxes(data)["/moov/mvhd"], 12)
    assert scale == 1000 and 950 <= length <= 1500


def test_a_recording_that_is_interrupted_is_whole(bench: Make) -> None:
    b = bench()

    async def film() -> None:
        nowhere = Output(lambda _: None)
        recording = asyncio.create_task(Shell(b.phone).run_line(f"screenrecord {FILM}", Input(), nowhere, nowhere))
        await asyncio.sleep(0.4)
        recording.cancel()
        await asyncio.wait([recording])

    asyncio.run(film())
    assert frames(b.phone.files.read(FILM))[0].size == (1080, 2400)


@pytest.mark.parametrize("words", ["", "--time-limit 0 x.mp4", "--size 3 x.mp4", "--nonsense x.mp4", "a b"])
def test_bad_words_are_refused(bench: Make, words: str) -> None:
    ran = bench().sh(f"cd /sdcard; screenrecord {words}")
    assert ran.code == 2 and ran.err


def test_where_nothing_may_be_written_nothing_is_recorded(bench: Make) -> None:
    ran = bench().sh("screenrecord --time-limit 1 /system/x.mp4")
    assert (ran.code, ran.err) == (1, "Unable to open '/system/x.mp4': Read-only file system\n")


def test_frames_keep_their_own_durations() -> None:
    table = boxes(mp4([(b"a", 40), (b"bc", 60)], (2, 2)))
    assert struct.unpack(">6I", table["/moov/trak/mdia/minf/stbl/stts"]) == (0, 2, 1, 40, 1, 60)
    assert table["/mdat"] == b"abc"
