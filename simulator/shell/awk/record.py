"""The present record and its fields."""

from __future__ import annotations

import re

from simulator.shell.awk.values import UNSET, Seen, Value
from simulator.shell.awk.variables import Variables
from simulator.shell.options import CommandError
from simulator.shell.regex import compile_regex

_MAX_FIELDS = 1_000_000


class Record:
    """`$0` (`whole`) and `$1` … (`fields`); NF follows them."""

    def __init__(self, variables: Variables) -> None:
        self.variables = variables
        self.whole = ""
        self.fields: list[Value] = []

    def set(self, line: str) -> None:
        """Make `line` the record and split it."""
        self.whole = line
        self.fields = [Seen(piece) for piece in self.split(line, self.variables.separator("FS"))]
        self.variables.everywhere["NF"] = float(len(self.fields))

    def split(self, text: str, separator: str) -> list[str]:
        """Fields of a text."""
        if separator == " ":
            return text.split()
        if not text:
            return []
        if not separator:
            return list(text)
        if self.variables.everywhere["RS"] == "":
            return (
                re.split(f"(?:{compile_regex(separator, extended=True).pattern})|\n", text)
                if len(separator) > 1
                else re.split(re.escape(separator) + "|\n", text)
            )
        if len(separator) == 1 and separator != "\\":
            return text.split(separator)
        return _split(compile_regex(separator, extended=True), text)

    def field(self, at: int) -> Value:
        """`$at`."""
        if at < 0:
            raise CommandError(f"trying to access out of range field {at}", 2)
        if at == 0:
            return Seen(self.whole)
        return self.fields[at - 1] if at <= len(self.fields) else UNSET

    def set_field(self, at: int, value: Value) -> None:
        """`$at = value`."""
        if at == 0:
            self.set(self.variables.text(value))
            return
        if at > _MAX_FIELDS:
            raise CommandError(f"trying to access out of range field {at}", 2)
        self.fields += [UNSET] * (at - len(self.fields))
        self.fields[at - 1] = value
        self._rebuild()

    def set_count(self, count: int) -> None:
        """`NF = count`: fields are cut off or added."""
        count = max(count, 0)
        self.fields = (self.fields + [UNSET] * min(count, _MAX_FIELDS))[:count]
        self._rebuild()

    def _rebuild(self) -> None:
        text = self.variables.text
        self.variables.everywhere["NF"] = float(len(self.fields))
        self.whole = self.variables.separator("OFS").join(text(one) for one in self.fields)


def _split(pattern: re.Pattern[str], text: str) -> list[str]:
    pieces, position = [], 0
    for found in pattern.finditer(text):
        if found.end() > found.start():
            pieces.append(text[position : found.start()])
            position = found.end()
    return [*pieces, text[position:]]
