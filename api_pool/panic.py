"""The panic switch: a file that makes every executor of this user refuse, in every process, until it is removed."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def panic_file() -> Path:
    """Where the switch lies: PROACTDROID_PANIC, else XDG_STATE_HOME (~/.local/state) / proactdroid / panic."""
    return Path(_where())


def _where() -> str:
    named = os.environ.get("PROACTDROID_PANIC")
    if named:
        return named
    base = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")  # noqa: PTH111 (asked before each call)
    return f"{base}/proactdroid/panic"


def panic_reason() -> str | None:
    """Why nothing may run now, or None. A switch that cannot be read counts as on."""
    try:
        os.stat(_where())  # noqa: PTH116 (asked before each call)
        return panic_file().read_text(encoding="utf-8", errors="replace").strip() or "no reason given"
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return f"the switch cannot be read: {error}"


def panic_on(reason: str) -> Path:
    """Throw the switch."""
    path = panic_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(reason + "\n", encoding="utf-8")
    return path


def panic_off() -> bool:
    """Lift it; whether it was on."""
    path = panic_file()
    was = path.exists()
    with suppress(FileNotFoundError):
        path.unlink()
    return was
