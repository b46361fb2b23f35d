"""Cues about the phone itself: battery, storage, a network that leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import facts
from agent.lexicon import living as words

LOW_PERCENT = 20  # where Android itself calls the battery low
BEDTIME_HOUR, MORNING_HOUR, EVENING_HOUR = 23, 5, 20


def battery_low(context: Context) -> Iterator[Finding]:
    """A low battery away from a charger, unless the user is at home for the evening and has no more plans."""
    f = facts(context)
    state = context.device_status
    level = state.battery_percent
    if level is None or level > LOW_PERCENT or state.plugged_in is not False or state.battery_saver:
        return
    late = f.now.hour >= BEDTIME_HOUR or f.now.hour < MORNING_HOUR
    ahead = [plan for plan in f.next_plans(8) if plan.begin.date() == f.now.date()] or f.ongoing()
    settled = f.at_home and f.now.hour >= EVENING_HOUR and not ahead
    yield Finding(
        topic="battery saver", score=0.4 if late or settled else 0.8,
        subject=f"battery low {f.now:%Y-%m-%d}",
        intent=f.say(f"Battery is at {level} %. Turn on battery saver?", f"电量只剩{level}%，要打开省电模式吗？"),
        calls=one("set_battery_saver", enabled=True),
        evidence=(f"battery {level} %", "not charging", *(plan.title for plan in ahead[:1])),
    )  # fmt: skip


def storage_full(context: Context) -> Iterator[Finding]:
    """The system says that the storage is almost full."""
    f = facts(context)
    for said in f.recent(90, "notice"):
        text = f"{said.sender} {said.text}"
        if words.SYSTEM.search(said.package) and words.STORAGE.search(said.sender) and words.FULL.search(text):
            yield Finding(
                topic="storage", score=0.85, subject=f"storage {f.now:%m-%d}",
                intent=f.say("Your storage is almost full. Free up space?", "存储空间不足，要清理一下吗？"),
                calls=one("free_up_storage"), source=said.source, evidence=(said.evidence,),
            )  # fmt: skip
            return


def wifi_dead(context: Context) -> Iterator[Finding]:
    """The connected Wi-Fi has no internet."""
    f = facts(context)
    if f.state.wifi_enabled is False:
        return
    for said in f.recent(35, "notice"):
        if words.SYSTEM.search(said.package) and words.NO_INTERNET.search(f"{said.sender} {said.text}"):
            yield Finding(
                topic="wifi", score=0.85, subject=f"wifi {said.sender} {f.now:%m-%d}",
                intent=f.say("This Wi-Fi has no internet. Turn Wi-Fi off and use mobile data?",
                             "这个 Wi-Fi 上不了网，要关掉 Wi-Fi 改用移动数据吗？"),
                calls=one("set_wifi", enabled=False), source=said.source, evidence=(said.evidence,),
            )  # fmt: skip
            return


CUES = (battery_low, storage_full, wifi_dead)
