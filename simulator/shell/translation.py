"""`tr` (toybox `tr.c`)."""

from __future__ import annotations

from collections.abc import Callable

from simulator.shell.command import Invocation, command
from simulator.shell.options import CommandError, options, usage
from simulator.shell.words import ansi_escape

_CLASSES: dict[str, Callable[[str], bool]] = {
    "alpha": str.isalpha, "digit": str.isdigit, "alnum": str.isalnum, "upper": str.isupper, "lower": str.islower,
    "space": str.isspace, "punct": lambda c: c.isprintable() and not c.isalnum() and c != " ",
    "blank": lambda c: c in " \t", "cntrl": lambda c: ord(c) < 32 or ord(c) == 127, "print": str.isprintable,
    "graph": lambda c: c.isprintable() and c != " ", "xdigit": lambda c: c in "0123456789abcdefABCDEF",
}  # fmt: skip


def _tr_set(text: str) -> list[str]:
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
