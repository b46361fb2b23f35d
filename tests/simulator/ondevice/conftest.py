"""A booted phone, and programs on it that are spoken to over its own sockets."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from simulator.clock import Clock
from simulator.phone import Phone
from simulator.state import DeviceInfo, State

START_MS = 1_780_041_600_000


def _phone(api_level: int = 34) -> Phone:
    phone = Phone(State(device=DeviceInfo(api_level=api_level)), Clock(START_MS))
    phone.boot()
    return phone


@pytest.fixture
def phone() -> Phone:
    return _phone()


@pytest.fixture
def make_phone() -> Callable[..., Phone]:
    return _phone


class Connection:
    """A client's connection to a port of the phone."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, task: asyncio.Task[None]) -> None:
        self.reader, self.writer, self.task = reader, writer, task

    @classmethod
    async def open(cls, phone: Phone, port: int) -> Connection:
        ours, theirs = socket.socketpair()
        near = await asyncio.open_connection(sock=ours)
        far = await asyncio.open_connection(sock=theirs)

        async def serve() -> None:
            try:
                await phone.sockets[f"tcp:{port}"](*far)
            finally:
                far[1].close()

        return cls(*near, asyncio.create_task(serve()))

    async def raw(self, data: bytes) -> bytes:
        """Send bytes, end the sending side, and read all that comes."""
        self.writer.write(data)
        self.writer.write_eof()
        return await asyncio.wait_for(self.reader.read(), 10)

    async def request(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: phone\r\nContent-Length: {len(data)}\r\n\r\n"
        self.writer.write(head.encode() + data)
        status = int((await self.reader.readline()).split()[1])
        size = 0
        while line := (await self.reader.readline()).strip():
            name, _, value = line.decode().partition(":")
            size = int(value) if name.lower() == "content-length" else size
        text = await self.reader.readexactly(size)
        try:
            return status, json.loads(text)
        except ValueError:
            return status, text.decode()

    async def close(self) -> None:
        self.writer.close()
        await asyncio.gather(self.task, return_exceptions=True)


@pytest.fixture
def talk() -> Callable[[Phone, int, Callable[[Connection], Awaitable[Any]]], Awaitable[Any]]:
    """Runs a conversation with a port of a phone."""

    async def run(phone: Phone, port: int, conversation: Callable[[Connection], Awaitable[Any]]) -> Any:
        connection = await Connection.open(phone, port)
        try:
            return await conversation(connection)
        finally:
            await connection.close()

    return run
