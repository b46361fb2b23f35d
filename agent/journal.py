"""Files of JSON lines that grow a line at a time (traces, results as they come, conversations), and may end in half a line
where their writer was killed. Only a line feed ends a line: JSON may hold U+2028 and its like."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Entry = TypeVar("Entry")


def journal_lines(path: Path, *, mend: bool = False) -> list[str]:
    """The whole lines of a journal, without their line feeds; `mend` cuts half a line off the file, so that it may be
    appended to.

    Raises OSError, and UnicodeDecodeError for what is no UTF-8.
    """
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1
    if mend and end < len(data):
        os.truncate(path, end)
    return data[:end].decode("utf-8").split("\n")[:-1]


def journal_entries(path: Path, parse: Callable[[str], Entry]) -> list[Entry]:
    """The entries of a journal up to the first line that is not whole or that `parse` refuses (ValueError); the file is cut
    there, and what it had to tell is done again. Raises OSError."""
    data, good = path.read_bytes(), 0
    entries: list[Entry] = []
    for line in data.split(b"\n")[:-1]:
        try:
            entries.append(parse(line.decode("utf-8")))
        except ValueError:
            break
        good += len(line) + 1
    if good < len(data):
        os.truncate(path, good)
    return entries
