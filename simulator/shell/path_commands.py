"""Commands over paths: basename, dirname, readlink, realpath, which, file (toybox)."""

from __future__ import annotations

import posixpath
import struct

from simulator.files import FileError
from simulator.shell.builtins import hidden
from simulator.shell.command import COMMANDS, Invocation, command
from simulator.shell.options import complain, full, lstat, options


@command("basename")
def basename(call: Invocation) -> int:
    """`basename [-a] [-s SUFFIX] NAME [SUFFIX]`."""
    chosen = options(call, "as:", least=1)
    many = chosen.has("a") or chosen.has("s")
    names = chosen.args if many else chosen.args[:1]
    suffix = chosen.flags.get("s", "") if many else (chosen.args[1] if len(chosen.args) > 1 else "")
    for name in names:
        base = posixpath.basename(name.rstrip("/")) or ("/" if name.startswith("/") else "")
        call.out.line(base.removesuffix(suffix) if base != suffix else base)
    return 0


@command("dirname")
def dirname(call: Invocation) -> int:
    """`dirname PATH…`."""
    for name in options(call, "", least=1).args:
        stripped = name.rstrip("/")
        call.out.line(
            (posixpath.dirname(stripped).rstrip("/") or ("/" if stripped.startswith("/") else "."))
            if stripped
            else ("/" if name else ".")
        )
    return 0


@command("readlink")
def readlink(call: Invocation) -> int:
    """`readlink [-femnqz] FILE…`."""
    chosen = options(call, "efmnqz", least=1)
    code = 0
    for name in chosen.args:
        try:
            if any(chosen.has(letter) for letter in "efm"):
                text = _real(call, name, must_exist=chosen.has("e"))
            else:
                text = call.phone.files.readlink(full(call, name), call.uid)
        except FileError:
            code = 1
            continue
        call.out.text(text + ("" if chosen.has("n") else "\0" if chosen.has("z") else "\n"))
    return code


def _real(call: Invocation, name: str, *, must_exist: bool) -> str:
    files = call.phone.files
    if must_exist:
        files.stat(full(call, name), call.uid)
    return files.real_path(full(call, name), call.uid)


@command("realpath")
def realpath(call: Invocation) -> int:
    """`realpath [-LPqsz] FILE…`."""
    chosen = options(call, "LPR:mqsz", least=1)
    code = 0
    for name in chosen.args:
        try:
            call.out.line(full(call, name) if chosen.has("s") else _real(call, name, must_exist=False))
        except FileError as error:
            code = 1
            if not chosen.has("q"):
                complain(call, name, error)
    return code


@command("which")
def which(call: Invocation) -> int:
    """`which [-a] NAME…`."""
    chosen = options(call, "a", least=1)
    files, code = call.phone.files, 0
    for name in chosen.args:
        found = False
        for directory in [""] if "/" in name else call.shell.env.get("PATH", "").split(":"):
            path = posixpath.join(directory, name)
            place = full(call, path)
            listed = directory == "/system/bin" and name in COMMANDS and not hidden(call.phone, name)
            if listed or (files.is_file(place, call.uid) and files.access(place, call.uid, 1)):
                call.out.line(path)
                found = True
                if not chosen.has("a"):
                    break
        code = code if found else 1
    return code


_MAGIC = (
    (b"\x7fELF", "ELF shared object, 64-bit LSB arm64"),
    (b"\x89PNG\r\n\x1a\n", "PNG image data"),
    (b"\xff\xd8\xff", "JPEG image data"),
    (b"GIF8", "GIF image data"),
    (b"PK\x03\x04", "Zip archive data"),
    (b"\x1f\x8b", "gzip compressed data"),
    (b"SQLite format 3\0", "SQLite 3.x database"),
    (b"BZh", "bzip2 compressed data"),
    (b"%PDF", "PDF document"),
)


@command("file")
def file(call: Invocation) -> int:
    """`file [-bhLs] FILE…`: a short list of kinds, by the first bytes."""
    chosen = options(call, "bhLs", least=1)
    width = max(len(name) for name in chosen.args) + 2
    for name in chosen.args:
        call.out.line(_kind(call, name) if chosen.has("b") else f"{name + ':':<{width}}{_kind(call, name)}")
    return 0


_PNG_COLORS = {0: "grayscale", 2: "color RGB", 3: "indexed color", 4: "grayscale with alpha", 6: "color RGBA"}


def _png(data: bytes) -> str:
    """Size and colours from the first chunk (toybox `file.c`)."""
    if data[8:16] != b"\0\0\0\x0dIHDR" or len(data) < 29:
        return ""
    width, height, depth, color = struct.unpack(">IIBB", data[16:26])
    lace = "" if data[28] else "non-"
    return f", {width} x {height}, {depth}-bit/{_PNG_COLORS.get(color, 'unknown')}, {lace}interlaced"


def _kind(call: Invocation, name: str) -> str:
    files = call.phone.files
    try:
        found = lstat(call, name)
        if found.is_link:
            return f"symbolic link to {files.readlink(full(call, name))}"
        if found.is_dir:
            return "directory"
        if not found.is_file:
            return "character special"
        data = files.read(full(call, name), call.uid)
    except FileError as error:
        return f"cannot open: {error}"
    if not data:
        return "empty"
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return kind + (_png(data) if magic.startswith(b"\x89PNG") else "")
    if data.startswith(b"#!"):
        return data[2:].split(b"\n")[0].decode("utf-8", "replace").strip() + " script"
    head = data[:4096]
    if all(byte in b"\t\n\r\f\x1b" or 32 <= byte < 127 for byte in head):
        return "ASCII text"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "data"
    return "data" if b"\0" in head else "UTF-8 text"
