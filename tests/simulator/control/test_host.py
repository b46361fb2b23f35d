"""The whole phone behind ADB: its own shell, files, screen and reboots, for one phone and for several."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from typing import Any

import adbutils
import psutil
import pytest


@pytest.fixture
def device(running: Any) -> Any:
    return adbutils.AdbClient(host="127.0.0.1", port=running.host.adb.port).device("emulator-5554")


class Typist:
    """A user at `adb shell` in a terminal."""

    def __init__(self, device: Any) -> None:
        self.connection = device.open_shell("")
        self.connection.conn.settimeout(10)
        self.seen = b""

    def until(self, text: bytes) -> bytes:
        """What is shown up to and with a text."""
        while text not in self.seen:
            data = self.connection.conn.recv(4096)
            assert data, f"{self.seen!r} and then the end"
            self.seen += data
        shown, _, self.seen = self.seen.partition(text)
        return shown + text

    def type(self, keys: bytes) -> None:
        self.connection.conn.sendall(keys)

    def ended(self) -> bytes:
        rest = self.seen
        while data := self.connection.conn.recv(4096):
            rest += data
        return rest


def test_a_terminal_session_keeps_its_state_from_line_to_line(device: Any) -> None:
    user = Typist(device)
    user.until(b"shiba:/ $ ")
    user.type(b"cd /data/local/tmp\r")
    user.until(b"shiba:/data/local/tmp $ ")
    user.type(b"false\r")
    user.until(b"1|shiba:/data/local/tmp $ ")
    user.type(b"x=5; echo $((x + 1))\r")
    assert b"\r\n6\r\n" in user.until(b"tmp $ ")
    user.type(b"exit 3\r")
    assert user.ended().endswith(b"exit 3\r\n")


def test_ctrl_c_ends_a_command_of_the_session(device: Any) -> None:
    user = Typist(device)
    user.until(b"$ ")
    user.type(b"echo begun; sleep 1000\r")
    user.until(b"\r\nbegun\r\n")
    user.type(b"\x03")
    user.until(b"130|shiba:/ $ ")
    user.type(b"echo on\r")
    user.until(b"\r\non\r\n")
    user.type(b"\x04")
    user.ended()


def test_lines_may_span_several_in_a_piped_session(running: Any) -> None:
    argv = [adbutils.adb_path(), "-P", str(running.host.adb.port), "shell"]
    script = b"for i in 1 2\ndo\necho $i\ndone\ncat <<END\nhello\nEND\nexit 9\n"
    done = subprocess.run(argv, input=script, capture_output=True, timeout=30, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (9, b"1\n2\nhello\n", b"")


def test_what_is_pushed_is_there_for_the_shell(device: Any) -> None:
    device.sync.push(b"line\n", "/sdcard/Download/a.txt")
    assert device.shell("read x < /sdcard/Download/a.txt; echo $x") == "line"
    device.shell("echo back > /sdcard/Download/b.txt")
    assert device.sync.read_bytes("/sdcard/Download/b.txt") == b"back\n"


def test_the_framebuffer_is_the_screen(running: Any, device: Any) -> None:
    image = device.framebuffer()
    frame = running.call(lambda: running.host.phones[0].phone.screen.frame().convert("RGBA"))
    assert image.size == frame.size
    assert image.tobytes() == frame.tobytes()


def test_a_reboot_comes_back_with_a_new_boot_time(running: Any, device: Any) -> None:
    device.sync.push(b"stays", "/data/local/tmp/a")
    before = running.call(lambda: running.host.phones[0].phone.clock.elapsed_ms)
    with device.open_transport() as connection:
        connection.send_command("reboot:")
        connection.check_okay()
    adbutils.AdbClient(host="127.0.0.1", port=running.host.adb.port).wait_for("emulator-5554", timeout=10)
    assert running.call(lambda: running.host.phones[0].phone.clock.elapsed_ms) < before
    assert device.sync.read_bytes("/data/local/tmp/a") == b"stays"
    assert device.shell("echo up") == "up"


def test_a_socket_of_the_phone_is_reached_through_a_forward(running: Any, device: Any) -> None:
    async def greet(reader: Any, writer: Any) -> None:
        writer.write(b"hello from the phone")
        await writer.drain()

    running.call(lambda: running.host.phones[0].phone.sockets.update({"tcp:9008": greet}))
    connection = device.create_connection(adbutils.Network.TCP, 9008)
    assert connection.recv(100) == b"hello from the phone"
    connection.close()


def test_several_phones_are_apart(hosting: Callable[..., Any]) -> None:
    port = hosting(3).host.adb.port
    client = adbutils.AdbClient(host="127.0.0.1", port=port)
    for device in client.device_list():
        device.sync.push(device.serial.encode(), "/data/local/tmp/who")
    for device in client.device_list():
        assert device.shell("read x < /data/local/tmp/who; echo $x") == device.serial
    assert len(client.device_list()) == 3


def test_many_clients_at_once_get_their_own_answers(device: Any) -> None:
    answers: dict[int, str] = {}

    def ask(number: int) -> None:
        answers[number] = device.shell(f"echo {number}")

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert answers == {number: str(number) for number in range(40)}


def test_clients_that_leave_at_any_point_leave_nothing_behind(running: Any, device: Any) -> None:
    def open_files() -> int:
        return psutil.Process().num_fds()

    services = ["shell:sleep 1000", "exec:cat", "shell,v2,raw:", "shell:", "sync:", "exec:yes", "track-jdwp"]
    device.shell("echo warm")
    before = open_files()
    for number in range(105):
        wire = socket.create_connection(("127.0.0.1", running.host.adb.port), timeout=10)
        for request in ("host:transport-any", services[number % 7]):
            wire.sendall(b"%04x" % len(request) + request.encode())
            assert wire.recv(4) == b"OKAY"
        if number % 2:
            wire.sendall(b"half a pack")
        wire.close()
    deadline = time.monotonic() + 20
    while open_files() > before:
        assert time.monotonic() < deadline, f"{open_files() - before} files are left open"
        device.shell("echo pause")
    tasks = running.call(lambda: [task for task in asyncio.all_tasks() if "_accepted" in repr(task)])
    assert len(tasks) <= 1
    assert not running.host.phones[0].daemon.sessions


def test_kill_server_is_ignored_unless_allowed(hosting: Callable[..., Any]) -> None:
    kept = hosting()
    adbutils.AdbClient(host="127.0.0.1", port=kept.host.adb.port).server_kill()
    assert kept.client().status().phones
