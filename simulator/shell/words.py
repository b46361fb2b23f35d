"""Reading words: quoting, `$` forms, here-documents. The lower half of the parser."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from simulator.shell.syntax import (
    ArithmeticText,
    CommandText,
    Parameter,
    Part,
    Sequence,
    SyntaxProblem,
    Text,
    Word,
)

T = TypeVar("T")
META = " \t\n;&|<>()"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PARAMETER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-]")
_PLAIN = re.compile(r"[^\s;&|<>()'\"\\$`#]+")
_PLAIN_IN_QUOTES = re.compile(r'[^"\\$`]+')
_GLOB = re.compile(r"[*?\[]|[@+!]\(")
_SIMPLE_ESCAPES = {
    "n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b", "E": "\x1b",
}  # fmt: skip


def make_word(parts: list[Part], raw: str) -> Word:
    """A word of parts, neighbouring texts of a kind joined."""
    joined: list[Part] = []
    if any(isinstance(part, Parameter) and part.quoted and part.name == "@" for part in parts):
        # "$@" without parameters is no word at all, quotes or not.
        parts = [part for part in parts if not (isinstance(part, Text) and not part.text)]
    for part in parts:
        last = joined[-1] if joined else None
        if isinstance(part, Text) and isinstance(last, Text) and last.quoted == part.quoted:
            joined[-1] = Text(last.text + part.text, part.quoted)
        else:
            joined.append(part)
    literal: str | None = ""
    for position, part in enumerate(joined):
        if not isinstance(part, Text) or (
            not part.quoted and (_GLOB.search(part.text) or (position == 0 and part.text.startswith("~")))
        ):
            literal = None
            break
        assert literal is not None
        literal += part.text
    braces = any(isinstance(part, Text) and not part.quoted and "{" in part.text for part in joined)
    return Word(tuple(joined), raw, literal, braces=braces)


class WordReader(ABC):
    """Reads words from `text` at `at`. The command parser builds on it and reads what stands in `$(…)`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    @abstractmethod
    def read_sequence_in_parentheses(self) -> Sequence:
        """The commands up to the `)` that ends a command substitution (the parser's part)."""

    @abstractmethod
    def parse_inner(self, text: str) -> Sequence:
        """The commands of a backquoted text (the parser's part)."""

    def word(self, stop: str = META) -> Word:
        """The word that starts here."""
        start = self.at
        parts: list[Part] = []
        text, end = self.text, len(self.text)
        while self.at < end:
            char = text[self.at]
            if char in stop:
                # An extended pattern's parentheses belong to the word.
                if char == "(" and self.at > start and text[self.at - 1] in "@+!*?" and stop == META:
                    self._extended(parts)
                    continue
                break
            if stop == META and (plain := _PLAIN.match(text, self.at)):
                parts.append(Text(plain.group(), False))
                self.at = plain.end()
                continue
            self._piece(parts, char)
        return make_word(parts, text[start : self.at])

    def _extended(self, parts: list[Part]) -> None:
        depth = 0
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in "()":
                depth += 1 if char == "(" else -1
                parts.append(Text(char, False))
                self.at += 1
                if not depth:
                    return
            elif char == "\n":
                break
            else:
                self._piece(parts, char)
        raise SyntaxProblem("syntax error: unmatched '('", unfinished=True)

    def _piece(self, parts: list[Part], char: str) -> None:
        if char == "'":
            self._single(parts)
        elif char == '"':
            self.at += 1
            self._double(parts, '"')
        elif char == "\\":
            if self.at + 1 >= len(self.text):
                self.at += 1
            else:
                if self.text[self.at + 1] != "\n":
                    parts.append(Text(self.text[self.at + 1], True))
                self.at += 2
        elif char == "$":
            self.dollar(parts, quoted=False)
        elif char == "`":
            parts.append(self._backquoted(quoted=False))
        else:
            parts.append(Text(char, False))
            self.at += 1

    def _single(self, parts: list[Part]) -> None:
        end = self.text.find("'", self.at + 1)
        if end < 0:
            raise SyntaxProblem("no closing quote", unfinished=True)
        parts.append(Text(self.text[self.at + 1 : end], True))
        self.at = end + 1

    def _double(self, parts: list[Part], close: str) -> None:
        """The rest of a double-quoted text; `close` empty reads to the end (a here-document)."""
        parts.append(Text("", True))
        text = self.text
        while self.at < len(text):
            char = text[self.at]
            if close and char == close:
                self.at += 1
                return
            if char == "\\":
                following = text[self.at + 1 : self.at + 2]
                if following == "\n":
                    pass
                elif following and following in "$`\\" + close:
                    parts.append(Text(following, True))
                else:
                    parts.append(Text("\\" + following, True))
                self.at += 2
            elif char == "$":
                self.dollar(parts, quoted=True)
            elif char == "`":
                parts.append(self._backquoted(quoted=True))
            elif plain := _PLAIN_IN_QUOTES.match(text, self.at):
                parts.append(Text(plain.group(), True))
                self.at = plain.end()
            else:
                parts.append(Text(char, True))
                self.at += 1
        if close:
            raise SyntaxProblem("no closing quote", unfinished=True)

    def here_document(self) -> Word:
        """All of the text as the body of an unquoted here-document."""
        parts: list[Part] = []
        self._double(parts, "")
        return make_word(parts, self.text)

    def dollar(self, parts: list[Part], *, quoted: bool) -> None:
        """What a `$` starts; a lone one stands for itself."""
        text, start = self.text, self.at
        following = text[start + 1 : start + 2]
        if following == "'" and not quoted:
            self._ansi(parts)
        elif following == '"' and not quoted:
            self.at += 2
            self._double(parts, '"')
        elif following == "{":
            self.at += 2
            parts.append(self._nested(lambda: self._braced(start, quoted)))
        elif text.startswith("((", start + 1) and (body := self._arithmetic_body(start + 3)) is not None:
            self.at = start + 3 + len(body) + 2
            parts.append(ArithmeticText(self.arithmetic_word(body), quoted))
        elif following == "(":
            self.at += 2
            parts.append(CommandText(self._nested(self.read_sequence_in_parentheses), quoted))
        elif found := _PARAMETER.match(text, start + 1):
            name = found.group() if not found.group().isdigit() else found.group()[0]
            self.at = start + 1 + len(name)
            parts.append(Parameter(name, quoted=quoted, source="$" + name))
        else:
            parts.append(Text("$", quoted))
            self.at += 1

    def _nested(self, read: Callable[[], T]) -> T:
        self.depth += 1
        if self.depth > 40:
            raise SyntaxProblem("syntax error: nesting too deep")
        result = read()
        self.depth -= 1
        return result

    def _arithmetic_body(self, start: int) -> str | None:
        """The text up to the `))` that balances, or None where `((` is two parentheses of commands."""
        depth, at = 0, start
        while at < len(self.text):
            char = self.text[at]
            if char == "\\":
                at += 1
            elif char == "(":
                depth += 1
            elif char == ")":
                if depth == 0:
                    return self.text[start:at] if self.text.startswith("))", at) else None
                depth -= 1
            at += 1
        return None

    def arithmetic_word(self, body: str) -> Word:
        """An arithmetic expression as a word: expansions as in double quotes, quotes dropped."""
        inner = type(self)(body.replace('"', ""))
        inner.depth = self.depth
        return inner.here_document()

    def arithmetic_command(self) -> Word | None:
        """The expression of `((…))` where one starts here, just behind its first parenthesis."""
        if not self.text.startswith("(", self.at):
            return None
        body = self._arithmetic_body(self.at + 1)
        if body is None:
            return None
        self.at += 1 + len(body) + 2
        return self.arithmetic_word(body)

    def _braced(self, start: int, quoted: bool) -> Part:
        text = self.text

        def bad() -> SyntaxProblem:
            end = text.find("}", self.at)
            if end < 0:
                return SyntaxProblem("no closing quote", unfinished=True)
            return SyntaxProblem(f"{text[start : end + 1]}: bad substitution")

        length = False
        if text.startswith("#", self.at) and not text.startswith("#}", self.at):
            probe = _PARAMETER.match(text, self.at + 1)
            if probe and text[probe.end() : probe.end() + 1] in ("}", "["):
                length = True
                self.at += 1
        found = _PARAMETER.match(text, self.at)
        if not found:
            raise bad()
        name = found.group()
        self.at = found.end()
        index = None
        if _NAME.fullmatch(name) and text.startswith("[", self.at):
            self.at += 1
            index = self.word("]")
            self.at += 1
        if text.startswith("}", self.at):
            self.at += 1
            return Parameter(name, "length" if length else "", quoted=quoted, index=index, source=text[start : self.at])
        if length:
            raise bad()
        for op in (":-", ":=", ":?", ":+", "-", "=", "?", "+", "##", "#", "%%", "%", "//", "/#", "/%", "/"):
            if text.startswith(op, self.at):
                break
        else:
            op = "slice" if text.startswith(":", self.at) else ""
        if not op:
            raise bad()
        self.at += 1 if op == "slice" else len(op)
        second = None
        if op == "slice":
            argument = self._argument(":}", quoted=True, plain=True)
            if text.startswith(":", self.at):
                self.at += 1
                second = self._argument("}", quoted=True, plain=True)
        elif op.startswith("/"):
            argument = self._argument("/}", quoted=False, plain=False)
            if text.startswith("/", self.at):
                self.at += 1
                second = self._argument("}", quoted=quoted, plain=quoted)
        else:
            value = op.lstrip(":") in ("-", "=", "?", "+")
            argument = self._argument("}", quoted=quoted and value, plain=quoted and value)
        if not text.startswith("}", self.at):
            raise bad()
        self.at += 1
        return Parameter(name, op, argument, second, quoted, index, text[start : self.at])

    def _argument(self, stop: str, *, quoted: bool, plain: bool) -> Word:
        """The argument of a `${…}` operator. `plain`: within double quotes, where single quotes mean nothing."""
        start = self.at
        parts: list[Part] = []
        text = self.text
        while self.at < len(text) and text[self.at] not in stop:
            char = text[self.at]
            if char == "$":
                self.dollar(parts, quoted=quoted)
            elif char == "`":
                parts.append(self._backquoted(quoted=quoted))
            elif plain and char == "\\":
                following = text[self.at + 1 : self.at + 2]
                parts.append(Text(following if following and following in '$`\\"}' + stop else "\\" + following, True))
                self.at += 2
            elif plain and char == "'":
                parts.append(Text("'", True))
                self.at += 1
            elif plain and char != '"':
                parts.append(Text(char, True))
                self.at += 1
            else:
                self._piece(parts, char)
        return make_word(parts, text[start : self.at])

    def _backquoted(self, *, quoted: bool) -> Part:
        body: list[str] = []
        at = self.at + 1
        text = self.text
        while at < len(text) and text[at] != "`":
            if text[at] == "\\" and text[at + 1 : at + 2] in ("`", "\\", "$") + (('"',) if quoted else ()):
                body.append(text[at + 1])
                at += 2
            else:
                body.append(text[at])
                at += 1
        if at >= len(text):
            raise SyntaxProblem("no closing quote", unfinished=True)
        self.at = at + 1
        return CommandText(self._nested(lambda: self.parse_inner("".join(body))), quoted)

    def _ansi(self, parts: list[Part]) -> None:
        out: list[str] = []
        text, at = self.text, self.at + 2
        while at < len(text) and text[at] != "'":
            if text[at] != "\\" or at + 1 >= len(text):
                out.append(text[at])
                at += 1
                continue
            piece, at = ansi_escape(text, at + 1)
            out.append(piece)
        if at >= len(text):
            raise SyntaxProblem("no closing quote", unfinished=True)
        self.at = at + 1
        parts.append(Text("".join(out), True))


