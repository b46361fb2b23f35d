"""Which phone, behind which adb server."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from device.errors import DeviceError, PhoneNotFound, PhoneNotReady, ServerNotFound
from device.wire import Wire

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 5037


@dataclass(frozen=True)
class PhoneEntry:
    """A line of `adb devices -l`: the state is adb's word (device, offline, unauthorized, …)."""

    serial: str
    state: str
    model: str | None = None
    transport_id: int | None = None


def server_address(host: str | None = None, port: int | None = None) -> tuple[str, int]:
    """Where the adb server is: the arguments, else ANDROID_ADB_SERVER_ADDRESS / _PORT, else 127.0.0.1:5037."""
    env_port = os.environ.get("ANDROID_ADB_SERVER_PORT", "")
    return (
        host or os.environ.get("ANDROID_ADB_SERVER_ADDRESS") or DEFAULT_HOST,
        port or (int(env_port) if env_port.isdigit() else DEFAULT_PORT),
    )


def list_phones(wire: Wire, timeout_s: float = 5.0) -> list[PhoneEntry]:
    """The phones that a server knows (`host:devices-l`)."""
    phones = []
    for line in wire.host_query("host:devices-l", timeout_s).splitlines():
        words = line.split()
        if len(words) < 2:
            continue
        pairs = dict(word.split(":", 1) for word in words[2:] if ":" in word)
        number = pairs.get("transport_id", "")
        phones.append(PhoneEntry(words[0], words[1], pairs.get("model"), int(number) if number.isdigit() else None))
    return phones


def choose(phones: Sequence[PhoneEntry], serial: str | None) -> PhoneEntry:
    """The phone named, or the only usable one. Raises PhoneNotFound, PhoneNotReady."""
    names = ", ".join(f"{phone.serial} ({phone.state})" for phone in phones) or "none"
    if serial and serial != "auto":
        found = [phone for phone in phones if phone.serial == serial]
        if not found:
            raise PhoneNotFound(f"no phone {serial!r} (there: {names})", mend="plug it in, or see `adb devices`")
    else:
        found = [phone for phone in phones if phone.state == "device"] or list(phones)
        if not found:
            raise PhoneNotFound("no phone is connected", mend="plug one in with USB debugging on, or use --device sim")
        if len(found) > 1:
            raise PhoneNotFound(f"more than one phone ({names})", mend="name one with --device SERIAL")
    phone = found[0]
    if phone.state != "device":
        raise PhoneNotReady(
            f"phone {phone.serial} is {phone.state}",
            mend="unlock it and accept its USB debugging question; if it stays so, replug it or run `adb reconnect`",
        )
    return phone


def ensure_server(host: str, port: int) -> Wire:
    """A wire to the server, started by the bundled adb if none listens on the local default address.

    Raises ServerNotFound if there is none and none could be started.
    """
    wire = Wire(host, port)
    try:
        wire.host_query("host:version", 3.0)
    except ServerNotFound:
        if host not in (DEFAULT_HOST, "localhost"):
            raise
        import adbutils

        try:
            adbutils.AdbClient(host=host, port=port).server_version()
        except (adbutils.AdbError, OSError) as error:
            raise ServerNotFound(
                f"no adb server at {host}:{port}, and none could be started ({error})",
                mend="install adb, or check --adb-port",
            ) from error
    return wire


def features(wire: Wire, serial: str) -> frozenset[str]:
    """The features that a phone's adbd announced (shell_v2, cmd, …); empty where the server cannot say."""
    try:
        return frozenset(wire.host_query(f"host-serial:{serial}:features").split(","))
    except (PhoneNotFound, PhoneNotReady):
        raise
    except DeviceError:
        return frozenset()
