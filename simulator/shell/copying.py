"""`cp`, `mv` and `ln` (toybox `cp.c`, `ln.c`)."""

from __future__ import annotations

import posixpath
import stat as modes

from simulator.files import FileError, FileStat
from simulator.shell.command import Invocation, command
from simulator.shell.options import CommandError, full, lstat, options


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
