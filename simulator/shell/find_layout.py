"""Layouts of find's -printf."""

from __future__ import annotations

import posixpath

from simulator.files import FileStat, user_name
from simulator.shell.command import Invocation
from simulator.shell.listing import moment
from simulator.shell.printing import unescape


def printf_find(call: Invocation, layout: str, path: str, found: FileStat, depth: int) -> str:
    """What `find -printf LAYOUT` prints for one path."""
    layout = unescape(layout, zero_octal=False)[0]
    kind = {0o040: "d", 0o120: "l", 0o020: "c", 0o100: "f"}.get(found.mode >> 9 & 0o170, "?")
    values = {
        "p": path,
        "f": posixpath.basename(path.rstrip("/")) or "/",
        "h": posixpath.dirname(path) or ".",
        "s": str(found.size),
        "m": f"{found.mode & 0o7777:o}",
        "M": found.text_mode,
        "u": user_name(found.uid),
        "U": str(found.uid),
        "g": user_name(found.gid),
        "G": str(found.gid),
        "y": kind,
        "d": str(depth),
        "i": str(found.ino),
        "n": str(found.nlink),
        "k": str(found.blocks // 2),
        "b": str(found.blocks),
        "%": "%",
        "t": moment(call, found.mtime_ms, "%a %b %d %H:%M:%S %Y"),
    }
    out: list[str] = []
    at = 0
    while at < len(layout):
        char = layout[at]
        at += 1
        if char != "%" or at >= len(layout):
            out.append(char)
            continue
        letter = layout[at]
        at += 1
        if letter == "T" and at < len(layout):
            form = layout[at]
            at += 1
            stamp = f"{found.mtime_ms // 1000}.{found.mtime_ms % 1000:03d}0000000"
            out.append(stamp if form == "@" else moment(call, found.mtime_ms, "%" + form))
        else:
            out.append(values.get(letter, "%" + letter))
    return "".join(out)
