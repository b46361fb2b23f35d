"""Whether the time, the place and the device that a wish speaks of are there."""

from __future__ import annotations

import re

from agent.cues.facts import Facts, words_of
from agent.cues.happenings import happenings
from agent.cues.meaning import concepts
from agent.cues.wish_text import Wish
from agent.lexicon import clauses
from agent.lexicon.living import HEADPHONES

_PLATE = re.compile(r"尾号(?:是|为)?(\d)")
# -- when it is due


def time_fits(f: Facts, wish: Wish) -> bool:
    """Whether today is one of its days, and now its part of the day."""
    if (plate := _PLATE.search(wish.sentence)) is not None and not any(
        plate[1] in re.findall(r"\d", h.said.text.split("限行时间")[0].rpartition("限行")[2])
        for h in happenings(f)
        if h.said is not None and "限行" in h.said.text
    ):
        return False
    if wish.days and (f.now.weekday() if f.now.hour >= 4 else (f.now.weekday() - 1) % 7) not in wish.days:
        return False
    if wish.clock is None and wish.part is not None:
        hour = f.now.hour if f.now.hour >= 5 else f.now.hour + 24
        if not wish.part[0] <= hour < wish.part[1]:
            return False
    return not clauses.FIRST_OF_MONTH.search(wish.sentence) or f.now.day == 1


def minutes_since(f: Facts, clock: tuple[int, int]) -> int:
    """Minutes since that time of day, from -720 to 720."""
    minutes = f.now.hour * 60 + f.now.minute - clock[0] * 60 - clock[1]
    return (minutes + 720) % 1440 - 720


def placed_at(f: Facts, wish: Wish) -> tuple[bool, set[str]] | None:
    """(whether the phone has just come there, the concepts that the place explains); None when it is elsewhere."""
    when = wish.when if wish.split else wish.sentence
    if wish.leaves and not clauses.AT_HOME.search(when) and re.search(r"home|house|flat|门|家", when):
        if f.at_home or not f.left_home or not f.just_arrived(20):
            return None
        return True, {"home", "away", "door"}
    if clauses.AT_HOME.search(when):
        if not f.at_home:
            return None
        fresh = f.just_arrived(35)
        if wish.arrives and not fresh:
            return None
        return fresh, {"home", "door", "dark"}
    if clauses.TO_WORK.search(when):
        if f.at_work or (f.here is not None and f.at_home and not f.just_arrived(5)):
            return None
        if not (f.context.world.weekend is False and 5 <= f.now.hour <= 11):
            return None
        return f.just_arrived(25), {"commute", "work", "school", "lecture", "line"}
    if clauses.AT_WORK.search(when) and f.work is not None:
        return (f.just_arrived(35), {"work", "door"}) if f.at_work else None
    for place in f.profile.places:
        names = {place.name.casefold(), place.kind.casefold()} - {"", "home"}
        if any(
            re.search(rf"(?<!\w){re.escape(name)}(?!\w)" if name.isascii() else re.escape(name), when.casefold())
            for name in names
        ):
            at = f.here == place or (f.here is not None and f.here.kind == place.kind and bool(place.kind))
            if not at:
                return None
            return f.just_arrived(35), set(concepts(f"{place.name} {place.kind} {place.address}")) | {
                "work",
                "lecture",
                "workout",
            }
    return False, set()


def same_device(f: Facts, wish: Wish) -> bool:
    """Whether what is connected is what the wish speaks of."""
    name = f.audio_device or ""
    if words_of(name) & words_of(wish.when):
        return True
    worn = bool(HEADPHONES.search(name))
    return worn == bool(re.search(r"headphone|earbud|buds|airpods|headset|耳机", wish.when, re.IGNORECASE))
