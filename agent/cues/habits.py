"""Cues about what the user does at a time of certain days: a call, food, music, an app. The habit's words say what."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import Facts, facts, words_of
from agent.lexicon import food, living, travel
from agent.profile import Habit

_CALLS = re.compile(r"\b(?:call|phone|ring)\b(?: with| to)?|打电话|通话|视频通话", re.IGNORECASE)
_ORDERS = re.compile(r"\b(?:order|takeaway|takeout|delivery)\b|外卖|点餐", re.IGNORECASE)
_APP = re.compile(
    r"\b(?:open|use|practi[sc]e|check|app|journal|diary|meditat\w*|lesson)\b|打卡|签到|练习|冥想", re.IGNORECASE
)
WINDOW_MIN = 25


def at_its_time(context: Context) -> Iterator[Finding]:
    """A habit's time has come, the user is where it belongs, and it has not been done yet."""
    f = facts(context)
    for habit in f.profile.habits:
        since = f.since_habit(habit)
        if since is None or not 0 <= since <= WINDOW_MIN or habit not in list(f.habits(re.escape(habit.what))):
            continue
        if travel.COMMUTE.search(habit.what) or not _is_there(f, habit):
            continue
        found = _call(f, habit) or _weather(f, habit) or _food(f, habit) or _media(f, habit) or _app(f, habit)
        if found is not None:
            yield found


def _is_there(f: Facts, habit: Habit) -> bool:
    if not habit.place:
        return True
    if f.here is None:
        return False
    names = f"{f.here.name} {f.here.kind} {f.here.address}"
    return habit.place.casefold() in names.casefold() or bool(words_of(habit.place) & words_of(names))


def _call(f: Facts, habit: Habit) -> Finding | None:
    if not _CALLS.search(habit.what):
        return None
    text = habit.what.casefold()
    named = [*f.profile.people, *(contact.name for contact in f.state.contacts or ())]
    name = next((n for n in named if n.casefold() in text or n.split()[0].casefold() in words_of(text)), None)
    name = name or next(
        (n for n, role in f.profile.people.items() if words_of(role.split(",")[0]) & words_of(text)), None
    )
    if name is None:
        return None
    today = f.now.replace(hour=0, minute=0).timestamp() * 1000
    if any((c.date_ms or 0) >= today and (c.name or "") == name and c.type != "missed" for c in f.state.calls or ()):
        return None
    return Finding(
        topic="habit call", score=0.75, subject=f"habit {habit.what} {f.now:%m-%d}",
        intent=f.say(f"It is time for: {habit.what}. Call {name}?", f"到了{habit.what}的时间，要给{name}打电话吗？"),
        calls=one("make_call", recipient=name), evidence=(habit.what,),
    )  # fmt: skip


def _weather(f: Facts, habit: Habit) -> Finding | None:
    if not travel.WEATHER.search(habit.what) or f.state.awake is not True:
        return None
    return Finding(
        topic="weather", score=0.72, subject=f"habit {habit.what} {f.now:%m-%d}",
        intent=f.say("Show the weather?", "要看天气吗？"), calls=one("show_weather"), evidence=(habit.what,),
    )  # fmt: skip


def _food(f: Facts, habit: Habit) -> Finding | None:
    match = food.FOOD.search(habit.what)
    if not _ORDERS.search(habit.what):
        return None
    chinese = re.search(r"(?:点|叫)(?:一?份)?([㐀-鿿]{1,8}?)(?:外卖|$)", habit.what)
    query = match[0] if match else chinese[1] if chinese else f.preference("food", "cuisine", "diet")
    if not query:
        return None
    return Finding(
        topic="order food", score=0.75, subject=f"habit {habit.what} {f.now:%m-%d}",
        intent=f.say(f"Order {query}?", f"要点{query}外卖吗？"), calls=one("order_food", query=query),
        evidence=(habit.what,),
    )  # fmt: skip


def _media(f: Facts, habit: Habit) -> Finding | None:
    watch, listen = living.WATCH.search(habit.what), living.LISTEN.search(habit.what)
    if not (watch or listen) or f.state.playing is not None or f.state.awake is not True:
        return None
    if living.SLEEP.search(habit.what) or living.IN_CAR.search(habit.what) or living.SCENE.search(habit.what):
        return None
    wanted = [v for value in f.profile.preferences.values() for v in ([value] if isinstance(value, str) else value)]
    apps = {str(v) for k, v in f.profile.preferences.items() if k.endswith("_app")}
    query = next((v for v in wanted if v not in apps and v.casefold() in habit.what.casefold()), None)
    query = query or re.sub(
        r"^(?:listen to|watch|play|put on|听|看|放)\s*(?:the |some |my )?", "", habit.what, flags=re.I
    )
    name = "play_video" if watch and not listen else "play_music"
    return Finding(
        topic="media", score=0.72, subject=f"habit {habit.what} {f.now:%m-%d}",
        intent=f.say(f"Play {query}?", f"要播放{query}吗？"), calls=one(name, query=query), evidence=(habit.what,),
    )  # fmt: skip


def _app(f: Facts, habit: Habit) -> Finding | None:
    if not _APP.search(habit.what) or f.state.awake is not True:
        return None
    apps = [str(v) for k, v in f.profile.preferences.items() if k.endswith("app") and isinstance(v, str)]
    app = next((name for name in apps if name.casefold() in habit.what.casefold()), None)
    if app is None:
        named = re.search(r"\b(?:open|use|with|on|in) ([A-Z]\w+)\b", habit.what)
        app = named[1] if named else None
    if app is None:
        return None
    return Finding(
        topic="open app", score=0.7, subject=f"habit {habit.what} {f.now:%m-%d}",
        intent=f.say(f"Open {app}?", f"要打开{app}吗？"), calls=one("open_app", app=app), evidence=(habit.what,),
    )  # fmt: skip


CUES = (at_its_time,)
