"""Deeds about ways and places: routes, rides, tickets, what is near, the weather there."""

from __future__ import annotations

import re

from agent.cues.base import one
from agent.cues.fill.task import Fill, Filled, Task, moments, plan_of
from agent.cues.slots import (
    booking_in,
    object_of,
    ticket_kind,
)
from agent.lexicon import schedule as schedule_words

_HOME = re.compile(r"\bhome\b|回家|家", re.IGNORECASE)
_WORK = re.compile(r"\b(?:work|office|school|studio|shop)\b|公司|单位|学校", re.IGNORECASE)


def _destination(task: Task) -> str:
    f = task.f
    plan = plan_of(task)
    if _HOME.search(task.words) and f.home is not None and not f.at_home:
        return f.home.address or f.home.name
    if _WORK.search(task.words) and f.work is not None and not f.at_work:
        return f.work.address or f.work.name
    if plan is not None and plan.location and not schedule_words.ONLINE.search(plan.location):
        return plan.location
    for place in f.profile.places:
        if place.name.casefold() in task.words.casefold() and place != f.here:
            return place.address or place.name
    return object_of("navigate_to", task.words)


def route(task: Task) -> Filled | None:
    """The way to the plan, to work or home."""
    to = _destination(task)
    if not to and task.f.work is not None and not task.f.at_work and task.f.now.hour < 12:
        to = task.f.work.address or task.f.work.name
    if not to:
        return None
    return Filled(
        one("check_route", destination=to),
        task.f.say(f"Show the way to {to}?", f"要看看去{to}的路线吗？"),
        ("destination",),
    )


def navigate(task: Task) -> Filled | None:
    """Navigation to the plan, to work or home."""
    to = _destination(task)
    return (
        Filled(
            one("navigate_to", destination=to), task.f.say(f"Navigate to {to}?", f"要导航去{to}吗？"), ("destination",)
        )
        if to
        else None
    )


def ride(task: Task) -> Filled | None:
    """A ride to the plan, to work or home."""
    to = _destination(task)
    if not to and task.f.home is not None and not task.f.at_home:
        to = task.f.home.address or task.f.home.name
    return (
        Filled(
            one("request_ride", destination=to),
            task.f.say(f"Get a ride to {to}?", f"要叫车去{to}吗？"),
            ("destination",),
        )
        if to
        else None
    )


def nearby(task: Task) -> Filled | None:
    """What is looked for nearby."""
    query = object_of("search_nearby", task.words, task.sentence)
    if not query:
        return None
    return Filled(
        one("search_nearby", query=query),
        task.f.say(f"Search for a {query} nearby?", f"要搜索附近的{query}吗？"),
        ("query",),
    )


def ticket(task: Task) -> Filled | None:
    """The ticket of what is about to begin."""
    plan = plan_of(task, 4)
    text = f"{task.told} {plan.text if plan is not None else ''}"
    kind = ticket_kind(task.told) or ticket_kind(plan.text if plan is not None else "") or ticket_kind(task.sentence)
    if kind is None:
        return None
    return Filled(
        one("show_ticket", kind=kind, reference=booking_in(text)),
        task.f.say("Show your ticket?", "要显示票吗？"),
        ("reference",),
    )


def weather(task: Task) -> Filled | None:
    """The weather, of the day that is spoken of or planned."""
    f = task.f
    plan = task.happening.plan if task.happening is not None else None
    days = [m.at for m in moments(task) if m.has_date and 0 <= (m.at.date() - f.now.date()).days <= 7]
    day = days[0] if days else plan.begin if plan is not None else None
    date = f"{day:%Y-%m-%d}" if day is not None and day.date() != f.now.date() else None
    return Filled(one("show_weather", date=date), f.say("Show the weather?", "要看天气吗？"), ("date",))


FILLS: dict[str, Fill] = {
    "check_route": route,
    "navigate_to": navigate,
    "request_ride": ride,
    "search_nearby": nearby,
    "show_ticket": ticket,
    "show_weather": weather,
}
