"""awk's variables: the program's, those of the functions that run, and the ones with a meaning of their own."""

from __future__ import annotations

import math
from typing import Any

from simulator.shell.awk.values import UNSET, Seen, Value
from simulator.shell.options import CommandError


class Variables:
    """Names to values or arrays. `frames` are the parameters of the functions that run, the innermost last."""

    def __init__(self, environment: dict[str, str], args: list[str]) -> None:
        self.everywhere: dict[str, Any] = {
            "FS": " ", "OFS": " ", "ORS": "\n", "RS": "\n", "NR": 0.0, "NF": 0.0, "FNR": 0.0, "SUBSEP": "\x1c",
            "CONVFMT": "%.6g", "OFMT": "%.6g", "RSTART": 0.0, "RLENGTH": -1.0, "FILENAME": "",
            "ENVIRON": {name: Seen(value) for name, value in environment.items()},
            "ARGC": float(len(args) + 1), "ARGV": {str(at): Seen(text) for at, text in enumerate(["awk", *args])},
        }  # fmt: skip
        self.frames: list[dict[str, Any]] = []

    def scope(self, name: str) -> dict[str, Any]:
        """Where a name lives."""
        return self.frames[-1] if self.frames and name in self.frames[-1] else self.everywhere

    def get(self, name: str) -> Value:
        """A variable's value."""
        value = self.scope(name).get(name, UNSET)
        if isinstance(value, dict):
            raise CommandError(f"can't use array {name} as a value", 2)
        return UNSET if value is None else value

    def array(self, name: str) -> dict[str, Value]:
        """A variable as an array, made where it is unset."""
        scope = self.scope(name)
        value = scope.get(name)
        if value is None:
            value = scope[name] = {}
        if not isinstance(value, dict):
            raise CommandError(f"can't use {name} as an array", 2)
        return value

    def text(self, value: Value, layout: str = "CONVFMT") -> str:
        """A value as text; numbers by CONVFMT or OFMT."""
        if isinstance(value, str):
            return value
        if not math.isfinite(value):
            return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
        if value == int(value) and abs(value) < 1e30:
            return str(int(value))
        return str(self.everywhere[layout]) % value

    def separator(self, name: str) -> str:
        """The text of FS, OFS, ORS, RS or SUBSEP."""
        return self.text(self.everywhere[name])
