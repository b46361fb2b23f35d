"""Events of the world around the phone and of its settings: places, networks, weather, calendar, sound, files."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import PurePosixPath
from typing import Any

from pydantic import TypeAdapter

from simulator.apps.clock import ClockApp
from simulator.day import events as kinds
from simulator.day import times
from simulator.day.history import full_path, span_of
from simulator.day.initial import WEEKDAYS, network, networks_at, place_named
from simulator.day.resolved import ResolvedDay
from simulator.day.samples import sample
from simulator.day.setup import EntrySpec
from simulator.phone import Phone
from simulator.state import Event

CLOCK = "com.google.android.deskclock"
WEATHER = "com.google.android.apps.weather"


def number_of(phone: Phone, person: str) -> str:
    """A contact's first number, or the text itself where no contact has that name."""
    for contact in phone.state.providers.contacts:
        if contact.name == person and contact.phones:
            return contact.phones[0]
    return person


def name_of(phone: Phone, number: str) -> str | None:
    """The contact who has a number."""
    return next((one.name for one in phone.state.providers.contacts if number in one.phones), None)


def apply(phone: Phone, day: ResolvedDay, event: Any) -> str | None:
    """Let an event of the world happen now; a remark where nothing was left to do."""
    return _DO[type(event)](phone, day, event)


def _move(phone: Phone, day: ResolvedDay, event: kinds.Move) -> None:
    place = place_named(day.places, event.place)
    phone.location.move(place.latitude, place.longitude, place.name)
    phone.wifi.set_visible(networks_at(place, day.networks))
    phone.wifi.auto_join()


def _wifi(phone: Phone, day: ResolvedDay, event: kinds.WifiEvent) -> None:
    if event.enabled is not None:
        phone.wifi.set_enabled(event.enabled)
    if event.visible is not None:
        phone.wifi.set_visible([network(day.networks, ssid) for ssid in event.visible])
        phone.wifi.auto_join()
    if event.disconnect:
        phone.wifi.disconnect()
    if event.connect is not None:
        phone.wifi.connect(event.connect)


def _radio(phone: Phone, _: ResolvedDay, event: kinds.Radio) -> None:
    if event.airplane is not None:
        phone.connectivity.set_airplane(event.airplane)
    if event.data is not None:
        phone.telephony.set_data_enabled(event.data)
    told = (event.in_service, event.operator, event.roaming, event.signal)
    if any(value is not None for value in told):
        present = phone.state.telephony
        phone.telephony.set_service(
            present.in_service if event.in_service is None else event.in_service,
            operator=event.operator,
            roaming=event.roaming,
            signal=event.signal,
        )


def _calendar(phone: Phone, day: ResolvedDay, event: kinds.CalendarEvent) -> str | None:
    zone = times.Calendar(date.fromisoformat(day.date), day.timezone)
    if event.action == "add":
        if event.start is None:
            raise ValueError("an entry that is added needs `start`")
        begin, end = span_of(
            EntrySpec(title=event.title, start=event.start, end=event.end, all_day=event.all_day), zone
        )
        phone.content.add_event(
            title=event.title,
            begin_ms=begin,
            end_ms=end,
            location=event.location or "",
            description=event.description or "",
            all_day=event.all_day,
            reminders=event.reminders,
            attendees=event.attendees,
            organizer=event.organizer,
        )
        return None
    row = _entry(phone, event.title)
    if row is None:
        return "the calendar entry was gone"
    if event.action == "delete":
        phone.content.delete_event(row.id)
        return None
    changes: dict[str, Any] = {}
    if event.new_title is not None:
        changes["title"] = event.new_title
    if event.start is not None:
        begin = zone.moment(event.start)
        changes.update(begin_ms=begin, end_ms=begin + row.end_ms - row.begin_ms)
    if event.end is not None:
        changes["end_ms"] = zone.moment(event.end)
    for name in ("location", "description"):
        if getattr(event, name) is not None:
            changes[name] = getattr(event, name)
    phone.content.update_event(row.id, **changes)
    return None


def _entry(phone: Phone, title: str) -> Event | None:
    rows = [row for row in phone.state.providers.events if row.title == title and not row.deleted]
    return min(rows, key=lambda row: abs(row.begin_ms - phone.clock.now_ms), default=None)


