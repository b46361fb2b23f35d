"""What can happen in a day: one model a kind of event, told apart by `do`.

Every text may hold `${name}` (a value drawn by seed) and `${time:event}` (the local time of another event). A
reference to a person (`sender`, `number`) is the name of a contact of the persona, or a number or address written out.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from simulator.day.times import AFTER_PATTERN, WHEN_PATTERN

Text = Annotated[str, Field(max_length=4000)]
Package = Annotated[str, Field(pattern=r"^[A-Za-z][\w]*(\.[A-Za-z][\w]*)+$")]


class Strict(BaseModel):
    """Base of all parts of a day file: unknown fields are refused, so that a typing error is told."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Base(Strict):
    """What every event has: a time (`at` or `after`), and if wanted an id, a chance and a remark."""

    id: str | None = Field(
        None, pattern=r"^[A-Za-z_][\w-]*$", description="Name of the event, for `after`, needs and near misses."
    )
    at: str | None = Field(
        default=None,
        pattern=WHEN_PATTERN,
        description="Local time `HH:MM[:SS]`, or `HH:MM..HH:MM`: drawn by seed. From 24:00 on it is after midnight.",
    )
    after: str | None = Field(
        None, pattern=AFTER_PATTERN, description="`EVENT_ID`, `EVENT_ID + 5m`, `EVENT_ID + 5m..15m` instead of `at`."
    )
    chance: float = Field(default=1.0, ge=0, le=1, description="Share of the seeds in which it happens at all.")
    note: str | None = Field(default=None, description="A remark for readers of the file; the phone never shows it.")


class Button(Strict):
    """A button of a notification."""

    title: Text
    reply: bool = Field(default=False, description="The button takes text (inline reply).")
    command: str = Field(default="", description="Word that the app understands when the button is pressed.")


class Line(Strict):
    """A line of a conversation in a notification."""

    sender: Text
    text: Text


class Notify(Base):
    """An app posts a notification. Prefer `sms`, `mail`, `chat` or `app_event` where the app should also keep it."""

    do: Literal["notify"]
    package: Package = Field(description="Package of the app that posts it.")
    title: Text
    text: Text = ""
    big_text: Text | None = Field(default=None, description="The text when the notification is unfolded.")
    sub_text: Text | None = None
    channel: str = Field(default="default", description="Notification channel of the app, e.g. delivery, promotions.")
    importance: int | None = Field(default=None, ge=0, le=5, description="Android's: 1 min, 2 low, 3 default, 4 high.")
    category: str | None = Field(
        default=None, description="Android's Notification.CATEGORY_*: msg, email, event, promo, transport …"
    )
    actions: list[Button] = Field(default_factory=list)
    messages: list[Line] = Field(default_factory=list)
    ongoing: bool = Field(default=False, description="Cannot be swiped away (a ride under way, a running workout).")
    open_uri: str | None = Field(
        default=None, description="Deep link that a tap opens; the app's first screen otherwise."
    )
    sensitive: bool = Field(default=False, description="Holds a one-time code: Android 15 and later hides the text.")
    group: str | None = None
    update_of: str | None = Field(
        default=None, description="Id of an earlier notify event whose notification this one replaces."
    )


class OnNotification(Base):
    """Base: something is done to a notification, named by its event or by its package and a part of its title."""

    of: str | None = Field(
        default=None, description="Id of the event that posted it (notify, sms, mail, chat, app_event)."
    )
    package: Package | None = Field(default=None, description="Package, where `of` is not given.")
    title: Text | None = Field(default=None, description="A part of its title, where `of` is not given.")


class CancelNotification(OnNotification):
    """The app takes its notification back."""

    do: Literal["cancel_notification"]


class DismissNotification(OnNotification):
    """The user swipes a notification away."""

    do: Literal["dismiss_notification"]


class OpenNotification(OnNotification):
    """The user taps a notification; its app opens for `minutes`."""

    do: Literal["open_notification"]
    minutes: float = Field(
        default=2, ge=0, le=600, description="How long the user stays in the app; 0: leaves it open."
    )


