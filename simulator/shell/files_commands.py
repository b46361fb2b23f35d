"""Commands that make, move, copy and remove files (toybox)."""

from __future__ import annotations

import posixpath
import re
import stat as modes

from simulator.files import FileError, FileStat, user_number
from simulator.shell.command import Invocation, command
from simulator.shell.dates import BadDate, parse_date, touch_date
from simulator.shell.options import CommandError, complain, creation_mode, full, integer, lstat, options
from simulator.shell.streams import Stream, open_input, open_output

_CLAUSE = re.compile(r"([ugoa]*)([-+=])([rwxXstugo]*)(?:(?=[-+=])|$)")


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


@command("cp")
def cp(call: Invocation) -> int:
    """`cp [-adfinprRTuv] SOURCE… DEST`, `cp -t DIR SOURCE…`."""
    chosen = options(
        call, "adDfFHiLlnpPrRsTt:uv", long={"preserve": "p", "recursive": "r", "archive": "a", "parents": "D"}, least=1
    )
    return _Copy(call, chosen.flags, chosen.args).run()


@command("mv")
def mv(call: Invocation) -> int:
    """`mv [-finTuv] SOURCE… DEST`."""
    chosen = options(call, "finTt:uv", least=1)
    return _Copy(call, chosen.flags, chosen.args).run()


class _Copy:
    def __init__(self, call: Invocation, flags: dict[str, str], args: list[str]) -> None:
        self.call, self.flags = call, flags
        self.files, self.uid = call.phone.files, call.uid
        self.moves = call.argv[0].endswith("mv")
        self.name = "mv" if self.moves else "cp"
        self.recursive = self.moves or any(letter in flags for letter in "rRa")
        if "t" in flags:
            self.target, self.sources = flags["t"], args
        else:
            self.target, self.sources = args[-1], args[:-1]
        if not self.sources:
            raise CommandError("Needs 2 arguments")
        self.code = 0

    def run(self) -> int:
        into = self.files.is_dir(full(self.call, self.target), self.uid) and "T" not in self.flags
        if not into and (len(self.sources) > 1 or "t" in self.flags):
            raise CommandError(f"'{self.target}' not directory")
        for source in self.sources:
            base = posixpath.basename(full(self.call, source).rstrip("/"))
            target = posixpath.join(self.target, base) if into else self.target
            try:
                follow = not self.moves and not any(letter in self.flags for letter in "dPa")
                found = (
                    self.files.stat(full(self.call, source), self.uid)
                    if follow and (not self.recursive or not lstat(self.call, source).is_link)
                    else lstat(self.call, source)
                )
            except FileError as error:
                self.fail(f"bad '{source}': {error}")
                continue
            self.one(source, target, found)
        return self.code

    def fail(self, message: str) -> None:
        self.code = self.call.fail(f"{self.name}: {message}")

    def _there(self, path: str) -> FileStat | None:
        try:
            return self.files.stat(path, self.uid)
        except FileError:
            return None

    def one(self, source: str, target: str, found: FileStat) -> None:
        old, new = full(self.call, source).rstrip("/") or "/", full(self.call, target).rstrip("/") or "/"
        there = self._there(new)
        if there is not None and there.ino == found.ino:
            self.fail(f"'{source}' is '{target}'")
            return
        if there is not None:
            if "n" in self.flags or ("u" in self.flags and there.mtime_ms >= found.mtime_ms):
                return
            if there.is_dir and not found.is_dir:
                self.fail(f"dir at '{target}'")
                return
        if found.is_dir and (new + "/").startswith(old + "/"):
            self.fail(f"recursion detected: '{target}'" if not self.moves else f"bad '{source}': Invalid argument")
            return
        if self.moves:
            self._move(source, target, old, new)
        elif found.is_dir:
            self._folder(source, target, old, new, found)
        else:
            self._file(source, target, old, new, found)

    def _move(self, source: str, target: str, old: str, new: str) -> None:
        try:
            self.files.rename(old, new, self.uid)
        except FileError as error:
            self.fail(f"bad '{source}': {error}" if error.name == "ENOENT" else f"'{target}': {error}")
            return
        if "v" in self.flags:
            self.call.out.line(f"{source} -> {target}")

    def _folder(self, source: str, target: str, old: str, new: str, found: FileStat) -> None:
        if not self.recursive:
            self.fail(f"Skipped dir '{target}'")
            return
        try:
            if not self.files.is_dir(new, self.uid):
                self.files.mkdir(new, False, modes.S_IMODE(found.mode) | 0o700, self.uid)
            if "v" in self.flags:
                self.call.out.line(f"cp '{source}'")
            for entry in self.files.listdir(old, self.uid):
                inner = posixpath.join(source, entry)
                self.one(inner, posixpath.join(target, entry), lstat(self.call, inner))
            self._keep(new, found)
        except FileError as error:
            self.fail(f"{error.path or target}: {error}")

    def _file(self, source: str, target: str, old: str, new: str, found: FileStat) -> None:
        try:
            if found.is_link:
                self.files.symlink(self.files.readlink(old, self.uid), new, self.uid)
            elif "s" in self.flags:
                self.files.symlink(source, new, self.uid)
            elif "l" in self.flags:
                self.files.link(old, new, self.uid)
            else:
                data = self.files.read(old, self.uid)
                if "F" in self.flags and self.files.exists(new):
                    self.files.remove(new, uid=self.uid)
                self.files.write(new, data, modes.S_IMODE(found.mode), self.uid)
                self._keep(new, found)
            if "v" in self.flags:
                self.call.out.line(f"cp '{source}'")
        except FileError as error:
            reading = error.path == old
            self.fail(f"{source if reading else target}: {error}")

    def _keep(self, path: str, found: FileStat) -> None:
        if "p" in self.flags or "a" in self.flags:
            self.files.utime(path, found.mtime_ms, self.uid)


