"""What staging does for people and plans: contacts, calendar, call log, messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from device import controls
from device.controls import Argv
from device.emulator_console import EmulatorConsole
from device.phone_state import PhoneState
from device.quoting import command_line
from device.staging_change import NEWEST, Change, Differs, Facts, impossible


def _insert(uri: str, fields: dict[str, str | int]) -> str:
    """A line that inserts a row and prints `staged URI/ID`."""
    made = command_line(controls.insert(uri, fields))
    return f"{made}; ID=$(content query --uri {uri} {NEWEST}); echo staged {uri}/$ID"


def contacts(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    """Contacts with their numbers; all that are missing are made in one go."""
    had = {(contact.name, number) for contact in before.contacts or () for number in contact.phones}
    new = [c for c in state.contacts or () if any((c.name, number) not in had for number in c.phones)]
    raw = f"{controls.CONTACTS}/raw_contacts"
    lines: list[Argv | str] = [controls.insert(raw, {"account_type": "", "account_name": ""}) for _ in new]
    if new:
        newest = NEWEST.replace("LIMIT 1", f"LIMIT {len(new)}")
        lines.append(f"set -- $(content query --uri {raw} {newest}); for ID in $@; do echo staged {raw}/$ID; done")
    for number, contact in enumerate(new, 1):
        rows = [("vnd.android.cursor.item/name", contact.name)]
        rows += [("vnd.android.cursor.item/phone_v2", phone) for phone in contact.phones]
        for kind, text in rows:
            argv = controls.insert(f"{controls.CONTACTS}/data", {"mimetype": kind, "data1": text})
            lines.append(command_line(argv) + f' --bind "raw_contact_id:i:${{{number}}}"')
    for number, contact in enumerate(state.contacts or ()):
        yield Change(
            f"contact {contact.name}", _has_contact(contact.name, contact.phones), lines if number == 0 else []
        )


def _has_contact(name: str, phones: tuple[str, ...]) -> Differs:
    def digits(text: str) -> str:
        return re.sub(r"\D", "", text)[-9:]

    def differs(now: PhoneState) -> str:
        known = {digits(number) for one in now.contacts or () if one.name == name for number in one.phones}
        return "" if {digits(number) for number in phones} <= known else "the contacts do not show it"

    return differs


def calendar(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    """Calendar entries, into the first calendar that can be written."""
    if not state.calendar_events:
        return
    for event in state.calendar_events:
        begin, end = event.begin_ms, event.end_ms
        if begin is None or end is None or not event.title:
            continue
        fields: dict[str, str | int] = {"title": event.title, "dtstart": begin, "dtend": end,
                                        "eventTimezone": state.timezone or before.timezone or "UTC"}  # fmt: skip
        if event.location:
            fields["eventLocation"] = event.location
        first = ("CAL=$(content query --uri content://com.android.calendar/calendars --projection _id "
                 "--where 'calendar_access_level>=500' | sed -n '1s/.*_id=\\([0-9]*\\).*/\\1/p')")  # fmt: skip
        uri = f"{controls.CALENDAR}/events"
        made = command_line(controls.insert(uri, fields)) + ' --bind "calendar_id:i:$CAL"'
        line = f"{first}; {made}; ID=$(content query --uri {uri} {NEWEST}); echo staged {uri}/$ID"
        yield Change(f"event {event.title} {begin}", _has_event(event.title, begin, state.captured_at_ms), [line])


def _has_event(title: str, begin: int, now_ms: int | None) -> Differs:
    def differs(now: PhoneState) -> str:
        if any(one.title == title and one.begin_ms == begin for one in now.calendar_events or ()):
            return ""
        if now_ms is not None and not -12 * 3_600_000 <= begin - now_ms <= 48 * 3_600_000:
            return ""  # a capture reads the calendar from 12 hours ago to 48 hours on
        return "the calendar's instances do not show it"

    return differs


def calls(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    """The call log."""
    kinds = {"incoming": 1, "outgoing": 2, "missed": 3, "rejected": 5}
    for call in state.calls or ():
        if facts.api < 31:
            yield impossible(f"call {call.number}", "Shell may not write the call log before Android 12")
            continue
        fields: dict[str, str | int] = {"number": call.number or "", "date": call.date_ms or 0, "new": int(bool(call.is_new)),
                                        "duration": call.duration_s or 0, "type": kinds.get(call.type or "", 1)}  # fmt: skip
        if call.name:
            fields["name"] = call.name
        wanted = (call.number, call.date_ms)
        yield Change(f"call {call.number} {call.date_ms}", _has_call(wanted), [_insert(controls.CALLS, fields)])


def _has_call(wanted: tuple[str | None, int | None]) -> Differs:
    return lambda now: (
        "" if any((c.number, c.date_ms) == wanted for c in now.calls or ()) else "the call log does not show it"
    )


def messages(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    """Messages that came in; where there is a console."""
    for message in sorted(state.sms or (), key=lambda one: one.date_ms or 0):
        address, body = message.address or "", message.body or ""
        name = f"SMS {address} {message.date_ms}"
        if message.type != "inbox":
            yield impossible(name, "a sent message cannot be put there without sending it")
        elif not facts.console:
            yield impossible(name, "Shell may not write messages; an emulator's console can receive one")
        else:
            yield Change(name, _has_sms(address, body), console=[_receive(address, body)])


def _receive(address: str, body: str) -> Callable[[EmulatorConsole], None]:
    return lambda console: console.sms(address, body)


def _has_sms(address: str, body: str) -> Differs:
    def differs(now: PhoneState) -> str:
        wanted = " ".join(body.split())
        found = [one for one in now.sms or () if " ".join((one.body or "").split()) == wanted]
        if not found:
            return "the inbox does not show it"
        bare = re.sub(r"\s", "", address)
        return (
            "" if any((one.address or "") in (address, bare) for one in found) else f"it came from {found[0].address}"
        )

    return differs
