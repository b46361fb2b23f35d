"""Where records come from: lines of an input by RS, and the operands one after another."""

from __future__ import annotations

import re

from simulator.files import FileError
from simulator.shell.awk.lexer import unquote
from simulator.shell.awk.values import Seen, number
from simulator.shell.awk.variables import Variables
from simulator.shell.command import Input, Invocation
from simulator.shell.options import CommandError, full
from simulator.shell.streams import open_input


async def read_record(reader: Input, separator: str) -> str | None:
    """One record, None at the end: lines, paragraphs (an empty separator) or up to the separator's first character."""
    if separator == "\n":
        raw = await reader.read_line()
        return raw.decode("utf-8", "surrogateescape").removesuffix("\n") if raw else None
    collected = b""
    if not separator:
        while line := await reader.read_line():
            if line == b"\n":
                if collected:
                    break
                continue
            collected += line
        return collected.decode("utf-8", "surrogateescape").removesuffix("\n") if collected else None
    mark = separator[0].encode()
    seen = False
    while byte := await reader.read(1):
        seen = True
        if byte == mark:
            return collected.decode("utf-8", "surrogateescape")
        collected += byte
    text = collected.decode("utf-8", "surrogateescape")
    return text if seen else None


class Operands:
    """The files and assignments behind the program, or stdin where no file is among them."""

    def __init__(self, call: Invocation, variables: Variables, args: list[str]) -> None:
        self._call = call
        self._variables = variables
        self._pending = list(args)
        self._reader: Input | None = None
        self._used_file = False

    async def next_record(self) -> str | None:
        """The next record, counted in NR and FNR; None at the end of the last operand."""
        known = self._variables.everywhere
        while self._reader is not None or self._open_next():
            assert self._reader is not None
            line = await read_record(self._reader, self._variables.separator("RS"))
            if line is not None:
                known["NR"] = number(known["NR"]) + 1
                known["FNR"] = number(known["FNR"]) + 1
                return line
            self._reader = None
        return None

    def _open_next(self) -> bool:
        """Do the assignments up to the next file and open that; whether there is one."""
        while self._pending:
            name = self._pending.pop(0)
            found = re.fullmatch(r"([A-Za-z_]\w*)=(.*)", name, re.DOTALL)
            if found:
                self._variables.everywhere[found.group(1)] = Seen(unquote(found.group(2)))
            elif name:
                self._used_file = True
                self._variables.everywhere.update(FILENAME=name, FNR=0.0)
                self._reader = self._opened(name)
                return True
        if self._used_file:
            return False
        self._used_file, self._reader = True, self._call.stdin
        return True

    def _opened(self, name: str) -> Input:
        if name == "-":
            return self._call.stdin
        try:
            return open_input(self._call.phone.files, full(self._call, name), self._call.uid)
        except FileError as error:
            raise CommandError(f"can't open file {name}", 2) from error
