"""What lies on the phone from before the day: calendar, messages, calls, files, and a week of app use."""

from __future__ import annotations

import random
from datetime import datetime
from pathlib import PurePosixPath

from simulator.day import times
from simulator.day.setup import EntrySpec, HabitSpec, PhoneSetup
from simulator.state import CallRow, Event, MediaRow, SmsRow, State, UsageEvent

HOUR_MS = 3_600_000
DAY_MS = 86_400_000
_CALL_TYPES = {"incoming": 1, "outgoing": 2, "missed": 3, "rejected": 5}
_NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def number_of(setup: PhoneSetup, person: str) -> str:
    """A contact's first number, or the text itself where no contact has that name."""
    for contact in setup.contacts:
        if contact.name == person and contact.phones:
            return contact.phones[0]
    return person


def span_of(entry: EntrySpec, calendar: times.Calendar) -> tuple[int, int]:
    """Begin and end of an entry (ValueError where it ends first); whole days at midnight UTC as the calendar provider
    has them."""
    begin = calendar.moment(entry.start if not entry.all_day or ":" in entry.start else entry.start + " 00:00")
    if entry.all_day:
        day = datetime.fromtimestamp(begin / 1000, calendar.zone).date()
        midnight = int(datetime.fromisoformat(f"{day.isoformat()}T00:00:00+00:00").timestamp() * 1000)
        return midnight, midnight + DAY_MS
    end = calendar.moment(entry.end) if entry.end else begin + HOUR_MS
    if end < begin:
        raise ValueError(f"{entry.title!r} ends at {entry.end}, before it begins at {entry.start}")
    return begin, end


def event_rows(state: State, setup: PhoneSetup, calendar: times.Calendar) -> list[Event]:
    """Rows of the calendar provider (ValueError if a calendar is not there)."""
    rows = []
    ids = {row.name: row.id for row in state.providers.calendars}
    for entry in setup.calendar:
        if entry.calendar is not None and entry.calendar not in ids:
            raise ValueError(f"no calendar {entry.calendar!r}; calendars are {', '.join(ids)}")
        begin, end = span_of(entry, calendar)
        rows.append(
            Event(
                id=state.next_id("event"),
                calendar_id=ids[entry.calendar] if entry.calendar else state.providers.calendars[0].id,
                title=entry.title,
                begin_ms=begin,
                end_ms=end,
                location=entry.location,
                description=entry.description,
                all_day=entry.all_day,
                timezone="UTC" if entry.all_day else calendar.zone.key,
                rrule=entry.rrule,
                reminders=entry.reminders,
                attendees=entry.attendees,
                organizer=entry.organizer,
            )
        )
    return rows


def sms_rows(state: State, setup: PhoneSetup, calendar: times.Calendar) -> list[SmsRow]:
    """Rows of the SMS provider, oldest first."""
    threads: dict[str, int] = {}
    rows = []
    for spec in sorted(setup.sms, key=lambda one: calendar.moment(one.when)):
        address = number_of(setup, spec.person)
        thread = threads.setdefault(address, 0) or state.next_id("thread")
        threads[address] = thread
        rows.append(
            SmsRow(
                id=state.next_id("sms"),
                thread_id=thread,
                address=address,
                body=spec.text,
                date_ms=calendar.moment(spec.when),
                type=2 if spec.sent else 1,
                read=spec.read or spec.sent,
            )
        )
    return rows


def call_rows(state: State, setup: PhoneSetup, calendar: times.Calendar) -> list[CallRow]:
    """Rows of the call log, oldest first."""
    names = {contact.name for contact in setup.contacts}
    return [
        CallRow(
            id=state.next_id("call"),
            number=number_of(setup, spec.person),
            name=spec.person if spec.person in names else None,
            date_ms=calendar.moment(spec.when),
            duration_s=0 if spec.kind in ("missed", "rejected") else round(spec.minutes * 60),
            type=_CALL_TYPES[spec.kind],
        )
        for spec in sorted(setup.calls, key=lambda one: calendar.moment(one.when))
    ]


def media_rows(state: State, setup: PhoneSetup, calendar: times.Calendar) -> list[MediaRow]:
    """Rows of the media store."""
    return [
        MediaRow(
            id=state.next_id("media"),
            path=full_path(spec.path),
            mime=spec.mime,
            date_ms=calendar.moment(spec.when),
            size=0,  # the player writes the file and its size
            title=PurePosixPath(spec.path).stem,
        )
        for spec in setup.files
    ]


def full_path(path: str) -> str:
    """A path under /sdcard as the media store keeps it."""
    return path if path.startswith("/") else f"/storage/emulated/0/{path}"


def usage_history(
    habits: list[HabitSpec], calendar: times.Calendar, start_ms: int, rng: random.Random
) -> list[UsageEvent]:
    """A week of app use by the persona's habits, in order, each time some minutes off; the newest 1,500 events."""
    events: list[UsageEvent] = []
    for back in range(7, -1, -1):
        for habit in habits:
            begin = calendar.at(-back * DAY_MS + times.clock_ms(habit.at)) + rng.randint(-9, 9) * 60_000
            weekday = _NAMES[datetime.fromtimestamp(begin / 1000, calendar.zone).weekday()]
            end = begin + max(1, round(habit.minutes * rng.uniform(0.6, 1.4))) * 60_000
            if (habit.days and weekday not in habit.days) or end >= start_ms or rng.random() < 0.1:
                continue
            events.append(UsageEvent(time_ms=begin, type="ACTIVITY_RESUMED", package=habit.package))
            events.append(UsageEvent(time_ms=end, type="ACTIVITY_PAUSED", package=habit.package))
    return sorted(events, key=lambda event: event.time_ms)[-1500:]
