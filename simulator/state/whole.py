"""The one model that all parts make up."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from simulator.state.device import Battery, DeviceInfo, Display, Emulator, Location, Power, UiMode
from simulator.state.media import Audio, MediaSession
from simulator.state.notifications import Notifications
from simulator.state.packages import Package
from simulator.state.part import Part
from simulator.state.providers import Providers
from simulator.state.radios import Bluetooth, Telephony, Wifi
from simulator.state.running import LogEntry, PendingAlarm, Process, Task, UsageEvent
from simulator.state.ui import Ui
from simulator.state.world import World


def _settings() -> dict[str, dict[str, str]]:
    return {"system": {}, "secure": {}, "global": {}}


class State(Part):
    """Everything."""

    seed: int = 0
    clock_ms: int = 0  # only in a snapshot: where the clock stood
    device: DeviceInfo = Field(default_factory=DeviceInfo)
    battery: Battery = Field(default_factory=Battery)
    power: Power = Field(default_factory=Power)
    display: Display = Field(default_factory=Display)
    ui_mode: UiMode = Field(default_factory=UiMode)
    wifi: Wifi = Field(default_factory=Wifi)
    bluetooth: Bluetooth = Field(default_factory=Bluetooth)
    telephony: Telephony = Field(default_factory=Telephony)
    airplane_mode: bool = False
    location: Location = Field(default_factory=Location)
    audio: Audio = Field(default_factory=Audio)
    media_sessions: list[MediaSession] = Field(default_factory=list)
    notifications: Notifications = Field(default_factory=Notifications)
    alarms: list[PendingAlarm] = Field(default_factory=list)
    packages: dict[str, Package] = Field(default_factory=dict)
    removed_packages: list[str] = Field(default_factory=list)  # apps that the user uninstalled
    tasks: list[Task] = Field(default_factory=list)  # front first
    processes: list[Process] = Field(default_factory=list)
    ui: Ui = Field(default_factory=Ui)
    usage: list[UsageEvent] = Field(default_factory=list)  # at most 2000
    providers: Providers = Field(default_factory=Providers)
    settings: dict[str, dict[str, str]] = Field(default_factory=_settings)
    properties: dict[str, str] = Field(default_factory=dict)  # setprop, over the computed ones
    app_data: dict[str, dict[str, Any]] = Field(default_factory=dict)  # package → what its app keeps
    log: list[LogEntry] = Field(default_factory=list)  # at most 5000
    world: World = Field(default_factory=World)
    emulator: Emulator = Field(default_factory=Emulator)
    counters: dict[str, int] = Field(default_factory=dict)

    def next_id(self, name: str, start: int = 1) -> int:
        """The next number of a named counter (notification ids, rows, tasks, pids …)."""
        value = self.counters.get(name, start - 1) + 1
        self.counters[name] = value
        return value