@command("ln")
def ln(call: Invocation) -> int:
    """`ln [-sfnrtTv] TARGET… LINK`."""
    chosen = options(call, "fnrsTt:v", least=1)
    files, flags = call.phone.files, chosen.flags
    into = flags.get("t")
    args = chosen.args
    if into is None:
        into, args = (args[-1], args[:-1]) if len(args) > 1 else (".", args)
    kind = "symbolic" if "s" in flags else "hard"
    code = 0
    folder = files.is_dir(full(call, into), call.uid) and "T" not in flags
    if "n" in flags and folder and lstat(call, into).is_link:
        folder = False
    for target in args:
        link = posixpath.join(into, posixpath.basename(target.rstrip("/"))) if folder else into
        try:
            if "f" in flags and not files.is_dir(full(call, link), call.uid):
                try:
                    files.remove(full(call, link), uid=call.uid)
                except FileError as error:
                    if error.name != "ENOENT":
                        raise
            if "s" in flags:
                files.symlink(target, full(call, link), call.uid)
            else:
                files.link(full(call, target), full(call, link), call.uid)
            if "v" in flags:
                call.out.line(f"'{link}' {'->' if 's' in flags else '=>'} '{target}'")
        except FileError as error:
            code = call.fail(f"ln: cannot create {kind} link from '{target}' to '{link}': {error}")
    return code


def change_mode(text: str, mode: int) -> int:
    """The mode bits that an octal or symbolic mode makes of `mode`. CommandError where it is none."""
    if re.fullmatch("[0-7]{1,5}", text):
        return int(text, 8) & 0o7777
    result = mode & 0o7777
    for clause in text.split(","):
        position = 0
        who = re.match("[ugoa]*", clause)
        assert who is not None
        names = who.group() or "a"
        position = who.end()
        if position >= len(clause):
            raise CommandError(f"bad mode '{text}'")
        while position < len(clause):
            found = re.compile(r"([-+=])([rwxXst]*|[ugo])(?=[-+=]|$)").match(clause, position)
            if not found:
                raise CommandError(f"bad mode '{text}'")
            position = found.end()
            result = _clause(result, names, found.group(1), found.group(2), bool(mode & 0o40000))
    return result


