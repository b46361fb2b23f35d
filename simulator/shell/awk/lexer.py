"""The tokens of an awk program."""

from __future__ import annotations

import re

from simulator.shell.options import CommandError

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


class Lexer:
    """One token of a text at a time: its `kind` (a group of the pattern above, `keyword` or `eof`) and its text.
    CommandError where there is none."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.kind = self.token = ""
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

    def regex_body(self, token: str) -> str:
        """The rest of a regular expression whose `/` (or `/=`) is the present token, which only the grammar can tell."""
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
        return body
