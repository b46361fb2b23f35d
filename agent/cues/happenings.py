"""What has just happened, whatever it was: one view over messages, notices, moves, plans that begin, devices and calls."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from agent.cues.facts import Facts, Planned, words_of
from agent.cues.meaning import concepts, stems
from agent.cues.messages import Said
from agent.lexicon.schedule import FLIGHT, TRAIN
from agent.profile import Place
from device.capture.people import CalendarEvent

FRESH_MIN = 60
_PLAN_MIN = (-12, 16)
# What the app of a notice says about it, where its own words do not.
_APPS = (("calendar", "calendar 日历"), ("aftership", "parcel"), ("weather", "weather"), ("zoom", "online meeting"))
_ROLES = {
    "partner": "partner 伴侣", "wife": "partner", "husband": "partner", "girlfriend": "partner", "boyfriend": "partner",
    "mother": "mother 母亲 family", "father": "father 父亲 family", "sister": "family", "brother": "family",
    "boss": "boss manager", "manager": "boss manager", "colleague": "colleague 同事", "friend": "friend 朋友",
    "client": "client customer 客户", "son": "child family", "daughter": "child family", "neighbour": "neighbour",
    "landlord": "landlord", "teacher": "teacher school", "同事": "colleague", "朋友": "friend", "客户": "customer client",
    "经理": "boss", "领导": "boss", "老师": "teacher school", "妈": "mother family", "母": "mother family",
    "爸": "father family", "父": "father family",
    "太太": "partner", "妻": "partner", "丈夫": "partner", "老公": "partner", "爱人": "partner",
    "儿子": "child family", "女儿": "child family", "邻居": "neighbour", "房东": "landlord",
}  # fmt: skip


@dataclass(frozen=True)
class Happening:
    """Something that happened `ago` minutes before now (negative: it will). `text` are its words, `topics` their concepts."""

    kind: str
    text: str
    ago: float
    said: Said | None = None
    plan: Planned | None = None
    place: Place | None = None

    @property
    def topics(self) -> frozenset[str]:
        """The concepts of its words."""
        return concepts(self.text)

    @property
    def words(self) -> frozenset[str]:
        """The stems of its words."""
        return word_set(self.text)

    @property
    def key(self) -> str:
        """What names it."""
        if self.said is not None:
            return self.said.source
        return f"{self.kind} {self.text[:60]}"


@lru_cache(maxsize=4096)
def word_set(text: str) -> frozenset[str]:
    """The stems of a text's words."""
    return frozenset(stems(text[:700]))


def role_of(f: Facts, name: str) -> str:
    """What somebody is to the user, in words that name it in both languages."""
    role = next((role for known, role in f.profile.people.items() if known.casefold() == name.casefold()), "")
    return " ".join(words for key, words in _ROLES.items() if key in role.casefold())


@lru_cache(maxsize=2)
def happenings(f: Facts) -> tuple[Happening, ...]:
    """What happened within the last hour, or begins now; the newest first."""
    return tuple(sorted(_collect(f), key=lambda one: abs(one.ago)))


def _collect(f: Facts) -> list[Happening]:
    found = [Happening("said", _said_text(f, said), said.ago_s / 60, said=said) for said in f.recent(FRESH_MIN)
             if not said.promotion and said.ago_s >= -60]  # fmt: skip
    for plan in f.plans:
        until = f.minutes_to(plan.begin)
        if _PLAN_MIN[0] <= until <= _PLAN_MIN[1]:
            found.append(Happening("plan", f"{_plan_text(f, plan)} plan", -until, plan=plan))
        ended = -f.minutes_to(plan.end)
        if 0 <= ended <= 15 and plan.end > plan.begin:
            found.append(Happening("ended", f"{plan.text} end finished after", ended, plan=plan))
    if f.arrived_min is not None and f.arrived_min <= 30 and f.here is None and (soon_plans := f.next_plans(0.6)):
        found.append(Happening("arrive", f"arrived {_plan_text(f, soon_plans[0])}", f.arrived_min, plan=soon_plans[0]))
    if f.arrived_min is not None and f.arrived_min <= 30 and f.here is not None:
        here = f.here
        near = words_of(f"{here.name} {here.address}")
        soon = " ".join(
            _plan_text(f, plan)
            for plan in (*f.next_plans(1.3), *f.ongoing())
            if plan.location and (words_of(plan.location) & near or f.minutes_to(plan.begin) < 15)
        )
        found.append(
            Happening("arrive", f"arrived at {here.name} {here.kind} {here.address} {soon}", f.arrived_min, place=here)
        )
    today = f"{f.now:%Y%m%d}"
    for path in (f.state.files or ())[:3]:
        if today in path and "/DCIM/" in path:
            stem = path.rpartition("/")[2].rpartition(".")[0].replace("_", " ")
            found.append(
                Happening("file", re.sub(r"\b(?:IMG|PXL|VID|MVIMG|\d+)\b", "", stem).strip() + " photo 照片", 5)
            )
            break
    for event in f.context.trajectory[-60:]:
        ago = (f.now_ms - event.time_ms) / 60_000
        if ago > FRESH_MIN:
            continue
        if event.kind == "bluetooth" and not event.text.endswith("none") and ago <= 20 and f.audio_device:
            found.append(Happening("device", f"connected {f.audio_device} headphones speaker", ago))
        elif event.kind == "message" and event.text.startswith(("SMS to", "sent")):
            found.append(Happening("sent", event.text, ago))
        elif event.kind == "call" and "missed" in event.text:
            found.append(Happening("call", f"{event.text} 未接来电", ago))
        elif event.kind == "app" and ago <= 12:
            found.append(Happening("app", event.text, ago))
        elif event.kind == "place" and ago <= 30 and event.text.startswith(("arrived", "left", "到达", "离开")):
            found.append(Happening("arrive", event.text, ago))
    return found


def _plan_text(f: Facts, plan: Planned) -> str:
    """A plan's words, and who the people in it are to the user."""
    roles = [role_of(f, name) for name in f.profile.people if name.split()[0].casefold() in plan.text.casefold()]
    ride = "train" if TRAIN.search(plan.text) else "flight" if FLIGHT.search(plan.text) else ""
    return " ".join((plan.text, ride, *roles))


def _near_day(f: Facts, event: CalendarEvent) -> bool:
    return event.begin_ms is not None and -86_400_000 * 1.5 <= event.begin_ms - f.now_ms <= 86_400_000


def _said_text(f: Facts, said: Said) -> str:
    app = " ".join(words for part, words in _APPS if part in said.package)
    role = role_of(f, said.sender) if said.known else ""
    return f"{said.sender}. {said.title if said.title != said.sender else ''} {said.text} | {role} {app}"


@lru_cache(maxsize=2)
def ambient(f: Facts) -> frozenset[str]:
    """The concepts of what goes on anyway: where the phone is, what is on or about to be, what plays, the hour."""
    words = [_plan_text(f, plan) for plan in (*f.ongoing(), *f.next_plans(1.5))]
    words += [event.title or "" for event in f.state.calendar_events or () if event.all_day and _near_day(f, event)]
    words.append(f"{f.here.name} {f.here.kind} {f.here.address}" if f.here is not None else "away 外出")
    if f.state.playing is not None:
        words.append("music 音乐")
    if f.now.hour >= 21 or f.now.hour < 5:
        words.append("night dark evening 夜里")
    if f.audio_device:
        words.append("headphones")
    return frozenset[str]().union(*(concepts(text) for text in words))
