"""A situation: the facts that a record is written from, before they become text."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Language = Literal["en", "zh"]
EventKind = Literal[
    "sms", "sent", "missed", "call", "note", "used", "arrived", "left", "did", "plugged", "unplugged", "picture"
]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PlaceFact(_Closed):
    """A place: degrees, and its Wi-Fi."""

    name: str
    kind: str = ""
    latitude: float
    longitude: float
    address: str = ""
    wifi: str | None = None


class Entry(_Closed):
    """A calendar entry in local time."""

    title: str
    start: datetime
    end: datetime
    location: str = ""


class Happened(_Closed):
    """Something that happened on the phone: `who` is a person, sender, place or package; `noise`: it matters to nobody."""

    kind: EventKind
    at: datetime
    who: str = ""
    number: str = ""
    title: str = ""
    text: str = ""
    posted: bool = True
    noise: bool = False


class Playing(_Closed):
    """What plays."""

    title: str
    artist: str = ""
    package: str


class Situation(_Closed):
    """Everything that a record's text tells. Levels are percent."""

    language: Language
    now: datetime
    timezone: str
    name: str = ""
    country: str = ""
    about: list[str] = Field(default_factory=list)
    people: dict[str, str] = Field(default_factory=dict)
    places: list[PlaceFact] = Field(default_factory=list)
    contacts: dict[str, list[str]] = Field(default_factory=dict)
    battery: int = 76
    charging: bool = False
    saver: bool = False
    network: Literal["wifi", "mobile", "none"] = "wifi"
    airplane: bool = False
    ringer: Literal["normal", "vibrate", "silent"] = "normal"
    dnd: Literal["off", "priority", "alarms", "none"] = "off"
    volume: dict[str, int] = Field(default_factory=dict)
    brightness: int | None = None
    dark: bool | None = None
    location: bool = True
    place: str | None = "home"
    bluetooth: bool = True
    headset: str | None = None
    app: str | None = None
    playing: Playing | None = None
    alarms: list[tuple[datetime, str]] = Field(default_factory=list)
    calendar: list[Entry] = Field(default_factory=list)
    files: list[str] = Field(default_factory=list)
    screen_on: bool = True
    weather: str = ""
    holiday: str = ""
    events: list[Happened] = Field(default_factory=list)
    noise_about: list[str] = Field(default_factory=list)
    noise_world: list[str] = Field(default_factory=list)

    def at_place(self) -> PlaceFact | None:
        """The place where the phone is."""
        return next((place for place in self.places if self.place in (place.kind, place.name)), None)
