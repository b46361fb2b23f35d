"""The smart socket client: every failure of a server becomes the typed error of its cause."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from device import CommandTimeout, Device, DeviceError, PhoneLost, PhoneNotFound, PhoneNotReady, ServerNotFound
from device.connection import PhoneEntry, choose
from device.wire import Wire


@contextmanager
def server(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server on loopback that treats each connection with `answer`."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                answer(connection)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


def says(*replies: bytes) -> Callable[[socket.socket], None]:
    def answer(connection: socket.socket) -> None:
        for reply in replies:
            connection.recv(4096)
            connection.sendall(reply)

    return answer


def fail(text: str) -> bytes:
    return b"FAIL%04x%s" % (len(text), text.encode())


@pytest.mark.parametrize(
    ("reply", "error", "words"),
    [
        (fail("device 'x' not found"), PhoneNotFound, "not found"),
        (fail("device offline"), PhoneNotReady, "offline"),
        (fail("device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set"), PhoneNotReady, "debugging"),
        (fail("closed"), PhoneLost, "closed"),
        (fail("something new"), DeviceError, "something new"),
        (b"HTTP/1.1 400", DeviceError, "adb server"),
        (b"OK", PhoneLost, "went away"),
        (b"", PhoneLost, "went away"),
    ],
)
def test_what_a_server_answers_becomes_a_typed_error(reply: bytes, error: type[DeviceError], words: str) -> None:
    with server(says(reply)) as port, pytest.raises(error, match=words):
        Wire("127.0.0.1", port).shell("x", "id", timeout_s=3)


def test_a_phone_that_goes_away_in_the_middle_is_lost() -> None:
    with server(says(b"OKAY", b"OKAY\x01\x05\x00\x00\x00ab")) as port, pytest.raises(PhoneLost):
        Wire("127.0.0.1", port).shell("x", "id", timeout_s=3)


def test_silence_is_a_timeout_of_the_whole_exchange() -> None:
    stay = threading.Event()

    def answer(connection: socket.socket) -> None:
        connection.recv(4096)
        connection.sendall(b"OKAY")
        stay.wait(5)

    with server(answer) as port:
        with pytest.raises(CommandTimeout, match="no answer in time"):
            Wire("127.0.0.1", port).shell("x", "sleep 100", timeout_s=0.2)
        stay.set()


def test_no_server_says_where_it_was_looked_for() -> None:
    with pytest.raises(ServerNotFound, match=r"127\.0\.0\.1:1"):
        Wire("127.0.0.1", 1).host_query("host:version")


def test_shell_gives_out_err_and_code_apart(phone: Device) -> None:
    result = phone.line("echo out; echo err >&2; exit 7")
    assert (result.text, result.error_text, result.code) == ("out\n", "err\n", 7)


def test_arguments_with_everything_arrive(phone: Device) -> None:
    argument = "a b'c\"d$(id)`id`\n;&|*?~ 你好 \\ 🙂"
    assert phone.run(["printf", "%s", argument]).text == argument


def test_a_batch_is_one_round_trip_and_keeps_outputs_and_codes_apart(phone: Device) -> None:
    before = phone.wire.round_trips
    results = phone.batch(["echo one", ["printf", "two"], "false", "echo err >&2", "printf '\\nx 0 0\\n'"])
    assert phone.wire.round_trips == before + 1
    assert [result.text for result in results] == ["one\n", "two", "", "err\n", "\nx 0 0\n"]
    assert [result.code for result in results] == [0, 0, 1, 0, 0]


def test_the_phones_clock_is_read_to_the_millisecond(phone: Device) -> None:
    first, second = phone.now_ms(), phone.now_ms()
    assert 0 <= second - first < 5000


READY, OFFLINE = PhoneEntry("a", "device"), PhoneEntry("b", "offline")


def test_the_only_usable_phone_is_chosen() -> None:
    assert choose([READY, OFFLINE], None) is READY
    assert choose([READY, OFFLINE], "a") is READY


@pytest.mark.parametrize(
    ("phones", "serial", "error", "words"),
    [
        ([], None, PhoneNotFound, "no phone is connected"),
        ([READY, PhoneEntry("c", "device")], "auto", PhoneNotFound, "more than one"),
        ([READY], "z", PhoneNotFound, r"no phone 'z' \(there: a"),
        ([OFFLINE], None, PhoneNotReady, "is offline"),
        ([READY, OFFLINE], "b", PhoneNotReady, "is offline"),
    ],
)
def test_a_choice_that_cannot_be_made_says_why(
    phones: list[PhoneEntry], serial: str | None, error: type[DeviceError], words: str
) -> None:
    with pytest.raises(error, match=words):
        choose(phones, serial)
