"""Cues about health and sport: a reading to log, a workout or a trip to post about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import facts
from agent.lexicon import living as words

FRESH_MIN = 45
_UNITS = {"℃": "°C", "℉": "°F", "公斤": "kg", "千克": "kg"}


def reading(context: Context) -> Iterator[Finding]:
    """A device took a reading that the user logs."""
    f = facts(context)
    for said in f.recent(FRESH_MIN, "notice"):
        text = f"{said.sender} {said.text}"
        if said.promotion or not words.READING.search(text):
            continue
        for kind, pattern, about in words.METRICS:
            match = pattern.search(text)
            wish = f.wish(words.METRIC_WORDS[kind], words.LOGS.pattern)
            named = about.search(f"{text} {said.package}") or (wish and kind == "blood_glucose")
            if match is None or not named:
                continue
            unit = (match[2] or "mmHg").replace(" ", "")
            unit = unit if f.zh else _UNITS.get(unit, unit)
            yield Finding(
                topic="health", score=0.86 if wish else 0.45, subject=f"reading {said.key} {said.time_ms}",
                intent=f.say(f"Log {match[1]} {unit}?", f"要记录{match[1]}{unit}吗？"),
                calls=one("log_health_metric", kind=kind, value=match[1], unit=unit),
                source=said.source, evidence=(said.evidence, wish or ""),
            )  # fmt: skip
            break


def post_workout(context: Context) -> Iterator[Finding]:
    """A workout of the user's own is finished, and they post about it."""
    f = facts(context)
    wish = f.wish(words.POSTS.pattern, r"run|ride|walk|workout|swim|distance|跑|骑|运动|训练")
    if wish is None:
        return
    for said in f.recent(40, "notice"):
        match = words.DISTANCE.search(f"{said.sender} {said.text}")
        if match is None or not words.WORKOUT_DONE.search(f"{said.sender} {said.text}") or "social" in said.channel:
            continue
        if any(re.match(rf"{re.escape(name)}\b", said.sender, re.IGNORECASE) for name in f.people.first):
            continue
        app = f.preference("social_app") or "Twitter"
        done = f"{match[1]} {match[2]}"
        yield Finding(
            topic="post", score=0.85, subject=f"post workout {said.time_ms}",
            intent=f.say(f"Post your {done} on {app}?", f"要发一条{done}的动态吗？"),
            calls=one("compose_post", app=app, text=f.say(f"{done} today! 🏃", f"今天{done}！🏃")),
            source=said.source, evidence=(said.evidence, wish),
        )  # fmt: skip
        return


def post_trip(context: Context) -> Iterator[Finding]:
    """An album of today's trip is ready, far from home, and the user posts about trips."""
    f = facts(context)
    wish = f.wish(words.POSTS.pattern, r"trip|travel|holiday|vacation|journey|旅行|旅游|出去玩|出行|出游")
    distance = f.meters_to(f.home)
    if wish is None or distance is None or distance < 30_000:
        return
    for said in f.recent(45, "notice"):
        text = f"{said.sender} {said.text}"
        if re.search(r"photos|gallery|album|相册", said.package + text, re.IGNORECASE) and re.search(
            r"today'?s (?:photos|pictures)|(?:photos|pictures) (?:from|of) today|今天的照片|今天拍的",
            text,
            re.IGNORECASE,
        ):
            app = f.preference("social_app") or "Twitter"
            yield Finding(
                topic="post", score=0.8, subject=f"post trip {f.now:%m-%d}",
                intent=f.say("Post about your trip?", "要发一条旅行的动态吗？"),
                calls=one("compose_post", app=app, text=said.sender),
                source=said.source, evidence=(said.evidence, wish),
            )  # fmt: skip
            return


CUES = (reading, post_workout, post_trip)
