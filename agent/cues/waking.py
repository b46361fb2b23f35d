"""Cues about alarms: an early start tomorrow, a late start today."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import Facts, Planned, facts, words_of
from agent.cues.meaning import concepts
from agent.cues.messages import Said
from agent.lexicon import schedule as words

EVENING_HOUR, EARLY_HOUR = 16, 10
BEDTIME = (22, 30)
FRESH_MIN = 100
_LEAD_H = {"一": 1.0, "二": 2.0, "两": 2.0, "三": 3.0, "四": 4.0, "one": 1.0, "two": 2.0, "three": 3.0}


def early_start(context: Context) -> Iterator[Finding]:
    """Tomorrow begins early, and no alarm rings in time. Told when a message speaks of it, and else at bedtime."""
    f = facts(context)
    if f.now.hour < EVENING_HOUR:
        return
    told = next((found for said in f.recent(FRESH_MIN) if (found := _told(f, said))), None)
    if told is not None:
        start, reason, source = told
    else:
        early = [p for p in f.plans if p.begin.date() == f.tomorrow.date() and p.begin.hour < EARLY_HOUR]
        if not early or (f.now.hour, f.now.minute) < BEDTIME or not _matters(early[0]):
            return
        start, reason, source = early[0].begin, early[0].title, ""
    if f.state.alarms is None:
        return
    wake = _wake_time(f, start, reason)
    alarm = f.state.next_alarm_ms
    if alarm is not None and alarm <= (wake + timedelta(minutes=25)).timestamp() * 1000 and alarm >= f.now_ms:
        return
    yield Finding(
        topic="alarm", score=0.87, subject=f"begins {start:%Y-%m-%dT%H:%M}", source=source,
        intent=f.say(f"Tomorrow starts at {start:%H:%M}. Set an alarm for {wake:%H:%M}?",
                     f"明天{start:%H:%M}就要开始，要设{wake:%H:%M}的闹钟吗？"),
        calls=one("set_alarm", hour=wake.hour, minute=wake.minute), evidence=(reason,),
    )  # fmt: skip


def _matters(plan: Planned) -> bool:
    return bool(words.FLIGHT.search(plan.text) or words.TRAIN.search(plan.text) or plan.begin.hour < 9)


def _told(f: Facts, said: Said) -> tuple[datetime, str, str] | None:
    """The early beginning of tomorrow that a message speaks of; of strangers only what the calendar knows too."""
    text = f"{said.sender}. {said.title}. {said.text}"
    if said.promotion or not words.TOMORROW.search(text) or not words.STARTS.search(text):
        return None
    day = f.tomorrow.date()
    times = [m.at for m in f.moments(said) if m.has_time]
    # A time that is said without its day belongs to the day that the message speaks of.
    early = [f.tomorrow.replace(hour=at.hour, minute=at.minute) for at in times if 3 <= at.hour < EARLY_HOUR]
    if not early:
        return None
    plans = [plan for plan in f.plans if plan.begin.date() == day]
    same = [plan for plan in plans if any(abs((plan.begin - at).total_seconds()) < 60 for at in early)]
    if same and (words_of(text) & words_of(same[0].text) or words.TRAIN.search(text) or words.FLIGHT.search(text)):
        return same[0].begin, f"{same[0].title}. {same[0].description}. {text}", said.source
    named = [plan for plan in plans if {w[:6] for w in words_of(plan.title)} & {w[:6] for w in words_of(text)}]
    if (said.known and said.kind != "notice") or named:
        return min(early), text, said.source
    return None


def _wake_time(f: Facts, start: datetime, reason: str) -> datetime:
    """When to get up for it: the user's own words about journeys, else by what it is."""
    own = _own_lead(f, reason)
    if own is not None:
        wake = start - timedelta(hours=own)
        return wake - timedelta(minutes=wake.minute % 5)
    airport = words.AT_AIRPORT_BY.search(reason)
    if words.FLIGHT.search(reason):
        if airport is not None:
            wake = start.replace(hour=int(airport[1]) % 24, minute=int(airport[2]) % 60) - timedelta(minutes=90)
        else:
            wake = start - timedelta(hours=3, minutes=15)
    else:
        lead = _lead(f) if words.TRAIN.search(reason) else None
        wake = start - timedelta(hours=lead if lead is not None else 2)
    return wake - timedelta(minutes=wake.minute % 5)


def _own_lead(f: Facts, reason: str) -> float | None:
    """How many hours before such a thing the user gets up, where they say so of just that."""
    for sentence in f.sentences:
        match = words.TRAVEL_LEAD.search(sentence)
        shared = concepts(sentence) & concepts(reason) - {"wake", "car", "work"}
        if match is None or not shared or words.TRAIN.search(reason):
            continue
        word = (match[1] or match[3] or "").lower()
        hours = (
            float(word)
            if word.isdecimal() and word.isascii()
            else _LEAD_H.get(word, 1.0 if word in ("an", "a") else None)
        )
        if hours is not None:
            return hours + (0.5 if match[2] else 0)
    return None


def _lead(f: Facts) -> float | None:
    """How many hours before a train the user wants to get up, in their own words."""
    for sentence in f.wishes(r"train|高铁|火车|早班"):
        if (match := words.TRAVEL_LEAD.search(sentence)) is not None:
            word = (match[1] or match[3] or "").lower()
            hours = float(word) if word.isdecimal() and word.isascii() else _LEAD_H.get(word)
            if hours is not None:
                return hours + (0.5 if match[2] else 0)
    return None


def late_start(context: Context) -> Iterator[Finding]:
    """The day begins later or not at all, and the alarm still rings early."""
    f = facts(context)
    alarm = f.state.next_alarm_ms
    if alarm is None or not 0 < alarm - f.now_ms < 4 * 3_600_000 or f.now.hour >= EARLY_HOUR:
        return
    rings = datetime.fromtimestamp(alarm / 1000, f.now.tzinfo)
    for said in f.recent(240, "sms", "mail", "chat"):
        if said.promotion or not words.LATE_START.search(said.text):
            continue
        work = f.work
        place = (
            words_of(f"{work.name} {work.address} {(f.profile.model_extra or {}).get('work', '')}") if work else set()
        )
        if not said.known and not place & words_of(said.text):
            continue
        yield Finding(
            topic="alarm off", score=0.9, subject=f"late start {f.now:%Y-%m-%d}",
            intent=f.say(f"Your day starts later. Dismiss the alarm at {rings:%H:%M}?",
                         f"今天开始得晚，要取消{rings:%H:%M}的闹钟吗？"),
            calls=one("dismiss_alarm", hour=rings.hour, minute=rings.minute),
            source=said.source, evidence=(said.evidence,),
        )  # fmt: skip
        return


CUES = (early_start, late_start)
