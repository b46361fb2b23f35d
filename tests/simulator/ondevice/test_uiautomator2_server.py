"""uiautomator2's server: HTTP, JSON-RPC, and one program at a time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulator.ondevice import AlreadyRegistered, automation_held
from simulator.ondevice.http import AddressInUse
from simulator.ondevice.uiautomator2 import Server
from simulator.phone import Phone
from simulator.shell import Input, Output, Shell

Talk = Callable[[Phone, int, Callable[[Any], Awaitable[Any]]], Awaitable[Any]]
PORT = 9008


def served(phone: Phone, talk: Talk, conversation: Callable[[Any], Awaitable[Any]]) -> Any:
    """What a conversation with a server of its own comes to."""

    async def run() -> Any:
        server = Server(phone, PORT)
        server.start()
        try:
            return await talk(phone, PORT, conversation)
        finally:
            server.stop()

    return asyncio.run(run())


def answer_to(phone: Phone, talk: Talk, data: bytes) -> bytes:
    """All that a server sends back to raw bytes."""
    return bytes(served(phone, talk, lambda connection: connection.raw(data)))


@pytest.fixture
def ask(phone: Phone, talk: Talk) -> Callable[..., Any]:
    """Calls a method of a server on the phone; returns the whole answer."""

    def call(method: str, *params: Any) -> Any:
        body = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
        return served(phone, talk, lambda connection: connection.request("POST", "/jsonrpc/0", body))[1]

    return call


def test_it_answers_pings_on_a_connection_that_is_kept(phone: Phone, talk: Talk) -> None:
    async def conversation(connection: Any) -> list[Any]:
        return [await connection.request("GET", "/ping") for _ in range(3)] + [await connection.request("GET", "/x")]

    assert served(phone, talk, conversation) == [(200, "pong")] * 3 + [(404, "Not Found!!!")]
    assert f"tcp:{PORT}" not in phone.sockets and not automation_held(phone)


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"GET /ping HTTP/1.0\r\n\r\n", b"200"),
        (b"POST /jsonrpc/0 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", b"200"),
        (b"nonsense\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", b"413"),
        (b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 20000 + b"\r\n", b"431"),
    ],
)
def test_http(phone: Phone, talk: Talk, data: bytes, status: bytes) -> None:
    assert answer_to(phone, talk, data).split()[1] == status


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_answered_or_the_connection_ends(phone: Phone, talk: Talk, data: bytes) -> None:
    answer = answer_to(phone, talk, data)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 ")


def test_errors_are_json_rpcs(ask: Callable[..., Any]) -> None:
    assert ask("ping") == {"jsonrpc": "2.0", "id": 7, "result": "pong"}
    assert ask("noSuch")["error"]["code"] == -32601
    assert ask("_find", {})["error"]["code"] == -32601
    assert ask("pressKeyCode", "x")["error"]["code"] == -32602
    assert ask("swipe", 1, 2)["error"]["code"] == -32001
    missing = ask("objInfo", {"mask": 1, "text": "nothing"})["error"]
    assert missing["code"] == -32002
    assert missing["message"] == "androidx.test.uiautomator.UiObjectNotFoundException: UiSelector[TEXT=nothing]"
    assert ask("exist", {"mask": 4, "textMatches": "["})["error"]["code"] == -32001


def test_waits_end_although_the_phones_clock_stands_still(phone: Phone, ask: Callable[..., Any]) -> None:
    before = phone.clock.now_ms
    assert ask("waitForExists", {"mask": 1, "text": "nothing"}, 60)["result"] is False
    assert ask("waitUntilGone", {"mask": 1, "text": "nothing"}, 60)["result"] is True
    assert phone.clock.now_ms == before


def test_a_finger_that_goes_down_moves_and_up_is_a_swipe(phone: Phone) -> None:
    phone.activities.launch("com.android.settings")
    server = Server(phone, PORT)
    server.start()
    try:
        service = server._service
        service.injectInputEvent(0, 540, 1800, 0)
        service.injectInputEvent(2, 540, 1200, 0)
        service.injectInputEvent(1, 540, 800, 0)
        assert not service.exist({"mask": 1, "text": "Network & internet"})
        assert service.injectInputEvent(1, 1, 1, 0) is False
    finally:
        server.stop()


def test_only_one_program_holds_the_automation(phone: Phone) -> None:
    first, second = Server(phone, PORT), Server(phone, 9009)
    first.start()
    with pytest.raises(AlreadyRegistered, match="already registered!"):
        second.start()
    first.stop()
    phone.sockets["tcp:9009"] = phone.sockets.get("tcp:1", first._http._connected)
    with pytest.raises(AddressInUse):
        second.start()
    assert not automation_held(phone)


def sh(phone: Phone, line: str) -> tuple[int, str]:
    out = bytearray()
    sink = Output(out.extend)
    return asyncio.run(Shell(phone).run_line(line, Input(), sink, sink)), out.decode()


def test_app_process_runs_only_classes_that_are_there(phone: Phone) -> None:
    assert sh(phone, "CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main") == (134, "Aborted\n")
    phone.files.write("/data/local/tmp/u2.jar", b"PK no jar", uid=2000)
    assert sh(phone, "CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main")[0] == 134
    assert sh(phone, "app_process")[0] == 10
    assert sh(phone, "app_process /system/bin com.android.commands.wm.Wm size") == (0, "Physical size: 1080x2400\n")


def test_a_screenshot_of_a_secure_window_is_black(phone: Phone, ask: Callable[..., Any]) -> None:
    import base64
    import io

    from PIL import Image

    assert sh(phone, "am start -a android.intent.action.VIEW -d gwallet://paycode")[0] == 0
    data = base64.b64decode(ask("takeScreenshot", 1, 80)["result"])
    picture = Image.open(io.BytesIO(data)).convert("L")
    assert picture.crop((0, 200, 1080, 2200)).getextrema()[1] < 8
    hierarchy = ask("dumpWindowHierarchy", False, 50)["result"]
    assert "com.google.android.apps.walletnfcrel" in hierarchy


def test_what_it_tells_is_json(phone: Phone, ask: Callable[..., Any]) -> None:
    phone.activities.launch("com.google.android.keep")
    told = ask("objInfoOfAllInstances", {"mask": 0})["result"]
    assert len(told) == len(list(phone.screen.nodes().walk()))
    assert json.loads(json.dumps(told)) == told
