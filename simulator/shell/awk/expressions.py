"""The grammar of awk's expressions (POSIX), from the loosest operator to the tightest; nodes are nested tuples."""

from __future__ import annotations

from typing import Any

from simulator.shell.awk.lexer import Lexer, unquote

Node = tuple[Any, ...]
_PLACES = ("var", "field", "index")  # what can be assigned to


class ExpressionParser(Lexer):
    """Reads expressions."""

    def expression(self, *, no_greater: bool = False) -> Node:
        """The lowest level: assignment and `?:`."""
        left = self._or(no_greater)
        if self.kind == "op" and self.token == "?":
            self.advance()
            self.newlines()
            yes = self.expression(no_greater=no_greater)
            self.newlines()
            self.expect(":")
            self.newlines()
            return ("ternary", left, yes, self.expression(no_greater=no_greater))
        if self.kind == "op" and self.token in ("=", "+=", "-=", "*=", "/=", "%=", "^=", "**=") and left[0] in _PLACES:
            op = self.token[:-1].replace("**", "^")
            self.advance()
            self.newlines()
            return ("assign", left, op, self.expression(no_greater=no_greater))
        return left

    def _or(self, no_greater: bool) -> Node:
        left = self._and(no_greater)
        while self.kind == "op" and self.take("||"):
            self.newlines()
            left = ("or", left, self._and(no_greater))
        return left

    def _and(self, no_greater: bool) -> Node:
        left = self._in(no_greater)
        while self.kind == "op" and self.take("&&"):
            self.newlines()
            left = ("and", left, self._in(no_greater))
        return left

    def _in(self, no_greater: bool) -> Node:
        left = self._match(no_greater)
        while self.kind == "keyword" and self.take("in"):
            left = ("in", left[1] if left[0] == "list" else [left], self.token)
            self.advance()
        return left

    def _match(self, no_greater: bool) -> Node:
        left = self._comparison(no_greater)
        while self.kind == "op" and self.token in ("~", "!~"):
            op = self.token
            self.advance()
            left = ("match", left, self._comparison(no_greater), op == "!~")
        return left

    def _comparison(self, no_greater: bool) -> Node:
        left = self.concatenation(no_greater=no_greater)
        if (
            self.kind == "op"
            and self.token in ("<", "<=", "==", "!=", ">", ">=")
            and not (no_greater and self.token == ">")
        ):
            op = self.token
            self.advance()
            left = ("compare", op, left, self.concatenation(no_greater=no_greater))
        elif self.kind == "op" and self.token == "|" and not no_greater:
            self.advance()
            self.expect("getline")
            left = ("getline", self._target(), ("|", left))
        return left

    def concatenation(self, *, no_greater: bool = False) -> Node:
        """Operands side by side."""
        left = self._sum()
        while self.kind in ("number", "string", "name", "call") or (
            self.kind == "op" and self.token in ("(", "$", "!", "++", "--")
        ):
            if self.kind == "op" and self.token == "!":
                break
            left = ("concat", left, self._sum())
        return left

    def _sum(self) -> Node:
        left = self._product()
        while self.kind == "op" and self.token in ("+", "-"):
            op = self.token
            self.advance()
            left = ("math", op, left, self._product())
        return left

    def _product(self) -> Node:
        left = self._unary()
        while self.kind == "op" and self.token in ("*", "/", "%"):
            op = self.token
            self.advance()
            left = ("math", op, left, self._unary())
        return left

    def _unary(self) -> Node:
        if self.kind == "op" and self.token in ("!", "-", "+"):
            op = self.token
            self.advance()
            return ("not" if op == "!" else "negative" if op == "-" else "positive", self._unary())
        return self._power()

    def _power(self) -> Node:
        left = self._postfix()
        if self.kind == "op" and self.token in ("^", "**"):
            self.advance()
            return ("math", "^", left, self._unary())
        return left

    def _postfix(self) -> Node:
        left = self._primary()
        if self.kind == "op" and self.token in ("++", "--") and left[0] in _PLACES:
            op = self.token
            self.advance()
            return ("after", op, left)
        return left

    def subscript(self) -> list[Node]:
        """`[a, b]`."""
        self.expect("[")
        values = [self.expression()]
        while self.take(","):
            values.append(self.expression())
        self.expect("]")
        return values

    def _arguments(self) -> list[Node]:
        self.expect("(")
        values: list[Node] = []
        self.newlines()
        while not self.take(")"):
            values.append(self.expression())
            self.newlines()
            if not self.take(",") and self.token != ")":
                raise self.fail()
            self.newlines()
        return values

    def _target(self) -> Node | None:
        if self.kind == "name" or (self.kind == "op" and self.token == "$"):
            return self._primary()
        return None

    def _primary(self) -> Node:
        kind, token = self.kind, self.token
        if kind == "number":
            self.advance()
            return ("value", float(int(token, 16) if token[:2] in ("0x", "0X") else token))
        if kind == "string":
            self.advance()
            return ("value", unquote(token[1:-1]))
        if kind == "op" and token in ("/", "/="):
            return ("regex", self.regex_body(token))
        if kind == "op" and token == "$":
            self.advance()
            return ("field", self._increment() if self.token in ("++", "--") else self._primary())
        if kind == "op" and token in ("++", "--"):
            return self._increment()
        if kind == "op" and token == "-":
            self.advance()
            return ("negative", self._primary())
        if kind == "op" and token == "(":
            self.advance()
            values = [self.expression()]
            while self.take(","):
                self.newlines()
                values.append(self.expression())
            self.expect(")")
            return ("group", values[0]) if len(values) == 1 else ("list", values)
        if kind == "call":
            self.advance()
            return ("call", token, self._arguments())
        if kind == "name":
            self.advance()
            if self.kind == "op" and self.token == "[":
                return ("index", token, self.subscript())
            if token == "length":
                return ("call", "length", [])
            return ("var", token)
        if kind == "keyword" and token == "getline":
            self.advance()
            target = self._target()
            source = None
            if self.kind == "op" and self.take("<"):
                source = ("<", self._primary())
            return ("getline", target, source)
        raise self.fail()

    def _increment(self) -> Node:
        op = self.token
        self.advance()
        target = self._primary()
        if target[0] not in _PLACES:
            raise self.fail()
        return ("before", op, target)
