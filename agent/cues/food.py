"""Cues about eating: a table to reserve, food to order, a place to find, a canteen that is closed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import Facts, facts
from agent.cues.messages import Said
from agent.lexicon import food as words
from agent.lexicon.messages import over
from agent.text import party_size

FRESH_MIN = 75


def table_wanted(context: Context) -> Iterator[Finding]:
    """Someone asks the user to reserve a table, and says where and when."""
    f = facts(context)
    for said in f.personal(FRESH_MIN):
        if not words.TABLE.search(said.text) or over(said.text):
            continue
        name, at = restaurant_in(said.text), _when(f, said)
        if not name or at is None or at < f.now:
            continue
        count = party_size(said.text) or listed_people(said.text)
        yield Finding(
            topic="reserve table", score=0.88 if count else 0.7, subject=f"table for {said.sender} {said.time_ms}",
            intent=f.say(f"Reserve a table for {count or 2} at {name}, {at:%a %H:%M}?",
                         f"要在{name}订{at:%H:%M}{count or 2}人的位子吗？"),
            calls=one("reserve_table", restaurant=name, time=f"{at:%Y-%m-%dT%H:%M}", party_size=count or 2),
            source=said.source, evidence=(said.evidence,),
            taints=tuple((key, said.origin) for key in ("restaurant", "time", "party_size")),
        )  # fmt: skip


def restaurant_in(text: str) -> str:
    """The restaurant that a text names, or nothing."""
    for pattern in words.RESTAURANT:
        for match in pattern.finditer(text):
            parts = match[1].split()
            while parts and parts[0] in words.NOT_A_NAME:
                parts = parts[1:]
            if parts:
                return " ".join(parts)
    return ""


def listed_people(text: str) -> int | None:
    """How many people a list names: "you, me, Theo and Ann" are four."""
    match = re.search(
        r"\b(?:you|me|us)(?:, | and | & )(?:(?:you|me|us|the kids|[A-Z]\w+)(?:, (?:and )?"
        r"| and | & )){0,6}(?:you|me|us|[A-Z]\w+)\b",
        text,
    )
    if match is None:
        return None
    parts = [part for part in re.split(r", and |, | and | & ", match[0]) if part]
    return len(parts) if 2 <= len(parts) <= 12 else None


def _when(f: Facts, said: Said) -> datetime | None:
    """The time of the meal; an hour of the evening where only a small number is said."""
    for one_time in f.moments(said):
        if one_time.has_time:
            at = one_time.at
            if (
                at.hour < 11
                and re.search(r"lunch|noon|midday|pizza|afternoon|午", said.text, re.IGNORECASE)
                and at.hour < 4
            ):
                at = at.replace(hour=at.hour + 12)
            elif at.hour == 0:
                at = at.replace(hour=12)
            if (at - f.now).total_seconds() > 86_400 and not one_time.has_date:
                at -= timedelta(days=1)
            if at.hour < 8 and re.search(r"dinner|tonight|evening|supper|drinks|晚", said.text, re.IGNORECASE):
                at = at.replace(hour=at.hour + 12)
            return at
    return None


def food_wanted(context: Context) -> Iterator[Finding]:
    """Someone asks the user to order food."""
    f = facts(context)
    for said in f.personal(40):
        if over(said.text) or words.TABLE.search(said.text):
            continue
        english, chinese = words.ORDER_FOOD.search(said.text), words.ORDER_HAN.search(said.text)
        if english is not None and words.FOOD.search(english[1]):
            query, restaurant = words.COUNT.sub("", english[1].strip()), english[2]
        elif chinese is not None:
            query = next((group for group in chinese.groups() if group), "") or f.preference("diet", "cuisine", "food")
            restaurant = None
        else:
            continue
        if not query:
            continue
        keys = ("query", "restaurant") if restaurant else ("query",)
        where = f" from {restaurant}" if restaurant else ""
        yield Finding(
            topic="order food", score=0.85, subject=f"food for {said.sender} {said.time_ms}",
            intent=f.say(f"Order {query}{where}?", f"要点{query}外卖吗？"),
            calls=one("order_food", query=query, restaurant=restaurant),
            source=said.source, evidence=(said.evidence,),
            taints=tuple((key, said.origin) for key in keys),
        )  # fmt: skip


def place_wanted(context: Context) -> Iterator[Finding]:
    """Someone asks the user to find a place nearby."""
    f = facts(context)
    for said in f.personal(40):
        match = words.NEARBY.search(said.text)
        if match is None or over(said.text):
            continue
        query = next(group for group in match.groups() if group).strip()
        query = re.sub(r"^(?:a|an|some|any|good|nice)\s+", "", query, flags=re.IGNORECASE)
        query = re.sub(r"\bplace$", "restaurant", query) if not f.zh else query
        yield Finding(
            topic="find nearby", score=0.85, subject=f"nearby for {said.sender} {said.time_ms}",
            intent=f.say(f"Search for a {query} nearby?", f"要搜索附近的{query}吗？"),
            calls=one("search_nearby", query=query),
            source=said.source, evidence=(said.evidence,), taints=(("query", said.origin),),
        )  # fmt: skip


def canteen_closed(context: Context) -> Iterator[Finding]:
    """The canteen serves nothing today, and the user then orders something."""
    f = facts(context)
    wish = f.wish(words.CANTEEN.pattern, r"\border\b|点.*外卖|叫.*外卖")
    if wish is None or not 9 <= f.now.hour < 14:
        return
    for said in f.recent(60):
        if said.promotion or not words.CANTEEN.search(said.text) or not words.CLOSED_TODAY.search(said.text):
            continue
        when = [moment for moment in f.moments(said) if moment.has_date]
        if any(moment.at.date() != f.now.date() for moment in when) or re.search(r"next week|下周", said.text):
            continue
        chinese = re.search(r"(?:点|叫)([㐀-鿿]{1,10}?)外卖", wish)
        english = re.search(
            r"\border (?:a |an |some )?([a-z][\w' -]{2,40}?)(?:[.,;]| then| instead|$)", wish, re.IGNORECASE
        )
        query = chinese[1] if chinese else english[1] if english else f.preference("diet", "cuisine")
        if query:
            yield Finding(
                topic="order food", score=0.85, subject=f"lunch {f.now:%Y-%m-%d}",
                intent=f.say(f"The canteen is closed today. Order {query}?",
                             f"食堂今天不开，要点一份{query}外卖吗？"),
                calls=one("order_food", query=query), source=said.source, evidence=(said.evidence, wish),
            )  # fmt: skip
            return


CUES = (table_wanted, food_wanted, place_wanted, canteen_closed)
