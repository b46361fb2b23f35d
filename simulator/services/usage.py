"""UsageStatsService: events of use."""

from __future__ import annotations

from simulator.services.formats import local_time, object_hash
from simulator.services.service import Service
from simulator.shell.command import Invocation
from simulator.state import UsageEvent

_KEPT = 2000
_DAY_MS = 86_400_000
# Android 9 and before spoke of moving to the foreground and background.
_OLD_NAMES = {"ACTIVITY_RESUMED": "MOVE_TO_FOREGROUND", "ACTIVITY_PAUSED": "MOVE_TO_BACKGROUND"}
_EPOCH = "1970-01-01"


class UsageService(Service):
    """UsageStatsService: events of use (the newest 2,000 are kept)."""

    name = "usagestats"

    def record(self, type: str, package: str, cls: str | None = None) -> None:
        """Note an event, e.g. ACTIVITY_RESUMED, SCREEN_INTERACTIVE, KEYGUARD_HIDDEN, NOTIFICATION_SEEN."""
        events = self.state.usage
        events.append(UsageEvent(time_ms=self.clock.now_ms, type=type, package=package, cls=cls))
        if len(events) > _KEPT:
            del events[: len(events) - _KEPT]

    def totals(self, since_ms: int) -> dict[str, tuple[int, int, int]]:
        """Per package since a time: total foreground ms, last used (ms), launches."""
        total: dict[str, int] = {}
        last: dict[str, int] = {}
        launches: dict[str, int] = {}
        open_since: dict[str, int] = {}
        for event in self.state.usage:
            if event.time_ms < since_ms:
                continue
            package = event.package
            if event.type == "ACTIVITY_RESUMED":
                if package not in open_since and last.get(package, 0) < event.time_ms:
                    launches[package] = launches.get(package, 0) + 1
                open_since.setdefault(package, event.time_ms)
                last[package] = event.time_ms
            elif event.type == "ACTIVITY_PAUSED" and package in open_since:
                total[package] = total.get(package, 0) + event.time_ms - open_since.pop(package)
                last[package] = event.time_ms
        for package, begun in open_since.items():
            total[package] = total.get(package, 0) + self.clock.now_ms - begun
            last[package] = self.clock.now_ms
        return {p: (total.get(p, 0), last[p], launches.get(p, 0)) for p in last}

    def dump(self, args: list[str]) -> str:
        """`dumpsys usagestats` (UserUsageStatsService.dump)."""
        zone, now = self.state.device.timezone, self.clock.now_ms
        since = now - _DAY_MS
        span = f'"{self._short(since)} – {self._short(now)}"'
        lines = ["user=0 ", f"  Last 24 hour events (timeRange={span} )"]
        for event in self.state.usage:
            if event.time_ms >= since and (shown := self._event(event)):
                lines.append(f'    time="{local_time(event.time_ms, zone)}" {shown}')
        lines += ["  In-memory daily stats", f"  timeRange={span} ", "    packages"]
        for package, (total, last, launches) in self.totals(since).items():
            used, when = _elapsed(total), local_time(last, zone)
            never = f"{_EPOCH} {local_time(0, zone)[11:]}"
            visible = ""
            if self.api >= 29:
                visible = f' totalTimeVisible="{used}" lastTimeVisible="{when}"'
                if self.api >= 33:
                    visible += f' lastTimeComponentUsed="{never}"'
                visible += f' totalTimeFS="00:00" lastTimeFS="{never}"'
            lines.append(
                f'      package={package} totalTimeUsed="{used}" lastTimeUsed="{when}"{visible} '
                f"appLaunchCount={launches} "
            )
        lines += ["    ChooserCounts", "    configurations", "    event aggregations"]
        lines.append(f'      screen-interactive: {self._count("SCREEN_INTERACTIVE", since)}x for "00:00"')
        lines.append(f'      keyguard-shown: {self._count("KEYGUARD_SHOWN", since)}x for "00:00"')
        return "\n".join(lines) + "\n"

    def _count(self, type: str, since: int) -> int:
        return sum(1 for e in self.state.usage if e.type == type and e.time_ms >= since)

    def _short(self, ms: int) -> str:
        moment = self.clock.local(self.state.device.timezone, ms)
        return f"{moment.month}/{moment.day}/{moment.year}, {moment.hour % 12 or 12}:{moment.minute:02} " + (
            "AM" if moment.hour < 12 else "PM"
        )

    def _event(self, event: UsageEvent) -> str | None:
        name = event.type
        if self.api < 29:
            if name == "ACTIVITY_STOPPED":
                return None
            name = _OLD_NAMES.get(name, name)
        text = f"type={name} package={event.package} "
        if event.cls:
            text += f"class={event.cls} "
            if self.api >= 29 and name.startswith("ACTIVITY_"):
                text += f"instanceId={int(object_hash(event.package, event.cls), 16)} "
                text += f"taskRootPackage={event.package} taskRootClass={event.cls} "
        return text + "flags=0x0 "

    def command(self, call: Invocation) -> int:
        """`cmd usagestats clear-last-used-timestamps PKG` (UsageStatsShellCommand)."""
        words = call.args
        if words and words[0] == "clear-last-used-timestamps" and self.api >= 30:
            if len(words) < 2:
                return call.fail("Error: Package name not specified", 255)
            self.state.usage = [e for e in self.state.usage if e.package != words[1]]
            return 0
        if words and words[0] not in ("help", "-h"):
            call.out.line(f"Unknown command: {words[0]}")
            return 255
        call.out.line("UsageStats service (usagestats) commands:\nhelp | -h\n    Print this help text.")
        return 0 if words else 255


def _elapsed(ms: int) -> str:
    """`MM:SS` or `H:MM:SS` (DateUtils.formatElapsedTime)."""
    seconds = ms // 1000
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"
