"""`find` (toybox `find.c`)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from simulator.files import FileError, FileStat, user_number
from simulator.shell.command import Input, Invocation, command
from simulator.shell.find_layout import printf_find
from simulator.shell.mode_commands import change_mode
from simulator.shell.options import CommandError, full
from simulator.shell.pattern import text_pattern
from simulator.shell.regex import compile_regex

_TYPES = {"f": 0o100, "d": 0o040, "l": 0o120, "c": 0o020, "b": 0o060, "p": 0o010, "s": 0o140}


@dataclass
class _Entry:
    path: str
    found: FileStat
    depth: int
    prune: bool = False


Test = Callable[[_Entry], Awaitable[bool]]


@command("find")
async def find(call: Invocation) -> int:
    """`find [-HL] [DIR…] [TESTS]`: -name -iname -path -type -size -mtime -mmin -newer -empty -maxdepth … and the
    actions -print -print0 -printf -exec -execdir -delete -prune -quit."""
    return await _Find(call).run()


class _Stop(Exception):
    """-quit."""


class _Find:
    def __init__(self, call: Invocation) -> None:
        self.call = call
        self.words = call.args
        self.at = 0
        self.max_depth, self.min_depth = 1 << 30, 0
        self.depth_first = self.acts = self.follow = False
        self.code = 0
        self.batches: list[tuple[list[str], list[str]]] = []

    async def run(self) -> int:
        while self.at < len(self.words) and self.words[self.at] in ("-H", "-L"):
            self.follow = self.words[self.at] == "-L"
            self.at += 1
        tops: list[str] = []
        while (
            self.at < len(self.words)
            and not (self.words[self.at].startswith("-") and len(self.words[self.at]) > 1)
            and self.words[self.at] not in ("(", "!")
        ):
            tops.append(self.words[self.at])
            self.at += 1
        test = self._or() if self.at < len(self.words) else _always
        if self.at < len(self.words):
            raise CommandError(f"bad arg '{self.words[self.at]}'")
        if not self.acts:
            inner = test

            async def printing(entry: _Entry) -> bool:
                if await inner(entry):
                    self.call.out.line(entry.path)
                return True

            test = printing
        try:
            for top in tops or ["."]:
                await self._visit(top, 0, test)
        except _Stop:
            pass
        for argv, paths in self.batches:
            if paths:
                at = argv.index("{}") if "{}" in argv else len(argv)
                await self._call([*argv[:at], *paths, *argv[at + 1 :]])
        return self.code

    async def _visit(self, path: str, depth: int, test: Test) -> None:
        files, uid = self.call.phone.files, self.call.uid
        place = full(self.call, path)
        try:
            found = files.stat(place, uid) if self.follow and files.exists(place, uid) else files.lstat(place, uid)
        except FileError as error:
            self._complain(path, error)
            return
        entry = _Entry(path, found, depth)
        if not self.depth_first and depth >= self.min_depth:
            await test(entry)
        if found.is_dir and depth < self.max_depth and not entry.prune:
            try:
                names = files.listdir(place, uid)
            except FileError as error:
                self._complain(path, error)
                names = []
            for name in names:
                await self._visit(posixpath.join(path, name), depth + 1, test)
        if self.depth_first and depth >= self.min_depth:
            await test(entry)
        await self.call.out.drain()

    def _complain(self, path: str, error: FileError) -> None:
        self.call.err.line(f"find: '{path}': {error}")
        self.code = 1

    # -- the expression ------------------------------------------------------------------------------------

    def _peek(self) -> str | None:
        return self.words[self.at] if self.at < len(self.words) else None

    def _argument(self, name: str) -> str:
        if self.at >= len(self.words):
            raise CommandError(f"'{name}' needs 1 arg")
        self.at += 1
        return self.words[self.at - 1]

    def _or(self) -> Test:
        left = self._and()
        while self._peek() in ("-o", "-or"):
            self.at += 1
            left = _either(left, self._and())
        return left

    def _and(self) -> Test:
        left = self._not()
        while (word := self._peek()) is not None and word not in ("-o", "-or", ")"):
            if word in ("-a", "-and"):
                self.at += 1
            left = _both(left, self._not())
        return left

    def _not(self) -> Test:
        word = self._peek()
        if word in ("!", "-not"):
            self.at += 1
            return _negated(self._not())
        if word == "(":
            self.at += 1
            inner = self._or()
            if self._peek() != ")":
                raise CommandError("need ')'")
            self.at += 1
            return inner
        if word is None:
            raise CommandError("bad arg ''")
        self.at += 1
        return self._primary(word)

    def _primary(self, word: str) -> Test:
        name = word.lstrip("-")
        if name in ("maxdepth", "mindepth"):
            value = self._argument(word)
            if not value.isdecimal():
                raise CommandError(f"bad {word} '{value}'")
            if name == "maxdepth":
                self.max_depth = int(value)
            else:
                self.min_depth = int(value)
            return _always
        if name in ("depth", "d"):
            self.depth_first = True
            return _always
        if name in ("xdev", "mount", "noleaf", "true"):
            return _always
        if name in ("name", "iname", "path", "ipath", "wholename", "iwholename", "lname"):
            return self._pattern(name, self._argument(word))
        if name in ("regex", "iregex"):
            regex = compile_regex(self._argument(word), ignore_case=name[0] == "i")
            return _check(lambda entry: regex.fullmatch(entry.path) is not None)
        if name in _SIMPLE:
            return _check(
                self._simple(name, self._argument(word) if name not in ("empty", "nouser", "nogroup", "false") else "")
            )
        return self._action(word, name)

    def _pattern(self, name: str, text: str) -> Test:
        ignore = name.startswith("i")
        pattern = text_pattern(text)
        if ignore:
            pattern = re.compile(pattern.pattern, re.DOTALL | re.IGNORECASE)
        if name.endswith(("path", "wholename")):
            return _check(lambda entry: pattern.fullmatch(entry.path) is not None)
        if name == "lname":
            return _check(
                lambda entry: (
                    entry.found.is_link
                    and pattern.fullmatch(self.call.phone.files.readlink(full(self.call, entry.path))) is not None
                )
            )
        return _check(lambda entry: pattern.fullmatch(posixpath.basename(entry.path.rstrip("/")) or "/") is not None)

    def _simple(self, name: str, value: str) -> Callable[[_Entry], bool]:
        files = self.call.phone.files
        if name == "type":
            kinds = value.split(",")
            if any(kind not in _TYPES for kind in kinds):
                raise CommandError(f"bad -type '{value}'")
            wanted = {_TYPES[kind] for kind in kinds}
            return lambda entry: entry.found.mode >> 9 & 0o170 in wanted
        if name == "size":
            return _size(value)
        if name in ("mtime", "mmin", "ctime", "cmin", "atime", "amin"):
            unit = 86_400_000 if name.endswith("time") else 60_000
            compare = _compared(name, value)
            now = self.call.phone.clock.now_ms
            return lambda entry: compare((now - entry.found.mtime_ms) // unit)
        if name == "newer":
            try:
                than = files.stat(full(self.call, value), self.call.uid).mtime_ms
            except FileError as error:
                raise CommandError(f"'{value}': {error}") from error
            return lambda entry: entry.found.mtime_ms > than
        if name == "empty":
            return lambda entry: (
                (not files.listdir(full(self.call, entry.path)))
                if entry.found.is_dir
                else entry.found.is_file and not entry.found.size
            )
        if name in ("user", "group"):
            number = user_number(value)
            if number is None:
                raise CommandError(f"bad {name} '{value}'")
            return lambda entry: (entry.found.uid if name == "user" else entry.found.gid) == number
        if name == "perm":
            return _perm(value)
        if name in ("links", "inum"):
            compare = _compared(name, value)
            return lambda entry: compare(entry.found.nlink if name == "links" else entry.found.ino)
        return lambda entry: False

    def _action(self, word: str, name: str) -> Test:
        self.acts = self.acts or name not in ("prune",)
        out = self.call.out
        if name == "print":
            return _effect(lambda entry: out.line(entry.path))
        if name == "print0":
            return _effect(lambda entry: out.text(entry.path + "\0"))
        if name == "printf":
            layout = self._argument(word)
            return _effect(lambda entry: out.text(printf_find(self.call, layout, entry.path, entry.found, entry.depth)))
        if name == "prune":

            def prune(entry: _Entry) -> bool:
                entry.prune = True
                return True

            return _check(prune)
        if name == "quit":

            def stop(entry: _Entry) -> bool:
                raise _Stop

            return _check(stop)
        if name == "delete":
            self.depth_first = True
            return _check(self._delete)
        if name in ("exec", "execdir", "ok", "okdir"):
            return self._exec(word)
        raise CommandError(f"bad arg '{word}'")

    def _delete(self, entry: _Entry) -> bool:
        if entry.path == ".":
            return True
        try:
            self.call.phone.files.remove(full(self.call, entry.path), uid=self.call.uid)
        except FileError as error:
            self._complain(entry.path, error)
            return False
        return True

    def _exec(self, word: str) -> Test:
        argv: list[str] = []
        while True:
            if self.at >= len(self.words):
                raise CommandError(f"{word} without \\;")
            piece = self._argument(word)
            if piece == ";" or (piece == "+" and argv and argv[-1] == "{}"):
                break
            argv.append(piece)
        if piece == "+":
            paths: list[str] = []
            self.batches.append((argv, paths))
            return _effect(lambda entry: paths.append(entry.path))

        async def run(entry: _Entry) -> bool:
            return await self._call([one.replace("{}", entry.path) for one in argv]) == 0

        return run

    async def _call(self, argv: list[str]) -> int:
        return await self.call.shell.run_argv(argv, Input(), self.call.out, self.call.err)


_SIMPLE = frozenset(
    [
        "type",
        "size",
        "mtime",
        "mmin",
        "ctime",
        "cmin",
        "atime",
        "amin",
        "newer",
        "empty",
        "user",
        "group",
        "perm",
        "links",
        "inum",
        "nouser",
        "nogroup",
        "false",
    ]
)


async def _always(entry: _Entry) -> bool:
    return True


def _check(test: Callable[[_Entry], bool]) -> Test:
    async def run(entry: _Entry) -> bool:
        return test(entry)

    return run


def _effect(act: Callable[[_Entry], None]) -> Test:
    async def run(entry: _Entry) -> bool:
        act(entry)
        return True

    return run


def _either(left: Test, right: Test) -> Test:
    async def run(entry: _Entry) -> bool:
        return await left(entry) or await right(entry)

    return run


def _both(left: Test, right: Test) -> Test:
    async def run(entry: _Entry) -> bool:
        return await left(entry) and await right(entry)

    return run


def _negated(inner: Test) -> Test:
    async def run(entry: _Entry) -> bool:
        return not await inner(entry)

    return run


def _compared(name: str, value: str) -> Callable[[int], bool]:
    found = re.fullmatch(r"([-+]?)(\d+)", value)
    if not found:
        raise CommandError(f"bad -{name} '{value}'")
    number = int(found.group(2))
    return {"+": lambda one: one > number, "-": lambda one: one < number}.get(found.group(1), lambda one: one == number)


def _size(value: str) -> Callable[[_Entry], bool]:
    found = re.fullmatch(r"([-+]?\d+)([bcwkMG]?)", value)
    if not found:
        raise CommandError(f"bad -size '{value}'")
    unit = {"": 512, "b": 512, "c": 1, "w": 2, "k": 1024, "M": 1 << 20, "G": 1 << 30}[found.group(2)]
    compare = _compared("size", found.group(1))
    return lambda entry: compare(-(-entry.found.size // unit))


def _perm(value: str) -> Callable[[_Entry], bool]:
    kind = value[:1] if value[:1] in "-/" else ""
    bits = change_mode(value[len(kind) :], 0)
    if kind == "-":
        return lambda entry: entry.found.mode & bits == bits
    if kind == "/":
        return lambda entry: bool(entry.found.mode & bits) or not bits
    return lambda entry: entry.found.mode & 0o7777 == bits
