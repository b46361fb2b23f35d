"""What the file system is made of: nodes and the stat of a node."""

from __future__ import annotations

import stat as modes
from collections.abc import Callable
from dataclasses import dataclass


class Node:
    """One inode. Exactly one of `data`, `children`, `target`, `content`, `device` gives its kind."""

    __slots__ = (
        "children", "content", "data", "device", "gid", "ino", "mode", "mtime_ms", "nlink", "shared", "target", "uid",
    )  # fmt: skip

    def __init__(self, ino: int, mode: int, uid: int, gid: int, mtime_ms: int) -> None:
        self.ino = ino
        self.mode = mode  # with the type bits of st_mode
        self.uid = uid
        self.gid = gid
        self.mtime_ms = mtime_ms
        self.nlink = 1
        self.shared = False  # lies on the emulated shared storage (FUSE): its modes are the mount's
        self.data: bytes | bytearray = b""
        self.children: dict[str, Node] | None = None
        self.target: str | None = None
        self.content: Callable[[], bytes] | None = None
        self.device: str | None = None

    @property
    def is_dir(self) -> bool:
        """Whether it is a directory."""
        return self.children is not None

    @property
    def size(self) -> int:
        """Bytes, as `st_size` gives them (0 for virtual files, as /proc does)."""
        if self.children is not None:
            return 4096 if not self.shared else 3452
        if self.target is not None:
            return len(self.target.encode("utf-8", "surrogateescape"))
        return len(self.data)


@dataclass(frozen=True)
class FileStat:
    """What `stat(2)` says. `mode` holds type and permission bits; times are milliseconds since the epoch."""

    path: str
    mode: int
    uid: int
    gid: int
    size: int
    mtime_ms: int
    nlink: int
    ino: int

    @property
    def is_dir(self) -> bool:
        """Whether it is a directory."""
        return modes.S_ISDIR(self.mode)

    @property
    def is_file(self) -> bool:
        """Whether it is a regular file."""
        return modes.S_ISREG(self.mode)

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link (only `lstat` says so)."""
        return modes.S_ISLNK(self.mode)

    @property
    def text_mode(self) -> str:
        """`drwxr-xr-x`."""
        return modes.filemode(self.mode)

    @property
    def blocks(self) -> int:
        """512-byte blocks in use, in whole pages as f2fs keeps them."""
        return 0 if not self.size or modes.S_ISLNK(self.mode) else -(-self.size // 4096) * 8
