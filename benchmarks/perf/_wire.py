"""A raw smart-socket client: nothing between the measurement and the socket."""

from __future__ import annotations

import socket
import struct

_BLOCK = 64 * 1024


def _open(port: int, service: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
    for request in ("host:transport-any", service):
        data = request.encode()
        connection.sendall(b"%04x" % len(data) + data)
        answer = _exactly(connection, 4)
        if answer != b"OKAY":
            raise ConnectionError(f"{request}: {answer!r}")
    return connection


def _exactly(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        chunk = connection.recv(size - len(data))
        if not chunk:
            raise ConnectionError(f"the server closed after {data!r}")
        data += chunk
    return data


def ask(port: int, service: str) -> bytes:
    """All that a service of the only phone writes."""
    with _open(port, service) as connection:
        parts = []
        while chunk := connection.recv(1 << 20):
            parts.append(chunk)
        return b"".join(parts)


def push(port: int, path: str, data: bytes) -> None:
    """Push a file with sync SEND."""
    with _open(port, "sync:") as connection:
        name = f"{path},33188".encode()
        connection.sendall(b"SEND" + struct.pack("<I", len(name)) + name)
        view = memoryview(data)
        for start in range(0, len(view), _BLOCK):
            block = view[start : start + _BLOCK]
            connection.sendall(b"DATA" + struct.pack("<I", len(block)))
            connection.sendall(block)
        connection.sendall(b"DONE" + struct.pack("<I", 1_700_000_000))
        answer = _exactly(connection, 8)
        if answer[:4] != b"OKAY":
            raise ConnectionError(f"push: {answer!r}")
