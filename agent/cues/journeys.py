"""Cues about getting somewhere: meetings online and far away, tickets, disruptions, the ride home, telling who waits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import Facts, Planned, facts, words_of
from agent.cues.messages import Said
from agent.lexicon import schedule as words
from agent.lexicon import travel
from agent.lexicon.messages import ASKS, over
from agent.text import clock_in, meeting_link, minutes_in

JOIN_MIN = 1  # minutes before its start from which a meeting is offered without a reminder
_CALENDAR = re.compile(r"calendar|日历", re.IGNORECASE)


def _reminders(f: Facts, minutes: float) -> Iterator[tuple[Said, Planned]]:
    """Reminders of the calendar that were posted within those minutes, with their events."""
    for said in f.recent(minutes, "notice"):
        leave = travel.LEAVE_NOW.search(f"{said.sender} {said.text}")
        if not _CALENDAR.search(said.package) and said.category != "event" and not leave:
            continue
        plan = next((plan for plan in f.plans if plan.title == said.sender), None)
        if plan is None and leave:
            soon = f.next_plans(3)
            plan = next((p for p in soon if words_of(p.text) & words_of(f"{said.sender} {said.text}")), None)
        if plan is not None:
            yield said, plan


def meeting_starts(context: Context) -> Iterator[Finding]:
    """An online meeting that the user has not declined starts now."""
    f = facts(context)
    reminded = {plan.title for _, plan in _reminders(f, 20)}
    for plan in f.plans:
        until = f.minutes_to(plan.begin)
        link = meeting_link(plan.location) or meeting_link(plan.description)
        if link is None or not -8 <= until <= (10 if plan.title in reminded else JOIN_MIN):
            continue
        yield Finding(
            topic="join meeting",
            score=0.92,
            subject=f"meeting {link} {plan.begin:%m-%d}",
            intent=f.say(
                f"“{plan.title}” starts at {plan.begin:%H:%M}. Join it?",
                f"“{plan.title}”{plan.begin:%H:%M}开始，要加入会议吗？",
            ),
            calls=one("join_meeting", url_or_id=link),
            evidence=(plan.text,),
        )


def way_to_event(context: Context) -> Iterator[Finding]:
    """A reminder of an event at another place, early enough to go there."""
    f = facts(context)
    for said, plan in _reminders(f, 20):
        until = f.minutes_to(plan.begin)
        leave = travel.LEAVE_NOW.search(f"{said.sender} {said.text}")
        if not (5 if leave else 20) <= until <= 150 or not plan.location or words.ONLINE.search(plan.location):
            continue
        if f.here is not None and words_of(f.here.name + " " + f.here.address) & words_of(plan.location):
            continue
        yield _navigate(f, plan, (said.evidence,))


def group_waits(context: Context) -> Iterator[Finding]:
    """Others say that they are already at the place of an event that begins soon."""
    f = facts(context)
    for said in f.recent(20, "chat", "sms"):
        if (
            not travel.WE_ARE_AT.search(said.text)
            or said.promotion
            or not said.open
            or not (said.known or not said.direct)
        ):
            continue
        for plan in f.plans:
            if not -30 <= f.minutes_to(plan.begin) <= 75 or not plan.location or words.ONLINE.search(plan.location):
                continue
            if len(words_of(plan.location) & words_of(said.text)) >= 1:
                yield _navigate(f, plan, (said.evidence, plan.text))


def _navigate(f: Facts, plan: Planned, evidence: tuple[str, ...]) -> Finding:
    return Finding(
        topic="navigate",
        score=0.85,
        subject=f"way to {plan.title} {plan.begin:%m-%d}",
        intent=f.say(f"Navigate to {plan.location} for “{plan.title}”?", f"要导航去{plan.location}吗？"),
        calls=one("navigate_to", destination=plan.location),
        evidence=evidence,
    )


def ready_to_fetch(context: Context) -> Iterator[Finding]:
    """Something of the user's is ready at a shop that a message names."""
    f = facts(context)
    for said in f.recent(75, "sms", "mail", "notice"):
        match = words.REMINDER_READY.search(said.text)
        if match is None or said.promotion or travel.PICKUP_CODE.search(said.text):
            continue
        place = (match[1] or match[2]).strip(" ,，")
        place = re.split(r"(?<=\D)[.;]|\buntil\b|\bby\b", place)[0].strip(" ,")
        yield Finding(
            topic="fetch",
            score=0.78,
            subject=f"fetch {said.sender} {f.now:%Y-%m-%d}",
            intent=f.say(f"It is ready. Navigate to {place}?", f"可以去取了，要导航去{place}吗？"),
            calls=one("navigate_to", destination=place),
            source=said.source,
            evidence=(said.evidence,),
            taints=(("destination", said.origin),),
        )


def ticket_needed(context: Context) -> Iterator[Finding]:
    """The user has come to where a train leaves or a show begins, and needs the ticket."""
    f = facts(context)
    if f.at_home or f.at_work or not f.just_arrived(30):
        return
    for plan in f.next_plans(3.2):
        text = plan.text
        delay = _delay_of(f, plan)
        until = f.minutes_to(plan.begin + timedelta(minutes=delay))
        kind = next(
            (
                kind
                for kind, pattern in (("flight", words.FLIGHT), ("train", words.TRAIN), ("bus", words.BUS))
                if pattern.search(text)
            ),
            None,
        )
        if (kind == "train" and until > 32) or (kind == "flight" and until > 180) or (kind == "bus" and until > 32):
            continue
        if kind is None:
            if until > 45 or not plan.location or not words.TICKETED.search(f"{plan.title} {plan.description}"):
                continue
            kind = "cinema" if travel.CINEMA.search(text) else "event"
        yield Finding(
            topic="ticket",
            score=0.8,
            subject=f"ticket {plan.title} {plan.begin:%m-%d}",
            intent=f.say(
                f"“{plan.title}” begins at {plan.begin:%H:%M}. Show the ticket?",
                f"“{plan.title}”{plan.begin:%H:%M}，要显示票吗？",
            ),
            calls=one("show_ticket", kind=kind),
            evidence=(text,),
        )


