"""Simple commands: assignments, words and redirections; and functions in the form `name()`."""

from __future__ import annotations

import re
from abc import abstractmethod

from simulator.shell import syntax
from simulator.shell.syntax import Assignment, Command, Redirect, Word
from simulator.shell.tokens import TokenReader
from simulator.shell.words import make_word

_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\[[^]]*\])?(\+?)=")
_FUNCTION_NAME = re.compile(r"[^\s$'\"`\\=*?\[]+")
_DECLARE = frozenset(["export", "readonly", "typeset", "local", "global", "alias"])


class SimpleReader(TokenReader):
    """Reads simple commands. The grammar builds on it and reads the body of a function."""

    @abstractmethod
    def _command(self) -> Command: ...

    def _redirect(self, redirects: list[Redirect]) -> None:
        number, _, op = self._next().text.rpartition(" ")
        target = self._next()
        if target.word is None:
            self._token = target
            raise self._unexpected()
        fd = int(number) if number else (-1 if op.startswith("&") else 0 if op.startswith("<") else 1)
        if op not in ("<<", "<<-"):
            redirects.append(Redirect(fd, op.lstrip("&"), target.word))
            return
        place = len(redirects)
        redirects.append(Redirect(fd, "<<", target.word))

        def give(body: Word) -> None:
            redirects[place] = Redirect(fd, "<<", body)

        delimiter = "".join(part.text for part in target.word.parts if isinstance(part, syntax.Text))
        quoted = any(isinstance(part, syntax.Text) and part.quoted for part in target.word.parts)
        if any(not isinstance(part, syntax.Text) for part in target.word.parts):
            delimiter = target.text
        self._documents.append((delimiter, quoted, op == "<<-", give))

    def _simple(self) -> Command:
        command = syntax.Simple()
        declares = False
        while True:
            token = self._peek()
            if token.kind == "io":
                self._redirect(command.redirects)
            elif token.kind == "word":
                assert token.word is not None
                found = _ASSIGNMENT.match(token.text) if not command.words or declares else None
                if found and not command.words:
                    self._assignment(command, token.text, found)
                    continue
                self._next()
                word = self._declared(token.text, found) if found else token.word
                command.words.append(word)
                if len(command.words) == 1:
                    declares = token.text in _DECLARE
            elif token.kind == "op" and token.text == "(" and len(command.words) == 1:
                name = command.words[0].raw
                if command.assignments or command.redirects or not _FUNCTION_NAME.fullmatch(name):
                    raise self._unexpected()
                self._next()
                self._expect(")")
                self._skip_newlines()
                return syntax.Function(name, self._command())
            else:
                break
        if not command.words and not command.assignments and not command.redirects:
            raise self._unexpected()
        return command

    def _declared(self, raw: str, found: re.Match[str]) -> Word:
        value = self._value(raw[found.end() :])
        parts: list[syntax.Part] = [syntax.Text(found.group(), True), *value.parts]
        word = make_word(parts, raw)
        return Word(word.parts, raw, word.literal, assignment=True)

    def _value(self, raw: str) -> Word:
        reader = type(self)(raw)
        reader.depth = self.depth
        return reader.word("")

    def _assignment(self, command: syntax.Simple, raw: str, found: re.Match[str]) -> None:
        name, index, plus = found.group(1), found.group(2), bool(found.group(3))
        self._next()
        where = self._value(index[1:-1]) if index else None
        values: tuple[Word, ...] | None = None
        if found.end() == len(raw) and self.text.startswith("(", self.at) and not index:
            self._next()
            listed: list[Word] = []
            self._skip_newlines()
            while self._peek().kind == "word":
                word = self._next().word
                assert word is not None
                listed.append(word)
                self._skip_newlines()
            self._expect(")")
            values = tuple(listed)
        command.assignments.append(Assignment(name, self._value(raw[found.end() :]), plus, where, values))
