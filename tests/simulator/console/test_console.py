"""The emulator console: its token, its words, and what they do to the phone."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from simulator.clock import Clock
from simulator.host import Host
from simulator.phone import Phone
from simulator.state import DeviceInfo, State


class Line:
    """A client of the console."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.file = self.socket.makefile("rwb")

    def answer(self) -> list[str]:
        """Lines up to OK or KO."""
        lines = []
        while line := self.file.readline().decode():
            assert line.endswith("\r\n")
            lines.append(line.rstrip("\r\n"))
            if lines[-1].startswith(("OK", "KO")):
                break
        return lines

    def say(self, line: str) -> list[str]:
        self.file.write(line.encode() + b"\n")
        self.file.flush()
        return self.answer()

    def close(self) -> None:
        self.file.close()
        self.socket.close()


@pytest.fixture
def host() -> Iterator[Host]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def run(work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result(30)

    async def make() -> Host:
        phones = []
        for serial in ("emulator-5554", "emulator-5556"):
            phone = Phone(State(device=DeviceInfo(serial=serial)), Clock(1_760_000_000_000))
            phone.boot()
            phones.append(phone)
        host = Host(phones)
        await host.start()
        return host

    host = run(make())
    yield host
    run(host.stop())
    loop.call_soon_threadsafe(loop.stop)
    thread.join(10)
    loop.close()


@pytest.fixture
def connect(host: Host) -> Iterator[Callable[[int], Line]]:
    lines: list[Line] = []

    def begin(number: int = 0) -> Line:
        lines.append(Line(host.consoles[number].port))
        return lines[-1]

    yield begin
    for line in lines:
        line.close()


@pytest.fixture
def console(host: Host, connect: Any) -> Line:
    line: Line = connect()
    line.answer()
    assert line.say(f"auth {host.consoles[0].token()}")[-1] == "OK"
    return line


class TestToken:
    def test_the_greeting_says_where_it_is(self, host: Host, connect: Any) -> None:
        path = host.consoles[0].token_path
        assert path.stat().st_mode & 0o777 == 0o600
        assert connect().answer() == [
            "Android Console: Authentication required",
            "Android Console: type 'auth <auth_token>' to authenticate",
            "Android Console: you can find your <auth_token> in ",
            f"'{path}'",
            "OK",
        ]

    def test_nothing_is_done_without_it(self, host: Host, connect: Any) -> None:
        line = connect()
        line.answer()
        assert line.say("power capacity 3") == ["KO: unknown command, try 'help'"]
        assert host.phones[0].phone.state.battery.level == 80
        assert line.say("auth wrong")[0].startswith("KO: authentication token does not match")
        assert line.file.readline() == b""

    def test_an_empty_file_lets_everyone_in(self, host: Host, connect: Any) -> None:
        host.consoles[0].token_path.write_text("")
        line = connect()
        assert line.answer() == ["Android Console: type 'help' for a list of commands", "OK"]
        assert line.say("ping") == ["I am alive!", "OK"]


class TestCommands:
    def test_power(self, host: Host, console: Line) -> None:
        for line in ("power ac on", "power capacity 17", "power health overheat", "power status charging"):
            assert console.say(line) == ["OK"]
        shown = console.say("power display")
        assert shown == ["AC: online", "status: Charging", "health: Overheat", "present: true", "capacity: 17", "OK"]
        battery = host.phones[0].phone.state.battery
        assert (battery.level, battery.ac, battery.health) == (17, True, 3)
        assert host.phones[1].phone.state.battery.level == 80

    def test_geo(self, host: Host, console: Line) -> None:
        assert console.say("geo fix -122.08 37.42 10") == ["OK"]
        place = host.phones[0].phone.state.location
        assert (place.latitude, place.longitude) == (37.42, -122.08)

    def test_sms_and_calls(self, host: Host, console: Line) -> None:
        phone = host.phones[0].phone
        assert console.say("sms send +1555 hello  there") == ["OK"]
        assert phone.state.providers.sms[-1].body == "hello  there"
        assert console.say("gsm call 5551212") == ["OK"]
        assert console.say("gsm list") == ["inbound from 5551212    : incoming", "OK"]
        assert console.say("gsm accept 5551212") == ["OK"]
        assert console.say("gsm list") == ["inbound from 5551212    : active", "OK"]
        assert console.say("gsm cancel 5551212") == ["OK"] and phone.state.telephony.call is None

    def test_radio(self, host: Host, console: Line) -> None:
        assert console.say("gsm voice roaming") == ["OK"] and console.say("gsm data off") == ["OK"]
        assert console.say("gsm status") == ["gsm voice state: roaming", "gsm data state:  unregistered", "OK"]
        assert console.say("gsm signal-profile 1") == ["OK"]
        assert host.phones[0].phone.state.telephony.signal_level == 1

    def test_network(self, console: Line) -> None:
        assert console.say("network speed edge") == ["OK"] and console.say("network delay 100:200") == ["OK"]
        shown = console.say("network status")
        assert "473600 bits/s" in shown[1] and shown[3].endswith(" 100 ms") and shown[4].endswith(" 200 ms")

    def test_sensors(self, console: Line) -> None:
        assert "acceleration: enabled." in console.say("sensor status")
        assert console.say("sensor set acceleration 1:2") == ["OK"]
        assert console.say("sensor get acceleration") == ["acceleration = 1:2:0.812349", "OK"]

    def test_rotate(self, host: Host, console: Line) -> None:
        assert [console.say("rotate") for _ in range(3)] == [["OK"]] * 3
        assert host.phones[0].phone.state.display.rotation == 3

    def test_snapshots(self, host: Host, console: Line) -> None:
        assert console.say("avd snapshot list") == ["There is no snapshot available.", "OK"]
        console.say("power capacity 40")
        before = host.phones[0].take().model_dump_json()
        assert console.say("avd snapshot save morning") == ["OK"]
        console.say("power capacity 3")
        assert console.say("avd snapshot load morning") == ["OK"]
        assert host.phones[0].take().model_dump_json() == before
        assert console.say("avd snapshot list")[1] == "1  morning"
        assert console.say("avd snapshot delete morning") == ["OK"]
        assert console.say("avd snapshot load morning")[0].startswith("KO: there is no snapshot")

    def test_avd(self, host: Host, console: Line) -> None:
        assert console.say("avd name") == ["Pixel_8_API_34", "OK"]
        assert console.say("avd start") == ["OK"]
        assert console.say("avd status") == ["virtual device is running", "OK"]
        assert console.say("avd stop") == ["OK"] and not host.phones[0].phone.clock.running

    def test_kill_ends_one_phone(self, host: Host, console: Line) -> None:
        assert console.say("kill") == ["OK: killing emulator, bye bye"]
        assert [one.serial for one in host.adb.transports.all] == ["emulator-5556"]

    @pytest.mark.parametrize(
        "line",
        [
            "nonsense", "geo", "geo fix", "geo fix x y", "geo fix 1 91", "geo fix nan 1", "power ac maybe",
            "power capacity 101", "power capacity ²", "sms send", "sms send x y", "gsm call",
            "gsm cancel 1", "gsm data maybe", "gsm signal x",
            "network speed x", "network delay -1", "sensor get none", "sensor set light", "sensor set light 1:2", "avd",
            "avd snapshot", "avd snapshot save", "avd snapshot save a/b", "avd snapshot load none",
        ],
    )  # fmt: skip
    def test_bad_lines_are_answered_and_change_nothing(self, host: Host, console: Line, line: str) -> None:
        before = host.phones[0].take().model_dump_json()
        answer = console.say(line)
        assert len(answer) == 1 and answer[0].startswith("KO")
        assert host.phones[0].take().model_dump_json() == before

    def test_a_flood_without_a_line_end_is_cut_off(self, host: Host, console: Line, connect: Any) -> None:
        with suppress(ConnectionError):
            console.socket.sendall(b"x" * 100_000)
            assert console.socket.recv(100) == b""
        assert connect().answer()[-1] == "OK"


def test_a_fixed_layout_of_ports_follows_the_serials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    phone = Phone(State(), Clock(1_760_000_000_000))
    phone.boot()
    host = Host([phone], emulator_port=5800)
    assert (host.consoles[0].port, host.adbds[0].port) == (5800, 5801)
    assert host.consoles[0].token_path == tmp_path / ".emulator_console_auth_token"
