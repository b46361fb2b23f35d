"""Notifications: those posted, those snoozed and those that are gone."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from simulator.state.part import Part


class NotificationAction(Part):
    """A button of a notification. `reply` says that it takes text; `command` is for the app that posted it."""

    title: str
    reply: bool = False
    command: str = ""


class Message(Part):
    """A line of a messaging-style notification."""

    sender: str
    text: str
    time_ms: int


class Notification(Part):
    """A posted notification. `key` is Android's: user|package|id|tag|uid."""

    key: str
    package: str
    id: int
    tag: str | None = None
    channel: str = "default"
    importance: int = Field(default=3, ge=0, le=5)
    category: str | None = None
    title: str = ""
    text: str = ""
    big_text: str | None = None
    sub_text: str | None = None
    ticker: str | None = None
    messages: list[Message] = Field(default_factory=list)
    actions: list[NotificationAction] = Field(default_factory=list)
    ongoing: bool = False
    clearable: bool = True
    group: str | None = None
    post_ms: int = 0
    when_ms: int = 0
    update_ms: int = 0
    sensitive: bool = False  # Android 15+ hides its text from those without the right
    open_uri: str | None = None  # where a tap leads (a deep link of the app), else its launcher
    snoozed_until_ms: int | None = None


class ArchivedNotification(Part):
    """A notification that is gone: reason as Android names it (CLICK, CANCEL, CANCEL_ALL, APP_CANCEL, SNOOZED…)."""

    notification: Notification
    reason: str
    time_ms: int


class Notifications(Part):
    """NotificationManagerService."""

    posted: list[Notification] = Field(default_factory=list)
    snoozed: list[Notification] = Field(default_factory=list)
    archive: list[ArchivedNotification] = Field(default_factory=list)  # at most 100
    zen_mode: Literal["off", "priority", "none", "alarms"] = "off"
    listeners: list[str] = Field(default_factory=list)
