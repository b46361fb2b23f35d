"""A phone over ADB: shell lines, batches in one round trip, pictures, hierarchy, files."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from device.connection import choose, ensure_server, features, list_phones, server_address
from device.errors import BadInput, CommandFailed
from device.quoting import command_line
from device.wire import ShellResult, Wire

if TYPE_CHECKING:
    import adbutils

_DUMP = "/sdcard/proactdroid_window.xml"


class Device:
    """One phone. Methods raise the errors of `device.errors`; nothing here retries on its own."""

    def __init__(self, wire: Wire, serial: str) -> None:
        self.wire = wire
        self.serial = serial

    @classmethod
    def connect(cls, serial: str | None = None, *, host: str | None = None, port: int | None = None) -> Device:
        """The phone of that serial, or the only one there is ("auto" or None).

        Raises ServerNotFound, PhoneNotFound, PhoneNotReady.
        """
        wire = ensure_server(*server_address(host, port))
        return cls(wire, choose(list_phones(wire), serial).serial)

    @cached_property
    def features(self) -> frozenset[str]:
        """What its adbd speaks."""
        return features(self.wire, self.serial)

    @cached_property
    def properties(self) -> dict[str, str]:
        """The fixed properties that choose bindings, read once: sdk, release, model, maker, build type, locale."""
        names = {
            "sdk": "ro.build.version.sdk",
            "release": "ro.build.version.release",
            "model": "ro.product.model",
            "manufacturer": "ro.product.manufacturer",
            "build_type": "ro.build.type",
            "locale": "persist.sys.locale",
        }
        results = self.batch([["getprop", prop] for prop in names.values()])
        return {name: result.text.strip() for name, result in zip(names, results, strict=True)}

    @cached_property
    def api_level(self) -> int:
        """ro.build.version.sdk. Raises CommandFailed if the phone does not say."""
        text = self.properties["sdk"]
        if not text.isdigit():
            raise CommandFailed(f"phone {self.serial} gave no API level ({text!r})", mend="is it Android, and booted?")
        return int(text)

    @property
    def over_network(self) -> bool:
        """Whether this phone is reached over its own network (adb over Wi-Fi): host:port or an mDNS serial."""
        if self.serial.startswith("emulator-"):
            return False
        return ":" in self.serial or "._adb" in self.serial

    def line(self, line: str, timeout_s: float = 20.0) -> ShellResult:
        """Run a shell line as it is. Build lines from values only through `device.quoting`."""
        v2 = "shell_v2" in self.features
        if v2:
            return self.wire.shell(self.serial, line, timeout_s)
        mark = secrets.token_hex(8)
        raw = self.wire.exec(self.serial, f"{line}\necho {mark} $?", timeout_s)
        body, _, tail = raw.rpartition(mark.encode())
        code = tail.strip()
        return ShellResult(body, b"", int(code) if code.isdigit() else None)

    def run(self, argv: Sequence[str], timeout_s: float = 20.0) -> ShellResult:
        """Run one command; every argument reaches it exactly."""
        return self.line(command_line(argv), timeout_s)

    def check(self, argv: Sequence[str], timeout_s: float = 20.0) -> str:
        """Run one command and return its text; raises CommandFailed when its exit code is not 0."""
        result = self.run(argv, timeout_s)
        if result.code not in (0, None):
            said = (result.error_text or result.text).strip()[:300]
            raise CommandFailed(f"`{command_line(argv)[:120]}` ended with {result.code}: {said}")
        return result.text

    def batch(self, commands: Sequence[Sequence[str] | str], timeout_s: float = 30.0) -> list[ShellResult]:
        """Several commands (argv, or a shell line) in one round trip; stderr goes with stdout.

        The mark between two outputs is random, so that no output can play it.
        """
        mark = secrets.token_hex(12)
        lines = []
        for number, item in enumerate(commands):
            text = item if isinstance(item, str) else command_line(item)
            lines.append(f"{{ {text}\n}} 2>&1; printf '\\n%s %s %s\\n' {mark} {number} $?")
        raw = self.wire.exec(self.serial, "\n".join(lines), timeout_s)
        results: list[ShellResult] = []
        rest = raw
        for number in range(len(commands)):
            body, found, rest = rest.partition(f"\n{mark} {number} ".encode())
            if not found:
                raise CommandFailed(
                    f"a batch of {len(commands)} commands was cut after {number}",
                    mend="the phone's shell ended early: try again",
                )
            code, _, rest = rest.partition(b"\n")
            results.append(ShellResult(body, b"", int(code) if code.strip().isdigit() else None))
        return results

    def now_ms(self) -> int:
        """The phone's own clock, in milliseconds since the epoch (whole seconds where its `date` knows no more)."""
        return parse_now(self.line("date +%s%3N; date +%s").text)

    def screenshot_png(self, timeout_s: float = 20.0) -> bytes:
        """The screen as PNG bytes. Raises CommandFailed when the phone gives no picture (display off on some)."""
        raw = self.wire.exec(self.serial, "screencap -p", timeout_s)
        if not raw.startswith(b"\x89PNG"):
            raise CommandFailed(f"screencap gave no PNG ({raw[:80]!r})", mend="is the display on?")
        return raw

    def hierarchy_text(self, timeout_s: float = 20.0) -> str:
        """The hierarchy of the active window (uiautomator XML), or what uiautomator said instead.

        The old file is deleted first: a failed dump must not be answered by yesterday's.
        """
        result = self.line(hierarchy_line(), timeout_s)
        return result.text

    @cached_property
    def adb(self) -> adbutils.AdbDevice:
        """adbutils' device of this phone, for what it does well (sync, forward)."""
        import adbutils

        return adbutils.AdbClient(host=self.wire.host, port=self.wire.port).device(serial=self.serial)

    def push(self, source: Path | bytes, target: str) -> None:
        """Copy a file or bytes onto the phone. Raises BadInput for a missing file."""
        if isinstance(source, Path) and not source.is_file():
            raise BadInput(f"no file {source}", mend="check the path")
        self.adb.sync.push(source, target)

    def pull(self, source: str) -> bytes:
        """The bytes of a file on the phone."""
        data: bytes = self.adb.sync.read_bytes(source)
        return data


def hierarchy_line() -> str:
    """The shell line behind `Device.hierarchy_text`, for batches."""
    return (
        f"rm -f {_DUMP}; uiautomator dump {_DUMP} >/dev/null 2>{_DUMP}.err; cat {_DUMP} 2>/dev/null || cat {_DUMP}.err"
    )


def parse_now(text: str) -> int:
    """Milliseconds from `date +%s%3N; date +%s`: toybox before Android 10 prints `%3N` or `3N` as it stands."""
    lines = text.split()
    if lines and lines[0].isdigit() and len(lines[0]) >= 13:
        return int(lines[0])
    if len(lines) > 1 and lines[1].isdigit():
        return int(lines[1]) * 1000
    raise CommandFailed(f"the phone's date is not readable ({text[:60]!r})")
