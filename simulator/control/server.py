"""The server of the control channel: loopback TCP, a token first, then a JSON line each way."""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
from typing import Any

from simulator.control.errors import ControlError, refusal
from simulator.control.messages import MAX_LINE, PROTOCOL
from simulator.control.methods import ControlledHost, Methods
from simulator.loopback import LineServer


class ControlServer(LineServer):
    """Serves one host. `port` 0 takes a free one; the token is random unless given."""

    def __init__(self, host: ControlledHost, *, port: int = 0, token: str | None = None) -> None:
        super().__init__(port, MAX_LINE)
        self.token = token or secrets.token_urlsafe(24)
        self._methods = Methods(host)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if await self._admit(reader, writer):
            while line := await reader.readline():
                await _send(writer, self._answer(line))
                if self._methods.ended:
                    return

    async def _admit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        given = _parse(await reader.readline()).get("token")
        if isinstance(given, str) and hmac.compare_digest(given.encode(), self.token.encode()):
            await _send(writer, {"result": {"protocol": PROTOCOL}})
            return True
        error = refusal("bad_token", "the first line must hold this simulator's token; its ready line shows it")
        await _send(writer, {"error": {"type": error.type, "message": str(error)}})
        return False

    def _answer(self, line: bytes) -> dict[str, Any]:
        request = _parse(line)
        number = request.get("id")
        try:
            method = request.get("method")
            if not isinstance(method, str):
                raise refusal("bad_request", "a request is a line of JSON with id, method and params")
            return {"id": number, "result": self._methods.call(method, request.get("params", {}))}
        except ControlError as error:
            return {"id": number, "error": {"type": error.type, "message": str(error)}}


def _parse(line: bytes) -> dict[str, Any]:
    """A line's object; empty where the line is none."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


async def _send(writer: asyncio.StreamWriter, answer: dict[str, Any]) -> None:
    writer.write(json.dumps(answer).encode() + b"\n")
    await writer.drain()
