"""sync: files over ADB, versions 1 and 2, uncompressed (adb `SYNC.TXT`, `file_sync_service.cpp`)."""

from __future__ import annotations

import posixpath
import stat as modes
import struct
from contextlib import suppress
from dataclasses import dataclass, field

from simulator.adb.daemon import Daemon
from simulator.adb.stream import CHUNK, EndOfStream, Stream
from simulator.files import FileError, FileStat, NoSpace, NotFound

MAX_PATH = 1024
MAX_FILE = 1 << 30  # bytes of one pushed file; the phone's storage is this machine's memory
_SEND_BLOCK = 4 * CHUNK
_MASK = 0xFFFFFFFF


class SyncFailure(Exception):
    """A request that adbd refuses with FAIL, after which it closes the connection."""


@dataclass
class _Push:
    """A file on its way to the phone. Its path is checked before the data comes; the data is written at its end."""

    path: str
    mode: int
    failure: str | None = None
    chunks: list[bytes] = field(default_factory=list)
    size: int = 0


async def serve_sync(daemon: Daemon, stream: Stream) -> None:
    """Serve requests until QUIT, a failure of a transfer, or the end of the stream."""
    session = SyncSession(daemon, stream)
    try:
        while await session.serve_one():
            pass
    except SyncFailure as failure:
        await session.fail(str(failure))


