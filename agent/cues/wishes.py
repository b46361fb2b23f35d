"""What the user says they do, when what they say it of comes about: any sentence of the profile, any of the functions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from agent.context import Context
from agent.cues.base import Finding
from agent.cues.facts import Facts, facts
from agent.cues.fill import ALL_FILLS, SLOTTED, Task
from agent.cues.guards import JOURNEYS, beyond, done_since, limits, others_journey, unsaid
from agent.cues.happenings import Happening, ambient, happenings
from agent.cues.meaning import ESSENTIAL, WEAK, concepts, stem
from agent.cues.wish_due import minutes_since, placed_at, same_device, time_fits
from agent.cues.wish_text import Wish, deeds_in, wishes_in
from agent.lexicon import clauses
from agent.lexicon.common import PLAIN, PLAIN_HAN
from agent.lexicon.messages import CANCELLED, SETTLED
from agent.lexicon.schedule import FLIGHT, ONLINE, TRAIN

CLOCK_MIN = 40  # minutes after its time in which a deed of that time is still offered
_STOP = frozenset(stem(word) for word in PLAIN)
# Deeds whose arguments are so peculiar that finding them proves much.
_SURE_SLOTS = {"pay_bill"} | frozenset(
    {"web_search", "add_contact", "find_contact", "log_health_metric", "join_meeting", "open_url", "compose_email"}
)
_OPEN_SLOTS = frozenset({"create_note", "compose_post", "create_reminder"})  # any text would fill them
_SHARE, _SHARE_SLOTTED = 0.5, 0.3


@dataclass(frozen=True)
class _Match:
    score: float
    happening: Happening | None


def profile_wishes(f: Facts) -> tuple[Wish, ...]:
    """All the wishes of the profile."""
    return _all_wishes(f.sentences)


@lru_cache(maxsize=64)
def _all_wishes(sentences: tuple[str, ...]) -> tuple[Wish, ...]:
    return tuple(wish for sentence in sentences for wish in wishes_in(sentence))


def wished(context: Context) -> Iterator[Finding]:
    """A sentence of the profile whose time, place and matter are all there."""
    f = facts(context)
    for wish in profile_wishes(f):
        if not time_fits(f, wish):
            continue
        match = _due(f, wish)
        if match is not None:
            yield from _findings(f, wish, match)


def _rides_on(f: Facts, wish: Wish) -> bool:
    """On the train, not when its platform is told: the journey has begun and something to hear with is there."""
    rides = wish.topics & {"train", "flight", "bus"}
    if not rides:
        return True
    return f.audio_device is not None and any(concepts(_ride_text(plan.text)) & rides for plan in f.ongoing(20))


def _ride_text(text: str) -> str:
    return f"{text} {'train' if TRAIN.search(text) else ''} {'flight' if FLIGHT.search(text) else ''}"


def _findings(f: Facts, wish: Wish, match: _Match) -> Iterator[Finding]:
    for deed in wish.deeds[:1] if wish.deeds[0] in SLOTTED else wish.deeds:
        fill = ALL_FILLS.get(deed)
        if fill is None or not _fits(f, deed, wish, match.happening) or done_since(f, deed, match.happening):
            continue
        filled = fill(Task(f, deed, wish.main, wish.sentence, match.happening))
        if filled is None:
            continue
        said = match.happening.said if match.happening is not None else None
        happening = match.happening.key if match.happening is not None else f"{f.now:%m-%d}"
        yield Finding(
            topic=f"wish {deed}",
            score=match.score,
            subject=f"wish {wish.sentence[:60]} {happening}",
            intent=filled.intent,
            calls=filled.calls,
            evidence=(wish.sentence, match.happening.text[:160] if match.happening else f"{f.now:%H:%M}"),
            taints=tuple((name, said.origin) for name in filled.tainted) if said is not None else (),
            source=said.source if said is not None else "",
        )
        return


# Deeds about the phone's sound and screen, or about playing something: a plan, a place, a device or an app calls for them.
_STATE_DEEDS = ("set_do_not_disturb", "set_ringer_mode", "play_music", "play_video", "set_dark_mode", "set_brightness")
_AT_ITS_TIME = ("open_camera", "set_", "control_", "run_scene", "start_workout", "take_screenshot", "play_")
# X asks, writes, says: only what X says is meant.
_SAYS = re.compile(
    r"\b(?:asks?|writes?|says?|tells?|texts?|messages?|sends?|names|wants|calls)\b|问|说|发来|来信|让我", re.IGNORECASE
)
_BEGINS = re.compile(
    r"\b(?:start\w*|begun|begins?|detect\w*|looks like you|are you|time (?:for|to)|daily"
    r"|today'?s|streak|practice|lesson|reminder|don'?t forget|check[- ]in|now)\b"
    r"|开始|检测到|该|提醒|打卡|签到|今日|每日|练习",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:now|next|about to|starts?|starting|any (?:minute|moment)|today|before it|look"
    r"|come quick)\b|马上|现在|快|正在|要擦|今[天日]|下一个",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\bafter\b|后(?!面)", re.IGNORECASE)
_STARTS = frozenset({"live", "run", "workout", "recipe", "series", "baby", "swim", "bike", "yoga", "boarding"})


def _fits(f: Facts, deed: str, wish: Wish, h: Happening | None) -> bool:
    """Whether that kind of happening can call for that deed."""
    if deed in SLOTTED and h is None:
        return False
    if deed == "make_call" and "missed_call" in concepts(wish.sentence):
        return False  # missed calls have a cue of their own, which waits for the second try
    if deed.startswith("play_") and not _rides_on(f, wish):
        return False
    if h is None or h.said is None:
        return deed != "compose_post" or h is None or h.kind == "file"
    said = h.said
    if (
        said.kind == "notice"
        and deed in ("start_workout", "open_app")
        and not _BEGINS.search(f"{said.sender} {said.text}")
    ):
        return False
    if said.kind == "notice" and any(
        re.match(rf"{re.escape(name)}\b", said.sender, re.IGNORECASE) for name in f.people.first
    ):
        return deed.startswith(
            ("send_", "make_call", "share_")
        )  # what somebody else did is not the user's to log or post
    if (
        said.kind != "notice"
        and deed.startswith("open_camera")
        and not (deed in deeds_in(said.text) or _NOW.search(said.text))
    ):
        return False
    if "calendar" in said.package and deed.startswith(_AT_ITS_TIME):
        return False  # a reminder comes early: the plan itself tells when it begins
    if said.kind == "notice" and deed.startswith(_STATE_DEEDS) and not h.topics & _STARTS & wish.topics:
        return any(plan.title == said.sender and f.minutes_to(plan.begin) <= 15 for plan in f.plans)
    if said.kind != "notice" and deed.startswith(_STATE_DEEDS[:2]):
        return False
    if deed in ("create_calendar_event", "create_reminder") and ("calendar" in said.package or "clock" in said.package):
        return False
    if (
        deed in ("send_message", "send_sms")
        and said.kind != "notice"
        and not re.search(r"[?？]|吗|let me know|need to know", said.text)
    ):
        # An answer is due to a question; news about a person or a delay may be told on without one.
        return not re.search(r"\b(?:answer|reply|write back)\b|回(?:复|他|她)|回$", wish.main)
    return deed != "compose_post" or not re.search(r"twitter|instagram|facebook|weibo", said.package)


def _due(f: Facts, wish: Wish) -> _Match | None:
    """How well the condition of a wish is met now, and by what; None when it is not."""
    edge = False
    explained: set[str] = set()
    if wish.percent is not None and re.search("battery|电", wish.sentence, re.IGNORECASE):
        level = f.state.battery_percent
        low = level is not None and level <= wish.percent and f.state.plugged_in is False
        return _Match(0.84, None) if low and not (clauses.AWAY.search(wish.sentence) and f.at_home) else None
    placed = placed_at(f, wish)
    if placed is None:
        return None
    edge |= placed[0]
    explained |= placed[1]
    if wish.clock is not None:
        since = minutes_since(f, wish.clock)
        if (wish.any_half and wish.clock[0] >= 5 and wish.topics & {"sleep", "dark", "performance", "eat"}) or (
            wish.any_half and not 0 <= since <= CLOCK_MIN
        ):
            since = minutes_since(f, (wish.clock[0] + 12, wish.clock[1]))
        if wish.from_clock and 0 <= since <= 600:
            edge |= since <= CLOCK_MIN
        elif 0 <= since <= CLOCK_MIN:
            edge = True
        else:
            return None
        explained |= {"dark", "sleep", "wake"}
    worn = bool(clauses.PUTS_ON.search(wish.when))
    if worn:
        connected = next((h for h in happenings(f) if h.kind == "device"), None)
        if connected is None or not same_device(f, wish):
            return None
        edge = True
        explained |= {"headphones", "loud", "car", "music", "noise_level"}
    topics = wish.topics - explained
    words = _rare(wish.when) if not wish.place else frozenset[str]()
    if not topics and not wish.names and (edge or not words):
        return _Match(0.72, None) if edge else None
    best = max(
        (found for h in happenings(f) if (found := _matches(f, wish, topics, words, h)) is not None),
        key=lambda found: found.score,
        default=None,
    )
    if best is None and wish.part is not None and topics and topics <= ambient(f) and topics & (ESSENTIAL | {"party"}):
        return _Match(0.66, None)
    if (
        best is None
        and edge
        and wish.clock is not None
        and topics <= ambient(f)
        and not wish.deeds[0].startswith("control_device")
    ):
        return _Match(0.7, None)
    if best is None and edge and (placed[0] or worn) and topics <= ambient(f):
        return _Match(0.74, None)
    return best


@lru_cache(maxsize=1024)
def _rare(when: str) -> frozenset[str]:
    """The words of a condition that name no concept but carry meaning."""
    plain = re.findall(r"[A-Za-zÀ-ɏ]{4,}", when)
    return frozenset(s for word in plain if (s := stem(word)) not in _STOP and not concepts(word))


@lru_cache(maxsize=4096)
def common_han(when: str, text: str) -> tuple[str, ...]:
    """The runs of two Chinese characters or more that both texts have, the longest first; common words do not count."""
    found: list[str] = []
    start = 0
    while start < len(when) - 1:
        size = next((n for n in range(min(10, len(when) - start), 1, -1) if when[start : start + n] in text), 0)
        run = when[start : start + size]
        if size and all("㐀" <= char <= "鿿" for char in run) and run not in PLAIN_HAN:
            found.append(run)
        start += max(1, size)
    return tuple(sorted(found, key=len, reverse=True))


def _known_in(f: Facts, text: str) -> tuple[str, ...]:
    """The people whom the user knows and a text of Chinese characters names."""
    return tuple(name for name in f.people.full if len(name) > 1 and "㐀" <= name[0] <= "鿿" and name in text)


def _off_the_mark(f: Facts, wish: Wish, h: Happening) -> bool:
    """Whether what happened cannot be what the wish means, whatever they have in common: it is settled, at its other end,
    on the other side of a limit, or said by another."""
    said = h.said
    if said is not None:
        if (SETTLED.search(said.text) and "stopped" not in wish.topics) or CANCELLED.search(said.sender):
            return True
        if unsaid(f, h) or (wish.topics & JOURNEYS and h.topics & {"delay", "stopped"} and others_journey(f, h)):
            return True
    if "finished" in h.topics and clauses.STARTS.search(wish.when) and not clauses.STARTS.search(h.text):
        return True
    if limits(wish.sentence) and not beyond(wish.sentence, said.text if said is not None else h.text):
        return True
    by = said.sender.casefold() if said is not None else ""
    if wish.names and _SAYS.search(wish.when) and not any(name.casefold() in by for name in wish.names):
        return True
    if h.kind == "plan":
        return bool((clauses.BEFORE_EVENT.search(wish.when) and h.ago > 0) or _AFTER.search(wish.when))
    return h.kind == "ended" and not clauses.AFTER.search(wish.when)


def _matches(f: Facts, wish: Wish, topics: frozenset[str], words: frozenset[str], h: Happening) -> _Match | None:
    """Whether what happened is what the wish is about."""
    if _off_the_mark(f, wish, h):
        return None
    needed = topics & ESSENTIAL
    if needed and not needed & (h.topics | (frozenset({"low"}) if "supplies" in h.topics else frozenset())):
        return None
    names = wish.names + _known_in(f, wish.when)
    here = h.topics & topics
    around = ambient(f) & topics
    rare = {word for word in words if word in h.words}
    named = [name for name in names if name.casefold() in h.text.casefold()]
    runs = [
        run
        for run in common_han(wish.when, h.text)
        if not any(run in name for name in names) and not concepts(run) & here
    ]
    if names and not named and not set(names) & set(f.profile.people) and len(topics) < 2:
        return None
    person = [name for name in names if any(name.split()[0] == known.split()[0] for known in f.profile.people)]
    if person and not named and h.said is not None and h.said.kind in ("chat", "sms"):
        return None
    if wish.deeds[0] in _WAYS and _reminded_plan(f, h) and topics <= (h.topics | ambient(f) | _light(f, h)):
        return _Match(0.89, h)
    total = len(topics) + 0.25 * min(2, len(words)) + len(names)
    if runs:
        total += 0.7
    if not total:
        return None
    strong = {name for name in here if name not in WEAK}
    same_deed = h.said is not None and bool(set(wish.deeds) & set(deeds_in(h.said.text)))
    literal = len(rare) + sum(1 if len(run) > 2 else 0.6 for run in runs[:2])
    fresh = len(here) + literal + len(named) + (1 if same_deed else 0)
    proof = len(strong) + literal + len(named) + (1 if same_deed and here else 0)
    share = (
        len(here | around) + (0.7 if runs else 0) + 0.25 * min(2, len(rare)) + len(named) + (0.5 if same_deed else 0)
    ) / total
    slotted = wish.deeds[0] in SLOTTED
    loose = wish.deeds[0] in _SURE_SLOTS and fresh >= 1 and share >= 0.5
    least = _SHARE_SLOTTED if slotted and wish.deeds[0] not in _OPEN_SLOTS else _SHARE
    if proof >= 2 and (h.said is None or h.said.kind == "notice"):
        least = min(least, 0.3)
    group = h.said is not None and h.said.kind == "chat" and not h.said.known and not h.said.direct
    if group and not (proof >= 2 and share >= 0.6):
        return None
    if not (proof >= 1 or (fresh >= 2 and share >= 0.6) or loose) or share < least:
        return None
    score = min(0.9, 0.6 + 0.1 * proof + 0.12 * share) - 0.0005 * min(60, max(0, h.ago))
    return _Match(score, h)


_WAYS = frozenset({"request_ride", "check_route", "navigate_to"})


def _reminded_plan(f: Facts, h: Happening) -> bool:
    """Whether it is the reminder of a plan at a place that the phone is not at."""
    if h.said is None or h.said.kind != "notice":
        return False
    plan = next(
        (plan for plan in f.plans if plan.title == h.said.sender and 5 <= f.minutes_to(plan.begin) <= 180), None
    )
    return plan is not None and bool(plan.location) and not ONLINE.search(plan.location)


def _light(f: Facts, h: Happening) -> frozenset[str]:
    """Dark, where the plan that it is about begins after sunset."""
    begin = next((plan.begin for plan in f.plans if h.said is not None and plan.title == h.said.sender), f.now)
    sunset = f.context.world.sunset
    late = begin >= sunset if sunset is not None else begin.hour >= 18
    return frozenset({"dark"}) if late or begin.hour < 6 else frozenset()


CUES = (wished,)
