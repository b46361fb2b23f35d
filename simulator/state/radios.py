"""What the phone talks over: Wi-Fi, Bluetooth, the SIM and the call in progress."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from simulator.state.part import Part


class WifiNetwork(Part):
    """A network in reach (`visible`) or saved."""

    ssid: str
    bssid: str = "02:00:00:11:22:33"
    rssi: int = -55
    frequency: int = 5180
    link_speed: int = 433
    security: Literal["open", "wpa2-psk", "wpa3-sae"] = "wpa2-psk"
    internet: bool = True
    metered: bool = False


class Wifi(Part):
    """WifiService. `connected` is the SSID in use or None."""

    enabled: bool = True
    connected: str | None = None
    ip: str = "192.168.1.23"
    saved: list[str] = Field(default_factory=list)
    visible: list[WifiNetwork] = Field(default_factory=list)


class BluetoothDevice(Part):
    """A bonded device."""

    name: str
    address: str
    transport: Literal["classic", "le", "dual"] = "classic"
    connected: bool = False
    kind: Literal["headset", "car", "watch", "speaker", "keyboard", "other"] = "other"


class Bluetooth(Part):
    """BluetoothManagerService."""

    enabled: bool = True
    name: str = "Pixel 8"
    address: str = "02:00:00:AA:BB:CC"
    bonded: list[BluetoothDevice] = Field(default_factory=list)


class Call(Part):
    """A call in progress."""

    number: str
    name: str | None = None
    direction: Literal["incoming", "outgoing"] = "incoming"
    state: Literal["ringing", "dialing", "active", "held"] = "ringing"
    started_ms: int = 0
    answered_ms: int | None = None


class Telephony(Part):
    """Phone, radio and mobile data of the one SIM."""

    data_enabled: bool = True
    operator: str = "Telekom.de"
    mcc_mnc: str = "26201"
    country: str = "de"
    network_type: str = "LTE"
    signal_level: int = Field(default=3, ge=0, le=4)
    in_service: bool = True
    roaming: bool = False
    call: Call | None = None
