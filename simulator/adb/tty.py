"""A terminal line: echo, erase, Ctrl-C and Ctrl-D, and CR LF on the way out (what a pty's line discipline does)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from simulator.shell.command import Input

_INTERRUPT, _END, _ERASE_LINE, _ESCAPE = 0x03, 0x04, 0x15, 0x1B
_ERASE = (0x08, 0x7F)
INTERRUPTED = 130


class Terminal:
    """Bytes that the user types become lines of `stdin`; what commands write is shown with CR LF."""

    def __init__(self, stdin: Input, send: Callable[[bytes], None]) -> None:
        self._stdin = stdin
        self._send = send
        self._line = bytearray()
        self.interrupt: Callable[[], bool] = lambda: False  # ends what runs in the foreground

    def show(self, data: bytes) -> None:
        """Write to the screen."""
        self._send(data.replace(b"\n", b"\r\n"))

    def typed(self, data: bytes) -> None:
        """Take what the user typed."""
        for byte in data:
            self._key(byte)

    def _key(self, byte: int) -> None:
        if byte in (0x0D, 0x0A):
            self.show(b"\n")
            self._stdin.feed(bytes(self._line) + b"\n")
            self._line.clear()
        elif byte in _ERASE:
            if self._line:
                # One character may be several bytes of UTF-8.
                while self._line and self._line[-1] & 0xC0 == 0x80:
                    self._line.pop()
                del self._line[-1:]
                self.show(b"\b \b")
        elif byte == _ERASE_LINE:
            self.show(b"\b \b" * len(self._line.decode("utf-8", "replace")))
            self._line.clear()
        elif byte == _INTERRUPT:
            self._line.clear()
            self.show(b"^C")
            self.show(b"\n")
            if not self.interrupt():
                self._stdin.feed(b"\n")  # an empty line: a new prompt
        elif byte == _END:
            if self._line:
                self._stdin.feed(bytes(self._line))
                self._line.clear()
            else:
                self._stdin.close()
        else:
            self._line.append(byte)
            self.show(b"^[" if byte == _ESCAPE else bytes([byte]))

    async def run(self, work: Coroutine[Any, Any, int]) -> int:
        """Run a command that Ctrl-C may end (130, as the shell reports SIGINT)."""
        running = asyncio.ensure_future(work)
        interrupted = False

        def interrupt() -> bool:
            nonlocal interrupted
            interrupted = running.cancel()
            return interrupted

        self.interrupt = interrupt
        try:
            return await running
        except asyncio.CancelledError:
            if interrupted:
                return INTERRUPTED
            raise