class SyncSession:
    """One sync connection."""

    def __init__(self, daemon: Daemon, stream: Stream) -> None:
        self.files = daemon.phone.files
        self.uid = daemon.uid
        self.changed = daemon.phone.changed
        self.stream = stream

    async def fail(self, message: str) -> None:
        """Send FAIL with its reason."""
        data = message.encode("utf-8", "surrogateescape")
        await self.stream.write(b"FAIL" + struct.pack("<I", len(data)) + data)

    async def serve_one(self) -> bool:
        """Serve one request; False after QUIT."""
        name, size = struct.unpack("<4sI", await self.stream.read_exactly(8))
        if size > MAX_PATH:
            raise SyncFailure("path too long")
        path = (await self.stream.read_exactly(size)).decode("utf-8", "surrogateescape")
        match name:
            case b"STAT":
                await self._stat_v1(path)
            case b"STA2" | b"LST2":
                found, error = self._look(path, follow=name == b"STA2")
                await self.stream.write(name + _stat_v2(found, error))
            case b"LIST" | b"LIS2":
                await self._list(path, v2=name == b"LIS2")
            case b"SEND":
                await self._send_v1(path)
            case b"SND2":
                await self._send_v2(path)
            case b"RECV":
                await self._receive(path)
            case b"RCV2":
                await self._receive_v2(path)
            case b"QUIT":
                return False
            case _:
                raise SyncFailure(f"unknown command {struct.unpack('<I', name)[0]:08x}")
        return True

    # -- looking -------------------------------------------------------------------------------------------

    def _look(self, path: str, *, follow: bool) -> tuple[FileStat | None, int]:
        try:
            return (self.files.stat if follow else self.files.lstat)(path, self.uid), 0
        except FileError as error:
            return None, error.code

    async def _stat_v1(self, path: str) -> None:
        found, _ = self._look(path, follow=False)
        await self.stream.write(b"STAT" + _stat_v1(found))

    async def _list(self, path: str, *, v2: bool) -> None:
        parts = []
        try:
            names = [".", "..", *self.files.listdir(path, self.uid)]
        except FileError:
            names = []
        for name in names:
            found, error = self._look(f"{path.rstrip('/')}/{name}", follow=False)
            data = name.encode("utf-8", "surrogateescape")
            length = struct.pack("<I", len(data))
            if v2:
                parts.append(b"DNT2" + _stat_v2(found, error) + length + data)
            elif found is not None:
                parts.append(b"DENT" + _stat_v1(found) + length + data)
        parts.append(b"DONE" + bytes(72 if v2 else 16))
        await self.stream.write(b"".join(parts))

    # -- pull ----------------------------------------------------------------------------------------------

    async def _receive_v2(self, path: str) -> None:
        name, flags = struct.unpack("<4sI", await self.stream.read_exactly(8))
        if name != b"RCV2":
            raise SyncFailure("invalid recv_v2 packet")
        if flags:
            raise SyncFailure(f"unknown flags: {flags}")
        await self._receive(path)

    async def _receive(self, path: str) -> None:
        try:
            data = memoryview(self.files.read(path, self.uid))
        except FileError as error:
            raise SyncFailure(f"{'read' if error.name == 'EISDIR' else 'open'} failed: {error}") from error
        for start in range(0, len(data), _SEND_BLOCK):
            block = data[start : start + _SEND_BLOCK]
            parts: list[bytes | memoryview] = []
            for offset in range(0, len(block), CHUNK):
                chunk = block[offset : offset + CHUNK]
                parts += (b"DATA" + struct.pack("<I", len(chunk)), chunk)
            await self.stream.write(b"".join(parts))
        await self.stream.write(b"DONE" + bytes(4))

    # -- push ----------------------------------------------------------------------------------------------

    async def _send_v1(self, spec: str) -> None:
        path, comma, text = spec.rpartition(",")
        if not comma:
            raise SyncFailure("missing , in ID_SEND_V1")
        if not text.isascii() or not text.isdecimal():
            raise SyncFailure("bad mode")
        await self._send(path, int(text) & _MASK)

    async def _send_v2(self, path: str) -> None:
        name, mode, flags = struct.unpack("<4sII", await self.stream.read_exactly(12))
        if name != b"SND2":
            raise SyncFailure("invalid send_v2 packet")
        if flags:
            raise SyncFailure(f"unknown flags: {flags}")
        await self._send(path, mode)

    async def _send(self, path: str, mode: int) -> None:
        push = _Push(path, mode)
        created = self._prepare(push)
        if push.failure is not None:
            await self.fail(push.failure)
        try:
            mtime = await self._collect(push)
        except (EndOfStream, SyncFailure):
            if created:
                self._forget(path)
            raise
        if push.failure is not None:
            if created:
                self._forget(path)
            # adbd closes now; all that the client sent has been read, so that it sees the reason.
            raise EndOfStream(push.failure)
        self._store(push, mtime)
        self.changed()
        await self.stream.write(b"OKAY" + bytes(4))

    def _prepare(self, push: _Push) -> bool:
        """Make way for the file and make it empty; says in `push.failure` why it cannot be. True if it now exists."""
        try:
            old = self.files.lstat(push.path, self.uid)
            link = modes.S_ISLNK(push.mode)
            if old.is_file or (old.is_link and not link):
                with suppress(FileError):
                    self.files.remove(push.path, uid=self.uid)
        except FileError:
            pass
        if not self._make_room(push):
            return False
        if modes.S_ISLNK(push.mode):
            return False
        try:
            self.files.open_node(push.path, _file_mode(push.mode), self.uid)
        except FileError as error:
            push.failure = f"couldn't create file: {error}"
            return False
        return True

    def _make_room(self, push: _Push) -> bool:
        try:
            above = posixpath.dirname(push.path)
            if not self.files.exists(above, self.uid):
                self.files.mkdir(above, True, 0o775, self.uid)
        except FileError as error:
            if not isinstance(error, NotFound):
                push.failure = f"secure_mkdirs failed: {error}"
                return False
        return True

    async def _collect(self, push: _Push) -> int:
        """Read DATA up to DONE (dropping it after a failure); returns the time of change in seconds."""
        while True:
            name, size = struct.unpack("<4sI", await self.stream.read_exactly(8))
            if name == b"DONE":
                return int(size)
            if name != b"DATA":
                raise SyncFailure("invalid data message")
            if size > CHUNK:
                raise SyncFailure("oversize data message")
            chunk = await self.stream.read_exactly(size)
            if push.failure is not None:
                continue
            push.size += size
            if push.size > MAX_FILE:
                push.failure = f"write failed: {NoSpace()}"
                push.chunks.clear()
                await self.fail(push.failure)
                continue
            push.chunks.append(chunk)

    def _store(self, push: _Push, mtime: int) -> None:
        data = b"".join(push.chunks)
        push.chunks.clear()
        try:
            if modes.S_ISLNK(push.mode):
                self.files.symlink(data.rstrip(b"\0").decode("utf-8", "surrogateescape"), push.path, self.uid)
            else:
                self.files.put(self.files.open_node(push.path, _file_mode(push.mode), self.uid), data)
        except FileError as error:
            step = "symlink" if modes.S_ISLNK(push.mode) else "write"
            raise SyncFailure(f"{step} failed: {error}") from error
        with suppress(FileError):
            self.files.chmod(push.path, _file_mode(push.mode), self.uid)
        with suppress(FileError):
            self.files.utime(push.path, mtime * 1000, self.uid)

    def _forget(self, path: str) -> None:
        with suppress(FileError):
            self.files.remove(path, uid=self.uid)


def _file_mode(mode: int) -> int:
    """A pushed file's mode: the user's bits serve group and others too, as adbd spreads them."""
    bits = mode & 0o777
    bits |= (bits >> 3) & 0o070
    return bits | ((bits >> 3) & 0o007)


def _stat_v1(found: FileStat | None) -> bytes:
    """mode, size, mtime: 32 bits each, zeros where nothing is there."""
    if found is None:
        return bytes(12)
    return struct.pack("<III", found.mode, found.size & _MASK, found.mtime_ms // 1000 & _MASK)


def _stat_v2(found: FileStat | None, error: int) -> bytes:
    """error, dev, ino, mode, nlink, uid, gid, size, atime, mtime, ctime. dev is 0: the tree is one volume."""
    if found is None:
        return struct.pack("<I", error) + bytes(64)
    seconds = found.mtime_ms // 1000
    return struct.pack(
        "<IQQIIIIQqqq",
        *(0, 0, found.ino, found.mode, found.nlink, found.uid, found.gid, found.size, seconds, seconds, seconds),
    )
