"""The reading half of the file system: paths to nodes, who may do what, and what lies where."""

from __future__ import annotations

import posixpath
import stat as modes
from collections.abc import Iterator

from simulator.files.errors import (
    InvalidArgument,
    IsADirectory,
    NameTooLong,
    NotADirectory,
    NotFound,
    PermissionDenied,
    TooManyLinks,
)
from simulator.files.node import FileStat, Node
from simulator.files.users import MEDIA_RW, SHELL_UID, groups_of

_MAX_LINKS = 40
_UNREACHABLE = (NotFound, NotADirectory, PermissionDenied, TooManyLinks, NameTooLong)
READ, WRITE, SEARCH = 4, 2, 1


class Lookup:
    """A tree of nodes to look into. `read_only` holds the mounts: `/path` read-only, `!/path` writable."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.read_only: set[str] = set()

    # -- paths ---------------------------------------------------------------------------------------------

    def resolve(self, path: str, cwd: str = "/") -> str:
        """An absolute path without `.`, `..` and double slashes; links are not followed."""
        joined = posixpath.normpath(posixpath.join(cwd, path))
        return joined[1:] if joined.startswith("//") else joined

    def real_path(self, path: str, uid: int = 0) -> str:
        """The path without links; its last part need not exist."""
        return self._walk(path, uid, follow=True)[2]

    def _walk(self, path: str, uid: int, *, follow: bool, links: int = 0) -> tuple[Node | None, Node, str]:
        """(node or None, its directory, real path). Raises where a directory on the way is missing or closed."""
        stack: list[tuple[str, Node]] = [("", self.root)]
        parts = [part for part in path.split("/") if part]
        wants_dir = path.endswith(("/", "/."))
        position = 0
        while position < len(parts):
            part = parts[position]
            position += 1
            directory = stack[-1][1]
            if directory.children is None:
                raise NotADirectory(path)
            if not self.may(directory, uid, SEARCH):
                raise PermissionDenied(path)
            if part == ".":
                continue
            if part == "..":
                if len(stack) > 1:
                    stack.pop()
                continue
            if len(part.encode("utf-8", "surrogateescape")) > 255:
                raise NameTooLong(path)
            child = directory.children.get(part)
            last = position == len(parts)
            if child is None:
                if last:
                    return None, directory, self._text(stack) + "/" + part
                raise NotFound(path)
            if child.target is not None and (follow or not last or wants_dir):
                links += 1
                if links > _MAX_LINKS:
                    raise TooManyLinks(path)
                rest = parts[position:]
                parts = [piece for piece in child.target.split("/") if piece] + rest
                position = 0
                if child.target.startswith("/"):
                    del stack[1:]
                continue
            stack.append((part, child))
        node = stack[-1][1]
        if wants_dir and node.children is None:
            raise NotADirectory(path)
        parent = stack[-2][1] if len(stack) > 1 else self.root
        return node, parent, self._text(stack) or "/"

    @staticmethod
    def _text(stack: list[tuple[str, Node]]) -> str:
        return "/".join(part for part, _ in stack)

    def node(self, path: str, uid: int = 0, *, follow: bool = True) -> Node:
        """The node at a path (NotFound where there is none)."""
        node, _, _ = self._walk(path, uid, follow=follow)
        if node is None:
            raise NotFound(path)
        return node

    def may(self, node: Node, uid: int, want: int) -> bool:
        """Whether `uid` may do `want` (READ, WRITE, SEARCH bits) with a node, by its modes alone."""
        if uid == 0 or (node.shared and (uid in (SHELL_UID, 1000, MEDIA_RW) or uid >= 10_000)):
            return True
        if uid == node.uid:
            bits = node.mode >> 6
        elif uid == node.gid or node.gid in groups_of(uid):
            bits = node.mode >> 3
        else:
            bits = node.mode
        return bits & want == want

    def access(self, path: str, uid: int, want: int) -> bool:
        """`access(2)`: whether `uid` may, read-only mounts and all; False where the path does not exist."""
        try:
            node, _, real = self._walk(path, uid, follow=True)
        except _UNREACHABLE:
            return False
        if node is None or (want & WRITE and node.device is None and self.on_read_only(real)):
            return False
        if want & SEARCH and not node.is_dir and not node.mode & 0o111:
            return False
        return self.may(node, uid, want)

    def on_read_only(self, real: str) -> bool:
        """Whether the nearest mount above a real path is read-only."""
        probe = real
        while True:
            if probe in self.read_only:
                return True
            if "!" + probe in self.read_only or probe == "/":
                return False
            probe = posixpath.dirname(probe)

    def mount(self, path: str, *, writable: bool) -> None:
        """Say that what lies under `path` may (or may not) be written, whatever its modes."""
        self.read_only.discard(path)
        self.read_only.discard("!" + path)
        self.read_only.add("!" + path if writable else path)

    # -- looking -------------------------------------------------------------------------------------------

    def exists(self, path: str, uid: int = 0) -> bool:
        """Whether something is there (links followed)."""
        return self._look(path, uid) is not None

    def is_dir(self, path: str, uid: int = 0) -> bool:
        """Whether a directory is there (links followed)."""
        node = self._look(path, uid)
        return node is not None and node.is_dir

    def is_file(self, path: str, uid: int = 0) -> bool:
        """Whether a regular or virtual file is there (links followed)."""
        node = self._look(path, uid)
        return node is not None and modes.S_ISREG(node.mode)

    def _look(self, path: str, uid: int) -> Node | None:
        try:
            return self._walk(path, uid, follow=True)[0]
        except _UNREACHABLE:
            return None

    def stat(self, path: str, uid: int = 0) -> FileStat:
        """What lies at a path, links followed."""
        return self._stat(path, self.node(path, uid))

    def lstat(self, path: str, uid: int = 0) -> FileStat:
        """What lies at a path; of a link, the link itself."""
        return self._stat(path, self.node(path, uid, follow=False))

    @staticmethod
    def _stat(path: str, node: Node) -> FileStat:
        links = node.nlink
        if node.children is not None:
            links = 2 + sum(child.is_dir for child in node.children.values())
        return FileStat(path, node.mode, node.uid, node.gid, node.size, node.mtime_ms, links, node.ino)

    def listdir(self, path: str, uid: int = 0) -> list[str]:
        """The names in a directory, sorted by code point."""
        node = self.node(path, uid)
        if node.children is None:
            raise NotADirectory(path)
        if not self.may(node, uid, READ):
            raise PermissionDenied(path)
        return sorted(node.children)

    def readlink(self, path: str, uid: int = 0) -> str:
        """Where a symbolic link points (InvalidArgument where it is none)."""
        node = self.node(path, uid, follow=False)
        if node.target is None:
            raise InvalidArgument(path)
        return node.target

    def read(self, path: str, uid: int = 0) -> bytes:
        """A file's bytes; virtual files are made now."""
        node = self.node(path, uid)
        if node.is_dir:
            raise IsADirectory(path)
        if not self.may(node, uid, READ):
            raise PermissionDenied(path)
        return node.content() if node.content is not None else bytes(node.data)

    def walk(self, top: str = "/") -> Iterator[tuple[str, FileStat]]:
        """Every path under `top` (itself first, links not followed) with its stat."""
        node = self.node(top, follow=False)
        yield top, self._stat(top, node)
        if node.children is not None:
            for name in sorted(node.children):
                yield from self.walk((top if top != "/" else "") + "/" + name)

    @property
    def size_bytes(self) -> int:
        """Bytes in all regular files."""
        return sum(found.size for _, found in self.walk() if found.is_file)
