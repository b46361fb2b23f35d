"""Cues about the calendar: appointments, moved events and deadlines in messages; timers for what runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import Facts, Planned, facts, words_of
from agent.cues.messages import Said
from agent.lexicon import asks, requests
from agent.lexicon import schedule as words
from agent.lexicon.messages import PAST
from agent.text import Spoken, first_sentence, minutes_in

FRESH_MIN = 90
_SLACK_MIN = 45


def _letters(f: Facts) -> Iterator[Said]:
    """Text messages and mails (also of strangers) and direct messages, that are no advertising and still stand."""
    for said in f.recent(FRESH_MIN, "sms", "mail", "chat"):
        if not said.promotion and said.open and (said.addressed or said.kind != "chat"):
            yield said


def _iso(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M}"


def appointment_in_message(context: Context) -> Iterator[Finding]:
    """An appointment with day and time, told by message, that the calendar does not hold."""
    f = facts(context)
    for said in _letters(f):
        moved = bool(words.MOVED.search(said.text))
        if not _is_appointment(said, moved) or (moved and _plan_meant(f, said) is not None):
            continue
        found = [m.at for m in f.moments(said) if m.has_date and m.has_time and f.minutes_to(m.at) > 30]
        if not found:
            continue
        at = found[-1] if moved else found[0]  # of a visit that was moved the new time is named last
        if f.minutes_to(at) > 400 * 1440 or _held(f, said, at):
            continue
        title = _title(said)
        yield Finding(
            topic="calendar event", score=0.85 if said.known else 0.75, subject=f"appointment {_iso(at)}",
            intent=f.say(f"Add “{title}” on {at:%a %d %b, %H:%M} to the calendar?",
                         f"要把“{title}”（{at.month}月{at.day}日 {at:%H:%M}）记到日历里吗？"),
            calls=one("create_calendar_event", title=title, start=_iso(at)),
            source=said.source, evidence=(said.evidence,),
            taints=(("title", said.origin), ("start", said.origin)),
        )  # fmt: skip


def _is_appointment(said: Said, moved: bool) -> bool:
    """Whether a message tells the user of an appointment of theirs: in the words of one, by somebody known or in
    words that expect the user."""
    text = said.text
    if not words.APPOINTMENT.search(text) or words.DONE.search(text):
        return False
    if requests.POST.search(text) or requests.YES_WANTED.search(text):
        return False
    if said.known:
        return True
    return said.kind != "chat" and ((moved and said.kind == "sms") or bool(words.ATTEND.search(text)))


def plan_made(context: Context) -> Iterator[Finding]:
    """Someone the user knows fixes a day and time with them, and the calendar does not hold it."""
    f = facts(context)
    for said in f.personal(60):
        text = said.text
        if said.kind == "mail" or not words.MEET.search(text) or PAST.search(text) or words.MOVED.search(text):
            continue
        found = [m for m in f.moments(said) if m.has_date and m.has_time and f.minutes_to(m.at) > 180]
        if not found or f.minutes_to(found[0].at) > 60 * 1440 or _held(f, said, found[0].at):
            continue
        what, at = words.MEET.search(text), found[0].at
        title = f"{what[0].capitalize() if what else ''} – {said.sender}"
        yield Finding(
            topic="calendar event", score=0.7, subject=f"appointment {_iso(at)}",
            intent=f.say(f"Add “{title}” on {at:%a %d %b, %H:%M} to the calendar?",
                         f"要把“{title}”（{at.month}月{at.day}日 {at:%H:%M}）记到日历里吗？"),
            calls=one("create_calendar_event", title=title[:90], start=_iso(at)), source=said.source,
            evidence=(said.evidence,), taints=(("title", said.origin), ("start", said.origin)),
        )  # fmt: skip


def _held(f: Facts, said: Said, at: datetime) -> bool:
    """Whether the calendar holds an event of that time."""
    near = [plan for plan in f.plans if abs((plan.begin - at).total_seconds()) < _SLACK_MIN * 60]
    return any(plan.begin == at or words_of(plan.text) & words_of(said.text) for plan in near)


def _title(said: Said) -> str:
    """A title: the subject of a mail, or what the appointment word says and who with."""
    if said.kind == "mail" and said.title != said.sender:
        return said.title[:90]
    match = words.APPOINTMENT.search(said.text)
    what = match[0] if match else said.text[:30]
    if re.fullmatch(r"(?:booked|scheduled|see|is|will|takes|your|please|定于).*", what, re.IGNORECASE):
        what = first_sentence(said.text)[:40]
    what = what[:1].upper() + what[1:]
    return f"{what} – {said.sender}"[:90]


def event_moved(context: Context) -> Iterator[Finding]:
    """An event that the calendar holds was moved to another time."""
    f = facts(context)
    for said in _letters(f):
        if not words.MOVED.search(said.text):
            continue
        times = [moment for moment in f.moments(said) if moment.has_time]
        plan = _plan_meant(f, said)
        if plan is None or not times:
            continue
        new = _new_time(times, plan)
        if new is None or new == plan.begin or f.minutes_to(new) < 0:
            continue
        yield Finding(
            topic="calendar change", score=0.88, subject=f"begins {_iso(new)}",
            intent=f.say(f"Move “{plan.title}” to {new:%a %d %b, %H:%M} in the calendar?",
                         f"要把日历里的“{plan.title}”改到{new.month}月{new.day}日 {new:%H:%M}吗？"),
            calls=one("update_calendar_event", event=plan.title, start=_iso(new)),
            source=said.source, evidence=(said.evidence, plan.title),
            taints=(("start", said.origin),),
        )  # fmt: skip


def comes_later(context: Context) -> Iterator[Finding]:
    """Somebody whose name a plan bears says that they come at another time."""
    f = facts(context)
    for said in f.recent(FRESH_MIN, "sms", "chat"):
        if not said.known or not said.open or said.promotion or not asks.ARRIVAL_CHANGED.search(said.text):
            continue
        times = [moment for moment in f.moments(said) if moment.has_time and f.minutes_to(moment.at) > 0]
        first = said.sender.split()[0]
        plan = next((p for p in f.next_plans(36) if first.casefold() in p.title.casefold()), None)
        if plan is None or not times:
            continue
        new = _new_time(times[:1], plan)
        if new is None or new == plan.begin or abs((new - plan.begin).total_seconds()) > 12 * 3600:
            continue
        yield Finding(
            topic="calendar change", score=0.87, subject=f"begins {_iso(new)}",
            intent=f.say(f"Move “{plan.title}” to {new:%H:%M}?", f"要把“{plan.title}”改到{new:%H:%M}吗？"),
            calls=one("update_calendar_event", event=plan.title, start=_iso(new)),
            source=said.source, evidence=(said.evidence, plan.title),
            taints=(("start", said.origin),),
        )  # fmt: skip


def _plan_meant(f: Facts, said: Said) -> Planned | None:
    """The coming event that a message speaks of: by the words of its title and place."""
    text = words_of(f"{said.sender} {said.title} {said.text}")
    stems = {word[:6] for word in text}
    ranked = []
    for plan in f.plans:
        if f.minutes_to(plan.begin) <= 0:
            continue
        title = {word[:6] for word in words_of(plan.title)}
        place = {word[:6] for word in words_of(plan.location)}
        score = 2 * len(title & stems) + len(place & stems)
        if title & stems and score >= 2:
            ranked.append((score, -f.minutes_to(plan.begin), plan))
    return max(ranked, key=lambda item: item[:2])[2] if ranked else None


def _new_time(times: list[Spoken], plan: Planned) -> datetime | None:
    """The time that is not the old one; without a date of its own it is on the event's day."""
    candidates = []
    for moment in times:
        at = moment.at
        if not moment.has_date:
            at = plan.begin.replace(hour=at.hour, minute=at.minute)
        if (at.hour, at.minute) == (plan.begin.hour, plan.begin.minute) and at.date() == plan.begin.date():
            continue
        candidates.append(at)
    return candidates[0] if candidates else None


