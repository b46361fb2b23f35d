"""Calls written as text: `f(a=1, b="x")`, one or several, in the spellings that people and models give them."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

from benchmarks.records.model import CallTruth

_NAME = re.compile(r"[A-Za-z_][\w.]*")
_BETWEEN = re.compile(r"(?:\s|[,;|\[\]、；，→]|->|=>|&&|\d+[.)](?=\s))*")
_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_WIDE = str.maketrans({"（": "(", "）": ")", "，": ",", "：": ":", "＝": "=", "“": '"', "”": '"', "；": ";"})
_WORDS = {"true": True, "false": False, "null": None, "none": None}
_PAIR = re.compile(r"\s*([^\W\d]\w*)\s*[=:：＝]\s*(?!=)(.*)\Z", re.DOTALL)


def spelled(text: str) -> CallTruth:
    """One call. Raises ValueError for anything else."""
    found = spelled_all(text)
    if len(found) != 1:
        raise ValueError(f"{len(found)} calls")
    return found[0]


def spelled_all(text: str) -> list[CallTruth]:
    """All calls of a text, in order; nothing is evaluated but literals. A bare name is a call without arguments.

    Raises ValueError where the text is not wholly calls with named arguments.
    """
    found: list[CallTruth] = []
    at = _skip(text, 0)
    while at < len(text):
        name = _NAME.match(text, at)
        if name is None:
            raise ValueError(f"no function name at {text[at : at + 20]!r}")
        at = name.end()
        while at < len(text) and text[at] == " ":
            at += 1
        arguments: dict[str, Any] = {}
        if at < len(text) and text[at] in "(（":
            end = _closing(text, at)
            arguments = _arguments(text[at + 1 : end])
            at = end + 1
        start, at = at, _skip(text, at)
        if at < len(text) and not text[start:at].strip(" "):
            raise ValueError(f"not of the form name(key=value): {text[at : at + 20]!r}")
        found.append(CallTruth(name=name[0], arguments=arguments))
    if not found:
        raise ValueError("no call")
    if len(found) > 1 and not any(mark in text for mark in "(（"):
        raise ValueError("words, not calls")
    return found


def _skip(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at


def _closing(text: str, at: int) -> int:
    """Where the bracket at `at` is closed; quotes are passed over. Raises ValueError where it never is."""
    open_ones: list[str] = []
    quote = ""
    number = at
    while number < len(text):
        char = text[number]
        if quote:
            if char == "\\":
                number += 1
            elif char == quote:
                quote = ""
        elif char in "\"'":
            quote = char
        elif char == "“":
            quote = "”"
        elif (plain := char.translate(_WIDE)) in _CLOSERS:
            open_ones.append(_CLOSERS[plain])
        elif plain in ")]}":
            if not open_ones or open_ones.pop() != plain:
                raise ValueError("brackets do not match")
            if not open_ones:
                return number
        number += 1
    raise ValueError("a bracket is never closed")


def _parts(text: str) -> list[str]:
    """The text at its commas, those in brackets and quotes left alone."""
    found = [""]
    number = 0
    while number < len(text):
        char = text[number]
        if char in "([{（":
            end = _closing(text, number)
            found[-1] += text[number : end + 1]
            number = end + 1
            continue
        if char in "\"'“":
            end = _quoted(text, number)
            found[-1] += text[number : end + 1]
            number = end + 1
            continue
        if char in ",，":
            found.append("")
        else:
            found[-1] += char
        number += 1
    return [part for part in found if part.strip()]


def _quoted(text: str, at: int) -> int:
    close = "”" if text[at] == "“" else text[at]
    number = at + 1
    while number < len(text):
        if text[number] == "\\":
            number += 1
        elif text[number] == close:
            return number
        number += 1
    raise ValueError("a quote is never closed")


def _arguments(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part in _parts(text):
        pair = _PAIR.match(part)
        if pair is None:
            raise ValueError(f"an argument without a name: {part.strip()!r}")
        if pair[1] in found:
            raise ValueError(f"the argument {pair[1]} comes twice")
        found[pair[1]] = _value(pair[2].strip())
    return found


def _value(text: str) -> Any:
    """A literal of JSON or Python; a bare word is a text."""
    if text.casefold() in _WORDS:
        return _WORDS[text.casefold()]
    if text[:1] == "“" and text[-1:] == "”":
        return text[1:-1]
    for read in (_json, ast.literal_eval):
        try:
            return plain(read(text))
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
    if not text or any(char in text for char in "\"'()[]{}=") or "\0" in text:
        raise ValueError(f"no value: {text[:40]!r}")
    return text


def _json(text: str) -> Any:
    def refuse(word: str) -> Any:
        raise ValueError(word)  # NaN and Infinity are words here

    return json.loads(text, parse_constant=refuse)


def plain(value: Any) -> Any:
    """What JSON could have said: tuples become lists, keys texts, and what JSON does not know its text."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value if isinstance(value, str | int | float | None) else str(value)
