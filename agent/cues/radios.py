"""Cues about radios, sound and apps: flights, roaming, Wi-Fi at home, an alarm that would be silent, a greedy app."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import facts
from agent.lexicon import living, schedule, travel
from agent.lexicon import radios as words


def flight_mode(context: Context) -> Iterator[Finding]:
    """A flight takes off (or has landed), and airplane mode is off (or still on)."""
    f = facts(context)
    flights = [plan for plan in f.all_plans if not plan.off and schedule.FLIGHT.search(plan.text)]
    told = next((s for s in f.recent(20) if not s.promotion and words.FLIGHT_MODE.search(f"{s.sender} {s.text}")), None)
    if f.state.airplane_mode is False and told is not None and any(-30 <= f.minutes_to(p.begin) <= 45 for p in flights):
        yield Finding(
            topic="airplane mode", score=0.85, subject=f"flight {f.now:%m-%d} on", source=told.source,
            intent=f.say("Turn on airplane mode for the flight?", "要为航班打开飞行模式吗？"),
            calls=one("set_airplane_mode", enabled=True), evidence=(told.evidence,),
        )  # fmt: skip
    landed = [plan for plan in flights if -180 <= f.minutes_to(plan.end) <= 0]
    if (
        f.state.airplane_mode is True
        and landed
        and (f.just_arrived(20) or f.minutes_to(landed[-1].end) <= -25)
        and not any(f.minutes_to(p.begin) <= 0 <= f.minutes_to(p.end) for p in flights)
    ):
        yield Finding(
            topic="airplane mode", score=0.82, subject=f"flight {landed[-1].title} off",
            intent=f.say("You have landed. Turn airplane mode off?", "已经落地，要关闭飞行模式吗？"),
            calls=one("set_airplane_mode", enabled=False), evidence=(landed[-1].title,),
        )  # fmt: skip


def mobile_data(context: Context) -> Iterator[Finding]:
    """Mobile data costs extra or runs out, by a notice of the system or the operator."""
    f = facts(context)
    wish = f.wish(words.DATA.pattern)
    for said in f.recent(30, "notice", "sms"):
        text = f"{said.sender} {said.text}"
        if said.promotion or not words.DATA_COSTS.search(text) or not words.DATA.search(text):
            continue
        trusted = bool(living.SYSTEM.search(said.package)) or said.kind == "sms" or "phone" in said.package
        if trusted:
            yield Finding(
                topic="mobile data", score=0.85 if wish else 0.62, subject=f"mobile data {f.now:%m-%d}",
                source=said.source,
                intent=f.say("Mobile data costs extra here. Turn it off?", "移动数据可能产生费用，要关闭吗？"),
                calls=one("set_mobile_data", enabled=False), evidence=(said.evidence, wish or ""),
            )  # fmt: skip
            return


def wifi_at_home(context: Context) -> Iterator[Finding]:
    """The user has come to a place with a Wi-Fi of its own, and Wi-Fi is off."""
    f = facts(context)
    if f.state.wifi_enabled is not False or f.here is None or not f.here.wifi or not f.just_arrived(40):
        return
    if f.state.airplane_mode:
        return
    yield Finding(
        topic="wifi", score=0.75, subject=f"wifi on {f.here.name} {f.now:%m-%d}",
        intent=f.say(f"You are at {f.here.name}. Turn Wi-Fi on?", f"到{f.here.name}了，要打开 Wi-Fi 吗？"),
        calls=one("set_wifi", enabled=True), evidence=(f"Wi-Fi off at {f.here.name}",),
    )  # fmt: skip


def switched_off(context: Context) -> Iterator[Finding]:
    """An app says that it needs location or Bluetooth, which is off; or headphones are wanted on the way and it is off."""
    f = facts(context)
    for said in f.recent(15, "notice"):
        text = f"{said.sender} {said.text}"
        if said.promotion:
            continue
        if f.state.location_enabled is False and words.LOCATION_NEEDED.search(text):
            yield Finding(
                topic="location", score=0.78, subject=f"location on {f.now:%m-%d %H}", source=said.source,
                intent=f.say("Location is off. Turn it on?", "定位已关闭，要打开吗？"),
                calls=one("set_location_services", enabled=True), evidence=(said.evidence,),
            )  # fmt: skip
        if f.state.bluetooth_enabled is False and words.BLUETOOTH_NEEDED.search(text):
            yield Finding(
                topic="bluetooth", score=0.78, subject=f"bluetooth on {f.now:%m-%d %H}", source=said.source,
                intent=f.say("Bluetooth is off. Turn it on?", "蓝牙已关闭，要打开吗？"),
                calls=one("set_bluetooth", enabled=True), evidence=(said.evidence,),
            )  # fmt: skip
    if f.state.bluetooth_enabled is False and f.wish(words.WEARS.pattern, living.LISTEN.pattern):
        for habit in f.habits(travel.COMMUTE.pattern):
            since = f.since_habit(habit)
            if since is not None and -5 <= since <= 25 and not f.at_work:
                yield Finding(
                    topic="bluetooth", score=0.75, subject=f"bluetooth on {f.now:%m-%d}",
                    intent=f.say("Turn Bluetooth on for your headphones?", "要打开蓝牙连接耳机吗？"),
                    calls=one("set_bluetooth", enabled=True), evidence=(habit.what,),
                )  # fmt: skip


def alarm_silent(context: Context) -> Iterator[Finding]:
    """At bedtime an alarm is set, and its volume is nothing."""
    f = facts(context)
    volume, alarm = f.state.volume("alarm"), f.state.next_alarm_ms
    if volume is None or alarm is None or f.now.hour not in (21, 22, 23, 0) or not f.at_home:
        return
    if volume[1] > 1 and volume[0] <= 1 and 0 < alarm - f.now_ms < 12 * 3_600_000:
        yield Finding(
            topic="volume", score=0.78, subject=f"alarm volume {f.now:%m-%d}",
            intent=f.say("Your alarm would hardly be heard. Turn it up?", "闹钟音量太低，要调高吗？"),
            calls=one("set_volume", stream="alarm", level=80), evidence=(f"alarm volume {volume[0]} of {volume[1]}",),
        )  # fmt: skip


def greedy_app(context: Context) -> Iterator[Finding]:
    """The system says that an app drains the battery in the background."""
    f = facts(context)
    for said in f.recent(30, "notice"):
        match = words.DRAINS.search(f"{said.sender}. {said.text}")
        if match is None or not living.SYSTEM.search(said.package) or f.state.plugged_in:
            continue
        name = next((group for group in match.groups() if group), "").strip()
        if name and name.casefold() not in ("battery", "it", "this", "app", "an app", "电池"):
            yield Finding(
                topic="close app", score=0.75, subject=f"close {name} {f.now:%m-%d}", source=said.source,
                intent=f.say(f"{name} drains the battery. Stop it?", f"{name}耗电过快，要关闭吗？"),
                calls=one("close_app", app=name), evidence=(said.evidence,), taints=(("app", said.origin),),
            )  # fmt: skip


def sound_again(context: Context) -> Iterator[Finding]:
    """The quiet hours are over, and the phone is still quiet, which the user does not want."""
    f = facts(context)
    quiet = f.state.ringer_mode in ("vibrate", "silent")
    for habit in f.habits(f"{living.VIBRATE.pattern}|{living.SILENT.pattern}|{living.DO_NOT_DISTURB.pattern}"):
        ended = _minutes_since_end(f.now.hour * 60 + f.now.minute, habit.time or "")
        if ended is None or not 0 <= ended <= 40:
            continue
        if f.state.dnd and living.DO_NOT_DISTURB.search(habit.what):
            yield Finding(
                topic="sound", score=0.7, subject=f"dnd off {f.now:%m-%d}",
                intent=f.say("Your quiet hours are over. Turn do not disturb off?", "勿扰时间已过，要关闭勿扰吗？"),
                calls=one("set_do_not_disturb", mode="off"), evidence=(habit.what,),
            )  # fmt: skip
        elif quiet and not living.DO_NOT_DISTURB.search(habit.what) and f.wish(words.RING_AGAIN.pattern):
            yield Finding(
                topic="sound", score=0.78, subject=f"ring again {f.now:%m-%d}",
                intent=f.say("Turn the ringer back on?",
                             "要恢复铃声吗？"), calls=one("set_ringer_mode", mode="normal"),
                evidence=(habit.what,),
            )  # fmt: skip


def _minutes_since_end(now: int, span: str) -> float | None:
    match = re.search(r"[-–]\s?(\d{1,2}):(\d{2})", span)
    return (
        None if match is None else (timedelta(minutes=now - int(match[1]) * 60 - int(match[2])) / timedelta(minutes=1))
    )


CUES = (flight_mode, mobile_data, wifi_at_home, switched_off, alarm_silent, greedy_app, sound_again)
