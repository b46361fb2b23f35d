"""Snapshots: a whole phone, and its place in its day, as one compressed JSON file."""

from __future__ import annotations

import gzip
import os
import zlib
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from simulator.clock import Clock
from simulator.day import DayPlayer, ResolvedDay, Saved
from simulator.phone import Phone
from simulator.state import State


class SnapshotError(Exception):
    """A snapshot that does not exist, cannot be read, or has no usable name; the message says which and what to do."""


class Snapshot(BaseModel):
    """A phone at rest. `state.clock_ms` is where its clock stood; `random` is the state of its random numbers."""

    model_config = ConfigDict(extra="forbid")

    format: Literal[1] = 1
    state: State
    boot_ms: int
    files: dict[str, Any]
    random: tuple[int, tuple[int, ...], float | None]
    day: ResolvedDay | None = None
    place: Saved | None = None


def take(phone: Phone, player: DayPlayer | None = None) -> Snapshot:
    """A copy of everything that lasts."""
    state = phone.state.model_copy(deep=True)
    state.clock_ms = phone.clock.now_ms
    return Snapshot(
        state=state,
        boot_ms=phone.clock.boot_ms,
        files=phone.files.to_data(),
        random=phone.random.getstate(),
        day=None if player is None else player.day,
        place=None if player is None else player.save(),
    )


def restore(snapshot: Snapshot) -> tuple[Phone, DayPlayer | None]:
    """A new phone, its clock standing where the snapshot's stood, and the player of its day if it had one."""
    phone = Phone(snapshot.state.model_copy(deep=True), Clock(snapshot.state.clock_ms, boot_ms=snapshot.boot_ms))
    phone.files.from_data(snapshot.files)
    phone.boot()
    phone.random.setstate(snapshot.random)
    if snapshot.day is None:
        return phone, None
    return phone, DayPlayer(phone, snapshot.day, snapshot.place)


def write(snapshot: Snapshot, path: Path) -> None:
    """Write a file, in one step so that a broken write leaves no half of it (OSError)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_bytes(gzip.compress(snapshot.model_dump_json().encode("utf-8", "surrogatepass"), 1))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def read(path: Path) -> Snapshot:
    """Read a file (SnapshotError where it is none)."""
    try:
        return Snapshot.model_validate_json(gzip.decompress(path.read_bytes()))
    except FileNotFoundError:
        raise SnapshotError(f"there is no snapshot {path}; see the list of snapshots") from None
    except (OSError, EOFError, zlib.error) as error:
        raise SnapshotError(f"{path} cannot be read as a snapshot: {error}; save it anew") from error
    except ValidationError as error:
        raise SnapshotError(
            f"{path} is a snapshot of another version: {error.error_count()} faults; save it anew"
        ) from error
