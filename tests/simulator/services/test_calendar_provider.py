"""The calendar: events, instances of recurring ones, reminders that ring."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.services.providers.recurrence import BadRule, occurrences, parse_rule

BERLIN = ZoneInfo("Europe/Berlin")
URI = "content://com.android.calendar"
CALENDAR = (
    f"content insert --uri '{URI}/calendars?caller_is_syncadapter=true&account_name=me&account_type=LOCAL' "
    "--bind account_name:s:me --bind account_type:s:LOCAL --bind name:s:me --bind calendar_displayName:s:Mine "
    "--bind calendar_access_level:i:700 --bind ownerAccount:s:me --bind visible:i:1 --bind sync_events:i:1"
)


def ms(*when: int) -> int:
    return int(datetime(*when, tzinfo=BERLIN).timestamp() * 1000)  # type: ignore[arg-type]


@pytest.fixture
def b(bench):
    made = bench()
    if not made.phone.state.providers.calendars:
        made.sh(CALENDAR)
    made.phone.state.providers.events.clear()
    return made


def insert(b, title: str, begin: int, end: int, more: str = "") -> int:
    b.sh(
        f"content insert --uri {URI}/events --bind calendar_id:l:1 --bind 'title:s:{title}' --bind dtstart:l:{begin} "
        f"--bind dtend:l:{end} --bind eventTimezone:s:Europe/Berlin {more}"
    )
    found = b.sh(f"content query --uri {URI}/events --projection _id --where \"title='{title}'\" --sort '_id DESC'").out
    return int(found.splitlines()[0].rpartition("=")[2])


def instances(b, begin: int, end: int) -> list[str]:
    out = b.sh(
        f"content query --uri {URI}/instances/when/{begin}/{end} --projection title:begin:end --sort 'begin ASC'"
    ).out
    return (
        [] if out.startswith("No result") else [line.partition(" ")[2].partition(" ")[2] for line in out.splitlines()]
    )


def test_an_inserted_event_is_an_instance(b):
    begin, end = ms(2026, 5, 30, 9), ms(2026, 5, 30, 10)
    insert(b, "Dentist", begin, end, "--bind 'eventLocation:s:Main St. 1'")
    assert instances(b, begin, end) == [f"title=Dentist, begin={begin}, end={end}"]
    assert instances(b, ms(2026, 6, 1), ms(2026, 6, 2)) == []


@pytest.mark.parametrize(
    ("binds", "message"),
    [
        ("--bind title:s:x", "New events must include a calendar_id"),
        ("--bind calendar_id:l:1 --bind title:s:x", "Event values must include an eventTimezone"),
        ("--bind calendar_id:l:1 --bind eventTimezone:s:UTC", "DTSTART cannot be empty."),
        (
            "--bind calendar_id:l:1 --bind eventTimezone:s:UTC --bind dtstart:l:1",
            "DTEND and DURATION cannot both be null for an event.",
        ),
        (
            "--bind calendar_id:l:1 --bind eventTimezone:s:UTC --bind dtstart:l:1 --bind dtend:l:2 --bind rrule:s:FREQ=X",
            "Invalid recurrence rule: FREQ=X",
        ),
    ],
)
def test_incomplete_events_are_refused_with_code_0(b, binds, message):
    ran = b.sh(f"content insert --uri {URI}/events {binds}")
    assert ran.code == 0
    assert f"java.lang.IllegalArgumentException: {message}" in ran.err
    assert b.phone.state.providers.events == []


def test_update_by_id_takes_no_where_and_without_id_needs_one(b):
    event = insert(b, "Call", ms(2026, 5, 30, 9), ms(2026, 5, 30, 10))
    later = ms(2026, 5, 30, 11)
    b.sh(f"content update --uri {URI}/events/{event} --bind dtstart:l:{later} --bind dtend:l:{later + 3_600_000}")
    assert b.phone.content.event(event).begin_ms == later
    assert (
        "Selection not permitted"
        in b.sh(f"content update --uri {URI}/events/{event} --bind title:s:a --where _id=1").err
    )
    assert "Selection must be specified" in b.sh(f"content update --uri {URI}/events --bind title:s:a").err
    assert b.phone.content.event(event).title == "Call"


def test_deleting_an_event_deletes_its_reminders(b):
    event = insert(b, "Call", ms(2026, 5, 29, 20), ms(2026, 5, 29, 21))
    b.sh(f"content insert --uri {URI}/reminders --bind event_id:l:{event} --bind minutes:i:10 --bind method:i:1")
    assert f"event_id={event}, minutes=10, method=1" in b.sh(f"content query --uri {URI}/reminders").out
    b.sh(f"content delete --uri {URI}/events/{event}")
    assert b.sh(f"content query --uri {URI}/reminders").out == "No result found.\n"
    assert not any(alarm.data.get("event_id") == event for alarm in b.phone.state.alarms)


def test_a_reminder_is_a_pending_alarm_of_the_provider_and_rings(b):
    begin = ms(2026, 5, 29, 12)
    event = insert(b, "Lunch", begin, begin + 3_600_000)
    b.sh(f"content insert --uri {URI}/reminders --bind event_id:l:{event} --bind minutes:i:15 --bind method:i:1")
    assert "tag=*walarm*:android.intent.action.EVENT_REMINDER" in b.dump("alarm")
    assert "origWhen=2026-05-29 11:45:00.000" in b.dump("alarm")
    app = b.phone.apps["com.google.android.calendar"]
    heard = []
    app.on_alarm = heard.append  # type: ignore[method-assign]
    b.phone.clock.advance_to(begin)
    assert [(a.data["event_id"], a.data["begin"], a.when_ms) for a in heard] == [(event, begin, begin - 900_000)]


def test_a_reminder_further_away_than_a_day_is_set_when_its_day_comes(b):
    phone, begin = b.phone, ms(2026, 6, 3, 9)
    event = phone.content.add_event("Far", begin, begin, reminders=[0])

    def pending() -> list[int]:
        return [a.when_ms for a in phone.state.alarms if a.data.get("event_id") == event.id]

    assert pending() == []
    phone.clock.advance_to(ms(2026, 6, 2, 18))
    assert pending() == [begin]


def test_a_weekly_event_keeps_its_time_of_day_over_the_change_to_winter_time(b):
    begin = ms(2026, 10, 22, 9)
    b.phone.content.add_event("Run", begin, begin + 1_800_000, rrule="FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4")
    found = b.phone.content.instances(begin, ms(2026, 12, 1))
    times = [datetime.fromtimestamp(i.begin_ms / 1000, BERLIN) for i in found]
    assert [(t.month, t.day, t.hour) for t in times] == [(10, 22, 9), (10, 27, 9), (10, 29, 9), (11, 3, 9)]


def test_days_of_instances_are_julian(b):
    begin = ms(2026, 5, 30, 9, 30)
    insert(b, "One", begin, begin)
    row = b.sh(f"content query --uri {URI}/instances/when/{begin}/{begin} --projection startDay:startMinute").out
    assert row == "Row: 0 startDay=2461191, startMinute=570\n"
    assert "Row: 0" in b.sh(f"content query --uri {URI}/instances/whenbyday/2461191/2461191").out


@pytest.mark.parametrize(
    ("rule", "days"),
    [
        ("FREQ=DAILY;INTERVAL=2;COUNT=3", [1, 3, 5]),
        ("FREQ=DAILY;UNTIL=20260103T235959Z", [1, 2, 3]),
        ("FREQ=WEEKLY;COUNT=2", [1, 8]),
        ("FREQ=MONTHLY;COUNT=2", [1, 1]),
    ],
)
def test_rules(rule, days):
    begins = list(occurrences(ms(2026, 1, 1, 8), rule, "Europe/Berlin", ms(2027, 1, 1)))
    assert [datetime.fromtimestamp(at / 1000, BERLIN).day for at in begins] == days


@given(st.text(max_size=30))
def test_any_rule_is_understood_or_refused(text):
    try:
        rule = parse_rule(text)
    except BadRule:
        return
    assert rule.interval >= 1


@given(
    st.sampled_from(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]),
    st.integers(1, 400),
    st.integers(1, 20),
    st.integers(0, 4 * 10**12),
)
def test_occurrences_grow_and_begin_with_the_start(frequency, interval, count, start):
    begins = list(occurrences(start, f"FREQ={frequency};INTERVAL={interval};COUNT={count}", "UTC", 10**14))
    assert begins[0] == start
    assert begins == sorted(set(begins))
    assert len(begins) <= count
