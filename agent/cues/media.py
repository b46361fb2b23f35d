"""Cues about music and video: headphones on the way, the car, a long ride, falling asleep, headphones lost."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import Facts, facts
from agent.lexicon import living as words
from agent.lexicon import requests, schedule, travel

_NAMED = re.compile(
    r"(?:listen to|podcast|watch) (?:the |some |a )?(?:podcast |radio |series |show )?"
    r"([A-Z0-9][\w' ]{2,40}?)(?= on | in | at |[,.;]|$)"
)
_LAUNCHER = re.compile(r"launcher|nexuslauncher|\.home\b|systemui", re.IGNORECASE)


def headphones_lost(context: Context) -> Iterator[Finding]:
    """The headphones went while something plays, so it plays aloud."""
    f = facts(context)
    if f.state.playing is None or f.audio_device is not None:
        return
    change = next((event for event in reversed(f.context.trajectory) if event.kind == "bluetooth"), None)
    if change is not None and change.text.endswith("none") and f.now_ms - change.time_ms < 12 * 60_000:
        yield Finding(
            topic="playback", score=0.88, subject=f"headphones lost {change.time_ms}",
            intent=f.say("Your headphones disconnected. Pause?", "耳机断开了，要暂停播放吗？"),
            calls=one("control_playback", action="pause"), evidence=(change.text, f"playing {f.state.playing.title}"),
        )  # fmt: skip


def on_the_way(context: Context) -> Iterator[Finding]:
    """Headphones or the car are connected on the way, at the time of a habit or on a ride, and nothing plays yet."""
    f = facts(context)
    device = f.audio_device
    if device is None or f.state.playing is not None or f.at_work:
        return
    change = next((event for event in reversed(f.context.trajectory) if event.kind == "bluetooth"), None)
    if change is not None and f.now_ms - change.time_ms > 40 * 60_000:
        return
    worn = bool(words.HEADPHONES.search(device))
    found = _ride(f) if worn else None
    found = found or _commute(f, worn)
    if found is None:
        return
    query, video, why = found
    name, verb = ("play_video", "看") if video else ("play_music", "听")
    yield Finding(
        topic="media", score=0.83, subject=f"media {query} {f.now:%m-%d}",
        intent=f.say(f"Play {query} on the way?", f"路上要{verb}《{query}》吗？"),
        calls=one(name, query=query), evidence=(why, f"connected to {device}"),
    )  # fmt: skip


def _ride(f: Facts) -> tuple[str, bool, str] | None:
    """What the user watches or listens to on a journey that is on now."""
    rides = [
        p
        for p in f.ongoing(60)
        if schedule.TRAIN.search(p.text) or schedule.FLIGHT.search(p.text) or schedule.BUS.search(p.text)
    ]
    if not rides:
        return None
    for sentence in f.wishes(words.RIDE.pattern):
        watch, listen = words.WATCH.search(sentence), words.LISTEN.search(sentence)
        if (watch or listen) and not travel.COMMUTE.search(sentence) and (query := _query(f, sentence)):
            return query, bool(watch), sentence
    return None


def _commute(f: Facts, worn: bool) -> tuple[str, bool, str] | None:
    """What the user listens to on the way to work, on foot or in the car."""
    for habit in f.habits(travel.COMMUTE.pattern):
        since = f.since_habit(habit)
        car = bool(words.IN_CAR.search(habit.what))
        if since is None or not -45 <= since <= 150 or car == worn or (worn and f.at_home):
            continue
        sentence = f.wish(
            words.LISTEN.pattern,
            words.IN_CAR.pattern
            if car
            else r"way|commut|train|bus|tram|metro|subway|tube|to work|to school|headphones|路上|地铁|上班|耳机",
        )
        if not words.LISTEN.search(habit.what) and sentence is None:
            continue
        query = _query(f, sentence or "") or _query(f, habit.what)
        if query:
            return query, False, sentence or habit.what
    return None


def _query(f: Facts, sentence: str) -> str:
    """What is named in a sentence: one of the user's preferences, a title in quotes, what is listened to."""
    for value in f.profile.preferences.values():
        for item in [value] if isinstance(value, str) else value:
            app = item.casefold() == f.preference("music_app").casefold()
            if not app and len(item) > 1 and item.casefold() in sentence.casefold():
                return item
    if (quoted := requests.QUOTED.search(sentence)) is not None:
        return quoted[1]
    named = _NAMED.search(sentence)
    if named is not None:
        return named[1].strip()
    if re.search(r"podcast|播客", sentence, re.IGNORECASE):
        return f.preference("podcast")
    general = re.search(r"(?:listen to|with) ([a-z][\w ]{2,24}?)(?= on | in | at |[,.;]|$)", sentence)
    if general is not None:
        return general[1].strip()
    return f.preference("music", "podcast") if words.LISTEN.search(sentence) else ""


def to_sleep(context: Context) -> Iterator[Finding]:
    """It is the hour at which the user falls asleep to something, and the phone has just been taken up for it."""
    f = facts(context)
    if f.state.awake is not True or f.state.playing is not None or not f.at_home:
        return
    if any(reason.startswith("charger") for reason in f.context.reasons):
        return  # the charger woke the screen
    front = f.state.foreground_package
    if front is not None and not _LAUNCHER.search(front):
        return
    for habit in f.habits(words.SLEEP.pattern):
        since = f.since_habit(habit)
        if since is None or not -4 <= since <= 30 or not words.LISTEN.search(habit.what):
            continue
        query = re.sub(
            r"\s*(?:to|for|before|at) (?:sleep|bed|bedtime|falling asleep).*$|^(?:听)|(?:入睡|助眠|睡觉).*$",
            "",
            habit.what,
            flags=re.I,
        ).strip()
        if query:
            yield Finding(
                topic="media", score=0.8, subject=f"sleep {query} {f.now:%m-%d}",
                intent=f.say(f"Play {query}?", f"要播放{query}吗？"), calls=one("play_music", query=query),
                evidence=(habit.what,),
            )  # fmt: skip
            return


CUES = (headphones_lost, on_the_way, to_sleep)
