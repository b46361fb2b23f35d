"""An adb server that knows one answer: what a client reaches against it is what the client itself can do."""

from __future__ import annotations

import asyncio
import sys

_ANSWERS = {b"host:versi": b"OKAY00040029", b"host:trans": b"OKAY", b"host:tport": b"OKAY" + bytes(8)}


class _Constant(asyncio.Protocol):
    """Agrees to a transport; whatever service follows answers a constant and ends."""

    def __init__(self) -> None:
        self._data = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way back."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer each whole request."""
        assert self._transport is not None
        self._data += data
        while len(self._data) >= 4 and len(self._data) >= (end := 4 + int(self._data[:4], 16)):
            request, self._data = self._data[4:end], self._data[end:]
            self._transport.write(_ANSWERS.get(request[:10], b"OKAYhello\n"))
            if not request.startswith(b"host:t"):
                self._transport.close()


async def _main() -> None:
    server = await asyncio.get_running_loop().create_server(_Constant, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(_main())
