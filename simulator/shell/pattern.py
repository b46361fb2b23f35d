"""Shell patterns: to regular expressions, and to the paths that match them."""

from __future__ import annotations

import re
from functools import lru_cache

from simulator.files import FileError, FileSystem

Segment = tuple[str, bool]  # characters, and whether they are quoted
_MAGIC = frozenset("*?[")
_CLASSES = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z", "space": r"\s",
    "blank": r" \t", "punct": r"!-/:-@\[-`{-~", "xdigit": "0-9a-fA-F", "cntrl": r"\x00-\x1f\x7f",
    "print": r"\x20-\x7e", "graph": r"\x21-\x7e", "word": r"\w",
}  # fmt: skip


def has_magic(segments: list[Segment]) -> bool:
    """Whether an unquoted pattern character stands in the segments."""
    return any(not quoted and (not _MAGIC.isdisjoint(text) or "(" in text) for text, quoted in segments)


def compile_pattern(segments: list[Segment]) -> re.Pattern[str]:
    """The regular expression of a pattern, for `fullmatch`."""
    return _compiled(tuple(segments))


@lru_cache(maxsize=1024)
def _compiled(segments: tuple[Segment, ...]) -> re.Pattern[str]:
    chars = [(char, quoted) for text, quoted in segments for char in text]
    try:
        return re.compile(_Translator(chars).translate(), re.DOTALL)
    except re.error:
        return re.compile(re.escape("".join(char for char, _ in chars)), re.DOTALL)


def text_pattern(text: str) -> re.Pattern[str]:
    """The regular expression of an all unquoted pattern (`find -name`), in which a backslash quotes."""
    segments: list[Segment] = []
    position = 0
    while position < len(text):
        if text[position] == "\\" and position + 1 < len(text):
            segments.append((text[position + 1], True))
            position += 2
        else:
            segments.append((text[position], False))
            position += 1
    return _compiled(tuple(segments))


class _Translator:
    def __init__(self, chars: list[tuple[str, bool]]) -> None:
        self.chars = chars
        self.at = 0

    def translate(self, stop: str = "") -> str:
        out: list[str] = []
        while self.at < len(self.chars):
            char, quoted = self.chars[self.at]
            if not quoted and stop and char in stop:
                break
            self.at += 1
            if quoted:
                out.append(re.escape(char))
            elif char in "@+*?!" and self._is("("):
                self.at += 1
                out.append(self._group(char))
            elif char == "*":
                if not out or out[-1] != ".*":
                    out.append(".*")
            elif char == "?":
                out.append(".")
            elif char == "[":
                out.append(self._bracket())
            else:
                out.append(re.escape(char))
        return "".join(out)

    def _is(self, char: str) -> bool:
        return self.at < len(self.chars) and self.chars[self.at] == (char, False)

    def _group(self, kind: str) -> str:
        start = self.at
        branches = [self.translate("|)")]
        while self._is("|"):
            self.at += 1
            branches.append(self.translate("|)"))
        if not self._is(")"):
            self.at = start
            return re.escape(kind) + r"\("
        self.at += 1
        body = "(?:" + "|".join(branches) + ")"
        if kind == "!":
            rest = self.translate() if not self._ended() else ""
            return f"(?!{body}{rest}$).*{rest}"
        return body + {"@": "", "+": "+", "*": "*", "?": "?"}[kind]

    def _ended(self) -> bool:
        return self.at >= len(self.chars)

    def _bracket(self) -> str:
        start = self.at
        negated = not self._ended() and self.chars[self.at] == ("!", False)
        if negated:
            self.at += 1
        body: list[str] = []
        first = True
        while not self._ended():
            char, quoted = self.chars[self.at]
            if char == "]" and not quoted and not first:
                self.at += 1
                inner = "".join(body)
                return f"[{'^' if negated else ''}{inner}]" if inner else "(?!)"
            first = False
            if char == "[" and not quoted and self.at + 1 < len(self.chars) and self.chars[self.at + 1][0] == ":":
                name = "".join(piece for piece, _ in self.chars[self.at + 2 : self.at + 12])
                end = name.find(":]")
                if end > 0 and name[:end] in _CLASSES:
                    body.append(_CLASSES[name[:end]])
                    self.at += end + 4
                    continue
            self.at += 1
            if char == "/" and not quoted:
                break
            if char == "-" and not quoted and body and not self._is("]"):
                body.append("-")
            else:
                body.append(re.escape(char) if char not in "^]-\\[&~|" else "\\" + char)
        self.at = start
        return r"\["


def glob(files: FileSystem, cwd: str, uid: int, segments: list[Segment]) -> list[str]:
    """The paths that match, sorted by code point; none where nothing does."""
    parts: list[list[Segment]] = [[]]
    for text, quoted in segments:
        pieces = text.split("/")
        for number, piece in enumerate(pieces):
            if number:
                parts.append([])
            if piece:
                parts[-1].append((piece, quoted))
    found = [""]
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        literal = "".join(text for text, _ in part)
        following: list[str] = []
        for base in found:
            if not has_magic(part):
                path = base + literal
                if not last:
                    following.append(path + "/")
                elif _present(files, files.resolve(path or ".", cwd) + ("/" if path.endswith("/") else ""), uid):
                    following.append(path)
                continue
            following += [base + name + ("" if last else "/") for name in _names(files, cwd, base, uid, part)]
        found = following
    return sorted(found)


def _present(files: FileSystem, path: str, uid: int) -> bool:
    try:
        files.lstat(path, uid)
    except FileError:
        return False
    return True


def _names(files: FileSystem, cwd: str, base: str, uid: int, part: list[Segment]) -> list[str]:
    matcher = compile_pattern(part)
    hidden = part[0][0].startswith(".")
    try:
        names = files.listdir(files.resolve(base or ".", cwd), uid)
    except FileError:
        return []
    return [name for name in names if (hidden or not name.startswith(".")) and matcher.fullmatch(name)]
