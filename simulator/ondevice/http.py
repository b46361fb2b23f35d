"""A small HTTP/1.1 server for programs that run on the phone, over the phone's own sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulator.phone import Phone

MAX_HEAD = 64 * 1024
MAX_BODY = 64 << 20
_REASONS = {200: "OK", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed", 413: "Payload Too Large",
            431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented"}  # fmt: skip


@dataclass
class Request:
    """A request: `path` without its query; header names in lower case."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes = b""


@dataclass
class Response:
    """An answer; `close` ends the connection after it."""

    body: bytes
    status: int = 200
    content_type: str = "application/json; charset=utf-8"
    close: bool = False
    headers: dict[str, str] = field(default_factory=dict)


class BadRequest(Exception):
    """What came is no HTTP request that this server takes; `status` is the answer's."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


Handler = Callable[[Request], Awaitable[Response]]


async def serve_http(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, handler: Handler) -> None:
    """Answer requests of one connection until the client leaves, asks to close, or sends what is no request."""
    while True:
        try:
            request = await read_request(reader)
        except BadRequest as error:
            answer = Response(str(error).encode(), error.status, "text/plain; charset=utf-8", close=True)
            await _send(writer, answer, head=False)
            return
        if request is None:
            return
        answer = await handler(request)
        answer.close = answer.close or request.headers.get("connection", "").lower() == "close"
        await _send(writer, answer, head=request.method == "HEAD")
        if answer.close:
            return


async def _send(writer: asyncio.StreamWriter, answer: Response, *, head: bool) -> None:
    lines = [
        f"HTTP/1.1 {answer.status} {_REASONS.get(answer.status, 'Unknown')}",
        f"Content-Type: {answer.content_type}",
        *(f"{name}: {value}" for name, value in answer.headers.items()),
        f"Connection: {'close' if answer.close else 'keep-alive'}",
        f"Content-Length: {len(answer.body)}",
    ]
    writer.write("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + (b"" if head else answer.body))
    await writer.drain()


async def read_request(reader: asyncio.StreamReader) -> Request | None:
    """The next request; None where the client left between two. Raises BadRequest."""
    first = await _line(reader)
    if not first:
        return None
    parts = first.split()
    if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
        raise BadRequest("not an HTTP/1 request")
    method, target, version = parts
    headers: dict[str, str] = {}
    size = len(first)
    while line := await _line(reader):
        size += len(line)
        if size > MAX_HEAD:
            raise BadRequest("header too long", 431)
        name, colon, value = line.partition(":")
        if not colon:
            raise BadRequest("bad header line")
        headers[name.strip().lower()] = value.strip()
    if version == "HTTP/1.0" and headers.get("connection", "").lower() != "keep-alive":
        headers["connection"] = "close"
    body = await _body(reader, headers)
    return Request(method, target.partition("?")[0], headers, body)


async def _line(reader: asyncio.StreamReader) -> str:
    """A line without its end; empty for an empty line and at the end of the stream."""
    try:
        line = await reader.readline()
    except ValueError as error:
        raise BadRequest("line too long", 431) from error
    if line and not line.endswith(b"\n"):
        return ""  # the client left in the middle
    return line.decode("latin-1").rstrip("\r\n")


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return await _chunks(reader)
    text = headers.get("content-length", "0")
    if not (text.isascii() and text.isdigit()):
        raise BadRequest("bad Content-Length")
    if int(text) > MAX_BODY:
        raise BadRequest("body too large", 413)
    return await reader.readexactly(int(text))


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = bytearray()
    while True:
        text = (await _line(reader)).partition(";")[0].strip()
        try:
            size = int(text, 16)
        except ValueError as error:
            raise BadRequest("bad chunk") from error
        if size < 0 or len(body) + size > MAX_BODY:
            raise BadRequest("body too large", 413)
        if size == 0:
            while await _line(reader):
                pass  # trailers
            return bytes(body)
        body += await reader.readexactly(size)
        await _line(reader)


class AddressInUse(Exception):
    """The port is another program's."""

    def __init__(self) -> None:
        super().__init__("java.net.BindException: bind failed: EADDRINUSE (Address already in use)")


class HttpServer:
    """Listens on a TCP port of the phone."""

    def __init__(self, phone: Phone, port: int, handler: Handler) -> None:
        self._phone = phone
        self._name = f"tcp:{port}"
        self._handler = handler
        self._connections: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        """Listen; raises AddressInUse."""
        if self._name in self._phone.sockets:
            raise AddressInUse
        self._phone.sockets[self._name] = self._connected

    def stop(self) -> None:
        """Stop listening and drop every connection; doing so twice is harmless."""
        if self._phone.sockets.get(self._name) == self._connected:
            del self._phone.sockets[self._name]
        for task in self._connections:
            task.cancel()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            await serve_http(reader, writer, self._handler)
        finally:
            self._connections.discard(task)
