"""What reaches the phone from outside: notifications, messages, calls, what apps report, the weather."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from simulator.day.events.base import Base
from simulator.day.strict import Package, Strict, Text


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


class WeatherEvent(Base):
    """The weather changes; with `alert` the weather app posts a warning."""

    do: Literal["weather"]
    condition: str | None = None
    temperature_c: float | None = None
    rain_chance: int | None = Field(default=None, ge=0, le=100)
    alert: Text | None = Field(default=None, description="Title of a warning.")
    alert_text: Text = Field(default="", description="Text of the warning.")
    tomorrow: Text | None = None
