"""Calendar: agenda, editor, reminders."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulator.apps.conftest import Hand

CALENDAR = "com.google.android.calendar"
AA = "android.intent.action."
HOUR = 3_600_000


def test_insert_fills_the_editor_and_save_saves(hand: Hand) -> None:
    begin = hand.phone.clock.now_ms + 2 * HOUR
    hand.start(
        AA + "INSERT", "content://com.android.calendar/events", title="Dentist", beginTime=begin, endTime=begin + HOUR,
        eventLocation="Markt 3", description="Bring the card",
    )  # fmt: skip
    assert hand.package == CALENDAR
    assert (hand.value("event_title"), hand.phone.state.providers.events) != ("", None)
    assert hand.shows("Dentist", "2026-06-01 09:00", "2026-06-01 10:00", "Markt 3", "Bring the card")
    assert hand.phone.state.providers.events == []
    hand.tap(id="save")
    (event,) = hand.phone.state.providers.events
    assert (event.title, event.begin_ms, event.end_ms, event.location) == ("Dentist", begin, begin + HOUR, "Markt 3")
    assert hand.shows("Dentist", "09:00 – 10:00")


def test_an_event_that_ends_before_it_begins_is_not_saved(hand: Hand) -> None:
    hand.phone.activities.launch(CALENDAR)
    hand.tap(id="floating_action_button")
    hand.type("end", "2020-01-01 00:00")
    hand.tap(id="save")
    assert hand.shows("Check the start and end times") and hand.phone.state.providers.events == []


def test_the_agenda_shows_and_opens_events(hand: Hand) -> None:
    begin = hand.phone.clock.now_ms + HOUR
    hand.phone.content.add_event(title="Stand-up", begin_ms=begin, end_ms=begin + HOUR // 4, location="Room 2")
    hand.phone.activities.launch(CALENDAR)
    assert hand.shows("Mon, 1 Jun", "Stand-up", "08:00 – 08:15 · Room 2")
    hand.tap("Stand-up")
    hand.tap(id="delete")
    assert not hand.shows("Stand-up")


def test_an_event_is_edited(hand: Hand) -> None:
    begin = hand.phone.clock.now_ms + HOUR
    event = hand.phone.content.add_event(title="Stand-up", begin_ms=begin, end_ms=begin + HOUR)
    hand.start(AA + "EDIT", f"content://com.android.calendar/events/{event.id}")
    hand.type("event_title", "Review")
    hand.tap(id="save")
    assert [one.title for one in hand.phone.state.providers.events] == ["Review"]


def test_a_reminder_is_posted_in_time(hand: Hand) -> None:
    begin = hand.phone.clock.now_ms + HOUR
    hand.phone.content.add_event(
        title="Stand-up", begin_ms=begin, end_ms=begin + HOUR, location="Room 2", reminders=[10]
    )
    hand.phone.clock.advance_to(begin - 11 * 60_000)
    assert hand.phone.notifications.find(CALENDAR) is None
    hand.phone.clock.advance_to(begin - 10 * 60_000)
    note = hand.note(CALENDAR, "Stand-up")
    assert note.text == "08:00 – 09:00 · Room 2"
    hand.phone.notifications.act(note.key, "Snooze")
    assert hand.phone.notifications.find(CALENDAR) is None
    hand.phone.clock.advance_to(begin - 5 * 60_000)
    hand.wake()
    hand.phone.notifications.click(hand.note(CALENDAR).key)
    assert hand.package == CALENDAR and hand.shows("Stand-up", "Room 2")
