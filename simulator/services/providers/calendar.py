"""`content://com.android.calendar` (CalendarProvider2.java): calendars, events, instances, reminders, attendees."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

from simulator.services.providers.base import Provider, Row, Table, Uri, illegal, number, text, unsupported
from simulator.services.providers.instances import Instance, instances_between
from simulator.services.providers.recurrence import BadRule, parse_rule, zone_of
from simulator.state import Calendar, Event

_CALENDAR_COLUMNS = (
    "_id", "account_name", "account_type", "name", "calendar_displayName", "calendar_color", "calendar_access_level",
    "visible",
    "sync_events", "calendar_timezone", "ownerAccount", "isPrimary", "canOrganizerRespond", "canModifyTimeZone",
    "maxReminders",
    "allowedReminders", "allowedAvailability", "allowedAttendeeTypes", "deleted", "dirty", "calendar_location",
)  # fmt: skip
_EVENT_COLUMNS = (
    "_id", "calendar_id", "title", "description", "eventLocation", "eventColor", "eventStatus", "selfAttendeeStatus",
    "dtstart",
    "dtend", "duration", "eventTimezone", "eventEndTimezone", "allDay", "accessLevel", "availability", "hasAlarm",
    "hasExtendedProperties", "rrule", "rdate", "exrule", "exdate", "original_id", "original_sync_id", "lastDate",
    "hasAttendeeData", "guestsCanModify", "guestsCanInviteOthers", "guestsCanSeeGuests", "organizer", "isOrganizer",
    "deleted",
    "dirty", "calendar_displayName", "account_name", "account_type", "ownerAccount", "visible", "calendar_color",
    "calendar_access_level",
)  # fmt: skip
_INSTANCE_COLUMNS = (
    "_id", "event_id", "begin", "end", "startDay", "endDay", "startMinute", "endMinute", *_EVENT_COLUMNS[1:],
)  # fmt: skip
_REMINDER_COLUMNS = ("_id", "event_id", "minutes", "method")
_ATTENDEE_COLUMNS = (
    "_id", "event_id", "attendeeName", "attendeeEmail", "attendeeStatus", "attendeeRelationship", "attendeeType",
)  # fmt: skip
_ALERT_COLUMNS = (
    "_id",
    "event_id",
    "begin",
    "end",
    "alarmTime",
    "minutes",
    "state",
    "title",
    "eventLocation",
    "allDay",
)
_PER_EVENT = 100  # ids of reminders and attendees: event × this + place
_UNIX_JULIAN = 2_440_588
_LAST_MS = 221_845_392_000_000  # the year 9000


class CalendarProvider(Provider):
    """Events keep their reminders as minutes; whatever changes them, the pending alarms follow."""

    authority = "com.android.calendar"
    class_name = "com.android.providers.calendar.CalendarProvider2"
    read_permission = "android.permission.READ_CALENDAR"
    write_permission = "android.permission.WRITE_CALENDAR"

    @property
    def _events(self) -> list[Event]:
        return [event for event in self.state.providers.events if not event.deleted]

    # -- tables --------------------------------------------------------------------------------------------

    def table(self, uri: Uri) -> Table:
        """The table of a URI."""
        path = uri.segments
        tables: dict[str, Callable[[Uri], Table]] = {
            "calendars": self._calendars,
            "events": self._event_table,
            "instances": self._instances,
            "reminders": self._reminders,
            "attendees": self._attendees,
            "calendar_alerts": self._alerts,
        }
        if not path or path[0] not in tables:
            raise illegal(f"Unknown URL {uri.text}")
        return tables[path[0]](uri)

    @staticmethod
    def _one(uri: Uri, table: Table) -> Table:
        if len(uri.segments) > 1:
            table.rows = [row for row in table.rows if row["_id"] == uri.last_id]
        return table

    def _calendars(self, uri: Uri) -> Table:
        return self._one(
            uri, Table.of(_CALENDAR_COLUMNS, (self._calendar_row(c) for c in self.state.providers.calendars))
        )

    def _calendar_row(self, item: Calendar) -> Row:
        return {
            "_id": item.id, "account_name": item.account,
            "account_type": "LOCAL" if "@" not in item.account else "com.google",
            "name": item.name, "calendar_displayName": item.name, "calendar_color": -14069085,
            "calendar_access_level": item.access_level, "visible": 1, "sync_events": 1,
            "calendar_timezone": self.state.device.timezone, "ownerAccount": item.account,
            "isPrimary": int(item.id == 1),
            "canOrganizerRespond": 1, "canModifyTimeZone": 1, "maxReminders": 5, "allowedReminders": "0,1",
            "allowedAvailability": "0,1", "allowedAttendeeTypes": "0,1,2", "deleted": 0, "dirty": 0,
        }  # fmt: skip

    def _event_table(self, uri: Uri) -> Table:
        return self._one(uri, Table.of(_EVENT_COLUMNS, (self._event_row(e) for e in self._events)))

    def _event_row(self, event: Event) -> Row:
        home = next((c for c in self.state.providers.calendars if c.id == event.calendar_id), None)
        account = home.account if home is not None else None
        row: Row = {
            "_id": event.id, "calendar_id": event.calendar_id, "title": event.title,
            "description": event.description or None,
            "eventLocation": event.location or None, "eventStatus": 1, "selfAttendeeStatus": 0,
            "dtstart": event.begin_ms,
            "dtend": None if event.rrule else event.end_ms, "eventTimezone": "UTC" if event.all_day else event.timezone,
            "duration": f"P{(event.end_ms - event.begin_ms) // 1000}S" if event.rrule else None,
            "allDay": int(event.all_day),
            "accessLevel": 0, "availability": 0, "hasAlarm": int(bool(event.reminders)), "hasExtendedProperties": 0,
            "rrule": event.rrule, "lastDate": None if event.rrule else event.end_ms,
            "hasAttendeeData": int(bool(event.attendees)), "guestsCanModify": 0, "guestsCanInviteOthers": 1,
            "guestsCanSeeGuests": 1, "organizer": event.organizer or account,
            "isOrganizer": int(event.organizer in (None, account)), "deleted": 0, "dirty": 1, "ownerAccount": account,
        }  # fmt: skip
        if home is not None:
            of_home = self._calendar_row(home)
            for key in (
                "calendar_displayName",
                "account_name",
                "account_type",
                "visible",
                "calendar_color",
                "calendar_access_level",
            ):
                row[key] = of_home[key]
        return row

    def _instances(self, uri: Uri) -> Table:
        path = uri.segments
        if len(path) < 4 or path[1] not in ("when", "whenbyday", "search", "searchbyday"):
            raise illegal(f"Unknown URL {uri.text}")
        bounds = [number({"n": part}, "n") for part in path[2:4]]
        start, end = bounds[0] or 0, bounds[1] or 0
        if path[1].endswith("byday"):
            zone = zone_of(self.state.device.timezone)
            start, end = _day_start(start, zone), _day_start(end + 1, zone) - 1
        rows = [self._instance_row(i) for i in instances_between(self._events, start, end)]
        if path[1].startswith("search") and len(path) > 4:
            words = path[4].casefold().split()
            rows = [
                r
                for r in rows
                if all(w in f"{r['title']} {r['eventLocation']} {r['description']}".casefold() for w in words)
            ]
        return Table.of(_INSTANCE_COLUMNS, rows, "begin")

    def _instance_row(self, instance: Instance) -> Row:
        event = instance.event
        zone = zone_of("UTC" if event.all_day else self.state.device.timezone)
        start_day, start_minute = _julian(instance.begin_ms, zone)
        end_day, end_minute = _julian(instance.end_ms, zone)
        row = self._event_row(event)
        row.update(
            event_id=event.id, begin=instance.begin_ms, end=instance.end_ms, startDay=start_day, endDay=end_day,
            startMinute=start_minute, endMinute=end_minute, _id=instance.id,
        )  # fmt: skip
        return row

    def _reminders(self, uri: Uri) -> Table:
        rows: list[Row] = [
            {"_id": event.id * _PER_EVENT + place, "event_id": event.id, "minutes": minutes, "method": 1}
            for event in self._events
            for place, minutes in enumerate(event.reminders)
        ]
        return self._one(uri, Table.of(_REMINDER_COLUMNS, rows))

    def _attendees(self, uri: Uri) -> Table:
        rows: list[Row] = [
            {
                "_id": event.id * _PER_EVENT + place, "event_id": event.id, "attendeeName": name.partition("@")[0],
                "attendeeEmail": name, "attendeeStatus": 1, "attendeeRelationship": 2 if name == event.organizer else 1,
                "attendeeType": 1,
            }
            for event in self._events
            for place, name in enumerate(event.attendees)
        ]  # fmt: skip
        return self._one(uri, Table.of(_ATTENDEE_COLUMNS, rows))

    def _alerts(self, uri: Uri) -> Table:
        rows: list[Row] = []
        for alarm in self.phone.alarms.of("com.android.providers.calendar"):
            event = next((e for e in self._events if e.id == alarm.data.get("event_id")), None)
            if event is not None:
                begin = int(alarm.data["begin"])
                rows.append(
                    {
                        "_id": alarm.id, "event_id": event.id, "begin": begin,
                        "end": begin + event.end_ms - event.begin_ms,
                        "alarmTime": alarm.when_ms, "minutes": int(alarm.data["minutes"]), "state": 0,
                        "title": event.title,
                        "eventLocation": event.location or None, "allDay": int(event.all_day),
                    }
                )  # fmt: skip
        return Table.of(_ALERT_COLUMNS, rows, "alarmTime")

    # -- writing -------------------------------------------------------------------------------------------

    def insert(self, uri: Uri, values: Row) -> str | None:
        """A calendar (as a sync adapter), an event, a reminder or an attendee."""
        kind = uri.path
        if kind == "events":
            return f"content://com.android.calendar/events/{self._insert_event(values).id}"
        if kind == "calendars":
            return self._insert_calendar(uri, values)
        if kind in ("reminders", "attendees"):
            event_id = number(values, "event_id")
            if event_id is None:
                raise illegal(f"{kind.capitalize()} values must contain an event_id")
            event = next((e for e in self._events if e.id == event_id), None)
            if event is None:
                return None
            return self._insert_child(event, kind, values)
        raise unsupported(f"Cannot insert into that URL: {uri.text}")

    def _insert_child(self, event: Event, kind: str, values: Row) -> str:
        if kind == "reminders":
            event.reminders.append(number(values, "minutes", 10) or 0)
            place = len(event.reminders) - 1
        else:
            event.attendees.append(text(values.get("attendeeEmail")))
            place = len(event.attendees) - 1
        self.phone.content.schedule_reminders()
        return f"content://com.android.calendar/{kind}/{event.id * _PER_EVENT + place}"

    def _insert_calendar(self, uri: Uri, values: Row) -> str:
        if uri.parameters.get("caller_is_syncadapter", "").lower() not in ("true", "1"):
            raise illegal("the account_name and account_type must be specified by a sync adapter")
        account = text(values.get("account_name")) or uri.parameters.get("account_name", "")
        calendars = self.state.providers.calendars
        item = Calendar(
            id=max((c.id for c in calendars), default=0) + 1,
            name=text(values.get("calendar_displayName")) or text(values.get("name")) or account,
            account=account,
            access_level=number(values, "calendar_access_level", 700) or 0,
        )
        calendars.append(item)
        return f"content://com.android.calendar/calendars/{item.id}"

    def _insert_event(self, values: Row) -> Event:
        calendar_id = number(values, "calendar_id")
        if calendar_id is None:
            raise illegal("New events must include a calendar_id")
        if not text(values.get("eventTimezone")):
            raise illegal("Event values must include an eventTimezone")
        begin, end = number(values, "dtstart"), number(values, "dtend")
        duration = text(values.get("duration"))
        rule = text(values.get("rrule")) or None
        _check_rule(rule)
        if begin is None:
            raise illegal("DTSTART cannot be empty.")
        if end is None and not duration:
            raise illegal("DTEND and DURATION cannot both be null for an event.")
        if end is not None and duration:
            raise illegal("Cannot have both DTEND and DURATION in an event")
        _check_time(begin)
        if not any(c.id == calendar_id for c in self.state.providers.calendars):
            raise illegal(f"Calendar {calendar_id} does not exist")
        return self.phone.content.add_event(
            text(values.get("title")), begin, end if end is not None else begin + _duration_ms(duration),
            calendar_id=calendar_id, location=text(values.get("eventLocation")),
            description=text(values.get("description")),
            all_day=number(values, "allDay", 0) == 1, timezone=text(values.get("eventTimezone")), rrule=rule,
            organizer=text(values.get("organizer")) or None,
        )  # fmt: skip

    def update(self, uri: Uri, values: Row, where: str | None) -> int:
        """Change events (by id without a where clause, or by a where clause without an id), calendars or reminders."""
        chosen = self._chosen(uri, where)
        kind = uri.segments[0]
        if kind == "events":
            for event in self._events:
                if event.id in chosen:
                    self._change(event, values)
        elif kind == "calendars":
            for item in self.state.providers.calendars:
                if item.id in chosen:
                    item.name = text(values.get("calendar_displayName", item.name))
        elif kind == "reminders":
            minutes = number(values, "minutes")
            for event in self._events:
                for place in range(len(event.reminders)):
                    if event.id * _PER_EVENT + place in chosen and minutes is not None:
                        event.reminders[place] = minutes
        else:
            raise unsupported(f"Unknown URL {uri.text}")
        self.phone.content.schedule_reminders()
        return len(chosen)

    def _chosen(self, uri: Uri, where: str | None) -> set[int]:
        if len(uri.segments) > 1 and where:
            raise unsupported(f"Selection not permitted for {uri.text}")
        if uri.segments[:1] == ("events",) and len(uri.segments) == 1 and not where:
            raise unsupported(f"Selection must be specified for {uri.text}")
        return set(self.ids(uri, where))

    def _change(self, event: Event, values: Row) -> None:
        begin = number(values, "dtstart", event.begin_ms) or 0
        length = event.end_ms - event.begin_ms
        end = number(values, "dtend", event.end_ms) or 0
        if "duration" in values and values["duration"] is not None:
            end = begin + _duration_ms(text(values["duration"]))
        elif "dtstart" in values and "dtend" not in values and event.rrule:
            end = begin + length
        rule = text(values["rrule"]) or None if "rrule" in values else event.rrule
        _check_rule(rule)
        _check_time(begin)
        event.begin_ms, event.end_ms, event.rrule = begin, end, rule
        event.title = text(values.get("title", event.title))
        event.location = text(values.get("eventLocation", event.location))
        event.description = text(values.get("description", event.description))
        event.timezone = text(values.get("eventTimezone", event.timezone)) or event.timezone
        event.all_day = number(values, "allDay", int(event.all_day)) == 1
        event.calendar_id = number(values, "calendar_id", event.calendar_id) or event.calendar_id

    def delete(self, uri: Uri, where: str | None) -> int:
        """Delete events, calendars (with their events), reminders or attendees."""
        kind = uri.segments[0] if uri.segments else ""
        chosen = set(self.ids(uri, where))
        providers = self.state.providers
        if kind == "events":
            providers.events = [e for e in providers.events if e.id not in chosen]
        elif kind == "calendars":
            providers.calendars = [c for c in providers.calendars if c.id not in chosen]
            providers.events = [e for e in providers.events if e.calendar_id not in chosen]
        elif kind in ("reminders", "attendees"):
            for event in self._events:
                shelf: list[int] | list[str] = event.reminders if kind == "reminders" else event.attendees
                for place in reversed(range(len(shelf))):
                    if event.id * _PER_EVENT + place in chosen:
                        del shelf[place]
        else:
            raise unsupported(f"Unknown URL {uri.text}")
        self.phone.content.schedule_reminders()
        return len(chosen)

    def mime(self, uri: Uri) -> str | None:
        """The type of a URI's rows."""
        form = "item" if len(uri.segments) == 2 and uri.last_id is not None else "dir"
        kind = uri.segments[0] if uri.segments else ""
        if kind == "events":
            return f"vnd.android.cursor.{form}/event"
        if kind == "calendars":
            return f"vnd.android.cursor.{form}/calendar"
        return {
            "reminders": f"vnd.android.cursor.{form}/reminder",
            "instances": "vnd.android.cursor.dir/event-instance",
        }.get(kind)


