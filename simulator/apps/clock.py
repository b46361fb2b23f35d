"""The clock: alarms and timers, by intent (AOSP DeskClock's HandleApiCalls) and by its own screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulator.apps.alarm_book import AlarmBook
from simulator.apps.app import LAUNCHER, ActivitySpec, IntentFilter, Manifest
from simulator.apps.intents import AA, extra, number
from simulator.apps.pages import WEEKDAYS_EN, WEEKDAYS_ZH, Page
from simulator.screen.views import Click, View, button, row, switch, text

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.state import Activity, Intent

SET_ALARM = "com.android.alarm.permission.SET_ALARM"
ALARM_EXTRA = "android.intent.extra.alarm."
DESK_CLOCK = "com.android.deskclock.DeskClock"


def _manifest(api_level: int) -> Manifest:
    # DeskClock asks SET_ALARM of whoever dismisses only since May 2020, i.e. from Android 11's images on.
    dismiss = IntentFilter((AA + "DISMISS_ALARM",))
    guarded = IntentFilter((AA + "SET_ALARM", AA + "SET_TIMER"))
    free = IntentFilter((AA + "SHOW_ALARMS", AA + "SHOW_TIMERS"))
    return Manifest(
        "Clock",
        "时钟",
        (
            ActivitySpec(DESK_CLOCK, (LAUNCHER,), launcher=True),
            ActivitySpec(
                "com.android.deskclock.HandleSetApiCalls",
                (guarded, dismiss) if api_level >= 30 else (guarded,),
                permission=SET_ALARM,
                no_ui=True,
            ),
            ActivitySpec(
                "com.android.deskclock.HandleApiCalls",
                (free,) if api_level >= 30 else (free, dismiss),
                no_ui=True,
            ),
        ),
        permissions=("android.permission.USE_EXACT_ALARM", "android.permission.POST_NOTIFICATIONS"),
        version_name="7.8 (620482104)",
        version_code=77001018,
        color="#1a73e8",
        channels={"Firing": 4, "Upcoming Alarms": 2, "Missed Alarms": 3, "Timers": 3},
    )


class ClockApp(AlarmBook):
    """Answers the alarm intents of AlarmClock and shows alarms and timers on two tabs."""

    package = "com.google.android.deskclock"
    manifest = _manifest(34)
    home = "alarms"

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone)
        vars(self)["manifest"] = _manifest(phone.state.device.api_level)  # who may dismiss differs by level

    # -- intents

    def on_intent(self, activity: Activity, intent: Intent) -> None:
        """The trampolines do their work and bring the clock to the front unless SKIP_UI is set."""
        if activity.cls == DESK_CLOCK:
            super().on_intent(activity, intent)
            return
        action = (intent.action or "").removeprefix(AA)
        quiet = bool(intent.extras.get(ALARM_EXTRA + "SKIP_UI", False))
        page: Page = ("alarms", {})
        if action == "SET_ALARM":
            quiet, page = self._set_alarm(intent, quiet)
        elif action == "SET_TIMER":
            seconds = number(intent, ALARM_EXTRA + "LENGTH")
            page = ("timers", {})
            if seconds is None or seconds < 1:
                quiet = False
            else:
                self.add_timer(seconds, extra(intent, ALARM_EXTRA + "MESSAGE"))
        elif action == "DISMISS_ALARM":
            quiet = False
            page = self._dismiss_by(intent)
        elif action == "SHOW_TIMERS":
            page = ("timers", {})
        if not quiet:
            self.open(DESK_CLOCK, extras={"page": page[0], **page[1]})

    def _set_alarm(self, intent: Intent, quiet: bool) -> tuple[bool, Page]:
        hour = number(intent, ALARM_EXTRA + "HOUR")
        if hour is None or not 0 <= hour <= 23:
            return False, ("edit", {})
        minute = number(intent, ALARM_EXTRA + "MINUTES") or 0
        given = intent.extras.get(ALARM_EXTRA + "DAYS") or []
        days = [day for day in given if isinstance(day, int) and 1 <= day <= 7] if isinstance(given, list) else []
        if 0 <= minute <= 59:
            self.add_alarm(hour, minute, extra(intent, ALARM_EXTRA + "MESSAGE"), days)
        return quiet, ("alarms", {})

    def _dismiss_by(self, intent: Intent) -> Page:
        """The alarms that the search mode names are dismissed; several without ALL are left to the user's choice."""
        mode = extra(intent, ALARM_EXTRA + "SEARCH_MODE")
        on = [alarm for alarm in self.data["alarms"] if alarm["enabled"]]
        if mode == "android.time":
            hour, minute = number(intent, ALARM_EXTRA + "HOUR"), number(intent, ALARM_EXTRA + "MINUTES") or 0
            if hour is not None and hour < 12 and intent.extras.get(ALARM_EXTRA + "IS_PM") is True:
                hour += 12
            on = [alarm for alarm in on if (alarm["hour"], alarm["minute"]) == (hour, minute)]
        elif mode == "android.label":
            label = extra(intent, ALARM_EXTRA + "MESSAGE")
            on = [alarm for alarm in on if label and label in alarm["label"]]
        elif mode == "android.next":
            first = min((self.next_time(alarm) for alarm in on), default=0)
            on = [alarm for alarm in on if self.next_time(alarm) == first]
        if len(on) == 1 or mode in ("android.all", "android.next"):
            for alarm in on:
                self.dismiss(alarm)
        elif on:
            return "pick", {"ids": [alarm["id"] for alarm in on]}
        return "alarms", {}

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        page = intent.extras.get("page")
        if page == "pick":
            return "pick", {"ids": list(intent.extras.get("ids", []))}
        return (page, {}) if page in ("alarms", "timers", "edit") else None

    # -- screens

    def _tabs(self, activity: Activity, chosen: str) -> View:
        return self.tabs(
            activity, chosen, ("alarms", self.say("Alarm", "闹钟")), ("timers", self.say("Timer", "计时器"))
        )

    def _page_alarms(self, activity: Activity, here: dict[str, Any]) -> View:
        def line(alarm: dict[str, Any]) -> View:
            time = f"{alarm['hour']:02d}:{alarm['minute']:02d}"
            return self.item(
                time,
                self.describe(alarm),
                self.to(activity, "edit", id=alarm["id"], **self._form(alarm)),
                id="alarm",
                trailing=switch("", alarm["enabled"], lambda: self.toggle(alarm), id="onoff", desc=time),
            )

        rows = [line(alarm) for alarm in self.data["alarms"]] or [self.line(self.say("No alarms", "没有闹钟"))]
        add = button(
            "+",
            self.to(activity, "edit"),
            desc=self.say("Add alarm", "添加闹钟"),
            id="fab",
            weight=1,
            height=48,
            margin=12,
        )
        return self.screen(
            activity, self.say("Alarm", "闹钟"), *rows, bottom=(row(add), self._tabs(activity, "alarms"))
        )

    def _form(self, alarm: dict[str, Any]) -> dict[str, Any]:
        return {
            "hour": str(alarm["hour"]),
            "minute": f"{alarm['minute']:02d}",
            "label": alarm["label"],
            "days": list(alarm["days"]),
        }

    def _page_edit(self, activity: Activity, here: dict[str, Any]) -> View:
        chosen = here.setdefault("days", [])

        def flip(day: int) -> Click:
            def click() -> None:
                chosen.remove(day) if day in chosen else chosen.append(day)
                self.phone.changed()

            return click

        def save() -> None:
            hour, minute = here.get("hour", ""), here.get("minute", "") or "0"
            if not (hour.isdigit() and minute.isdigit() and int(hour) < 24 and int(minute) < 60):
                self.set(here, "error", self.say("Enter an hour 0-23 and a minute 0-59", "请输入0-23时、0-59分"))
                return
            old = self._find(here["id"]) if "id" in here else None
            if old is not None:
                self.delete(old)
            self.add_alarm(int(hour), int(minute), here.get("label", ""), list(chosen))
            self.reset(activity, "alarms")

        names = WEEKDAYS_ZH if self.zh else WEEKDAYS_EN
        days = [
            text(
                names[(day + 5) % 7],
                checked=day in chosen,
                on_click=flip(day),
                id=f"day_{day}",
                weight=1,
                height=48,
                padding=12,
                margin=2,
                radius=12,
                font_size=12,
                align="center",
                background="primary" if day in chosen else "card",
                color="on_primary" if day in chosen else "text",
                cls="android.widget.CheckBox",
            )
            for day in (2, 3, 4, 5, 6, 7, 1)
        ]
        body = [
            row(
                self.field(here, "hour", self.say("Hour", "时"), weight=1),
                text(":"),
                self.field(here, "minute", self.say("Minute", "分"), weight=1),
            ),
            self.field(here, "label", self.say("Label", "标签")),
            row(*days),
        ]
        if here.get("error"):
            body.append(self.line(here["error"], id="error", color="danger"))
        buttons = [self.foot(self.say("Save", "保存"), save, id="save")]
        if "id" in here:
            delete = self.then(self._delete, activity, here["id"])
            buttons.append(self.foot(self.say("Delete", "删除"), delete, id="delete"))
        buttons.append(self.foot(self.say("Cancel", "取消"), self.then(self.reset, activity, "alarms"), id="cancel"))
        return self.screen(activity, self.say("Set alarm", "设置闹钟"), *body, bottom=(self.feet(*buttons),))

    def _delete(self, activity: Activity, id: int) -> None:
        own = self._find(id)
        if own is not None:
            self.delete(own)
        self.reset(activity, "alarms")

    def _page_pick(self, activity: Activity, here: dict[str, Any]) -> View:
        def pick(alarm: dict[str, Any]) -> Click:
            def click() -> None:
                self.dismiss(alarm)
                self.reset(activity, "alarms")

            return click

        found = [own for id in here["ids"] if (own := self._find(id)) is not None]
        rows = [self.item(f"{one['hour']:02d}:{one['minute']:02d}", self.describe(one), pick(one)) for one in found]
        return self.screen(activity, self.say("Dismiss alarm", "选择要关闭的闹钟"), *rows)

    def _page_timers(self, activity: Activity, here: dict[str, Any]) -> View:
        def start() -> None:
            parts = [here.get(key, "") or "0" for key in ("hours", "minutes", "seconds")]
            if not all(part.isdigit() for part in parts):
                return
            hours, minutes, seconds = map(int, parts)
            total = hours * 3600 + minutes * 60 + seconds
            if total > 0:
                self.add_timer(total, here.get("timer_label", ""))
                self.turn(activity, "timers")

        def line(timer: dict[str, Any]) -> View:
            left = (timer["ends_ms"] - self.now + 999) // 1000
            state = self._length(left) if timer["state"] == "running" else self.say("Time's up", "时间到")
            name = timer["label"] or self.say("Timer", "计时器")
            stop = button(self.say("Stop", "停止"), lambda: self.stop_timer(timer["id"]), id="stop")
            return self.item(f"{name} · {self._length(timer['length_s'])}", state, id="timer", trailing=stop)

        form = [
            row(
                self.field(here, "hours", self.say("Hours", "时"), id="timer_hours", weight=1),
                self.field(here, "minutes", self.say("Minutes", "分"), id="timer_minutes", weight=1),
                self.field(here, "seconds", self.say("Seconds", "秒"), id="timer_seconds", weight=1),
            ),
            self.field(here, "timer_label", self.say("Label", "标签")),
            self.foot(self.say("Start", "开始"), start, id="start"),
        ]
        rows = [line(timer) for timer in self.data["timers"]]
        return self.screen(
            activity, self.say("Timer", "计时器"), *rows, *form, bottom=(self._tabs(activity, "timers"),)
        )
