"""The shell's tokens: words, operators, line ends, and the here-documents that stand behind a line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from simulator.shell.syntax import SyntaxProblem, Text, Word
from simulator.shell.words import WordReader, make_word

_OPERATORS = re.compile(r"&&|\|\||;;|;&|;\||&>>|&>|<<<|<<-|<<|<&|<>|<|>>|>&|>\||>|[;&|()]")
_REDIRECTS = ("<", ">", "&>")
_BLANK = re.compile(r"(?:[ \t]|\\\n)+")
_NUMBER = re.compile(r"[0-9]+(?=[<>])")
RESERVED = frozenset(
    [
        "if",
        "then",
        "else",
        "elif",
        "fi",
        "do",
        "done",
        "case",
        "esac",
        "while",
        "until",
        "for",
        "in",
        "select",
        "function",
        "time",
        "{",
        "}",
        "!",
        "[[",
        "]]",
    ]
)


class Token(NamedTuple):
    """A token: `kind` is op, io (its text `2 >` where a number stands before), word, newline or eof."""

    kind: str
    text: str
    word: Word | None = None


class TokenReader(WordReader):
    """Reads tokens, one ahead. Every syntax error is a `SyntaxProblem` with mksh's message."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._token: Token | None = None
        self._documents: list[tuple[str, bool, bool, Callable[[Word], None]]] = []
        self._open: list[str] = []

    def _peek(self) -> Token:
        if self._token is None:
            self._token = self._lex()
        return self._token

    def _next(self) -> Token:
        token = self._peek()
        self._token = None
        return token

    def _lex(self) -> Token:
        text = self.text
        if blank := _BLANK.match(text, self.at):
            self.at = blank.end()
        if text.startswith("#", self.at):
            end = text.find("\n", self.at)
            self.at = len(text) if end < 0 else end
        if self.at >= len(text):
            return Token("eof", "")
        if text[self.at] == "\n":
            self.at += 1
            self._read_documents()
            return Token("newline", "\n")
        if number := _NUMBER.match(text, self.at):
            self.at = number.end()
            found = _OPERATORS.match(text, self.at)
            assert found is not None
            self.at = found.end()
            return Token("io", number.group() + " " + found.group())
        if found := _OPERATORS.match(text, self.at):
            self.at = found.end()
            kind = "io" if found.group().startswith(_REDIRECTS) else "op"
            return Token(kind, found.group())
        word = self.word()
        return Token("word", word.raw, word)

    def _reserved(self) -> str:
        token = self._peek()
        return token.text if token.kind == "word" and token.text in RESERVED else ""

    def _is_op(self, *texts: str) -> bool:
        token = self._peek()
        return token.kind == "op" and token.text in texts

    def _unexpected(self) -> SyntaxProblem:
        token = self._peek()
        if token.kind == "eof":
            if self._open:
                return SyntaxProblem(f"syntax error: unmatched '{self._open[-1]}'", unfinished=True)
            return SyntaxProblem("syntax error: unexpected EOF", unfinished=True)
        if token.kind == "newline":
            return SyntaxProblem("syntax error: unexpected newline")
        shown = token.text.split(" ")[-1] if token.kind == "io" else token.text
        return SyntaxProblem(f"syntax error: unexpected '{shown}'")

    def _expect(self, text: str) -> None:
        token = self._peek()
        if token.text != text or token.kind not in ("op", "word"):
            raise self._unexpected()
        self._next()

    def _skip_newlines(self) -> None:
        while self._peek().kind == "newline":
            self._next()

    def _read_documents(self) -> None:
        waiting, self._documents = self._documents, []
        for delimiter, quoted, strip, give in waiting:
            lines: list[str] = []
            while True:
                if self.at >= len(self.text):
                    raise SyntaxProblem(f"here document '{delimiter}' unclosed", unfinished=True)
                end = self.text.find("\n", self.at)
                end = len(self.text) if end < 0 else end
                line = self.text[self.at : end]
                self.at = min(end + 1, len(self.text))
                if strip:
                    line = line.lstrip("\t")
                if line == delimiter:
                    break
                lines.append(line + "\n")
            body = "".join(lines)
            give(make_word([Text(body, True)], body) if quoted else type(self)(body).here_document())