def byte_text(number: int) -> str:
    """A byte as the text that stands for it: ASCII itself, others by surrogate escape."""
    return bytes([number & 255]).decode("utf-8", "surrogateescape")


def ansi_escape(text: str, at: int) -> tuple[str, int]:
    """The meaning of the escape whose letter stands at `at` in `$'…'`, and where reading goes on."""
    char = text[at]
    if char in _SIMPLE_ESCAPES:
        return _SIMPLE_ESCAPES[char], at + 1
    if char in "01234567":
        digits = re.match(r"[0-7]{1,3}", text[at:])
        assert digits is not None
        return byte_text(int(digits.group(), 8)), at + digits.end()
    if char in "xuU":
        digits = re.match(
            {"x": "[0-9a-fA-F]{1,2}", "u": "[0-9a-fA-F]{1,4}", "U": "[0-9a-fA-F]{1,8}"}[char], text[at + 1 :]
        )
        if digits:
            number = int(digits.group(), 16)
            known = number <= 0x10FFFF and not 0xD800 <= number < 0xE000
            piece = byte_text(number) if char == "x" else chr(number) if known else "\ufffd"
            return piece, at + 1 + digits.end()
    if char == "c" and at + 1 < len(text) and text[at + 1] != "'":
        return chr(ord(text[at + 1]) & 0x1F), at + 2
    return char, at + 1
