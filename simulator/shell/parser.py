"""The shell's grammar as mksh reads it: complete commands, line by line, to a syntax tree."""

from __future__ import annotations

import re
from functools import lru_cache

from simulator.shell import syntax
from simulator.shell.simple_reader import SimpleReader
from simulator.shell.syntax import Command, Redirect, Sequence, SyntaxProblem, Word
from simulator.shell.words import make_word

_CLOSERS = frozenset(["then", "else", "elif", "fi", "do", "done", "esac", "}"])


class Parser(SimpleReader):
    """A recursive descent over one text. Every syntax error is a `SyntaxProblem` with mksh's message."""

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
