"""What happens to the phone itself: power, radios, screen, sound, settings."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from simulator.day.events.base import Base


class BatteryEvent(Base):
    """The battery stands at `level` now; between two known levels it moves evenly."""

    do: Literal["battery"]
    level: int = Field(ge=0, le=100)


class Plug(Base):
    """The charger is plugged in."""

    do: Literal["plug"]
    kind: Literal["ac", "usb", "wireless"] = "ac"
    level: int | None = Field(
        default=None, ge=0, le=100, description="Battery level at this time; reckoned where left out."
    )


class Unplug(Base):
    """The charger is taken off."""

    do: Literal["unplug"]
    level: int | None = Field(
        default=None, ge=0, le=100, description="Battery level at this time; reckoned where left out."
    )


class BatterySaver(Base):
    """The user switches battery saver on or off."""

    do: Literal["battery_saver"]
    enabled: bool = True


class WifiEvent(Base):
    """Wi-Fi: what is in reach, and whether the phone joins or loses it."""

    do: Literal["wifi"]
    visible: list[str] | None = Field(
        default=None, description="Names of networks of the persona now in reach, strongest first."
    )
    connect: str | None = Field(default=None, description="The user picks this network.")
    disconnect: bool = Field(default=False, description="The connection is lost.")
    enabled: bool | None = Field(default=None, description="The user switches Wi-Fi on or off.")


class Radio(Base):
    """The mobile network: signal, service, roaming, mobile data, airplane mode."""

    do: Literal["radio"]
    in_service: bool | None = None
    signal: int | None = Field(default=None, ge=0, le=4, description="Bars.")
    roaming: bool | None = None
    operator: str | None = None
    data: bool | None = Field(default=None, description="The user switches mobile data on or off.")
    airplane: bool | None = Field(default=None, description="The user switches airplane mode on or off.")


class BluetoothEvent(Base):
    """A paired Bluetooth device connects or is lost (headphones, car, watch)."""

    do: Literal["bluetooth"]
    device: str | None = Field(default=None, description="Name of a device of the persona.")
    connected: bool = True
    enabled: bool | None = Field(default=None, description="The user switches Bluetooth on or off.")


class Headphones(Base):
    """Wired headphones are plugged in or pulled out."""

    do: Literal["headphones"]
    connected: bool = True


class ScreenEvent(Base):
    """The screen goes on or off, the phone is unlocked or locked."""

    do: Literal["screen"]
    state: Literal["on", "off", "unlock", "lock"]


class Sound(Base):
    """The user sets ringer, volume or do not disturb."""

    do: Literal["sound"]
    ringer: Literal["normal", "vibrate", "silent"] | None = None
    volume: dict[Literal["ring", "music", "alarm", "notification", "voice_call", "system"], int] = Field(
        default_factory=dict, description="Stream → index in its own steps (music 0 to 15, the others 0 to 7)."
    )
    zen: Literal["off", "priority", "none", "alarms"] | None = Field(default=None, description="Do not disturb.")


class Setting(Base):
    """The user changes a setting of the phone."""

    do: Literal["setting"]
    namespace: Literal["system", "secure", "global"]
    key: str
    value: str


class SetState(Base):
    """For tests only: writes a field of the phone's state, e.g. `battery.temperature`, past every service."""

    do: Literal["set_state"]
    path: str
    value: Any = None