def deadline_told(context: Context) -> Iterator[Finding]:
    """Something is due soon, and no reminder stands in the calendar."""
    f = facts(context)
    for said in _letters(f):
        if said.kind == "chat" and not said.known:
            continue
        text = said.text
        if not words.DEADLINE.search(text) or words.DONE.search(text) or words.PAYMENT_WORDS.search(text):
            continue
        found = [m for m in f.moments(said) if m.has_date and f.minutes_to(_end(m)) > 60]
        if not found:
            continue
        due = (
            min(_end(moment) for moment in found if moment.has_time)
            if any(m.has_time for m in found)
            else _end(found[0])
        )
        if f.minutes_to(due) > 10 * 1440 or _held(f, said, due):
            continue
        title = ((said.title if said.kind == "mail" else text.split(".")[0]).strip() or text.strip())[:90]
        at = max(f.now + timedelta(minutes=45), due - timedelta(hours=7)).replace(second=0, microsecond=0)
        yield Finding(
            topic="reminder", score=0.8, subject=f"deadline {_iso(due)} {title[:30]}",
            intent=f.say(f"Remind you: {title}?", f"要提醒你吗：{title}"),
            calls=one("create_reminder", text=title, time=_iso(min(at, due))),
            source=said.source, evidence=(said.evidence,),
            taints=(("text", said.origin), ("time", said.origin)),
        )  # fmt: skip


