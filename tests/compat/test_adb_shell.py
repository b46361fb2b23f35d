"""The PyPI package adb-shell: a client that speaks to adbd itself, with no adb server between."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulator.process import Simulator, start_simulator
from tests.compat.adb_binary import missing

try:
    from adb_shell.adb_device import AdbDeviceTcp
    from adb_shell.auth.keygen import keygen
    from adb_shell.auth.sign_pythonrsa import PythonRSASigner
    from adb_shell.exceptions import DeviceAuthError, InvalidResponseError, TcpTimeoutException
except ImportError:
    missing("adb-shell")

TMP = "/data/local/tmp"


@pytest.fixture(scope="module")
def simulated() -> Iterator[Simulator]:
    with start_simulator(run_clock=True) as started:
        yield started


@pytest.fixture
def device(simulated: Simulator) -> Iterator[AdbDeviceTcp]:
    device = AdbDeviceTcp("127.0.0.1", simulated.adbd_ports[0], default_transport_timeout_s=20)
    device.connect()
    yield device
    device.close()


def test_shell(device: AdbDeviceTcp) -> None:
    assert device.shell("echo hello; getprop ro.build.version.sdk") == "hello\n34\n"
    assert device.exec_out("echo out") == "out\n"
    assert list(device.streaming_shell("for i in 1 2 3; do echo $i; done"))[-1].endswith("3\n")


def test_long_output(device: AdbDeviceTcp) -> None:
    assert device.shell("seq 200000").splitlines()[-1] == "200000"


def test_push_and_pull(device: AdbDeviceTcp, tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.write_bytes(os.urandom(2 << 20))
    device.push(str(source), f"{TMP}/pushed", mtime=1_600_000_000)
    device.pull(f"{TMP}/pushed", str(tmp_path / "out"))
    assert (tmp_path / "out").read_bytes() == source.read_bytes()
    digest = hashlib.md5(source.read_bytes(), usedforsecurity=False).hexdigest()
    assert device.shell(f"md5sum -b {TMP}/pushed") == digest + "\n"
    mode, size, mtime = device.stat(f"{TMP}/pushed")
    assert (mode & 0o170000, size, mtime) == (0o100000, 2 << 20, 1_600_000_000)
    assert b"pushed" in {bytes(one.filename) for one in device.list(TMP)}


def test_root_is_refused(device: AdbDeviceTcp) -> None:
    device.root()
    assert device.shell("id -u") == "2000\n"


def test_a_phone_that_asks_lets_in_whom_its_user_allows(tmp_path: Path) -> None:
    keygen(str(tmp_path / "key"))
    signer = PythonRSASigner.FromRSAKeyPath(str(tmp_path / "key"))
    with start_simulator(auth=True) as guarded:
        client = AdbDeviceTcp("127.0.0.1", guarded.adbd_ports[0])
        with pytest.raises((DeviceAuthError, TcpTimeoutException, InvalidResponseError)):
            client.connect(rsa_keys=[signer], auth_timeout_s=0.3, transport_timeout_s=0.3, read_timeout_s=0.3)
        client.close()
        guarded.control.answer_auth(True)
        assert client.connect(rsa_keys=[signer], auth_timeout_s=10)
        assert client.shell("echo in") == "in\n"
        client.close()
