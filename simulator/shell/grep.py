"""`grep`, `egrep`, `fgrep` (toybox `grep.c`)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator

from simulator.files import FileError
from simulator.shell.command import Input, Invocation, command
from simulator.shell.options import CommandError, Options, complain, full, options
from simulator.shell.pattern import text_pattern
from simulator.shell.regex import compile_regex
from simulator.shell.streams import open_input

_LONG = {
    "extended-regexp": "E", "fixed-strings": "F", "ignore-case": "i", "invert-match": "v", "count": "c",
    "line-number": "n", "only-matching": "o", "quiet": "q", "silent": "q", "recursive": "r", "word-regexp": "w",
    "files-with-matches": "l", "files-without-match": "L", "after-context": "A", "before-context": "B", "context": "C",
    "regexp": "e", "file": "f", "max-count": "m", "no-messages": "s", "with-filename": "H", "no-filename": "h",
    "line-regexp": "x", "include": "M", "exclude": "S", "color": "O", "exclude-dir": "D", "text": "a", "byte-offset": "b",
}  # fmt: skip
Matcher = Callable[[str], Iterator[tuple[int, int]]]


@command("grep", "egrep", "fgrep")
async def grep(call: Invocation) -> int:
    """`grep [-EFivcnoqrRwxlLHhsbaz] [-A N] [-B N] [-C N] [-m N] [-e PATTERN] [-f FILE] [PATTERN] [FILE…]`."""
    chosen = options(call, "A:aB:bC:cD:Ee:Ff:hHiIlLM:m:noqO:rRsS:vwxyzZ", long=_LONG, code=2)
    patterns = [piece for text in chosen.every.get("e", []) for piece in text.split("\n")]
    args = list(chosen.args)
    for name in chosen.every.get("f", []):
        try:
            text = call.phone.files.read(full(call, name), call.uid).decode("utf-8", "surrogateescape")
        except FileError as error:
            raise CommandError(f"{name}: {error}", 2) from error
        patterns += text.removesuffix("\n").split("\n") if text else []
    if not chosen.has("e") and not chosen.has("f"):
        if not args:
            raise CommandError("no REGEX", 2)
        patterns = args.pop(0).split("\n")
    return await _Grep(call, chosen, _matcher(call, chosen, patterns), args).run()


def _matcher(call: Invocation, chosen: Options, patterns: list[str]) -> Matcher:
    name = call.argv[0].rpartition("/")[2]
    extended = chosen.has("E") or name == "egrep"
    fixed = chosen.has("F") or name == "fgrep"
    ignore = chosen.has("i") or chosen.has("y")
    compiled = [compile_regex(text, extended=extended, ignore_case=ignore, fixed=fixed) for text in patterns]
    whole, words = chosen.has("x"), chosen.has("w")

    def spans(line: str) -> Iterator[tuple[int, int]]:
        if whole:
            if any(one.fullmatch(line) for one in compiled):
                yield 0, len(line)
            return
        position = 0
        while position <= len(line):
            found = [match for one in compiled if (match := _search(one, line, position, words))]
            if not found:
                return
            best = min(found, key=lambda match: (match.start(), -match.end()))
            yield best.span()
            position = best.end() if best.end() > best.start() else best.end() + 1

    return spans


def _search(pattern: re.Pattern[str], line: str, position: int, words: bool) -> re.Match[str] | None:
    while (found := pattern.search(line, position)) is not None and words:
        before, after = (
            line[found.start() - 1 : found.start()] if found.start() else "",
            line[found.end() : found.end() + 1],
        )
        if not (before.isalnum() or before == "_" or after.isalnum() or after == "_") and found.end() > found.start():
            return found
        position = found.start() + 1
        if position > len(line):
            return None
    return found


class _Grep:
    def __init__(self, call: Invocation, chosen: Options, spans: Matcher, names: list[str]) -> None:
        self.call, self.chosen, self.spans, self.names = call, chosen, spans, names
        self.recursive = chosen.has("r") or chosen.has("R")
        self.after = chosen.number("A", chosen.number("C", 0))
        self.before = chosen.number("B", chosen.number("C", 0))
        self.limit = chosen.number("m", 1 << 60)
        self.named = (len(names) > 1 or self.recursive or chosen.has("H")) and not chosen.has("h")
        self.found = False
        self.trouble = False
        self.separated = False

    async def run(self) -> int:
        for name in self.names or (["."] if self.recursive else ["-"]):
            await self.path(name, top=True)
            if self.found and self.chosen.has("q"):
                return 0
        if self.trouble:
            return 2
        return 0 if self.found else 1

    async def path(self, name: str, *, top: bool) -> None:
        files, uid = self.call.phone.files, self.call.uid
        if name == "-" and top:
            await self.stream("(standard input)", self.call.stdin)
            return
        path = full(self.call, name)
        try:
            if files.is_dir(path, uid):
                if not self.recursive:
                    if not self.chosen.has("s"):
                        self.call.err.line(f"grep: {name}: Is a directory")
                    return
                for entry in files.listdir(path, uid):
                    inner = posixpath.join(name, entry)
                    if files.lstat(full(self.call, inner), uid).is_link and not self.chosen.has("R"):
                        continue
                    await self.path(inner, top=False)
                return
            base = posixpath.basename(name)
            if not top and not self._wanted(base):
                return
            await self.stream(name, open_input(files, path, uid))
        except FileError as error:
            self.trouble = True
            if not self.chosen.has("s"):
                complain(self.call, name, error)

    def _wanted(self, base: str) -> bool:
        included, excluded = self.chosen.every.get("M", []), self.chosen.every.get("S", [])
        if included and not any(text_pattern(one).fullmatch(base) for one in included):
            return False
        return not any(text_pattern(one).fullmatch(base) for one in excluded)

    async def stream(self, name: str, reader: Input) -> None:
        chosen, out = self.chosen, self.call.out
        number = count = offset = 0
        waiting: list[tuple[int, str, int]] = []
        showing = 0
        last_shown = 0
        quiet = chosen.has("c") or chosen.has("l") or chosen.has("L") or chosen.has("q")
        while raw := await reader.read_line():
            number += 1
            line = raw.decode("utf-8", "surrogateescape").removesuffix("\n")
            matches = list(self.spans(line)) if chosen.has("o") and not chosen.has("v") else None
            hit = bool(matches) if matches is not None else (next(self.spans(line), None) is not None)
            if hit != chosen.has("v"):
                count += 1
                self.found = True
                if chosen.has("q") or chosen.has("l") or chosen.has("L"):
                    break
                if not quiet:
                    first = waiting[0][0] if waiting else number
                    if (self.before or self.after) and first > last_shown + 1 and self.separated:
                        out.line("--")
                    self.separated = True
                    for earlier, text, place in waiting:
                        self.show(name, earlier, text, "-", place)
                    waiting.clear()
                    if chosen.has("o"):
                        for start, end in matches or []:
                            if end > start:
                                self.show(name, number, line[start:end], ":", offset + start)
                    else:
                        self.show(name, number, line, ":", offset)
                    last_shown = number
                    showing = self.after
                if count >= self.limit:
                    break
            elif not quiet:
                if showing:
                    self.show(name, number, line, "-", offset)
                    last_shown = number
                    showing -= 1
                elif self.before:
                    waiting.append((number, line, offset))
                    del waiting[: -self.before]
            offset += len(raw)
            if number % 2048 == 0:
                await out.drain()
        if (chosen.has("l") and count) or (chosen.has("L") and not count):
            out.line(name)
        elif chosen.has("c"):
            out.line((f"{name}:" if self.named else "") + str(count))

    def show(self, name: str, number: int, text: str, mark: str, offset: int) -> None:
        head = f"{name}{mark}" if self.named else ""
        head += f"{number}{mark}" if self.chosen.has("n") else ""
        head += f"{offset}{mark}" if self.chosen.has("b") else ""
        self.call.out.line(head + text)
