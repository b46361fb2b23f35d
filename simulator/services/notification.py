"""NotificationManagerService: post, update, cancel, snooze, click, act; Do Not Disturb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from simulator.services.notification_dump import dump as dump_notifications
from simulator.services.notification_dump import flags_of, notification_line
from simulator.services.printing import uid_of
from simulator.services.service import Service
from simulator.state import ArchivedNotification, Message, Notification, NotificationAction

if TYPE_CHECKING:
    from simulator.shell.command import Invocation

Zen = Literal["off", "priority", "none", "alarms"]
ZEN_NUMBERS: dict[str, str] = {"off": "0", "priority": "1", "none": "2", "alarms": "3"}
_ARCHIVE = 100
# NotificationListenerService.REASON_*
REASONS = {
    "CLICK": 1, "CANCEL": 2, "CANCEL_ALL": 3, "ERROR": 4, "PACKAGE_CHANGED": 5, "APP_CANCEL": 8, "APP_CANCEL_ALL": 9,
    "LISTENER_CANCEL": 10, "GROUP_SUMMARY_CANCELED": 12, "SNOOZED": 18, "TIMEOUT": 19,
}  # fmt: skip
SNOOZE_TAG = "SnoozeHelper.EVALUATE"


class UnknownNotification(KeyError):
    """No posted notification has that key."""


class NotificationService(Service):
    """The posted, snoozed and archived notifications, best ranked first, and the zen mode."""

    name = "notification"

    def ready(self) -> None:
        """Put `zen_mode` back when somebody writes the setting by hand (ZenModeHelper.SettingsObserver)."""
        self.phone.settings.observe("global", "zen_mode", lambda _value: self._mirror_zen())
        self.phone.alarms.handle("android", SNOOZE_TAG, lambda alarm: self.unsnooze(str(alarm.data["key"])))

    # -- reading -------------------------------------------------------------------------------------------

    @property
    def posted(self) -> list[Notification]:
        """What is posted, best ranked first."""
        return self.state.notifications.posted

    def get(self, key: str) -> Notification | None:
        """The posted notification with a key."""
        return next((note for note in self.posted if note.key == key), None)

    def find(self, package: str | None = None, title: str | None = None) -> Notification | None:
        """The best ranked notification of a package, with a title that holds `title`."""
        for note in self.posted:
            if package in (None, note.package) and (title is None or title in note.title):
                return note
        return None

    # -- posting -------------------------------------------------------------------------------------------

    def post(
        self,
        package: str,
        title: str,
        text: str,
        *,
        id: int | None = None,
        tag: str | None = None,
        channel: str = "default",
        importance: int | None = None,
        category: str | None = None,
        big_text: str | None = None,
        sub_text: str | None = None,
        messages: Sequence[Message] = (),
        actions: Sequence[NotificationAction] = (),
        ongoing: bool = False,
        clearable: bool = True,
        when_ms: int | None = None,
        open_uri: str | None = None,
        sensitive: bool = False,
        group: str | None = None,
        ticker: str | None = None,
    ) -> Notification:
        """Post a notification, or update the one with the same package, id and tag (a snoozed one stays snoozed).

        Without `id` a new one is taken; without `importance` that of the channel in the app's manifest counts.
        """
        now = self.clock.now_ms
        number = self.state.next_id("notification_id") if id is None else id
        uid = uid_of(self.phone, package)
        if importance is None:
            app = self.phone.apps.get(package)
            importance = app.manifest.channels.get(channel, 3) if app is not None else 3
        key = f"{-1 if package == 'android' else 0}|{package}|{number}|{tag if tag is not None else 'null'}|{uid}"
        old = self.get(key)
        note = Notification(
            key=key, package=package, id=number, tag=tag, channel=channel, importance=importance, category=category,
            title=title, text=text, big_text=big_text, sub_text=sub_text, ticker=ticker, messages=list(messages),
            actions=list(actions), ongoing=ongoing, clearable=clearable, group=group,
            post_ms=old.post_ms if old else now, when_ms=now if when_ms is None else when_ms, update_ms=now,
            sensitive=sensitive, open_uri=open_uri,
        )  # fmt: skip
        for index, sleeping in enumerate(self.state.notifications.snoozed):
            if sleeping.key == key:
                note.snoozed_until_ms = sleeping.snoozed_until_ms
                self.state.notifications.snoozed[index] = note
                return note
        if old is not None:
            self.posted.remove(old)
        if self.blocked(package):
            reason = f"Suppressing notification from package {package} by user request."
            self.phone.log("NotificationService", reason, level="E")
            self.phone.changed()
            return note
        self._insert(note)
        self.phone.log(
            "notification_enqueue",
            f"[{uid},{1000 + uid % 9000},{package},{number},{tag},0,{notification_line(note, self.api)},"
            f"{int(old is not None)}]",
            buffer="events",
        )
        if old is None:
            self.phone.usage.record("NOTIFICATION_INTERRUPTION" if importance >= 3 else "NOTIFICATION_SEEN", package)
        self.phone.changed()
        return note

    def blocked(self, package: str) -> bool:
        """Whether the user lets a package post nothing: the app op POST_NOTIFICATION, from Android 13 on the permission
        (of an app that asks for it)."""
        found = self.state.packages.get(package)
        if found is None:
            return False
        refused = self.api >= 33 and not found.permissions.get("android.permission.POST_NOTIFICATIONS", True)
        return refused or found.appops.get("POST_NOTIFICATION") in ("ignore", "deny")

    def _insert(self, note: Notification) -> None:
        self.posted.append(note)
        self.posted.sort(key=lambda other: (-other.importance, -max(other.when_ms, other.post_ms), other.key))

    # -- going away ----------------------------------------------------------------------------------------

    def cancel(self, key: str, reason: str = "APP_CANCEL") -> bool:
        """Take a notification away, posted or snoozed; whether there was one. It goes to the archive."""
        box = self.state.notifications
        for shelf in (box.posted, box.snoozed):
            for note in shelf:
                if note.key == key:
                    shelf.remove(note)
                    self._archive(note, reason)
                    return True
        return False

    def cancel_all(self, user: bool = True) -> int:
        """Clear what can be cleared (by the user's button, or by the shell); how many went."""
        gone = [note for note in self.posted if note.clearable and not note.ongoing]
        for note in gone:
            self.cancel(note.key, "CANCEL_ALL" if user else "LISTENER_CANCEL_ALL")
        return len(gone)

    def cancel_package(self, package: str, reason: str = "PACKAGE_CHANGED") -> None:
        """Take all notifications of a package away (force-stop, uninstall, clear)."""
        box = self.state.notifications
        for note in [n for n in (*box.posted, *box.snoozed) if n.package == package]:
            self.cancel(note.key, reason)

    def _archive(self, note: Notification, reason: str) -> None:
        archive = self.state.notifications.archive
        archive.append(ArchivedNotification(notification=note, reason=reason, time_ms=self.clock.now_ms))
        del archive[:-_ARCHIVE]
        self.phone.log(
            "notification_canceled",
            f"[{note.key},{REASONS.get(reason, 0)},{self.clock.now_ms - note.post_ms},0,0,-1,-1,NULL]",
            buffer="events",
        )
        self.phone.changed()

    # -- snooze --------------------------------------------------------------------------------------------

    def snooze(self, key: str, ms: int) -> bool:
        """Put a posted notification to sleep for `ms`; it is posted again when the time is over."""
        note = self.get(key)
        if note is None:
            return False
        self.posted.remove(note)
        note.snoozed_until_ms = self.clock.now_ms + ms
        self.state.notifications.snoozed.append(note)
        self.phone.alarms.set("android", SNOOZE_TAG, note.snoozed_until_ms, data={"key": key})
        self.phone.log("notification_canceled", f"[{key},18,0,0,0,-1,-1,NULL]", buffer="events")
        self.phone.changed()
        return True

    def unsnooze(self, key: str) -> bool:
        """Wake a snoozed notification now; whether there was one."""
        box = self.state.notifications
        note = next((sleeping for sleeping in box.snoozed if sleeping.key == key), None)
        if note is None:
            return False
        box.snoozed.remove(note)
        note.snoozed_until_ms = None
        note.update_ms = self.clock.now_ms
        self._insert(note)
        for alarm in [a for a in self.state.alarms if a.tag == SNOOZE_TAG and a.data.get("key") == key]:
            self.phone.alarms.cancel(alarm.id)
        self.phone.changed()
        return True

    # -- what the user does --------------------------------------------------------------------------------

    def click(self, key: str) -> None:
        """Tap a notification: it goes away unless ongoing, and its app opens what it leads to."""
        note = self._posted(key)
        self.phone.log("notification_clicked", f"[{key},0,0,0,-1,-1]", buffer="events")
        if note.clearable and not note.ongoing:
            self.cancel(key, "CLICK")
        self.phone.usage.record("USER_INTERACTION", note.package)
        self.phone.app(note.package).on_notification_click(note)
        self.phone.changed()

    def act(self, key: str, action_title: str, reply: str | None = None) -> None:
        """Press a button of a notification, with the inline text if it takes one (ValueError: no such button)."""
        note = self._posted(key)
        action = next((a for a in note.actions if a.title == action_title), None)
        if action is None:
            raise ValueError(f"{key} has no button {action_title!r}, only {[a.title for a in note.actions]}")
        self.phone.log(
            "notification_action_clicked", f"[{key},{note.actions.index(action)},0,0,0,-1,-1]", buffer="events"
        )
        self.phone.usage.record("USER_INTERACTION", note.package)
        self.phone.app(note.package).on_notification_action(note, action, reply)
        self.phone.changed()

    def _posted(self, key: str) -> Notification:
        note = self.get(key)
        if note is None:
            raise UnknownNotification(key)
        return note

    # -- Do Not Disturb ------------------------------------------------------------------------------------

    def set_zen(self, mode: Zen) -> None:
        """Switch Do Not Disturb."""
        self.state.notifications.zen_mode = mode
        self._mirror_zen()
        self.phone.log("ZenModeHelper", f"Setting zen mode to {mode}")
        self.phone.changed()

    def _mirror_zen(self) -> None:
        self.phone.settings.mirror("global", "zen_mode", ZEN_NUMBERS[self.state.notifications.zen_mode])

    def intercepted(self, note: Notification) -> bool:
        """Whether Do Not Disturb keeps a notification silent (the default policy: alarms, reminders, calls pass)."""
        mode = self.state.notifications.zen_mode
        if mode == "off":
            return False
        passes = {"none": (), "alarms": ("alarm",), "priority": ("alarm", "reminder", "call", "event")}[mode]
        return note.category not in passes

    def audible(self, note: Notification) -> bool:
        """Whether a notification makes a sound now."""
        return note.importance >= 3 and self.state.audio.ringer_mode == "normal" and not self.intercepted(note)

    def flags(self, note: Notification) -> int:
        """Notification.FLAG_* of a notification."""
        return flags_of(note)

    def allow_listener(self, component: str, allowed: bool) -> None:
        """Allow or disallow a notification listener (`package/class`)."""
        listeners = self.state.notifications.listeners
        if allowed and component not in listeners:
            listeners.append(component)
        elif not allowed and component in listeners:
            listeners.remove(component)
        self.phone.settings.mirror("secure", "enabled_notification_listeners", ":".join(listeners))
        self.phone.changed()

    # -- shell ---------------------------------------------------------------------------------------------

    def dump(self, args: list[str]) -> str:
        """`dumpsys notification [--noredact] [-p PACKAGE]`."""
        return dump_notifications(self.phone, args)

    def command(self, call: Invocation) -> int:
        """`cmd notification …`."""
        from simulator.services.notification_shell import run

        return run(self.phone, call)
