"""Noise: what a phone is full of and what matters to nobody, consistent with the rest and of a wanted amount."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from importlib import resources
from typing import Any

import yaml

from benchmarks.records.recipe import fill
from benchmarks.records.situation import Happened, Language, Situation
from benchmarks.records.write_text import event_text
from simulator.day.words import Words

POSTED = 24  # how many of the noisy notifications are still in the shade
_MAIL = "com.google.android.gm"
# Apps whose mere use may matter to some recipe are not used as noise.
_USED = ("com.instagram.android", "com.android.chrome", "com.google.android.apps.photos", "com.whatsapp")


@dataclass(frozen=True)
class _Template:
    event: dict[str, Any]
    fill: dict[str, list[Any]]
    weight: float


@cache
def _pool(language: Language) -> tuple[_Template, ...]:
    """Events of the shipped noise pools that a record can tell (the pools of the simulated days)."""
    found: list[_Template] = []
    folder = resources.files("emulator_configs") / "noise" / language
    for source in sorted(folder.iterdir(), key=lambda item: item.name):
        if not source.name.endswith(".yaml"):
            continue
        for entry in yaml.safe_load(source.read_text(encoding="utf-8"))["entries"]:
            if entry["event"].get("do") in ("notify", "sms", "mail", "chat"):
                choices = {name: list(options) for name, options in entry.get("fill", {}).items()}
                found.append(_Template(entry["event"], choices, float(entry.get("weight", 1))))
    return tuple(found)


@dataclass(frozen=True)
class _Said:
    """A statement with its slots. `many`: it may come again with other words; of the others a second one would
    contradict the first (two air qualities, two shoe sizes)."""

    text: str
    fill: dict[str, list[str]]
    many: bool


@cache
def _lines(kind: str, language: Language) -> tuple[_Said, ...]:
    data = yaml.safe_load((resources.files("benchmarks.records") / "noise_lines.yaml").read_text(encoding="utf-8"))
    zh = language == "zh"
    return tuple(
        _Said(entry["text"][zh], {name: choices[language] if isinstance(choices, dict) else choices
                                  for name, choices in entry.get("fill", {}).items()}, entry.get("many", False))
        for entry in data[kind]
    )  # fmt: skip


def _drawn(template: _Template, rng: random.Random) -> Words:
    """The template's words, drawn. A choice may hold words itself. Raises simulator.day.words.Unfilled for a slot that
    names nothing."""
    values = {name: rng.choice(options) for name, options in template.fill.items()}
    return Words(Words(values).fill(values))


def _event(s: Situation, rng: random.Random) -> Happened:
    pool = _pool(s.language)
    template = rng.choices(pool, weights=[one.weight for one in pool])[0]
    words = _drawn(template, rng)
    event = {key: str(words.fill(value)) for key, value in template.event.items() if isinstance(value, str)}
    at = s.now - timedelta(minutes=rng.randint(15, 600))
    common: dict[str, Any] = {"at": at, "noise": True, "posted": False}
    if event["do"] == "sms":
        return Happened(kind="sms", who=event["sender"], text=event["text"], **common)
    if event["do"] == "mail":
        return Happened(kind="note", who=_MAIL, title=event["sender"], text=event["subject"], **common)
    if event["do"] == "chat":
        said = f"{event['sender']}: {event['text']}" if event.get("chat") else event["text"]
        title = event.get("chat") or event["sender"]
        return Happened(kind="note", who=event.get("package", "com.whatsapp"), title=title, text=said, **common)
    return Happened(
        kind="note", who=event["package"], title=event.get("title", ""), text=event.get("text", ""), **common
    )


def _did(s: Situation, rng: random.Random) -> Happened:
    at = s.now - timedelta(minutes=rng.randint(15, 600))
    if rng.random() < 0.4:
        return Happened(kind="used", at=at, who=rng.choice(_USED), noise=True)
    return Happened(kind="did", at=at, text=_line("did", s, rng)[1], noise=True)


def _line(kind: str, s: Situation, rng: random.Random) -> tuple[str, str]:
    """A statement, and what may not come twice: itself, or its kind where a second one would contradict it."""
    said = rng.choice(_lines(kind, s.language))
    text = str(fill(said.text, {name: rng.choice(options) for name, options in said.fill.items()}))
    return (text if said.many else said.text), text


def add_noise(s: Situation, wanted: int, rng: random.Random) -> None:
    """Add noise to a situation until there are `wanted` characters of it.

    About one piece in nine goes to the profile and one to the world; no statement comes twice there, and none against
    another.
    """
    have = posted = 0
    seen: set[str] = set()
    while have < wanted:
        draw = rng.random()
        if draw < 0.22:
            kind, into = ("profile", s.noise_about) if draw < 0.11 else ("world", s.noise_world)
            once, text = _line(kind, s, rng)
            if once not in seen:
                seen.add(once)
                into.append(text)
                have += len(text)
            continue
        event = _did(s, rng) if draw < 0.4 else _event(s, rng)
        length = len(event_text(event, s.language))
        if event.kind == "note" and posted < POSTED and rng.random() < 0.5:
            event.posted = True
            posted += 1
            have += length
        s.events.append(event)
        have += length
