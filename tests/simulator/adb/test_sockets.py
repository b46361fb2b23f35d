"""Sockets on the phone: forward, reverse, and services opened directly."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

Connect = Callable[[], Any]


async def shout(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A listener of the phone: answers each chunk in capitals, `quit` ends it."""
    while (data := await reader.read(4096)) and data != b"quit":
        writer.write(data.upper())
        await writer.drain()


@pytest.fixture
def listening(server: Any, loop: Any) -> Any:
    """The server, with two listeners on its phone."""

    def listen() -> None:
        sockets = server.daemons[0].phone.sockets
        sockets["tcp:7912"] = shout
        sockets["localabstract:minicap"] = shout

    loop.call(listen)
    return server


@pytest.fixture
def echo_port() -> Iterator[int]:
    """A listener of the host that sends back what it gets."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with client:
                while data := client.recv(4096):
                    client.sendall(b"host:" + data)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()


@pytest.mark.parametrize("service", ["tcp:7912", "localabstract:minicap"])
def test_a_service_reaches_a_listener_of_the_phone(listening: Any, on_phone: Connect, service: str) -> None:
    wire = on_phone()
    assert wire.ask(service) == "OKAY"
    wire.socket.sendall(b"hello")
    assert wire.read(5) == b"HELLO"
    wire.socket.sendall(b"quit")
    assert wire.rest() == b""


@pytest.mark.parametrize("service", ["tcp:1", "localabstract:none", "localfilesystem:/dev/socket/x", "what:ever"])
def test_where_nothing_listens_the_service_is_closed(on_phone: Connect, service: str) -> None:
    assert on_phone().ask(service) == "FAIL closed"


def test_a_forward_listens_on_the_host(listening: Any, connect: Connect) -> None:
    wire = connect()
    assert wire.ask("host-serial:emulator-5554:forward:tcp:0;tcp:7912") == "OKAY"
    assert wire.status() == "OKAY"
    port = int(wire.block())
    with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
        client.sendall(b"over")
        assert client.recv(10) == b"OVER"
    listing = connect()
    assert listing.ask("host:list-forward") == "OKAY"
    assert listing.block() == f"emulator-5554 tcp:{port} tcp:7912\n"


def test_a_forward_leads_to_any_service(server: Any, connect: Connect) -> None:
    wire = connect()
    assert wire.ask("host:forward:tcp:0;shell:echo hi") == "OKAY"
    assert wire.status() == "OKAY"
    with socket.create_connection(("127.0.0.1", int(wire.block())), timeout=5) as client:
        assert client.recv(10) == b"hi\n"


def test_a_forward_to_nothing_accepts_and_closes(server: Any, connect: Connect) -> None:
    wire = connect()
    assert wire.ask("host:forward:tcp:0;tcp:1") == "OKAY"
    assert wire.status() == "OKAY"
    with socket.create_connection(("127.0.0.1", int(wire.block())), timeout=5) as client:
        assert client.recv(10) == b""


def test_forwards_are_rebound_and_removed(listening: Any, connect: Connect) -> None:
    def say(request: str) -> str:
        wire = connect()
        first: str = wire.ask(request)
        return first if first != "OKAY" else str(wire.status())

    made = connect()
    made.ask("host:forward:tcp:0;tcp:1")
    assert made.status() == "OKAY"
    local = f"tcp:{made.block()}"
    assert say(f"host:forward:{local};tcp:7912") == "OKAY"
    assert say(f"host:forward:norebind:{local};tcp:1") == "FAIL cannot rebind existing socket"
    with socket.create_connection(("127.0.0.1", int(local[4:])), timeout=5) as client:
        client.sendall(b"re")
        assert client.recv(10) == b"RE"
    assert say(f"host:killforward:{local}") == "OKAY"
    assert say(f"host:killforward:{local}") == f"FAIL listener '{local}' not found"
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", int(local[4:])), timeout=5)
    assert say("host:killforward-all") == "OKAY"


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("tcp:1", "bad forward: tcp:1"),
        ("tcp:99999;tcp:1", "cannot bind listener: bad port number '99999'"),
        ("nowhere:1;tcp:1", "cannot bind listener: unknown socket specification 'nowhere:1'"),
    ],
)
def test_bad_forwards_say_why(connect: Connect, spec: str, reason: str) -> None:
    assert connect().ask(f"host:forward:{spec}") == f"FAIL {reason}"


def test_a_reverse_leads_from_the_phone_to_the_host(on_phone: Connect, echo_port: int) -> None:
    wire = on_phone()
    assert wire.ask(f"reverse:forward:tcp:0;tcp:{echo_port}") == "OKAY"
    assert wire.status() == "OKAY"
    port = wire.block()
    client = on_phone()
    assert client.ask(f"tcp:{port}") == "OKAY"
    client.socket.sendall(b"ping")
    assert client.read(9) == b"host:ping"
    listing = on_phone()
    assert listing.ask("reverse:list-forward") == "OKAY"
    assert listing.block() == f"host-5554 tcp:{port} tcp:{echo_port}\n"


def test_reverses_are_removed(on_phone: Connect, echo_port: int) -> None:
    def say(request: str) -> str:
        wire = on_phone()
        assert wire.ask(request) == "OKAY"
        return str(wire.status())

    spec = f"localabstract:back;tcp:{echo_port}"
    assert say(f"reverse:forward:{spec}") == "OKAY"
    assert say(f"reverse:forward:norebind:{spec}") == "FAIL cannot rebind existing socket"
    assert say("reverse:killforward:localabstract:back") == "OKAY"
    assert say("reverse:killforward:localabstract:back") == "FAIL listener 'localabstract:back' not found"
    assert on_phone().ask("localabstract:back") == "FAIL closed"
    assert say(f"reverse:forward:{spec}") == "OKAY"
    assert say("reverse:killforward-all") == "OKAY"
    assert on_phone().ask("localabstract:back") == "FAIL closed"


def test_a_reverse_may_not_take_a_listener_of_the_phone(listening: Any, on_phone: Connect) -> None:
    wire = on_phone()
    assert wire.ask("reverse:forward:tcp:7912;tcp:1") == "OKAY"
    assert wire.status() == "FAIL cannot bind listener: Address already in use"
