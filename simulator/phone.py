"""A phone: one state, one clock, one file system, and the services, apps and screen over them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Literal

from simulator import services
from simulator.apps import ALL_APPS
from simulator.apps.app import App
from simulator.clock import Clock
from simulator.files import FileSystem, android_tree
from simulator.screen import Screen
from simulator.services import Service
from simulator.services import commands as commands  # registers the services' shell commands
from simulator.services.minor import MINOR_SERVICES
from simulator.services.telephony import PhoneShell, TelecomShell
from simulator.shell import program_names
from simulator.state import LogEntry, State, Ui

SocketHandler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

_SMALL_SERVICES: tuple[type[Service], ...] = (*MINOR_SERVICES, PhoneShell, TelecomShell)


class Phone:
    """A simulated phone. Everything that lasts is in `state` and `files`; the rest is behaviour.

    `version` grows with every change that may show on the screen (services call `changed`), so that an unchanged
    screen is drawn once.
    """

    def __init__(self, state: State, clock: Clock) -> None:
        self.state = state
        self.clock = clock
        self.random = random.Random(state.seed)
        self.files = FileSystem(lambda: clock.now_ms)
        android_tree(self.files, state.device.api_level, program_names())
        self.version = 0
        self.sockets: dict[str, SocketHandler] = {}  # what listens on the phone: "tcp:7912", "localabstract:minicap"
        self.files.virtual("/proc/net/unix", self._unix_sockets)
        self.reboot_watchers: list[Callable[[], None]] = []
        self.log_watchers: list[Callable[[LogEntry], None]] = []
        self.battery = services.BatteryService(self)
        self.power = services.PowerService(self)
        self.deviceidle = services.DeviceIdleService(self)
        self.display = services.DisplayService(self)
        self.uimode = services.UiModeService(self)
        self.windows = services.WindowService(self)
        self.activities = services.ActivityService(self)
        self.packages = services.PackageService(self)
        self.usage = services.UsageService(self)
        self.input = services.InputService(self)
        self.notifications = services.NotificationService(self)
        self.statusbar = services.StatusBarService(self)
        self.wifi = services.WifiService(self)
        self.connectivity = services.ConnectivityService(self)
        self.telephony = services.TelephonyService(self)
        self.bluetooth = services.BluetoothService(self)
        self.location = services.LocationService(self)
        self.alarms = services.AlarmService(self)
        self.audio = services.AudioService(self)
        self.media = services.MediaSessionService(self)
        self.settings = services.SettingsService(self)
        self.properties = services.PropertyService(self)
        self.content = services.ContentService(self)
        self.services: dict[str, Service] = {
            service.name: service for service in vars(self).values() if isinstance(service, Service)
        } | {kind.name: kind(self) for kind in _SMALL_SERVICES}
        self.screen = Screen(self)
        self.apps: dict[str, App] = {app.package: app(self) for app in ALL_APPS}
        for service in self.services.values():
            service.ready()

    def boot(self) -> None:
        """Install the apps that the state lacks, start their alarms, show the launcher."""
        self.packages.install_core()
        self.packages.adopt_installed()
        for app in self.apps.values():
            if app.package not in self.state.removed_packages:
                self.packages.ensure_installed(app)
        self.activities.adopt()
        self.power.arm()
        for app in self.apps.values():
            app.on_boot()
        self.alarms.arm()
        if not self.state.tasks:
            self.activities.home()
        self.changed()

    def reboot(self) -> None:
        """Restart: what only lives in memory is gone (tasks, processes, notifications, calls, playing media)."""
        state = self.state
        self.usage.record("DEVICE_SHUTDOWN", "android")
        self.battery.reset()
        state.tasks.clear()
        state.processes.clear()
        state.media_sessions.clear()
        state.notifications.posted.clear()
        state.ui = Ui(ime=state.ui.ime)
        state.telephony.call = None
        state.audio.focus_owner = None
        state.power.wakefulness = "Awake"
        state.power.keyguard_locked = state.power.secure_lock
        state.power.device_idle = "ACTIVE"
        state.power.last_wake_ms = self.clock.now_ms
        self.sockets.clear()
        self.clock.boot_ms = self.clock.now_ms
        self.usage.record("DEVICE_STARTUP", "android")
        for watcher in list(self.reboot_watchers):
            watcher()
        self.boot()

    def changed(self) -> None:
        """Say that something visible may have changed."""
        self.version += 1

    def _unix_sockets(self) -> bytes:
        """/proc/net/unix: the abstract sockets that listen (the kernel's net/unix/af_unix.c)."""
        lines = ["Num       RefCount Protocol Flags    Type St Inode Path"]
        names = (name.partition(":")[2] for name in self.sockets if name.startswith("localabstract:"))
        lines += [f"{0:016x}: 00000002 00000000 00010000 0001 01 {40000 + n} @{name}" for n, name in enumerate(names)]
        return ("\n".join(lines) + "\n").encode()

    def processes(self) -> list[tuple[int, str, str]]:
        """All processes as (pid, user, name), by pid."""
        return self.activities.processes()

    def app(self, package: str) -> App:
        """The app of a package (KeyError if it is not one of ours)."""
        return self.apps[package]

    def log(
        self, tag: str, message: str, level: Literal["V", "D", "I", "W", "E", "F"] = "I", buffer: str = "main"
    ) -> None:
        """Write a line of logcat (the newest 5,000 are kept)."""
        pid = 1200 + sum(tag.encode()) % 300
        entry = LogEntry(
            time_ms=self.clock.now_ms, pid=pid, tid=pid, level=level, tag=tag, message=message, buffer=buffer
        )
        self.state.log.append(entry)
        for watcher in list(self.log_watchers):
            watcher(entry)
        if len(self.state.log) > 5000:
            del self.state.log[:1000]
