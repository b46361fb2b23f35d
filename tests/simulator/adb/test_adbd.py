"""adbd on TCP, message by message."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import struct
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from simulator.adb import AdbdServer, Daemon
from simulator.adb.adbd_auth import BadKey, PublicKey
from tests.simulator.adb.adbd_client import MAX, NEW, OLD, AdbdClient


@pytest.fixture
def serve(loop: Any, make_phone: Any, shells: Any, settled: Any) -> Iterator[Callable[..., AdbdServer]]:
    """Starts adbds; all are stopped at the end, and must have let go of every task."""
    servers: list[AdbdServer] = []

    def begin(**options: Any) -> AdbdServer:
        async def make() -> AdbdServer:
            server = AdbdServer(Daemon(make_phone(), shells, **options))
            await server.start()
            return server

        servers.append(loop.run(make()))
        return servers[-1]

    yield begin
    for server in servers:
        loop.run(server.stop())
        loop.call(server.daemon.close)
    settled()


@pytest.fixture
def adbd(serve: Any) -> AdbdServer:
    server: AdbdServer = serve()
    return server


@pytest.fixture
def client(adbd: AdbdServer) -> Iterator[AdbdClient]:
    with AdbdClient(adbd.port) as client:
        client.connect()
        yield client


class TestHandshake:
    def test_the_banner_names_the_phone_and_what_it_can(self, adbd: AdbdServer) -> None:
        with AdbdClient(adbd.port) as client:
            answer = client.connect()
        assert (answer.name, answer.arg0, answer.arg1) == (b"CNXN", NEW, MAX)
        banner = answer.data.decode()
        assert banner.startswith("device::ro.product.name=shiba;ro.product.model=Pixel 8;ro.product.device=shiba;")
        features = banner.rpartition("features=")[2].split(",")
        assert "shell_v2" in features and "delayed_ack" not in features
        assert answer.check == sum(answer.data)

    def test_an_old_client_gets_checksums(self, adbd: AdbdServer) -> None:
        with AdbdClient(adbd.port) as client:
            client.connect(OLD, 4096)
            local, remote = client.open("shell:echo hello")
            packet = client.read()
            assert packet.data == b"hello\n" and packet.check == sum(b"hello\n")
            client.send(b"OKAY", local, remote)

    def test_a_new_client_gets_none(self, client: AdbdClient) -> None:
        client.open("shell:echo hello")
        assert client.read().check == 0

    def test_an_old_client_s_broken_data_ends_the_connection(self, adbd: AdbdServer) -> None:
        with AdbdClient(adbd.port) as client:
            client.connect(OLD)
            client.send(b"OPEN", 1, 0, b"shell:echo\0", check=1)
            assert client.ended()

    def test_the_smaller_payload_is_kept(self, adbd: AdbdServer) -> None:
        with AdbdClient(adbd.port) as client:
            client.connect(NEW, 5000)
            client.open("shell:flood 1")
            assert len(client.read().data) == 5000

    def test_nothing_is_served_before_the_handshake(self, adbd: AdbdServer) -> None:
        with AdbdClient(adbd.port) as client:
            client.send(b"OPEN", 1, 0, b"shell:echo\0")
            assert client.connect().name == b"CNXN"

    def test_a_second_handshake_starts_anew(self, client: AdbdClient) -> None:
        client.open("shell:hang")
        client.connect()
        assert client.output("shell:echo again") == b"again\n"

    def test_tls_is_refused_by_an_end(self, client: AdbdClient) -> None:
        client.send(b"STLS", 0x01000000, 0)
        assert client.ended()

    @pytest.mark.parametrize("junk", [b"GET / HTTP/1.0\r\n\r\n" + bytes(10), bytes(24), b"\xff" * 24])
    def test_junk_ends_the_connection(self, adbd: AdbdServer, junk: bytes) -> None:
        with AdbdClient(adbd.port) as client:
            client.socket.sendall(junk)
            assert client.ended()
        with AdbdClient(adbd.port) as client:
            assert client.connect().name == b"CNXN"

    def test_a_payload_beyond_what_was_agreed_ends_the_connection(self, adbd: AdbdServer) -> None:
        with AdbdClient(adbd.port) as client:
            client.connect(NEW, 4096)
            client.socket.sendall(struct.pack("<6I", 0x4E45504F, 1, 0, 4097, 0, 0x4E45504F ^ 0xFFFFFFFF))
            assert client.ended()


class TestStreams:
    def test_an_unknown_service_is_closed(self, client: AdbdClient) -> None:
        client.send(b"OPEN", 7, 0, b"nonsense:\0")
        answer = client.read()
        assert (answer.name, answer.arg0, answer.arg1) == (b"CLSE", 0, 7)

    def test_nothing_more_is_sent_before_an_acknowledgement(self, client: AdbdClient) -> None:
        local, remote = client.open("shell:flood 64")
        assert client.read().name == b"WRTE"
        client.socket.settimeout(0.2)
        with pytest.raises(TimeoutError):
            client.read()
        client.socket.settimeout(10)
        client.send(b"OKAY", local, remote)
        assert client.read().name == b"WRTE"

    def test_a_slow_reader_holds_the_writer_back(self, client: AdbdClient) -> None:
        """WRTEs that nobody reads on the phone are not acknowledged for ever."""
        local, remote = client.open("shell:hang")
        acknowledged = 0
        client.socket.settimeout(0.3)
        try:
            for _ in range(10):
                client.send(b"WRTE", local, remote, bytes(MAX))
                assert client.read().name == b"OKAY"
                acknowledged += 1
        except TimeoutError:
            pass
        assert 1 <= acknowledged < 6

    def test_streams_run_side_by_side(self, client: AdbdClient) -> None:
        hanging = client.open("shell:hang")
        assert client.output("shell:echo still here") == b"still here\n"
        client.send(b"CLSE", *hanging)
        answer = client.read()
        assert (answer.name, answer.arg1) == (b"CLSE", hanging[0])

    def test_a_closed_stream_s_command_is_ended(self, client: AdbdClient, shells: Any, settled: Any) -> None:
        client.send(b"CLSE", *client.open("shell,v2:hang"))
        client.read()
        assert client.output("shell:echo x") == b"x\n"
        client.socket.close()
        settled()
        assert shells.cancelled == 1

    @pytest.mark.parametrize("name", [b"WRTE", b"OKAY", b"CLSE"])
    def test_messages_for_no_stream_are_passed_over(self, client: AdbdClient, name: bytes) -> None:
        client.send(name, 4, 99, b"x" if name == b"WRTE" else b"")
        assert client.output("shell:echo x") == b"x\n"

    def test_abb_exec_takes_words_apart(self, client: AdbdClient) -> None:
        assert b"cmd: inaccessible" in client.output("abb_exec:package\0list\0a b")

    def test_a_restart_ends_the_connection(self, client: AdbdClient, adbd: AdbdServer, loop: Any) -> None:
        loop.call(adbd.daemon.restart)
        assert client.ended()

    def test_reverse_opens_a_stream_to_the_host(self, client: AdbdClient, adbd: AdbdServer, loop: Any) -> None:
        assert client.output("reverse:forward:tcp:9000;tcp:1234") == b"OKAY"
        local, remote = client.open("tcp:9000")
        opened = client.read()
        assert (opened.name, opened.data) == (b"OPEN", b"tcp:1234\0")
        client.send(b"OKAY", 500, opened.arg0)
        client.send(b"WRTE", 500, opened.arg0, b"from the host")
        got = [client.read(), client.read()]
        assert {one.name for one in got} == {b"OKAY", b"WRTE"}
        assert next(one for one in got if one.name == b"WRTE").data == b"from the host"
        del local, remote

    def test_reverse_listeners_go_with_their_connection(self, client: AdbdClient, adbd: AdbdServer, loop: Any) -> None:
        client.output("reverse:forward:tcp:9000;tcp:1234")
        client.socket.close()

        async def gone() -> None:
            async with asyncio.timeout(5):
                while adbd.daemon.phone.sockets:
                    await asyncio.sleep(0.01)

        loop.run(gone())


def make_key() -> tuple[bytes, Callable[[bytes], bytes]]:
    """An adb public key and its signer, from two fixed primes found by counting up."""
    first, second = _prime(1 << 1023 | 12345), _prime((1 << 1024) - (1 << 900))
    modulus, exponent = first * second, 65537
    private = pow(exponent, -1, (first - 1) * (second - 1))
    raw = struct.pack("<II256s256sI", 64, 0, modulus.to_bytes(256, "little"), bytes(256), exponent)
    prefix = bytes.fromhex("3021300906052b0e03021a05000414")

    def sign(token: bytes) -> bytes:
        tail = b"\0" + prefix + token
        block = b"\0\1" + b"\xff" * (254 - len(tail)) + tail
        return pow(int.from_bytes(block, "big"), private, modulus).to_bytes(256, "big")

    return base64.b64encode(raw) + b" test@host\0", sign


def _prime(start: int) -> int:
    number = start | 1
    while any(number % small == 0 for small in (3, 5, 7, 11, 13, 17, 19, 23)) or pow(2, number - 1, number) != 1:
        number += 2
    return number


@pytest.fixture(scope="module")
def key() -> tuple[bytes, Callable[[bytes], bytes]]:
    return make_key()


class TestAuthorization:
    def test_a_stranger_waits_for_the_user(self, serve: Any, loop: Any, key: Any) -> None:
        adbd = serve(auth=True)
        public, sign = key
        with AdbdClient(adbd.port) as client:
            challenge = client.connect()
            assert (challenge.name, challenge.arg0, len(challenge.data)) == (b"AUTH", 1, 20)
            client.send(b"AUTH", 2, 0, sign(challenge.data))
            assert client.read().name == b"AUTH"  # not a known key: another challenge
            client.send(b"AUTH", 3, 0, public)
            client.send(b"OPEN", 1, 0, b"shell:echo x\0")
            client.socket.settimeout(0.2)
            with pytest.raises(TimeoutError):
                client.read()
            client.socket.settimeout(10)
            raw = base64.b64decode(public.split()[0])
            digest = hashlib.md5(raw, usedforsecurity=False).hexdigest().upper()
            assert adbd.daemon.auth.pending.fingerprint.replace(":", "") == digest
            assert loop.call(lambda: adbd.daemon.auth.answer(True))
            assert client.read().name == b"CNXN"
            assert client.output("shell:echo in") == b"in\n"
        with AdbdClient(adbd.port) as client:
            client.send(b"AUTH", 3, 0, public)  # before any challenge: passed over
            client.send(b"AUTH", 2, 0, sign(client.connect().data))
            assert client.read().name == b"CNXN"

    def test_who_is_refused_stays_outside(self, serve: Any, loop: Any, key: Any) -> None:
        adbd = serve(auth=True)
        with AdbdClient(adbd.port) as client:
            client.connect()
            client.send(b"AUTH", 3, 0, key[0])
            while not loop.call(lambda: adbd.daemon.auth.pending):
                pass
            loop.call(lambda: adbd.daemon.auth.answer(False))
            assert client.connect().name == b"AUTH"

    def test_a_revoked_key_is_a_stranger_s(self, serve: Any, loop: Any, key: Any) -> None:
        adbd = serve(auth=True)
        public, sign = key
        loop.call(lambda: adbd.daemon.auth.ask(PublicKey.parse(public)))
        loop.call(lambda: adbd.daemon.auth.answer(True))
        loop.call(adbd.daemon.auth.revoke)
        with AdbdClient(adbd.port) as client:
            client.send(b"AUTH", 2, 0, sign(client.connect().data))
            assert client.read().name == b"AUTH"

    @pytest.mark.parametrize("text", [b"", b"x", b"AAAA me\0", base64.b64encode(bytes(524))])
    def test_a_bad_key_is_refused(self, text: bytes) -> None:
        with pytest.raises(BadKey):
            PublicKey.parse(text)

    def test_the_smart_socket_says_unauthorized(self, loop: Any, start: Any, make_phone: Any, wire: Any) -> None:
        server = start(make_phone())
        server.daemons[0].auth.required = server.daemons[0].auth.server_waits = True
        assert wire(server).ask("host:transport-any").startswith("FAIL device unauthorized.")
        assert wire(server).ask("host:get-state") == "OKAY"
        assert loop.call(lambda: server.daemons[0].auth.answer(True))
        assert wire(server).ask("host:transport-any") == "OKAY"
