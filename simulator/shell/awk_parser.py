"""`awk`: reading a program into nested tuples (POSIX's grammar); running it is `awk`."""

from __future__ import annotations

import re
from typing import Any

from simulator.shell.options import CommandError

Node = tuple[Any, ...]
_TOKEN = re.compile(
    r"""[ \t\r]*(?:\\\n[ \t]*)*(?:\#[^\n]*)?(?:
    (?P<newline>\n)|(?P<number>0[xX][0-9a-fA-F]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)
    |(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<call>[A-Za-z_]\w*(?=\())|(?P<name>[A-Za-z_]\w*)
    |(?P<op>\*\*=|\*\*|\+\+|--|\+=|-=|\*=|/=|%=|\^=|==|<=|>=|!=|!~|&&|\|\||>>|[-+*/%^!<>|?:~$=,;(){}\[\]]))""",
    re.VERBOSE | re.DOTALL,
)
KEYWORDS = frozenset(
    (
        "BEGIN", "END", "function", "func", "if", "else", "while", "for", "do", "break", "continue", "next", "exit",
        "return", "delete", "in", "getline", "print", "printf",
    )
)  # fmt: skip
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "/": "/", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


def unquote(text: str) -> str:
    """A string token's value."""

    def one(found: re.Match[str]) -> str:
        body = found.group(1)
        if body[0] in "01234567":
            return chr(int(body, 8))
        return _ESCAPES.get(body, "\\" + body)

    return re.sub(r"\\([0-7]{1,3}|.)", one, text, flags=re.DOTALL)


