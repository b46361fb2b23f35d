"""`sort` and `uniq` (toybox)."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from simulator.shell.command import Invocation, command
from simulator.shell.options import CommandError, each_input, full, lines_of, options
from simulator.shell.streams import open_output

_KEY = re.compile(r"(\d+)(?:\.(\d+))?([bdfginMrVxz]*)(?:,(\d+)(?:\.(\d+))?([bdfginMrVxz]*))?")


_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


class _SortKey:
    def __init__(self, text: str, separator: str | None, common: str) -> None:
        found = _KEY.fullmatch(text)
        if not found:
            raise CommandError(f"bad key '{text}'", 2)
        self.start, self.start_char = int(found.group(1)), int(found.group(2) or 0)
        self.end, self.end_char = int(found.group(4) or 0), int(found.group(5) or 0)
        own = found.group(3) + (found.group(6) or "")
        self.flags = own or common
        self.separator = separator

    def text(self, line: str) -> str:
        if self.separator is not None:
            spans, at = [], 0
            for piece in line.split(self.separator):
                spans.append((at, at + len(piece)))
                at += len(piece) + len(self.separator)
        else:
            spans = [found.span() for found in re.finditer(r"\s*\S+", line)]
        if self.start > len(spans):
            return ""
        begin = spans[self.start - 1][0] + max(self.start_char - 1, 0)
        end = len(line)
        if self.end and self.end <= len(spans):
            end = spans[self.end - 1][0] + self.end_char if self.end_char else spans[self.end - 1][1]
        return line[begin:end]


def _sort_value(text: str, flags: str) -> tuple[float | int, str | tuple[tuple[int, str], ...] | bytes]:
    if "b" in flags:
        text = text.lstrip()
    if "n" in flags:
        found = re.match(r"\s*-?[0-9]*\.?[0-9]*", text)
        try:
            return float(found.group() if found else 0), ""
        except ValueError:
            return 0, ""
    if "g" in flags:
        found = re.match(r"\s*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?", text)
        return (float(found.group()), "") if found else (float("-inf"), "")
    if "x" in flags:
        found = re.match(r"\s*(0[xX])?([0-9a-fA-F]+)", text)
        return (int(found.group(2), 16) if found else 0), ""
    if "M" in flags:
        name = text.strip()[:3].lower()
        return (_MONTHS.index(name) + 1 if name in _MONTHS else 0), ""
    if "h" in flags:
        found = re.match(r"\s*(-?[0-9.]+)([KMGTP]?)", text)
        return (
            float(found.group(1)) * 1024 ** "KMGTP".find(found.group(2) or "-")
            if found and found.group(2)
            else float(found.group(1))
            if found
            else 0
        ), ""
    if "V" in flags:
        return 0, tuple((int(piece), "") if piece.isdigit() else (-1, piece) for piece in re.findall(r"\d+|\D+", text))
    if "f" in flags:
        text = text.upper()
    if "d" in flags:
        text = "".join(char for char in text if char.isalnum() or char.isspace())
    if "i" in flags:
        text = "".join(char for char in text if char.isprintable())
    return 0, text.encode("utf-8", "surrogateescape")


def _by_key(key: _SortKey, line: str) -> Any:
    return _sort_value(key.text(line), key.flags)


@command("sort")
async def sort(call: Invocation) -> int:
    """`sort [-runbcdfghiMsVxz] [-t CHAR] [-k KEY] [-o FILE] [FILE…]`."""
    chosen = options(call, "bcCdfghik:Mmno:rsS:t:T:uVxz", long={"reverse": "r", "unique": "u"}, code=2)
    common = "".join(letter for letter in "bdfgihnMVx" if chosen.has(letter))
    keys = [_SortKey(text, chosen.flags.get("t"), common) for text in chosen.every.get("k", [])]
    reverse = chosen.has("r")
    failed: list[str] = []
    end = "\0" if chosen.has("z") else "\n"
    lines: list[str] = []
    async for _, data in each_input(call, chosen.args, failed):
        if chosen.has("z"):
            lines += [piece for piece in data.decode("utf-8", "surrogateescape").split("\0") if piece]
        else:
            lines += lines_of(data)
    if failed:
        return 2

    def keyed(line: str) -> tuple[object, ...]:
        return tuple(_sort_value(key.text(line), key.flags) for key in keys) if keys else (_sort_value(line, common),)

    ordered = list(lines)
    if not chosen.has("s") and not chosen.has("u"):
        ordered.sort(key=lambda line: line.encode("utf-8", "surrogateescape"), reverse=reverse)
    if keys:
        for key in reversed(keys):
            ordered.sort(key=partial(_by_key, key), reverse=reverse or "r" in key.flags)
    else:
        ordered.sort(key=keyed, reverse=reverse)
    if chosen.has("u"):
        unique: list[str] = []
        for line in ordered:
            if not unique or keyed(unique[-1]) != keyed(line):
                unique.append(line)
        ordered = unique
    if chosen.has("c") or chosen.has("C"):
        for number, (line, wanted) in enumerate(zip(lines, ordered, strict=False), 1):
            if line != wanted:
                if chosen.has("c"):
                    call.err.line(f"sort: {(chosen.args or ['-'])[0]}:{number + 1}: Check line {number + 1}")
                return 1
        return 0
    text = "".join(line + end for line in ordered)
    if chosen.has("o"):
        open_output(call.phone.files, full(call, chosen.flags["o"]), call.uid).text(text)
    else:
        call.out.text(text)
    return 0


@command("uniq")
async def uniq(call: Invocation) -> int:
    """`uniq [-cduiz] [-w CHARS] [-s CHARS] [-f FIELDS] [IN [OUT]]`."""
    chosen = options(call, "cdf:is:uw:z")
    failed: list[str] = []
    lines: list[str] = []
    async for _, data in each_input(call, chosen.args[:1], failed):
        lines += lines_of(data)
    if failed:
        return 1

    def key(line: str) -> str:
        for _ in range(chosen.number("f", 0)):
            line = re.sub(r"^\s*\S+", "", line)
        line = line[chosen.number("s", 0) :]
        line = line[: chosen.number("w", len(line))]
        return line.lower() if chosen.has("i") else line

    groups: list[tuple[str, int]] = []
    for line in lines:
        if groups and key(groups[-1][0]) == key(line):
            groups[-1] = (groups[-1][0], groups[-1][1] + 1)
        else:
            groups.append((line, 1))
    out = call.out
    if len(chosen.args) > 1:
        out = open_output(call.phone.files, full(call, chosen.args[1]), call.uid)
    for line, count in groups:
        if (chosen.has("d") and count < 2) or (chosen.has("u") and count > 1):
            continue
        out.line(f"{count:>7} {line}" if chosen.has("c") else line)
    return 0
