"""The builtin `read`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from simulator.shell.command import Invocation
from simulator.shell.streams import Stream
from simulator.shell.variables import IDENTIFIER

if TYPE_CHECKING:
    from simulator.shell.interpreter import Shell
from simulator.shell.builtin import builtin, fail


@builtin("read")
async def _read(shell: Shell, call: Invocation) -> int:
    args, options, names = list(call.args), {}, []
    while args:
        arg = args.pop(0)
        if arg == "--" or not arg.startswith("-") or len(arg) == 1:
            names = ([] if arg == "--" else [arg]) + args
            break
        letter = arg[1]
        if letter in "utndNp":
            options[letter] = arg[2:] or (args.pop(0) if args else "")
        else:
            options.update(dict.fromkeys(arg[1:], ""))
    stream = shell.streams.get(int(options["u"])) if options.get("u", "").isdigit() else Stream(call.stdin)
    if stream is None or stream.reader is None:
        return fail(shell, call, f"-u: {options.get('u', '0')}: bad file descriptor")
    for name in names:
        if not IDENTIFIER.fullmatch(name):
            return fail(shell, call, f"{name}: not an identifier", 2)
    try:
        async with asyncio.timeout(float(options["t"]) if options.get("t") else None):
            text, complete = await _line(stream, options, raw="r" in options)
    except (TimeoutError, ValueError):
        return 1
    _distribute(shell, text, names, options)
    return 0 if complete else 1


async def _line(stream: Stream, options: dict[str, str], *, raw: bool) -> tuple[str, bool]:
    """(text with escaped characters marked by a NUL before them, whether its end was there)."""
    assert stream.reader is not None
    if "n" in options or "N" in options:
        wanted = int(options.get("N") or options.get("n") or 1)
        data = b""
        while len(data) < wanted:
            byte = await stream.reader.read(1)
            if not byte or (byte == b"\n" and "N" not in options):
                return data.decode("utf-8", "surrogateescape"), bool(byte)
            data += byte
        return data.decode("utf-8", "surrogateescape"), True
    data = b""
    while True:
        if "d" in options:
            end = options["d"][:1].encode() or b"\0"
            while (byte := await stream.reader.read(1)) and byte != end:
                data += byte
            complete = bool(byte)
        else:
            piece = await stream.reader.read_line()
            complete = piece.endswith(b"\n")
            data += piece[:-1] if complete else piece
        tail = len(data) - len(data.rstrip(b"\\"))
        if raw or not complete or tail % 2 == 0:
            break
        data = data[:-1]
    text = data.decode("utf-8", "surrogateescape").replace("\0", "")
    if raw:
        return text, complete
    out: list[str] = []
    position = 0
    while position < len(text):
        if text[position] == "\\" and position + 1 < len(text):
            out.append("\0" + text[position + 1])
            position += 2
        else:
            out.append(text[position] if text[position] != "\\" else "")
            position += 1
    return "".join(out), complete


def _distribute(shell: Shell, text: str, names: list[str], options: dict[str, str]) -> None:
    chars: list[tuple[str, bool]] = []
    position = 0
    while position < len(text):
        escaped = text[position] == "\0" and position + 1 < len(text)
        position += escaped
        chars.append((text[position], escaped))
        position += 1
    separators = shell.separators()
    if "N" in options:
        separators = ""

    def blank(at: int) -> bool:
        return chars[at][0] in separators and not chars[at][1] and chars[at][0] in " \t\n"

    start, end = 0, len(chars)
    while start < end and blank(start):
        start += 1
    while end > start and blank(end - 1):
        end -= 1
    chars = chars[start:end]
    names = names or ["REPLY"]
    if "A" in options or "a" in options:
        pieces: list[str] = []
        while chars:
            piece, chars = _field(chars, separators)
            pieces.append(piece)
        shell.vars.set_array(names[0], pieces)
        return
    for name in names[:-1]:
        piece, chars = _field(chars, separators)
        shell.vars.set(name, piece)
    rest = "".join(char for char, _ in chars)
    if len(chars) > 1 and chars[-1][0] in separators and not chars[-1][1]:
        first, remaining = _field(chars, separators)
        rest = first if not remaining else rest
    shell.vars.set(names[-1], rest)


def _field(chars: list[tuple[str, bool]], separators: str) -> tuple[str, list[tuple[str, bool]]]:
    at = 0
    while at < len(chars) and not (chars[at][0] in separators and not chars[at][1]):
        at += 1
    piece = "".join(char for char, _ in chars[:at])
    hard = False
    while at < len(chars) and chars[at][0] in separators and not chars[at][1]:
        if chars[at][0] not in " \t\n":
            if hard:
                break
            hard = True
        at += 1
    return piece, chars[at:]
