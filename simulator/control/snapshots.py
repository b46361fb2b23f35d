"""Where a host keeps its snapshots: files in one folder, by name, or anywhere by path."""

from __future__ import annotations

import re
from pathlib import Path

from simulator import snapshot
from simulator.snapshot import Snapshot, SnapshotError

SUFFIX = ".snapshot.gz"


class SnapshotStore:
    """A folder of snapshots. Methods raise SnapshotError for a name that is none, OSError where the disk fails."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        """The file of a name; a name with a slash is a path as it is."""
        if "/" in name:
            return Path(name)
        if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}", name):
            raise SnapshotError(f"{name!r} is no name for a snapshot; use letters, digits, dots, dashes, or a path")
        return self.folder / (name + SUFFIX)

    def save(self, name: str, taken: Snapshot) -> None:
        """Write a snapshot, over one of the same name."""
        snapshot.write(taken, self.path(name))

    def load(self, name: str) -> Snapshot:
        """Read a snapshot."""
        return snapshot.read(self.path(name))

    def delete(self, name: str) -> None:
        """Remove a snapshot."""
        path = self.path(name)
        try:
            path.unlink()
        except FileNotFoundError:
            raise SnapshotError(f"there is no snapshot {name}; see the list of snapshots") from None

    def names(self) -> list[str]:
        """The names in the folder, sorted."""
        if not self.folder.is_dir():
            return []
        return sorted(path.name.removesuffix(SUFFIX) for path in self.folder.glob("*" + SUFFIX))
