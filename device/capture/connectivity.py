"""`dumpsys connectivity` (ConnectivityService.java, NetworkAgentInfo.toString, NetworkCapabilities.toString)."""

from __future__ import annotations

import re
from typing import Final, Literal

from pydantic import Field

from device.capture.base import Part, Reading, to_int, whole_lines

__all__ = ["Connectivity", "Network", "Transport", "parse_connectivity"]

Transport = Literal["wifi", "cellular", "ethernet", "vpn", "bluetooth"]

_KINDS: Final[tuple[tuple[str, Transport], ...]] = (
    ("VPN", "vpn"),  # a VPN over Wi-Fi is a VPN, and no second Wi-Fi
    ("WIFI", "wifi"),
    ("CELLULAR", "cellular"),
    ("ETHERNET", "ethernet"),
    ("BLUETOOTH", "bluetooth"),
)
_AGENT: Final = re.compile(r"\s+NetworkAgentInfo\s?[{\[]")
_ID: Final = re.compile(r"network\{([0-9]{1,9})\}")
_TRANSPORTS: Final = re.compile(r"nc\{\[? ?Transports: ([A-Z_|0-9]+)")
_CAPABILITIES: Final = re.compile(r"nc\{.{0,200}? Capabilities: ([A-Z_&0-9]+)")
_INTERFACE: Final = re.compile(r"InterfaceName: (\S+)")


class Network(Part):
    """One connected network."""

    network_id: int
    transport: Transport | None = None
    interface: str | None = None
    validated: bool | None = None
    metered: bool | None = None


class Connectivity(Reading):
    """The networks. ``has_default`` is False when the phone says that it has no network at all."""

    has_default: bool | None = None
    active_network: int | None = None
    active_transport: Transport | None = None
    interface: str | None = None
    validated: bool | None = None
    metered: bool | None = None
    vpn_active: bool | None = None
    network_count: int | None = None
    networks_by_transport: dict[str, int | None] = Field(default_factory=dict)
    networks: tuple[Network, ...] = ()


def _network(line: str) -> Network | None:
    number = _ID.search(line)
    if number is None:
        return None
    printed, capable = _TRANSPORTS.search(line), _CAPABILITIES.search(line)
    names = printed[1].split("|") if printed else []
    capabilities = capable[1].split("&") if capable else None
    interface = _INTERFACE.search(line)
    return Network(
        network_id=int(number[1]),
        transport=next((kind for name, kind in _KINDS if name in names), None),
        interface=None if interface is None or interface[1] == "null" else interface[1],
        validated=None if capabilities is None else "VALIDATED" in capabilities,
        metered=None if capabilities is None else "NOT_METERED" not in capabilities,
    )


def parse_connectivity(text: str) -> Connectivity:
    """Read the default network and the "Current Networks" of `dumpsys connectivity`."""
    whole = whole_lines(text)
    unread = list(whole.unread)
    default: str | None = None
    networks: list[Network] = []
    inside = ended = False
    for line in whole.lines:
        if default is None and line.startswith("Active default network:"):
            default = line.partition(":")[2].strip()
        elif line.startswith("Current Networks:"):
            inside = True
        elif inside and line and not line.startswith(" "):
            ended = True
            break
        elif inside and _AGENT.match(line):
            network = _network(line)
            if network is None:
                unread.append(f"a network in no known form: {line.strip()[:60]!r}")
            else:
                networks.append(network)
    active = next((network for network in networks if str(network.network_id) == default), None)
    by_transport: dict[str, int | None] = {"wifi": None, "cellular": None, "vpn": None} if ended else {}
    for network in networks:
        if network.transport is not None and by_transport.get(network.transport) is None:
            by_transport[network.transport] = network.network_id
    vpn = any(network.transport == "vpn" for network in networks)
    return Connectivity(
        complete=whole.complete,
        unread=tuple(unread),
        has_default=None if default is None else default != "none",
        active_network=to_int(default),
        active_transport=active.transport if active else None,
        interface=active.interface if active else None,
        validated=active.validated if active else None,
        metered=active.metered if active else None,
        vpn_active=True if vpn else (False if ended else None),
        network_count=len(networks) if networks or ended else None,
        networks_by_transport=by_transport,
        networks=tuple(networks),
    )
