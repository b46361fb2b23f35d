"""A run is a folder: trace.jsonl (append-only), screenshots by content hash, run.json. Everything else is derived."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from agent.journal import journal_lines
from device import BadInput


class Trace:
    """Writes one event a line, flushed as it happens. Wall times are under `wall` only, so that two traces of the same
    seed are equal without it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "screenshots").mkdir(exist_ok=True)
        path = folder / "trace.jsonl"
        if path.exists():
            journal_lines(path, mend=True)  # nothing may be appended to the half line that a kill left
        self._file = path.open("a", encoding="utf-8")
        self._seen: set[str] = set()

    def write(self, kind: str, event: dict[str, Any], *, wall: dict[str, Any] | None = None) -> None:
        """Append an event."""
        line = {"event": kind, **event, **({"wall": wall} if wall else {})}
        self._file.write(json.dumps(line, ensure_ascii=False, sort_keys=True, default=str) + "\n")
        self._file.flush()

    def screenshot(self, png: bytes) -> str:
        """Keep a picture and return its name (the SHA-256's first 16 digits); equal pictures are kept once."""
        name = hashlib.sha256(png).hexdigest()[:16]
        if name not in self._seen:
            path = self.folder / "screenshots" / f"{name}.png"
            if not path.exists():
                path.write_bytes(png)
            self._seen.add(name)
        return name

    def close(self) -> None:
        """Close the file; safe to call twice."""
        self._file.close()


def write_run(folder: Path, facts: dict[str, Any]) -> None:
    """Write run.json: versions, seed, device, model, settings."""
    text = json.dumps(facts, ensure_ascii=False, indent=2, sort_keys=True, default=str) + "\n"
    (folder / "run.json").write_text(text, encoding="utf-8")


def read_trace(folder: Path) -> Iterator[dict[str, Any]]:
    """The events of a run, in order; a half-written last line (a killed run) is left out.

    Raises BadInput when there is no trace.
    """
    return read_events(folder / "trace.jsonl")


def read_events(path: Path) -> Iterator[dict[str, Any]]:
    """The events of a trace's file, as `read_trace`."""
    try:
        lines = journal_lines(path)
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"no trace in {path.parent} ({error})", mend="give the folder of a run") from error
    for number, line in enumerate(lines, 1):
        try:
            yield json.loads(line)
        except json.JSONDecodeError as error:
            raise BadInput(f"{path}:{number} is no JSON ({error})", mend="the file was changed by hand?") from error
