"""What an app of the simulated phone is: a manifest, data in the state, and screens drawn from that data.

An app is one file and one class. Its lasting data is `self.data` (plain JSON in the state, so a snapshot holds it); what
a single screen remembers (typed text, the page) is `activity.ui`. `view` builds the view tree anew whenever the screen
is looked at; a click runs a function that changes data or starts something, and the next look shows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from simulator.screen.views import View, column, text

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.state import Activity, Intent, Notification, NotificationAction, PendingAlarm


@dataclass(frozen=True)
class IntentFilter:
    """An intent filter of the manifest. Empty means any. `schemes` and `hosts` match the data URI, `types` the MIME
    type (`image/*` allowed). A filter without `schemes` does not match an intent with a data URI (but for content:
    and file: URIs when it has `types`)."""

    actions: tuple[str, ...]
    categories: tuple[str, ...] = ("android.intent.category.DEFAULT",)
    schemes: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    path_prefixes: tuple[str, ...] = ()  # of the data URI's path, when hosts are given


@dataclass(frozen=True)
class ActivitySpec:
    """An activity of the manifest. `cls` in full. `permission` is what a caller must hold; `secure` sets FLAG_SECURE."""

    cls: str
    filters: tuple[IntentFilter, ...] = ()
    exported: bool = True
    permission: str | None = None
    launcher: bool = False
    no_ui: bool = False  # handles its intent and finishes at once (a trampoline)
    secure: bool = False
    single_top: bool = True  # a new intent for the activity on top is delivered to it (onNewIntent)
    min_api: int = 28  # the activity is not there on older phones


LAUNCHER = IntentFilter(("android.intent.action.MAIN",), ("android.intent.category.LAUNCHER",))


@dataclass(frozen=True)
class Manifest:
    """What the package manager knows of an app."""

    label_en: str
    label_zh: str
    activities: tuple[ActivitySpec, ...]
    permissions: tuple[str, ...] = ()
    version_name: str = "1.0"
    version_code: int = 1
    color: str = "#3367d6"  # of its icon and title bar
    system: bool = True
    in_launcher: bool = True
    channels: dict[str, int] = field(default_factory=dict)  # notification channel → importance (default 3)


class App:
    """Base of all apps. Subclasses set `package` and `manifest` and write `view`."""

    package: ClassVar[str]
    manifest: ClassVar[Manifest]

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    @property
    def data(self) -> dict[str, Any]:
        """What the app keeps (made by `initial_data` on first use)."""
        kept = self.phone.state.app_data
        if self.package not in kept:
            kept[self.package] = self.initial_data()
        return kept[self.package]

    @cached_property
    def categories(self) -> frozenset[str]:
        """Every category that a filter of the manifest names: an intent with another one is not for this app."""
        return frozenset(c for spec in self.manifest.activities for f in spec.filters for c in f.categories)

    @property
    def zh(self) -> bool:
        """Whether the phone speaks Chinese."""
        return self.phone.state.device.ui_language == "zh"

    def say(self, en: str, zh: str) -> str:
        """A text of the app in the phone's language."""
        return zh if self.zh else en

    @property
    def label(self) -> str:
        """The app's name in the phone's language."""
        return self.say(self.manifest.label_en, self.manifest.label_zh)

    @property
    def asks(self) -> tuple[str, ...]:
        """The permissions that the app asks its user for when it is in front and lacks them."""
        return self.manifest.permissions

    def initial_data(self) -> dict[str, Any]:
        """The data of a fresh install."""
        return {}

    def on_boot(self) -> None:
        """The phone has started (post what is always there, schedule own alarms)."""

    def on_intent(self, activity: Activity, intent: Intent) -> None:
        """An activity was started with (or got) an intent: put what it asks for into `activity.ui` or `data`."""

    def on_resume(self, activity: Activity) -> None:
        """An activity of the app came to the front."""

    def on_back(self, activity: Activity) -> bool:
        """The back key: True if the app dealt with it, False to finish the activity."""
        return False

    def on_alarm(self, alarm: PendingAlarm) -> None:
        """One of the app's alarms is due (repeating alarms have been set again already)."""

    def on_time_changed(self) -> None:
        """The wall clock or the time zone was set (Intent.ACTION_TIME_CHANGED, ACTION_TIMEZONE_CHANGED)."""

    def on_notification_action(self, notification: Notification, action: NotificationAction, reply: str | None) -> None:
        """A button of one of the app's notifications was pressed; `reply` is the inline text if it takes one."""

    def on_notification_click(self, notification: Notification) -> None:
        """One of the app's notifications was tapped: by default its `open_uri` or the launcher activity opens."""
        self.phone.activities.open_from_notification(notification)

    def on_media(self, command: str) -> bool:
        """A media key for the app's session: play, pause, stop, next, previous. True if the app dealt with it
        (by `phone.media.play(…)` and so on); otherwise the session's own state is changed."""
        return False

    def on_event(self, name: str, data: dict[str, Any]) -> None:
        """Something happened in the world that this app reports (an event of the day: parcel moved, ride arrives …)."""
        raise ValueError(f"{self.package} knows no event {name!r}")

    def on_broadcast(self, intent: Intent) -> tuple[int, str | None] | None:
        """A broadcast that names the app or nobody: the result's code and data, None if no receiver takes it."""
        return None

    def on_typed(self, text: str) -> str:
        """What a keyboard of the app, while it is the one in use, makes of characters that come from keys."""
        return text

    def on_swipe_up(self, activity: Activity) -> None:
        """A swipe up that no list took (the launcher opens its app drawer)."""

    def view(self, activity: Activity) -> View:
        """The screen of an activity."""
        return column(text(self.label))
