"""What a parsed shell line is made of: words with their expansions, and commands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


class SyntaxProblem(Exception):
    """The line is no shell: mksh's message. `unfinished` says that more text could mend it."""

    def __init__(self, message: str, *, unfinished: bool = False) -> None:
        super().__init__(message)
        self.unfinished = unfinished


@dataclass(slots=True, frozen=True)
class Text:
    """Characters as they are; `quoted` ones neither split nor match as patterns."""

    text: str
    quoted: bool


@dataclass(slots=True, frozen=True)
class Parameter:
    """`$name` or `${name OP argument}`. `op` is empty, `length`, `slice`, or the operator's own text."""

    name: str
    op: str = ""
    argument: Word | None = None
    second: Word | None = None
    quoted: bool = False
    index: Word | None = None
    source: str = ""


@dataclass(slots=True, frozen=True)
class CommandText:
    """`$(…)` or backquotes."""

    body: Sequence
    quoted: bool


@dataclass(slots=True, frozen=True)
class ArithmeticText:
    """`$((…))`: the expression is a word of its own."""

    expression: Word
    quoted: bool


Part: TypeAlias = Text | Parameter | CommandText | ArithmeticText


@dataclass(slots=True, frozen=True)
class Word:
    """One word. `literal` is its value where nothing in it expands; `assignment` words neither split nor match;
    `braces` ones may stand for several."""

    parts: tuple[Part, ...]
    raw: str = ""
    literal: str | None = None
    assignment: bool = False
    braces: bool = False


@dataclass(slots=True, frozen=True)
class Redirect:
    """`fd OP target`; a here-document's text is its target. `fd` -1 is stdout and stderr together."""

    fd: int
    op: str
    target: Word


@dataclass(slots=True, frozen=True)
class Assignment:
    """`name=value`, `name+=value`, `name[index]=value` or `name=(values)`."""

    name: str
    value: Word
    append: bool = False
    index: Word | None = None
    values: tuple[Word, ...] | None = None


@dataclass(slots=True)
class Simple:
    """A simple command."""

    assignments: list[Assignment] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)


@dataclass(slots=True)
class Pipeline:
    """Stages joined by `|`."""

    stages: list[Command]


@dataclass(slots=True)
class Negated:
    """`! command`."""

    body: Command


@dataclass(slots=True)
class Timed:
    """`time command`."""

    body: Command | None


@dataclass(slots=True)
class AndOr:
    """`left && right` or `left || right`."""

    left: Command
    op: str
    right: Command


@dataclass(slots=True)
class Sequence:
    """Commands one after another; the flag sends one to the background."""

    items: list[tuple[Command, bool]]


@dataclass(slots=True)
class Group:
    """`{ …; }`."""

    body: Sequence


@dataclass(slots=True)
class Subshell:
    """`( … )`."""

    body: Sequence


@dataclass(slots=True)
class If:
    """`if … then … elif … else … fi`."""

    branches: list[tuple[Sequence, Sequence]]
    otherwise: Sequence | None


@dataclass(slots=True)
class Loop:
    """`while` or `until`."""

    condition: Sequence
    body: Sequence
    until: bool


@dataclass(slots=True)
class For:
    """`for name in words`; without `in` (`words` None) over the positional parameters."""

    name: str
    words: list[Word] | None
    body: Sequence


@dataclass(slots=True)
class Case:
    """`case word in patterns) … esac`; each item ends with `;;`, `;&` (fall through) or `;|` (go on matching)."""

    word: Word
    items: list[tuple[list[Word], Sequence, str]]


@dataclass(slots=True)
class Function:
    """A function's definition."""

    name: str
    body: Command


@dataclass(slots=True)
class ArithmeticCommand:
    """`((…))`."""

    expression: Word


@dataclass(slots=True)
class Condition:
    """`[[ … ]]`: its words and operators in order; a Word is an operand, a str an unquoted operator."""

    items: list[tuple[Word, bool]]


@dataclass(slots=True)
class Redirected:
    """A compound command with redirections."""

    body: Command
    redirects: list[Redirect]


Command: TypeAlias = (
    Simple
    | Pipeline
    | Negated
    | Timed
    | AndOr
    | Sequence
    | Group
    | Subshell
    | If
    | Loop
    | For
    | Case
    | Function
    | ArithmeticCommand
    | Condition
    | Redirected
)


@dataclass(slots=True)
class Program:
    """The complete commands of a text, line by line, and the problem at which reading stopped."""

    lines: list[Sequence]
    problem: SyntaxProblem | None


# Assignments before these last, and their errors end the shell (POSIX 2.14).
SPECIAL_BUILTINS = frozenset(
    [
        ".",
        ":",
        "break",
        "continue",
        "eval",
        "exec",
        "exit",
        "export",
        "readonly",
        "return",
        "set",
        "shift",
        "trap",
        "unset",
        "times",
    ]
)