class Sms(Base):
    """A text message comes in, or the user sends one."""

    do: Literal["sms"]
    sender: str | None = Field(
        default=None, description="Who wrote it: a contact's name, a number, or a sender such as DHL."
    )
    to: str | None = Field(default=None, description="Instead of sender: the user writes to this contact or number.")
    text: Text


class Mail(Base):
    """A mail arrives in the mail app."""

    do: Literal["mail"]
    sender: Text = Field(description="Name shown.")
    subject: Text
    body: Text = ""
    sensitive: bool = Field(default=False, description="Holds a one-time code.")


class Chat(Base):
    """A message in a chat app (WhatsApp or Slack)."""

    do: Literal["chat"]
    package: Literal["com.whatsapp", "com.slack"] = "com.whatsapp"
    chat: Text | None = Field(
        default=None, description="Name of the group or channel; left out: a chat with the sender alone."
    )
    sender: Text = Field(description="Who wrote it; `me` for the user.")
    text: Text


class CallEvent(Base):
    """A phone call: comes in and is answered, missed or rejected; or the user calls somebody."""

    do: Literal["call"]
    number: str = Field(description="A contact's name or a number.")
    outcome: Literal["missed", "answered", "rejected", "outgoing"] = "missed"
    ring_s: int = Field(
        default=20, ge=1, le=60, description="How long it rings before it is answered, rejected or given up."
    )
    minutes: float = Field(default=2, ge=0, le=180, description="Length of the talk (answered, outgoing).")


class AppEvent(Base):
    """Something happens that an app keeps and reports itself (docs/day_format.md lists each app's events)."""

    do: Literal["app_event"]
    package: Package
    name: str
    data: dict[str, Any] = Field(default_factory=dict)


class BatteryEvent(Base):
    """The battery stands at `level` now; between two known levels it moves evenly."""

    do: Literal["battery"]
    level: int = Field(ge=0, le=100)


class Plug(Base):
    """The charger is plugged in."""

    do: Literal["plug"]
    kind: Literal["ac", "usb", "wireless"] = "ac"
    level: int | None = Field(
        default=None, ge=0, le=100, description="Battery level at this time; reckoned where left out."
    )


class Unplug(Base):
    """The charger is taken off."""

    do: Literal["unplug"]
    level: int | None = Field(
        default=None, ge=0, le=100, description="Battery level at this time; reckoned where left out."
    )


class BatterySaver(Base):
    """The user switches battery saver on or off."""

    do: Literal["battery_saver"]
    enabled: bool = True


class WifiEvent(Base):
    """Wi-Fi: what is in reach, and whether the phone joins or loses it."""

    do: Literal["wifi"]
    visible: list[str] | None = Field(
        default=None, description="Names of networks of the persona now in reach, strongest first."
    )
    connect: str | None = Field(default=None, description="The user picks this network.")
    disconnect: bool = Field(default=False, description="The connection is lost.")
    enabled: bool | None = Field(default=None, description="The user switches Wi-Fi on or off.")


class Radio(Base):
    """The mobile network: signal, service, roaming, mobile data, airplane mode."""

    do: Literal["radio"]
    in_service: bool | None = None
    signal: int | None = Field(default=None, ge=0, le=4, description="Bars.")
    roaming: bool | None = None
    operator: str | None = None
    data: bool | None = Field(default=None, description="The user switches mobile data on or off.")
    airplane: bool | None = Field(default=None, description="The user switches airplane mode on or off.")


class Move(Base):
    """The user is at another place; its Wi-Fi comes into reach and the old one is lost."""

    do: Literal["move"]
    place: str = Field(description="Name of a place of the persona or the day.")


class UseApp(Base):
    """The user opens an app and uses it for some minutes."""

    do: Literal["use_app"]
    package: Package
    minutes: float = Field(default=3, ge=0, le=600, description="How long; 0: it stays in front.")
    then: Literal["home", "screen_off"] = Field(default="screen_off", description="What the user does afterwards.")


