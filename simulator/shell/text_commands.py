"""Commands over lines: head, tail, wc, sort, uniq, cut, tr, rev, nl, paste, tac, seq, yes (toybox)."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from simulator.files import FileError
from simulator.shell.command import Invocation, command
from simulator.shell.options import CommandError, complain, each_input, full, integer, lines_of, options, usage
from simulator.shell.printing import unescape
from simulator.shell.streams import open_input


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