def _weather(phone: Phone, _: ResolvedDay, event: kinds.WeatherEvent) -> None:
    weather = phone.state.world.weather
    for name in ("condition", "temperature_c", "rain_chance", "alert", "tomorrow"):
        if getattr(event, name) is not None:
            setattr(weather, name, getattr(event, name))
    if event.alert is not None:
        phone.app(WEATHER).on_event("alert", {"title": event.alert, "text": event.alert_text})


def _sound(phone: Phone, _: ResolvedDay, event: kinds.Sound) -> None:
    if event.ringer is not None:
        phone.audio.set_ringer(event.ringer)
    for stream, index in event.volume.items():
        phone.audio.set_volume(stream, index)
    if event.zen is not None:
        phone.notifications.set_zen(event.zen)


def _alarm(phone: Phone, _: ResolvedDay, event: kinds.AlarmEvent) -> str | None:
    clock = phone.app(CLOCK)
    if not isinstance(clock, ClockApp):
        raise TypeError(f"{CLOCK} is not the clock app")
    hour, minute = (int(part) for part in event.time.split(":"))
    if event.action == "set":
        clock.add_alarm(hour, minute, event.label, sorted(WEEKDAYS[day] for day in event.days))
        return None
    for alarm in clock.data["alarms"]:
        if (alarm["hour"], alarm["minute"]) == (hour, minute):
            if event.action == "delete":
                clock.delete(alarm)
            elif not alarm.get("ringing") or not clock.dismiss(alarm):
                return "the alarm was not ringing"
            return None
    return "the alarm was gone"


def _bluetooth(phone: Phone, _: ResolvedDay, event: kinds.BluetoothEvent) -> str | None:
    if event.enabled is not None:
        phone.bluetooth.set_enabled(event.enabled)
    if event.device is None:
        return None
    for device in phone.state.bluetooth.bonded:
        if device.name == event.device:
            (phone.bluetooth.connect if event.connected else phone.bluetooth.disconnect)(device.address)
            return None
    names = ", ".join(device.name for device in phone.state.bluetooth.bonded)
    raise ValueError(f"no paired device {event.device!r}; paired are {names or 'none'}")


def _files(phone: Phone, _: ResolvedDay, event: kinds.AddFile) -> None:
    path = PurePosixPath(full_path(event.path))
    for number in range(1, event.count + 1):
        name = path.name.replace("{n}", f"{number:04d}") if "{n}" in path.name else path.name
        file = str(path.with_name(name))
        phone.content.add_media(file, event.mime, data=sample(file, event.mime))


def _set_state(phone: Phone, _: ResolvedDay, event: kinds.SetState) -> None:
    target: Any = phone.state
    rest, last = event.path, ""
    while rest:
        # A key may hold dots itself, as packages and permissions do: the longest that is there counts.
        keys = [key for key in target if rest.startswith(f"{key}.")] if isinstance(target, dict) else []
        last = max(keys, key=len) if keys else rest if isinstance(target, dict) else rest.partition(".")[0]
        rest = rest.removeprefix(last).removeprefix(".")
        if rest:
            target = target[last] if isinstance(target, dict) else getattr(target, last)
    if isinstance(target, dict):
        target[last] = event.value
    elif (field := getattr(type(target), "model_fields", {}).get(last)) is not None:
        setattr(target, last, TypeAdapter(field.rebuild_annotation()).validate_python(event.value))
    else:
        raise ValueError(f"the state has no field {event.path!r}")


def _headphones(phone: Phone, _: ResolvedDay, event: kinds.Headphones) -> None:
    phone.audio.set_device("headphone" if event.connected else "speaker")


def _setting(phone: Phone, _: ResolvedDay, event: kinds.Setting) -> None:
    phone.settings.put(event.namespace, event.key, event.value)


_DO: dict[type, Callable[[Phone, ResolvedDay, Any], str | None]] = {
    kinds.Move: _move,
    kinds.WifiEvent: _wifi,
    kinds.Radio: _radio,
    kinds.CalendarEvent: _calendar,
    kinds.WeatherEvent: _weather,
    kinds.Sound: _sound,
    kinds.AlarmEvent: _alarm,
    kinds.BluetoothEvent: _bluetooth,
    kinds.Headphones: _headphones,
    kinds.AddFile: _files,
    kinds.Setting: _setting,
    kinds.SetState: _set_state,
}
