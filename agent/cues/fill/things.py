"""Deeds with things in them: notes, posts, bills, tables, food, goods, searches, values, media, apps."""

from __future__ import annotations

import re

from agent.cues.base import one
from agent.cues.facts import Facts
from agent.cues.fill.task import Fill, Filled, Task, iso, moments, plan_of
from agent.cues.slots import (
    asked_term,
    listed_thing,
    metric_in,
    metric_kind,
    object_of,
    question_in,
    seconds_in,
    social_app,
)
from agent.lexicon import living as living_words
from agent.lexicon.messages import FRAUD
from agent.text import amounts, links, party_size, tracking_number


def note(task: Task) -> Filled | None:
    """What was told as a note."""
    said = task.happening.said if task.happening is not None else None
    if said is None or len(said.text) < 6:
        return None
    return Filled(
        one("create_note", text=said.text[:1900]), task.f.say("Save it as a note?", "要记成笔记吗？"), ("text",)
    )


def post(task: Task) -> Filled | None:
    """A post about what happened, in its own words."""
    app, text = social_app(task.f, task.sentence), task.told.strip()
    said = task.happening.said if task.happening is not None else None
    if said is not None and said.kind in ("mail", "notice") and said.sender and said.sender not in text:
        text = f"{said.sender}: {text}"
    text = text[:280]
    if not text:
        return None
    return Filled(
        one("compose_post", app=app, text=text),
        task.f.say(f"Post about it on {app}?", f"要在{app}发一条吗？"),
        ("text",),
    )


def track(task: Task) -> Filled | None:
    """The parcel whose number stands in what was told, or in what was told before."""
    number = tracking_number(task.told) or next((n for said in task.f.heard if (n := tracking_number(said.text))), None)
    return (
        Filled(
            one("track_parcel", tracking_number=number),
            task.f.say("Show the parcel's tracking?", "要查看物流吗？"),
            ("tracking_number",),
        )
        if number
        else None
    )


def pay(task: Task) -> Filled | None:
    """The bill that was told of, with its amount."""
    said = task.happening.said if task.happening is not None else None
    found = amounts(f"{task.told}")
    if said is None or not found or living_words.AUTOMATIC.search(said.text) or FRAUD.search(said.text):
        return None
    payee = re.search(
        r"\b(?:to|pay) ([A-Z][\w&'-]+(?: [A-Z][\w&'-]+){0,3})|付给\s?([A-Za-z㐀-鿿]{2,12})", task.told
    ) or re.search(r"\bto ([A-Z]\w+)|给([A-Z]\w+|[㐀-鿿]{2,6})", task.sentence)
    signed = living_words.SIGNED.search(said.text) or re.match(
        r"\s*(?:[^|:：.]{0,40}\. )?([A-Z][\w&' -]{1,30}|[㐀-鿿]{2,12})[:：]", task.told
    )
    biller = next((g for g in payee.groups() if g), "") if payee and not (signed and said.kind == "mail") else ""
    biller = biller or (signed[1].strip() if signed else said.sender)
    return Filled(
        one("pay_bill", biller=biller, amount=found[0]),
        task.f.say(f"Pay {biller} {found[0]}?", f"要付{biller} {found[0]}吗？"),
        ("biller", "amount"),
    )


def table(task: Task) -> Filled | None:
    """A table: place, time and number of people from what was told and what the user says of themselves."""
    from agent.cues.food import restaurant_in

    f = task.f
    told = task.told
    place = restaurant_in(told) or _voted(told) or restaurant_in(task.sentence)
    clock = next((m.at for m in moments(task) if m.has_time), None)
    day = next((m.at for m in moments(task) if m.has_date), f.now)
    if clock is None:
        from agent.text import clock_in

        own = clock_in(task.sentence)
        if own is None:
            return None
        hour = (
            own[0] + 12
            if own[0] < 10 and not re.search(r"breakfast|brunch|morning|早", task.sentence, re.I)
            else own[0]
        )
        clock = day.replace(hour=hour, minute=own[1])
    count = party_size(told) or party_size(task.sentence) or _people(task.sentence) or _people(told)
    if not place or count is None or clock < f.now:
        return None
    return Filled(
        one("reserve_table", restaurant=place, time=iso(clock), party_size=count),
        f.say(
            f"Reserve a table for {count} at {place}, {clock:%a %H:%M}?",
            f"要在{place}订{clock:%H:%M}{count}人的位子吗？",
        ),
        ("restaurant", "time", "party_size"),
    )


def _voted(text: str) -> str:
    match = re.search(
        r"\b(?:votes? for|book|reserve|at|to|for) ((?:The )?[A-Z][\w'&-]+(?: [A-Z][\w'&-]+){0,3})(?= (?:today"
        r"|tomorrow|tonight|for|at|on|please)|[.,?!]|$)"
        r"|(?:去|订|选了?|在)([㐀-鿿]{2,8}?)(?=[，。！？吧吗好]|吃|$)",
        text,
    )
    return next((group for group in match.groups() if group), "") if match else ""


def _people(text: str) -> int | None:
    match = re.search(
        r"\b(?:team|group|table|party) of (two|three|four|five|six|seven|eight|ten|\d{1,2})\b"
        r"|(两|三|四|五|六|七|八|十|\d{1,2})(?:个人|人|位)",
        text,
        re.I,
    )
    if match is None:
        return None
    count = {
        "two": 2,
        "three": 3,
        "four": 4,
        "five": 5,
        "six": 6,
        "seven": 7,
        "eight": 8,
        "ten": 10,
        "两": 2,
        "三": 3,
        "四": 4,
        "五": 5,
        "六": 6,
        "七": 7,
        "八": 8,
        "十": 10,
    }
    word = (match[1] or match[2]).casefold()
    return count.get(word) or (int(word) if word.isdecimal() else None)


