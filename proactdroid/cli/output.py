"""What every command prints, and how it ends: one JSON document on stdout with --json, progress and errors on stderr."""

from __future__ import annotations

import io
import json
import os
import sys
from enum import IntEnum
from typing import IO, Any

from rich.console import Console


class _Console(Console):
    """A console whose reader may go away: the command does its work to the end and ends with its own exit code."""

    def on_broken_pipe(self) -> None:
        """Nobody reads any more (`… | head -1`)."""
        _into_nothing(self.file)


def _into_nothing(stream: IO[str]) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def prepare_streams(*, document: bool) -> None:
    """Let stdout and stderr take any text. The C locale says nothing of the encoding, and a JSON document is UTF-8;
    what another terminal cannot show is shown as `?`."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper) or stream.encoding.lower().replace("-", "") == "utf8":
            continue
        plain = stream.encoding.lower() in ("ascii", "us-ascii", "ansi_x3.4-1968", "646")
        if plain or (document and stream is sys.stdout):
            stream.reconfigure(encoding="utf-8", errors="replace")
        else:
            stream.reconfigure(errors="replace")


out = _Console(highlight=False, soft_wrap=True)
err = _Console(stderr=True, highlight=False, soft_wrap=True)


class Exit(IntEnum):
    """Exit codes of all commands."""

    DONE = 0
    NEGATIVE = 1
    USAGE = 2
    NO_PHONE = 3
    UNSUPPORTED = 4


class _Documents:
    """How many documents this command has printed: with --json it must be one, whatever happens."""

    count = 0


def begin() -> None:
    """A command begins: it has printed no document yet."""
    _Documents.count = 0


def emitted() -> bool:
    """Whether the command has printed its document."""
    return _Documents.count > 0


def emit(document: Any) -> None:
    """Print one JSON document on stdout."""
    _Documents.count += 1
    try:
        sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2, default=str) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _into_nothing(sys.stdout)


def complain(message: str) -> None:
    """An error line on stderr."""
    err.print(f"[bold red]error:[/] {_escape(message)}")


def note(message: str) -> None:
    """A line of progress on stderr."""
    err.print(f"[dim]{_escape(message)}[/]")


def _escape(text: str) -> str:
    return text.replace("[", "\\[")
