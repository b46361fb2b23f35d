"""Whatever arrives, the phone answers in the protocol's words or ends the connection, and leaves nothing behind."""

from __future__ import annotations

import errno
import random
import socket
import struct

import pytest

from tests.compat.fuzz import ADBD, SERVER, WORDS, Watched, block, mutate, twisted, watched

FAST = 400
LONG = pytest.mark.verify


def server_messages(host: Watched, count: int, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(count):
        conversation = mutate(chance, chance.choice(SERVER))
        answer = host.told(conversation)
        assert answer[:4] in (b"OKAY", b"FAIL", b""), (conversation, answer)
        if answer == b"":
            # Only a request that was cut off gets no answer at all.
            assert len(conversation) < 4 or 4 + int(conversation[:4], 16) > len(conversation), conversation


def adbd_messages(host: Watched, count: int, seed: int) -> None:
    """Handshakes followed by wounded messages; adbd may end the connection at any of them."""
    chance = random.Random(seed)
    sent = 0
    while sent < count:
        with host.connect(host.host.adbds[0].port) as client:
            try:
                client.sendall(ADBD[0])
                for _ in range(chance.randint(1, 60)):
                    message = chance.choice(ADBD) if chance.random() < 0.3 else twisted(chance)
                    client.sendall(mutate(chance, message) if chance.random() < 0.02 else message)
                    sent += 1
                client.shutdown(socket.SHUT_WR)
                while client.recv(1 << 16):
                    pass
            except OSError as error:
                # adbd ended the connection before all was said; waiting in vain would be another matter.
                if not isinstance(error, ConnectionError) and error.errno != errno.ENOTCONN:
                    raise


def shell_lines(host: Watched, count: int, seed: int) -> None:
    """Random lines: each ends with an exit code, or with the client's patience."""
    chance = random.Random(seed)
    for _ in range(count):
        line = " ".join(chance.choice(WORDS) for _ in range(chance.randint(1, 12)))
        with host.connect(host.host.adb.port) as client:
            client.sendall(block("host:transport-any") + block(f"shell,v2,raw:{line}") + struct.pack("<BI", 4, 0))
            client.settimeout(3)
            seen = b""
            try:
                while chunk := client.recv(1 << 16):
                    seen += chunk
            except TimeoutError:
                continue
            assert seen.startswith(b"OKAYOKAY") and seen[-6:-1] == struct.pack("<BI", 3, 1), (line, seen[-200:])


def test_a_few_messages_to_the_server() -> None:
    with watched() as host:
        before = host.memory()
        server_messages(host, FAST, 1)
        assert host.memory() == before


def test_a_few_messages_to_adbd() -> None:
    with watched() as host:
        before = host.memory()
        adbd_messages(host, FAST, 2)
        assert host.memory() == before


def test_a_few_lines() -> None:
    with watched() as host:
        shell_lines(host, FAST // 2, 3)


@LONG
@pytest.mark.timeout(900)
def test_50000_messages_to_the_server() -> None:
    with watched() as host:
        before = host.memory()
        server_messages(host, 50_000, 4)
        assert host.memory() == before


@LONG
@pytest.mark.timeout(900)
def test_50000_messages_to_adbd() -> None:
    with watched() as host:
        before = host.memory()
        adbd_messages(host, 50_000, 5)
        assert host.memory() == before


@LONG
@pytest.mark.timeout(900)
def test_10000_lines() -> None:
    with watched() as host:
        shell_lines(host, 10_000, 6)
