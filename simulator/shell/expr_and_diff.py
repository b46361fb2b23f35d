"""`expr` and `diff` (toybox `expr.c`, `diff.c`)."""

from __future__ import annotations

import difflib
import posixpath
import re

from simulator.files import FileError
from simulator.shell.command import Invocation, command
from simulator.shell.options import CommandError, complain, full, options
from simulator.shell.regex import compile_regex

_LEVELS = (("|",), ("&",), ("=", "==", ">", ">=", "<", "<=", "!="), ("+", "-"), ("*", "/", "%"), (":",))


@command("expr")
def expr(call: Invocation) -> int:
    """`expr EXPRESSION`: prints its value; 1 where it is empty or 0, 2 where it is malformed."""
    if not call.args:
        raise CommandError('Needs 1 argument (see "expr --help")', 2)
    reader = _Expr(call.args)
    value = reader.level(0)
    if reader.at < len(call.args):
        raise CommandError("syntax error", 2)
    call.out.line(value)
    return int(value in ("", "0") or re.fullmatch(r"-?0+", value) is not None)


class _Expr:
    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.at = 0

    def level(self, depth: int) -> str:
        if depth == len(_LEVELS):
            return self.primary()
        left = self.level(depth + 1)
        while self.at < len(self.words) and self.words[self.at] in _LEVELS[depth]:
            op = self.words[self.at]
            self.at += 1
            left = self.apply(op, left, self.level(depth + 1))
        return left

    def primary(self) -> str:
        if self.at >= len(self.words):
            raise CommandError("syntax error", 2)
        word = self.words[self.at]
        self.at += 1
        if word == "(":
            value = self.level(0)
            if self.at >= len(self.words) or self.words[self.at] != ")":
                raise CommandError("syntax error", 2)
            self.at += 1
            return value
        return word

    def apply(self, op: str, left: str, right: str) -> str:
        if op == "|":
            return left if left not in ("", "0") else right or "0"
        if op == "&":
            return left if left not in ("", "0") and right not in ("", "0") else "0"
        if op == ":":
            found = compile_regex(right).match(left)
            if compile_regex(right).groups:
                return (found.group(1) or "") if found else ""
            return str(found.end() if found else 0)
        numbers = [int(text) for text in (left, right) if re.fullmatch(r"-?[0-9]+", text)]
        if op in _LEVELS[2]:
            one, two = (numbers[0], numbers[1]) if len(numbers) == 2 else ((left > right) - (left < right), 0)
            results = {
                "=": one == two,
                "==": one == two,
                "!=": one != two,
                "<": one < two,
                "<=": one <= two,
                ">": one > two,
            }
            return str(int(results.get(op, one >= two)))
        if len(numbers) != 2:
            raise CommandError("non-integer argument", 2)
        one, two = numbers
        if op in "/%":
            if not two:
                raise CommandError("division by zero", 2)
            quotient = abs(one) // abs(two) * (1 if (one < 0) == (two < 0) else -1)
            return str(quotient if op == "/" else one - quotient * two)
        return str({"+": one + two, "-": one - two, "*": one * two}[op])


@command("diff")
async def diff(call: Invocation) -> int:
    """`diff [-abBdiNqrTstuw] [-U LINES] [-L LABEL] FILE1 FILE2`, in the unified format."""
    chosen = options(
        call,
        "abBdiL:NqrsS:tTuU:wX:",
        least=2,
        code=2,
        long={"brief": "q", "recursive": "r", "unified": "u", "ignore-case": "i", "label": "L"},
    )
    if len(chosen.args) > 2:
        raise CommandError("Max 2 arguments", 2)
    return await _Diff(call, chosen.flags, chosen.every.get("L", [])).pair(*chosen.args)


class _Diff:
    def __init__(self, call: Invocation, flags: dict[str, str], labels: list[str]) -> None:
        self.call, self.flags, self.labels = call, flags, labels
        self.context = int(flags["U"]) if flags.get("U", "").isdecimal() else 3

    async def pair(self, one: str, two: str) -> int:
        files, uid = self.call.phone.files, self.call.uid
        folders = [name != "-" and files.is_dir(full(self.call, name), uid) for name in (one, two)]
        if folders == [True, True]:
            return await self.folders(one, two)
        if folders[0]:
            one = posixpath.join(one, posixpath.basename(two))
        elif folders[1]:
            two = posixpath.join(two, posixpath.basename(one))
        texts: list[bytes] = []
        for name in (one, two):
            try:
                texts.append(
                    await self.call.stdin.read_all() if name == "-" else files.read(full(self.call, name), uid)
                )
            except FileError as error:
                if "N" in self.flags and error.name == "ENOENT":
                    texts.append(b"")
                    continue
                complain(self.call, name, error)
                return 2
        return self.texts(one, two, texts)

    def normal(self, line: str) -> str:
        line = line.lower() if "i" in self.flags else line
        if "w" in self.flags:
            return re.sub(r"\s+", "", line)
        return re.sub(r"\s+", " ", line).rstrip() if "b" in self.flags else line

    def texts(self, one: str, two: str, texts: list[bytes]) -> int:
        out = self.call.out
        lines = [text.decode("utf-8", "surrogateescape").splitlines(keepends=True) for text in texts]
        keys = [[self.normal(line) for line in each] for each in lines]
        if keys[0] == keys[1]:
            if "s" in self.flags:
                out.line(f"Files {one} and {two} are identical")
            return 0
        if "q" in self.flags:
            out.line(f"Files {one} and {two} differ")
            return 1
        labels = [*self.labels, *(one, two)[len(self.labels) :]]
        out.line(f"--- {labels[0]}\n+++ {labels[1]}")
        for group in difflib.SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_grouped_opcodes(self.context):
            spans = [(group[0][1], group[-1][2]), (group[0][3], group[-1][4])]
            shown = [
                f"{start + (end > start)}" + (f",{end - start}" if end - start != 1 else "") for start, end in spans
            ]
            out.line(f"@@ -{shown[0]} +{shown[1]} @@")
            for kind, first, last, start, end in group:
                for line in lines[0][first:last]:
                    self.line(" " if kind == "equal" else "-", line)
                for line in lines[1][start:end] if kind != "equal" else []:
                    self.line("+", line)
        return 1

    def line(self, mark: str, line: str) -> None:
        self.call.out.text(mark + line + ("" if line.endswith("\n") else "\n\\ No newline at end of file\n"))

    async def folders(self, one: str, two: str) -> int:
        files, uid, code = self.call.phone.files, self.call.uid, 0
        names = [set(files.listdir(full(self.call, folder), uid)) for folder in (one, two)]
        for name in sorted(names[0] | names[1]):
            for folder, there in ((one, name in names[0]), (two, name in names[1])):
                if not there and "N" not in self.flags:
                    other = two if folder == one else one
                    self.call.out.line(f"Only in {other}: {name}")
                    code = max(code, 1)
                    break
            else:
                left, right = posixpath.join(one, name), posixpath.join(two, name)
                if all(files.is_dir(full(self.call, path), uid) for path in (left, right)) and "r" not in self.flags:
                    self.call.out.line(f"Common subdirectories: {left} and {right}")
                    continue
                code = max(code, await self.pair(left, right))
        return code