def food(task: Task) -> Filled | None:
    """Food to order, as the words name it."""
    query = object_of("order_food", task.words, task.sentence) or task.f.preference(
        "takeaway", "food", "cuisine", "diet"
    )
    return (
        Filled(one("order_food", query=query), task.f.say(f"Order {query}?", f"要点{query}吗？"), ("query",))
        if query
        else None
    )


def product(task: Task) -> Filled | None:
    """The thing that was told of, else what the words name."""
    query = listed_thing(task.told) or object_of("search_product", task.words)
    return (
        Filled(one("search_product", query=query), task.f.say(f"Search for {query}?", f"要搜索{query}吗？"), ("query",))
        if query
        else None
    )


def search(task: Task) -> Filled | None:
    """What was asked or told of, on the web."""
    query = asked_term(task.told) or question_in(task.told)
    if not query and task.happening is not None and task.happening.plan is not None:
        query = task.happening.plan.title
    if not query:
        return None
    return Filled(
        one("web_search", query=query),
        task.f.say(f"Search the web for {query}?", f"要在网上搜索{query}吗？"),
        ("query",),
    )


def open_link(task: Task) -> Filled | None:
    """The address that was told."""
    plan = plan_of(task, 3)
    found = links(task.told) or links(plan.text if plan is not None else "")
    return (
        Filled(one("open_url", url=found[0]), task.f.say("Open the link?", "要打开链接吗？"), ("url",))
        if found
        else None
    )


def health(task: Task) -> Filled | None:
    """The value that a device sent, or that the user names."""
    kind = metric_kind(task.sentence) or metric_kind(task.told)
    if kind is None:
        return None
    found = metric_in(kind, task.told)
    own = metric_in(kind, task.sentence) if found is None and kind == "water" else None
    value = found or own
    if value is None:
        return None
    return Filled(
        one("log_health_metric", kind=kind, value=value[0], unit=value[1] or "kg"),
        task.f.say(f"Log {value[0]} {value[1]}?", f"要记录{value[0]}{value[1]}吗？"),
        ("value",),
    )


def workout(task: Task) -> Filled | None:
    """The sport that the words name."""
    text = f"{task.words} | {task.sentence} | {task.told}"
    activity = next(
        (name for part in text.split(" | ") for pattern, name in living_words.WORKOUTS if pattern.search(part)), None
    )
    if activity is None:
        return None
    shown = activity.replace("_", " ")
    return Filled(
        one("start_workout", activity=activity), task.f.say(f"Start tracking: {shown}?", "要开始记录运动吗？")
    )


def _media(name: str) -> Fill:
    def fill(task: Task) -> Filled | None:
        f = task.f
        if f.state.playing is not None or f.state.call_state not in (None, "idle"):
            return None
        query = _preferred(f, task.words) or object_of(name, task.words, task.sentence)
        if not query:
            return None
        return Filled(one(name, query=query), f.say(f"Play {query}?", f"要播放{query}吗？"), ("query",))

    return fill


def _preferred(f: Facts, text: str) -> str:
    folded = text.casefold()
    for key, value in f.profile.preferences.items():
        if key.endswith("app"):
            continue
        for item in [value] if isinstance(value, str) else value:
            if len(item) > 1 and item.casefold() in folded:
                return item
    return ""


def app(task: Task) -> Filled | None:
    """The app that the words name, else the one that spoke."""
    name = object_of("open_app", task.words)
    said = task.happening.said if task.happening is not None else None
    if said is not None and said.kind == "notice" and said.package and "systemui" not in said.package:
        name = said.package
    return Filled(one("open_app", app=name), task.f.say(f"Open {name}?", f"要打开{name}吗？")) if name else None


def scene(task: Task) -> Filled | None:
    """The scene that the words name."""
    name = next((m[1].strip() for p in living_words.SCENE_NAME if (m := p.search(task.sentence))), "")
    return (
        Filled(one("run_scene", name=name), task.f.say(f"Start the scene {name}?", f"要启动“{name}”场景吗？"))
        if name
        else None
    )


def snooze(task: Task) -> Filled | None:
    """The notice that made it due, for the time that the words name."""
    said = task.happening.said if task.happening is not None else None
    if said is None or not said.key or said.key.startswith("sms:"):
        return None
    minutes = max(1, (seconds_in(task.sentence) or 3600) // 60)
    return Filled(
        one("snooze_notification", notification=said.key, minutes=minutes),
        task.f.say(f"Snooze it for {minutes} minutes?", f"要{minutes}分钟后再提醒吗？"),
    )


FILLS: dict[str, Fill] = {
    "create_note": note,
    "compose_post": post,
    "track_parcel": track,
    "pay_bill": pay,
    "reserve_table": table,
    "order_food": food,
    "search_product": product,
    "web_search": search,
    "open_url": open_link,
    "log_health_metric": health,
    "start_workout": workout,
    "play_music": _media("play_music"),
    "play_video": _media("play_video"),
    "open_app": app,
    "run_scene": scene,
    "snooze_notification": snooze,
}
