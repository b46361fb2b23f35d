"""The hardware of the phone and what the system keeps of it: who it is, battery, power, display, place, sensors."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from simulator.state.part import Part


class DeviceInfo(Part):
    """Who the phone is; fixed for its life but for locale and time zone."""

    serial: str = "emulator-5554"
    manufacturer: str = "Google"
    brand: str = "google"
    model: str = "Pixel 8"
    device: str = "shiba"
    product: str = "shiba"
    api_level: int = Field(default=34, ge=28, le=36)
    build_type: Literal["user", "userdebug"] = "user"
    locale: str = "en-US"
    timezone: str = "Europe/Berlin"
    width: int = 1080
    height: int = 2400
    density: int = 420
    phone_number: str = "+4915112345678"
    ui_language: Literal["en", "zh"] = "en"

    @property
    def release(self) -> str:
        """Android's release name of the API level (ro.build.version.release)."""
        return {28: "9", 29: "10", 30: "11", 31: "12", 32: "12", 33: "13", 34: "14", 35: "15", 36: "16"}[self.api_level]


class Battery(Part):
    """BatteryService. Status and health are Android's numbers; temperature in tenths of a degree; voltage in mV."""

    level: int = Field(default=80, ge=0, le=100)
    status: int = 3  # 1 unknown, 2 charging, 3 discharging, 4 not charging, 5 full
    health: int = 2  # 2 good, 3 overheat, 4 dead, 5 over voltage, 6 failure, 7 cold
    ac: bool = False
    usb: bool = False
    wireless: bool = False
    dock: bool = False
    present: bool = True
    temperature: int = 270
    voltage: int = 4060
    technology: str = "Li-ion"
    overridden: bool = False  # `dumpsys battery set …`: real updates stopped until reset
    real: dict[str, Any] | None = None  # while overridden: what the hardware says


class Power(Part):
    """PowerManagerService and the keyguard."""

    wakefulness: Literal["Awake", "Dreaming", "Dozing", "Asleep"] = "Awake"
    keyguard_locked: bool = False
    secure_lock: bool = False
    battery_saver: bool = False
    stay_on_while_plugged: int = 0
    last_wake_ms: int = 0
    last_sleep_ms: int = 0
    last_user_activity_ms: int = 0
    device_idle: Literal["ACTIVE", "INACTIVE", "IDLE_PENDING", "SENSING", "LOCATING", "IDLE"] = "ACTIVE"


class Display(Part):
    """DisplayManagerService: brightness is a share 0 to 1 as the display controller has it, not the setting."""

    brightness: float = 0.4
    auto_brightness: bool = True
    rotation: int = Field(default=0, ge=0, le=3)
    size_override: tuple[int, int] | None = None
    density_override: int | None = None


class UiMode(Part):
    """UiModeManagerService."""

    night_mode: Literal["auto", "custom", "no", "yes"] = "no"
    car_mode: bool = False
    custom_start: str = "22:00"
    custom_end: str = "06:00"


class Location(Part):
    """LocationManagerService. `place` is the simulator's own word for where the user is; Android never prints it."""

    enabled: bool = True
    latitude: float = 52.52
    longitude: float = 13.405
    accuracy_m: float = 12.0
    fix_ms: int = 0
    place: str = "home"


# Sensors that the emulator console sets, and where they stand at first (a phone upright and still).
SENSORS: dict[str, list[float]] = {
    "acceleration": [0.0, 9.77631, 0.812349],
    "gyroscope": [0.0, 0.0, 0.0],
    "magnetic-field": [0.0, 9.9, -47.75],
    "orientation": [0.0, 0.0, 0.0],
    "temperature": [0.0],
    "proximity": [1.0],
    "light": [0.0],
    "pressure": [0.0],
    "humidity": [0.0],
}


class Emulator(Part):
    """What only the emulator console sets: limits of the link (kbit/s up and down, ms least and most), sensors."""

    network_speed_kbps: tuple[float, float] = (0.0, 0.0)  # 0: unlimited
    network_delay_ms: tuple[float, float] = (0.0, 0.0)
    sensors: dict[str, list[float]] = Field(default_factory=dict)
