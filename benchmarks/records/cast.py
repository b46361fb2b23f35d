"""A recipe made real: a persona, a moment, drawn words, and the situation that follows."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from importlib import resources
from typing import Any
from zoneinfo import ZoneInfo

import yaml
from pydantic import BaseModel, ConfigDict

from benchmarks.records.apps import package
from benchmarks.records.recipe import Recipe, Seen, fill
from benchmarks.records.situation import Entry, Happened, Language, PlaceFact, Playing, Situation

_FIRST_DAY = date(2026, 1, 5)
_RELATIONS = {"mother": ("mother", "母亲"), "partner": ("partner", "伴侣"), "friend": ("friend", "朋友"),
              "boss": ("manager", "上司"), "colleague": ("colleague", "同事")}  # fmt: skip


class Persona(BaseModel):
    """Whose phone it is. Roles: name and number; places: name, address, latitude, longitude, Wi-Fi."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    language: Language
    name: str
    country: str
    timezone: str
    roles: dict[str, tuple[str, str]]
    places: dict[str, tuple[str, str, float, float, str | None]]
    currency: str
    headset: str
    abroad: str


@cache
def personas(language: Language) -> tuple[Persona, ...]:
    """The personas of a language."""
    text = (resources.files("benchmarks.records") / "personas.yaml").read_text(encoding="utf-8")
    return tuple(p for entry in yaml.safe_load(text) if (p := Persona.model_validate(entry)).language == language)


@dataclass(frozen=True)
class Cast:
    """Who and when: a persona at a local time, and the drawn words."""

    persona: Persona
    now: datetime
    words: dict[str, Any]

    @property
    def zh(self) -> int:
        """Which of two texts is meant."""
        return int(self.persona.language == "zh")


def cast(recipe: Recipe, language: Language, rng: random.Random) -> Cast:
    """Draw a persona, a moment and words for a recipe. The same generator state gives the same cast."""
    persona = rng.choice(personas(language))
    first, _, last = recipe.at.partition("..")
    begin, end = _minutes(first), _minutes(last or first)
    minute = rng.randint(begin, end if end >= begin else end + 1440) % 1440
    day = _FIRST_DAY + timedelta(days=rng.randrange(300))
    while recipe.days != "any" and (day.weekday() < 5) != (recipe.days == "weekday"):
        day += timedelta(days=1)
    now = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=ZoneInfo(persona.timezone))
    words: dict[str, Any] = _persona_words(persona) | _time_words(now)
    zh = language == "zh"
    for name, choices in recipe.vars.items():
        options = choices[language] if isinstance(choices, dict) else choices
        drawn = rng.choice(options)
        value = fill(drawn[zh] if isinstance(drawn, list) and len(drawn) == 2 else drawn, words)
        words |= {f"{name}_{key}": one for key, one in value.items()} if isinstance(value, dict) else {name: value}
    return Cast(persona, now, words)


def _minutes(text: str) -> int:
    hour, minute = text.strip().split(":")
    return int(hour) * 60 + int(minute)


def _persona_words(persona: Persona) -> dict[str, Any]:
    words: dict[str, Any] = {"currency": persona.currency, "headset": persona.headset, "abroad": persona.abroad}
    for role, (name, number) in persona.roles.items():
        words |= {role: name, f"{role}_number": number}
    for kind, place in persona.places.items():
        words |= {f"{kind}_place": place[0], f"{kind}_address": place[1]}
    return words


def _time_words(now: datetime) -> dict[str, Any]:
    """`{today}`, `{tomorrow}` and days later as ISO dates; `{in30}` and the like as HH:MM, `{at30}` as ISO local time."""
    words: dict[str, Any] = {"today": f"{now:%Y-%m-%d}", "tomorrow": f"{now + timedelta(days=1):%Y-%m-%d}"}
    words |= {f"day{n}": f"{now + timedelta(days=n):%Y-%m-%d}" for n in range(2, 15)}
    for minutes in (5, 10, 15, 20, 30, 40, 45, 60, 75, 90, 120, 150, 180, 240, 300):
        later = now + timedelta(minutes=minutes)
        words |= {f"in{minutes}": f"{later:%H:%M}", f"at{minutes}": f"{later:%Y-%m-%dT%H:%M}"}
    return words


