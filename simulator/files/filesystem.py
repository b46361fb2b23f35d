"""The phone's file system, in memory: modes, owners, links, virtual files; it never touches the host's files."""

from __future__ import annotations

import itertools
import posixpath
import stat as modes
from collections.abc import Callable
from typing import Any

from simulator.files.dump import dump_node, load_node
from simulator.files.errors import (
    Exists,
    InvalidArgument,
    IsADirectory,
    NotADirectory,
    NotEmpty,
    NotFound,
    NotPermitted,
    PermissionDenied,
    ReadOnly,
)
from simulator.files.lookup import SEARCH, WRITE, Lookup
from simulator.files.node import Node
from simulator.files.users import MEDIA_RW, SHELL_UID, groups_of

_MEDIA_UID = 10_096  # the media provider, which serves the shared storage and so owns what shell makes there


class FileSystem(Lookup):
    """A tree of nodes. Paths are absolute (a relative one is taken from `/`); strange bytes are surrogate escapes.

    `uid` is who acts. Reading methods act as root unless told; methods that write act as the shell (2000), as
    a push over ADB does. Every method may raise a `FileError`.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        root = Node(1, modes.S_IFDIR | 0o755, 0, 0, now_ms())
        root.children = {}
        super().__init__(root)
        self._now_ms = now_ms
        self._serial = itertools.count(2)

    # -- changing ------------------------------------------------------------------------------------------

    def _new(self, parent: Node, mode: int, uid: int) -> Node:
        gid = parent.gid if parent.mode & modes.S_ISGID else uid
        node = Node(next(self._serial), mode, uid, gid, self._now_ms())
        if parent.shared:
            node.shared = True
            node.uid, node.gid = (uid if uid >= 10_000 else _MEDIA_UID), MEDIA_RW
            node.mode = modes.S_IFMT(mode) | (0o2770 if modes.S_ISDIR(mode) else 0o660)
        return node

    def _attach(self, parent: Node, real: str, node: Node) -> None:
        assert parent.children is not None
        parent.children[posixpath.basename(real)] = node
        parent.mtime_ms = self._now_ms()

    def _check_entry(self, path: str, parent: Node, real: str, uid: int) -> None:
        if self.on_read_only(real):
            raise ReadOnly(path)
        if not self.may(parent, uid, WRITE | SEARCH):
            raise PermissionDenied(path)

    def open_node(self, path: str, mode: int, uid: int, *, create: bool = True) -> Node:
        """The node of a file about to be written, made where it is missing and `create` says so."""
        node, parent, real = self._walk(path, uid, follow=True)
        if node is None:
            if not create or path.endswith("/"):
                raise (IsADirectory if create else NotFound)(path)
            self._check_entry(path, parent, real, uid)
            node = self._new(parent, modes.S_IFREG | mode, uid)
            self._attach(parent, real, node)
            return node
        if node.is_dir:
            raise IsADirectory(path)
        if node.device is None and self.on_read_only(real):
            raise ReadOnly(path)
        if not self.may(node, uid, WRITE):
            raise PermissionDenied(path)
        return node

    def write(self, path: str, data: bytes, mode: int = 0o644, uid: int = SHELL_UID, append: bool = False) -> None:
        """Write a file, made with `mode` and owner `uid` where it is missing; `append` adds in place."""
        self.put(self.open_node(path, mode, uid), data, append=append)

    def put(self, node: Node, data: bytes, *, append: bool = False, at: int | None = None) -> None:
        """Write an opened node: all of it, its end, or from byte `at` on. Devices swallow what they are given."""
        if node.device is not None or node.content is not None:
            return
        if not append and at is None:
            node.data = bytes(data)
        else:
            if not isinstance(node.data, bytearray):
                node.data = bytearray(node.data)
            if at is None or at == len(node.data):
                node.data += data
            else:
                if at > len(node.data):
                    node.data += bytes(at - len(node.data))
                node.data[at : at + len(data)] = data
        node.mtime_ms = self._now_ms()

    def mkdir(self, path: str, parents: bool = False, mode: int = 0o755, uid: int = SHELL_UID) -> None:
        """Make a directory; `parents` makes the missing ones above too and takes an existing one."""
        if parents:
            clean = self.resolve(path)
            above = posixpath.dirname(clean)
            if self.is_dir(clean, uid):
                return
            if above != clean and not self.is_dir(above, uid):
                self.mkdir(above, True, mode, uid)
        node, parent, real = self._walk(path.rstrip("/") or "/", uid, follow=False)
        if node is not None:
            raise Exists(path)
        self._check_entry(path, parent, real, uid)
        new = self._new(parent, modes.S_IFDIR | mode, uid)
        new.children = {}
        self._attach(parent, real, new)

    def symlink(self, target: str, path: str, uid: int = SHELL_UID) -> None:
        """Make `path` a symbolic link to `target`."""
        node, parent, real = self._walk(path, uid, follow=False)
        if node is not None:
            raise Exists(path)
        self._check_entry(path, parent, real, uid)
        if parent.shared:
            raise PermissionDenied(path)
        new = self._new(parent, modes.S_IFLNK | 0o777, uid)
        new.target = target
        self._attach(parent, real, new)

    def link(self, source: str, path: str, uid: int = SHELL_UID) -> None:
        """Make a hard link (NotPermitted for directories and on the shared storage)."""
        node = self.node(source, uid, follow=False)
        old, parent, real = self._walk(path, uid, follow=False)
        if old is not None:
            raise Exists(path)
        if node.is_dir or parent.shared:
            raise NotPermitted(path)
        self._check_entry(path, parent, real, uid)
        node.nlink += 1
        self._attach(parent, real, node)

    def remove(self, path: str, recursive: bool = False, uid: int = SHELL_UID) -> None:
        """Remove a file, a link or an empty directory; `recursive` takes a whole tree."""
        node, parent, real = self._walk(path.rstrip("/") or "/", uid, follow=False)
        if node is None:
            raise NotFound(path)
        if node is self.root:
            raise NotPermitted(path)
        if node.children and recursive:
            for name in list(node.children):
                self.remove(real + "/" + name, True, uid)
        if node.children:
            raise NotEmpty(path)
        self._check_entry(path, parent, real, uid)
        if parent.mode & modes.S_ISVTX and uid not in (0, node.uid, parent.uid):
            raise NotPermitted(path)
        assert parent.children is not None
        del parent.children[posixpath.basename(real)]
        node.nlink -= 1
        parent.mtime_ms = self._now_ms()

    def rename(self, old: str, new: str, uid: int = SHELL_UID) -> None:
        """Move within the tree, over what is there where `rename(2)` does so."""
        node, parent, real = self._walk(old.rstrip("/"), uid, follow=False)
        if node is None:
            raise NotFound(old)
        over, into, target = self._walk(new.rstrip("/"), uid, follow=False)
        self._check_entry(old, parent, real, uid)
        self._check_entry(new, into, target, uid)
        if over is node:
            return
        if node.is_dir and (target + "/").startswith(real + "/"):
            raise InvalidArgument(new)
        if over is not None:
            if over.is_dir != node.is_dir:
                raise (IsADirectory if over.is_dir else NotADirectory)(new)
            if over.children:
                raise NotEmpty(new)
        assert parent.children is not None
        del parent.children[posixpath.basename(real)]
        parent.mtime_ms = self._now_ms()
        self._attach(into, target, node)
        self._settle(node, into)

    def _settle(self, node: Node, parent: Node) -> None:
        if node.shared == parent.shared:
            return
        node.shared = parent.shared
        if parent.shared:
            node.uid, node.gid = _MEDIA_UID, MEDIA_RW
            node.mode = modes.S_IFMT(node.mode) | (0o2770 if node.is_dir else 0o660)
        for child in (node.children or {}).values():
            self._settle(child, node)

    def copy(self, source: str, target: str, uid: int = SHELL_UID) -> None:
        """Copy one file's bytes and mode."""
        found = self.stat(source, uid)
        self.write(target, self.read(source, uid), modes.S_IMODE(found.mode), uid)

    def chmod(self, path: str, mode: int, uid: int = SHELL_UID) -> None:
        """Set permission bits; on the shared storage nothing changes, as there."""
        node = self._owned(path, uid)
        if not node.shared:
            node.mode = modes.S_IFMT(node.mode) | (mode & 0o7777)

    def chown(self, path: str, owner: int | None, group: int | None, uid: int = SHELL_UID) -> None:
        """Give a file to another owner or group: root alone may, an owner may choose among its own groups."""
        node = self._owned(path, uid)
        if uid != 0 and (
            (owner is not None and owner != node.uid)
            or (group is not None and group != node.gid and group != uid and group not in groups_of(uid))
        ):
            raise NotPermitted(path)
        node.uid = node.uid if owner is None else owner
        node.gid = node.gid if group is None else group

    def utime(self, path: str, mtime_ms: int, uid: int = SHELL_UID) -> None:
        """Set a file's time of change."""
        self._owned(path, uid).mtime_ms = mtime_ms

    def _owned(self, path: str, uid: int) -> Node:
        node, _, real = self._walk(path, uid, follow=True)
        if node is None:
            raise NotFound(path)
        if node.device is None and self.on_read_only(real):
            raise ReadOnly(path)
        if uid not in (0, node.uid) and not (node.shared and self.may(node, uid, WRITE)):
            raise NotPermitted(path)
        return node

    # -- virtual files and snapshots -----------------------------------------------------------------------

    def virtual(self, path: str, content: Callable[[], bytes], mode: int = 0o444) -> None:
        """Put a file at `path` (its directories too) whose bytes `content` makes at every read."""
        self._special(path, modes.S_IFREG | mode).content = content

    def device(self, path: str, kind: str, mode: int = 0o666) -> None:
        """Put a character device at `path`: `null`, `zero`, `random` or `tty`."""
        node = self._special(path, modes.S_IFCHR | mode)
        node.device = kind

    def _special(self, path: str, mode: int) -> Node:
        self.mkdir(posixpath.dirname(path), True, 0o755, 0)
        above = self.node(posixpath.dirname(path))
        node = self._new(above, mode, 0)
        self._attach(above, path, node)
        return node

    def to_data(self) -> dict[str, Any]:
        """The whole tree as plain data for a snapshot (bytes in base64); virtual files and devices stay out."""
        return {"read_only": sorted(self.read_only), "root": dump_node(self.root, set())}

    def from_data(self, data: dict[str, Any]) -> None:
        """Put the tree of `to_data` in place of this one; this one's virtual files and devices stay."""
        known: dict[int, Node] = {}
        root = load_node(data["root"], known)
        self._serial = itertools.count(max(next(self._serial), max(known) + 1))
        _keep_special(self.root, root)
        self.root = root
        self.read_only = set(data["read_only"])


def _keep_special(old: Node, new: Node) -> None:
    for name, child in (old.children or {}).items():
        if new.children is None:
            return
        if child.content is not None or child.device is not None:
            new.children[name] = child
        elif child.is_dir and name in new.children:
            _keep_special(child, new.children[name])
