"""`test`, `[` and `[[`: their operators, and mksh's messages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from simulator.files import FileError, FileStat
from simulator.shell.arithmetic import ArithmeticProblem, number
from simulator.shell.command import Invocation, command
from simulator.shell.expansion import expand_segments, expand_text
from simulator.shell.pattern import compile_pattern
from simulator.shell.syntax import Condition, Word

if TYPE_CHECKING:
    from simulator.shell.interpreter import Shell

_UNARY = frozenset(
    [
        "-n",
        "-z",
        "-e",
        "-f",
        "-d",
        "-r",
        "-w",
        "-x",
        "-s",
        "-L",
        "-h",
        "-b",
        "-c",
        "-p",
        "-S",
        "-u",
        "-g",
        "-k",
        "-O",
        "-G",
        "-t",
        "-o",
        "-a",
        "-v",
        "-N",
    ]
)
_BINARY = frozenset(["=", "==", "!=", "<", ">", "-eq", "-ne", "-gt", "-ge", "-lt", "-le", "-nt", "-ot", "-ef", "=~"])
_NUMERIC: dict[str, Callable[[int, int], bool]] = {
    "-eq": lambda a, b: a == b,
    "-ne": lambda a, b: a != b,
    "-gt": lambda a, b: a > b,
    "-ge": lambda a, b: a >= b,
    "-lt": lambda a, b: a < b,
    "-le": lambda a, b: a <= b,
}


class ConditionProblem(Exception):
    """The condition is malformed."""


def _file(shell: Shell, operator: str, path: str) -> bool:
    files = shell.phone.files
    if not path:
        return False
    if operator in ("-r", "-w", "-x"):
        return files.access(shell.path(path), shell.uid, {"-r": 4, "-w": 2, "-x": 1}[operator])
    try:
        found: FileStat = (files.lstat if operator in ("-L", "-h") else files.stat)(shell.path(path), shell.uid)
    except FileError:
        return False
    kinds = {"-f": 0o100000, "-d": 0o040000, "-L": 0o120000, "-h": 0o120000, "-b": 0o060000, "-c": 0o020000}
    if operator in kinds or operator in ("-p", "-S"):
        return found.mode & 0o170000 == kinds.get(operator, 0o010000 if operator == "-p" else 0o140000)
    bits = {"-u": 0o4000, "-g": 0o2000, "-k": 0o1000}
    if operator in bits:
        return bool(found.mode & bits[operator])
    checks = {"-s": found.size > 0, "-O": found.uid == shell.uid, "-G": found.gid == shell.uid}
    return checks.get(operator, True)


def unary(shell: Shell, operator: str, operand: str) -> bool:
    """A test of one operand."""
    if operator == "-n":
        return bool(operand)
    if operator == "-z":
        return not operand
    if operator == "-t":
        return False
    if operator == "-o":
        return operand in shell.options or {"errexit": "e", "nounset": "u", "xtrace": "x"}.get(operand) in shell.options
    if operator == "-v":
        return shell.vars.get(operand) is not None
    return _file(shell, operator, operand)


def binary(shell: Shell, left: str, operator: str, right: str) -> bool:
    """A test of two operands, neither of them a pattern."""
    if operator in _NUMERIC:
        return _NUMERIC[operator](_number(shell, left), _number(shell, right))
    if operator in ("=", "=="):
        return left == right
    if operator == "!=":
        return left != right
    if operator == "<":
        return left < right
    if operator == ">":
        return left > right
    stats: list[FileStat | None] = []
    for path in (left, right):
        try:
            stats.append(shell.phone.files.stat(shell.path(path), shell.uid))
        except FileError:
            stats.append(None)
    one, two = stats
    if operator == "-ef":
        return one is not None and two is not None and one.ino == two.ino
    if operator == "-ot":
        one, two = two, one
    return one is not None and (two is None or one.mtime_ms > two.mtime_ms)


def _number(shell: Shell, text: str) -> int:
    value = number(text.strip())
    if value is not None:
        return value
    return shell.arithmetic(text)


class _Reader:
    """Recursive descent over test's words; four words and fewer go by POSIX's rules."""

    def __init__(self, shell: Shell, words: list[str]) -> None:
        self.shell = shell
        self.words = words
        self.at = 0

    def value(self) -> bool:
        count = len(self.words)
        if not count:
            return False
        if count == 1:
            return bool(self.words[0])
        if count == 3 and self.words[1] in _BINARY:
            return binary(self.shell, self.words[0], self.words[1], self.words[2])
        if count == 2 and self.words[0] == "!":
            return not self.words[1]
        if count == 4 and self.words[0] == "!" and self.words[2] in _BINARY:
            return not binary(self.shell, self.words[1], self.words[2], self.words[3])
        result = self._or()
        if self.at < count:
            raise ConditionProblem(f"{self.words[self.at]}: unexpected operator/operand")
        return result

    def _peek(self) -> str | None:
        return self.words[self.at] if self.at < len(self.words) else None

    def _or(self) -> bool:
        result = self._and()
        while self._peek() == "-o":
            self.at += 1
            right = self._and()
            result = result or right
        return result

    def _and(self) -> bool:
        result = self._not()
        while self._peek() == "-a":
            self.at += 1
            right = self._not()
            result = result and right
        return result

    def _not(self) -> bool:
        if self._peek() == "!" and self.at + 1 < len(self.words):
            self.at += 1
            return not self._not()
        return self._primary()

    def _primary(self) -> bool:
        word = self._peek()
        if word is None:
            raise ConditionProblem("expression expected")
        following = self.words[self.at + 1] if self.at + 1 < len(self.words) else None
        if following in _BINARY and self.at + 2 < len(self.words):
            self.at += 3
            return binary(self.shell, word, following, self.words[self.at - 1])
        if word == "(" and following is not None:
            self.at += 1
            result = self._or()
            if self._peek() != ")":
                raise ConditionProblem("missing )")
            self.at += 1
            return result
        if word in _UNARY and following is not None:
            self.at += 2
            return unary(self.shell, word, following)
        self.at += 1
        return bool(word)


@command("test", "[")
def test_command(call: Invocation) -> int:
    """`test EXPRESSION`, `[ EXPRESSION ]`: 0 true, 1 false, 2 malformed (mksh `funcs.c` c_test)."""
    # Here, not above: the shell runs `[[`, which is of this module.
    from simulator.shell.interpreter import Shell

    assert isinstance(call.shell, Shell)
    words = call.args
    name = call.argv[0].rpartition("/")[2]
    if name == "[":
        if not words or words[-1] != "]":
            call.shell.complain("[: missing ]", call.err)
            return 2
        words = words[:-1]
    try:
        return int(not _Reader(call.shell, words).value())
    except ConditionProblem as problem:
        call.shell.complain(f"{name}: {problem}", call.err)
        return 2
    except ArithmeticProblem as problem:
        call.shell.complain(str(problem), call.err)
        return 2


class _Brackets:
    def __init__(self, shell: Shell, node: Condition) -> None:
        self.shell = shell
        self.items = node.items
        self.at = 0

    def peek(self) -> str | None:
        """The next word where it is bare, else an empty text; None at the end."""
        if self.at >= len(self.items):
            return None
        word, bare = self.items[self.at]
        return word.raw if bare or word.raw in _BINARY else ""

    async def either(self, live: bool) -> bool:
        result = await self.both(live)
        while self.peek() == "||":
            self.at += 1
            right = await self.both(live and not result)
            result = result or right
        return result

    async def both(self, live: bool) -> bool:
        result = await self.negation(live)
        while self.peek() == "&&":
            self.at += 1
            right = await self.negation(live and result)
            result = result and right
        return result

    async def negation(self, live: bool) -> bool:
        if self.peek() == "!":
            self.at += 1
            return not await self.negation(live)
        return await self.primary(live)

    def take(self) -> Word:
        if self.at >= len(self.items):
            raise ConditionProblem("syntax error: expression expected")
        self.at += 1
        return self.items[self.at - 1][0]

    async def primary(self, live: bool) -> bool:
        if self.peek() == "(":
            self.at += 1
            result = await self.either(live)
            if self.peek() != ")":
                raise ConditionProblem("syntax error: missing )")
            self.at += 1
            return result
        word = self.take()
        bare = self.items[self.at - 1][1]
        operator = self.peek()
        if bare and word.raw in _UNARY and operator not in _BINARY and self.at < len(self.items):
            operand = self.take()
            return live and unary(self.shell, word.raw, await expand_text(self.shell, operand))
        if operator not in _BINARY or operator is None:
            return live and bool(await expand_text(self.shell, word))
        self.at += 1
        right = self.take()
        if not live:
            return False
        left = await expand_text(self.shell, word)
        if operator in ("=", "==", "!="):
            matched = compile_pattern(await expand_segments(self.shell, right)).fullmatch(left) is not None
            return matched == (operator != "!=")
        text = await expand_text(self.shell, right)
        if operator == "=~":
            try:
                return re.search(text, left) is not None
            except re.error as error:
                raise ConditionProblem(f"{text}: {error}") from error
        return binary(self.shell, left, operator, text)


async def double_brackets(shell: Shell, node: Condition) -> int:
    """Run `[[ … ]]`; returns 0, 1, or 2 where it is malformed."""
    reader = _Brackets(shell, node)
    try:
        result = await reader.either(True)
        if reader.at < len(reader.items):
            raise ConditionProblem(f"syntax error: unexpected operator/operand '{reader.items[reader.at][0].raw}'")
        return int(not result)
    except (ConditionProblem, ArithmeticProblem) as problem:
        shell.complain(str(problem))
        return 2
