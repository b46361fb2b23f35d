"""What every command prints, and how it ends: one JSON document on stdout with --json, progress and errors on stderr."""

from __future__ import annotations

import json
import sys
from enum import IntEnum
from typing import Any

from rich.console import Console

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


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
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2, default=str) + "\n")
    sys.stdout.flush()


def complain(message: str) -> None:
    """An error line on stderr."""
    err.print(f"[bold red]error:[/] {_escape(message)}")


def note(message: str) -> None:
    """A line of progress on stderr."""
    err.print(f"[dim]{_escape(message)}[/]")


def _escape(text: str) -> str:
    return text.replace("[", "\\[")
