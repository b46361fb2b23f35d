"""What is wrong with a day, told so that its writer can mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Problem:
    """One fault of a day file: where it stands, why it is one, and what to do about it."""

    level: Literal["error", "warning"]
    path: str  # dotted path in the file, e.g. events.12.text
    cause: str
    mend: str
    line: int | None = None  # 1-based line of the YAML text

    def __str__(self) -> str:
        where = f"line {self.line}, " if self.line is not None else ""
        return f"{self.level}: {where}{self.path or 'the file'}: {self.cause} ({self.mend})"


class DayError(ValueError):
    """A day, a persona or a noise pool cannot be used; `problems` says why."""

    def __init__(self, source: str, problems: list[Problem]) -> None:
        self.source = source
        self.problems = problems
        super().__init__("\n".join([f"{source} cannot be used:", *(f"  {problem}" for problem in problems)]))
