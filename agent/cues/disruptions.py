"""Cues about journeys gone wrong: a line that does not run, traffic, a late train that others wait for."""

from __future__ import annotations

from collections.abc import Iterator

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import Facts, facts, words_of
from agent.lexicon import requests, travel
from agent.lexicon import schedule as words
from agent.profile import Place


def line_disrupted(context: Context) -> Iterator[Finding]:
    """The user's own line does not run, or the road to work is slow, when they are about to go or on the way."""
    f = facts(context)
    if f.work is None:
        return
    target = _commuting_to(f)
    if target is None:
        return
    own = " ".join(f.sentences)
    for said in f.recent(35, "notice"):
        text = f"{said.sender} {said.text}"
        slow = travel.SLOWER.search(text) and words_of(f"{target.name} {target.address}") & words_of(text)
        if not slow and not _work_named(f, text, target):
            if not travel.DISRUPTED.search(text) or travel.MINOR.search(text):
                continue
            if not any(travel.mentions(line, own) for line in travel.lines(text)):
                continue
        elif not travel.SLOWER.search(text) and not travel.DISRUPTED.search(text):
            continue
        trip = next(
            (
                p
                for p in f.next_plans(3)
                if p.location
                and not words.ONLINE.search(p.location)
                and (words.TRAIN.search(p.text) or words.FLIGHT.search(p.text))
            ),
            None,
        )
        where = trip.location if trip is not None else target.address or target.name
        yield Finding(
            topic="route",
            score=0.88,
            subject=f"disruption {said.sender} {f.now:%m-%d}",
            intent=f.say(
                f"{said.sender}. Show another way to {target.name}?",
                f"{said.sender}，要看看去{target.name}的其他路线吗？",
            ),
            calls=one("check_route", destination=where),
            source=said.source,
            evidence=(said.evidence,),
        )


def traffic_to_plan(context: Context) -> Iterator[Finding]:
    """The map tells of traffic on the way to where something is planned soon."""
    f = facts(context)
    for said in f.recent(35, "notice"):
        text = f"{said.sender} {said.text}"
        if "maps" not in said.package or said.promotion or not travel.TRAFFIC.search(text):
            continue
        for plan in f.next_plans(2.5):
            if not plan.location or words.ONLINE.search(plan.location) or not words_of(plan.text) & words_of(text):
                continue
            yield Finding(
                topic="route",
                score=0.84,
                subject=f"traffic {plan.title} {f.now:%m-%d}",
                intent=f.say(
                    f"Traffic on the way to {plan.location}. Show the route?",
                    f"去{plan.location}的路上堵车，要看路线吗？",
                ),
                calls=one("check_route", destination=plan.location),
                source=said.source,
                evidence=(said.evidence, plan.text),
            )
            return


def _work_named(f: Facts, text: str, target: Place) -> bool:
    extra = str((f.profile.model_extra or {}).get("work", "")) if target == f.work else ""
    return len(words_of(extra) & words_of(text)) >= 2


def _commuting_to(f: Facts) -> Place | None:
    """Work in the morning of a working day (by habit or calendar), home in its evening."""
    if f.here is not None and f.here == f.work:
        return f.home if 15 <= f.now.hour <= 21 else None
    if not 5 <= f.now.hour <= 11:
        return None
    habits = list(f.habits(travel.COMMUTE.pattern))
    if any(-75 <= (f.since_habit(habit) or 999) <= 150 for habit in habits):
        return f.work
    return f.work if not f.context.world.weekend and f.now.hour <= 10 else None


def train_late(context: Context) -> Iterator[Finding]:
    """The user's train is late and someone asked to be told."""
    f = facts(context)
    for said in f.recent(40, "notice"):
        text = f"{said.sender} {said.text}"
        if not travel.DELAYED.search(text) or not my_journey(f, text):
            continue
        late = travel.LATE_BY.search(text)
        minutes = next((group for group in late.groups() if group), "") if late else ""
        waiting = next(
            (
                one_said
                for one_said in f.heard
                if one_said.kind in ("chat", "sms")
                if one_said.known
                and one_said.direct
                and one_said.ago_s < 14 * 3600
                and requests.LATE_ASK.search(one_said.text)
            ),
            None,
        )
        if waiting is None:
            continue
        message = f.say(
            f"My train is {minutes + ' minutes ' if minutes else ''}late, I will be home later.",
            f"我坐的车晚点{minutes + '分钟' if minutes else ''}，会晚些到家。",
        )
        calls = (
            one("send_sms", recipient=waiting.sender, body=message)
            if waiting.kind == "sms"
            else one("send_message", app=waiting.package, recipient=waiting.sender, text=message)
        )
        yield Finding(
            topic="tell",
            score=0.88,
            subject=f"late {said.sender} {f.now:%m-%d}",
            intent=f.say(f"Your train is late. Tell {waiting.sender}?", f"车晚点了，要告诉{waiting.sender}吗？"),
            calls=calls,
            source=said.source,
            evidence=(said.evidence, waiting.evidence),
            taints=(("recipient", waiting.origin),),
        )


def my_journey(f: Facts, text: str) -> bool:
    """Whether a notice of a delay is about the user's journey: its number is in the calendar, or it leaves from here
    within the hour while the user is away."""
    numbers = travel.train_names(text)
    soon = [plan for plan in f.plans if -60 <= f.minutes_to(plan.begin) <= 180]
    if any(numbers & travel.train_names(plan.text) for plan in soon):
        return True
    if numbers or f.at_home or f.at_work or travel.MINOR.search(text):
        return False
    departures = [m.at for m in f.moments_in(text) if m.has_time and -15 <= f.minutes_to(m.at) <= 60]
    city = str((f.profile.model_extra or {}).get("city") or "").casefold()
    return bool(departures) and bool(city) and city in text.casefold()


CUES = (line_disrupted, traffic_to_plan, train_late)
