"""A phone that has what the shell needs and nothing more, and a small tree for both shells."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from simulator.clock import Clock
from simulator.files import FileSystem, android_tree
from simulator.shell import Input, Output, Shell, program_names

START_MS = 1_700_000_000_000
DATED_MS = 1_577_934_245_000
HOME = "/data/local/tmp/t"
TREE: dict[str, bytes] = {
    "f1": b"one\ntwo\nthree\n",
    "f2": b"b\na\nc\n",
    "nums": b"".join(b"%d\n" % number for number in (1, 10, 2, 33, 5, 20, 7, 15, 100, 4)),
    "dups": b"x\ny\nx\nx\nz\nz\n",
    "dups2": b"aab\naaa\nb\n",
    "cols": b"b 2 x\na 10 y\nc 1 x\na 3 z\n",
    "colon": b"a:3:z\nb:1:y\nc:2:x\n",
    "mixed": b"B\na\nA\nb\nb\n",
    "vers": b"1.10\n1.9\n1.2\n",
    "tabs": b"a\tb\tc\nd\te\tf\n",
    "bin": b"\x01\x7f\xe9a\n",
    "uni": "hé漢\n".encode(),
    "blank": b"a\n\nb\n\n",
    "pats": b"one\nthree\n",
    "dash": b"-x\ny\n",
    "big": b"z" * 5000,
    "dated": b"old\n",
    "empty0": b"",
    ".hid": b"h\n",
    "script": b"V=5\necho in $1\n",
    "script2": b'echo "$0 $1 $2 $#"\nexit 6\n',
    "run.sh": b'#!/bin/sh\necho "run $1 $2"\n',
    "d/x1": b"x\n",
    "d/x2": b"xx\n",
    "d/e/y1": b"one y\n",
}


class Phone:
    """Files, clock and the few facts of the state that the shell asks for."""

    def __init__(self, api: int = 34, build: str = "user", timezone: str = "UTC") -> None:
        self.clock = Clock(START_MS)
        self.files = FileSystem(lambda: self.clock.now_ms)
        android_tree(self.files, api, program_names())
        self.state = SimpleNamespace(device=SimpleNamespace(api_level=api, build_type=build, timezone=timezone))


def plant(files: FileSystem) -> None:
    """Put the small tree under HOME."""
    files.mkdir(HOME, mode=0o755)
    for name, data in TREE.items():
        path = f"{HOME}/{name}"
        files.mkdir(path.rpartition("/")[0], parents=True)
        files.write(path, data, 0o755 if name == "run.sh" else 0o644)
    files.symlink("f1", f"{HOME}/link")
    files.utime(f"{HOME}/dated", DATED_MS)


def run(
    line: str, stdin: bytes = b"", *, phone: Any = None, limit_s: float = 10, **options: Any
) -> tuple[int, str, str]:
    """(exit code, stdout, stderr) of one line."""
    out, err = bytearray(), bytearray()

    async def work() -> int:
        shell = Shell(phone or Phone(), **options)
        async with asyncio.timeout(limit_s):
            return await shell.run_line(line, Input(stdin), Output(out.extend), Output(err.extend))

    code = asyncio.run(work())
    return code, out.decode("utf-8", "surrogateescape"), err.decode("utf-8", "surrogateescape")
