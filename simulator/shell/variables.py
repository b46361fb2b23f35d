"""The shell's variables: values, arrays, attributes, scopes of functions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from simulator.shell.arithmetic import Arithmetic
from simulator.shell.memory import afford

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class ShellError(Exception):
    """What ends a shell that is not interactive: the message without the shell's name, and the exit code."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


@dataclass(slots=True, frozen=True)
class Variable:
    """One variable; values are replaced, never changed, so that a subshell may share them."""

    value: str | None = None
    array: dict[int, str] | None = None
    exported: bool = False
    read_only: bool = False
    integer: bool = False
    case: str = ""

    def text(self) -> str | None:
        """The value: of an array, its element 0."""
        return self.array.get(0) if self.array is not None else self.value


class Variables:
    """Names to values. `environment` mirrors the exported ones."""

    def __init__(self, environment: dict[str, str], dynamic: dict[str, Callable[[], str]]) -> None:
        self.table: dict[str, Variable] = {name: Variable(value, exported=True) for name, value in environment.items()}
        self.environment = environment
        self.dynamic = dynamic
        self.scopes: list[dict[str, Variable | None]] = []

    def fork(self) -> Variables:
        """A copy for a subshell."""
        copy = Variables.__new__(Variables)
        copy.table = dict(self.table)
        copy.environment = dict(self.environment)
        copy.dynamic = dict(self.dynamic)
        copy.scopes = [dict(scope) for scope in self.scopes]
        return copy

    def get(self, name: str, index: int | None = None) -> str | None:
        """A variable's text, or None where it is not set."""
        if name in self.dynamic:
            return self.dynamic[name]()
        variable = self.table.get(name)
        if variable is None:
            return None
        if index is None:
            return variable.text()
        if variable.array is not None:
            return variable.array.get(index)
        return variable.value if index == 0 else None

    def elements(self, name: str) -> list[str]:
        """All values of an array (a plain variable is an array of one)."""
        variable = self.table.get(name)
        if variable is None:
            return []
        if variable.array is not None:
            return [variable.array[key] for key in sorted(variable.array)]
        return [] if variable.value is None else [variable.value]

    def set(self, name: str, value: str, index: int | None = None, *, exported: bool = False) -> None:
        """Give a variable a value; ShellError where it is read-only."""
        old = self.table.get(name)
        if old is not None and old.read_only:
            raise ShellError(f"read-only: {name}", 2)
        old = old or Variable()
        if old.integer:
            value = str(self.arithmetic(value))
        if old.case:
            value = value.upper() if old.case == "u" else value.lower()
        self.dynamic.pop(name, None)
        if index is not None or old.array is not None:
            array = dict(old.array) if old.array is not None else ({} if old.value is None else {0: old.value})
            array[index or 0] = value
            self._store(name, replace(old, value=None, array=array, exported=old.exported or exported))
        else:
            self._store(name, replace(old, value=value, exported=old.exported or exported))

    def set_array(self, name: str, values: list[str], *, append: bool = False) -> None:
        """Give an array its values from index 0 (or behind its last)."""
        old = self.table.get(name) or Variable()
        if old.read_only:
            raise ShellError(f"read-only: {name}", 2)
        array: dict[int, str] = {}
        if append:
            array = dict(old.array) if old.array is not None else ({} if old.value is None else {0: old.value})
        start = max(array, default=-1) + 1
        array.update(enumerate(values, start))
        self._store(name, replace(old, value=None, array=array))

    def _store(self, name: str, variable: Variable) -> None:
        if variable.value is not None:
            afford(len(variable.value))
        self.table[name] = variable
        text = variable.text()
        if variable.exported and text is not None:
            self.environment[name] = text
        else:
            self.environment.pop(name, None)

    def mark(self, name: str, **attributes: object) -> None:
        """Change attributes (exported, read_only, integer, case) of a variable."""
        self._store(name, replace(self.table.get(name) or Variable(), **attributes))  # type: ignore[arg-type]

    def unset(self, name: str, index: int | None = None) -> None:
        """Forget a variable or an element."""
        old = self.table.get(name)
        self.dynamic.pop(name, None)
        if old is None:
            return
        if old.read_only:
            raise ShellError(f"read-only: {name}", 2)
        if index is not None and old.array is not None:
            self._store(name, replace(old, array={key: text for key, text in old.array.items() if key != index}))
            return
        del self.table[name]
        self.environment.pop(name, None)

    def push(self) -> None:
        """Enter a function."""
        self.scopes.append({})

    def pop(self) -> None:
        """Leave a function: its locals give way to what they hid."""
        for name, old in self.scopes.pop().items():
            if old is None:
                self.table.pop(name, None)
                self.environment.pop(name, None)
            else:
                self._store(name, old)

    def local(self, name: str) -> None:
        """Make a variable local to the running function."""
        if self.scopes and name not in self.scopes[-1]:
            old = self.table.pop(name, None)
            self.scopes[-1][name] = old
            self.environment.pop(name, None)

    def arithmetic(self, text: str) -> int:
        """The value of an arithmetic expression (ArithmeticProblem where it has none)."""
        return Arithmetic(
            text, lambda name, index: self.get(name, index) or "", lambda n, i, v: self.set(n, str(v), i)
        ).value()
