"""The control channel: who is let in, what is refused, and what a bad client can do (nothing)."""

from __future__ import annotations

import json
import socket
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulator.control import BadRequest, ControlClient, ControlLost, NoSuchPhone, TokenRefused


def raw(port: int, *lines: bytes) -> list[dict[str, Any]]:
    """Send lines and return every answer up to the end."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(b"".join(lines))
        client.shutdown(socket.SHUT_WR)
        data = b"".join(iter(lambda: client.recv(65536), b""))
    return [json.loads(line) for line in data.splitlines()]


def test_a_wrong_token_is_refused(running: Any) -> None:
    with pytest.raises(TokenRefused, match="ready line"):
        ControlClient(running.host.control.port, "wrong")


@pytest.mark.parametrize("first", [b"{}\n", b"hello\n", b"[1]\n", b'{"token": 5}\n', b'{"id":1,"method":"status"}\n'])
def test_without_the_token_nothing_is_answered(running: Any, first: bytes) -> None:
    answers = raw(running.host.control.port, first, b'{"id":1,"method":"status"}\n')
    assert [answer["error"]["type"] for answer in answers] == ["bad_token"]


def test_nobody_there_is_told(running: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(ControlLost, match="start one"):
        ControlClient(port, "x")


def test_status_names_ports_and_phones(running: Any, control: ControlClient) -> None:
    status = control.status()
    assert (status.adb_port, status.control_port) == (running.host.adb.port, running.host.control.port)
    (phone,) = status.phones
    assert (phone.serial, phone.state, phone.running, phone.day) == ("emulator-5554", "device", False, None)


def test_unknown_methods_and_parameters_are_refused(control: ControlClient) -> None:
    with pytest.raises(BadRequest, match="there is no method 'nonsense'"):
        control.call("nonsense")
    with pytest.raises(BadRequest, match="to_ms"):
        control._exchange({"id": 1, "method": "advance", "params": {"to_ms": "soon"}}, "advance")
    assert control.status().phones  # the connection lives on


def test_one_of_several_phones_must_be_named(hosting: Any) -> None:
    control = hosting(2).client()
    with pytest.raises(NoSuchPhone, match="emulator-5554, emulator-5556"):
        control.state()
    with pytest.raises(NoSuchPhone, match="no phone emulator-1"):
        control.state("emulator-1")
    assert control.state("emulator-5556")["device"]["serial"] == "emulator-5556"


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(junk=st.binary(max_size=100) | st.recursive(st.none() | st.integers() | st.text(max_size=9), st.lists).map(
    lambda data: json.dumps(data).encode()
))  # fmt: skip
def test_junk_is_refused_and_harms_nobody(running: Any, junk: bytes) -> None:
    token = json.dumps({"token": running.host.token}).encode() + b"\n"
    line = junk.replace(b"\n", b"") + b"\n"
    answers = raw(running.host.control.port, token, line, b'{"id":7,"method":"status"}\n')
    assert answers[0] == {"result": {"protocol": 1}}
    assert answers[1]["error"]["type"] == "bad_request"
    assert answers[2]["id"] == 7 and "result" in answers[2]


def test_shutdown_answers_and_ends_the_host(running: Any, control: ControlClient) -> None:
    control.shutdown()
    with pytest.raises(ControlLost):
        control.status()
