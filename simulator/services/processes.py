"""The processes of the phone: a fixed set of the system's, and one for each package that runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from simulator.services.formats import app_id, user_name
from simulator.state import Process

if TYPE_CHECKING:
    from simulator.phone import Phone

_FIRST_PID = 3000
_NATIVE = (
    (1, "root", "init"), (2, "root", "[kthreadd]"), (178, "root", "ueventd"), (251, "logd", "logd"),
    (252, "system", "servicemanager"), (255, "root", "vold"), (391, "root", "netd"), (393, "root", "zygote64"),
    (402, "audioserver", "audioserver"), (405, "system", "surfaceflinger"), (511, "shell", "adbd"),
    (530, "media", "mediaserver"), (560, "wifi", "wpa_supplicant"),
)  # fmt: skip
SYSTEM_SERVER_PID = 1214


class ProcessTable:
    """The processes in the state, by package."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.watchers: list[Callable[[str], None]] = []  # told the package of each process that ends

    def pid_of(self, package: str) -> int | None:
        """The pid of a package's process, or None."""
        if package in ("system", "system_server", "android"):
            return SYSTEM_SERVER_PID
        return next((p.pid for p in self.phone.state.processes if p.package == package), None)

    def ensure(self, package: str, why: str = "for service") -> int:
        """The pid of a package's process, started if need be."""
        pid = self.pid_of(package)
        if pid is None:
            pid = self.phone.state.next_id("pid", _FIRST_PID)
            self.phone.state.counters["pid"] += 16  # threads take numbers too
            found = self.phone.state.packages.get(package)
            owner = app_id(found.uid if found else 1000)
            self.phone.state.processes.append(Process(pid=pid, package=package, started_ms=self.phone.clock.now_ms))
            self.phone.log("ActivityManager", f"Start proc {pid}:{package}/{owner} {why}")
        return pid

    def kill(self, package: str) -> bool:
        """End a package's process; False if there is none."""
        before = len(self.phone.state.processes)
        self.phone.state.processes = [p for p in self.phone.state.processes if p.package != package]
        ended = len(self.phone.state.processes) < before
        for watcher in list(self.watchers) if ended else ():
            watcher(package)
        return ended

    def kill_pid(self, pid: int) -> bool:
        """End a package's process by pid; False if no package has it."""
        package = next((p.package for p in self.phone.state.processes if p.pid == pid), None)
        return package is not None and self.kill(package)

    def shell_pid(self) -> int:
        """A pid for a command that runs in the shell now."""
        return self.phone.state.counters.get("pid", _FIRST_PID) + 3

    def listing(self) -> list[tuple[int, str, str]]:
        """All processes as (pid, user, name) by pid."""
        packages = self.phone.state.packages
        apps = [
            (p.pid, user_name(packages[p.package].uid if p.package in packages else 1000), p.package)
            for p in self.phone.state.processes
        ]
        return sorted([*_NATIVE, (SYSTEM_SERVER_PID, "system", "system_server"), *apps])
