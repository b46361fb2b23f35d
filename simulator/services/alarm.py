"""AlarmManagerService: pending alarms on the phone's clock, the next alarm clock, time and time zone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from simulator.services.alarm_dump import dump as dump_alarms
from simulator.services.printing import shell_exception, unknown_command
from simulator.services.service import Service
from simulator.state import PendingAlarm

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.shell.command import Invocation

Kind = Literal["RTC_WAKEUP", "RTC", "ELAPSED_WAKEUP", "ELAPSED"]
Handler = Callable[[PendingAlarm], object]
_HELP = """Alarm manager service (alarm) commands:
  help
    Print this help text.
  set-time TIME
    Set the system clock time to TIME where TIME is milliseconds
    since the Epoch.
  set-timezone TZ
    Set the system timezone to TZ where TZ is an Olson id.
"""
_MIN_INTERVAL_MS = 60_000
_LAST_MS = 221_845_392_000_000  # the year 9000


class AlarmService(Service):
    """Alarms live in the state; `arm` puts them on the clock. A due alarm goes to its app's `on_alarm`, or to the
    handler that a system service took for the package and tag."""

    name = "alarm"

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone)
        self._timers: dict[int, int] = {}
        self._handlers: dict[tuple[str, str], Handler] = {}

    def handle(self, package: str, tag: str, handler: Handler) -> None:
        """Take the alarms of a package and tag that has no app of its own (the system's)."""
        self._handlers[package, tag] = handler

    def set(
        self,
        package: str,
        tag: str,
        when_ms: int,
        *,
        kind: Kind = "RTC_WAKEUP",
        interval_ms: int = 0,
        clock: bool = False,
        data: dict[str, Any] | None = None,
    ) -> PendingAlarm:
        """Set an alarm for phone time `when_ms` (epoch, for the ELAPSED kinds too); repeating ones at least each "
        "minute."""
        alarm = PendingAlarm(
            id=self.state.next_id("alarm"),
            package=package,
            tag=tag,
            kind=kind,
            when_ms=when_ms,
            interval_ms=max(interval_ms, _MIN_INTERVAL_MS) if interval_ms else 0,
            clock=clock,
            data=data or {},
        )
        self.state.alarms.append(alarm)
        self._arm_one(alarm)
        self._changed(clock)
        return alarm

    def cancel(self, alarm_id: int) -> bool:
        """Cancel an alarm by id; whether it was pending."""
        alarm = next((a for a in self.state.alarms if a.id == alarm_id), None)
        if alarm is None:
            return False
        self.state.alarms.remove(alarm)
        timer = self._timers.pop(alarm.id, None)
        if timer is not None:
            self.clock.cancel(timer)
        self._changed(alarm.clock)
        return True

    def cancel_tag(self, package: str, tag: str) -> int:
        """Cancel all alarms of a package with a tag; how many."""
        ids = [a.id for a in self.state.alarms if a.package == package and a.tag == tag]
        return sum(self.cancel(number) for number in ids)

    def cancel_package(self, package: str) -> int:
        """Cancel all alarms of a package (force-stop, uninstall); how many."""
        return sum(self.cancel(alarm.id) for alarm in self.of(package))

    def of(self, package: str) -> list[PendingAlarm]:
        """The pending alarms of a package, soonest first."""
        return sorted((a for a in self.state.alarms if a.package == package), key=lambda a: (a.when_ms, a.id))

    def next_clock(self) -> PendingAlarm | None:
        """The next alarm clock, or None."""
        return min((a for a in self.state.alarms if a.clock), key=lambda a: (a.when_ms, a.id), default=None)

    def next_alarm_text(self) -> str:
        """The next alarm clock as `next_alarm_formatted` holds it: weekday and time in the user's format, or empty."""
        alarm = self.next_clock()
        if alarm is None:
            return ""
        at = self.clock.local(self.state.device.timezone, alarm.when_ms)
        day = _WEEKDAYS[self.state.device.ui_language][at.weekday()]
        if self.state.settings.get("system", {}).get("time_12_24") == "12":
            return f"{day} {at.hour % 12 or 12}:{at:%M} {at:%p}"
        return f"{day} {at:%H:%M}"

    def arm(self) -> None:
        """Put all pending alarms on the clock anew (after boot or a loaded snapshot)."""
        for timer in self._timers.values():
            self.clock.cancel(timer)
        self._timers.clear()
        for alarm in list(self.state.alarms):
            self._arm_one(alarm)

    def _arm_one(self, alarm: PendingAlarm) -> None:
        self._timers[alarm.id] = self.clock.call_at(alarm.when_ms, lambda: self._due(alarm.id))

    def _due(self, alarm_id: int) -> None:
        alarm = next((a for a in self.state.alarms if a.id == alarm_id), None)
        self._timers.pop(alarm_id, None)
        if alarm is None:
            return
        fired = alarm.model_copy(deep=True)
        if alarm.interval_ms:
            missed = max(0, self.clock.now_ms - alarm.when_ms) // alarm.interval_ms
            alarm.when_ms += (missed + 1) * alarm.interval_ms
            self._arm_one(alarm)
        else:
            self.state.alarms.remove(alarm)
        self.phone.log("AlarmManager", f"deliver {alarm.package} {alarm.tag}", "D")
        self._changed(alarm.clock)
        handler = self._handlers.get((alarm.package, alarm.tag)) or self._handlers.get((alarm.package, "*"))
        app = self.phone.apps.get(alarm.package)
        if handler is not None:
            handler(fired)
        elif app is not None:
            app.on_alarm(fired)
        else:
            self.phone.log("AlarmManager", f"no receiver for {alarm.package} {alarm.tag}", "W")

    def _changed(self, clock_alarm: bool) -> None:
        if clock_alarm:
            self.phone.settings.mirror("system", "next_alarm_formatted", self.next_alarm_text())
        self.phone.changed()

    # -- time ----------------------------------------------------------------------------------------------

    def set_time(self, now_ms: int) -> None:
        """Set the wall clock: RTC alarms keep their time (those now past are due), elapsed ones move along."""
        delta = now_ms - self.clock.now_ms
        self.clock.set(now_ms)
        for alarm in self.state.alarms:
            if alarm.kind in ("ELAPSED", "ELAPSED_WAKEUP"):
                alarm.when_ms += delta
        self.arm()
        self.clock.tick()
        self.phone.log("AlarmManager", f"Setting time of day to sec={now_ms // 1000}", "D")
        for app in list(self.phone.apps.values()):
            app.on_time_changed()
        self.phone.changed()

    def set_timezone(self, zone: str) -> str:
        """Set the time zone; an unknown one becomes GMT, as `TimeZone.getTimeZone` has it. Returns what was set."""
        try:
            ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            zone = "GMT"
        self.state.device.timezone = zone
        self.state.properties.pop("persist.sys.timezone", None)
        self.phone.settings.mirror("system", "next_alarm_formatted", self.next_alarm_text())
        self.phone.log("AlarmManager", f"timezone changed to {zone}", "D")
        for app in list(self.phone.apps.values()):
            app.on_time_changed()
        self.phone.changed()
        return zone

    # -- shell ---------------------------------------------------------------------------------------------

    def dump(self, args: list[str]) -> str:
        """`dumpsys alarm`."""
        return dump_alarms(self.phone)

    def command(self, call: Invocation) -> int:
        """`cmd alarm set-time MS | set-timezone ZONE` (AlarmManagerService.ShellCmd)."""
        name = call.argv[1] if len(call.argv) > 1 else ""
        if name not in ("set-time", "set-timezone"):
            return unknown_command(call, name, _HELP)
        if len(call.argv) < 3:
            return shell_exception(
                call, name, "java.lang.IllegalArgumentException", f'Argument expected after "{name}"'
            )
        value = call.argv[2]
        if name == "set-timezone":
            self.set_timezone(value)
            return 0
        if not value.isascii() or not value.isdecimal():
            return shell_exception(call, name, "java.lang.NumberFormatException", f'For input string: "{value}"')
        if int(value) >= _LAST_MS:
            return 255  # the kernel refuses it, and AlarmManager says only that
        self.set_time(int(value))
        return 0


_WEEKDAYS = {
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    "zh": ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
}
