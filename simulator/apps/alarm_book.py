"""The clock's alarms and timers: when they ring, what they post, how they are snoozed and dismissed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from simulator.apps.pages import DAY, HOUR, MINUTE, WEEKDAYS_EN, WEEKDAYS_ZH, PagedApp
from simulator.state import NotificationAction

if TYPE_CHECKING:
    from simulator.state import Activity, Notification, PendingAlarm

RINGS_FOR = 10 * MINUTE
SNOOZE = 10 * MINUTE
UPCOMING = 2 * HOUR
TIMER_ID = 0x7FFF_FFFF - 1  # above every alarm's number


class AlarmBook(PagedApp):
    """Alarms ring through AlarmManager's clock alarms; days are java.util.Calendar's numbers (Sunday 1, Saturday 7)."""

    def initial_data(self) -> dict[str, Any]:
        """`alarms` (id, hour, minute, label, days, enabled, skip_ms, snoozed_ms) and `timers`."""
        return {"alarms": [], "timers": []}

    def on_boot(self) -> None:
        """Schedule and post what is switched on or runs and is not pending (after a start or a forced stop)."""
        pending = {alarm.tag for alarm in self.phone.alarms.of(self.package)}
        for alarm in self.data["alarms"]:
            near = self.next_time(alarm) - UPCOMING <= self.now and not self.posted(alarm["id"])
            if alarm["enabled"] and not alarm.get("ringing") and (near or f"alarm:{alarm['id']}" not in pending):
                self._schedule(alarm)
        for timer in self.data["timers"]:
            if f"timer:{timer['id']}" not in pending and timer["state"] == "running":
                self._arm_timer(timer)
            if not self.posted(TIMER_ID - timer["id"]):
                self._post_timer(timer)

    def on_time_changed(self) -> None:
        """Alarms ring by the wall clock of where the phone is: all are set anew."""
        for alarm in self.data["alarms"]:
            if alarm["enabled"] and not alarm.get("ringing"):
                self._schedule(alarm)

    def on_resume(self, activity: Activity) -> None:
        """Opening the clock brings back the alarms that a forced stop took."""
        if not self.phone.alarms.of(self.package):
            self.on_boot()

    # -- alarms

    def next_time(self, alarm: dict[str, Any]) -> int:
        """When an alarm rings next (ms), after what was skipped."""
        if alarm.get("snoozed_ms", 0) > self.now:
            return int(alarm["snoozed_ms"])
        zone = ZoneInfo(self.phone.state.device.timezone)
        after = max(self.now, alarm.get("skip_ms", 0))
        day = datetime.fromtimestamp(after / 1000, zone).date()
        while True:
            at = datetime(day.year, day.month, day.day, alarm["hour"], alarm["minute"], tzinfo=zone)
            when = int(at.timestamp() * 1000)
            if when > after and (not alarm["days"] or at.isoweekday() % 7 + 1 in alarm["days"]):
                return when
            day += timedelta(days=1)

    def add_alarm(self, hour: int, minute: int, label: str = "", days: list[int] | None = None) -> dict[str, Any]:
        """Switch on an alarm; one with the same time, label and days is used again."""
        days = sorted(set(days or []))
        wanted = {"hour": hour, "minute": minute, "label": label, "days": days}
        for alarm in self.data["alarms"]:
            if all(alarm[key] == value for key, value in wanted.items()):
                break
        else:
            alarm = {"id": self.phone.state.next_id("clock"), **wanted}
            self.data["alarms"].append(alarm)
            self.data["alarms"].sort(key=lambda one: (one["hour"], one["minute"]))
        alarm.update(enabled=True, skip_ms=0, snoozed_ms=0)
        self._schedule(alarm)
        return dict(alarm)

    def _unschedule(self, alarm: dict[str, Any]) -> None:
        for kind in ("alarm", "upcoming", "silence"):
            self.phone.alarms.cancel_tag(self.package, f"{kind}:{alarm['id']}")
        self.withdraw(alarm["id"])

    def _schedule(self, alarm: dict[str, Any]) -> None:
        self._unschedule(alarm)
        when = self.next_time(alarm)
        number_ = alarm["id"]
        self.phone.alarms.set(self.package, f"alarm:{number_}", when, clock=True, data={"alarm": number_})
        if alarm.get("snoozed_ms", 0) > self.now:
            self._post_upcoming(alarm, when, self.say("Snoozed alarm", "已推迟的闹钟"))
        elif when - UPCOMING > self.now:
            self.phone.alarms.set(
                self.package, f"upcoming:{number_}", when - UPCOMING, kind="RTC", data={"alarm": number_}
            )
        else:
            self._post_upcoming(alarm, when, self.say("Upcoming alarm", "即将响铃的闹钟"))
        self.phone.changed()

    def _post_upcoming(self, alarm: dict[str, Any], when: int, title: str) -> None:
        detail = f"{self.date(when)} {self.hhmm(when)}"
        self.post(
            title,
            f"{detail} - {alarm['label']}" if alarm["label"] else detail,
            id=alarm["id"],
            channel="Upcoming Alarms",
            category="alarm",
            when_ms=when,
            actions=[NotificationAction(title=self.say("Dismiss", "关闭"), command=f"dismiss:{alarm['id']}")],
        )

    def _find(self, id: int | str) -> dict[str, Any] | None:
        return next((alarm for alarm in self.data["alarms"] if alarm["id"] == int(id)), None)

    def dismiss(self, alarm: dict[str, Any]) -> bool:
        """Give up the next ringing: only if it rings, is snoozed or is due within 24 hours (as DeskClock)."""
        if not alarm["enabled"]:
            return False
        ringing = bool(alarm.get("ringing"))
        when = self.next_time(alarm)
        if not ringing and when - self.now > DAY:
            return False
        snoozed = alarm.get("snoozed_ms", 0) > self.now
        alarm.update(ringing=False, snoozed_ms=0)
        if alarm["days"]:
            if not ringing and not snoozed:
                alarm["skip_ms"] = when
            self._schedule(alarm)
        else:
            alarm["enabled"] = False
            self._unschedule(alarm)
        self.phone.changed()
        return True

    def toggle(self, alarm: dict[str, Any]) -> None:
        """Switch an alarm on or off."""
        alarm["enabled"] = not alarm["enabled"]
        alarm.update(skip_ms=0, snoozed_ms=0, ringing=False)
        if alarm["enabled"]:
            self._schedule(alarm)
        else:
            self._unschedule(alarm)
        self.phone.changed()

    def delete(self, alarm: dict[str, Any]) -> None:
        """Remove an alarm."""
        self._unschedule(alarm)
        self.data["alarms"].remove(alarm)
        self.phone.changed()

    def on_alarm(self, alarm: PendingAlarm) -> None:
        """An alarm rings, comes near or has rung long enough; a timer ends."""
        kind = alarm.tag.partition(":")[0]
        if kind == "timer":
            self._timer_ends(int(alarm.data["timer"]))
            return
        own = self._find(alarm.data["alarm"])
        if own is None or not own["enabled"]:
            return
        if kind == "upcoming":
            self._post_upcoming(own, self.next_time(own), self.say("Upcoming alarm", "即将响铃的闹钟"))
        elif kind == "alarm":
            self._ring(own)
        elif kind == "silence" and own.get("ringing"):
            self._miss(own)

    def _ring(self, own: dict[str, Any]) -> None:
        own.update(ringing=True, snoozed_ms=0)
        actions = [
            NotificationAction(title=self.say("Snooze", "稍后提醒"), command=f"snooze:{own['id']}"),
            NotificationAction(title=self.say("Dismiss", "关闭"), command=f"dismiss:{own['id']}"),
        ]
        body = f"{self.date(self.now)} {own['hour']:02d}:{own['minute']:02d}"
        self.post(
            own["label"] or self.say("Alarm", "闹钟"),
            body,
            id=own["id"],
            channel="Firing",
            category="alarm",
            ongoing=True,
            clearable=False,
            actions=actions,
        )
        self.phone.alarms.set(self.package, f"silence:{own['id']}", self.now + RINGS_FOR, data={"alarm": own["id"]})
        self.phone.power.wake()

    def _miss(self, own: dict[str, Any]) -> None:
        self.dismiss(own)
        self.post(
            self.say("Missed alarm", "错过的闹钟"),
            f"{own['hour']:02d}:{own['minute']:02d} {own['label']}".strip(),
            tag="missed",
            id=own["id"],
            channel="Missed Alarms",
            category="alarm",
        )

    def _action_dismiss(self, argument: str, _: Notification, __: str | None) -> None:
        own = self._find(argument)
        if own is not None:
            self.dismiss(own)

    def _action_snooze(self, argument: str, _: Notification, __: str | None) -> None:
        own = self._find(argument)
        if own is not None:
            own.update(ringing=False, snoozed_ms=self.now + SNOOZE)
            self._schedule(own)

    # -- timers

    def add_timer(self, seconds: int, label: str = "") -> dict[str, Any]:
        """Start a timer: an ongoing notification and an elapsed-time alarm."""
        timer: dict[str, Any] = {"id": self.phone.state.next_id("clock"), "length_s": seconds, "label": label}
        timer.update(ends_ms=self.now + seconds * 1000, state="running")
        self.data["timers"].append(timer)
        self._arm_timer(timer)
        self._post_timer(timer)
        self.phone.changed()
        return timer

    def _arm_timer(self, timer: dict[str, Any]) -> None:
        when = max(timer["ends_ms"], self.now + 1)
        tag, data = f"timer:{timer['id']}", {"timer": timer["id"]}
        self.phone.alarms.set(self.package, tag, when, kind="ELAPSED_WAKEUP", data=data)

    def _post_timer(self, timer: dict[str, Any]) -> None:
        over = timer["state"] == "expired"
        stop = NotificationAction(title=self.say("Stop", "停止"), command=f"stop:{timer['id']}")
        title = timer["label"] or (self.say("Time's up", "时间到") if over else self.say("Timer", "计时器"))
        ends = self.hhmm(timer["ends_ms"])
        length = self._length(timer["length_s"])
        self.post(
            title,
            self.say(f"Time's up · {length}", f"时间到 · {length}")
            if over
            else self.say(f"{length} timer · ends {ends}", f"{length}计时器 · {ends} 结束"),
            id=TIMER_ID - timer["id"],
            channel="Firing" if over else "Timers",
            category="alarm",
            ongoing=True,
            clearable=False,
            actions=[stop],
        )

    def _timer_ends(self, id: int) -> None:
        for timer in self.data["timers"]:
            if timer["id"] == id and timer["state"] == "running":
                timer["state"] = "expired"
                self._post_timer(timer)
                self.phone.power.wake()

    def stop_timer(self, id: int) -> None:
        """Stop and delete a timer; unknown ones are ignored."""
        self.phone.alarms.cancel_tag(self.package, f"timer:{id}")
        self.withdraw(TIMER_ID - id)
        self.data["timers"] = [timer for timer in self.data["timers"] if timer["id"] != id]
        self.phone.changed()

    def _action_stop(self, argument: str, _: Notification, __: str | None) -> None:
        self.stop_timer(int(argument))

    def _length(self, seconds: int) -> str:
        hours, rest = divmod(max(seconds, 0), 3600)
        return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"

    def describe(self, alarm: dict[str, Any]) -> str:
        """The line under an alarm's time: its days, or the day it rings once; and the label."""
        if alarm["days"]:
            every = len(alarm["days"]) == 7
            names = WEEKDAYS_ZH if self.zh else WEEKDAYS_EN
            order = sorted(alarm["days"], key=lambda day: (day + 5) % 7)
            days = self.say("Every day", "每天") if every else ", ".join(names[(day + 5) % 7] for day in order)
        elif not alarm["enabled"]:
            days = self.say("Not scheduled", "未设定")
        else:
            gap = (self.local(self.next_time(alarm)).date() - self.local().date()).days
            days = (
                (self.say("Today", "今天"), self.say("Tomorrow", "明天"))[gap]
                if gap < 2
                else self.date(self.next_time(alarm))
            )
        return f"{alarm['label']} · {days}" if alarm["label"] else days
