"""Cues about arriving: home, a workout, a parcel that waits, a shop; and what a habit or an event asks for there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import Facts, facts, words_of
from agent.cues.journeys import _reminders
from agent.lexicon import living as words
from agent.lexicon import travel
from agent.profile import Habit
from agent.text import clock_in, spoken

_WALK_M = 700
SHOP_M = 35


def home_scene(context: Context) -> Iterator[Finding]:
    """The user has come home at the time of day at which they start a scene."""
    f = facts(context)
    if not f.at_home or not f.just_arrived(40):
        return
    for sentence in f.wishes(words.COMES_HOME.pattern, words.SCENE.pattern):
        name = _scene(sentence)
        sunset = f.context.world.sunset
        dark = f.now.hour >= 18 or f.now.hour < 5 if sunset is None else f.now >= sunset or f.now.hour < 5
        late = f.now.hour >= 17 or f.now.hour < 3
        if (
            not name
            or (words.IN_DARK.search(sentence) and not dark)
            or (words.IN_EVENING.search(sentence) and not late)
        ):
            continue
        yield _scene_finding(
            f, name, sentence, f.say(f"Welcome home. Start the scene {name}?", f"到家了，要启动“{name}”场景吗？")
        )
        return


def leaving_scene(context: Context) -> Iterator[Finding]:
    """The user has left home, where they start a scene on leaving."""
    f = facts(context)
    if f.home is None or f.at_home or not f.just_arrived(12) or not f.left_home:
        return
    for sentence in f.wishes(words.LEAVES_HOME.pattern, words.SCENE.pattern):
        name = _scene(sentence)
        if name:
            intent = f.say(f"You left home. Start the scene {name}?", f"已出门，要启动“{name}”场景吗？")
            yield _scene_finding(f, name, sentence, intent)
            return


def _scene(sentence: str) -> str:
    for pattern in words.SCENE_NAME:
        if (match := pattern.search(sentence)) is not None:
            return match[1].strip()
    return ""


def _scene_finding(f: Facts, name: str, evidence: str, intent: str) -> Finding:
    return Finding(
        topic="scene", score=0.82, subject=f"scene {name} {f.now:%m-%d}", intent=intent, calls=one("run_scene", name=name),
        evidence=(evidence,),
    )  # fmt: skip


def scene_by_time(context: Context) -> Iterator[Finding]:
    """A scene that the user starts at a time of certain days (not on coming home)."""
    f = facts(context)
    if not f.at_home:
        return
    for sentence in f.wishes(words.SCENE.pattern):
        name, clock = _scene(sentence), clock_in(sentence)
        if not name or words.COMES_HOME.search(sentence) or words.LEAVES_HOME.search(sentence):
            continue
        if clock is None and words.TO_BED.search(sentence):
            clock = next((c for h in f.habits(words.SLEEP.pattern + "|" + words.DO_NOT_DISTURB.pattern)
                          if (c := clock_in(h.time or ""))), None)  # fmt: skip
        habit = next((h for h in f.profile.habits if words_of(h.what) & words_of(name)), None)
        if habit is not None:
            if habit not in list(f.habits(re.escape(habit.what))):
                continue
            since = f.since_habit(habit)
        else:
            days = [m for m in spoken(sentence, f.now) if m.has_date]
            if (days and all(moment.at.date() != f.now.date() for moment in days)) or clock is None:
                continue
            since = (f.now.hour - clock[0]) * 60 + f.now.minute - clock[1]
        heard = any(words_of(s.text) & words_of(name) for s in f.personal(12))
        if since is not None and (3 <= since <= 40 or (heard and -12 <= since <= 40)):
            yield _scene_finding(f, name, sentence, f.say(f"Start the scene {name}?", f"要启动“{name}”场景吗？"))
            return


def workout(context: Context) -> Iterator[Finding]:
    """The user is where they work out, at the time of the habit."""
    f = facts(context)
    if f.here is None:
        return
    for habit in f.profile.habits:
        if (f.at_home or f.at_work) and not habit.place:
            continue
        if habit not in list(f.habits(re.escape(habit.what))) or not _at(f, habit):
            continue
        activity = next((name for pattern, name in words.WORKOUTS if pattern.search(habit.what)), None)
        since = f.since_habit(habit)
        if activity is None or since is None or not -5 <= since <= 40:
            continue
        if since < 0 and not f.just_arrived(4):
            continue  # before its time one starts it with the phone in hand
        shown = activity.replace("_", " ")
        yield Finding(
            topic="workout", score=0.85, subject=f"workout {activity} {f.now:%m-%d}",
            intent=f.say(f"You are at {f.here.name}. Start tracking: {shown}?", f"要开始记录{habit.what}吗？"),
            calls=one("start_workout", activity=activity), evidence=(habit.what, f"at {f.here.name}"),
        )  # fmt: skip
        return


def _at(f: Facts, habit: Habit) -> bool:
    """Whether the phone is at the habit's place: by its name or address, or any sports place when none is named."""
    if f.here is None:
        return False
    names = f"{f.here.name} {f.here.address}"
    if habit.place:
        return habit.place.casefold() in names.casefold() or bool(words_of(habit.place) & words_of(names))
    return f.here.kind in ("gym", "park", "swimming pool", "pool", "sports hall", "track", "stadium")


