"""What staging does for each part of a phone state, people and plans aside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from device import controls
from device.errors import Unsupported
from device.phone_state import PhoneState
from device.staging_change import Change, Differs, Facts, impossible, same
from device.staging_people import calendar, calls, contacts, messages


def plan(state: PhoneState, before: PhoneState, api: int, *, console: bool, over_network: bool) -> list[Change]:
    """The changes that take a phone from `before` to `state`; parts that are as wanted need none but are checked."""
    makers = (_zone, _clock, _power, _network, _switches, _sound, _look, _place, contacts, calendar, calls, messages, _alarms,
              _notifications, _media, _front, _screen)  # fmt: skip
    found: list[Change] = []
    for maker in makers:
        try:
            found += list(maker(state, before, Facts(api, console, over_network)))
        except Unsupported as error:
            found.append(impossible(maker.__name__.strip("_"), str(error)))
    return found


def _zone(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    if state.timezone:
        undo = controls.timezone(before.timezone) if before.timezone else []
        changed = state.timezone != before.timezone
        yield Change("time zone", same(lambda s: s.timezone, state.timezone),
                     list(controls.timezone(state.timezone)) if changed else [], undo=undo[-1:] if changed else [])  # fmt: skip


def _clock(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    wanted = state.captured_at_ms
    if wanted is None:
        return

    def differs(now: PhoneState) -> str:
        off = abs((now.captured_at_ms or 0) - wanted)
        return "" if off < 120_000 else f"the clock is {off // 60_000} minutes off"

    yield Change("clock", differs, list(controls.clock(wanted)))


def _power(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    level, charging = state.battery_percent, state.charging
    if level is not None or charging is not None:

        def differs(now: PhoneState) -> str:
            if level is not None and now.battery_percent != level:
                return f"the battery says {now.battery_percent} %, not {level} %"
            return "" if charging is None or now.charging == charging else f"charging is {now.charging}"

        yield Change(
            "battery", differs, list(controls.battery(level, charging=charging)), undo=[controls.battery_reset()]
        )
    if state.battery_saver is not None:
        yield Change("battery saver", same(lambda s: s.battery_saver, state.battery_saver),
                     [controls.battery_saver(state.battery_saver)],
                     undo=[controls.battery_saver(bool(before.battery_saver))])  # fmt: skip


def _network(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    if state.airplane_mode is not None:
        if facts.over_network and state.airplane_mode:
            yield impossible("airplane mode", "this phone is reached over its own network")
        else:
            changed = state.airplane_mode != before.airplane_mode
            yield Change("airplane mode", same(lambda s: s.airplane_mode, state.airplane_mode),
                         [controls.airplane(state.airplane_mode)] if changed else [],
                         undo=[controls.airplane(bool(before.airplane_mode))] if changed else [])  # fmt: skip
    if state.connectivity is None:
        return
    wanted = state.transport if state.connectivity.has_default else None
    if wanted not in (None, "wifi", "cellular"):
        yield impossible("network", f"no road to a network over {wanted}")
        return
    if facts.over_network and wanted != "wifi":
        yield impossible("network", "this phone is reached over its own network")
        return
    data = before.setting("global", "mobile_data") != "0"
    undo = [controls.wifi(facts.api, before.wifi_enabled is not False), controls.mobile_data(facts.api, data)]
    yield Change("network", _network_differs(wanted, state.wifi_ssid),
                 [controls.wifi(facts.api, wanted == "wifi"), controls.mobile_data(facts.api, wanted is not None)],
                 undo=undo)  # fmt: skip


def _network_differs(wanted: str | None, ssid: str | None) -> Differs:
    def differs(now: PhoneState) -> str:
        over = now.transport if now.connectivity and now.connectivity.has_default else None
        if over != wanted:
            return f"the default network is {over or 'none'}, not {wanted or 'none'}"
        return "" if ssid is None or now.wifi_ssid == ssid else f"the Wi-Fi in reach is {now.wifi_ssid}, not {ssid}"

    return differs


def _switches(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    if state.bluetooth_enabled is not None:
        was = before.bluetooth_enabled
        if was == state.bluetooth_enabled:
            yield Change("bluetooth", same(lambda s: s.bluetooth_enabled, was))
        else:
            try:
                yield Change("bluetooth", same(lambda s: s.bluetooth_enabled, state.bluetooth_enabled),
                             [controls.bluetooth(facts.api, state.bluetooth_enabled)],
                             undo=[controls.bluetooth(facts.api, bool(was))])  # fmt: skip
            except Unsupported as error:
                yield impossible("bluetooth", str(error))
    if state.bluetooth is not None and state.bluetooth.active_device:
        yield impossible("headset", "no command connects a Bluetooth device")
    if state.location_enabled is not None:
        yield Change("location services", same(lambda s: s.location_enabled, state.location_enabled),
                     [controls.location_services(facts.api, state.location_enabled)],
                     undo=[controls.location_services(facts.api, before.location_enabled is not False)])  # fmt: skip


def _sound(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    for stream, level in (state.audio.streams if state.audio else {}).items():
        was = before.volume(stream)
        if was is None or not level.max or level.level is None or was[1] == 0:
            yield impossible(f"{stream} volume", "the phone does not tell this stream")
            continue
        index = round(level.level / level.max * was[1])
        yield Change(f"{stream} volume", same(_level(stream), index), [controls.volume(facts.api, stream, index)],
                     undo=[controls.volume(facts.api, stream, was[0])])  # fmt: skip
    if state.ringer_mode is not None:
        yield _ringer(state.ringer_mode, before, facts)
    if state.zen_mode is not None:
        yield Change("do not disturb", same(lambda s: s.zen_mode, state.zen_mode),
                     [controls.do_not_disturb(facts.api, state.zen_mode)],
                     undo=[controls.do_not_disturb(facts.api, before.zen_mode or "off")])  # fmt: skip


def _level(stream: str) -> Callable[[PhoneState], Any]:
    def read(state: PhoneState) -> Any:
        found = state.volume(stream)
        return found[0] if found else None

    return read


def _ringer(mode: str, before: PhoneState, facts: Facts) -> Change:
    if mode == before.ringer_mode:
        return Change("ringer", same(lambda s: s.ringer_mode, mode))
    if mode == "silent":
        return impossible("ringer", "Shell cannot silence the ringer by its volume")
    was = before.volume("ring") or (5, 7)
    index = 0 if mode == "vibrate" else was[0] or max(1, was[1] * 7 // 10)
    return Change("ringer", same(lambda s: s.ringer_mode, mode), [controls.volume(facts.api, "ring", index)],
                  undo=[controls.volume(facts.api, "ring", was[0])])  # fmt: skip


def _look(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    if state.display is not None and state.display.brightness is not None:
        wanted = state.display.brightness
        was = before.setting("system", "screen_brightness")

        def differs(now: PhoneState) -> str:
            share = now.display.brightness if now.display else None
            if share is None:
                return "the display does not say"
            return "" if abs(share - wanted) <= 0.02 else f"the display says {share:.2f}, not {wanted:.2f}"

        auto = before.setting("system", "screen_brightness_mode") or "0"
        undo = [["settings", "put", "system", "screen_brightness", was or "102"],
                ["settings", "put", "system", "screen_brightness_mode", auto]]  # fmt: skip
        yield Change("brightness", differs, list(controls.brightness(wanted)), undo=undo)
    if state.dark_mode is not None:
        yield Change("dark theme", same(lambda s: s.dark_mode, state.dark_mode), [controls.dark_theme(state.dark_mode)],
                     undo=[controls.dark_theme(bool(before.dark_mode))])  # fmt: skip


def _place(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    place = state.position
    if place is None:
        return

    def differs(now: PhoneState) -> str:
        at = now.position
        near = at is not None and abs(at[0] - place[0]) < 0.001 and abs(at[1] - place[1]) < 0.001
        return "" if near else f"the newest fix is {at}"

    if facts.console:
        yield Change("position", differs, console=[lambda console: console.position(*place)])
    else:
        yield Change(
            "position", differs, list(controls.mock_location(facts.api, *place)), undo=controls.mock_location_end()
        )


def _alarms(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    for alarm in state.alarms.alarms if state.alarms else ():
        if not alarm.is_clock or alarm.when_ms is None:
            continue
        try:
            at = datetime.fromtimestamp(alarm.when_ms / 1000, ZoneInfo(state.timezone or before.timezone or "UTC"))
        except (ZoneInfoNotFoundError, ValueError, OverflowError, OSError):
            yield impossible("alarm", "it is at no time that can be told")
            continue
        if state.captured_at_ms is not None and not 0 < alarm.when_ms - state.captured_at_ms < 86_400_000:
            yield impossible(f"alarm {at:%H:%M}", "an alarm is set for the next 24 hours only")
            continue
        yield Change(f"alarm {at:%H:%M}", _has_alarm(alarm.when_ms),
                     [controls.set_alarm(facts.api, at.hour, at.minute, alarm.tag or "")],
                     undo=[controls.dismiss_alarm(at.hour, at.minute)])  # fmt: skip


def _has_alarm(when: int) -> Differs:
    def differs(now: PhoneState) -> str:
        known = [a.when_ms for a in now.alarms.alarms if a.is_clock and a.when_ms] if now.alarms else []
        known += [now.next_alarm_ms] if now.next_alarm_ms else []
        return "" if any(abs(at - when) < 60_000 for at in known) else "no alarm is pending then"

    return differs


def _notifications(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    for number, record in enumerate(state.posted):
        tag = f"{record.package}#{number}"
        yield Change(f"notification {tag}", _has_notification(record.package, record.title, record.text),
                     [[*controls.notify(facts.api, tag, record.title or "", record.text or "")]],
                     undo=[controls.clear_notifications()] if number == 0 else [])  # fmt: skip


def _has_notification(package: str, title: str | None, text: str | None) -> Differs:
    def differs(now: PhoneState) -> str:
        found = [
            one
            for one in now.posted
            if (one.title or "") == (title or "") and (one.text or "").strip() == (text or "").strip()
        ]
        if not found:
            return "it is not posted"
        if any(one.package == package for one in found):
            return ""
        return f"posted by {found[0].package}: a command cannot post in another app's name"

    return differs


def _media(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    playing = state.playing
    if playing is None or not playing.package:
        return
    title = playing.title or ""

    def differs(now: PhoneState) -> str:
        if now.playing is None or now.playing.package != playing.package:
            return f"{now.playing.package if now.playing else 'nothing'} plays"
        said = now.playing.title or ""
        return "" if title.casefold() in said.casefold() else f"{said!r} plays, not {title!r}"

    yield Change(
        "playing", differs, [controls.play(playing.package, title)], undo=[controls.playback(facts.api, "stop")]
    )


def _front(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    package = state.foreground_package
    lines = [controls.key("WAKEUP"), ["wm", "dismiss-keyguard"]]
    if package:
        yield Change("app in front", same(lambda s: s.foreground_package, package), [*lines, controls.launch(package)],
                     undo=[controls.key("HOME")])  # fmt: skip
    elif state.playing is not None or (state.alarms and state.alarms.alarms):
        yield Change("home screen", lambda s: "", [*lines, controls.key("HOME")])


def _screen(state: PhoneState, before: PhoneState, facts: Facts) -> Iterator[Change]:
    if state.awake is None:
        return
    line = controls.key("WAKEUP" if state.awake else "SLEEP")
    yield Change("screen", same(lambda s: s.awake, state.awake), [line])
