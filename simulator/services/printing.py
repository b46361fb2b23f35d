"""Words that many dumps share: durations, hashes, times, Java's booleans, and the exceptions that `cmd` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.formats import duration, object_hash

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.shell.command import Invocation

__all__ = [
    "double",
    "duration",
    "iso_time",
    "java",
    "local_time",
    "object_hash",
    "shell_exception",
    "uid_of",
    "unknown_command",
    "user_uid",
]

_SYSTEM_UIDS = {
    "android": 1000,
    "com.android.settings": 1000,
    "com.android.server.telecom": 1000,
    "com.android.phone": 1001,
    "com.android.bluetooth": 1002,
    "com.android.shell": 2000,
}


def local_time(phone: Phone, ms: int, pattern: str = "%Y-%m-%d %H:%M:%S") -> str:
    """A time on the phone's wall; the default pattern is followed by milliseconds, as AlarmManager prints them."""
    text = phone.clock.local(phone.state.device.timezone, ms).strftime(pattern)
    return f"{text}.{ms % 1000:03d}" if pattern.endswith("%S") else text


def iso_time(phone: Phone, ms: int) -> str:
    """A `LocalDateTime` as local logs print it, microseconds included."""
    return phone.clock.local(phone.state.device.timezone, ms).strftime("%Y-%m-%dT%H:%M:%S.") + f"{ms % 1000:03d}000"


def uid_of(phone: Phone, package: str) -> int:
    """The uid of a package; packages of the system that are not installed as apps have fixed ones."""
    installed = phone.state.packages.get(package)
    if installed is not None:
        return installed.uid
    return _SYSTEM_UIDS.get(package, 10_090 if package.startswith("com.android.providers.") else 10_999)


def user_uid(uid: int) -> str:
    """A uid as `UserHandle.formatUid` writes it (`u0a123`)."""
    return f"u0a{uid - 10_000}" if uid >= 10_000 else str(uid)


def java(flag: bool) -> str:
    """Java's spelling of a boolean."""
    return "true" if flag else "false"


def double(number: float) -> str:
    """Java's spelling of a double (`12.0`)."""
    return repr(float(number))


def shell_exception(call: Invocation, command: str, kind: str, message: str, frames: tuple[str, ...] = ()) -> int:
    """What `ShellCommand.exec` prints on stderr when a handler throws; returns its exit code, 255.

    The first lines differ by release (ShellCommand.java to 29, BasicShellCommandHandler.java from 30).
    """
    call.err.line()
    if call.phone.state.device.api_level >= 30:
        call.err.line(f"Exception occurred while executing '{command}':")
    elif kind == "java.lang.SecurityException":
        call.err.line(f"Security exception: {message}")
        call.err.line()
    else:
        call.err.line("Exception occurred while executing:")
    call.err.line(f"{kind}: {message}" if message else kind)
    for frame in (*frames, "android.os.Binder.execTransact(Binder.java:1179)"):
        call.err.line(f"\tat {frame}")
    return 255


def unknown_command(call: Invocation, command: str, help_text: str) -> int:
    """What `handleDefaultCommands` answers: help on stdout (code 0 when asked for), else an error."""
    if command in ("help", "-h"):
        call.out.text(help_text)
        return 0
    if command in ("", "null"):
        call.out.text(help_text)
        return 255
    call.out.line(f"Unknown command: {command}")
    return 255
