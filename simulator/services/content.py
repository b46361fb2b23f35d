"""ContentService: the providers by authority, who may use them, and typed helpers for the phone's own apps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from simulator.services.printing import object_hash
from simulator.services.providers import (
    BlockedNumberProvider,
    CalendarProvider,
    CallLogProvider,
    ContactsProvider,
    DownloadsProvider,
    MediaProvider,
    Provider,
    ProviderError,
    Row,
    SettingsTables,
    SmsProvider,
    Table,
    Uri,
    same_number,
)
from simulator.services.providers.instances import Instance, instances_between
from simulator.services.service import Service
from simulator.state import CallRow, Contact, Event, MediaRow, PendingAlarm, SmsRow

if TYPE_CHECKING:
    from simulator.phone import Phone

CALENDAR_APP = "com.google.android.calendar"
CALENDAR_PROVIDER = "com.android.providers.calendar"
REMINDER_TAG = "android.intent.action.EVENT_REMINDER"
CHECK_TAG = "com.android.providers.calendar.intent.CalendarProvider2"
_AHEAD_MS = 24 * 3_600_000  # the provider sets alarms a day ahead
_LONGEST_REMINDER_MS = 28 * 24 * 3_600_000
_SHELL = "com.android.shell"


class ContentService(Service):
    """All providers. `query`, `insert`, `update`, `delete`, `call`, `read` and `mime` raise ProviderError."""

    name = "content"

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone)
        kinds: tuple[type[Provider], ...] = (
            SmsProvider, CallLogProvider, ContactsProvider, CalendarProvider, MediaProvider, DownloadsProvider,
            SettingsTables,
            BlockedNumberProvider,
        )  # fmt: skip
        self._providers = {kind.authority: kind(phone) for kind in kinds}
        self.same_number = same_number

    def ready(self) -> None:
        """Set the alarms of the calendar's reminders."""
        self.phone.alarms.handle(CALENDAR_PROVIDER, "*", self._calendar_alarm)
        self.schedule_reminders()

    # -- by URI --------------------------------------------------------------------------------------------

    def _open(self, uri: str, uid: int, *, write: bool) -> tuple[Provider, Uri]:
        parsed = Uri.parse(uri)
        provider = self._providers.get(parsed.authority)
        if provider is None:
            raise ProviderError("java.lang.IllegalStateException", f"Could not find provider: {parsed.authority}")
        permission = provider.write_permission if write else provider.read_permission
        if permission is not None and uid not in (0, 1000) and not self.phone.packages.granted(_SHELL, permission):
            raise ProviderError(
                "java.lang.SecurityException",
                f"Permission Denial: {'writing' if write else 'reading'} {provider.class_name} uri {uri} from "
                f"pid={3000 + int(object_hash(uri), 16) % 20000}, uid={uid} requires {permission}, or "
                f"grantUriPermission()",
            )
        return provider, parsed

    def query(
        self,
        uri: str,
        projection: Sequence[str] | None = None,
        where: str | None = None,
        sort: str | None = None,
        *,
        uid: int = 0,
    ) -> Table:
        """Rows of a URI."""
        provider, parsed = self._open(uri, uid, write=False)
        return provider.query(parsed, projection, where, sort)

    def insert(self, uri: str, values: Row, *, uid: int = 0) -> str | None:
        """Insert a row; its URI, or None where it was dropped."""
        provider, parsed = self._open(uri, uid, write=True)
        try:
            return provider.insert(parsed, values)
        finally:
            self.phone.changed()

    def update(self, uri: str, values: Row, where: str | None = None, *, uid: int = 0) -> int:
        """Update rows; how many."""
        provider, parsed = self._open(uri, uid, write=True)
        try:
            return provider.update(parsed, values, where)
        finally:
            self.phone.changed()

    def delete(self, uri: str, where: str | None = None, *, uid: int = 0) -> int:
        """Delete rows; how many."""
        provider, parsed = self._open(uri, uid, write=True)
        try:
            return provider.delete(parsed, where)
        finally:
            self.phone.changed()

    def call(self, uri: str, method: str, arg: str | None, extras: Row, *, uid: int = 0) -> Row | None:
        """Call a provider's own method."""
        provider, _ = self._open(uri, uid, write=False)
        try:
            return provider.call(method, arg, extras)
        finally:
            self.phone.changed()

    def read(self, uri: str, *, uid: int = 0) -> bytes:
        """The bytes behind a URI."""
        provider, parsed = self._open(uri, uid, write=False)
        return provider.read(parsed)

    def mime(self, uri: str) -> str | None:
        """The MIME type of a URI; no permission is needed."""
        provider, parsed = self._open(uri, 0, write=False)
        return provider.mime(parsed)

    # -- calendar ------------------------------------------------------------------------------------------

    def add_event(
        self,
        title: str,
        begin_ms: int,
        end_ms: int,
        *,
        calendar_id: int = 1,
        location: str = "",
        description: str = "",
        all_day: bool = False,
        timezone: str | None = None,
        rrule: str | None = None,
        reminders: Sequence[int] = (),
        attendees: Sequence[str] = (),
        organizer: str | None = None,
    ) -> Event:
        """Store an event; its reminders (minutes before) become alarms."""
        events = self.state.providers.events
        self._above("event", (event.id for event in events))
        event = Event(
            id=self.state.next_id("event"), calendar_id=calendar_id, title=title, begin_ms=begin_ms, end_ms=end_ms,
            location=location, description=description, all_day=all_day,
            timezone=timezone or self.state.device.timezone,
            rrule=rrule, reminders=list(reminders), attendees=list(attendees), organizer=organizer,
        )  # fmt: skip
        events.append(event)
        self.schedule_reminders()
        self.phone.changed()
        return event

    def event(self, event_id: int) -> Event:
        """An event by id (KeyError)."""
        for event in self.state.providers.events:
            if event.id == event_id and not event.deleted:
                return event
        raise KeyError(event_id)

    def update_event(self, event_id: int, **changes: object) -> Event:
        """Change fields of an event (KeyError: no such event; ValueError: no such field)."""
        old = self.event(event_id)
        unknown = changes.keys() - Event.model_fields.keys()
        if unknown:
            raise ValueError(f"events have no {', '.join(sorted(unknown))}")
        new = Event.model_validate({**old.model_dump(), **changes})
        events = self.state.providers.events
        events[events.index(old)] = new
        self.schedule_reminders()
        self.phone.changed()
        return new

    def delete_event(self, event_id: int) -> None:
        """Delete an event (KeyError)."""
        self.state.providers.events.remove(self.event(event_id))
        self.schedule_reminders()
        self.phone.changed()

    def instances(self, from_ms: int, to_ms: int) -> list[Instance]:
        """The occurrences of events in a span, by begin."""
        return instances_between([e for e in self.state.providers.events if not e.deleted], from_ms, to_ms)

    def schedule_reminders(self) -> None:
        """Set the provider's alarms for all reminders of the next day, and one to look again after it."""
        now, alarms = self.clock.now_ms, self.phone.alarms
        wanted: dict[tuple[int, int, int], int] = {}
        for instance in self.instances(now - _AHEAD_MS, now + _AHEAD_MS + _LONGEST_REMINDER_MS):
            for minutes in instance.event.reminders:
                at = instance.begin_ms - minutes * 60_000
                if now <= at <= now + _AHEAD_MS:
                    wanted[instance.event.id, instance.begin_ms, minutes] = at
        reminded = any(event.reminders for event in self.state.providers.events)
        for alarm in alarms.of(CALENDAR_PROVIDER):
            key = (alarm.data.get("event_id"), alarm.data.get("begin"), alarm.data.get("minutes"))
            if alarm.tag == CHECK_TAG and reminded:
                reminded = False  # the look that is due already will do
            elif alarm.tag == REMINDER_TAG and key in wanted and wanted[key] == alarm.when_ms:
                del wanted[key]
            else:
                alarms.cancel(alarm.id)
        for (event_id, begin, minutes), at in sorted(wanted.items(), key=lambda item: item[1]):
            data = {"event_id": event_id, "begin": begin, "minutes": minutes}
            alarms.set(CALENDAR_PROVIDER, REMINDER_TAG, at, data=data)
        if reminded:
            alarms.set(CALENDAR_PROVIDER, CHECK_TAG, now + _AHEAD_MS)

    def _calendar_alarm(self, alarm: PendingAlarm) -> None:
        if alarm.tag == CHECK_TAG:
            self.schedule_reminders()
            return
        app = self.phone.apps.get(CALENDAR_APP)
        if app is not None:
            app.on_alarm(alarm)

    # -- people --------------------------------------------------------------------------------------------

    def add_contact(
        self,
        name: str,
        phones: Sequence[str] = (),
        emails: Sequence[str] = (),
        *,
        starred: bool = False,
        relation: str | None = None,
    ) -> Contact:
        """Store a contact."""
        self._above("contact", (contact.id for contact in self.state.providers.contacts))
        contact = Contact(
            id=self.state.next_id("contact"),
            name=name,
            phones=list(phones),
            emails=list(emails),
            starred=starred,
            relation=relation,
        )
        self.state.providers.contacts.append(contact)
        self.phone.changed()
        return contact

    def find_contact(self, name: str) -> Contact | None:
        """A contact by name: the same, else one that holds the words, letter case aside."""
        contacts, wanted = self.state.providers.contacts, name.casefold()
        exact = next((c for c in contacts if c.name.casefold() == wanted), None)
        return exact or next((c for c in contacts if wanted and wanted in c.name.casefold()), None)

    def contact_of_number(self, number: str) -> Contact | None:
        """The contact that has a phone number."""
        return next((c for c in self.state.providers.contacts if any(same_number(p, number) for p in c.phones)), None)

    def log_call(
        self, number: str, kind: int, *, name: str | None = None, date_ms: int | None = None, duration_s: int = 0
    ) -> CallRow:
        """Write the call log (type 1 incoming, 2 outgoing, 3 missed, 4 voicemail, 5 rejected)."""
        calls = self.state.providers.calls
        self._above("call", (call.id for call in calls))
        row = CallRow(
            id=self.state.next_id("call"), number=number, name=name,
            date_ms=self.clock.now_ms if date_ms is None else date_ms,
            duration_s=duration_s, type=kind, is_new=kind == 3,
        )  # fmt: skip
        calls.append(row)
        self.phone.changed()
        return row

    def add_sms(
        self, address: str, body: str, *, kind: int = 1, date_ms: int | None = None, read: bool = True
    ) -> SmsRow:
        """Store a text message in the thread of its address (type 1 inbox, 2 sent, 5 failed …)."""
        rows = self.state.providers.sms
        self._above("sms", (row.id for row in rows))
        row = SmsRow(
            id=self.state.next_id("sms"), thread_id=self.thread_of(address), address=address, body=body,
            date_ms=self.clock.now_ms if date_ms is None else date_ms, type=kind, read=read,
        )  # fmt: skip
        rows.append(row)
        self.phone.changed()
        return row

    def thread_of(self, address: str) -> int:
        """The thread of an address, a new one if nobody wrote there yet."""
        rows = self.state.providers.sms
        known = next((row.thread_id for row in rows if same_number(row.address, address)), None)
        return known if known is not None else max((row.thread_id for row in rows), default=0) + 1

    def sms(self, address: str | None = None) -> list[SmsRow]:
        """Messages, oldest first; of one address if given."""
        rows = [r for r in self.state.providers.sms if address is None or same_number(r.address, address)]
        return sorted(rows, key=lambda row: (row.date_ms, row.id))

    def mark_read(self, thread_id: int) -> None:
        """Mark the messages of a thread as read."""
        for row in self.state.providers.sms:
            if row.thread_id == thread_id:
                row.read = True
        self.phone.changed()

    # -- media ---------------------------------------------------------------------------------------------

    def add_media(
        self, path: str, mime: str, *, data: bytes | None = None, title: str = "", date_ms: int | None = None,
        artist: str | None = None, duration_ms: int | None = None, width: int | None = None, height: int | None = None,
    ) -> MediaRow:  # fmt: skip
        """Index a file; with `data` it is written first, and made empty where there is none."""
        files = self.phone.files
        path = path.replace("/sdcard/", "/storage/emulated/0/", 1) if path.startswith("/sdcard/") else path
        if data is not None or not files.exists(path):
            folder = path.rpartition("/")[0]
            if not files.is_dir(folder):
                files.mkdir(folder, parents=True, uid=0)
            files.write(path, data or b"", uid=0)
        media = self.state.providers.media
        self._above("media", (row.id for row in media))
        row = MediaRow(
            id=self.state.next_id("media", 1000), path=path, mime=mime,
            date_ms=self.clock.now_ms if date_ms is None else date_ms,
            size=files.stat(path).size, title=title, artist=artist, duration_ms=duration_ms, width=width, height=height,
        )  # fmt: skip
        self.state.providers.media = [other for other in media if other.path != path]
        self.state.providers.media.append(row)
        self.phone.changed()
        return row

    def _above(self, counter: str, ids: Iterable[int]) -> None:
        """Keep a counter above ids that were put into the state by hand."""
        highest = max(ids, default=0)
        self.state.counters[counter] = max(self.state.counters.get(counter, 0), highest)
