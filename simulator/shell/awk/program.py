"""The grammar of awk's programs and statements (POSIX)."""

from __future__ import annotations

from dataclasses import dataclass, field

from simulator.shell.awk.expressions import ExpressionParser, Node


@dataclass
class Program:
    """A program as it was read. A rule is (pattern, end of a range, body); a body of None prints the record. `functions`:
    name → (parameters, body)."""

    begin: list[Node] = field(default_factory=list)
    end: list[Node] = field(default_factory=list)
    rules: list[tuple[Node | None, Node | None, Node | None]] = field(default_factory=list)
    functions: dict[str, tuple[list[str], Node]] = field(default_factory=dict)


def parse(text: str) -> Program:
    """Read one program. CommandError where it is none."""
    return _ProgramParser(text).program()


class _ProgramParser(ExpressionParser):
    def program(self) -> Program:
        """Read it all."""
        program = Program()
        self.ends()
        while self.kind != "eof":
            if self.take("BEGIN"):
                self.newlines()
                program.begin.append(self.block())
            elif self.take("END"):
                self.newlines()
                program.end.append(self.block())
            elif self.token in ("function", "func") and self.kind == "keyword":
                name, function = self.function()
                program.functions[name] = function
            else:
                first = second = None
                if self.token != "{":
                    first = self.expression()
                    if self.take(","):
                        self.newlines()
                        second = self.expression()
                body = self.block() if self.token == "{" else None
                program.rules.append((first, second, body))
            self.ends()
        return program

    def function(self) -> tuple[str, tuple[list[str], Node]]:
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
        return name, (names, self.block())

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
            return ("delete", name, self.subscript() if self.token == "[" else None)
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