def parcel_waits(context: Context) -> Iterator[Finding]:
    """A parcel with a pickup code waits, and the user has walked to a place that no habit or plan explains."""
    f = facts(context)
    if f.here is not None or not f.just_arrived(20) or f.state.position is None:
        return
    said = next((s for s in f.heard if s.kind in ("notice", "sms", "mail") and _code_waits(s.sender, s.text)), None)
    if said is None or _explained(f):
        return
    near = any((distance := f.meters_to(place)) is not None and distance <= _WALK_M for place in (f.home, f.work))
    if not near:
        return
    yield Finding(
        topic="pickup code", score=0.8, subject=f"pickup {said.text[:60]}",
        intent=f.say("A parcel waits here. Show its pickup code?", "这里有一个包裹待取，要显示取件码吗？"),
        calls=one("show_pickup_code"), source=said.source, evidence=(said.evidence,),
    )  # fmt: skip


def _code_waits(title: str, text: str) -> bool:
    whole = f"{title} {text}"
    ready = bool(travel.PICKUP_CODE.search(whole)) and not re.search(r"verification|login|验证码", whole, re.IGNORECASE)
    return ready and not re.search(r"\b(?:was|been) (?:collected|picked up)|已签收|已取", whole)


def _explained(f: Facts) -> bool:
    """Whether a plan or a meal agreed on by message is why the user is here now."""
    own = words_of(" ".join(f"{place.name} {place.address}" for place in f.profile.places))
    for plan in f.plans:
        placed = plan.location and not plan.location.startswith("http") and not words_of(plan.location) & own
        if placed and -45 <= f.minutes_to(plan.begin) <= 40:
            return True  # elsewhere than at a place that the user has told: it may be here
    for said in f.heard:
        if said.kind in ("chat", "sms") and said.known and not said.promotion and said.ago_s < 12 * 3600:
            first = next((moment.at for moment in f.moments(said) if moment.has_time), None)
            if first is not None and abs(f.minutes_to(first)) <= 40:
                return True
    return False


def shop(context: Context) -> Iterator[Finding]:
    """The user has come to a shop where they pay with their wallet's code."""
    f = facts(context)
    if f.here is None or not f.just_arrived(20) or (f.meters_to(f.here) or 0) > SHOP_M or f.at_home or f.at_work:
        return
    name = re.sub(r"\W", "", f.here.name.casefold())
    for sentence in f.wishes(words.PAYS_BY_CODE.pattern):
        plain = re.sub(r"[^\w ]", "", sentence.casefold())
        if (name and name in plain.replace(" ", "")) or (f.here.kind and f.here.kind.casefold() in plain):
            yield Finding(
                topic="payment code", score=0.8, subject=f"pay code {f.here.name} {f.now:%m-%d}",
                intent=f.say(f"You are at {f.here.name}. Show your payment code?",
                             f"到{f.here.name}了，要出示付款码吗？"),
                calls=one("show_payment_code"), evidence=(sentence,),
            )  # fmt: skip
            return


def film_event(context: Context) -> Iterator[Finding]:
    """An event begins that the user films or photographs by their own words."""
    f = facts(context)
    reminded = {plan.title for _, plan in _reminders(f, 15)}
    for plan in f.plans:
        if not -12 <= f.minutes_to(plan.begin) <= (6 if plan.title in reminded else 0):
            continue
        for sentence in f.sentences:
            video = bool(words.FILMS.search(sentence))
            if (video or words.PHOTOS.search(sentence)) and len(words_of(plan.title) & words_of(sentence)) >= 2:
                yield Finding(
                    topic="camera", score=0.85, subject=f"film {plan.title} {plan.begin:%m-%d}",
                    intent=f.say(f"“{plan.title}” begins. Open the camera?", f"“{plan.title}”开始了，要打开相机吗？"),
                    calls=one("open_camera", mode="video" if video else "photo"), evidence=(sentence, plan.title),
                )  # fmt: skip
                return


CUES = (home_scene, leaving_scene, scene_by_time, workout, parcel_waits, shop, film_event)
