"""shell:, shell,v2: and exec: as clients see them on the wire."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

Connect = Callable[[], Any]
STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN, WINDOW_SIZE = range(6)


@pytest.fixture
def v2(on_phone: Connect) -> Callable[[str], Any]:
    def open_v2(line: str, options: str = "v2,raw") -> Any:
        wire = on_phone()
        assert wire.ask(f"shell,{options}:{line}") == "OKAY"
        return wire

    return open_v2


def packets(wire: Any) -> list[tuple[int, bytes]]:
    """All packets up to and with the exit packet."""
    seen: list[tuple[int, bytes]] = []
    while not seen or seen[-1][0] != EXIT:
        seen.append(wire.packet())
    return seen


def test_version_1_merges_both_outputs_and_keeps_line_feeds(on_phone: Connect) -> None:
    wire = on_phone()
    assert wire.ask("shell:echo out; complain err; echo $?") == "OKAY"
    assert wire.rest() == b"out\nerr\n3\n"


def test_exec_merges_both_outputs_too(on_phone: Connect) -> None:
    wire = on_phone()
    assert wire.ask("exec:complain err") == "OKAY"
    assert wire.rest() == b"err\n"


def test_version_2_keeps_the_outputs_apart_and_ends_with_the_exit_code(v2: Any) -> None:
    wire = v2("echo out; complain err")
    assert packets(wire) == [(STDOUT, b"out\n"), (STDERR, b"err\n"), (EXIT, b"\x03")]
    assert wire.rest() == b""


def test_an_unknown_command_exits_127(v2: Any) -> None:
    assert packets(v2("frobnicate"))[-1] == (EXIT, b"\x7f")


def test_stdin_packets_reach_the_command_until_it_is_closed(v2: Any) -> None:
    wire = v2("cat")
    wire.send_packet(STDIN, b"one ")
    wire.send_packet(STDIN, b"two")
    wire.send_packet(CLOSE_STDIN)
    seen = packets(wire)
    assert b"".join(data for kind, data in seen if kind == STDOUT) == b"one two"
    assert seen[-1] == (EXIT, b"\x00")


def test_a_pty_merges_the_outputs_and_ends_lines_with_cr_lf(v2: Any) -> None:
    wire = v2("echo out; complain err", "v2,TERM=xterm-256color,pty")
    seen = packets(wire)
    assert b"".join(data for kind, data in seen if kind == STDOUT) == b"out\r\nerr\r\n"
    assert all(kind != STDERR for kind, _ in seen)


def test_window_sizes_are_taken(v2: Any) -> None:
    wire = v2("cat", "v2,pty")
    wire.send_packet(WINDOW_SIZE, b"24x80,0x0\0")
    wire.send_packet(STDIN, b"\x04")
    assert packets(wire)[-1] == (EXIT, b"\x00")


def test_an_interactive_session_without_pty_has_no_prompt(v2: Any) -> None:
    wire = v2("")
    wire.send_packet(STDIN, b"echo one\ncomplain two\nexit\n")
    assert packets(wire) == [(STDOUT, b"one\n"), (STDERR, b"two\n"), (EXIT, b"\x03")]


def test_an_interactive_session_with_pty_prompts_and_echoes(on_phone: Connect) -> None:
    wire = on_phone()
    assert wire.ask("shell:") == "OKAY"
    wire.socket.sendall(b"echp\x7fo hi\rcomplain no\rexit\r")
    shown = wire.rest()
    assert shown.startswith(b"shiba:/ $ ")
    assert b"echp\b \bo hi\r\nhi\r\n" in shown.replace(b"shiba:/ $ ", b"") or b"\r\nhi\r\n" in shown
    assert b"no\r\n3|shiba:/ $ " in shown


def test_ctrl_c_ends_the_command_and_not_the_session(on_phone: Connect, shells: Any) -> None:
    wire = on_phone()
    assert wire.ask("shell:") == "OKAY"
    wire.socket.sendall(b"hang\r")
    seen = b""
    while b"hang\r\n" not in seen:
        seen += wire.socket.recv(4096)
    # The line was echoed before it runs; an interrupt before it runs only drops the line being typed.
    while shells.cancelled == 0:
        wire.socket.sendall(b"\x03")
        seen += wire.socket.recv(4096)
    wire.socket.sendall(b"echo still here\rexit\r")
    assert b"still here\r\n" in wire.rest()


def test_a_client_that_leaves_cancels_its_command(v2: Any, shells: Any, settled: Any) -> None:
    wire = v2("hang")
    wire.socket.close()
    settled()
    assert shells.cancelled == 1


def test_a_plain_client_that_leaves_cancels_its_command(on_phone: Connect, shells: Any, settled: Any) -> None:
    wire = on_phone()
    assert wire.ask("shell:hang") == "OKAY"
    wire.socket.close()
    settled()
    assert shells.cancelled == 1


def test_a_plain_client_may_end_its_half_and_still_read(on_phone: Connect) -> None:
    wire = on_phone()
    assert wire.ask("exec:cat") == "OKAY"
    wire.socket.sendall(b"abc")
    wire.socket.shutdown(socket.SHUT_WR)
    assert wire.rest() == b"abc"


def test_a_flood_waits_for_a_slow_reader(on_phone: Connect) -> None:
    wire = on_phone()
    assert wire.ask("exec:flood 300") == "OKAY"
    assert len(wire.rest()) == 300 * 65536


def test_a_reader_that_leaves_in_a_flood_ends_it(on_phone: Connect, settled: Any) -> None:
    wire = on_phone()
    assert wire.ask("exec:flood 100000") == "OKAY"
    wire.read(1 << 20)
    wire.socket.close()
    settled()


def test_much_unread_input_does_not_hold_up_the_end(v2: Any) -> None:
    wire = v2("echo done")
    with suppress(OSError):
        wire.send_packet(STDIN, b"x" * 1000)
    assert packets(wire)[-1] == (EXIT, b"\x00")


def test_root_is_refused_on_a_user_build(on_phone: Connect) -> None:
    wire = on_phone()
    assert wire.ask("root:") == "OKAY"
    assert wire.rest() == b"adbd cannot run as root in production builds\n"


def test_root_restarts_adbd_on_a_userdebug_build(start: Any, make_phone: Any, wire: Any) -> None:
    server = start(make_phone(build_type="userdebug"))

    def say(service: str) -> bytes:
        waiting = wire(server)
        assert waiting.ask("host:wait-for-any-device") == "OKAY"
        assert waiting.status() == "OKAY"
        client = wire(server)
        assert client.ask("host:transport-any") == "OKAY"
        assert client.ask(service) == "OKAY"
        return bytes(client.rest())

    assert say("root:") == b"restarting adbd as root\n"
    assert say("exec:id") == b"uid=0\n"
    assert say("root:") == b"adbd is already running as root\n"
    assert say("unroot:") == b"restarting adbd as non root\n"
    assert say("exec:id") == b"uid=2000\n"
