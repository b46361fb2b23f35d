"""Every command line that well-known harnesses send answers with the right kind of output, and exit code."""

from __future__ import annotations

import re
import socket
import struct
from collections.abc import Iterator

import pytest

from simulator.process import Simulator, start_simulator
from tests.compat.fuzz import block
from tests.compat.surface import TABLES


@pytest.fixture(scope="module")
def simulated() -> Iterator[Simulator]:
    with start_simulator(run_clock=True) as started:
        yield started


def shell(port: int, line: str) -> tuple[int, str]:
    """A line's exit code, and its output and errors as they came."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(block("host:transport-any") + block(f"shell,v2,raw:{line}") + struct.pack("<BI", 4, 0))
        data = b""
        while chunk := client.recv(1 << 16):
            data += chunk
    assert data.startswith(b"OKAYOKAY")
    at, text, code = 8, b"", -1
    while at < len(data):
        kind, size = struct.unpack_from("<BI", data, at)
        body = data[at + 5 : at + 5 + size]
        at += 5 + size
        if kind == 3:
            code = body[0]
        else:
            text += body
    return code, text.decode("utf-8", "replace")


@pytest.mark.parametrize(
    ("line", "code", "form"), [pytest.param(*row, id=row[0][:60]) for table in TABLES.values() for row in table]
)
def test_a_line_answers(simulated: Simulator, line: str, code: int, form: str) -> None:
    got, text = shell(simulated.adb_port, line)
    assert (got, bool(re.search(form, text, re.M))) == (code, True), text[:1500]