def _clause(mode: int, names: str, op: str, what: str, is_dir: bool) -> int:
    shifts = [shift for name, shift in (("u", 6), ("g", 3), ("o", 0)) if name in names or "a" in names]
    bits = 0
    if what and what in "ugo":
        part = mode >> {"u": 6, "g": 3, "o": 0}[what] & 7
    else:
        part = sum(value for letter, value in (("r", 4), ("w", 2), ("x", 1)) if letter in what)
        if "X" in what and (is_dir or mode & 0o111):
            part |= 1
    for shift in shifts:
        bits |= part << shift
    special = (0o4000 if "s" in what and 6 in shifts else 0) | (0o2000 if "s" in what and 3 in shifts else 0)
    bits |= special | (0o1000 if "t" in what else 0)
    if op == "+":
        return mode | bits
    if op == "-":
        return mode & ~bits
    cleared = mode
    for shift in shifts:
        cleared &= ~(7 << shift)
    return cleared | bits


@command("chmod")
def chmod(call: Invocation) -> int:
    """`chmod [-Rvf] MODE FILE…`."""
    words = call.args
    # A mode may start with a minus sign.
    flags = {letter for word in words[:2] if re.fullmatch("-[Rvf]+", word) for letter in word[1:]}
    rest = [word for word in words if not re.fullmatch("-[Rvf]+", word)]
    if len(rest) < 2:
        raise CommandError('Needs 2 arguments (see "chmod --help")')
    change_mode(rest[0], 0)
    return _each(call, rest[1:], "R" in flags, lambda path, found: _chmod(call, path, found, rest[0]))


def _chmod(call: Invocation, path: str, found: FileStat, mode: str) -> None:
    if not found.is_link:
        call.phone.files.chmod(path, change_mode(mode, found.mode), call.uid)


def _each(call: Invocation, names: list[str], recursive: bool, act: object) -> int:
    code = 0
    for name in names:
        try:
            found = lstat(call, name)
            path = full(call, name)
            if found.is_link and not recursive:
                found = call.phone.files.stat(path, call.uid)
            act(path, found)  # type: ignore[operator]
            if recursive and found.is_dir:
                inner = [posixpath.join(name, entry) for entry in call.phone.files.listdir(path, call.uid)]
                code = _each(call, inner, True, act) or code
        except FileError as error:
            code = complain(call, name, error)
    return code


@command("chown", "chgrp")
def chown(call: Invocation) -> int:
    """`chown [-RHLPhvf] OWNER[:GROUP] FILE…`, `chgrp GROUP FILE…`."""
    chosen = options(call, "RHLPhvf", least=2)
    owner, _, group = chosen.args[0].replace(".", ":", 1).partition(":")
    if call.argv[0].endswith("chgrp"):
        owner, group = "", chosen.args[0]
    numbers: list[int | None] = []
    for kind, name in (("user", owner), ("group", group)):
        number = user_number(name) if name else None
        if name and number is None:
            raise CommandError(f"bad {kind} '{name}'")
        numbers.append(number)

    def act(path: str, found: FileStat) -> None:
        call.phone.files.chown(path, numbers[0], numbers[1], call.uid)

    def told(path: str, found: FileStat) -> None:
        act(path, found)

    return _each(call, chosen.args[1:], chosen.has("R"), told)


@command("truncate")
def truncate(call: Invocation) -> int:
    """`truncate [-c] -s SIZE FILE…`."""
    chosen = options(call, "cs:", least=1)
    if not chosen.has("s"):
        raise CommandError('Needs -s (see "truncate --help")')
    text = chosen.flags["s"]
    relative = text[:1] if text[:1] in "+-" else ""
    size, files, code = integer(text[len(relative) :]), call.phone.files, 0
    for name in chosen.args:
        path = full(call, name)
        try:
            if chosen.has("c") and not files.exists(path, call.uid):
                continue
            data = files.read(path, call.uid) if files.exists(path, call.uid) else b""
            wanted = max(len(data) + {"+": size, "-": -size}[relative], 0) if relative else size
            if wanted > 1 << 30:
                raise CommandError(f"{name}: File too large")
            files.write(path, data[:wanted].ljust(wanted, b"\0"), 0o666, call.uid)
        except FileError as error:
            code = complain(call, name, error)
    return code


