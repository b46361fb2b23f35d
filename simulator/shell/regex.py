"""POSIX regular expressions, basic and extended, as Python's."""

from __future__ import annotations

import re
from functools import lru_cache

from simulator.shell.options import CommandError

_CLASSES = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z", "space": r" \t\n\r\f\v",
    "blank": r" \t", "punct": r"!-/:-@\[-`{-~", "xdigit": "0-9A-Fa-f", "cntrl": r"\x00-\x1f\x7f", "print": r"\x20-\x7e",
    "graph": r"\x21-\x7e",
}  # fmt: skip
_LETTERS = {
    "w": r"\w",
    "W": r"\W",
    "s": r"\s",
    "S": r"\S",
    "b": r"\b",
    "B": r"\B",
    "<": r"\b(?=\w)",
    ">": r"\b(?<=\w)",
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "d": r"\d",
}


def _bracket(text: str, at: int) -> tuple[str, int]:
    start, negated = at, False
    at += 1
    if text[at : at + 1] == "^":
        negated, at = True, at + 1
    body: list[str] = []
    first = True
    while at < len(text):
        char = text[at]
        if char == "]" and not first:
            return f"[{'^' if negated else ''}{''.join(body)}]", at + 1
        first = False
        if text.startswith("[:", at):
            end = text.find(":]", at)
            if end < 0 or text[at + 2 : end] not in _CLASSES:
                raise CommandError(f"bad regex '{text}': Invalid character class name", 2)
            body.append(_CLASSES[text[at + 2 : end]])
            at = end + 2
            continue
        if text.startswith(("[.", "[="), at) and (end := text.find(text[at + 1] + "]", at + 2)) > 0:
            body.append(re.escape(text[at + 2 : end]))
            at = end + 2
            continue
        if char == "-" and body and text[at + 1 : at + 2] not in ("]", ""):
            body.append("-")
        else:
            body.append("\\" + char if char in "\\[]^-&~|" else char)
        at += 1
    raise CommandError(f"bad regex '{text[start:]}': Missing ']'", 2)


def translate(text: str, *, extended: bool) -> str:
    """The Python expression of a POSIX one. CommandError where it is none."""
    out: list[str] = []
    at = 0
    depth = 0
    while at < len(text):
        char = text[at]
        escaped = char == "\\" and at + 1 < len(text)
        special = char if extended and not escaped else text[at + 1] if escaped and not extended else ""
        atom_start = not out or out[-1] in ("(", "|", "^")
        if special and special in "(){}|+?" and not (special == "}" and extended):
            at += 1 if extended else 2
            if special == "(":
                depth += 1
                out.append("(")
            elif special == ")":
                if not depth:
                    if extended:
                        out.append(r"\)")
                        continue
                    raise CommandError(f"bad regex '{text}': Mismatched ()", 2)
                depth -= 1
                out.append(")")
            elif special == "{":
                at = _interval(text, at, out, extended, atom_start)
            elif special in "+?" and atom_start:
                out.append("\\" + special)
            else:
                out.append(special)
        elif escaped:
            letter = text[at + 1]
            at += 2
            if letter in "123456789":
                out.append(f"(?:\\{letter})")
            else:
                out.append(_LETTERS.get(letter, re.escape(letter)))
        elif char == "[":
            piece, at = _bracket(text, at)
            out.append(piece)
        elif char == "*":
            at += 1
            if atom_start:
                out.append(r"\*")
            elif out[-1] not in ("*",):
                out.append("*")
        elif char == "^":
            at += 1
            out.append("^" if extended or atom_start else r"\^")
        elif char == "$":
            at += 1
            ends = at >= len(text) or text.startswith((r"\)", r"\|") if not extended else (")", "|"), at)
            out.append("$" if extended or ends else r"\$")
        elif char == ".":
            at += 1
            out.append(".")
        else:
            at += 1
            out.append(re.escape(char))
    if depth:
        raise CommandError(f"bad regex '{text}': Mismatched ()", 2)
    return "".join(out)


def _interval(text: str, at: int, out: list[str], extended: bool, atom_start: bool) -> int:
    found = re.compile(r"(\d*)(,?)(\d*)" + ("}" if extended else r"\\}")).match(text, at)
    if not found or not (found.group(1) or found.group(3)) or atom_start:
        if extended:
            out.append(r"\{")
            return at
        raise CommandError(f"bad regex '{text}': Invalid contents of {{}}", 2)
    out.append("{" + (found.group(1) or "0") + found.group(2) + found.group(3) + "}")
    return found.end()


@lru_cache(maxsize=512)
def compile_regex(
    text: str, *, extended: bool = False, ignore_case: bool = False, fixed: bool = False, multiline: bool = False
) -> re.Pattern[str]:
    """A POSIX regular expression, compiled. CommandError where it is none."""
    source = re.escape(text) if fixed else translate(text, extended=extended)
    flags = (re.IGNORECASE if ignore_case else 0) | (re.MULTILINE if multiline else 0) | re.DOTALL
    try:
        return re.compile(source, flags)
    except re.error as error:
        raise CommandError(f"bad regex '{text}': {error.msg}", 2) from error
    except RecursionError as error:
        raise CommandError(f"bad regex '{text[:40]}': Regex too big", 2) from error