class AwkParser:
    """Reads one program. CommandError where it is none."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.kind = self.token = ""
        self.begin: list[Node] = []
        self.end: list[Node] = []
        self.rules: list[tuple[Node | None, Node | None, Node | None]] = []
        self.functions: dict[str, tuple[list[str], Node]] = {}
        self.advance()

    def fail(self) -> CommandError:
        """A syntax error here."""
        line = self.text.count("\n", 0, self.at) + 1
        return CommandError(f"syntax error at source line {line}", 2)

    def advance(self) -> None:
        """Read the next token."""
        found = _TOKEN.match(self.text, self.at)
        if found is None or found.lastgroup is None:
            if self.text[self.at :].strip(" \t\r\n") and not re.fullmatch(r"\s*(#[^\n]*)?", self.text[self.at :]):
                raise self.fail()
            self.kind, self.token, self.at = "eof", "", len(self.text)
            return
        self.kind, self.token, self.at = found.lastgroup, found.group(found.lastgroup), found.end()
        if self.kind in ("name", "call") and self.token in KEYWORDS:
            self.kind = "keyword"

    def take(self, token: str) -> bool:
        """Whether the token is here; it is then consumed."""
        if self.token == token and self.kind in ("op", "keyword", "newline"):
            self.advance()
            return True
        return False

    def expect(self, token: str) -> None:
        """Consume a token that must be here."""
        if not self.take(token):
            raise self.fail()

    def newlines(self) -> None:
        """Skip line ends."""
        while self.kind == "newline":
            self.advance()

    def ends(self) -> None:
        """Skip line ends and semicolons."""
        while self.kind == "newline" or (self.kind == "op" and self.token == ";"):
            self.advance()

    def parse(self) -> AwkParser:
        """Read it all."""
        self.ends()
        while self.kind != "eof":
            if self.take("BEGIN"):
                self.newlines()
                self.begin.append(self.block())
            elif self.take("END"):
                self.newlines()
                self.end.append(self.block())
            elif self.token in ("function", "func") and self.kind == "keyword":
                self.function()
            else:
                first = second = None
                if self.token != "{":
                    first = self.expression()
                    if self.take(","):
                        self.newlines()
                        second = self.expression()
                body = self.block() if self.token == "{" else None
                self.rules.append((first, second, body))
            self.ends()
        return self

    def function(self) -> None:
        """`function name(a, b) { … }`."""
        self.advance()
        name = self.token
        self.advance()
        self.expect("(")
        names: list[str] = []
        while not self.take(")"):
            names.append(self.token)
            self.advance()
            self.take(",")
        self.newlines()
        self.functions[name] = (names, self.block())

    def block(self) -> Node:
        """`{ … }`."""
        self.expect("{")
        body: list[Node] = []
        self.ends()
        while not self.take("}"):
            if self.kind == "eof":
                raise self.fail()
            body.append(self.statement())
            self.ends()
        return ("block", body)

    def _finish(self) -> None:
        if self.kind == "newline" or self.token == ";":
            self.advance()
        elif self.token != "}" and self.kind != "eof":
            raise self.fail()

    def statement(self) -> Node:
        """One statement."""
        if self.token == "{" and self.kind == "op":
            return self.block()
        if self.kind == "op" and self.take(";"):
            return ("block", [])
        if self.kind != "keyword":
            node: Node = ("expr", self.expression())
            self._finish()
            return node
        word = self.token
        if word in ("print", "printf", "delete", "getline"):
            node = self.simple()
            self._finish()
            return node
        self.advance()
        if word == "if":
            return self._if()
        if word == "while":
            self.expect("(")
            condition = self.expression()
            self.expect(")")
            return ("while", condition, self._body())
        if word == "do":
            body = self._body()
            self.ends()
            self.expect("while")
            self.expect("(")
            condition = self.expression()
            self.expect(")")
            self._finish()
            return ("do", body, condition)
        if word == "for":
            return self._for()
        if word in ("break", "continue", "next"):
            self._finish()
            return (word,)
        if word in ("exit", "return"):
            value = None if self.kind in ("newline", "eof") or self.token in (";", "}") else self.expression()
            self._finish()
            return (word, value)
        raise self.fail()

    def _body(self) -> Node:
        self.newlines()
        return self.statement()

    def _if(self) -> Node:
        self.expect("(")
        condition = self.expression()
        self.expect(")")
        then = self._body()
        saved = (self.at, self.kind, self.token)
        self.ends()
        if self.take("else"):
            return ("if", condition, then, self._body())
        self.at, self.kind, self.token = saved
        return ("if", condition, then, None)

    def _for(self) -> Node:
        self.expect("(")
        if self.kind == "name":
            saved = (self.at, self.kind, self.token)
            name = self.token
            self.advance()
            if self.take("in"):
                array = self.token
                self.advance()
                if self.take(")"):
                    return ("forin", name, array, self._body())
            self.at, self.kind, self.token = saved
        start = None if self.token == ";" else self.simple()
        self.expect(";")
        condition = None if self.token == ";" else self.expression()
        self.expect(";")
        step = None if self.token == ")" else self.simple()
        self.expect(")")
        return ("for", start, condition, step, self._body())

    def simple(self) -> Node:
        """A statement that a `for` may hold."""
        if self.take("delete"):
            name = self.token
            self.advance()
            return ("delete", name, self._subscript() if self.token == "[" else None)
        if self.token in ("print", "printf") and self.kind == "keyword":
            word = self.token
            self.advance()
            values: list[Node] = []
            if not (self.kind in ("newline", "eof") or self.token in (";", "}", ">", ">>", "|")):
                values = [self.expression(no_greater=True)]
                while self.take(","):
                    self.newlines()
                    values.append(self.expression(no_greater=True))
                if len(values) == 1 and values[0][0] == "list":
                    values = values[0][1]
            target = None
            if self.token in (">", ">>", "|") and self.kind == "op":
                op = self.token
                self.advance()
                target = (op, self.concatenation(no_greater=True))
            return (word, values, target)
        return ("expr", self.expression())

    # -- expressions ---------------------------------------------------------------------------------------

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
        if (
            self.kind == "op"
            and self.token in ("=", "+=", "-=", "*=", "/=", "%=", "^=", "**=")
            and left[0] in ("var", "field", "index")
        ):
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
        if self.kind == "op" and self.token in ("++", "--") and left[0] in ("var", "field", "index"):
            op = self.token
            self.advance()
            return ("after", op, left)
        return left

    def _subscript(self) -> list[Node]:
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
            return self._regex(token)
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
                return ("index", token, self._subscript())
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
        if target[0] not in ("var", "field", "index"):
            raise self.fail()
        return ("before", op, target)

    def _regex(self, token: str) -> Node:
        body = "=" if token == "/=" else ""
        bracket = False
        while True:
            if self.at >= len(self.text) or self.text[self.at] == "\n":
                raise self.fail()
            char = self.text[self.at]
            self.at += 1
            if char == "\\":
                following = self.text[self.at : self.at + 1]
                self.at += 1
                body += following if following == "/" else "\\" + following
                continue
            if char == "/" and not bracket:
                break
            bracket = char == "[" or (bracket and char != "]")
            body += char
        self.advance()
        return ("regex", body)
