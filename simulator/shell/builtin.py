"""What a builtin of the shell is: a function over the shell and an `Invocation`, found by name in a registry."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from simulator.shell.command import Invocation

if TYPE_CHECKING:
    from simulator.shell.interpreter import Shell

Builtin = Callable[["Shell", Invocation], int | Awaitable[int]]
BUILTINS: dict[str, Builtin] = {}


class Exit(Exception):
    """The shell ends."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code & 255


class Jump(Exception):
    """`break`, `continue` (with how many loops) or `return` on its way up."""

    def __init__(self, kind: str, count: int = 1, code: int = 0) -> None:
        super().__init__(kind)
        self.kind, self.count, self.code = kind, count, code


def builtin(*names: str) -> Callable[[Builtin], Builtin]:
    """Register a builtin."""

    def register(function: Builtin) -> Builtin:
        for name in names:
            BUILTINS[name] = function
        return function

    return register


def fail(shell: Shell, call: Invocation, message: str, code: int = 1) -> int:
    """Write `sh: NAME: message` on stderr and return `code`."""
    shell.complain(f"{call.argv[0]}: {message}", call.err)
    return code
