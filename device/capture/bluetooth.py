"""`dumpsys bluetooth_manager` (BluetoothManagerService.java and the Bluetooth app's AdapterProperties.java)."""

from __future__ import annotations

import re
from typing import Final, Literal

from device.capture.base import Part, Reading, to_bool, to_int, whole_lines

__all__ = ["Bluetooth", "BondedDevice", "parse_bluetooth"]

Connection = Literal["disconnected", "connecting", "connected", "disconnecting"]
Transport = Literal["classic", "le", "dual"]

_CONNECTION: Final[dict[str, Connection]] = {
    "STATE_DISCONNECTED": "disconnected",
    "STATE_CONNECTING": "connecting",
    "STATE_CONNECTED": "connected",
    "STATE_DISCONNECTING": "disconnecting",
}
_TRANSPORT: Final[dict[str, Transport]] = {"BR/EDR": "classic", "LE": "le", "DUAL": "dual"}
_DEVICE: Final = re.compile(
    r"\s+([0-9A-FX]{2}(?::[0-9A-FX]{2}){5})\s+\[([^\]]*)\](?:\s*\[ ?0x[0-9A-Fa-f]+ ?\])?(?: (.*))?\Z"
)
_CRASHED: Final = re.compile(r"Bluetooth crashed ([0-9]{1,6}) times?\Z")
_ACTIVE: Final = re.compile(r"\s+mActiveDevice: ([0-9A-FX]{2}(?::[0-9A-FX]{2}){5})\s*\Z")


class BondedDevice(Part):
    """A paired device; newer phones print its address in part as XX."""

    address: str
    transport: Transport | None = None
    name: str = ""


class Bluetooth(Reading):
    """The adapter and its paired devices; ``active_device`` is the address that plays audio."""

    enabled: bool | None = None
    state: str | None = None
    name: str | None = None
    connection_state: Connection | None = None
    bonded: tuple[BondedDevice, ...] = ()
    active_device: str | None = None
    crash_count: int | None = None


def parse_bluetooth(text: str) -> Bluetooth:
    """Read `dumpsys bluetooth_manager`."""
    whole = whole_lines(text)
    status: dict[str, str] = {}
    section = ""
    connection: Connection | None = None
    bonded: list[BondedDevice] = []
    crashes: int | None = None
    active: str | None = None
    for line in whole.lines:
        if line and not line.startswith(" "):
            section = line.strip()
            if crashes is None and (match := _CRASHED.match(line)) is not None:
                crashes = to_int(match[1])
        elif section == "Bluetooth Status":
            key, colon, value = line.strip().partition(": ")
            if colon or line.endswith(":"):
                status.setdefault(key.removesuffix(":"), value)
        elif section == "AdapterProperties":
            bare = line.strip()
            if connection is None and bare.startswith("ConnectionState: "):
                connection = _CONNECTION.get(bare.removeprefix("ConnectionState: "))
            elif (device := _DEVICE.match(line)) is not None:
                bonded.append(
                    BondedDevice(
                        address=device[1],
                        transport=_TRANSPORT.get(device[2].strip()),
                        name=(device[3] or "").strip(),
                    )
                )
        elif active is None and (match := _ACTIVE.match(line)) is not None:
            active = match[1]
    return Bluetooth(
        complete=whole.complete,
        unread=whole.unread,
        enabled=to_bool(status.get("enabled")),
        state=status.get("state") or None,
        name=None if status.get("name") in (None, "", "null") else status["name"],
        connection_state=connection,
        bonded=tuple(bonded),
        active_device=active,
        crash_count=crashes,
    )
