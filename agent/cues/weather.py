"""Cues about the weather: a warning for the time and place of something outdoors."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import facts
from agent.lexicon import travel as words


def warning_for_plan(context: Context) -> Iterator[Finding]:
    """The weather app warns of here, and something outdoors is planned within the next hours."""
    f = facts(context)
    for said in f.recent(45, "notice"):
        text = f"{said.sender} {said.text}"
        app = "weather" in said.package.casefold() or words.WEATHER.search(said.channel)
        if not app or not words.ALERT.search(text) or words.ELSEWHERE.search(text):
            continue
        ahead = 300 if not words.LATER_DAYS.search(text) else 30 * 60
        plans = [p for p in f.plans if -90 <= f.minutes_to(p.begin) <= ahead and f.minutes_to(p.end) > 0]
        plan = next(
            (
                p
                for p in plans
                if (words.TRAVELS.search(p.text) and f.minutes_to(p.begin) > 0)
                or (words.OUTDOOR.search(f"{p.title} {p.location}") and not _indoors(p.title))
            ),
            None,
        )
        habit = next((h.what for h in f.habits(words.OUTDOOR.pattern) if -200 <= (f.since_habit(h) or 999) <= 20
                      and not words.COMMUTE.search(h.what)), None)  # fmt: skip
        about = plan.title if plan is not None else habit
        if about is not None:
            yield Finding(
                topic="weather", score=0.83, subject=f"weather {said.sender} {f.now:%m-%d}",
                intent=f.say(f"{said.sender}: it may touch “{about}”. Show the forecast?",
                             f"{said.sender}，可能影响“{about}”，要看天气吗？"),
                calls=one("show_weather"), source=said.source, evidence=(said.evidence, about),
            )  # fmt: skip
            return


def _indoors(title: str) -> bool:
    return bool(
        re.search(
            r"\b(?:gym|indoor|online|lecture|meeting|train to|theatre|cinema)\b|室内|健身房", title, re.IGNORECASE
        )
    )


CUES = (warning_for_plan,)
