"""Small services: memory, processors, disks, compositor, jobs, accessibility, keyboards, app ops."""

from __future__ import annotations

from typing import ClassVar

from simulator.services.formats import flag, object_hash, short_component
from simulator.services.processes import SYSTEM_SERVER_PID
from simulator.services.service import Service
from simulator.shell.command import Invocation

_RAM_KB = 8_000_000
_SIZES = {
    "com.android.systemui": 260_000,
    "com.google.android.apps.nexuslauncher": 210_000,
    "com.google.android.gms": 240_000,
}


def memory_kb(package: str) -> int:
    """The proportional set size of a package's process in kB (fixed by its name)."""
    return _SIZES.get(package, 70_000 + int(object_hash(package, "pss"), 16) % 130_000)


def _heap(name: str, kb: int) -> str:
    return f"{name} {kb:>8} {kb:>8}        0        0 {kb:>8} {kb * 2:>8} {kb:>8} {kb:>8}"


class MemInfoService(Service):
    """ActivityManagerService.dumpApplicationMemoryUsage."""

    name = "meminfo"

    def dump(self, args: list[str]) -> str:
        """`dumpsys meminfo [PKG|PID]`."""
        words = [a for a in args if not a.startswith("-")]
        up = f"Uptime: {self.clock.elapsed_ms} Realtime: {self.clock.elapsed_ms}"
        if words:
            process = next((p for p in self.state.processes if words[0] in (p.package, str(p.pid))), None)
            if process is None:
                return f"No process found for: {words[0]}\n"
            return self._one(process.package, process.pid, up)
        rows = [(memory_kb(p.package), p.package, p.pid) for p in self.state.processes]
        rows.append((320_000, "system", SYSTEM_SERVER_PID))
        rows.sort(reverse=True)
        used = sum(size for size, _, _ in rows)
        lines = ["Applications Memory Usage (in Kilobytes):", up, "", "Total PSS by process:"]
        lines += [f"{size:>11,}K: {name} (pid {pid})" for size, name, pid in rows]
        free = _RAM_KB - used - 1_200_000
        lines += [
            "",
            f"Total RAM: {_RAM_KB:,}K (status normal)",
            f" Free RAM: {free:,}K (        0K cached pss + {free // 2:>9,}K cached kernel + {free // 2:>9,}K free)",
            f" Used RAM: {used + 1_200_000:,}K ({used:>9,}K used pss + 1,200,000K kernel)",
            " Lost RAM: 0K",
        ]
        return "\n".join(lines) + "\n"

    def _one(self, package: str, pid: int, up: str) -> str:
        total = memory_kb(package)
        java, native, code, stack, graphics = (total * p // 100 for p in (22, 25, 24, 1, 12))
        rest = total - java - native - code - stack - graphics
        lines = [
            "Applications Memory Usage (in Kilobytes):",
            up,
            "",
            f"** MEMINFO in pid {pid} [{package}] **",
            "                   Pss  Private  Private  SwapPss      Rss     Heap     Heap     Heap",
            "                 Total    Dirty    Clean    Dirty    Total     Size    Alloc     Free",
            "                ------   ------   ------   ------   ------   ------   ------   ------",
            _heap("  Native Heap", native),
            _heap("  Dalvik Heap", java),
            _heap("        TOTAL", total),
            "",
            " App Summary",
            "                       Pss(KB)                        Rss(KB)",
            "                        ------                         ------",
            f"           Java Heap: {java:>8}                       {java:>8}",
            f"         Native Heap: {native:>8}                       {native:>8}",
            f"                Code: {code:>8}                       {code:>8}",
            f"               Stack: {stack:>8}                       {stack:>8}",
            f"            Graphics: {graphics:>8}                       {graphics:>8}",
            f"       Private Other: {rest:>8}",
            "",
            f"           TOTAL PSS: {total:>8}            TOTAL RSS: {total:>8}       TOTAL SWAP PSS:        0",
        ]
        return "\n".join(lines) + "\n"


class CpuInfoService(Service):
    """AppProfiler's processor use."""

    name = "cpuinfo"

    def dump(self, args: list[str]) -> str:
        """`dumpsys cpuinfo`."""
        resumed = self.phone.activities.resumed()
        lines = ["Load: 1.2 / 1.1 / 0.9", "CPU usage from 60000ms to 0ms ago:"]
        lines.append(f"  4.1% {SYSTEM_SERVER_PID}/system_server: 2.6% user + 1.5% kernel")
        for process in self.state.processes:
            front = resumed is not None and process.package == resumed.package
            share = "2.8% user + 0.9% kernel" if front else "0.1% user + 0% kernel"
            lines.append(f"  {'3.7' if front else '0.1'}% {process.pid}/{process.package}: {share}")
        lines.append("7.9% TOTAL: 4.8% user + 2.7% kernel + 0.2% iowait + 0.2% softirq")
        return "\n".join(lines) + "\n"


class DiskStatsService(Service):
    """DiskStatsService."""

    name = "diskstats"
    total_kb: ClassVar[int] = 112_000_000

    def dump(self, args: list[str]) -> str:
        """`dumpsys diskstats`."""
        used = 38_000_000 + self.phone.files.size_bytes // 1024
        free = max(0, self.total_kb - used)
        return (
            "Latency: 1ms [512B Data Write]\nRecent Disk Write Speed (kB/s) = 41234\n"
            f"Data-Free: {free}K / {self.total_kb}K total = {free * 100 // self.total_kb}% free\n"
            "Cache-Free: 112K / 512K total = 21% free\nSystem-Free: 0K / 3200000K total = 0% free\n"
            "File-based Encryption: true\n"
        )


class SurfaceFlingerService(Service):
    """SurfaceFlinger."""

    name = "SurfaceFlinger"

    def dump(self, args: list[str]) -> str:
        """`dumpsys SurfaceFlinger [--list|--display-id]`."""
        width, height = self.phone.display.size
        title = self.phone.windows.focused()
        layers = [f"{title}#0"] if title and self.phone.power.interactive else []
        layers += ["StatusBar#0", "NavigationBar0#0"]
        if args[:1] == ["--list"]:
            return "\n".join(layers) + "\n"
        if args[:1] == ["--display-id"]:
            return 'Display 4619827259835644672 (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"\n'
        lines = [
            "Build configuration: [sf PRESENT_TIME_OFFSET=0 FORCE_HWC_FOR_RBG_TO_YUV=0]",
            "",
            f"Visible layers (count = {len(layers)})",
            *(f"+ Layer ({layer})" for layer in layers),
            "",
            "Displays (1 entries)",
            '+ DisplayDevice{0, internal, primary, "EMU_display_0"}',
            f"   powerMode={'On (2)' if self.phone.power.interactive else 'Off (0)'}",
            f"   {width}x{height}, refresh-rate 60.00 Hz",
        ]
        return "\n".join(lines) + "\n"


class ProcStatsService(Service):
    """ProcessStatsService."""

    name = "procstats"

    def dump(self, args: list[str]) -> str:
        """`dumpsys procstats`."""
        lines = ["CURRENT STATS:"]
        for process in self.state.processes:
            package = self.state.packages.get(process.package)
            size = memory_kb(process.package) // 1024
            lines.append(f"  * {process.package} / u0a{(package.uid if package else 1000) % 10000} / v{1}:")
            lines.append(f"           TOTAL: 100% ({size}MB-{size}MB-{size}MB over 1)")
        lines += [
            "",
            f"          Start time: {self.clock.boot_ms}",
            f"  Total elapsed time: +{self.clock.elapsed_ms}ms (partial)",
        ]
        return "\n".join(lines) + "\n"


class JobSchedulerService(Service):
    """JobSchedulerService; the apps here schedule no jobs."""

    name = "jobscheduler"

    def dump(self, args: list[str]) -> str:
        """`dumpsys jobscheduler`."""
        return (
            "Settings:\n  min_ready_non_active_jobs_count=5\n\nRegistered 0 jobs:\n  None.\n\n"
            "Pending queue:\n  None\n\nActive jobs:\n\nmReadyToRock=true\nmReportedActive=false\n"
        )


class AccessibilityService(Service):
    """AccessibilityManagerService."""

    name = "accessibility"

    def dump(self, args: list[str]) -> str:
        """`dumpsys accessibility`."""
        enabled = [
            s for s in (self.phone.settings.get("secure", "enabled_accessibility_services") or "").split(":") if s
        ]
        touch = self.phone.settings.get("secure", "touch_exploration_enabled") == "1"
        names = ", ".join(f"{{{name}}}" for name in enabled)
        return (
            "ACCESSIBILITY MANAGER (dumpsys accessibility)\n\ncurrentUserId=0\n"
            f"User state[\n     attributes:{{id=0, touchExplorationEnabled={flag(touch)}, "
            "serviceHandlesDoubleTap=false}\n"
            "     Bound services:{}\n"
            f"     Enabled services:{{{names}}}\n     Binding services:{{}}\n     Crashed services:{{}}]\n"
        )


class InputMethodService(Service):
    """InputMethodManagerService."""

    name = "input_method"

    def ready(self) -> None:
        """Follow the setting, as a shell writes it."""
        self.phone.settings.observe("secure", "default_input_method", self._chosen)

    def _chosen(self, value: str | None) -> None:
        if value in self.methods():
            self.state.ui.ime = value

    def forget_gone(self) -> None:
        """After an app was removed: a keyboard that is no more gives way to the phone's own."""
        if self.state.ui.ime not in self.methods():
            self._use(self.methods()[0])

    def methods(self) -> list[str]:
        """The installed keyboards as `package/.Class`."""
        known = ["com.android.inputmethod.latin/.LatinIME"]
        for package in self.phone.packages.installed():
            if package.installed is not None and package.enabled:
                known += [short_component(package.package, cls) for cls in package.installed.input_methods]
        return known

    def enabled(self) -> list[str]:
        """The enabled keyboards."""
        text = self.phone.settings.get("secure", "enabled_input_methods") or self.state.ui.ime
        listed = [part.partition(";")[0] for part in text.split(":")]
        return [method for method in self.methods() if method in listed or method == self.state.ui.ime]

    def set_enabled(self, method: str, enabled: bool) -> bool:
        """Enable or disable a keyboard; False if it was so already. KeyError if it is not installed."""
        if method not in self.methods():
            raise KeyError(method)
        now = self.enabled()
        if (method in now) == enabled:
            return False
        wanted = [*now, method] if enabled else [m for m in now if m != method]
        self.phone.settings.mirror("secure", "enabled_input_methods", ":".join(wanted))
        if not enabled and method == self.state.ui.ime:
            self._use(self.methods()[0])
        return True

    def select(self, method: str) -> None:
        """Make a keyboard the one in use. KeyError if it is not installed, or (Android 10 and later) not enabled."""
        if method not in (self.enabled() if self.api >= 29 else self.methods()):
            raise KeyError(method)
        self._use(method)

    def _use(self, method: str) -> None:
        self.state.ui.ime = method
        self.phone.settings.mirror("secure", "default_input_method", method)
        self.phone.changed()

    def dump(self, args: list[str]) -> str:
        """`dumpsys input_method`."""
        shown = flag(self.phone.screen.ime_visible)
        lines = ["Current Input Method Manager state:", "  Input Methods:"]
        for number, method in enumerate(self.methods()):
            lines.append(
                f"  InputMethod #{number}:\n    mId={method} mSettingsActivityName=null mIsDefaultResId=0x7f030000"
            )
        focus = self.phone.windows.focused()
        lines += [
            f"  mCurMethodId={self.state.ui.ime}",
            "  mCurClient=ClientState{1 uid=10100} mCurSeq=12",
            f"  mCurFocusedWindowName={focus}",
            f"  mShowRequested={shown} mShowExplicitlyRequested={shown} mShowForced=false mInputShown={shown}",
            f"  mSystemReady=true mInteractive={flag(self.phone.power.interactive)}",
            "  mSettingsObserver=SettingsObserver",
            "",
            "Input method service state for com.android.inputmethod.latin.LatinIME:",
            f"  mWindowVisible={shown} mDecorViewVisible={shown} mInShowWindow=false",
            f"  mIsInputViewShown={shown}",
        ]
        return "\n".join(lines) + "\n"

    def command(self, call: Invocation) -> int:
        """`cmd input_method …`, the same as `ime`."""
        from simulator.services.ime_command import ime_command

        return ime_command(call)


class AppOpsService(Service):
    """AppOpsService."""

    name = "appops"

    def dump(self, args: list[str]) -> str:
        """`dumpsys appops`: the operations that were set."""
        lines = ["Current AppOps Service state:"]
        for package in self.phone.packages.installed():
            ops = {op: mode for op, mode in package.appops.items() if op != "IDLE_ALLOW"}
            if ops:
                lines.append(f"  Uid u0a{package.uid - 10000}:\n    Package {package.package}:")
                lines += [f"      {op} ({mode}): " for op, mode in ops.items()]
        return "\n".join(lines) + "\n"

    def command(self, call: Invocation) -> int:
        """`cmd appops get|set|reset` (AppOpsService.Shell)."""
        words = [w for w in call.args if w != "--uid"]
        if "--user" in words:
            at = words.index("--user")
            del words[at : at + 2]
        if not words:
            call.out.line("AppOps service (appops) commands:\n  get PACKAGE [OP]\n  set PACKAGE OP MODE\n  reset")
            return 255
        package = self.phone.packages.get(words[1]) if len(words) > 1 else None
        if words[0] == "reset":
            for found in [package] if package else self.phone.packages.installed():
                found.appops = {k: v for k, v in found.appops.items() if k == "IDLE_ALLOW"}
            call.out.line(
                "Reset all modes for: all users, all packages" if not package else f"Reset all modes for: {words[1]}"
            )
            return 0
        if words[0] not in ("get", "set"):
            call.err.line(f"Unknown command: {words[0]}")
            return 255
        if len(words) < 2:
            return call.fail("Error: Package name not specified", 255)
        if package is None:
            return call.fail(f"Error: No UID for {words[1]} in user 0", 255)
        op = words[2].removeprefix("android:").upper() if len(words) > 2 else None
        if words[0] == "set":
            if op is None or len(words) < 4:
                return call.fail("Error: Operation not specified" if op is None else "Error: Mode not specified", 255)
            if words[3] not in ("allow", "ignore", "deny", "default", "foreground"):
                return call.fail(f"Error: Mode {words[3]} is not valid", 255)
            package.appops[op] = words[3]
            self.phone.changed()
            return 0
        shown = {k: v for k, v in package.appops.items() if k != "IDLE_ALLOW" and (op is None or k == op)}
        if not shown:
            call.out.line("No operations." if op is None else f"{op}: default")
        for key, mode in shown.items():
            call.out.line(f"{key}: {mode}")
        return 0


class CameraService(Service):
    """CameraService: who has the camera open."""

    name = "media.camera"
    _APPS: ClassVar[frozenset[str]] = frozenset(("com.google.android.GoogleCamera",))

    def dump(self, args: list[str]) -> str:
        """`dumpsys media.camera` (CameraService.cpp, CameraService::dump)."""
        resumed = self.phone.activities.resumed()
        front = resumed.package if resumed is not None else ""
        opens = front in self._APPS and self.phone.packages.granted(front, "android.permission.CAMERA")
        clients = [front] if opens else []
        lines = ["== Service global info: ==", "", "Number of camera devices: 2", "Number of normal camera devices: 2"]
        lines += [
            "Number of public camera devices visible to API1: 2",
            '    Device 0 maps to "0"',
            '    Device 1 maps to "1"',
        ]
        lines.append("Active Camera Clients:\n[" + "".join(self._client(package) for package in clients) + "]")
        lines += ["Allowed user IDs: 0", ""]
        for number in range(2):
            state = "is open. Client instance dump:" if clients and number == 0 else "is closed, no client instance"
            lines.append(f"== Camera device {number} dynamic info: ==\n  Device {number} {state}")
        return "\n".join(lines) + "\n"

    def _client(self, package: str) -> str:
        pid = self.phone.activities.pid_of(package)
        return (
            f"\n(Camera ID: 0, Cost: 100, PID: {pid}, Score: 0, State: 2User Id: 0, Client Package Name: {package}, "
            "Conflicting Client Devices: {})\n"
        )


MINOR_SERVICES: tuple[type[Service], ...] = (
    MemInfoService,
    CpuInfoService,
    DiskStatsService,
    SurfaceFlingerService,
    ProcStatsService,
    JobSchedulerService,
    AccessibilityService,
    InputMethodService,
    AppOpsService,
    CameraService,
)