def _end(moment: Spoken) -> datetime:
    return moment.at if moment.has_time else moment.at.replace(hour=23, minute=0)


def asked_to_remember(context: Context) -> Iterator[Finding]:
    """Someone asks the user not to forget something at a time."""
    f = facts(context)
    for said in f.personal(60):
        match = requests.REMEMBER.search(said.text)
        if match is None or PAST.search(said.text):
            continue
        times = [m for m in f.moments(said) if m.has_time and f.minutes_to(m.at) > 20]
        days = [m for m in f.moments(said) if m.has_date and not m.has_time and m.at > f.now]
        at = times[0].at if times else days[0].at.replace(hour=8) if days else None
        if at is None:
            continue
        what = (match[1] or match[2] or said.text).strip()
        yield Finding(
            topic="reminder", score=0.75, subject=f"remember {said.sender} {said.time_ms}",
            intent=f.say(f"Remind you to {what}?", f"要提醒你{what}吗？"),
            calls=one("create_reminder", text=what[:200], time=_iso(at)),
            source=said.source, evidence=(said.evidence,),
            taints=(("text", said.origin), ("time", said.origin)),
        )  # fmt: skip


def appliance_started(context: Context) -> Iterator[Finding]:
    """Something at home runs for a while, and the user sets timers for it."""
    f = facts(context)
    wish = f.wish(r"\btimer\b|定时|计时|倒计时")
    if wish is None:
        return
    for said in f.recent(12, "notice"):
        text = f"{said.sender} {said.text}"
        length = minutes_in(said.text)
        if said.promotion or length is None or not words.APPLIANCE.search(text):
            continue
        if words.TIMER_START.search(text) and not words.OVER.search(said.text):
            seconds = round(length * 60)
            yield Finding(
                topic="timer", score=0.85, subject=f"timer {said.key} {said.time_ms}",
                intent=f.say(f"Set a timer of {length:g} minutes for “{said.sender}”?",
                             f"要为“{said.sender}”设{length:g}分钟的定时器吗？"),
                calls=one("set_timer", seconds=seconds, label=said.sender[:90]),
                source=said.source, evidence=(said.evidence, wish),
                taints=(("seconds", said.origin), ("label", said.origin)),
            )  # fmt: skip


def timer_asked(context: Context) -> Iterator[Finding]:
    """Someone asks the user to do something in so many minutes."""
    f = facts(context)
    for said in f.personal(8):
        length = minutes_in(said.text)
        if (
            length is None
            or not 1 <= length <= 180
            or PAST.search(said.text)
            or asks.DOES_IT_THEMSELVES.search(said.text)
            or not requests.IN_MINUTES.search(said.text)
        ):
            continue
        yield Finding(
            topic="timer", score=0.8, subject=f"timer {said.sender} {said.time_ms}", source=said.source,
            intent=f.say(f"Set a timer of {length:g} minutes?", f"要设{length:g}分钟的定时器吗？"),
            calls=one("set_timer", seconds=round(length * 60)), evidence=(said.evidence,),
            taints=(("seconds", said.origin),),
        )  # fmt: skip


def asked_whether_free(context: Context) -> Iterator[Finding]:
    """Someone asks whether the user is free at a time: the calendar knows."""
    f = facts(context)
    for said in f.personal(40):
        if not requests.FREE_ON.search(said.text):
            continue
        found = [moment for moment in f.moments(said) if moment.at.date() >= f.now.date() and moment.has_date]
        if not found:
            continue
        day = found[0].at
        begin, end = day.replace(hour=0, minute=0), day.replace(hour=23, minute=59)
        yield Finding(
            topic="look at calendar", score=0.7, subject=f"free {said.sender} {said.time_ms}",
            intent=f.say(f"Look whether you are free on {day:%A}?", f"要看看{day.month}月{day.day}日的日程吗？"),
            calls=one("list_calendar_events", start=_iso(begin), end=_iso(end)),
            source=said.source, evidence=(said.evidence,),
            taints=(("start", said.origin), ("end", said.origin)),
        )  # fmt: skip


CUES = (
    event_moved, comes_later, appointment_in_message, plan_made, deadline_told, asked_to_remember, timer_asked,
    appliance_started, asked_whether_free,
)  # fmt: skip
