"""What the adb server answers to requests that are for itself."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

Connect = Callable[[], Any]


def test_version_is_four_hex_digits_in_a_block(connect: Connect) -> None:
    wire = connect()
    assert wire.ask("host:version") == "OKAY"
    assert wire.block() == "0029"
    assert wire.rest() == b""


def test_devices_lists_serial_and_state(connect: Connect) -> None:
    wire = connect()
    assert wire.ask("host:devices") == "OKAY"
    assert wire.block() == "emulator-5554\tdevice\n"


def test_devices_l_names_product_model_device_and_transport(connect: Connect) -> None:
    wire = connect()
    assert wire.ask("host:devices-l") == "OKAY"
    assert wire.block() == "emulator-5554          device product:shiba model:Pixel_8 device:shiba transport_id:1\n"


def test_tport_sends_the_transport_id_and_keeps_the_connection(connect: Connect) -> None:
    wire = connect()
    assert wire.ask("host:tport:serial:emulator-5554") == "OKAY"
    assert struct.unpack("<Q", wire.read(8)) == (1,)
    assert wire.ask("shell:echo hi") == "OKAY"
    assert wire.rest() == b"hi\n"


@pytest.mark.parametrize(
    "choice",
    ["transport:emulator-5554", "transport-any", "transport-local", "transport-id:1", "transport:model:Pixel_8"],
)
def test_transports_are_chosen_by_serial_kind_id_and_model(connect: Connect, choice: str) -> None:
    wire = connect()
    assert wire.ask("host:" + choice) == "OKAY"
    assert wire.ask("exec:id") == "OKAY"
    assert wire.rest() == b"uid=2000\n"


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        ("host-serial:emulator-5554:get-state", "device"),
        ("host-serial:emulator-5554:get-serialno", "emulator-5554"),
        ("host-transport-id:1:get-devpath", "unknown"),
        ("host-local:get-state", "device"),
        ("host:get-state", "device"),
    ],
)
def test_questions_about_one_phone(connect: Connect, request_: str, answer: str) -> None:
    wire = connect()
    assert wire.ask(request_) == "OKAY"
    assert wire.block() == answer


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        ("host:transport:nobody", "device 'nobody' not found"),
        ("host-serial:10.0.0.1:5555:get-state", "device '10.0.0.1:5555' not found"),
        ("host:tport:serial:nobody", "device 'nobody' not found"),
        ("host:transport-usb", "no devices found"),
        ("host-transport-id:77:get-state", "no device with transport id '77'"),
        ("host:nonsense", "unknown host service"),
        ("shell:echo hi", "device offline (no transport)"),
    ],
)
def test_refusals_are_adbs_own_words(connect: Connect, request_: str, reason: str) -> None:
    wire = connect()
    assert wire.ask(request_) == f"FAIL {reason}"
    assert wire.rest() == b""


def test_with_two_phones_one_must_be_named(start: Any, make_phone: Any, wire: Any) -> None:
    server = start(make_phone(), make_phone(serial="emulator-5556", model="Pixel 9 Pro"))
    assert wire(server).ask("host:transport-any") == "FAIL more than one device/emulator"
    assert wire(server).ask("host-local:get-state") == "FAIL more than one emulator"
    second = wire(server)
    assert second.ask("host-serial:emulator-5556:get-serialno") == "OKAY"
    assert second.block() == "emulator-5556"


def test_without_phones_there_are_none(start: Any, wire: Any) -> None:
    server = start()
    assert wire(server).ask("host:transport-any") == "FAIL no devices/emulators found"
    devices = wire(server)
    assert devices.ask("host:devices") == "OKAY"
    assert devices.block() == ""


def test_features_follow_the_android_release(start: Any, make_phone: Any, wire: Any) -> None:
    seen = {}
    for level in (28, 34):
        client = wire(start(make_phone(api_level=level)))
        assert client.ask("host:features") == "OKAY"
        seen[level] = set(client.block().split(","))
    assert seen[28] == {"shell_v2", "cmd", "stat_v2"}
    assert seen[34] > {"shell_v2", "ls_v2", "sendrecv_v2", "fixed_push_mkdir"}


def test_track_devices_tells_of_a_phone_that_reboots(connect: Connect, on_phone: Connect) -> None:
    tracker = connect()
    assert tracker.ask("host:track-devices") == "OKAY"
    assert tracker.block() == "emulator-5554\tdevice\n"
    rebooter = on_phone()
    assert rebooter.ask("reboot:") == "OKAY"
    assert tracker.block() == "emulator-5554\toffline\n"
    assert connect().ask("host:transport-any") == "FAIL device offline"
    assert tracker.block() == "emulator-5554\tdevice\n"


def test_wait_for_device_answers_twice(connect: Connect, on_phone: Connect) -> None:
    on_phone().ask("reboot:")
    wire = connect()
    assert wire.ask("host-serial:emulator-5554:wait-for-any-device") == "OKAY"
    assert wire.status() == "OKAY"
    assert connect().ask("host:transport-any") == "OKAY"


def test_a_reboot_ends_the_sessions(on_phone: Connect) -> None:
    session = on_phone()
    assert session.ask("shell:hang") == "OKAY"
    on_phone().ask("reboot:")
    assert session.rest() == b""


def test_connect_adds_the_emulators_own_port_as_a_second_transport(connect: Connect) -> None:
    def say(request: str) -> str:
        wire = connect()
        status: str = wire.ask(request)
        return str(wire.block()) if status == "OKAY" else status

    assert say("host:connect:127.0.0.1:5555") == "connected to 127.0.0.1:5555"
    assert say("host:connect:127.0.0.1") == "already connected to 127.0.0.1:5555"
    assert say("host-serial:127.0.0.1:5555:get-state") == "device"
    assert say("host:disconnect:127.0.0.1:5555") == "disconnected 127.0.0.1:5555"
    assert say("host:disconnect:127.0.0.1:5555") == "FAIL no such device '127.0.0.1:5555'"
    assert say("host:connect:127.0.0.1:6000").startswith("failed to connect to '127.0.0.1:6000'")


def test_kill_stops_the_server_where_it_may(start: Any, make_phone: Any, wire: Any) -> None:
    kept = start(make_phone(), may_kill=False)
    assert wire(kept).ask("host:kill") == "OKAY"
    assert wire(kept).ask("host:version") == "OKAY"
    killed = start(make_phone())
    client = wire(killed)
    assert client.ask("host:kill") == "OKAY"
    assert client.rest() == b""
    with pytest.raises(OSError), socket.create_connection(("127.0.0.1", killed.port), timeout=5) as late:
        late.sendall(b"000chost:version")
        if late.recv(4) == b"":
            raise ConnectionResetError


def test_a_malformed_length_is_refused(connect: Connect) -> None:
    wire = connect()
    wire.socket.sendall(b"zzzzhost:version")
    assert wire.status() == "FAIL malformed length b'zzzz'"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(junk=st.binary(max_size=200) | st.binary(max_size=60).map(lambda body: b"%04x" % len(body) + body))
def test_junk_never_stops_the_server(connect: Connect, junk: bytes) -> None:
    wire = connect()
    wire.socket.sendall(junk)
    wire.socket.shutdown(socket.SHUT_WR)
    with suppress(ConnectionResetError):  # the server closed with unread junk
        wire.rest()
    wire.socket.close()
    after = connect()
    assert after.ask("host:version") == "OKAY"
    after.socket.close()


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(service=st.text(max_size=40), prefix=st.sampled_from(["", "sync:", "shell,", "reverse:", "tcp:", "exec"]))
def test_strange_services_are_refused_or_end(on_phone: Connect, service: str, prefix: str) -> None:
    wire = on_phone()
    if prefix + service:
        assert wire.ask(prefix + service).startswith(("OKAY", "FAIL"))
    wire.socket.close()
    assert on_phone().ask("exec:echo alive") == "OKAY"
