"""`echo` as Android's mksh has it, and `printf` as toybox has it."""

from __future__ import annotations

import re

from simulator.shell.command import Invocation, command
from simulator.shell.words import byte_text

_ESCAPES = {
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "\\": "\\",
    "e": "\x1b",
    "E": "\x1b",
}
_DIRECTIVE = re.compile(
    r"%(?P<flags>[-+ #0']*)(?P<width>\*|[0-9]+)?(?:\.(?P<precision>\*|[0-9]*))?(?:hh|h|ll|l|j|z|t|L)?(?P<kind>.)?",
    re.DOTALL,
)
_BOUND = 1 << 64


def unescape(text: str, *, zero_octal: bool, echoes: bool = False) -> tuple[str, bool]:
    """(text with its backslash escapes read, whether it had `\\c`). `zero_octal` asks for `\\0NNN` (echo, %b).

    `\\c` ends the text, but mksh's echo goes on behind it and only leaves the line feed out.
    """
    if "\\" not in text:
        return text, False
    out: list[str] = []
    stopped = False
    position = 0
    while position < len(text):
        char = text[position]
        position += 1
        if char != "\\" or position >= len(text):
            out.append(char)
            continue
        letter = text[position]
        if letter == "c":
            stopped = True
            if not echoes:
                break
            position += 1
            continue
        if letter in _ESCAPES:
            out.append(_ESCAPES[letter])
            position += 1
        elif letter == "x" and (found := re.compile("[0-9a-fA-F]{1,2}").match(text, position + 1)):
            out.append(byte_text(int(found.group(), 16)))
            position = found.end()
        elif letter in "uU" and (
            found := re.compile("[0-9a-fA-F]{1,4}" if letter == "u" else "[0-9a-fA-F]{1,8}").match(text, position + 1)
        ):
            number = int(found.group(), 16)
            out.append(chr(number) if number <= 0x10FFFF and not 0xD800 <= number < 0xE000 else "\ufffd")
            position = found.end()
        elif (letter == "0" or not zero_octal) and (
            found := re.compile("0?[0-7]{1,3}" if zero_octal else "[0-7]{1,3}").match(text, position)
        ):
            out.append(byte_text(int(found.group(), 8)))
            position = found.end()
        else:
            out.append("\\" + letter)
            position += 1
    return _joined(out), stopped


def _joined(pieces: list[str]) -> str:
    """Bytes written one by one may make a character together."""
    return "".join(pieces).encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


@command("echo")
def echo(call: Invocation) -> int:
    """`echo [-neE] TEXT…`: reads backslash escapes unless -E, as mksh's does."""
    args = call.args
    escapes, newline, position = True, True, 0
    while position < len(args) and re.fullmatch(r"-[neE]+", args[position]):
        for letter in args[position][1:]:
            if letter == "n":
                newline = False
            else:
                escapes = letter == "e"
        position += 1
    text = " ".join(args[position:])
    if escapes:
        text, stopped = unescape(text, zero_octal=True, echoes=True)
        newline = newline and not stopped
    call.out.text(text + "\n" if newline else text)
    return 0


class _Stop(Exception):
    """`\\c`, or an error that ends printing."""


class _Printer:
    def __init__(self, call: Invocation) -> None:
        self.call = call
        self.layout, *self.arguments = call.args if call.args[0] != "--" else call.args[1:]
        self.used = 0
        self.code = 0

    def take(self) -> str | None:
        if self.used >= len(self.arguments):
            self.used += 1
            return None
        self.used += 1
        return self.arguments[self.used - 1]

    def number(self, text: str | None) -> int:
        if not text:
            return 0
        if text[0] in "'\"":
            return ord(text[1]) if len(text) > 1 else 0
        found = re.match(r"\s*([+-]?)(0[xX][0-9a-fA-F]+|[0-9]+)", text)
        if not found or found.end() != len(text):
            self.call.err.line(f"printf: bad number '{text}'")
            self.code = 1
            if not found:
                return 0
        digits = found.group(2)
        octal = len(digits) > 1 and digits[0] == "0" and digits.isdigit()
        base = 16 if digits[:2] in ("0x", "0X") else 8 if octal else 10
        try:
            value = int(digits, base)
        except ValueError:
            value = int(re.match("[0-7]*", digits).group() or "0", 8)  # type: ignore[union-attr]
        return -value if found.group(1) == "-" else value

    def real(self, text: str | None) -> float:
        if not text:
            return 0.0
        try:
            return float(text)
        except ValueError:
            return float(self.number(text))

    def directive(self, found: re.Match[str]) -> str:
        kind = found.group("kind")
        flags, width, precision = found.group("flags"), found.group("width"), found.group("precision")
        if kind == "%":
            return "%"
        if width == "*":
            wide = self.number(self.take())
            flags, width = (flags + "-", str(-wide)) if wide < 0 else (flags, str(wide))
        if precision == "*":
            asked = self.number(self.take())
            precision = str(asked) if asked >= 0 else None
        flags = flags.replace("'", "")
        layout = f"%{flags}{min(int(width), 100_000) if width else ''}" + (
            "" if precision is None else f".{min(int(precision or 0), 10_000)}"
        )
        if kind in ("s", "b", "c"):
            text = self.take() or ""
            stopped = False
            if kind == "b":
                text, stopped = unescape(text, zero_octal=True)
            elif kind == "c":
                text = text[:1]
            shown = (layout.replace("0", "", 1) if "0" in flags else layout) + "s"
            if stopped:
                raise _Stop(shown % text)
            return shown % text
        if kind in ("d", "i"):
            value = self.number(self.take())
            return (layout + "d") % max(min(value, (1 << 63) - 1), -(1 << 63))
        if kind in ("u", "o", "x", "X"):
            value = self.number(self.take()) % _BOUND
            if kind == "o" and "#" in flags:
                return (layout.replace("#", "") + "s") % ("0" + format(value, "o") if value else "0")
            if kind in ("x", "X") and "#" in flags and not value:
                return (layout.replace("#", "") + "d") % 0
            return (layout + ("d" if kind == "u" else kind)) % value
        if kind in ("f", "F", "e", "E", "g", "G"):
            return (layout + kind) % self.real(self.take())
        self.call.err.line(f"printf: bad %{kind or ''}@{found.start() + 1}")
        self.code = 1
        raise _Stop("")


@command("printf")
def printf(call: Invocation) -> int:
    """`printf FORMAT [ARGUMENT…]`: the format is used again while arguments are left (toybox `printf.c`)."""
    if call.args in ([], ["--"]):
        call.err.line("printf: Needs 1 argument")
        return 1
    printer = _Printer(call)
    layout = printer.layout
    out: list[str] = []
    try:
        while True:
            before = printer.used
            position = 0
            for found in _DIRECTIVE.finditer(layout):
                text, stopped = unescape(layout[position : found.start()], zero_octal=False)
                out.append(text)
                if stopped:
                    raise _Stop("")
                out.append(printer.directive(found))
                position = found.end()
            text, stopped = unescape(layout[position:], zero_octal=False)
            out.append(text)
            if stopped or printer.used >= len(printer.arguments) or printer.used == before:
                break
    except _Stop as stop:
        out.append(str(stop))
    call.out.text(_joined(out))
    return printer.code
