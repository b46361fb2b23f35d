"""What the user does: goes places, uses apps, plays media, keeps calendar, alarms and files."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from simulator.day.events.base import Base
from simulator.day.strict import Package, Text
from simulator.day.times import AlarmText, MomentText


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


class CalendarEvent(Base):
    """An entry of the calendar is added, changed or deleted (by the user or by an invitation)."""

    do: Literal["calendar"]
    action: Literal["add", "change", "delete"] = "add"
    title: Text = Field(description="Title; for change and delete the present one.")
    start: MomentText | None = Field(
        default=None, description="`HH:MM` on the day, `D+1 09:00`, or ISO local. Needed for add."
    )
    end: MomentText | None = Field(default=None, description="Same forms; one hour after start where left out.")
    new_title: Text | None = Field(default=None, description="For change.")
    location: Text | None = None
    description: Text | None = None
    reminders: list[int] = Field(default_factory=list, description="Minutes before.")
    attendees: list[str] = Field(default_factory=list)
    organizer: str | None = None
    all_day: bool = False


class Media(Base):
    """Music or a video: the user plays, pauses or stops it."""

    do: Literal["media"]
    action: Literal["play", "pause", "stop"] = "play"
    package: Package = "com.spotify.music"
    title: Text | None = Field(default=None, description="Needed for play.")
    artist: Text | None = None
    minutes: float = Field(default=4, ge=0.1, le=600, description="Length of the piece.")


class AlarmEvent(Base):
    """The user sets or deletes an alarm in the clock, or dismisses the one that rings."""

    do: Literal["alarm"]
    action: Literal["set", "delete", "dismiss"] = "set"
    time: AlarmText = Field(description="HH:MM.")
    label: Text = ""
    days: list[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]] = Field(default_factory=list)


class AddFile(Base):
    """Photos are taken, or files arrive on the phone."""

    do: Literal["files"]
    path: str = Field(description="Path under /sdcard, e.g. DCIM/Camera/PXL_0001.jpg; `{n}` counts where count > 1.")
    mime: str = "image/jpeg"
    count: int = Field(default=1, ge=1, le=500)
