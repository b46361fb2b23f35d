"""What people ask the user for, in whatever words: a clause that requests something, and the deed that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import Facts, facts, words_of
from agent.cues.fill import ALL_FILLS, Filled, Task
from agent.cues.guards import done_since, unsaid
from agent.cues.happenings import Happening
from agent.cues.messages import Said
from agent.cues.slots import object_of
from agent.cues.wish_text import deeds_in
from agent.lexicon import asks as words
from agent.lexicon import requests
from agent.lexicon.messages import PAST, over
from agent.text import amounts, tracking_number

FRESH_MIN = 50
SCORE = 0.66  # below the cues that know a request's own words
_NEGATED = re.compile(
    r"\b(?:don'?t|do not|no need to|needn'?t|never mind|not necessary)\b|不用|不必|别(?!忘)|不需要", re.IGNORECASE
)
# Deeds that a message alone does not ask for, or that other cues read with more care.
_NOT_ASKED = frozenset(
    {
        "set_alarm",
        "set_wifi:on",
        "set_location_services:on",
        "create_reminder",
        "create_calendar_event",
        "list_calendar_events",
        "compose_post",
        "open_app",
        "run_scene",
        "set_do_not_disturb",
        "log_health_metric",
        "start_workout",
        "show_pickup_code",
        "translate_text",
        "send_message",
        "send_sms",
        "play_music",
        "find_contact",
        "share_file",
        "navigate_to",
    }
)


def people_ask(f: Facts, minutes: float = FRESH_MIN, *, past: bool = False) -> Iterator[Said]:
    """What known people said to the user, and mails of persons that name the user."""
    for said in f.recent(minutes, "chat", "sms", "mail"):
        person = said.personal or (said.kind == "mail" and not said.promotion and (said.known or said.names_me))
        if person and (past or not PAST.search(said.text)):
            yield said


@lru_cache(maxsize=2048)
def requested(text: str) -> tuple[str, ...]:
    """The clauses of a text that request something."""
    clauses = [clause.strip() for clause in words.SENTENCES.split(text[:1500]) if clause and clause.strip()]
    found = [c for c in clauses if (words.REQUEST.search(c) or words.IMPERATIVE.search(c)) and not _NEGATED.search(c)]
    return tuple(found)


def asked_finding(f: Facts, said: Said, what: str, filled: Filled, score: float = SCORE) -> Finding:
    """A finding about what somebody said."""
    return Finding(
        topic=f"asked {what}",
        score=score,
        subject=f"{what} for {said.sender} {said.time_ms}",
        intent=filled.intent,
        calls=filled.calls,
        source=said.source,
        evidence=(said.evidence,),
        taints=tuple((name, said.origin) for name in filled.tainted),
    )


# What is wanted at once or not at all.
_AT_ONCE = (
    "open_camera",
    "share_location",
    "join_meeting",
    "set_",
    "control_playback",
    "take_screenshot",
    "navigate_to",
)
_AT_ONCE_MIN = 25


def deed_asked(context: Context) -> Iterator[Finding]:
    """Somebody asks for something that a function does."""
    f = facts(context)
    for said in people_ask(f):
        happening = Happening("said", said.text, said.ago_s / 60, said=said)
        if unsaid(f, happening):
            continue
        for clause in requested(said.text):
            found = _asked(f, said, happening, clause)
            if found is not None:
                yield found
                break


def _asked(f: Facts, said: Said, happening: Happening, clause: str) -> Finding | None:
    for deed in deeds_in(clause)[:3]:
        if said.ago_s > _AT_ONCE_MIN * 60 and deed.startswith(_AT_ONCE):
            continue
        if deed in _NOT_ASKED or done_since(f, deed, happening):
            continue
        if deed in ("search_product", "order_food") and not object_of(deed, clause):
            continue
        if deed == "set_bluetooth:on" and f.state.bluetooth_enabled is not False:
            continue
        if deed == "pay_bill" and not amounts(said.text):
            continue
        filled = ALL_FILLS[deed](Task(f, deed, clause, said.text, happening, asked=True))
        if filled is not None:
            return asked_finding(f, said, deed, filled)
    return None


def file_wanted(context: Context) -> Iterator[Finding]:
    """Somebody asks for something, and a file on the phone bears its name."""
    f = facts(context)
    paths = f.state.files or ()
    for said in people_ask(f, 90, past=True):
        if unsaid(f, Happening("said", said.text, said.ago_s / 60, said=said)):
            continue
        clauses = requested(said.text)
        if not clauses or not paths:
            continue
        wanted = words_of(said.text)
        best = max(
            ((len(wanted & _name_words(path)), -index, path) for index, path in enumerate(paths)), default=(0, 0, "")
        )
        if best[0] < 1 or requests.LOCATION.search(said.text) or not _gives(said.text):
            continue
        path = best[2]
        filled = Filled(
            one("share_file", path=path, recipient=said.sender, app=said.package if said.kind == "chat" else None),
            f.say(
                f"Send {path.rpartition('/')[2]} to {said.sender}?",
                f"要把{path.rpartition('/')[2]}发给{said.sender}吗？",
            ),
            ("recipient",),
        )
        yield asked_finding(f, said, "file", filled, 0.8)


_GIVES = re.compile(
    r"\b(?:send|share|forward|have|get|see|show|pass|mail|email|need|give|attach|post|got"
    r"|borrow|resend|drop|use)\b|发|传|给|要|看|转|分享|有没有|借",
    re.IGNORECASE,
)


def _gives(text: str) -> bool:
    return bool(_GIVES.search(text))


@lru_cache(maxsize=1024)
def _name_words(path: str) -> frozenset[str]:
    """The words of a file's name that say what it is."""
    stem = re.sub(r"[_\-.\d]+", " ", path.rpartition("/")[2].rpartition(".")[0])
    return words_of(stem) - {
        "img",
        "pxl",
        "image",
        "photo",
        "scan",
        "doc",
        "document",
        "final",
        "screenshot",
        "video",
        "file",
        "copy",
        "new",
        "mvimg",
        "signal",
        "whatsapp",
        "download",
        "文件",
        "照片",
        "图片",
    }