def situation(recipe: Recipe, who: Cast, rng: random.Random) -> Situation:
    """The situation of a recipe. The same rng state gives two halves of a pair the same ordinary facts."""
    persona, zh, words = who.persona, who.zh, who.words
    facts: dict[str, Any] = {
        "battery": rng.randint(35, 95), "charging": False, "network": rng.choice(["wifi", "wifi", "mobile"]),
        "brightness": rng.randrange(30, 95, 5), "dark": rng.random() < 0.4, "volume": {"music": rng.randrange(20, 80, 10)},
        "ringer": rng.choice(["normal", "normal", "vibrate"]), "place": rng.choice(["home", "work", "home"]),
        "app": rng.choice([None, package("chrome"), package("whatsapp"), package("video")]),
    }  # fmt: skip
    given = fill(recipe.phone, words)
    volume = {**facts.pop("volume"), **given.pop("volume", {})}
    entries = [_entry(item, who) for item in given.pop("calendar", [])]
    alarms = [_alarm(item, who) for item in given.pop("alarms", [])]
    playing = given.pop("playing", None)
    contacts = {name: [number] for name, number in persona.roles.values()}
    contacts |= {_one(name, zh): [number] for name, number in given.pop("contacts", {}).items()}
    files = given.pop("files", [])
    facts |= {key: _one(value, zh) for key, value in given.items()}
    facts["app"] = package(facts["app"]) if facts["app"] else None
    if facts["place"] not in ("home", "work", "gym", "station", None):
        facts["place"] = None
    base = Situation(
        language=persona.language, now=who.now, timezone=persona.timezone, name=persona.name, country=persona.country,
        about=[fill(text[zh], words) for text in recipe.about],
        people={persona.roles[role][0]: names[zh] for role, names in _RELATIONS.items()},
        places=[PlaceFact(name=name, kind=kind, address=address, latitude=lat, longitude=lon, wifi=wifi)
                for kind, (name, address, lat, lon, wifi) in persona.places.items()],
        contacts=contacts, volume=volume, calendar=entries, alarms=alarms, files=files,
        playing=Playing(title=_one(playing["title"], zh), artist=_one(playing.get("artist", ""), zh),
                        package=package(playing["app"])) if playing else None,
        weather=_weather(recipe, who, rng), holiday=fill(recipe.world.get("holiday", ("", ""))[zh], words), **facts,
    )  # fmt: skip
    base.events.extend(_event(item, who, rng) for item in recipe.seen)
    return base


def _one(value: Any, zh: int) -> Any:
    return (
        value[zh] if isinstance(value, list) and len(value) == 2 and all(isinstance(v, str) for v in value) else value
    )


def _weather(recipe: Recipe, who: Cast, rng: random.Random) -> str:
    drawn = rng.choice(
        [("Cloudy, 14 °C", "多云，14 °C"), ("Sunny, 19 °C", "晴，19 °C"), ("Overcast, 9 °C", "阴，9 °C")]
    )
    text = recipe.world.get("weather", drawn)[who.zh]
    return str(fill(text, who.words))


def _time(text: str, who: Cast) -> datetime:
    """`HH:MM` of today, `D+1 HH:MM`, `+30` minutes, or ISO."""
    text = text.strip()
    if text.startswith(("+", "-")):
        return who.now + timedelta(minutes=int(text))
    if text.startswith("D"):
        day, _, clock = text.partition(" ")
        base = who.now + timedelta(days=int(day[1:] or 0))
    elif "T" in text:
        return datetime.fromisoformat(text).replace(tzinfo=who.now.tzinfo)
    else:
        base, clock = who.now, text
    hour, minute = clock.split(":")
    return base.replace(hour=int(hour), minute=int(minute), second=0, microsecond=0)


def _entry(item: dict[str, Any], who: Cast) -> Entry:
    start = _time(item["start"], who)
    end = _time(item["end"], who) if "end" in item else start + timedelta(minutes=int(item.get("minutes", 60)))
    return Entry(title=_one(item["title"], who.zh), start=start, end=end, location=_one(item.get("where", ""), who.zh))


def _alarm(item: dict[str, Any], who: Cast) -> tuple[datetime, str]:
    return _time(item["at"], who), _one(item.get("label", ""), who.zh)


def _event(item: Seen, who: Cast, rng: random.Random) -> Happened:
    kind = item.kind()
    ago = item.ago if isinstance(item.ago, int) else rng.randint(*item.ago)
    value = getattr(item, kind)
    who_text = value[who.zh] if isinstance(value, tuple) else "" if isinstance(value, bool) else str(value)
    name = str(fill(who_text, who.words))
    if kind in ("note", "used"):
        name = package(name)
    if kind in ("arrived", "left"):
        name = who.words.get(f"{name}_place", name)
    numbers = dict(who.persona.roles.values())
    text = str(fill(item.text[who.zh], who.words)) if kind != "did" else name
    return Happened.model_validate({
        "kind": kind, "at": who.now - timedelta(minutes=ago), "who": "" if kind == "did" else name,
        "number": numbers.get(name, "") if kind in ("missed", "call") else "",
        "title": fill(item.title[who.zh], who.words), "text": text, "posted": not item.gone,
    })  # fmt: skip
