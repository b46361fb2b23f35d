"""Mutated messages and random lines, and a host in this process whose tasks and sockets can be counted."""

from __future__ import annotations

import asyncio
import random
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psutil

from simulator.clock import Clock
from simulator.host import Host
from simulator.phone import Phone
from simulator.state import State

MASK = 0xFFFFFFFF


def block(text: str | bytes) -> bytes:
    data = text.encode() if isinstance(text, str) else text
    return b"%04x" % len(data) + data


def packet(name: bytes, arg0: int, arg1: int, data: bytes = b"") -> bytes:
    command = int.from_bytes(name, "little")
    return struct.pack("<6I", command, arg0, arg1, len(data), sum(data) & MASK, command ^ MASK) + data


def sync(name: bytes, path: bytes) -> bytes:
    return name + struct.pack("<I", len(path)) + path


_PHONE = block("host:transport-any")
# Whole conversations with the adb server; none of them changes the phone.
SERVER = (
    block("host:version"),
    block("host:devices-l"),
    block("host:features"),
    block("host-serial:emulator-5554:get-state"),
    block("host:list-forward"),
    block("host:killforward:tcp:1"),
    block("host:tport:serial:emulator-5554"),
    block("host:wait-for-any-device"),
    block("host:track-devices"),
    _PHONE + block("shell:echo hello"),
    _PHONE + block("shell,v2,TERM=xterm,raw:echo hello") + struct.pack("<BI", 4, 0),
    _PHONE + block("exec:getprop ro.product.model"),
    _PHONE + block("sync:") + sync(b"STAT", b"/sdcard") + sync(b"LIS2", b"/system") + sync(b"QUIT", b""),
    _PHONE + block("sync:") + sync(b"RECV", b"/system/build.prop"),
    _PHONE + block("sync:") + sync(b"SEND", b"/system/x,33188") + sync(b"DATA", b"abc") + b"DONE" + bytes(4),
    _PHONE + block("reverse:list-forward"),
    _PHONE + block("localabstract:none"),
    _PHONE + block("abb_exec:package\0list\0users"),
)
ADBD = (
    packet(b"CNXN", 0x01000001, 1 << 20, b"host::features=shell_v2"),
    packet(b"CNXN", 0x01000000, 4096, b"host::\0"),
    packet(b"OPEN", 1, 0, b"shell:echo hello\0"),
    packet(b"OPEN", 2, 0, b"shell,v2,raw:cat\0"),
    packet(b"OPEN", 3, 0, b"sync:\0"),
    packet(b"OPEN", 4, 0, b"reverse:list-forward\0"),
    packet(b"OPEN", 5, 0, b"nonsense\0"),
    packet(b"OKAY", 1, 1),
    packet(b"OKAY", 2, 2),
    packet(b"WRTE", 2, 2, struct.pack("<BI", 0, 3) + b"abc"),
    packet(b"WRTE", 3, 3, sync(b"STA2", b"/sdcard")),
    packet(b"CLSE", 1, 1),
    packet(b"CLSE", 0, 2),
    packet(b"AUTH", 2, 0, bytes(256)),
    packet(b"AUTH", 3, 0, b"QUJD me@host\0"),
)
WORDS = (
    "echo", "cat", "ls", "seq 5", "printf %d", "test", "[", "]", "$x", "${x:-y}", "${#x}", "$(", ")", "`", "$((1+", "))",
    "'", '"', "|", "||", "&&", ";", ">", "/data/local/tmp/f", "<", ">>", "2>&1", "&", "(", "{", "}", "if", "then", "fi",
    "for i in 1 2", "do", "done", "case a in", "esac", "*", "?", "[a-z]", "\\", "~", "#", "\n", "-n", "-x", "/sdcard", "é",
    "\x00", "\x7f", "grep a", "sed s/a/b/", "sort", "head -n 1", "wc -l", "getprop", "dumpsys battery", "settings list",
    "pm list packages", "input tap", "am start", "content query --uri", "cmd notification", "exit 3", "return", "x=1",
    "export", "set --", "shift", "eval", "true", "false", "!", "<<E", "E", "find . -name", "xargs", "awk {print}", "tr a b",
)  # fmt: skip


