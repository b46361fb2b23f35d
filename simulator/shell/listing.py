"""`ls`, `stat`, `du`, `df`: what lies in the file system (toybox `ls.c`, `stat.c`, `du.c`, `df.c`)."""

from __future__ import annotations

import posixpath
from datetime import datetime
from zoneinfo import ZoneInfo

from simulator.files import FileError, FileStat, user_name
from simulator.shell.command import Invocation, command
from simulator.shell.options import CommandError, Options, complain, full, human, lstat, options

DEVICE = 65024
_KINDS = {
    0o100: "regular file",
    0o040: "directory",
    0o120: "symbolic link",
    0o020: "character device",
    0o010: "FIFO (named pipe)",
    0o140: "socket",
    0o060: "block device",
}


def zone(call: Invocation) -> ZoneInfo:
    """The phone's time zone, or the one that TZ names where it is known."""
    name = call.shell.env.get("TZ") or call.phone.state.device.timezone
    try:
        return ZoneInfo(name.lstrip(":"))
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


def moment(call: Invocation, at_ms: int, layout: str) -> str:
    """A time in the phone's zone by a strftime layout."""
    return datetime.fromtimestamp(at_ms / 1000, zone(call)).strftime(layout)


@command("ls")
def ls(call: Invocation) -> int:
    """`ls [-1aAdFhiklLnpRrSstZ] [FILE…]`, one name a line as into a pipe."""
    chosen = options(
        call,
        "1aAbCcdFfghHiklLmnoOpqRrsStuUxZ",
        long={"color": "O", "all": "a", "recursive": "R", "human-readable": "h", "full-time": "F"},
    )
    return _Listing(call, chosen).run()


