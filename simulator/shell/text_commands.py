"""Commands over lines: head, tail, wc, sort, uniq, cut, tr, rev, nl, paste, tac, seq, yes (toybox)."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from functools import partial
from typing import Any

from simulator.files import FileError
from simulator.shell.command import Invocation, command
from simulator.shell.options import CommandError, complain, each_input, full, integer, lines_of, options, usage
from simulator.shell.streams import open_input, open_output


@command("head")
async def head(call: Invocation) -> int:
    """`head [-qv] [-n LINES] [-c BYTES] [FILE…]`."""
    chosen = options(call, "c:n:qv", digits="n")
    count = chosen.number("c", 0) if chosen.has("c") else chosen.number("n", 10)
    if count < 0:
        raise usage(call, f"-{'c' if chosen.has('c') else 'n'} < 0")
    code = 0
    names = chosen.args or ["-"]
    for position, name in enumerate(names):
        try:
            reader = call.stdin if name == "-" else open_input(call.phone.files, full(call, name), call.uid)
        except FileError as error:
            code = complain(call, name, error)
            continue
        if (len(names) > 1 and not chosen.has("q")) or chosen.has("v"):
            call.out.line(("\n" if position else "") + f"==> {name} <==")
        if chosen.has("c"):
            left = count
            while left > 0 and (data := await reader.read(min(left, 65536))):
                call.out.write(data)
                left -= len(data)
        else:
            for _ in range(count):
                line = await reader.read_line()
                if not line:
                    break
                call.out.write(line)
    return code


@command("tail")
async def tail(call: Invocation) -> int:
    """`tail [-n [+]LINES] [-c [+]BYTES] [-f] [FILE…]`; -f follows the last file until it is stopped."""
    chosen = options(call, "c:fFn:qs:v", digits="n")
    text = chosen.flags.get("c", chosen.flags.get("n", "10"))
    from_start, count = text.startswith("+"), abs(integer(text.lstrip("+-") or "10"))
    failed: list[str] = []
    position, seen = 0, 0
    async for name, data in each_input(call, chosen.args, failed):
        if len(chosen.args) > 1 and not chosen.has("q"):
            call.out.line(("\n" if position else "") + f"==> {name} <==")
        position += 1
        seen = len(data)
        if chosen.has("c"):
            call.out.write(data[max(count - 1, 0) :] if from_start else data[len(data) - min(count, len(data)) :])
            continue
        lines = data.split(b"\n")
        lines = [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
        call.out.write(
            b"".join(lines[max(count - 1, 0) :] if from_start else lines[len(lines) - min(count, len(lines)) :])
        )
    if (chosen.has("f") or chosen.has("F")) and chosen.args and chosen.args[-1] != "-":
        while True:
            await call.phone.clock.sleep(0.1)
            await call.out.drain()
            data = call.phone.files.read(full(call, chosen.args[-1]), call.uid)
            call.out.write(data[seen:])
            seen = len(data)
    return int(bool(failed))


@command("wc")
async def wc(call: Invocation) -> int:
    """`wc [-lwcm] [FILE…]`."""
    chosen = options(call, "clmw", long={"lines": "l", "words": "w", "bytes": "c", "chars": "m"})
    shown = [letter for letter in "lwmc" if chosen.has(letter)] or ["l", "w", "c"]
    failed: list[str] = []
    totals = dict.fromkeys(shown, 0)
    width = 0 if len(shown) == 1 and len(chosen.args) <= 1 else 7
    if chosen.args and len(chosen.args) == 1:
        width = 0
    async for name, data in each_input(call, chosen.args, failed):
        counts = {
            "l": data.count(b"\n"),
            "w": len(data.split()),
            "c": len(data),
            "m": len(data.decode("utf-8", "replace")),
        }
        for letter in shown:
            totals[letter] += counts[letter]
        _wc_line(call, [counts[letter] for letter in shown], name if chosen.args else "", width)
    if len(chosen.args) > 1:
        _wc_line(call, [totals[letter] for letter in shown], "total", width)
    return int(bool(failed))


def _wc_line(call: Invocation, numbers: list[int], name: str, width: int) -> None:
    call.out.line(" ".join(f"{number:>{width}}" for number in numbers) + (f" {name}" if name else ""))


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


def ranges(text: str) -> list[tuple[int, int]]:
    """`1,3-5,7-` as pairs of first and last, from 1. CommandError where it is none."""
    result: list[tuple[int, int]] = []
    for piece in text.split(","):
        found = re.fullmatch(r"(\d*)(-?)(\d*)", piece)
        if not found or not (found.group(1) or found.group(3)) or found.group(1) == "0":
            raise CommandError(f"bad range '{text}'")
        first = int(found.group(1) or 1)
        last = int(found.group(3)) if found.group(3) else ((1 << 31) if found.group(2) else first)
        if last < first:
            raise CommandError(f"bad range '{text}'")
        result.append((first, last))
    return result


@command("cut")
async def cut(call: Invocation) -> int:
    """`cut -b|-c|-f LIST [-d DELIM] [-O DELIM] [-Ds] [-F LIST] [FILE…]`."""
    chosen = options(call, "b:c:C:d:Df:F:nO:s", long={"output-delimiter": "O"})
    letter = next((one for one in "bcCfF" if chosen.has(one)), None)
    if letter is None:
        raise usage(call, "Needs -CFfcb")
    wanted = ranges(chosen.flags[letter])
    if not chosen.has("D"):
        wanted = _merged(wanted)
    failed: list[str] = []
    async for _, data in each_input(call, chosen.args, failed):
        for line in lines_of(data):
            if letter in "fF":
                text = _cut_fields(line, wanted, chosen.flags, letter == "F")
                if text is not None:
                    call.out.line(text)
            elif letter == "b":
                raw = line.encode("utf-8", "surrogateescape")
                call.out.write(b"".join(raw[first - 1 : last] for first, last in wanted) + b"\n")
            else:
                call.out.line("".join(line[first - 1 : last] for first, last in wanted))
    return int(bool(failed))


def _merged(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    result: list[tuple[int, int]] = []
    for first, last in sorted(pairs):
        if result and first <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(last, result[-1][1]))
        else:
            result.append((first, last))
    return result


def _cut_fields(line: str, wanted: list[tuple[int, int]], flags: dict[str, str], by_regex: bool) -> str | None:
    delimiter = flags.get("d", r"[ \t][ \t]*" if by_regex else "\t")
    pieces = re.split(delimiter, line) if by_regex else line.split(delimiter) if delimiter else [line]
    if len(pieces) == 1:
        return None if "s" in flags else line
    joiner = flags.get("O", " " if by_regex else delimiter)
    return joiner.join(joiner.join(pieces[first - 1 : last]) for first, last in wanted if pieces[first - 1 : last])


_CLASSES: dict[str, Callable[[str], bool]] = {
    "alpha": str.isalpha, "digit": str.isdigit, "alnum": str.isalnum, "upper": str.isupper, "lower": str.islower,
    "space": str.isspace, "punct": lambda c: c.isprintable() and not c.isalnum() and c != " ",
    "blank": lambda c: c in " \t", "cntrl": lambda c: ord(c) < 32 or ord(c) == 127, "print": str.isprintable,
    "graph": lambda c: c.isprintable() and c != " ", "xdigit": lambda c: c in "0123456789abcdefABCDEF",
}  # fmt: skip


def _tr_set(text: str) -> list[str]:
    from simulator.shell.words import ansi_escape

    chars: list[str] = []
    at = 0
    while at < len(text):
        if text.startswith("[:", at) and (end := text.find(":]", at)) > 0 and text[at + 2 : end] in _CLASSES:
            check = _CLASSES[text[at + 2 : end]]
            chars += [chr(code) for code in range(128) if check(chr(code))]
            at = end + 2
            continue
        if text.startswith("[=", at) and text[at + 3 : at + 5] == "=]":
            chars.append(text[at + 2])
            at += 5
            continue
        char, at = (text[at], at + 1) if text[at] != "\\" or at + 1 >= len(text) else ansi_escape(text, at + 1)
        if at + 1 < len(text) and text[at] == "-":
            last, at = (
                (text[at + 1], at + 2) if text[at + 1] != "\\" or at + 2 >= len(text) else ansi_escape(text, at + 2)
            )
            if ord(last) < ord(char):
                raise CommandError(f"{char}-{last}: decreasing range")
            if ord(last) - ord(char) > 100_000:
                raise CommandError(f"{char}-{last}: range too large")
            chars += [chr(code) for code in range(ord(char), ord(last) + 1)]
        else:
            chars.append(char)
    return chars


@command("tr")
async def tr(call: Invocation) -> int:
    """`tr [-cCdst] SET1 [SET2]` (classes, ranges, escapes)."""
    chosen = options(call, "cCdst", least=1, stop=True)
    sets = [_tr_set(text) for text in chosen.args[:2]]
    complement, delete, squeeze = chosen.has("c") or chosen.has("C"), chosen.has("d"), chosen.has("s")
    if len(sets) == 1 and not delete and not squeeze:
        raise usage(call, "Needs 2 arguments")
    first = set(sets[0])
    second = sets[1] if len(sets) > 1 else []
    squeezed = set(second if len(sets) > 1 else sets[0])
    table = (
        {}
        if delete or not second or complement
        else dict(
            zip(
                sets[0][::-1],
                (second + [second[-1]] * max(len(sets[0]) - len(second), 0))[: len(sets[0])][::-1],
                strict=True,
            )
        )
    )
    last = ""
    while data := await _whole_characters(call):
        out: list[str] = []
        for char in data:
            inside = (char in first) != complement
            if delete and inside:
                continue
            if not delete and second and inside:
                char = second[-1] if complement else table.get(char, char)
            if squeeze and char == last and ((char in squeezed) != (complement and len(sets) == 1)):
                continue
            last = char
            out.append(char)
        call.out.text("".join(out))
        await call.out.drain()
    return 0


async def _whole_characters(call: Invocation) -> str:
    """Some of stdin, cut between characters."""
    data = await call.stdin.read()
    while data and len(data) < 1 << 20:
        try:
            data[-4:].decode("utf-8", "strict") if data[-1] >= 0xC0 else None
        except UnicodeDecodeError:
            more = await call.stdin.read(1)
            if not more:
                break
            data += more
            continue
        if data[-1] < 0xC0 and data[-1] >= 0x80 and (more := await _finish(call, data)):
            data += more
        break
    return data.decode("utf-8", "surrogateescape")


async def _finish(call: Invocation, data: bytes) -> bytes:
    lead = next((at for at in range(len(data) - 1, max(len(data) - 5, -1), -1) if data[at] >= 0xC0), None)
    if lead is None:
        return b""
    wanted = 2 if data[lead] < 0xE0 else 3 if data[lead] < 0xF0 else 4
    more = b""
    while len(data) + len(more) - lead < wanted and (byte := await call.stdin.read(1)):
        more += byte
    return more


@command("rev")
async def rev(call: Invocation) -> int:
    """`rev [FILE…]`."""
    failed: list[str] = []
    async for _, data in each_input(call, options(call, "").args, failed):
        for line in lines_of(data):
            call.out.line(line[::-1])
    return int(bool(failed))


@command("tac")
async def tac(call: Invocation) -> int:
    """`tac [FILE…]`."""
    failed: list[str] = []
    async for _, data in each_input(call, options(call, "").args, failed):
        for line in reversed(lines_of(data)):
            call.out.line(line)
    return int(bool(failed))


@command("nl")
async def nl(call: Invocation) -> int:
    """`nl [-E] [-b a|t|n] [-n ln|rn|rz] [-s SEP] [-v START] [-w WIDTH] [FILE…]`."""
    chosen = options(call, "b:En:l:s:v:w:")
    number, width = chosen.number("v", 1), chosen.number("w", 6)
    body, side = chosen.flags.get("b", "t"), chosen.flags.get("n", "rn")
    failed: list[str] = []
    async for _, data in each_input(call, chosen.args, failed):
        for line in lines_of(data):
            if body == "a" or (body == "t" and line):
                shown = {"ln": f"{number:<{width}}", "rz": f"{number:0{width}d}"}.get(side, f"{number:>{width}}")
                call.out.line(shown + chosen.flags.get("s", "\t") + line)
                number += 1
            else:
                call.out.line(" " * (width + len(chosen.flags.get("s", "\t"))) + line)
    return int(bool(failed))


@command("paste")
async def paste(call: Invocation) -> int:
    """`paste [-s] [-d DELIMS] FILE…`."""
    from simulator.shell.printing import unescape

    chosen = options(call, "d:s")
    delimiters = list(unescape(chosen.flags.get("d", "\t"), zero_octal=False)[0]) or [""]
    failed: list[str] = []
    columns: list[list[str]] = []
    async for _, data in each_input(call, chosen.args, failed):
        columns.append(lines_of(data))
    rows = (
        columns
        if chosen.has("s")
        else [
            [column[at] if at < len(column) else "" for column in columns]
            for at in range(max(map(len, columns), default=0))
        ]
    )
    for row in rows:
        text = row[0] if row else ""
        for at, cell in enumerate(row[1:]):
            text += delimiters[at % len(delimiters)] + cell
        call.out.line(text)
    return int(bool(failed))


@command("seq")
async def seq(call: Invocation) -> int:
    """`seq [-w] [-f FORMAT] [-s SEP] [FIRST] [STEP] LAST`."""
    words = call.args
    flags: dict[str, str] = {}
    while words and re.fullmatch(r"-[wsf].*", words[0]):
        letter, value = words[0][1], words[0][2:]
        words = words[1:]
        if letter == "w":
            flags["w"] = ""
        elif value:
            flags[letter] = value
        elif words:
            flags[letter], words = words[0], words[1:]
    if not 1 <= len(words) <= 3:
        raise usage(call, "Needs 1 argument" if not words else "Max 3 arguments")
    try:
        numbers = [Decimal(word) for word in words]
    except InvalidOperation:
        raise CommandError(f"bad number {' '.join(words)}") from None
    begin, step, final = (
        (numbers[0] if len(numbers) > 1 else Decimal(1)),
        (numbers[1] if len(numbers) > 2 else Decimal(1)),
        numbers[-1],
    )
    places = max((-int(number.as_tuple().exponent) for number in numbers[: max(len(numbers) - 1, 1)]), default=0)
    places = max(places, 0)
    width = max(len(f"{number:.{places}f}") for number in (begin, final)) if "w" in flags else 0
    separator, position, started = flags.get("s", "\n"), 0, False
    while step and ((step > 0 and begin + position * step <= final) or (step < 0 and begin + position * step >= final)):
        at = begin + position * step
        shown = flags["f"] % float(at) if "f" in flags else f"{at:.{places}f}".zfill(width)
        call.out.text((separator if started else "") + shown)
        started = True
        position += 1
        if position % 512 == 0:
            await call.out.drain()
    if started:
        call.out.text("\n")
    return 0


@command("yes")
async def yes(call: Invocation) -> int:
    """`yes [TEXT…]`, until nobody reads."""
    block = (" ".join(call.args or ["y"]) + "\n").encode("utf-8", "surrogateescape") * 64
    while True:
        call.out.write(block)
        await call.out.drain()
