"""Commands that make, move, copy and remove files (toybox)."""

from __future__ import annotations

import posixpath

from simulator.files import FileError, FileStat
from simulator.shell.command import Invocation, command
from simulator.shell.dates import BadDate, parse_date, touch_date
from simulator.shell.mode_commands import change_mode
from simulator.shell.options import CommandError, complain, creation_mode, full, lstat, options
from simulator.shell.streams import open_input, open_output


@command("cat")
async def cat(call: Invocation) -> int:
    """`cat [-uevt] [FILE…]`."""
    chosen = options(call, "uevt")
    code = 0
    for name in chosen.args or ["-"]:
        try:
            reader = call.stdin if name == "-" else open_input(call.phone.files, full(call, name), call.uid)
        except FileError as error:
            code = complain(call, name, error)
            continue
        while data := await reader.read(1 << 16):
            call.out.write(_visible(data, chosen.flags) if chosen.flags else data)
            await call.out.drain()
    return code


def _visible(data: bytes, flags: dict[str, str]) -> bytes:
    out = bytearray()
    for byte in data:
        if byte == 10:
            out += b"$\n" if "e" in flags else b"\n"
        elif byte == 9:
            out += b"^I" if "t" in flags else b"\t"
        else:
            if byte >= 128:
                out += b"M-"
                byte -= 128
            out += b"^" + bytes([byte ^ 64]) if byte < 32 or byte == 127 else bytes([byte])
    return bytes(out)


@command("tee")
async def tee(call: Invocation) -> int:
    """`tee [-ai] [FILE…]`."""
    chosen = options(call, "ai")
    code, outs = 0, [call.out]
    for name in chosen.args:
        try:
            outs.append(open_output(call.phone.files, full(call, name), call.uid, append=chosen.has("a")))
        except FileError as error:
            code = complain(call, name, error)
    while data := await call.stdin.read():
        for out in outs:
            out.write(data)
        await call.out.drain()
    return code


@command("touch")
def touch(call: Invocation) -> int:
    """`touch [-amch] [-d DATE] [-t TIME] [-r FILE] FILE…`."""
    chosen = options(call, "acd:fhmr:t:", long={"no-create": "c"}, least=1)
    files = call.phone.files
    when = call.phone.clock.now_ms
    if chosen.has("r"):
        try:
            when = files.stat(full(call, chosen.flags["r"]), call.uid).mtime_ms
        except FileError as error:
            raise CommandError(f"{chosen.flags['r']}: {error}") from error
    for letter in "dt":
        if letter in chosen.flags:
            try:
                text = chosen.flags[letter]
                when = parse_date(call, text) if letter == "d" else touch_date(call, text)
            except BadDate as error:
                raise CommandError(f"bad date {chosen.flags[letter]}") from error
    code = 0
    for name in chosen.args:
        path = full(call, name)
        try:
            if not files.exists(path, call.uid):
                if chosen.has("c"):
                    continue
                files.write(path, b"", creation_mode(call, 0o666), call.uid)
            files.utime(path, when, call.uid)
        except FileError as error:
            code = call.fail(f"touch: '{name}': {error}")
    return code


@command("mkdir")
def mkdir(call: Invocation) -> int:
    """`mkdir [-vp] [-m MODE] DIR…`."""
    chosen = options(call, "m:pvZ:", long={"parents": "p", "mode": "m"}, least=1)
    mode = change_mode(chosen.flags["m"], 0o40777) & 0o7777 if chosen.has("m") else creation_mode(call, 0o777)
    files, code = call.phone.files, 0
    for name in chosen.args:
        path = full(call, name)
        try:
            if chosen.has("p") and files.exists(path, call.uid) and not files.is_dir(path, call.uid):
                raise CommandError(f"'{name}': File exists")
            existed = files.exists(path, call.uid)
            files.mkdir(path, chosen.has("p"), mode, call.uid)
            if chosen.has("v") and not existed:
                call.out.line(f"mkdir: created directory '{name}'")
        except FileError as error:
            code = call.fail(f"mkdir: '{name}': {error}")
    return code


@command("rmdir")
def rmdir(call: Invocation) -> int:
    """`rmdir [-p] DIR…`."""
    chosen = options(call, "p", long={"parents": "p"}, least=1)
    files, code = call.phone.files, 0
    for name in chosen.args:
        while True:
            try:
                if not lstat(call, name).is_dir:
                    code = call.fail(f"rmdir: {name}: Not a directory")
                    break
                files.remove(full(call, name), uid=call.uid)
            except FileError as error:
                code = complain(call, name, error)
                break
            name = posixpath.dirname(name.rstrip("/"))
            if not chosen.has("p") or not name or name == "/":
                break
    return code


@command("rm", "unlink")
def rm(call: Invocation) -> int:
    """`rm [-fiRrv] FILE…`."""
    chosen = options(call, "fiRrv", long={"recursive": "r", "force": "f"})
    if not chosen.args and not chosen.has("f"):
        options(call, "fiRrv", least=1)
    recursive = chosen.has("r") or chosen.has("R")
    code = 0
    for name in chosen.args:
        if posixpath.basename(name.rstrip("/")) in (".", "..") and name.strip("/"):
            code = call.fail(f"rm: bad path {name}")
            continue
        try:
            found = lstat(call, name)
        except FileError as error:
            if not chosen.has("f") or error.name != "ENOENT":
                code = complain(call, name, error)
            continue
        code = _remove(call, name, found, recursive, chosen.has("v")) or code
    return code


def _remove(call: Invocation, name: str, found: FileStat, recursive: bool, verbose: bool) -> int:
    files, path, code = call.phone.files, full(call, name).rstrip("/") or "/", 0
    if found.is_dir and not recursive:
        return call.fail(f"rm: {name}: Is a directory")
    try:
        if found.is_dir:
            for entry in files.listdir(path, call.uid):
                inner = posixpath.join(name, entry)
                code = _remove(call, inner, lstat(call, inner), recursive, verbose) or code
        if not code:
            files.remove(path, uid=call.uid)
            if verbose:
                call.out.line(f"rm{'dir' if found.is_dir else ''} '{name}'")
    except FileError as error:
        code = complain(call, name, error)
    return code