def _delay_of(f: Facts, plan: Planned) -> float:
    """Minutes by which a journey of the calendar is late, as its app says."""
    numbers = travel.train_names(plan.title)
    for said in f.recent(240, "notice"):
        text = f"{said.sender} {said.text}"
        if travel.DELAYED.search(text) and numbers & travel.train_names(text):
            return minutes_in(text) or 0.0
    return 0.0


def ride_home(context: Context) -> Iterator[Finding]:
    """Late and away from home, when the user takes a ride by their own words."""
    f = facts(context)
    if f.home is None or f.at_home or f.at_work or (f.meters_to(f.home) or 0) < 600 or f.ongoing():
        return
    for sentence in f.wishes(travel.TAKES_RIDE.pattern):
        clock = clock_in(sentence)
        if clock is None or not _after(f, clock):
            continue
        if travel.RAIN.search(sentence) and not _rains_here(f):
            continue
        if travel.STATION.search(sentence) and not (
            f.here is not None and f.here.kind == "station" and f.just_arrived(25)
        ):
            continue
        if not travel.RAIN.search(sentence) and not travel.STATION.search(sentence) and not f.just_arrived(25):
            continue
        yield Finding(
            topic="ride",
            score=0.85,
            subject=f"ride home {f.now - timedelta(hours=5):%m-%d}",
            intent=f.say("Get a ride home?", "要叫车回家吗？"),
            calls=one("request_ride", destination=f.home.address or f.home.name),
            evidence=(sentence,),
        )
        return


def _after(f: Facts, clock: tuple[int, int]) -> bool:
    """Whether it is after that time of the evening (until four in the morning)."""
    now = f.now.hour * 60 + f.now.minute + (1440 if f.now.hour < 4 else 0)
    return now >= clock[0] * 60 + clock[1]


def _rains_here(f: Facts) -> bool:
    weather = [s for s in f.recent(60, "notice") if "weather" in s.package or travel.WEATHER.search(s.sender)]
    return any(travel.RAIN.search(f"{s.sender} {s.text}") and not travel.ELSEWHERE.search(s.text) for s in weather)


def boarding(context: Context) -> Iterator[Finding]:
    """The airline calls to board, or names another gate, for a flight of the calendar."""
    f = facts(context)
    flight = next((p for p in f.plans if words.FLIGHT.search(p.text) and -10 <= f.minutes_to(p.begin) <= 180), None)
    if flight is None or f.at_home:
        return
    for said in f.recent(20, "notice", "sms", "mail"):
        if not said.promotion and travel.BOARDING.search(f"{said.sender} {said.text}"):
            yield Finding(
                topic="ticket",
                score=0.82,
                subject=f"ticket {flight.title} {flight.begin:%m-%d}",
                source=said.source,
                intent=f.say("Boarding begins. Show your boarding pass?", "开始登机，要显示登机牌吗？"),
                calls=one("show_ticket", kind="flight"),
                evidence=(said.evidence, flight.title),
            )
            return


def tank_low(context: Context) -> Iterator[Finding]:
    """The car says that it needs fuel or charge."""
    f = facts(context)
    for said in f.recent(30, "notice"):
        text = f"{said.sender} {said.text}"
        match = travel.TANK.search(text)
        if match is None or said.promotion:
            continue
        electric = bool(travel.ELECTRIC.search(text))
        query = f.say("charging station", "充电站") if electric else f.say("gas station", "加油站")
        yield Finding(
            topic="find nearby",
            score=0.8,
            subject=f"tank {f.now:%m-%d}",
            source=said.source,
            intent=f.say(f"Search for a {query} nearby?", f"要搜索附近的{query}吗？"),
            calls=one("search_nearby", query=query),
            evidence=(said.evidence,),
        )


def ride_asked(context: Context) -> Iterator[Finding]:
    """Someone asks the user to get a ride."""
    f = facts(context)
    for said in f.personal(30):
        match = travel.RIDE_ASKED.search(said.text)
        if match is None or over(said.text) or not ASKS.search(said.text):
            continue
        home = (f.home.address or f.home.name) if f.home is not None and not f.at_home else None
        to = (match["to"] or match["han"] or "").strip()
        to = (home or "") if to.casefold() in ("", "home", "家", "回家") else to
        if to:
            yield Finding(
                topic="ride",
                score=0.82,
                subject=f"ride {said.sender} {said.time_ms}",
                source=said.source,
                intent=f.say(f"Get a ride to {to}?", f"要叫车去{to}吗？"),
                calls=one("request_ride", destination=to),
                evidence=(said.evidence,),
                taints=(("destination", said.origin),),
            )


CUES = (
    ride_asked,
    boarding,
    tank_low,
    meeting_starts,
    way_to_event,
    group_waits,
    ready_to_fetch,
    ticket_needed,
    ride_home,
)
