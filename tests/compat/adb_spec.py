"""What an unmodified adb may expect of the phone, whatever its age and by whatever road it comes."""

from __future__ import annotations

import hashlib
import os
import socket
import subprocess
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ClassVar

import pytest
import uiautomator2

from device.capture.files import read_bugreport
from simulator.process import Simulator, start_simulator
from tests.compat.adb_binary import Adb, connected, free_port, missing, own_server, wait_for_state

TMP = "/data/local/tmp"
APK = Path(uiautomator2.__file__).parent / "assets" / "app-uiautomator.apk"
PACKAGE = "com.github.uiautomator"
CLIENTS = 20


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


class AdbSpec:
    """Subclasses name the binary."""

    binary: ClassVar[Path]

    @pytest.fixture(scope="class")
    @classmethod
    def simulated(cls) -> Iterator[Simulator]:
        with start_simulator(run_clock=True) as started:
            yield started

    @pytest.fixture(scope="class", params=["server", "adbd"])
    @classmethod
    def adb(
        cls, request: pytest.FixtureRequest, simulated: Simulator, tmp_path_factory: pytest.TempPathFactory
    ) -> Iterator[Adb]:
        """The binary at the simulator's own adb server, and at the phone's adbd with its own server between."""
        if not cls.binary.exists():
            missing(str(cls.binary))
        home = tmp_path_factory.mktemp("home")
        if request.param == "server":
            yield Adb(cls.binary, simulated.adb_port, home, "emulator-5554")
        else:
            with connected(cls.binary, home, simulated.adbd_ports[0]) as adb:
                yield adb

    @pytest.fixture(scope="class")
    @classmethod
    def big(cls, tmp_path_factory: pytest.TempPathFactory) -> Path:
        path = tmp_path_factory.mktemp("files") / "big.bin"
        path.write_bytes(os.urandom(64 << 20))
        return path

    # -- who is there ----------------------------------------------------------------------------------------

    def test_devices(self, adb: Adb) -> None:
        line = adb.ok("devices", "-l").splitlines()[1]
        assert line.startswith(adb.serial or "?")
        assert "device product:shiba model:Pixel_8 device:shiba transport_id:" in line

    def test_state_and_waiting(self, adb: Adb) -> None:
        assert adb.ok("get-state") == "device\n"
        assert adb.ok("get-serialno").strip() == adb.serial
        adb.ok("wait-for-device")

    def test_features(self, adb: Adb) -> None:
        names = adb.ok("features").split()
        assert {"shell_v2", "cmd", "stat_v2"} <= set(names)
        assert not {"sendrecv_v2_brotli", "sendrecv_v2_lz4", "sendrecv_v2_zstd", "delayed_ack"} & set(names)

    # -- shell -----------------------------------------------------------------------------------------------

    def test_shell_keeps_outputs_and_exit_codes_apart(self, adb: Adb) -> None:
        done = adb.run("shell", "echo out; echo err >&2; exit 7")
        assert (done.returncode, done.stdout, done.stderr) == (7, b"out\n", b"err\n")

    def test_words_reach_the_phone_quoted_as_they_were(self, adb: Adb) -> None:
        assert adb.ok("shell", "echo", "'a  b'", '"$((1+2))"', "\\&") == "a  b 3 &\n"

    def test_a_session_from_a_pipe(self, adb: Adb) -> None:
        assert adb.ok("shell", stdin=b"X=5\necho $X\nexit\n") == "5\n"

    def test_standard_input_reaches_the_command(self, adb: Adb) -> None:
        data = os.urandom(3 << 20)
        assert adb.run("shell", "-T", "cat", stdin=data).stdout == data

    def test_exec_out_and_in_are_byte_clean(self, adb: Adb, tmp_path: Path) -> None:
        data = bytes(range(256)) * 4096
        assert adb.run("exec-in", f"cat > {TMP}/bytes", stdin=data).returncode == 0
        assert adb.run("exec-out", f"cat {TMP}/bytes").stdout == data
        assert adb.run("exec-out", "screencap -p").stdout.startswith(b"\x89PNG\r\n")

    def test_an_unknown_command(self, adb: Adb) -> None:
        done = adb.run("shell", "nonsense")
        assert (done.returncode, done.stderr) == (127, b"/system/bin/sh: nonsense: inaccessible or not found\n")

    # -- files -----------------------------------------------------------------------------------------------

    def test_64_megabytes_come_back_as_they_went(self, adb: Adb, big: Path, tmp_path: Path) -> None:
        adb.ok("push", str(big), f"{TMP}/big.bin")
        assert adb.shell(f"sha256sum {TMP}/big.bin").split()[0] == digest(big)
        adb.ok("pull", f"{TMP}/big.bin", str(tmp_path / "back"))
        assert digest(tmp_path / "back") == digest(big)
        adb.shell(f"rm {TMP}/big.bin")

    def test_directories_times_and_modes(self, adb: Adb, tmp_path: Path) -> None:
        (tmp_path / "d/e").mkdir(parents=True)
        (tmp_path / "d/a b").write_text("a")
        (tmp_path / "d/e/漢").write_text("b")
        os.utime(tmp_path / "d/a b", (1_600_000_000, 1_600_000_000))
        adb.ok("push", str(tmp_path / "d"), f"{TMP}/")
        assert adb.shell(f"stat -c '%Y %F' '{TMP}/d/a b'") == "1600000000 regular file\n"
        adb.ok("pull", "-a", f"{TMP}/d", str(tmp_path / "back"))
        assert (tmp_path / "back/e/漢").read_text() == "b"
        assert (tmp_path / "back/a b").stat().st_mtime == 1_600_000_000
        assert "a b" in adb.ok("ls", f"{TMP}/d")
        adb.shell(f"rm -r {TMP}/d")

    def test_a_refused_push_says_why(self, adb: Adb, tmp_path: Path) -> None:
        (tmp_path / "x").write_text("x")
        done = adb.run("push", str(tmp_path / "x"), "/system/x")
        assert done.returncode == 1
        assert b"Read-only file system" in done.stdout + done.stderr

    def test_a_missing_file_cannot_be_pulled(self, adb: Adb, tmp_path: Path) -> None:
        done = adb.run("pull", f"{TMP}/none", str(tmp_path))
        assert done.returncode == 1 and b"No such file or directory" in done.stdout + done.stderr

    # -- sockets ---------------------------------------------------------------------------------------------

    def test_forward_leads_to_a_listener_of_the_phone_and_reverse_back_to_the_host(self, adb: Adb) -> None:
        """A full circle: a host port, the phone's port, and an echo server on the host."""
        with socket.create_server(("127.0.0.1", 0)) as echo:
            threading.Thread(target=_echo, args=(echo,), daemon=True).start()
            local = echo.getsockname()[1]
            adb.ok("reverse", "tcp:9123", f"tcp:{local}")
            assert f"tcp:9123 tcp:{local}" in adb.ok("reverse", "--list")
            port = int(adb.ok("forward", "tcp:0", "tcp:9123"))
            assert f"tcp:{port} tcp:9123" in adb.ok("forward", "--list")
            data = os.urandom(1 << 20)
            with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
                sender = threading.Thread(target=client.sendall, args=(data,))
                sender.start()
                back = b""
                while len(back) < len(data):
                    back += client.recv(1 << 16)
                sender.join()
            assert back == data
            adb.ok("forward", "--remove", f"tcp:{port}")
            adb.ok("reverse", "--remove", "tcp:9123")
            assert "tcp:9123" not in adb.ok("reverse", "--list")

    def test_a_forward_to_nothing_ends_at_once(self, adb: Adb) -> None:
        port = int(adb.ok("forward", "tcp:0", "localabstract:nobody"))
        with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
            assert client.recv(1) == b""
        adb.ok("forward", "--remove-all")

    # -- apps ------------------------------------------------------------------------------------------------

    @pytest.mark.parametrize("how", [("install",), ("install", "--no-streaming"), ("install-multiple",)])
    def test_an_app_comes_and_goes(self, adb: Adb, how: tuple[str, ...], tmp_path: Path) -> None:
        assert "Success" in adb.ok(*how, "-r", str(APK))
        path = adb.shell(f"pm path {PACKAGE}").strip().removeprefix("package:")
        adb.ok("pull", path, str(tmp_path / "base.apk"))
        assert digest(tmp_path / "base.apk") == digest(APK)
        assert "versionName=2.4.0" in adb.shell(f"dumpsys package {PACKAGE}")
        adb.shell(f"am start -W -n {PACKAGE}/.MainActivity")
        assert f"{PACKAGE}/.MainActivity" in adb.shell("dumpsys activity activities")
        assert "Success" in adb.ok("uninstall", PACKAGE)
        assert adb.run("shell", f"pm path {PACKAGE}").returncode == 1

    def test_what_is_no_apk_is_refused(self, adb: Adb, tmp_path: Path) -> None:
        (tmp_path / "x.apk").write_bytes(b"no zip")
        done = adb.run("install", str(tmp_path / "x.apk"))
        assert done.returncode == 1
        assert b"Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/app/vmdl" in done.stdout + done.stderr

    def test_what_is_not_installed_cannot_be_uninstalled(self, adb: Adb) -> None:
        done = adb.run("uninstall", "com.no.such")
        assert done.returncode == 1 and b"Failure" in done.stdout + done.stderr

    # -- the device as a whole -------------------------------------------------------------------------------

    def test_root_is_refused_on_a_user_build(self, adb: Adb) -> None:
        done = adb.run("root")
        assert b"adbd cannot run as root in production builds" in done.stdout + done.stderr
        assert adb.shell("id -u") == "2000\n"

    def test_logcat(self, adb: Adb) -> None:
        adb.shell("log -t Compat hello there")
        assert "Compat  : hello there" in adb.ok("logcat", "-d", "-v", "threadtime", "Compat:V", "*:S")
        adb.ok("logcat", "-c")
        assert "hello there" not in adb.ok("logcat", "-d")

    def test_logcat_follows(self, adb: Adb) -> None:
        with subprocess.Popen(
            adb.argv("logcat", "-T", "1", "-v", "raw", "Follow:V", "*:S"), stdout=subprocess.PIPE, env=adb.environment
        ) as follower:
            assert follower.stdout is not None
            adb.shell("for i in 1 2 3; do log -t Follow line $i; sleep 0.1; done; log -t Follow end")
            lines = []
            for line in follower.stdout:
                lines.append(line.decode().strip())
                if lines[-1] == "end":
                    break
            follower.kill()
        assert lines[-2:] == ["line 3", "end"]

    def test_a_bug_report_is_read_as_a_phone_s(self, adb: Adb, tmp_path: Path) -> None:
        adb.shell("dumpsys battery set level 42")
        adb.ok("bugreport", str(tmp_path / "report.zip"))
        adb.shell("dumpsys battery reset")
        with zipfile.ZipFile(tmp_path / "report.zip") as archive:
            assert "main_entry.txt" in archive.namelist()
        state = read_bugreport(tmp_path / "report.zip")
        assert state.battery.level == 42 and state.model == "Pixel 8"
        flat = tmp_path / "flat.txt"
        flat.write_bytes(adb.run("shell", "bugreport").stdout)
        assert read_bugreport(flat).model == "Pixel 8"

    def test_reboot(self, adb: Adb) -> None:
        before = adb.shell("cat /proc/sys/kernel/random/boot_id; uptime -s")
        adb.ok("reboot")
        adb.ok("wait-for-device", timeout=90)
        wait_for_state(adb, "device")
        assert adb.shell("uptime -s") != before

    # -- many at once ----------------------------------------------------------------------------------------

    def test_twenty_clients_at_once(self, adb: Adb, tmp_path: Path) -> None:
        mixed(adb, tmp_path, rounds=2)

    @pytest.mark.verify
    @pytest.mark.timeout(180)
    def test_twenty_clients_for_a_minute(self, adb: Adb, tmp_path: Path) -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            mixed(adb, tmp_path, rounds=3)

    # -- who may ---------------------------------------------------------------------------------------------

    def test_debugging_must_be_allowed_where_the_phone_asks(self, tmp_path: Path) -> None:
        if not self.binary.exists():
            missing(str(self.binary))
        with start_simulator(auth=True) as guarded, own_server(self.binary, tmp_path) as adb:
            adb.serial = f"127.0.0.1:{guarded.adbd_ports[0]}"
            adb.run("connect", adb.serial)
            wait_for_state(adb, "unauthorized")
            refused = adb.run("shell", "id")
            assert refused.returncode == 1 and b"unauthorized" in refused.stderr
            dialog = guarded.control.status().phones[0].auth_dialog
            assert dialog is not None and len(dialog.split(":")) == 16
            guarded.control.answer_auth(True)
            wait_for_state(adb, "device")
            assert adb.shell("id -u") == "2000\n"
            # The key is known now: no dialog the next time.
            adb.ok("disconnect", adb.serial)
            assert adb.run("connect", adb.serial).stdout.startswith(b"connected to")
            assert adb.shell("id -u") == "2000\n"

    def test_the_emulator_console(self, tmp_path: Path) -> None:
        if not self.binary.exists():
            missing(str(self.binary))
        base = free_port() & ~1
        environment = dict(os.environ)
        os.environ["HOME"] = str(tmp_path)
        try:
            started = start_simulator(emulator_port=base)
        finally:
            os.environ.clear()
            os.environ.update(environment)
        with started as simulated:
            adb = Adb(self.binary, simulated.adb_port, tmp_path, f"emulator-{base}")
            assert "OK" in adb.ok("emu", "power", "capacity", "17")
            assert "level: 17" in adb.shell("dumpsys battery")
            adb.ok("emu", "geo", "fix", "13.5", "52.25")
            assert "52.25" in adb.shell("dumpsys location")
            adb.ok("emu", "avd", "snapshot", "save", "one")
            adb.ok("emu", "sms", "send", "5551234", "hello", "you")
            assert "body=hello you" in adb.shell("content query --uri content://sms")
            adb.ok("emu", "avd", "snapshot", "load", "one")
            assert "hello you" not in adb.shell("content query --uri content://sms")
            assert "KO" in adb.ok("emu", "nonsense")
            adb.ok("emu", "kill")