@command("mktemp")
def mktemp(call: Invocation) -> int:
    """`mktemp [-dqu] [-p DIR] [TEMPLATE]`."""
    chosen = options(call, "dp:qtu")
    template = chosen.args[0] if chosen.args else "tmp.XXXXXXXXXX"
    folder = chosen.flags.get("p") or (
        call.shell.env.get("TMPDIR", "/data/local/tmp") if not chosen.args or chosen.has("t") else ""
    )
    holes = len(template) - len(template.rstrip("X"))
    if holes < 2:
        raise CommandError("need XX in template")
    files = call.phone.files
    seed = call.phone.clock.now_ms
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        letters = "".join(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[seed >> shift & 31]
            for shift in range(20, 20 + holes)
        )
        path = posixpath.join(folder, template[:-holes] + letters)
        if not files.exists(full(call, path)):
            break
    try:
        if not chosen.has("u"):
            if chosen.has("d"):
                files.mkdir(full(call, path), False, 0o700, call.uid)
            else:
                files.write(full(call, path), b"", 0o600, call.uid)
    except FileError as error:
        raise CommandError(f"Failed to create file {path}: {error}") from error
    call.out.line(path)
    return 0


@command("dd")
async def dd(call: Invocation) -> int:
    """`dd [if=] [of=] [bs=] [count=] [skip=] [seek=] [conv=notrunc] [status=none]`."""
    given: dict[str, str] = {}
    for word in call.args:
        name, equals, value = word.partition("=")
        if not equals or name not in (
            "if",
            "of",
            "bs",
            "ibs",
            "obs",
            "count",
            "skip",
            "seek",
            "conv",
            "status",
            "iflag",
            "oflag",
        ):
            raise CommandError(f'bad arg {word} (see "dd --help")')
        given[name] = value
    files = call.phone.files
    size = integer(given.get("bs", given.get("ibs", "512")))
    count = integer(given["count"]) if "count" in given else None
    source, target = given.get("if"), given.get("of")
    try:
        reader = call.stdin if source is None else open_input(files, full(call, source), call.uid)
    except FileError as error:
        raise CommandError(f"{source}: {error}") from error
    try:
        output = call.out if target is None else _dd_output(call, target, given, size)
    except FileError as error:
        raise CommandError(f"{target}: {error}") from error
    for _ in range(integer(given.get("skip", "0"))):
        await reader.read(size)
    whole = part = total = 0
    while count is None or whole + part < count:
        block = b""
        while len(block) < size and (piece := await reader.read(size - len(block))):
            block += piece
        if not block:
            break
        output.write(block)
        total += len(block)
        whole, part = (whole + 1, part) if len(block) == size else (whole, part + 1)
        if total > 1 << 30:
            raise CommandError(f"{target or 'stdout'}: No space left on device")
    if given.get("status") != "none":
        call.err.text(f"{whole}+{part} records in\n{whole}+{part} records out\n")
        if given.get("status") != "noxfer":
            call.err.line(f"{total} bytes copied, 0.001 s, {total * 1000} B/s")
    return 0


def _dd_output(call: Invocation, target: str, given: dict[str, str], size: int):  # type: ignore[no-untyped-def]
    from simulator.shell.streams import FileOutput

    files = call.phone.files
    node = files.open_node(full(call, target), 0o666, call.uid)
    start = integer(given.get("seek", "0")) * size
    if "notrunc" not in given.get("conv", ""):
        files.put(node, bytes(node.data[:start]))
    return FileOutput(files, node, append=False, position=start)


__all__ = ["Stream", "change_mode"]