class CloseApp(Base):
    """The user closes an app (swipes it from the recent apps)."""

    do: Literal["close_app"]
    package: Package


class ScreenEvent(Base):
    """The screen goes on or off, the phone is unlocked or locked."""

    do: Literal["screen"]
    state: Literal["on", "off", "unlock", "lock"]


class CalendarEvent(Base):
    """An entry of the calendar is added, changed or deleted (by the user or by an invitation)."""

    do: Literal["calendar"]
    action: Literal["add", "change", "delete"] = "add"
    title: Text = Field(description="Title; for change and delete the present one.")
    start: str | None = Field(
        default=None, description="`HH:MM` on the day, `D+1 09:00`, or ISO local. Needed for add."
    )
    end: str | None = Field(default=None, description="Same forms; one hour after start where left out.")
    new_title: Text | None = Field(default=None, description="For change.")
    location: Text | None = None
    description: Text | None = None
    reminders: list[int] = Field(default_factory=list, description="Minutes before.")
    attendees: list[str] = Field(default_factory=list)
    organizer: str | None = None
    all_day: bool = False


class WeatherEvent(Base):
    """The weather changes; with `alert` the weather app posts a warning."""

    do: Literal["weather"]
    condition: str | None = None
    temperature_c: float | None = None
    rain_chance: int | None = Field(default=None, ge=0, le=100)
    alert: Text | None = Field(default=None, description="Title of a warning.")
    alert_text: Text = Field(default="", description="Text of the warning.")
    tomorrow: Text | None = None


class Media(Base):
    """Music or a video: the user plays, pauses or stops it."""

    do: Literal["media"]
    action: Literal["play", "pause", "stop"] = "play"
    package: Package = "com.spotify.music"
    title: Text | None = Field(default=None, description="Needed for play.")
    artist: Text | None = None
    minutes: float = Field(default=4, ge=0.1, le=600, description="Length of the piece.")


class Sound(Base):
    """The user sets ringer, volume or do not disturb."""

    do: Literal["sound"]
    ringer: Literal["normal", "vibrate", "silent"] | None = None
    volume: dict[Literal["ring", "music", "alarm", "notification", "voice_call", "system"], int] = Field(
        default_factory=dict, description="Stream → index in its own steps (music 0 to 15, the others 0 to 7)."
    )
    zen: Literal["off", "priority", "none", "alarms"] | None = Field(default=None, description="Do not disturb.")


class AlarmEvent(Base):
    """The user sets or deletes an alarm in the clock, or dismisses the one that rings."""

    do: Literal["alarm"]
    action: Literal["set", "delete", "dismiss"] = "set"
    time: str = Field(pattern=r"^\d{1,2}:\d{2}$", description="HH:MM.")
    label: Text = ""
    days: list[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]] = Field(default_factory=list)


class BluetoothEvent(Base):
    """A paired Bluetooth device connects or is lost (headphones, car, watch)."""

    do: Literal["bluetooth"]
    device: str | None = Field(default=None, description="Name of a device of the persona.")
    connected: bool = True
    enabled: bool | None = Field(default=None, description="The user switches Bluetooth on or off.")


class Headphones(Base):
    """Wired headphones are plugged in or pulled out."""

    do: Literal["headphones"]
    connected: bool = True


class AddFile(Base):
    """Photos are taken, or files arrive on the phone."""

    do: Literal["files"]
    path: str = Field(description="Path under /sdcard, e.g. DCIM/Camera/PXL_0001.jpg; `{n}` counts where count > 1.")
    mime: str = "image/jpeg"
    count: int = Field(default=1, ge=1, le=500)


class Setting(Base):
    """The user changes a setting of the phone."""

    do: Literal["setting"]
    namespace: Literal["system", "secure", "global"]
    key: str
    value: str


class SetState(Base):
    """For tests only: writes a field of the phone's state, e.g. `battery.temperature`, past every service."""

    do: Literal["set_state"]
    path: str
    value: Any = None


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


DayEvent = Annotated[Single | OneOf, Field(discriminator="do")]