def _echo(server: socket.socket) -> None:
    connection, _ = server.accept()
    with connection:
        while data := connection.recv(1 << 16):
            connection.sendall(data)


def mixed(adb: Adb, folder: Path, rounds: int) -> None:
    """Twenty clients, each with its own mix of commands, each answer checked."""

    def work(number: int) -> None:
        source, back = folder / f"in{number}", folder / f"out{number}"
        source.write_bytes(os.urandom(100_000 + number))
        steps: list[Callable[[], None]] = [
            lambda: _same(adb.shell(f"echo {number}; exit 0"), f"{number}\n"),
            lambda: _same(adb.run("shell", f"exit {number}").returncode, number),
            lambda: _copy(adb, source, back, number),
            lambda: _same(adb.run("exec-out", f"seq {number * 100}").stdout.count(b"\n"), number * 100),
            lambda: _same(adb.shell("getprop ro.product.model"), "Pixel 8\n"),
            lambda: _same("mWakefulness=" in adb.shell("dumpsys power"), True),
        ]
        for turn in range(rounds):
            for at in range(len(steps)):
                steps[(at + number + turn) % len(steps)]()

    with ThreadPoolExecutor(CLIENTS) as pool:
        for done in [pool.submit(work, number) for number in range(1, CLIENTS + 1)]:
            done.result()


def _same(got: object, wanted: object) -> None:
    assert got == wanted


def _copy(adb: Adb, source: Path, back: Path, number: int) -> None:
    adb.ok("push", str(source), f"{TMP}/mixed{number}")
    adb.ok("pull", f"{TMP}/mixed{number}", str(back))
    assert source.read_bytes() == back.read_bytes()
