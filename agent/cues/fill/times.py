"""Deeds about time: the calendar, reminders, timers, alarms, meetings that begin."""

from __future__ import annotations

import re
from datetime import timedelta

from agent.cues.base import one
from agent.cues.fill.task import Fill, Filled, Task, iso, moments, plan_of
from agent.cues.slots import meeting_in, seconds_in
from agent.text import first_sentence


def calendar(task: Task) -> Filled | None:
    """An entry for the day and time that were told, if the calendar has none."""
    found = [m.at for m in moments(task) if m.has_date and m.has_time and task.f.minutes_to(m.at) > 30]
    said = task.happening.said if task.happening is not None else None
    if not found or said is None or any(abs((p.begin - found[0]).total_seconds()) < 2700 for p in task.f.plans):
        return None
    title = (said.title if said.kind == "mail" else "") or first_sentence(said.text)
    return Filled(
        one("create_calendar_event", title=title[:90], start=iso(found[0])),
        task.f.say(f"Add “{title[:60]}” to the calendar?", f"要把“{title[:40]}”记到日历里吗？"),
        ("title", "start"),
    )


def look_at_calendar(task: Task) -> Filled | None:
    """The days that somebody asks about, in the calendar."""
    days = [m.at for m in moments(task) if m.has_date and (m.at.date() - task.f.now.date()).days >= 0]
    if not days or task.happening is None or task.happening.said is None:
        return None
    begin, end = min(days).replace(hour=0, minute=0), max(days).replace(hour=23, minute=59)
    return Filled(
        one("list_calendar_events", start=iso(begin), end=iso(end)),
        task.f.say("Look at the calendar?", "要看看日程吗？"),
        ("start", "end"),
    )


def reminder(task: Task) -> Filled | None:
    """A reminder at the time that was told, or in the morning of the day."""
    said = task.happening.said if task.happening is not None else None
    if said is None:
        return None
    if _OWN_MATTER.search(task.sentence):
        return _own_reminder(task)
    coming = [m for m in moments(task) if task.f.minutes_to(m.at if m.has_time else m.at.replace(hour=23)) > 5]
    timed = next((m for m in coming if m.has_time), None)
    if not coming:
        return None
    at = timed.at if timed is not None else max(coming[0].at.replace(hour=9), task.f.now + timedelta(minutes=30))
    text = (said.title if said.kind == "mail" else said.text)[:200]
    return Filled(
        one("create_reminder", text=text, time=iso(at)),
        task.f.say(f"Remind you: {text[:80]}?", f"要提醒你吗：{text[:60]}"),
        ("text", "time"),
    )


_OWN_MATTER = re.compile(
    r"\b(?:have to|has to|must|need(?:s)? to|should) (?:be )?(?!appointment)\w+(?:ed|en"
    r"|t|in|out|up|off)?\b|\bremind me to (?!.*\bappointment)|要(?:盖|收|搬|关|带|浇|换"
    r"|取|喂|吃)|提醒我(?!每|第|有|预约|截)",
    re.IGNORECASE,
)


def _own_reminder(task: Task) -> Filled:
    """What the user has to do when it comes about, soon, or before dark where they say so."""
    f = task.f
    at = f.now + timedelta(minutes=60)
    sunset = f.context.world.sunset
    if re.search(r"before (?:dark|sunset|night)|天黑前", task.sentence, re.I) and sunset is not None and sunset > f.now:
        at = min(at, max(f.now + timedelta(minutes=10), sunset - timedelta(minutes=30)))
    text = (
        re.sub(r",? and I need to be reminded|remind me to |请?提醒我", "", task.words).strip(" ,.，。")
        or task.sentence
    )
    return Filled(
        one("create_reminder", text=text[:200], time=iso(at)),
        f.say(f"Remind you: {text[:80]}?", f"要提醒你吗：{text[:60]}"),
    )


def timer(task: Task) -> Filled | None:
    """A timer of the length that the words name, else what was told."""
    seconds = seconds_in(task.words) or seconds_in(task.sentence) or seconds_in(task.told)
    if seconds is None or seconds > 6 * 3600:
        return None
    minutes = f"{seconds / 60:g}"
    return Filled(
        one("set_timer", seconds=seconds),
        task.f.say(f"Set a timer of {minutes} minutes?", f"要设{minutes}分钟的定时器吗？"),
        ("seconds",),
    )


def alarm(task: Task) -> Filled | None:
    """An alarm so long before what begins early as the user says that they get up for it."""
    f = task.f
    lead = re.search(
        r"(half an|an?|one|two|three|four|\d)(?: and a half)? hours?(?: and a half)? (?:before"
        r"|earlier|ahead)|(\d{1,3}) min\w* (?:before|earlier)|提前(?:.{0,3}?)(半|一|两"
        r"|三|四|\d)个?(?:半)?(?:小时|钟头)|提前(\d{1,3})分",
        task.sentence,
        re.I,
    )
    if lead is None:
        return None
    value = next(group for group in lead.groups() if group).casefold()
    minutes = float(value) if lead[2] or lead[4] else 60 * (float(value) if value.isdecimal() else _LEADS.get(value, 1))
    starts = (
        [m.at for m in moments(task) if m.has_time and 60 < f.minutes_to(m.at) < 16 * 60]
        if task.happening is not None
        else []
    )
    starts = starts or [
        plan.begin for plan in f.plans if 120 < f.minutes_to(plan.begin) < 16 * 60 and plan.begin.date() != f.now.date()
    ]
    if not starts or starts[0].hour >= 10:
        return None
    at = starts[0] - timedelta(minutes=minutes)
    at -= timedelta(minutes=at.minute % 5)
    rings = f.state.next_alarm_ms
    if f.minutes_to(at) < 10 or (rings is not None and abs(rings - at.timestamp() * 1000) < 20 * 60_000):
        return None
    return Filled(
        one("set_alarm", hour=at.hour, minute=at.minute),
        f.say(f"Set an alarm for {at:%H:%M}?", f"要设{at:%H:%M}的闹钟吗？"),
        ("hour", "minute"),
    )


_LEADS = {
    "half an": 0.5,
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "半": 0.5,
    "一": 1,
    "两": 2,
    "三": 3,
    "四": 4,
}


def no_alarm(task: Task) -> Filled | None:
    """The alarm that would ring within the next 16 hours."""
    f, alarm = task.f, task.f.state.next_alarm_ms
    if alarm is None or not 0 < alarm - f.now_ms < 16 * 3_600_000:
        return None
    at = f.now + timedelta(milliseconds=alarm - f.now_ms)
    return Filled(
        one("dismiss_alarm", hour=at.hour, minute=at.minute),
        f.say(f"Dismiss the alarm at {at:%H:%M}?", f"要取消{at:%H:%M}的闹钟吗？"),
    )


def join(task: Task) -> Filled | None:
    """The online meeting that was told of, or that begins."""
    link = meeting_in(task.told)
    plan = plan_of(task, 0.4)
    if link is None and plan is not None and task.f.minutes_to(plan.begin) <= 12:
        link = meeting_in(plan.text)
    if link is None:
        return None
    return Filled(
        one("join_meeting", url_or_id=link), task.f.say("Join the meeting?", "要加入会议吗？"), ("url_or_id",)
    )


FILLS: dict[str, Fill] = {
    "create_calendar_event": calendar,
    "list_calendar_events": look_at_calendar,
    "create_reminder": reminder,
    "set_timer": timer,
    "set_alarm": alarm,
    "dismiss_alarm": no_alarm,
    "join_meeting": join,
}
