"""Calendar: the agenda, an event's page, the editor, and reminders."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from simulator.apps.app import LAUNCHER, ActivitySpec, IntentFilter, Manifest
from simulator.apps.intents import AA, DEFAULT, LINK, extra, make_link, number, parse_link
from simulator.apps.pages import DAY, HOUR, MINUTE, Page, PagedApp
from simulator.screen.views import View
from simulator.state import Intent, NotificationAction

if TYPE_CHECKING:
    from simulator.state import Activity, Event, Notification, PendingAlarm

AUTHORITY = ("com.android.calendar",)
EVENT_TYPES = ("vnd.android.cursor.item/event", "vnd.android.cursor.dir/event")
STAMP = "%Y-%m-%d %H:%M"


class CalendarApp(PagedApp):
    """Shows and edits the calendar provider's events."""

    package = "com.google.android.calendar"
    manifest = Manifest(
        "Calendar",
        "日历",
        (
            ActivitySpec(
                "com.android.calendar.AllInOneActivity",
                (
                    LAUNCHER,
                    IntentFilter((AA + "VIEW",), LINK, ("content",), AUTHORITY),
                    IntentFilter(
                        (AA + "MAIN",),
                        (DEFAULT, "android.intent.category.APP_CALENDAR"),
                    ),
                ),
                launcher=True,
            ),
            ActivitySpec(
                "com.android.calendar.event.LaunchInfoActivity",
                (
                    IntentFilter((AA + "INSERT", AA + "EDIT"), (DEFAULT,), ("content",), AUTHORITY),
                    IntentFilter((AA + "INSERT", AA + "EDIT"), (DEFAULT,), types=EVENT_TYPES),
                ),
            ),
        ),
        permissions=(
            "android.permission.READ_CALENDAR",
            "android.permission.WRITE_CALENDAR",
            "android.permission.POST_NOTIFICATIONS",
        ),
        version_name="2024.16.1-627960853-release",
        version_code=2017302912,
        color="#1a73e8",
        channels={"EVENT_REMINDERS": 4},
    )

    def _route(self, activity: Activity, intent: Intent) -> Page | None:
        link = parse_link(intent.data)
        parts = [part for part in link.path.split("/") if part]
        if intent.action == AA + "INSERT":
            begin = number(intent, "beginTime")
            end = number(intent, "endTime")
            at = begin if begin is not None else (self.now // HOUR + 1) * HOUR
            return "edit", {
                "title": extra(intent, "title", "TITLE"),
                "begin": self._stamp(at),
                "end": self._stamp(end if end is not None else at + HOUR),
                "location": extra(intent, "eventLocation"),
                "description": extra(intent, "description"),
            }
        if len(parts) == 2 and parts[0] == "events" and parts[1].isdigit():
            event = self._event(int(parts[1]))
            if event is not None and intent.action == AA + "EDIT":
                return "edit", self._form(event)
            return "event", {"id": int(parts[1])}
        if len(parts) == 2 and parts[0] == "time" and parts[1].isdigit():
            return "home", {"from": int(parts[1])}
        return None

    # -- events

    def _event(self, id: int) -> Event | None:
        found = (one for one in self.phone.state.providers.events if one.id == id and not one.deleted)
        return next(found, None)

    def _stamp(self, at_ms: int) -> str:
        return self.local(at_ms).strftime(STAMP)

    def _ms(self, stamp: str) -> int | None:
        try:
            at = datetime.strptime(stamp.strip(), STAMP)
        except ValueError:
            return None
        return int(at.replace(tzinfo=ZoneInfo(self.phone.state.device.timezone)).timestamp() * 1000)

    def span(self, event: Event) -> str:
        """When an event is, in words."""
        if event.all_day:
            return self.say("All day", "全天")
        end = self.moment(event.end_ms) if event.end_ms - event.begin_ms >= DAY else self.hhmm(event.end_ms)
        return self.hhmm(event.begin_ms) if event.end_ms <= event.begin_ms else f"{self.hhmm(event.begin_ms)} – {end}"

    def _form(self, event: Event) -> dict[str, Any]:
        return {
            "id": event.id,
            "title": event.title,
            "begin": self._stamp(event.begin_ms),
            "end": self._stamp(event.end_ms),
            "location": event.location,
            "description": event.description,
        }

    # -- reminders

    def on_alarm(self, alarm: PendingAlarm) -> None:
        """A reminder is due (`event_id` and maybe `begin` of the instance), or a snoozed one is again."""
        event = self._event(int(alarm.data["event_id"]))
        if event is not None:
            self._remind(event, int(alarm.data.get("begin", event.begin_ms)))

    def _remind(self, event: Event, begin: int) -> None:
        moved = event.model_copy(update={"begin_ms": begin, "end_ms": begin + event.end_ms - event.begin_ms})
        where = f" · {event.location}" if event.location else ""
        actions = [NotificationAction(title=self.say("Snooze", "稍后提醒"), command=f"snooze:{event.id}")]
        if event.location:
            actions.append(NotificationAction(title=self.say("Map", "地图"), command=f"map:{event.id}"))
        self.post(
            event.title or self.say("(No title)", "（无标题）"),
            self.span(moved) + where,
            id=event.id,
            channel="EVENT_REMINDERS",
            category="event",
            big_text="\n".join(part for part in (self.span(moved) + where, event.description) if part),
            when_ms=begin,
            actions=actions,
            open_uri=f"content://com.android.calendar/events/{event.id}",
        )

    def _action_snooze(self, argument: str, notification: Notification, _: str | None) -> None:
        self.phone.notifications.cancel(notification.key)
        self.phone.alarms.set(
            self.package,
            f"snooze:{argument}",
            self.now + 5 * MINUTE,
            data={"event_id": int(argument), "begin": notification.when_ms},
        )

    def _action_map(self, argument: str, _: Notification, __: str | None) -> None:
        event = self._event(int(argument))
        if event is not None:
            self._map(event.location)

    def _map(self, place: str) -> None:
        self.start(Intent(action=AA + "VIEW", data=make_link("geo:0,0", q=place)))

    # -- screens

    def _page_home(self, activity: Activity, here: dict[str, Any]) -> View:
        start = self.local(here.get("from")).replace(hour=0, minute=0, second=0, microsecond=0)
        first = int(start.timestamp() * 1000)
        last = first + 14 * DAY
        rows: list[View] = []
        day = ""
        for one in self.phone.content.instances(first, last):
            begin, event = one.begin_ms, one.event
            if self.date(begin) != day:
                day = self.date(begin)
                rows.append(self.head(day))
            moved = event.model_copy(update={"begin_ms": begin, "end_ms": begin + event.end_ms - event.begin_ms})
            detail = self.span(moved) + (f" · {event.location}" if event.location else "")
            rows.append(self.item(event.title, detail, self.to(activity, "event", id=event.id), id="event"))
        return self.screen(
            activity,
            self.say("Schedule", "日程"),
            *(rows or [self.line(self.say("Nothing planned", "没有安排"))]),
            bottom=(
                self.foot(
                    self.say("Create event", "新建活动"), lambda: self._new(activity), id="floating_action_button"
                ),
            ),
        )

    def _new(self, activity: Activity) -> None:
        at = (self.now // HOUR + 1) * HOUR
        self.go(activity, "edit", begin=self._stamp(at), end=self._stamp(at + HOUR))

    def _page_event(self, activity: Activity, here: dict[str, Any]) -> View:
        event = self._event(here["id"])
        if event is None:
            return self.screen(activity, self.say("Event not found", "找不到活动"))
        rows = [self.line(f"{self.date(event.begin_ms)} · {self.span(event)}", id="when")]
        if event.location:
            place = event.location
            rows.append(
                self.item(place, self.say("Open in Maps", "在地图中打开"), lambda: self._map(place), id="where")
            )
        if event.description:
            rows.append(self.line(event.description, id="description"))
        if event.attendees:
            rows.append(self.line(", ".join(event.attendees), id="attendees"))
        rows += [
            self.line(self.say(f"{minutes} minutes before", f"提前{minutes}分钟"), id="reminder")
            for minutes in event.reminders
        ]

        def delete() -> None:
            self.phone.content.delete_event(here["id"])
            self.reset(activity, "home")

        return self.screen(
            activity,
            event.title,
            *rows,
            bottom=(
                self.feet(
                    self.foot(self.say("Edit", "编辑"), self.to(activity, "edit", **self._form(event)), id="edit"),
                    self.foot(self.say("Delete", "删除"), delete, id="delete"),
                ),
            ),
        )

    def _page_edit(self, activity: Activity, here: dict[str, Any]) -> View:
        def save() -> None:
            begin, end = self._ms(here.get("begin", "")), self._ms(here.get("end", ""))
            if begin is None or end is None or end < begin:
                self.set(here, "error", self.say("Check the start and end times", "请检查开始和结束时间"))
                return
            title, location = here.get("title", ""), here.get("location", "")
            description = here.get("description", "")
            if "id" in here:
                event = self.phone.content.update_event(
                    here["id"], title=title, begin_ms=begin, end_ms=end, location=location, description=description
                )
            else:
                event = self.phone.content.add_event(
                    title=title, begin_ms=begin, end_ms=end, location=location, description=description, reminders=[30]
                )
            self.reset(activity, "event", id=event.id)

        error = [self.line(here["error"], color="danger", id="error")] if here.get("error") else []
        return self.screen(
            activity,
            self.say("Event", "活动"),
            self.field(here, "title", self.say("Add title", "添加标题"), id="event_title"),
            self.field(here, "begin", self.say("Starts", "开始")),
            self.field(here, "end", self.say("Ends", "结束")),
            self.field(here, "location", self.say("Add location", "添加地点")),
            self.field(here, "description", self.say("Add description", "添加说明")),
            *error,
            bottom=(self.foot(self.say("Save", "保存"), save, id="save"),),
        )
