"""A pool of functions: the 63 of this project, or another one loaded beside it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from api_pool.call import Call
from api_pool.function import Function, Risk


@dataclass(frozen=True)
class Pool:
    """Functions by name, in the pool's order."""

    name: str
    functions: dict[str, Function]

    @classmethod
    def of(cls, name: str, functions: Iterable[Function]) -> Pool:
        """A pool of these functions. Raises ValueError when two share a name."""
        table: dict[str, Function] = {}
        for function in functions:
            if function.name in table:
                raise ValueError(f"two functions are called {function.name}")
            table[function.name] = function
        return cls(name, table)

    def problems(self, call: Call) -> list[str]:
        """What is wrong with a call, in words; empty when it fits the pool."""
        function = self.functions.get(call.name)
        if function is None:
            return [f"the pool has no function {call.name!r}"]
        return function.problems(call.arguments)

    def risk(self, call: Call) -> Risk:
        """The risk of a call; a function that is not in the pool counts as costly."""
        function = self.functions.get(call.name)
        return function.risk_of(call.arguments) if function else "costly"

    def openai_tools(self) -> list[dict[str, Any]]:
        """All functions as OpenAI-style tools."""
        return [function.openai_tool() for function in self.functions.values()]

    def parameter_table(self) -> dict[str, dict[str, Any]]:
        """Function name → {"parameters": JSON Schema}: the plain table that `day check` reads."""
        return {name: {"parameters": function.parameters} for name, function in self.functions.items()}
