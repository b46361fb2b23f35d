"""The shell's grammar as mksh reads it: complete commands, line by line, to a syntax tree."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from simulator.shell import syntax
from simulator.shell.syntax import Assignment, Command, Redirect, Sequence, SyntaxProblem, Word
from simulator.shell.words import META, WordReader, make_word

_OPERATORS = re.compile(r"&&|\|\||;;|;&|;\||&>>|&>|<<<|<<-|<<|<&|<>|<|>>|>&|>\||>|[;&|()]")
_REDIRECTS = ("<", ">", "&>")
_BLANK = re.compile(r"(?:[ \t]|\\\n)+")
_NUMBER = re.compile(r"[0-9]+(?=[<>])")
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\[[^]]*\])?(\+?)=")
_FUNCTION_NAME = re.compile(r"[^\s$'\"`\\=*?\[]+")
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
_CLOSERS = frozenset(["then", "else", "elif", "fi", "do", "done", "esac", "}"])
_DECLARE = frozenset(["export", "readonly", "typeset", "local", "global", "alias"])


class Token(NamedTuple):
    """A token: `kind` is op, io, word, newline or eof."""

    kind: str
    text: str
    word: Word | None = None


class Parser(WordReader):
    """A recursive descent over one text. Every syntax error is a `SyntaxProblem` with mksh's message."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._token: Token | None = None
        self._documents: list[tuple[str, bool, bool, Callable[[Word], None]]] = []
        self._open: list[str] = []

    # -- tokens --------------------------------------------------------------------------------------------

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
        while True:
            if blank := _BLANK.match(text, self.at):
                self.at = blank.end()
            if text.startswith("#", self.at):
                end = text.find("\n", self.at)
                self.at = len(text) if end < 0 else end
            break
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
            give(make_word([syntax.Text(body, True)], body) if quoted else type(self)(body).here_document())

    # -- lists ---------------------------------------------------------------------------------------------

    def program(self) -> syntax.Program:
        """Everything, up to the end or the first problem."""
        lines: list[Sequence] = []
        try:
            while True:
                self._skip_newlines()
                if self._peek().kind == "eof":
                    return syntax.Program(lines, None)
                lines.append(self._line())
        except SyntaxProblem as problem:
            return syntax.Program(lines, problem)
        except RecursionError:
            return syntax.Program(lines, SyntaxProblem("syntax error: nesting too deep"))

    def _line(self) -> Sequence:
        items: list[tuple[Command, bool]] = []
        while True:
            command = self._and_or()
            background = self._is_op("&")
            items.append((command, background))
            if self._is_op(";", "&"):
                self._next()
            elif self._peek().kind not in ("newline", "eof"):
                raise self._unexpected()
            if self._peek().kind in ("newline", "eof"):
                if self._documents and self._peek().kind == "eof":
                    self._read_documents()
                self._token = None if self._peek().kind == "newline" else self._token
                return Sequence(items)

    def _compound_list(self, closers: tuple[str, ...]) -> Sequence:
        """Commands up to one of the closing words or operators, which stays."""
        items: list[tuple[Command, bool]] = []
        while True:
            self._skip_newlines()
            token = self._peek()
            if token.text in closers and token.kind in ("word", "op"):
                return Sequence(items)
            if token.kind == "eof":
                raise self._unexpected()
            command = self._and_or()
            background = self._is_op("&")
            items.append((command, background))
            if self._is_op(";", "&"):
                self._next()
            elif self._peek().kind != "newline" and not (self._peek().text in closers and self._peek().kind == "op"):
                token = self._peek()
                if token.text in closers and token.kind == "word" and not isinstance(command, syntax.Simple):
                    continue
                raise self._unexpected()

    def _and_or(self) -> Command:
        left = self._pipeline()
        while self._is_op("&&", "||"):
            op = self._next().text
            self._skip_newlines()
            left = syntax.AndOr(left, op, self._pipeline())
        return left

    def _pipeline(self) -> Command:
        reserved = self._reserved()
        if reserved == "!":
            self._next()
            return syntax.Negated(self._pipeline())
        if reserved == "time":
            self._next()
            if self._peek().kind in ("newline", "eof") or self._is_op(";", "&", "&&", "||", ")"):
                return syntax.Timed(None)
            return syntax.Timed(self._pipeline())
        stages = [self._command()]
        while self._is_op("|"):
            self._next()
            self._skip_newlines()
            stages.append(self._command())
        return stages[0] if len(stages) == 1 else syntax.Pipeline(stages)

    # -- commands ------------------------------------------------------------------------------------------

    def _command(self) -> Command:
        reserved = self._reserved()
        if self._is_op("("):
            body = self._parenthesised()
        elif reserved in ("]]", "in", ""):
            return self._simple()
        else:
            body = self._compound(reserved)
        redirects: list[Redirect] = []
        while self._peek().kind == "io":
            self._redirect(redirects)
        return syntax.Redirected(body, redirects) if redirects else body

    def _parenthesised(self) -> Command:
        expression = self.arithmetic_command()
        if expression is not None:
            self._token = None
            return syntax.ArithmeticCommand(expression)
        self._next()
        return self._nested(lambda: syntax.Subshell(self._until_parenthesis()))

    def _until_parenthesis(self) -> Sequence:
        self._open.append("(")
        body = self._compound_list((")",))
        self._next()
        self._open.pop()
        return body

    def _compound(self, reserved: str) -> Command:
        if reserved in _CLOSERS:
            raise self._unexpected()
        self._next()
        if reserved in ("for", "select", "function") and self._peek().kind == "eof":
            raise self._unexpected()
        if reserved not in ("[[", "function"):
            self._open.append(reserved)
        body = self._nested(lambda: self._compound_body(reserved))
        if reserved not in ("[[", "function"):
            self._open.pop()
        return body

    def _compound_body(self, reserved: str) -> Command:
        if reserved == "{":
            body = self._compound_list(("}",))
            self._next()
            return syntax.Group(body)
        if reserved == "if":
            return self._if()
        if reserved in ("while", "until"):
            condition = self._compound_list(("do",))
            return syntax.Loop(condition, self._do_group(), reserved == "until")
        if reserved in ("for", "select"):
            return self._for()
        if reserved == "case":
            return self._case()
        if reserved == "[[":
            return self._condition()
        return self._function_keyword()

    def _if(self) -> Command:
        branches: list[tuple[Sequence, Sequence]] = []
        otherwise = None
        while True:
            condition = self._compound_list(("then",))
            self._next()
            branches.append((condition, self._filled(("elif", "else", "fi"))))
            closer = self._next().text
            if closer == "else":
                otherwise = self._filled(("fi",))
                self._next()
            if closer != "elif":
                return syntax.If(branches, otherwise)

    def _filled(self, closers: tuple[str, ...]) -> Sequence:
        body = self._compound_list(closers)
        if not body.items:
            raise self._unexpected()
        return body

    def _do_group(self) -> Sequence:
        if self._reserved() == "{":
            close = "}"
        else:
            close = "done"
            if self._reserved() != "do":
                raise self._unexpected()
        self._next()
        body = self._compound_list((close,))
        self._next()
        return body

    def _for(self) -> Command:
        token = self._next()
        if token.kind != "word" or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", token.text):
            if token.kind == "word":
                raise SyntaxProblem("for: bad identifier")
            self._token = token
            raise self._unexpected()
        self._skip_newlines()
        words: list[Word] | None = None
        if self._reserved() == "in":
            self._next()
            words = []
            while self._peek().kind == "word":
                word = self._next().word
                assert word is not None
                words.append(word)
            if self._peek().kind != "newline" and not self._is_op(";"):
                raise self._unexpected()
            self._next()
        elif self._is_op(";"):
            self._next()
        self._skip_newlines()
        return syntax.For(token.text, words, self._do_group())

    def _case(self) -> Command:
        subject = self._next()
        if subject.word is None:
            self._token = subject
            raise self._unexpected()
        self._skip_newlines()
        close = "esac"
        if self._reserved() == "{":
            close = "}"
        elif self._reserved() != "in":
            raise self._unexpected()
        self._next()
        items: list[tuple[list[Word], Sequence, str]] = []
        while True:
            self._skip_newlines()
            if self._peek().kind == "word" and self._peek().text == close:
                self._next()
                return syntax.Case(subject.word, items)
            if self._is_op("("):
                self._next()
            patterns: list[Word] = []
            while True:
                token = self._peek()
                if token.word is None:
                    raise self._unexpected()
                patterns.append(token.word)
                self._next()
                if not self._is_op("|"):
                    break
                self._next()
            self._expect(")")
            body = self._compound_list((";;", ";&", ";|", close))
            end = ";;"
            if self._is_op(";;", ";&", ";|"):
                end = self._next().text
            items.append((patterns, body, end))

    def _condition(self) -> Command:
        items: list[tuple[Word, bool]] = []
        while True:
            token = self._next()
            if token.kind == "eof":
                self._token = token
                raise self._unexpected()
            if token.kind == "newline":
                continue
            if token.kind == "word":
                assert token.word is not None
                if token.text == "]]":
                    return syntax.Condition(items)
                items.append((token.word, token.word.literal == token.text))
            elif token.text in ("&&", "||", "(", ")", "<", ">"):
                items.append((make_word([syntax.Text(token.text, False)], token.text), True))
            else:
                self._token = token
                raise self._unexpected()

    def _function_keyword(self) -> Command:
        token = self._next()
        if token.kind != "word":
            self._token = token
            raise self._unexpected()
        if self._is_op("("):
            self._next()
            self._expect(")")
        self._skip_newlines()
        return syntax.Function(token.text, self._command())

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

    # -- what words ask of the parser ----------------------------------------------------------------------

    def read_sequence_in_parentheses(self) -> Sequence:
        """The commands up to the `)` that ends a command substitution."""
        token, self._token = self._token, None
        documents, self._documents = self._documents, []
        body = self._until_parenthesis()
        self._token, self._documents = token, documents
        return body

    def parse_inner(self, text: str) -> Sequence:
        """The commands of a backquoted text."""
        inner = type(self)(text)
        inner.depth = self.depth
        program = inner.program()
        if program.problem is not None:
            raise SyntaxProblem(str(program.problem))
        return Sequence([item for line in program.lines for item in line.items])


@lru_cache(maxsize=512)
def parse(text: str) -> syntax.Program:
    """The syntax tree of a text; trees are shared and never changed."""
    return Parser(text).program()


__all__ = ["META", "RESERVED", "Parser", "parse"]
