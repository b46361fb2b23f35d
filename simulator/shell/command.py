"""What a command of the phone's shell is: a function over an `Invocation`, found by name in a registry."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from simulator.shell.memory import LARGEST_INPUT, afford

if TYPE_CHECKING:
    from simulator.phone import Phone


class Output:
    """Where a command writes: bytes to a sink. Text is UTF-8 (surrogateescape keeps strange bytes).

    Writing never waits; whoever writes much awaits `drain` now and then, which waits while the reader is behind.
    """

    def __init__(self, sink: Callable[[bytes], None], drain: Callable[[], Awaitable[None]] | None = None) -> None:
        self._sink = sink
        self._drain = drain

    async def drain(self) -> None:
        """Wait until the reader has taken enough of what was written (at once where nobody is behind)."""
        if self._drain is not None:
            await self._drain()
        else:
            # So that a command that writes without end can be stopped.
            await asyncio.sleep(0)

    def write(self, data: bytes) -> None:
        """Write bytes as they are."""
        if data:
            self._sink(data)

    def text(self, text: str) -> None:
        """Write text as it is."""
        self.write(text.encode("utf-8", "surrogateescape"))

    def line(self, text: str = "") -> None:
        """Write text and a line feed."""
        self.text(text + "\n")


class Input:
    """What a command reads: chunks fed from a socket, a file, a here-document or the stage before it in a pipe."""

    def __init__(self, data: bytes = b"", *, closed: bool = True) -> None:
        self._buffer = bytearray(data)
        self._closed = closed
        self._arrived = asyncio.Event()

    def feed(self, data: bytes) -> None:
        """Add bytes that have arrived."""
        self._buffer += data
        self._arrived.set()

    def close(self) -> None:
        """No more bytes will come."""
        self._closed = True
        self._arrived.set()

    async def read(self, limit: int = 65536) -> bytes:
        """Up to `limit` bytes; empty at the end."""
        while not self._buffer and not self._closed:
            self._arrived.clear()
            await self._arrived.wait()
        chunk = bytes(self._buffer[:limit])
        del self._buffer[:limit]
        return chunk

    async def read_all(self) -> bytes:
        """Everything up to the end; OutOfMemory where that is too much to hold."""
        while not self._closed:
            afford(len(self._buffer), LARGEST_INPUT)
            self._arrived.clear()
            await self._arrived.wait()
        chunk = bytes(self._buffer)
        self._buffer.clear()
        return chunk

    async def read_line(self) -> bytes:
        """One line with its line feed (the last may lack it); empty at the end."""
        while b"\n" not in self._buffer and not self._closed:
            self._arrived.clear()
            await self._arrived.wait()
        end = self._buffer.find(b"\n") + 1 or len(self._buffer)
        line = bytes(self._buffer[:end])
        del self._buffer[:end]
        return line


class ShellContext(Protocol):
    """What a command may know of the shell that runs it."""

    cwd: str
    env: dict[str, str]

    async def run_line(self, line: str, stdin: Input, out: Output, err: Output) -> int:
        """Run a shell line in a child of this shell; returns its exit code."""
        ...

    async def run_argv(self, argv: list[str], stdin: Input, out: Output, err: Output) -> int:
        """Run one command by argv (xargs, time, …); returns its exit code."""
        ...


@dataclass
class Invocation:
    """One call of a command. `argv[0]` is its name; strings carry strange bytes by surrogateescape."""

    argv: list[str]
    phone: Phone
    shell: ShellContext
    out: Output
    err: Output
    stdin: Input = field(default_factory=Input)
    uid: int = 2000

    @property
    def args(self) -> list[str]:
        """The arguments without the command's name."""
        return self.argv[1:]

    def fail(self, message: str, code: int = 1) -> int:
        """Write `message` as a line on stderr and return `code`."""
        self.err.line(message)
        return code


Command = Callable[[Invocation], int | Awaitable[int]]
COMMANDS: dict[str, Command] = {}


def program_names() -> list[str]:
    """The commands registered by now that lie as files in /system/bin: all but su, which a user build lacks."""
    return [name for name in COMMANDS if name != "su"]


def command(*names: str) -> Callable[[Command], Command]:
    """Register a command of the phone under its names. A command returns its exit code; it may be a coroutine."""

    def register(function: Command) -> Command:
        for name in names:
            if name in COMMANDS:
                raise ValueError(f"two commands are called {name}")
            COMMANDS[name] = function
        return function

    return register