class _Listing:
    def __init__(self, call: Invocation, chosen: Options) -> None:
        self.call = call
        self.chosen = chosen
        self.long = any(chosen.has(letter) for letter in "lgno")
        self.code = 0
        self.printed = False

    def run(self) -> int:
        plain: list[tuple[str, FileStat]] = []
        folders: list[str] = []
        names = self.chosen.args or ["."]
        for name in names:
            try:
                found = lstat(self.call, name)
                follows = not self.long or self.chosen.has("L") or self.chosen.has("H") or name.endswith("/")
                if found.is_link and follows and not self.chosen.has("d"):
                    target = self._stat(full(self.call, name))
                    found = target if target is not None and (target.is_dir or self.chosen.has("L")) else found
            except FileError as error:
                self.code = complain(self.call, name, error)
                continue
            if found.is_dir and not self.chosen.has("d"):
                folders.append(name)
            else:
                plain.append((name, found))
        if plain:
            self.show(self.ordered(plain), total=False)
        for name in self._sorted_names(folders):
            self.folder(name, headed=len(names) > 1 or self.chosen.has("R"))
        return self.code

    def _sorted_names(self, names: list[str]) -> list[str]:
        return sorted(names, reverse=self.chosen.has("r"))

    def _stat(self, path: str) -> FileStat | None:
        try:
            return self.call.phone.files.stat(path, self.call.uid)
        except FileError:
            return None

    def folder(self, name: str, *, headed: bool) -> None:
        files, uid = self.call.phone.files, self.call.uid
        path = full(self.call, name)
        try:
            names = files.listdir(path, uid)
        except FileError as error:
            self.code = complain(self.call, name, error)
            return
        if headed:
            self.call.out.line(("\n" if self.printed else "") + name + ":")
            self.printed = True
        if self.chosen.has("a") or self.chosen.has("f"):
            names = [".", "..", *names]
        elif not self.chosen.has("A"):
            names = [entry for entry in names if not entry.startswith(".")]
        entries: list[tuple[str, FileStat]] = []
        for entry in names:
            inner = files.resolve(entry, path)
            try:
                follow = self.chosen.has("L")
                entries.append((entry, files.stat(inner, uid) if follow else files.lstat(inner, uid)))
            except FileError as error:
                self.code = complain(self.call, posixpath.join(name, entry), error)
        entries = self.ordered(entries)
        self.show(entries, total=True)
        if self.chosen.has("R"):
            for entry, found in entries:
                if found.is_dir and entry not in (".", ".."):
                    self.folder(posixpath.join(name, entry), headed=True)

    def ordered(self, entries: list[tuple[str, FileStat]]) -> list[tuple[str, FileStat]]:
        if self.chosen.has("f") or self.chosen.has("U"):
            return entries
        entries = sorted(entries, key=lambda entry: entry[0].encode("utf-8", "surrogateescape"))
        if self.chosen.has("t"):
            entries.sort(key=lambda entry: -entry[1].mtime_ms)
        if self.chosen.has("S"):
            entries.sort(key=lambda entry: -entry[1].size)
        return entries[::-1] if self.chosen.has("r") else entries

    def _owner(self, number: int) -> str:
        return str(number) if self.chosen.has("n") else user_name(number)

    def show(self, entries: list[tuple[str, FileStat]], *, total: bool) -> None:
        chosen, out = self.chosen, self.call.out
        if entries:
            self.printed = True
        if total and (self.long or chosen.has("s")):
            blocks = sum(found.blocks for _, found in entries) // 2
            out.line(f"total {human(blocks * 1024) if chosen.has('h') else blocks}")
        sizes = [human(found.size) if chosen.has("h") else str(found.size) for _, found in entries]
        rows: list[list[str]] = []
        for (_, found), size in zip(entries, sizes, strict=True):
            rows.append([str(found.nlink), self._owner(found.uid), self._owner(found.gid), size])
        widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
        inodes = max((len(str(found.ino)) for _, found in entries), default=0)
        blocks_width = max((len(str(found.blocks // 2)) for _, found in entries), default=0)
        for (name, found), row in zip(entries, rows, strict=True):
            parts: list[str] = []
            if chosen.has("i"):
                parts.append(f"{found.ino:>{inodes}}")
            if chosen.has("s"):
                parts.append(f"{found.blocks // 2:>{blocks_width}}")
            if self.long:
                parts += [found.text_mode, f"{row[0]:>{widths[0]}}"]
                if not chosen.has("g"):
                    parts.append(f"{row[1]:<{widths[1]}}")
                if not chosen.has("o"):
                    parts.append(f"{row[2]:<{widths[2]}}")
                if chosen.has("Z"):
                    parts.append(_label(name))
                parts += [f"{row[3]:>{widths[3]}}", self._time(found)]
            elif chosen.has("Z"):
                parts.append(_label(name))
            parts.append(self._name(name, found))
            out.line(" ".join(parts))

    def _time(self, found: FileStat) -> str:
        if len(self.chosen.every.get("l", [])) > 1:
            return moment(self.call, found.mtime_ms, f"%Y-%m-%d %H:%M:%S.{found.mtime_ms % 1000:03d}000000 %z")
        return moment(self.call, found.mtime_ms, "%Y-%m-%d %H:%M")

    def _name(self, name: str, found: FileStat) -> str:
        if self.chosen.has("q"):
            name = "".join(char if char.isprintable() else "?" for char in name)
        if found.is_link and self.long:
            return f"{name} -> {self.call.phone.files.readlink(found.path)}"
        if self.chosen.has("F"):
            name += "/" if found.is_dir else "@" if found.is_link else "*" if found.mode & 0o111 else ""
        elif self.chosen.has("p") and found.is_dir:
            name += "/"
        return name


def _label(name: str) -> str:
    """SELinux labels are not simulated; toybox shows `?` where a file has none."""
    return "?"


@command("stat")
def stat(call: Invocation) -> int:
    """`stat [-tfL] [-c FORMAT] FILE…`."""
    chosen = options(call, "c:fLt", long={"format": "c", "dereference": "L"}, least=1)
    code = 0
    for name in chosen.args:
        try:
            found = call.phone.files.stat(full(call, name), call.uid) if chosen.has("L") else lstat(call, name)
        except FileError as error:
            code = call.fail(f"stat: '{name}': {error}")
            continue
        layout = chosen.flags.get("c")
        if layout is not None:
            call.out.line(_formatted(call, layout, name, found))
        else:
            call.out.text(_stat_page(call, name, found))
    return code


def _fields(call: Invocation, name: str, found: FileStat) -> dict[str, str]:
    stamp = moment(call, found.mtime_ms, f"%Y-%m-%d %H:%M:%S.{found.mtime_ms % 1000:03d}000000 %z")
    seconds = str(found.mtime_ms // 1000)
    shown = f"'{name}'"
    if found.is_link:
        shown = f"{name} -> '{call.phone.files.readlink(full(call, name))}'"
    kind = _KINDS.get(found.mode >> 9 & 0o170, "unknown")
    if found.is_file and not found.size:
        kind = "regular empty file"
    return {
        "a": f"{found.mode & 0o7777:o}",
        "A": found.text_mode,
        "b": str(found.blocks),
        "B": "512",
        "d": str(DEVICE),
        "D": f"{DEVICE:x}",
        "f": f"{found.mode:x}",
        "F": kind,
        "g": str(found.gid),
        "G": user_name(found.gid),
        "h": str(found.nlink),
        "i": str(found.ino),
        "m": "/",
        "n": name,
        "N": shown if found.is_link else name,
        "o": "4096",
        "s": str(found.size),
        "t": "0",
        "T": "0",
        "u": str(found.uid),
        "U": user_name(found.uid),
        "x": stamp,
        "X": seconds,
        "y": stamp,
        "Y": seconds,
        "z": stamp,
        "Z": seconds,
        "%": "%",
    }


def _formatted(call: Invocation, layout: str, name: str, found: FileStat) -> str:
    fields = _fields(call, name, found)
    out: list[str] = []
    at = 0
    while at < len(layout):
        if layout[at] != "%" or at + 1 >= len(layout):
            out.append(layout[at])
            at += 1
            continue
        end = at + 1
        while end < len(layout) and layout[end] in "-0123456789":
            end += 1
        letter = layout[end : end + 1]
        if letter not in fields:
            raise CommandError(f"bad format '{layout}'")
        width = layout[at + 1 : end].lstrip("0") if letter not in "%" else ""
        text = fields[letter]
        out.append(text.ljust(int(width[1:] or 0)) if width.startswith("-") else text.rjust(int(width or 0)))
        at = end + 1
    return "".join(out)


def _stat_page(call: Invocation, name: str, found: FileStat) -> str:
    fields = _fields(call, name, found)
    shown = f"{name} -> '{call.phone.files.readlink(full(call, name))}'" if found.is_link else name
    return (
        f"  File: {shown}\n"
        f"  Size: {found.size}\t Blocks: {found.blocks}\t IO Blocks: 512\t {fields['F']}\n"
        f"Device: {DEVICE:x}h/{DEVICE}d\t Inode: {found.ino}\t Links: {found.nlink}\t Device type: 0,0\n"
        f"Access: (0{found.mode & 0o7777:03o}/{found.text_mode})\tUid: ({found.uid:5d}/{fields['U']:>8})\t"
        f"Gid: ({found.gid:5d}/{fields['G']:>8})\n"
        f"Access: {fields['x']}\nModify: {fields['y']}\nChange: {fields['z']}\n"
    )


@command("du")
def du(call: Invocation) -> int:
    """`du [-aschkmbd] [FILE…]`: kilobytes in use, in blocks of 4 KiB."""
    chosen = options(call, "acd:hHkKLlmsxb", long={"max-depth": "d"})
    depth = 0 if chosen.has("s") else chosen.number("d", 1 << 30)
    code, everything = 0, 0

    def shown(blocks: int) -> str:
        if chosen.has("h"):
            return human(blocks * 512)
        return str(-(-blocks // 2048) if chosen.has("m") else blocks * 512 if chosen.has("b") else -(-blocks // 2))

    def measure(path: str, name: str, level: int) -> int:
        nonlocal code
        files = call.phone.files
        found = files.lstat(path, call.uid)
        blocks = found.blocks
        if found.is_dir:
            try:
                for entry in files.listdir(path, call.uid):
                    blocks += measure(files.resolve(entry, path), posixpath.join(name, entry), level + 1)
            except FileError as error:
                code = complain(call, name, error)
        if level <= depth and (found.is_dir or chosen.has("a") or not level):
            call.out.line(f"{shown(blocks)}\t{name}")
        return blocks

    for name in chosen.args or ["."]:
        try:
            everything += measure(full(call, name), name, 0)
        except FileError as error:
            code = complain(call, name, error)
    if chosen.has("c"):
        call.out.line(f"{shown(everything)}\ttotal")
    return code


@command("df")
def df(call: Invocation) -> int:
    """`df [-hHk] [FILE…]`: the phone's partitions; /data and the shared storage are one."""
    chosen = options(call, "aeHhikPt:")
    used = call.phone.files.size_bytes // 1024
    storage = getattr(call.phone.state, "storage", None)
    total = int(getattr(storage, "total_bytes", 0) or 118_000_000_000) // 1024
    taken = int(getattr(storage, "used_bytes", 0) or 9_000_000_000) // 1024 + used
    rows = {
        "tmpfs": (1_013_520, 1_184, "/dev"),
        "/dev/block/dm-0": (906_276, 903_476, "/"),
        "/dev/block/dm-5": (total, min(taken, total), "/data"),
        "/dev/fuse": (total, min(taken, total), "/storage/emulated"),
    }
    if chosen.args:
        wanted: list[str] = []
        for name in chosen.args:
            path = call.phone.files.real_path(full(call, name), call.uid)
            call.phone.files.stat(full(call, name), call.uid)
            places = [
                (mount, source)
                for source, (_, _, mount) in rows.items()
                if (path + "/").startswith(mount.rstrip("/") + "/")
            ]
            wanted.append(max(places)[1])
        rows = {source: row for source, row in rows.items() if source in wanted}
    width = max(15, *(len(source) for source in rows))
    heads = ("Size", "Used", "Avail") if chosen.has("h") or chosen.has("H") else ("1K-blocks", "Used", "Available")
    cells = [
        [(human(number * 1024) if heads[0] == "Size" else str(number)) for number in (size, busy, size - busy)]
        for size, busy, _ in rows.values()
    ]
    widths = [max(len(head), *(len(row[at]) for row in cells)) for at, head in enumerate(heads)]
    first = f"{'Filesystem':<{width}} " + " ".join(f"{head:>{widths[at]}}" for at, head in enumerate(heads))
    call.out.line(f"{first} Use% Mounted on")
    for (source, (size, busy, mount)), row in zip(rows.items(), cells, strict=True):
        percent = -(-busy * 100 // size)
        numbers = " ".join(f"{cell:>{widths[at]}}" for at, cell in enumerate(row))
        call.out.line(f"{source:<{width}} {numbers} {percent:>3}% {mount}")
    return 0
