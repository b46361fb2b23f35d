"""Records for a table that is made from nothing but a seed: those of its splits, and the same with noise ×20."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.records.generate import Settings, make
from benchmarks.records.model import Record
from benchmarks.records.pictures import drawn_pictures

HEAVY = 20.0


@dataclass(frozen=True)
class MadeRecords:
    """Records as they are, with noise ×5 to ×20; the same ones with ×20, to be shown less of; where pictures lie."""

    records: list[Record]
    heavy: list[Record]
    folder: Path | None


@contextmanager
def made_records(seed: int, count: int, splits: tuple[str, ...], *, images: bool = False) -> Iterator[MadeRecords]:
    """Make them; pictures are gone after the `with`. Raises BadInput where nothing can be made."""
    plain = Settings(seed, count, splits=splits)
    heavy = list(make(Settings(seed, count, noise=HEAVY, splits=splits)))
    if not images:
        yield MadeRecords(list(make(plain)), heavy, None)
        return
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        drawing = stack.enter_context(drawn_pictures(folder / "pictures"))
        yield MadeRecords(list(make(plain, drawing)), heavy, folder)
