"""An adb binary under test: its own server where it connects to adbd, or the simulator's."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import adbutils
import pytest

DEBIAN = Path("/usr/bin/adb")
BUNDLED = Path(adbutils.__file__).parent / "binaries" / "adb"


def missing(what: str) -> None:
    """Skip, or fail where nothing may be skipped."""
    if os.environ.get("PROACTDROID_NO_SKIPS"):
        pytest.fail(f"{what} is not installed")
    pytest.skip(f"{what} is not installed", allow_module_level=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Adb:
    """Runs one binary against one server. `serial` is the phone that is meant."""

    binary: Path
    port: int
    home: Path
    serial: str | None = None

    @property
    def environment(self) -> dict[str, str]:
        # No search for emulators on this machine, and keys of its own.
        return {
            **os.environ,
            "HOME": str(self.home),
            "ANDROID_USER_HOME": str(self.home / ".android"),
            "ADB_LOCAL_TRANSPORT_MAX_PORT": "5554",
            "ADB_MDNS_AUTO_CONNECT": "0",
        }

    def argv(self, *args: str) -> list[str]:
        chosen = ["-s", self.serial] if self.serial else []
        return [str(self.binary), "-P", str(self.port), *chosen, *args]

    def run(self, *args: str, stdin: bytes | None = b"", timeout: float = 60) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            self.argv(*args), input=stdin, capture_output=True, timeout=timeout, check=False, env=self.environment
        )

    def ok(self, *args: str, stdin: bytes | None = b"", timeout: float = 60) -> str:
        """The output of a run that succeeds."""
        done = self.run(*args, stdin=stdin, timeout=timeout)
        assert done.returncode == 0, (args, done)
        return done.stdout.decode()

    def shell(self, line: str) -> str:
        return self.ok("shell", line)


@contextmanager
def own_server(binary: Path, home: Path) -> Iterator[Adb]:
    """The binary with an adb server of its own."""
    adb = Adb(binary, free_port(), home)
    adb.ok("start-server")
    try:
        yield adb
    finally:
        adb.run("kill-server")


@contextmanager
def connected(binary: Path, home: Path, adbd_port: int) -> Iterator[Adb]:
    """The binary's own server, connected to an adbd."""
    with own_server(binary, home) as adb:
        assert adb.ok("connect", f"127.0.0.1:{adbd_port}") == f"connected to 127.0.0.1:{adbd_port}\n"
        adb.serial = f"127.0.0.1:{adbd_port}"
        yield adb


def wait_for_state(adb: Adb, state: str) -> None:
    """Wait until `adb devices` shows the phone in a state."""
    tracker = subprocess.Popen(
        [str(adb.binary), "-P", str(adb.port), "track-devices"], stdout=subprocess.PIPE, env=adb.environment
    )
    try:
        assert tracker.stdout is not None
        text = ""
        while not _listed(text, adb.serial, state):
            chunk = os.read(tracker.stdout.fileno(), 4096)
            assert chunk, f"track-devices ended; it said {text!r}"
            text = chunk.decode()
    finally:
        tracker.kill()
        tracker.wait()
        tracker.stdout.close() if tracker.stdout else None


def _listed(text: str, serial: str | None, state: str) -> bool:
    return any(line.endswith(f"{serial}\t{state}") for line in text.splitlines())


def words(text: str) -> Sequence[str]:
    return text.split()