def _check_time(at_ms: int) -> None:
    if not 0 <= at_ms < _LAST_MS:
        raise illegal(f"time out of range: {at_ms}")


def _check_rule(rule: str | None) -> None:
    if rule is not None:
        try:
            parse_rule(rule)
        except BadRule as error:
            raise illegal(str(error)) from error


def _duration_ms(text_value: str) -> int:
    """An RFC 5545 duration (`P3600S`, `PT1H30M`, `P1D`) in milliseconds."""
    total, digits = 0, ""
    for char in text_value.upper():
        if char.isdigit():
            digits += char
        elif char in "WDHMS" and digits:
            total += int(digits) * {"W": 604_800, "D": 86_400, "H": 3_600, "M": 60, "S": 1}[char]
            digits = ""
        elif char not in "+PT":
            raise illegal(f"Duration.parse(str='{text_value}') unexpected char '{char}'")
    return total * 1000


def _julian(at_ms: int, zone: ZoneInfo) -> tuple[int, int]:
    at = datetime.fromtimestamp(at_ms / 1000, zone)
    return at.toordinal() - 719_163 + _UNIX_JULIAN, at.hour * 60 + at.minute


def _day_start(julian: int, zone: ZoneInfo) -> int:
    day = datetime.fromordinal(max(1, min(julian - _UNIX_JULIAN + 719_163, 3_652_059)))
    return int(day.replace(tzinfo=zone).timestamp() * 1000)