def number_wanted(context: Context) -> Iterator[Finding]:
    """Somebody wants the number of somebody in the contacts, whom they describe."""
    f = facts(context)
    for said in _people(f):
        if not words.NUMBER_WANTED.search(said.text) or unsaid(
            f, Happening("said", said.text, said.ago_s / 60, said=said)
        ):
            continue
        names = [c.name for c in f.state.contacts or () if c.name != said.sender]
        best = max(((_alike(name, said.text), name) for name in names), default=(0, ""))
        if best[0] > 0:
            filled = Filled(
                one("find_contact", name=best[1]),
                f.say(f"Find the number of {best[1]}?", f"要查{best[1]}的号码吗？"),
                ("name",),
            )
            yield asked_finding(f, said, "number", filled, 0.74)


def _people(f: Facts) -> Iterator[Said]:
    return people_ask(f, 45, past=True)


def _alike(name: str, text: str) -> int:
    """How much of a contact's name a text names: words, or runs of Chinese characters."""
    runs = {name[i : i + 2] for i in range(len(name) - 1) if "㐀" <= name[i] <= "鿿" and name[i : i + 2] in text}
    return len(words_of(name) & words_of(text)) + len(runs)


def where_are_you(context: Context) -> Iterator[Finding]:
    """Somebody looks for the user."""
    f = facts(context)
    for said in f.personal(20):
        if words.WHERE_ARE_YOU.search(said.text) and not PAST.search(said.text):
            filled = Filled(
                one("share_location", recipient=said.sender),
                f.say(f"Share your location with {said.sender}?", f"要把位置发给{said.sender}吗？"),
                ("recipient",),
            )
            yield asked_finding(f, said, "location", filled, 0.8)


def parcel_asked(context: Context) -> Iterator[Finding]:
    """Somebody asks when a parcel comes, whose number the phone has."""
    f = facts(context)
    for said in people_ask(f, 60):
        if not words.WHERE_IS_PARCEL.search(said.text):
            continue
        known = [
            (len(words_of(f"{one_said.sender} {one_said.text}") & words_of(said.text)), number)
            for one_said in f.heard
            if not one_said.promotion and (number := tracking_number(f"{one_said.sender} {one_said.text}"))
        ]
        best = max(known, key=lambda pair: pair[0], default=None)
        if best is None or (
            best[0] == 0 and not re.search(r"parcel|package|delivery|快递|包裹", said.text, re.IGNORECASE)
        ):
            continue
        filled = Filled(
            one("track_parcel", tracking_number=best[1]), f.say("Show the parcel's tracking?", "要查看物流吗？")
        )
        yield asked_finding(f, said, "parcel", filled, 0.83)


def meet_there(context: Context) -> Iterator[Finding]:
    """Somebody waits for the user at a place, or asks them to come there, now."""
    f = facts(context)
    for said in f.personal(25):
        match = words.MEET_AT.search(said.text)
        if (
            match is None
            or not words.NOW.search(said.text)
            or over(said.text)
            or (f.moments(said) and f.minutes_to(f.moments(said)[0].at) > 120)
        ):
            continue
        place = (match["place"] or match["han"] or "").strip(" ,.")
        if not place or (f.here is not None and words_of(place) & words_of(f"{f.here.name} {f.here.address}")):
            continue
        if f.people.knows(place) or place in ("Home", "I", "家"):
            continue
        filled = Filled(
            one("navigate_to", destination=place),
            f.say(f"Navigate to {place}?", f"要导航去{place}吗？"),
            ("destination",),
        )
        yield asked_finding(f, said, "way", filled, 0.7)


CUES = (deed_asked, file_wanted, number_wanted, where_are_you, parcel_asked, meet_there)
