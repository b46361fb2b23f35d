"""The phones an adb server knows, and how a client's words choose one (adb `transport.cpp`, acquire_one_transport)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Literal

from simulator.adb.daemon import Daemon

Kind = Literal["any", "usb", "local"]
UNAUTHORIZED = (
    "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set\nTry 'adb kill-server' if that seems wrong.\n"
    "Otherwise check for a confirmation dialog on your device."
)


class TransportError(Exception):
    """No phone, or not exactly one, fits; the message is adb's."""


class Transport:
    """One way to a phone: `emulator-5554`, or an address that `adb connect` added."""

    def __init__(self, number: int, serial: str, daemon: Daemon) -> None:
        self.id = number
        self.serial = serial
        self.daemon = daemon

    @property
    def state(self) -> Literal["device", "offline", "unauthorized"]:
        """What `adb get-state` says."""
        if not self.daemon.online:
            return "offline"
        return "unauthorized" if self.daemon.auth.server_waits else "device"

    def long_line(self) -> str:
        """A line of `adb devices -l`."""
        device = self.daemon.phone.state.device
        facts = [("product", device.product), ("model", device.model), ("device", device.device)]
        words = [f"{name}:{re.sub(r'[^A-Za-z0-9_]', '_', value)}" for name, value in facts if self.state == "device"]
        return f"{self.serial:<22} {' '.join([self.state, *words, f'transport_id:{self.id}'])}\n"


class Transports:
    """All transports of a server, in the order they came. Changes wake those who track devices."""

    def __init__(self, daemons: list[Daemon]) -> None:
        self._next = 1
        self._changed = asyncio.Event()
        self.all: list[Transport] = []
        self.daemons = daemons
        for daemon in daemons:
            self.add(daemon.phone.state.device.serial, daemon)
            daemon.watchers.append(self.notify)

    def add(self, serial: str, daemon: Daemon) -> Transport:
        """Add a transport under a new id."""
        transport = Transport(self._next, serial, daemon)
        self._next += 1
        self.all.append(transport)
        self.notify()
        return transport

    def remove(self, transport: Transport) -> None:
        """Forget a transport."""
        self.all.remove(transport)
        self.notify()

    def forget(self, daemon: Daemon) -> None:
        """Remove every transport of a phone."""
        self.all = [transport for transport in self.all if transport.daemon is not daemon]
        self.notify()

    def notify(self) -> None:
        """Wake everyone who waits in `changed`."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def changed(self) -> None:
        """Wait for the next change."""
        await self._changed.wait()

    def listing(self, *, long: bool = False) -> str:
        """What `adb devices` (or `devices -l`) lists."""
        if long:
            return "".join(transport.long_line() for transport in self.all)
        return "".join(f"{transport.serial}\t{transport.state}\n" for transport in self.all)

    def find(self, serial: str) -> Transport | None:
        """The transport of a serial."""
        return next((transport for transport in self.all if transport.serial == serial), None)

    def _one(self, fits: Callable[[Transport], bool], none: str, many: str) -> Transport:
        found = [transport for transport in self.all if fits(transport)]
        if not found:
            raise TransportError(none)
        if len(found) > 1:
            raise TransportError(many)
        return found[0]

    def choose(
        self, kind: Kind = "any", serial: str | None = None, number: int | None = None, *, offline: bool = False
    ) -> Transport:
        """The one transport meant. `offline` takes one whose phone does not answer too."""
        if number is not None:
            missing = f"no device with transport id '{number}'"
            found = self._one(lambda transport: transport.id == number, missing, missing)
        elif serial is not None:
            missing = f"device '{serial}' not found"
            found = self._one(lambda transport: self._is(transport, serial), missing, "more than one device")
        elif kind == "usb":
            # An emulator and an address count as local; this server has no USB.
            raise TransportError("no devices found")
        elif kind == "local":
            found = self._one(lambda _: True, "no emulators found", "more than one emulator")
        else:
            found = self._one(lambda _: True, "no devices/emulators found", "more than one device/emulator")
        if found.state == "offline" and not offline:
            raise TransportError("device offline")
        if found.state == "unauthorized" and not offline:
            raise TransportError(UNAUTHORIZED)
        return found

    @staticmethod
    def _is(transport: Transport, word: str) -> bool:
        device = transport.daemon.phone.state.device
        names = (("product:", device.product), ("model:", device.model), ("device:", device.device))
        return transport.serial == word or any(
            word == prefix + re.sub(r"[^A-Za-z0-9_]", "_", value) for prefix, value in names
        )

    def split_serial(self, text: str) -> tuple[str, str]:
        """`SERIAL:REST` as (serial, rest); a serial may itself hold colons (`127.0.0.1:5555`, `product:shiba`)."""
        known = [transport.serial for transport in self.all if text.startswith(transport.serial + ":")]
        if known:
            serial = max(known, key=len)
        else:
            match = re.match(
                r"(?:(?:usb|product|model|device):[^:]*|(?:tcp:|udp:)?(?:\[[^\]]*\]|[^:]*):\d+(?=:)|[^:]*)", text
            )
            serial = match.group() if match else ""
        return serial, text[len(serial) + 1 :]
