"""uiautomator2's server on the phone: GET /ping, POST /jsonrpc/0 (AutomatorHttpServer.java, jsonrpc4j's JsonRpcServer)."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError, validate_call

from simulator.ondevice.hosting import AutomationServer
from simulator.ondevice.http import Request, Response
from simulator.ondevice.scrollable import NotFound
from simulator.ondevice.selector import BadSelector
from simulator.ondevice.uiautomator2.objects import Service

if TYPE_CHECKING:
    from simulator.phone import Phone

NOT_FOUND = -32002
NOT_HANDLED = -32001
_PARSE, _INVALID_REQUEST, _NO_METHOD, _BAD_PARAMS = -32700, -32600, -32601, -32602
_NOT_FOUND_CLASS = "androidx.test.uiautomator.UiObjectNotFoundException"


class RpcError(Exception):
    """What a call is answered with in the place of a result."""

    def __init__(self, code: int, message: str, data: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data


class Server(AutomationServer):
    """Serves one phone on a port of it, and holds its UiAutomation as long as it runs."""

    def __init__(self, phone: Phone, port: int) -> None:
        super().__init__(phone, port)
        self._service = Service(self.automation)
        self._methods: dict[str, Callable[..., Any]] = {}  # as they were called, with their arguments checked

    async def answer(self, request: Request) -> Response:
        """Answer a request."""
        if request.path == "/ping":
            return Response(b"pong", content_type="text/html")
        if request.path != "/jsonrpc/0":
            return Response(b"Not Found!!!", 404, "text/plain")
        if request.method != "POST":
            return Response(b"Error", 405, "text/plain")
        return Response(json.dumps(await self._rpc(request.body), ensure_ascii=False).encode("utf-8", "replace"))

    async def _rpc(self, body: bytes) -> dict[str, Any]:
        number: Any = None
        try:
            try:
                call = json.loads(body)
            except (ValueError, RecursionError) as error:
                raise RpcError(_PARSE, "JSON parse error") from error
            if not isinstance(call, dict) or not isinstance(call.get("method"), str):
                raise RpcError(_INVALID_REQUEST, "invalid request")
            number = call.get("id")
            return {"jsonrpc": "2.0", "id": number, "result": await self._call(call["method"], call.get("params"))}
        except RpcError as error:
            shown: dict[str, Any] = {"code": error.code, "message": str(error)}
            if error.data is not None:
                shown["data"] = error.data
            return {"jsonrpc": "2.0", "id": number, "error": shown}

    async def _call(self, name: str, params: Any) -> Any:
        method = self._methods.get(name)
        if method is None:
            found = getattr(self._service, name, None) if name[:1].isalpha() else None
            if found is None:
                raise RpcError(_NO_METHOD, "method not found")
            method = self._methods[name] = validate_call(found)
        words = list(params.values()) if isinstance(params, dict) else params or []
        try:
            result = method(*words)
            return await result if inspect.isawaitable(result) else result
        except ValidationError as error:
            raise RpcError(_BAD_PARAMS, "method parameters invalid", str(error)) from error
        except NotFound as error:
            raise RpcError(NOT_FOUND, f"{_NOT_FOUND_CLASS}: {error}", _trace(_NOT_FOUND_CLASS, error, name)) from error
        except BadSelector as error:
            kind = "java.lang.IllegalArgumentException"
            raise RpcError(NOT_HANDLED, f"{kind}: {error}", _trace(kind, error, name)) from error


def _trace(kind: str, error: Exception, method: str) -> str:
    return f"{kind}: {error}\n\tat com.wetest.uia2.stub.AutomatorServiceImpl.{method}(AutomatorServiceImpl.java)\n"
