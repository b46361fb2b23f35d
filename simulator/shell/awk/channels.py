"""Files and pipes that a program itself opens: `print > file`, `print | command`, `getline < file`, `command | getline`."""

from __future__ import annotations

from simulator.files import FileError
from simulator.shell.command import Input, Invocation, Output
from simulator.shell.options import CommandError, full
from simulator.shell.streams import open_input, open_output


class Channels:
    """What is open, by name. A pipe's command runs when the pipe is closed, on all that was written."""

    def __init__(self, call: Invocation) -> None:
        self._call = call
        self._outputs: dict[str, tuple[Output, bytearray | None]] = {}
        self._inputs: dict[str, Input] = {}

    def write(self, op: str, name: str, text: str) -> None:
        """Write to the file (`>`, `>>`) or the pipe (`|`) of that name, opened where it is not yet."""
        if name not in self._outputs:
            self._outputs[name] = self._open_output(op, name)
        self._outputs[name][0].text(text)

    def _open_output(self, op: str, name: str) -> tuple[Output, bytearray | None]:
        if op == "|":
            collected = bytearray()
            return Output(collected.extend), collected
        if name in ("/dev/stdout", "/dev/stderr"):
            return (self._call.out if name.endswith("out") else self._call.err), None
        try:
            opened = open_output(self._call.phone.files, full(self._call, name), self._call.uid, append=op == ">>")
        except FileError as error:
            raise CommandError(f"can't redirect to {name}", 2) from error
        return opened, None

    async def reader(self, op: str, name: str) -> Input | None:
        """The file (`<`) or the command's output (`|`) of that name; None for a file that cannot be read."""
        if name not in self._inputs:
            if op == "|":
                collected = bytearray()
                await self._call.shell.run_line(name, Input(), Output(collected.extend), self._call.err)
                self._inputs[name] = Input(bytes(collected))
            else:
                try:
                    self._inputs[name] = open_input(self._call.phone.files, full(self._call, name), self._call.uid)
                except FileError:
                    return None
        return self._inputs[name]

    async def close(self, name: str) -> int:
        """Close a file or a pipe; a pipe's command runs now. Its exit code, 0, or -1 where nothing is open."""
        self._inputs.pop(name, None)
        if name not in self._outputs:
            return -1
        _, collected = self._outputs.pop(name)
        if collected is not None:
            return await self._call.shell.run_line(name, Input(bytes(collected)), self._call.out, self._call.err)
        return 0

    async def close_all(self) -> None:
        """Close what is written to, in the order of opening."""
        for name in list(self._outputs):
            await self.close(name)
