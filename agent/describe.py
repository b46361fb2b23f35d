"""A phone's state in readable lines: the device status dimension of the context."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, tzinfo

from device.capture.notifications import Notification
from device.phone_state import PhoneState

MESSAGES = 8
EVENTS = 12
NOTIFICATIONS = 30


def weather_text(state: PhoneState) -> str | None:
    """What the weather app's own notification says, if it has one."""
    for record in state.posted:
        if "weather" in record.package:
            return " · ".join(part for part in (record.title, record.text) if part)
    return None


def describe(state: PhoneState, zone: tzinfo) -> list[str]:
    """The state in lines; what is unknown is left out. Order: power, network, sound, place, people, schedule, apps."""
    return [*_power(state), *_network(state), *_sound(state), *_front(state), *_schedule(state, zone), *_people(state, zone),
            *_notifications(state)]  # fmt: skip


def _power(state: PhoneState) -> Iterator[str]:
    if state.battery_percent is not None:
        plug = {True: "charging", False: "on battery", None: "charger unknown"}[state.plugged_in]
        saver = ", battery saver on" if state.battery_saver else ""
        yield f"battery: {state.battery_percent} % ({plug}{saver})"
    if state.awake is not None:
        yield f"screen: {'on' if state.awake else 'off'}" + (", locked" if state.locked else "")


def _network(state: PhoneState) -> Iterator[str]:
    if state.airplane_mode:
        yield "airplane mode: on"
    if state.transport or state.online is False:
        ssid = f" ({state.wifi_ssid})" if state.wifi_ssid and state.transport == "wifi" else ""
        yield f"network: {state.transport or 'none'}{ssid}" + (", no internet" if state.online is False else "")
    if state.position is not None:
        yield f"position: {state.position[0]:.4f}, {state.position[1]:.4f}"
    if state.bluetooth is not None and state.bluetooth.active_device:
        yield f"bluetooth: connected to {state.bluetooth.active_device}"


def _sound(state: PhoneState) -> Iterator[str]:
    if state.ringer_mode is not None:
        dnd = f", do not disturb {state.zen_mode}" if state.dnd else ""
        yield f"ringer: {state.ringer_mode}{dnd}"
    if state.playing is not None:
        yield f"playing: {state.playing.title or '?'} by {state.playing.artist or '?'} ({state.playing.package})"
    if state.call_state not in (None, "idle"):
        yield f"call: {state.call_state}"


def _front(state: PhoneState) -> Iterator[str]:
    if state.foreground_package:
        yield f"app in front: {state.foreground_package}"
    if state.screen_texts:
        yield "on screen: " + " | ".join(text for text in state.screen_texts[:12])


def _schedule(state: PhoneState, zone: tzinfo) -> Iterator[str]:
    if state.next_alarm_ms is not None:
        yield f"next alarm: {_time(state.next_alarm_ms, zone)}"
    for event in (state.calendar_events or ())[:EVENTS]:
        if event.begin_ms is not None and event.end_ms is not None:
            place = f" at {event.location}" if event.location else ""
            yield f"event: {_time(event.begin_ms, zone)} to {_time(event.end_ms, zone)} {event.title}{place}"


def _people(state: PhoneState, zone: tzinfo) -> Iterator[str]:
    for message in (state.sms or ())[:MESSAGES]:
        way = "from" if message.type == "inbox" else "to"
        yield f"SMS {way} {message.address}: {message.body}"
    for call in (state.calls or ())[:MESSAGES]:
        yield f"{call.type or 'unknown'} call: {call.name or call.number}"


def _notifications(state: PhoneState) -> Iterator[str]:
    for record in state.posted[:NOTIFICATIONS]:
        yield "notification: " + notification_line(record)


def notification_line(record: Notification) -> str:
    """A notification in one line."""
    parts = [record.title, record.text if not record.big_text else record.big_text, record.sub_text]
    return f"{record.package}: " + " | ".join(part for part in parts if part)


def _time(at_ms: int, zone: tzinfo) -> str:
    try:
        return f"{datetime.fromtimestamp(at_ms / 1000, zone):%a %H:%M}"
    except (ValueError, OverflowError, OSError):
        return "at an impossible time"
