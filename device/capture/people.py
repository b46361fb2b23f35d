"""Rows of `content query` over calendar, SMS, call log and contacts, as small typed things.

Columns are those of android.provider.{CalendarContract, Telephony.Sms, CallLog.Calls, ContactsContract}. A
value that a row does not hold, or that could not be read without doubt, is None.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from device.capture.base import Part, to_int

__all__ = [
    "CalendarEvent",
    "Call",
    "Contact",
    "Sms",
    "read_calendar",
    "read_calls",
    "read_contacts",
    "read_sms",
]

Row = Mapping[str, str | None]
SmsType = Literal["inbox", "sent", "draft", "outbox", "failed", "queued"]
CallType = Literal["incoming", "outgoing", "missed", "voicemail", "rejected", "blocked", "answered_elsewhere"]

_SMS: Final[dict[int, SmsType]] = {1: "inbox", 2: "sent", 3: "draft", 4: "outbox", 5: "failed", 6: "queued"}
_CALLS: Final[dict[int, CallType]] = {
    1: "incoming",
    2: "outgoing",
    3: "missed",
    4: "voicemail",
    5: "rejected",
    6: "blocked",
    7: "answered_elsewhere",
}


class CalendarEvent(Part):
    """An event or one instance of it; an all-day event's times are midnights of UTC."""

    id: int | None = None
    title: str | None = None
    begin_ms: int | None = None
    end_ms: int | None = None
    location: str | None = None
    description: str | None = None
    all_day: bool | None = None


class Sms(Part):
    """A text message; its body and often its address come from outside."""

    id: int | None = None
    address: str | None = None
    body: str | None = None
    date_ms: int | None = None
    type: SmsType | None = None
    read: bool | None = None


class Call(Part):
    """A past call; ``is_new`` says that the user has not yet acknowledged it."""

    number: str | None = None
    name: str | None = None
    date_ms: int | None = None
    duration_s: int | None = None
    type: CallType | None = None
    is_new: bool | None = None


class Contact(Part):
    """A contact and its phone numbers as stored."""

    name: str
    phones: tuple[str, ...] = ()


def _first(row: Row, *names: str) -> str | None:
    return next((row[name] for name in names if row.get(name) is not None), None)


def _flag(text: str | None) -> bool | None:
    return {"0": False, "1": True}.get(text or "")


def _duration_ms(text: str | None) -> int | None:
    """An RFC 2445 duration as recurring events keep it (``P3600S``, ``PT1H``, ``P1D``), in milliseconds."""
    if text is None or not text.startswith("P") or len(text) > 40:
        return None
    total, digits = 0, ""
    for letter in text[1:].replace("T", ""):
        if letter in "0123456789":
            digits += letter
            continue
        scale = {"W": 604_800, "D": 86_400, "H": 3_600, "M": 60, "S": 1}.get(letter)
        if scale is None or not digits:
            return None
        total, digits = total + int(digits) * scale, ""
    return None if digits else total * 1000


def read_calendar(rows: Iterable[Row]) -> tuple[CalendarEvent, ...]:
    """Events of content://com.android.calendar/events or …/instances/when/…, in the rows' order."""
    events = []
    for row in rows:
        begin, end = to_int(_first(row, "begin", "dtstart")), to_int(_first(row, "end", "dtend"))
        length = _duration_ms(row.get("duration"))
        if end is None and begin is not None and length is not None:
            end = begin + length
        events.append(
            CalendarEvent(
                id=to_int(_first(row, "event_id", "_id")),
                title=row.get("title"),
                begin_ms=begin,
                end_ms=end,
                location=row.get("eventLocation"),
                description=row.get("description"),
                all_day=_flag(row.get("allDay")),
            )
        )
    return tuple(events)


def read_sms(rows: Iterable[Row]) -> tuple[Sms, ...]:
    """Messages of content://sms and its boxes."""
    return tuple(
        Sms(
            id=to_int(row.get("_id")),
            address=row.get("address"),
            body=row.get("body"),
            date_ms=to_int(row.get("date")),
            type=_SMS.get(to_int(row.get("type")) or 0),
            read=_flag(row.get("read")),
        )
        for row in rows
    )


def read_calls(rows: Iterable[Row]) -> tuple[Call, ...]:
    """Calls of content://call_log/calls."""
    return tuple(
        Call(
            number=row.get("number") or None,
            name=row.get("name") or None,
            date_ms=to_int(row.get("date")),
            duration_s=to_int(row.get("duration")),
            type=_CALLS.get(to_int(row.get("type")) or 0),
            is_new=_flag(row.get("new")),
        )
        for row in rows
    )


def read_contacts(rows: Iterable[Row]) -> tuple[Contact, ...]:
    """Contacts of content://com.android.contacts/data/phones (a row a number) or …/contacts (a row a name)."""
    phones: dict[tuple[str, str], dict[str, None]] = {}
    for row in rows:
        name = _first(row, "display_name", "name")
        if not name:
            continue
        numbers = phones.setdefault((_first(row, "contact_id") or "", name), {})
        number = _first(row, "data1", "number", "data4")
        if number:
            numbers.setdefault(number)
    return tuple(Contact(name=name, phones=tuple(numbers)) for (_, name), numbers in phones.items())
