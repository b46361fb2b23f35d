"""What each kind of event does to the phone, through its services and apps."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

from simulator.apps.chat import ChatApp
from simulator.day import events as kinds
from simulator.day import world
from simulator.day.resolved import ResolvedDay, ResolvedEvent
from simulator.day.steps import Later, Step
from simulator.files.errors import FileError
from simulator.phone import Phone
from simulator.state import Message, Notification, NotificationAction

MAIL = "com.google.android.gm"
GONE = "the notification was gone"
MINUTE_MS = 60_000
TOUCH_MS = 25_000


class EventFailed(RuntimeError):
    """An event of the day could not happen on the phone; the cause says why."""

    def __init__(self, name: str, kind: str, cause: Exception) -> None:
        super().__init__(f"event {name} ({kind}) failed: {_words(cause)}")
        self.name = name
        self.kind = kind
        self.why = _words(cause)


def _words(cause: Exception) -> str:
    """What went wrong in a sentence: some exceptions say only the name they met."""
    if isinstance(cause, KeyError):
        return f"{cause.args[0]!r} is missing" if cause.args else "something is missing"
    if isinstance(cause, FileError):
        return f"{cause.path}: {cause}"
    return str(cause)


class Applier:
    """Applies events one by one. `keys` remembers which notifications an event posted (event id → keys)."""

    def __init__(self, phone: Phone, day: ResolvedDay) -> None:
        self.phone = phone
        self.day = day
        self.keys: dict[str, list[str]] = {}
        self._do: dict[str, Callable[[Any], str | Later | None]] = {
            "notify": self._notify,
            "cancel_notification": self._cancel,
            "dismiss_notification": self._dismiss,
            "open_notification": self._open,
            "sms": self._sms,
            "mail": self._mail,
            "chat": self._chat,
            "call": self._call,
            "app_event": lambda event: self.phone.app(event.package).on_event(event.name, event.data),
            "battery": lambda event: self.phone.battery.set_level(event.level),
            "plug": self._plug,
            "unplug": self._unplug,
            "battery_saver": self._saver,
            "use_app": self._use_app,
            "close_app": self._close_app,
            "screen": self._screen,
            "media": self._media,
        }

    def event(self, item: ResolvedEvent) -> tuple[str, Later]:
        """Let an event happen now; a remark where nothing was left to do, and the steps that follow."""
        before = self._shown()
        event = item.event
        result = self._do[event.do](event) if event.do in self._do else world.apply(self.phone, self.day, event)
        self._remember(item.id, before)
        self.phone.changed()
        return (result if isinstance(result, str) else "", result if isinstance(result, list) else [])

    def step(self, step: Step) -> tuple[str, Later]:
        """Let a step happen now; a remark where nothing was left to do, and the steps that follow."""
        if step.do == "touch":
            return "", self._touch(step)
        if step.do == "media_ends":
            return self._media_ends(step), []
        if step.do == "leave_app":
            return self._leave(step), []
        before = self._shown()
        remark = self._call_step(step)
        self._remember(step.of, before)
        return remark, []

    def _shown(self) -> dict[str, int]:
        return {note.key: note.update_ms for note in self.phone.state.notifications.posted}

    def _remember(self, name: str, before: dict[str, int]) -> None:
        """Keep which notifications came with an event (or changed by it)."""
        own = [key for key, updated in self._shown().items() if before.get(key) != updated]
        if own:
            self.keys[name] = own

    def _call_step(self, step: Step) -> str:
        call = self.phone.state.telephony.call
        if call is None or call.number != step.argument:
            return "the call was over"
        if step.do == "answer":
            self.phone.telephony.answer()
        elif step.do == "reject":
            self.phone.telephony.reject()
        elif step.do == "give_up":
            self.phone.telephony.give_up()
        else:
            self.phone.telephony.hang_up()
        return ""

    # -- notifications

    def _notify(self, event: kinds.Notify) -> None:
        base = event.update_of or event.id or event.title
        now = self.phone.clock.now_ms
        note = self.phone.notifications.post(
            event.package,
            event.title,
            event.text,
            id=zlib.crc32(f"{self.day.name}:{self.day.seed}:{base}".encode()) >> 8,
            channel=event.channel,
            importance=event.importance,
            category=event.category,
            big_text=event.big_text,
            sub_text=event.sub_text,
            messages=[Message(sender=line.sender, text=line.text, time_ms=now) for line in event.messages],
            actions=[NotificationAction.model_validate(button.model_dump()) for button in event.actions],
            ongoing=event.ongoing,
            clearable=not event.ongoing,
            open_uri=event.open_uri,
            sensitive=event.sensitive,
            group=event.group,
        )
        if event.id is not None:
            self.keys[event.id] = [note.key]

    def _named(self, event: kinds.OnNotification) -> list[Notification]:
        posted = self.phone.state.notifications.posted
        if event.of is not None:
            keys = self.keys.get(event.of, [])
            return [note for note in posted if note.key in keys]
        return [note for note in posted if note.package == event.package and (event.title or "") in note.title]

    def _cancel(self, event: kinds.CancelNotification) -> str:
        found = self._named(event)
        for note in found:
            self.phone.notifications.cancel(note.key, "APP_CANCEL")
        return "" if found else GONE

    def _dismiss(self, event: kinds.DismissNotification) -> str:
        found = [note for note in self._named(event) if note.clearable and not note.ongoing]
        for note in found:
            self.phone.notifications.cancel(note.key, "CANCEL")
        return "" if found else GONE

    def _open(self, event: kinds.OpenNotification) -> str | Later:
        found = self._named(event)
        if not found:
            return GONE
        self._wake()
        package = found[0].package
        if package in self.phone.apps:
            self.phone.notifications.click(found[0].key)
            return self._leaving(event.id, package, event.minutes, screen_off=True)
        self.phone.notifications.cancel(found[0].key, "CLICK")
        return "the app has no screens"

    # -- messages and calls

    def _sms(self, event: kinds.Sms) -> None:
        if event.to is not None:
            self.phone.telephony.sms_out(world.number_of(self.phone, event.to), event.text)
        else:
            self.phone.telephony.sms_in(world.number_of(self.phone, event.sender or ""), event.text)

    def _mail(self, event: kinds.Mail) -> None:
        data = {"from": event.sender, "subject": event.subject, "body": event.body, "sensitive": event.sensitive}
        self.phone.app(MAIL).on_event("mail_received", data)

    def _chat(self, event: kinds.Chat) -> None:
        app = self.phone.app(event.package)
        if event.sender != "me":
            group = None if event.chat == event.sender else event.chat
            app.on_event("message", {"sender": event.sender, "text": event.text, "group": group})
        elif isinstance(app, ChatApp) and event.chat is not None:
            app.send(event.chat, event.text)
        else:
            raise ValueError("the user writes in a chat: give `chat`")

    def _call(self, event: kinds.CallEvent) -> str | Later:
        if self.phone.state.telephony.call is not None:
            return "another call is on"
        number = world.number_of(self.phone, event.number)
        name = world.name_of(self.phone, number)
        of = event.id or ""
        rings, talks = event.ring_s * 1000, round(event.minutes * MINUTE_MS)
        if event.outcome == "outgoing":
            self._wake()
            self.phone.telephony.dial(number)
            return [(rings + talks, Step(do="end_call", of=of, argument=number))]
        self.phone.telephony.ring(number, name)
        if event.outcome == "missed":
            return [(rings, Step(do="give_up", of=of, argument=number))]
        if event.outcome == "rejected":
            return [(rings, Step(do="reject", of=of, argument=number))]
        return [
            (rings, Step(do="answer", of=of, argument=number)),
            (rings + talks, Step(do="end_call", of=of, argument=number)),
        ]

    # -- battery

    def _plug(self, event: kinds.Plug) -> None:
        if event.level is not None:
            self.phone.battery.set_level(event.level)
        self.phone.battery.plug(event.kind)

    def _unplug(self, event: kinds.Unplug) -> None:
        if event.level is not None:
            self.phone.battery.set_level(event.level)
        self.phone.battery.unplug()

    def _saver(self, event: kinds.BatterySaver) -> str:
        return "" if self.phone.power.set_battery_saver(event.enabled) else "refused while charging"

    # -- the user at the phone

    def _wake(self) -> None:
        self.phone.power.wake()
        self.phone.power.unlock()
        self.phone.power.user_activity()

    def _use_app(self, event: kinds.UseApp) -> Later:
        self._wake()
        self.phone.activities.launch(event.package)
        return self._leaving(event.id, event.package, event.minutes, screen_off=event.then == "screen_off")

    def _leaving(self, of: str | None, package: str, minutes: float, *, screen_off: bool) -> Later:
        if minutes <= 0:
            return []
        stay = round(minutes * MINUTE_MS)
        leave = Step(do="leave_app", of=of or "", argument=package, screen_off=screen_off)
        touch = Step(do="touch", of=of or "", argument=package, until_ms=self.phone.clock.now_ms + stay)
        return [*self._touch(touch), (stay, leave)]

    def _touch(self, step: Step) -> Later:
        """Whoever uses an app touches the screen now and then, so that it stays on."""
        top = self.phone.activities.resumed()
        if top is None or top.package != step.argument:
            return []
        self.phone.power.user_activity()
        pause = min(TOUCH_MS, self.phone.power.screen_timeout_ms * 4 // 5)
        return [(pause, step)] if self.phone.clock.now_ms + pause < step.until_ms else []

    def _leave(self, step: Step) -> str:
        top = self.phone.activities.top()
        if top is None or top.package != step.argument:
            return "another app was in front"
        self.phone.activities.home()
        if step.screen_off:
            self.phone.power.sleep()
        return ""

    def _close_app(self, event: kinds.CloseApp) -> None:
        self.phone.activities.kill(event.package)

    def _screen(self, event: kinds.ScreenEvent) -> None:
        power = self.phone.power
        actions = {"on": power.wake, "off": power.sleep, "unlock": self._wake, "lock": power.lock}
        actions[event.state]()

    # -- media

    def _media(self, event: kinds.Media) -> str | Later:
        if event.action == "play":
            length = round(event.minutes * MINUTE_MS)
            self.phone.media.play(event.package, title=event.title or "", artist=event.artist, duration_ms=length)
            return [(length, Step(do="media_ends", of=event.id or "", argument=event.package))]
        if not any(session.package == event.package for session in self.phone.state.media_sessions):
            return "nothing was playing"
        if event.action == "pause":
            self.phone.media.pause(event.package)
        else:
            self.phone.media.stop(event.package)
        return ""

    def _media_ends(self, step: Step) -> str:
        for session in self.phone.state.media_sessions:
            if session.package == step.argument and session.state == "playing":
                run = self.phone.clock.now_ms - session.updated_ms + session.position_ms
                if run >= session.duration_ms:
                    self.phone.media.stop(step.argument)
                    return ""
        return "it was over, or another piece played"
