"""Other people's clients: adbutils, and the adb binary that comes with it."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import adbutils
import pytest

TMP = "/data/local/tmp"


@pytest.fixture
def device(server: Any) -> Any:
    return adbutils.AdbClient(host="127.0.0.1", port=server.port).device("emulator-5554")


@pytest.fixture
def adb(server: Any) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    def run(*args: str, stdin: bytes | None = b"") -> subprocess.CompletedProcess[bytes]:
        argv = [str(Path(adbutils.__file__).parent / "binaries/adb"), "-P", str(server.port), *args]
        return subprocess.run(argv, input=stdin, capture_output=True, timeout=60, check=False)

    return run


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("files") / "big.bin"
    path.write_bytes(os.urandom(32 << 20))
    return path


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


class TestAdbutils:
    def test_lists_and_describes(self, server: Any, device: Any) -> None:
        client = adbutils.AdbClient(host="127.0.0.1", port=server.port)
        assert [one.serial for one in client.device_list()] == ["emulator-5554"]
        assert client.server_version() == 41
        assert device.info == {"serialno": "emulator-5554", "devpath": "unknown", "state": "device"}
        assert "shell_v2" in device.get_features()

    def test_shell(self, device: Any) -> None:
        assert device.shell("echo hello") == "hello"

    @pytest.mark.parametrize("v2", [False, True])
    def test_shell2_returns_codes(self, device: Any, v2: bool) -> None:
        result = device.shell2("complain no", v2=v2)
        assert (result.returncode, result.output) == (3, "no\n")

    def test_push_and_pull_keep_the_bytes(self, device: Any, big: Path, tmp_path: Path) -> None:
        assert device.sync.push(big, f"{TMP}/big.bin", check=True) == 32 << 20
        assert device.sync.pull(f"{TMP}/big.bin", tmp_path / "back") == 32 << 20
        assert digest(tmp_path / "back") == digest(big)

    def test_directories(self, device: Any, tmp_path: Path) -> None:
        device.sync.push(b"1", f"{TMP}/d/a")
        device.sync.push(b"22", f"{TMP}/d/e/b")
        assert {one.path for one in device.sync.list(f"{TMP}/d")} == {".", "..", "a", "e"}
        assert device.sync.pull(f"{TMP}/d", tmp_path / "d") == 3
        assert (tmp_path / "d/e/b").read_bytes() == b"22"

    def test_track_devices_sees_a_restart(self, server: Any, device: Any) -> None:
        events = adbutils.AdbClient(host="127.0.0.1", port=server.port).track_devices()
        first = next(events)
        assert (first.present, first.serial, first.status) == (True, "emulator-5554", "device")
        with device.open_transport() as connection:
            connection.send_command("reboot:")
            connection.check_okay()
        assert {next(events).status for _ in range(2)} == {"absent", "offline"}
        assert {next(events).status for _ in range(2)} == {"absent", "device"}
        events.close()

    def test_forward_and_reverse(self, device: Any) -> None:
        port = device.forward_port(7912)
        assert [(one.local, one.remote) for one in device.forward_list()] == [(f"tcp:{port}", "tcp:7912")]
        device.reverse("tcp:9000", "tcp:9001")
        assert [(one.remote, one.local) for one in device.reverse_list()] == [("tcp:9000", "tcp:9001")]

    def test_unknown_phone(self, server: Any) -> None:
        lost = adbutils.AdbClient(host="127.0.0.1", port=server.port).device("nobody")
        with pytest.raises(adbutils.AdbError, match="device 'nobody' not found"):
            lost.shell("echo")


class TestAdbBinary:
    def test_devices(self, adb: Any) -> None:
        assert adb("devices").stdout == b"List of devices attached\nemulator-5554\tdevice\n\n"

    @pytest.mark.parametrize(
        ("line", "code", "out", "err"), [("echo hi", 0, b"hi\n", b""), ("complain x", 3, b"", b"x\n")]
    )
    def test_shell_keeps_outputs_and_exit_codes(self, adb: Any, line: str, code: int, out: bytes, err: bytes) -> None:
        done = adb("shell", line)
        assert (done.returncode, done.stdout, done.stderr) == (code, out, err)

    def test_shell_session_from_a_pipe(self, adb: Any) -> None:
        assert adb("shell", stdin=b"echo one\necho two\n").stdout == b"one\ntwo\n"

    def test_old_shell_protocol(self, adb: Any) -> None:
        assert adb("shell", "-x", "complain x").stdout == b"x\n"

    def test_exec_out_is_byte_clean(self, adb: Any) -> None:
        assert adb("exec-out", "flood 16").stdout == b"x" * (16 << 16)

    def test_stdin_reaches_the_command(self, adb: Any) -> None:
        data = os.urandom(3 << 20)
        assert adb("shell", "-T", "cat", stdin=data).stdout == data

    def test_push_and_pull_keep_the_bytes(self, adb: Any, big: Path, tmp_path: Path) -> None:
        assert adb("push", str(big), f"{TMP}/big.bin").returncode == 0
        assert adb("pull", f"{TMP}/big.bin", str(tmp_path / "back")).returncode == 0
        assert digest(tmp_path / "back") == digest(big)

    def test_push_and_pull_a_directory(self, adb: Any, tmp_path: Path) -> None:
        (tmp_path / "d/e").mkdir(parents=True)
        (tmp_path / "d/a").write_text("a")
        (tmp_path / "d/e/b").write_text("b")
        assert adb("push", str(tmp_path / "d"), f"{TMP}/").returncode == 0
        assert adb("pull", f"{TMP}/d", str(tmp_path / "back")).returncode == 0
        assert (tmp_path / "back/e/b").read_text() == "b"

    def test_refused_push_says_why(self, adb: Any, big: Path) -> None:
        done = adb("push", str(big), "/system/x")
        assert done.returncode == 1
        assert b"remote couldn't create file: Read-only file system" in done.stderr

    def test_forward(self, adb: Any) -> None:
        port = adb("forward", "tcp:0", "tcp:7912").stdout.strip().decode()
        assert adb("forward", "--list").stdout.startswith(f"emulator-5554 tcp:{port} tcp:7912\n".encode())
        assert adb("forward", "--remove", f"tcp:{port}").returncode == 0
        assert adb("forward", "--remove-all").returncode == 0

    def test_reverse(self, adb: Any) -> None:
        assert adb("reverse", "tcp:0", "tcp:9001").stdout.strip().isdigit()
        assert b" tcp:9001\n" in adb("reverse", "--list").stdout

    def test_wait_for_device_and_get_state(self, adb: Any) -> None:
        assert adb("wait-for-device").returncode == 0
        assert adb("get-state").stdout == b"device\n"

    def test_unknown_phone(self, adb: Any) -> None:
        done = adb("-s", "nobody", "shell", "echo")
        assert (done.returncode, done.stderr) == (1, b"adb: device 'nobody' not found\n")
