"""The shell's file descriptors: pipes between stages, files, and what they raise."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass

from simulator.files import FileError, FileSystem, Node
from simulator.shell.command import Input, Output
from simulator.shell.memory import LARGEST_INPUT, afford

PIPE_ROOM = 65536


class BrokenPipe(Exception):
    """Nobody reads the pipe any more; what wrote to it ends as by SIGPIPE."""


class BadDescriptor(FileError):
    """The descriptor is closed or of the wrong direction."""

    name, code, text = "EBADF", 9, "Bad file descriptor"


@dataclass(slots=True)
class Stream:
    """One open descriptor."""

    reader: Input | None = None
    writer: Output | None = None


class PipeInput(Input):
    """The reading end of a pipe; knows when it is left and when it is full."""

    def __init__(self) -> None:
        super().__init__(closed=False)
        self.left = False
        self._room = asyncio.Event()

    def feed(self, data: bytes) -> None:
        """Add bytes; BrokenPipe once the reader is gone."""
        if self.left:
            raise BrokenPipe
        super().feed(data)

    def leave(self) -> None:
        """The reader is gone."""
        self.left = True
        self._buffer.clear()
        self._room.set()

    async def wait_room(self) -> None:
        """Wait until there is room again."""
        while len(self._buffer) >= PIPE_ROOM and not self.left:
            self._room.clear()
            await self._room.wait()
        if self.left:
            raise BrokenPipe

    async def read(self, limit: int = 65536) -> bytes:
        """Up to `limit` bytes; empty at the end."""
        data = await super().read(limit)
        self._room.set()
        return data

    async def read_line(self) -> bytes:
        """One line; the writer is let on while it has not ended."""
        while b"\n" not in self._buffer and not self._closed:
            self._room.set()
            self._arrived.clear()
            if len(self._buffer) >= PIPE_ROOM:
                # A line longer than the pipe: take what is there so that the writer can go on.
                return await super().read(len(self._buffer)) + await self.read_line()
            await self._arrived.wait()
        line = await super().read_line()
        self._room.set()
        return line

    async def read_all(self) -> bytes:
        """Everything up to the end; OutOfMemory where that is too much to hold."""
        chunks: list[bytes] = []
        size = 0
        while chunk := await self.read(1 << 20):
            size += len(chunk)
            afford(size, LARGEST_INPUT)
            chunks.append(chunk)
        return b"".join(chunks)


class PipeOutput(Output):
    """The writing end of a pipe."""

    def __init__(self, pipe: PipeInput) -> None:
        super().__init__(pipe.feed)
        self.pipe = pipe

    async def drain(self) -> None:
        """Wait while the pipe is full; BrokenPipe once nobody reads."""
        await asyncio.sleep(0)
        await self.pipe.wait_room()


class FileOutput(Output):
    """An opened file, written from `position` on; duplicates share the position."""

    def __init__(self, files: FileSystem, node: Node, *, append: bool, position: int = 0) -> None:
        super().__init__(self._put)
        self._files, self._node, self._append, self._position = files, node, append, position

    def _put(self, data: bytes) -> None:
        if self._append:
            self._files.put(self._node, data, append=True)
        else:
            self._files.put(self._node, data, at=self._position)
            self._position += len(data)


class EndlessInput(Input):
    """/dev/zero and /dev/urandom: as many bytes as are asked for (`read_all` would never end and gives none)."""

    def __init__(self, make: Callable[[int], bytes]) -> None:
        super().__init__()
        self._make = make

    async def read(self, limit: int = 65536) -> bytes:
        """`limit` bytes."""
        await asyncio.sleep(0)
        return self._make(limit)


def closed_output() -> Output:
    """What a closed descriptor is to a writer: each write raises BadDescriptor."""

    def refuse(data: bytes) -> None:
        raise BadDescriptor

    return Output(refuse)


def null_output() -> Output:
    """/dev/null."""
    return Output(lambda data: None)


def open_input(files: FileSystem, path: str, uid: int) -> Input:
    """A file opened for reading, devices included. FileError where it cannot be."""
    node = files.node(path, uid)
    if node.device in ("zero", "random"):
        generator = random.Random(node.ino)
        return EndlessInput(bytes if node.device == "zero" else generator.randbytes)
    return Input(files.read(path, uid))


def open_output(files: FileSystem, path: str, uid: int, *, append: bool = False, mode: int = 0o666) -> Output:
    """A file opened for writing, made with `mode` (adbd's umask is 0) or emptied unless `append`."""
    node = files.open_node(path, mode, uid)
    if not append:
        files.put(node, b"")
    return FileOutput(files, node, append=append)
