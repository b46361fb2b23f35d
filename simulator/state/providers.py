"""The tables of the content providers."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from simulator.state.part import Part


class Contact(Part):
    """A row of the contacts provider with its data rows."""

    id: int
    name: str
    phones: list[str] = Field(default_factory=list)
    emails: list[str] = Field(default_factory=list)
    starred: bool = False
    relation: str | None = None
    types: dict[str, int] = Field(default_factory=dict)  # number or address → its data2 (2 mobile, 1 home, 3 work)
    notes: list[dict[str, Any]] = Field(default_factory=list)  # data rows of other kinds, by column


class RawContact(Part):
    """A raw contact that `content insert` made and whose data rows may still come."""

    id: int
    contact_id: int


class SmsRow(Part):
    """A row of the SMS provider; type 1 inbox, 2 sent, 4 outbox, 5 failed, 6 queued."""

    id: int
    thread_id: int
    address: str
    body: str
    date_ms: int
    type: int
    read: bool = True


class CallRow(Part):
    """A row of the call log; type 1 incoming, 2 outgoing, 3 missed, 4 voicemail, 5 rejected."""

    id: int
    number: str
    name: str | None = None
    date_ms: int
    duration_s: int = 0
    type: int
    is_new: bool = False


class Calendar(Part):
    """A calendar of the calendar provider."""

    id: int
    name: str
    account: str
    access_level: int = 700


class Event(Part):
    """An event of the calendar provider; reminders are minutes before."""

    id: int
    calendar_id: int = 1
    title: str
    begin_ms: int
    end_ms: int
    location: str = ""
    description: str = ""
    all_day: bool = False
    timezone: str = "UTC"
    rrule: str | None = None
    reminders: list[int] = Field(default_factory=list)
    attendees: list[str] = Field(default_factory=list)
    organizer: str | None = None
    deleted: bool = False


class MediaRow(Part):
    """A row of the media store."""

    id: int
    path: str
    mime: str
    date_ms: int
    size: int
    title: str = ""
    artist: str | None = None
    duration_ms: int | None = None
    width: int | None = None
    height: int | None = None


class Providers(Part):
    """The tables behind `content query`."""

    contacts: list[Contact] = Field(default_factory=list)
    raw_contacts: list[RawContact] = Field(default_factory=list)
    sms: list[SmsRow] = Field(default_factory=list)
    calls: list[CallRow] = Field(default_factory=list)
    calendars: list[Calendar] = Field(default_factory=list)
    events: list[Event] = Field(default_factory=list)
    media: list[MediaRow] = Field(default_factory=list)
    blocked_numbers: list[str] = Field(default_factory=list)