def mutate(chance: random.Random, data: bytes) -> bytes:
    """One to three small wounds: flipped, cut, doubled, or foreign bytes, or a number pushed to its edge."""
    wounded = bytearray(data)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(wounded) + 1)
        match chance.randrange(6):
            case 0 if wounded:
                wounded[at % len(wounded)] ^= 1 << chance.randrange(8)
            case 1:
                del wounded[at:]
            case 2:
                wounded[at:at] = wounded[at : at + chance.randint(1, 24)]
            case 3:
                wounded[at:at] = chance.randbytes(chance.randint(1, 12))
            case 4:
                del wounded[at : at + chance.randint(1, 8)]
            case _:
                wounded[at : at + 4] = chance.choice((b"\xff\xff\xff\xff", b"\0\0\0\0", b"ffff", b"0000"))
    return bytes(wounded)


def twisted(chance: random.Random) -> bytes:
    """A message to adbd whose frame is right and whose meaning is not: foreign numbers, commands and data."""
    data = chance.choice(ADBD)[24:]
    name = chance.choice((b"CNXN", b"AUTH", b"OPEN", b"OKAY", b"WRTE", b"CLSE", b"SYNC", b"XXXX"))
    arg0, arg1 = (chance.choice((0, 1, 2, 3, 7, MASK, chance.getrandbits(32))) for _ in range(2))
    if name == b"CNXN" and chance.random() < 0.9:
        arg0 |= 0x01000001
    if name == b"OPEN" and chance.random() < 0.7:
        arg1 = 0
    return packet(name, arg0, arg1, mutate(chance, data) if chance.random() < 0.7 else data)


class Watched:
    """A host in a thread, its faults collected."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.faults: list[dict[str, Any]] = []
        self.loop.set_exception_handler(lambda _, context: self.faults.append(context))
        self.phone = Phone(State(), Clock(1_760_000_000_000))
        self.phone.boot()
        self.host = Host([self.phone])
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self.run(self.host.start())

    def run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def close(self) -> None:
        self.run(self.host.stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(10)
        self.loop.close()

    def connect(self, port: int) -> socket.socket:
        return socket.create_connection(("127.0.0.1", port), timeout=20)

    def told(self, conversation: bytes) -> bytes:
        """The adb server's whole answer to a client that says all it has and then ends its half."""
        with self.connect(self.host.adb.port) as client:
            try:
                client.sendall(conversation)
                client.shutdown(socket.SHUT_WR)
                parts = []
                while chunk := client.recv(1 << 16):
                    parts.append(chunk)
            except ConnectionError:
                # Closed while bytes that nobody wanted were still on their way.
                return b"FAIL"
            return b"".join(parts)

    def greeted(self) -> bool:
        """Whether an honest client is served at once, by both roads."""
        by_server = self.told(_PHONE + block("shell:echo honest")) == b"OKAYOKAYhonest\n"
        with self.connect(self.host.adbds[0].port) as client:
            client.sendall(ADBD[0] + packet(b"OPEN", 9, 0, b"shell:echo honest\0"))
            seen = b""
            while b"honest\n" not in seen and (chunk := client.recv(1 << 16)):
                seen += chunk
        return by_server and b"honest\n" in seen

    def counts(self) -> tuple[int, int]:
        """Tasks of the loop and open files of the process, once they have settled (or after 10 s)."""

        async def settle() -> tuple[int, int]:
            now = before = (0, 0)
            for _ in range(100):
                await asyncio.sleep(0.1)
                now = (len(asyncio.all_tasks()), psutil.Process().num_fds())
                if now == before:
                    break
                before = now
            return now

        counted: tuple[int, int] = self.run(settle())
        return counted

    def memory(self) -> dict[str, Any]:
        """The phone's state but for its log and the counters of process numbers."""
        return self.phone.state.model_dump(mode="json", exclude={"log", "counters"})


@contextmanager
def watched() -> Iterator[Watched]:
    """A host that must be as it was at the end: no tasks or sockets left, no faults, and new clients are served."""
    host = Watched()
    try:
        assert host.greeted()
        before = host.counts()
        yield host
        assert host.greeted()
        tasks, files = host.counts()
        assert (tasks, files) <= before or (tasks <= before[0] and files <= before[1]), (before, tasks, files)
        assert not host.faults, host.faults[:3]
    finally:
        host.close()
