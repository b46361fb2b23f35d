"""What can happen in a day: one model a kind of event, told apart by `do`.

Every text may hold `${name}` (a value drawn by seed) and `${time:event}` (the local time of another event). A
reference to a person (`sender`, `number`) is the name of a contact of the persona, or a number or address written out.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from simulator.day.events.base import Base
from simulator.day.events.incoming import (
    AppEvent,
    CallEvent,
    CancelNotification,
    Chat,
    DismissNotification,
    Mail,
    Notify,
    OnNotification,
    OpenNotification,
    Sms,
    WeatherEvent,
)
from simulator.day.events.phone import (
    BatteryEvent,
    BatterySaver,
    BluetoothEvent,
    Headphones,
    Plug,
    Radio,
    ScreenEvent,
    SetState,
    Setting,
    Sound,
    Unplug,
    WifiEvent,
)
from simulator.day.events.user import AddFile, AlarmEvent, CalendarEvent, CloseApp, Media, Move, UseApp

Single = (
    Notify
    | CancelNotification
    | DismissNotification
    | OpenNotification
    | Sms
    | Mail
    | Chat
    | CallEvent
    | AppEvent
    | BatteryEvent
    | Plug
    | Unplug
    | BatterySaver
    | WifiEvent
    | Radio
    | Move
    | UseApp
    | CloseApp
    | ScreenEvent
    | CalendarEvent
    | WeatherEvent
    | Media
    | Sound
    | AlarmEvent
    | BluetoothEvent
    | Headphones
    | AddFile
    | Setting
    | SetState
)
SingleEvent = Annotated[Single, Field(discriminator="do")]


class OneOf(Base):
    """One of several events happens, drawn by seed; the time, id and chance are those of this entry."""

    do: Literal["one_of"]
    options: list[SingleEvent] = Field(min_length=2)


def _timed(event: Base) -> Base:
    if (event.at is None) == (event.after is None):
        raise ValueError("give either `at` or `after`")
    return event


_EITHER = [{"required": [name], "properties": {name: {"type": "string"}}} for name in ("at", "after")]
DayEvent = Annotated[
    Single | OneOf,
    Field(discriminator="do", json_schema_extra={"allOf": [{"oneOf": _EITHER}]}),
    AfterValidator(_timed),
]

__all__ = [
    "AddFile",
    "AlarmEvent",
    "AppEvent",
    "Base",
    "BatteryEvent",
    "BatterySaver",
    "BluetoothEvent",
    "CalendarEvent",
    "CallEvent",
    "CancelNotification",
    "Chat",
    "CloseApp",
    "DayEvent",
    "DismissNotification",
    "Headphones",
    "Mail",
    "Media",
    "Move",
    "Notify",
    "OnNotification",
    "OneOf",
    "OpenNotification",
    "Plug",
    "Radio",
    "ScreenEvent",
    "SetState",
    "Setting",
    "SingleEvent",
    "Sms",
    "Sound",
    "Unplug",
    "UseApp",
    "WeatherEvent",
    "WifiEvent",
]
