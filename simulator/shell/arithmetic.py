"""mksh's arithmetic: 32-bit signed integers that wrap, C's operators, variables by name."""

from __future__ import annotations

import re
from collections.abc import Callable

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+#[0-9A-Za-z]+|0[xX][0-9A-Fa-f]+|[0-9]+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<op>\^<=|\^>=|<<=|>>=|\^<|\^>|\+\+|--|&&|\|\||<<|>>|<=|>=|==|!=|[-+*/%&^|]=|[-+*/%&|^~!<>=?:(),#\[\]]))"
)
_BINARY = {
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7, "<<": 8, ">>": 8,
    "^<": 8, "^>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}  # fmt: skip
_ASSIGN = frozenset(("=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|=", "^<=", "^>="))


class ArithmeticProblem(Exception):
    """The expression has no value; the text is mksh's."""


def wrap(number: int) -> int:
    """As a 32-bit signed integer."""
    return (number + 0x80000000) % 0x100000000 - 0x80000000


class Arithmetic:
    """Evaluates one expression over variables that `get` reads and `put` writes (name, index or None)."""

    def __init__(
        self,
        text: str,
        get: Callable[[str, int | None], str],
        put: Callable[[str, int | None, int], None],
        depth: int = 0,
    ) -> None:
        self._text, self._get, self._put, self._depth = text, get, put, depth
        self._tokens: list[tuple[str, str]] = []
        self._at = 0

    def value(self) -> int:
        """The expression's value; an empty one is 0. ArithmeticProblem where it has none."""
        if self._depth > 50:
            raise ArithmeticProblem(f"{self._text}: recursive")
        position, text = 0, self._text
        end = len(text.rstrip())
        while position < end:
            found = _TOKEN.match(text, position)
            if not found or found.lastgroup is None:
                raise ArithmeticProblem(f"{text}: unexpected '{text[position:].lstrip()[:1]}'")
            self._tokens.append((found.lastgroup, found.group(found.lastgroup)))
            position = found.end()
        if not self._tokens:
            return 0
        result = self._comma(True)
        if self._at < len(self._tokens):
            self._fail()
        return result

    def _peek(self) -> str:
        return self._tokens[self._at][1] if self._at < len(self._tokens) else ""

    def _take(self) -> tuple[str, str]:
        if self._at >= len(self._tokens):
            self._fail()
        token = self._tokens[self._at]
        self._at += 1
        return token

    def _fail(self) -> None:
        raise ArithmeticProblem(f"{self._text}: unexpected '{self._peek() or 'end of expression'}'")

    def _expect(self, op: str) -> None:
        if self._peek() != op:
            self._fail()
        self._at += 1

    def _comma(self, live: bool) -> int:
        result = self._assignment(live)
        while self._peek() == ",":
            self._at += 1
            result = self._assignment(live)
        return result

    def _assignment(self, live: bool) -> int:
        start = self._at
        if start < len(self._tokens) and self._tokens[start][0] == "name":
            name = self._take()[1]
            index = self._index(live)
            op = self._peek()
            if op in _ASSIGN:
                self._at += 1
                right = self._assignment(live)
                if not live:
                    return 0
                result = right if op == "=" else self._apply(op[:-1], self._variable(name, index), right, live)
                self._put(name, index, result)
                return result
            self._at = start
        return self._ternary(live)

    def _index(self, live: bool) -> int | None:
        if self._peek() != "[":
            return None
        self._at += 1
        index = self._comma(live)
        self._expect("]")
        return index

    def _ternary(self, live: bool) -> int:
        condition = self._binary(1, live)
        if self._peek() != "?":
            return condition
        self._at += 1
        left = self._comma(live and bool(condition))
        self._expect(":")
        right = self._assignment(live and not condition)
        return left if condition else right

    def _binary(self, level: int, live: bool) -> int:
        left = self._unary(live)
        while True:
            op = self._peek()
            rank = _BINARY.get(op, 0)
            if rank < level or not rank:
                return left
            self._at += 1
            if op == "&&":
                left = int(bool(self._binary(rank + 1, live and bool(left))) and bool(left))
            elif op == "||":
                left = int(bool(self._binary(rank + 1, live and not left)) or bool(left))
            else:
                left = self._apply(op, left, self._binary(rank + 1, live), live)

    def _apply(self, op: str, left: int, right: int, live: bool) -> int:
        if op in ("/", "%"):
            if right == 0:
                if not live:
                    return 0
                raise ArithmeticProblem(f"{self._text}: zero divisor")
            quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
            return wrap(quotient if op == "/" else left - quotient * right)
        bits = right & 31
        low = left & 0xFFFFFFFF
        operations: dict[str, Callable[[], int]] = {
            "+": lambda: left + right,
            "-": lambda: left - right,
            "*": lambda: left * right,
            "|": lambda: left | right,
            "^": lambda: left ^ right,
            "&": lambda: left & right,
            "==": lambda: int(left == right),
            "!=": lambda: int(left != right),
            "<": lambda: int(left < right),
            "<=": lambda: int(left <= right),
            ">": lambda: int(left > right),
            ">=": lambda: int(left >= right),
            "<<": lambda: left << bits,
            ">>": lambda: left >> bits,
            "^<": lambda: (low << bits) | (low >> (32 - bits)),
            "^>": lambda: (low >> bits) | (low << (32 - bits)),
        }
        return wrap(operations[op]())

    def _unary(self, live: bool) -> int:
        kind, text = self._take()
        if kind == "number":
            value = number(text)
            if value is None:
                raise ArithmeticProblem(f"{self._text}: bad number '{text}'")
            return value
        if kind == "name":
            index = self._index(live)
            op = self._peek()
            current = self._variable(text, index) if live else 0
            if op in ("++", "--"):
                self._at += 1
                if live:
                    self._put(text, index, wrap(current + (1 if op == "++" else -1)))
            return current
        if text in ("++", "--"):
            kind, name = self._take()
            if kind != "name":
                self._at -= 1
                self._fail()
            index = self._index(live)
            result = wrap((self._variable(name, index) if live else 0) + (1 if text == "++" else -1))
            if live:
                self._put(name, index, result)
            return result
        if text == "(":
            result = self._comma(live)
            self._expect(")")
            return result
        if text in ("+", "-", "!", "~", "#"):
            inner = self._unary(live)
            return {"+": inner, "-": wrap(-inner), "!": int(not inner), "~": ~inner, "#": inner}[text]
        self._at -= 1
        self._fail()
        raise AssertionError

    def _variable(self, name: str, index: int | None) -> int:
        text = self._get(name, index)
        if not text:
            return 0
        value = number(text.strip())
        if value is not None:
            return value
        return Arithmetic(text, self._get, self._put, self._depth + 1).value()


def number(text: str) -> int | None:
    """An integer as mksh reads it: decimal (leading zeros too), `0x…`, `base#…`; None where it is none."""
    sign = -1 if text.startswith("-") else 1
    bare = text[1:] if text[:1] in ("-", "+") else text
    base = 10
    if bare[:2] in ("0x", "0X"):
        base, bare = 16, bare[2:]
    elif "#" in bare:
        head, _, bare = bare.partition("#")
        if not (head.isascii() and head.isdigit()) or not 2 <= int(head) <= 36:
            return None
        base = int(head)
    if not bare or not bare.isascii() or not bare.isalnum():
        return None
    try:
        return wrap(sign * int(bare, base))
    except ValueError:
        return None
