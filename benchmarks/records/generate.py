"""Making records in the paper's five steps: trajectory, contexts, candidate intents, noise, functions."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.records.cast import Cast, cast, situation
from benchmarks.records.model import Answer, CallTruth, Dimension, Picture, Record
from benchmarks.records.noise import add_noise
from benchmarks.records.recipe import Recipe, fill, load_recipes
from benchmarks.records.references import difficulty
from benchmarks.records.situation import Language, Situation
from benchmarks.records.write_text import Line, phone_lines, profile_lines, trace_lines, world_lines
from device import BadInput

PROPOSERS = 6
NOISE = (5.0, 20.0)
_UNITS = ("pair", "single", "pair")  # of a recipe, in turn: two of five records need nothing
_WRITERS: dict[Dimension, Callable[[Situation], list[Line]]] = {
    "profile": profile_lines, "phone": phone_lines, "world": world_lines, "trace": trace_lines,
}  # fmt: skip
Pictures = Callable[[Situation, str, random.Random], None]


@dataclass(frozen=True)
class Settings:
    """What is made. The same settings make the same records; `noise`: one ratio for all, instead of 5 to 20 drawn;
    `scenarios`, `splits`: of these only (empty: all). A record of one id and seed is the same whatever else is made."""

    seed: int = 1
    count: int = 3660
    languages: tuple[Language, ...] = ("en", "zh")
    noise: float | None = None
    scenarios: tuple[str, ...] = ()
    splits: tuple[str, ...] = ()


@dataclass
class Made:
    """Counts of what was made."""

    records: int = 0
    by: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        """Count a record."""
        self.records += 1
        facts = {"split": record.split, "language": record.language, "scenario": record.scenario,
                 "difficulty": record.difficulty, "answers": str(len(record.answers)), "modality": record.modality}  # fmt: skip
        for name, value in facts.items():
            self.by.setdefault(name, Counter())[str(value)] += 1


def make(
    settings: Settings, pictures: Pictures | None = None, writer: Callable[[Situation], None] | None = None
) -> Iterator[Record]:
    """Make records one after the other. `writer` words situations anew, `pictures` draws screens for them. Raises BadInput
    for settings that make none."""
    recipes = [
        recipe
        for recipe in load_recipes()
        if (not settings.scenarios or recipe.scenario in settings.scenarios)
        and (not settings.splits or recipe.split in settings.splits)
    ]
    if not recipes or not settings.languages or settings.count < 1:
        raise BadInput("nothing to make", mend="give a count, languages (en, zh), and scenarios that exist")
    order = _interleaved(recipes)
    left, round_number = settings.count, 0
    while left:
        unit = _UNITS[round_number % len(_UNITS)]
        for recipe in order:
            for language in settings.languages:
                for record in _unit(recipe, language, unit, round_number, settings, pictures, writer)[:left]:
                    yield record
                    left -= 1
                if not left:
                    return
        round_number += 1


def _interleaved(recipes: Sequence[Recipe]) -> list[Recipe]:
    """The first recipe of each scenario, then the second of each: few records cover all scenarios."""
    place: Counter[str] = Counter()
    keyed: list[tuple[int, int, Recipe]] = []
    for recipe in recipes:
        keyed.append((place[recipe.scenario], len(keyed), recipe))
        place[recipe.scenario] += 1
    return [recipe for _, _, recipe in sorted(keyed, key=lambda item: item[:2])]


def _unit(
    recipe: Recipe,
    language: Language,
    unit: str,
    number: int,
    settings: Settings,
    pictures: Pictures | None,
    writer: Callable[[Situation], None] | None,
) -> list[Record]:
    name = f"{recipe.scenario}.{recipe.id}.{language}.{number:03d}"
    pair = recipe.pairs[number % len(recipe.pairs)]
    halves = [("a", recipe, True)] + ([("b", recipe.apart(pair), False)] if unit == "pair" else [])
    return [
        _record(half, f"{name}{suffix}", name, needed, unit == "pair", language, settings, pictures, writer)
        for suffix, half, needed in halves
    ]


def _record(
    recipe: Recipe, record_id: str, name: str, needed: bool, paired: bool, language: Language, settings: Settings,
    pictures: Pictures | None, writer: Callable[[Situation], None] | None,
) -> Record:  # fmt: skip
    """One record. Both halves of a pair draw from equal streams, so that they differ in what the pair changes."""
    key = f"{settings.seed}/{name}"
    who, made = _plausible(recipe, language, key)
    ratio = settings.noise if settings.noise is not None else random.Random(f"{key}/ratio").uniform(*NOISE)
    if writer is not None:
        writer(made)
    if pictures is not None:
        pictures(made, record_id, random.Random(f"{key}/pictures"))
    real = sum(len(line.text) for write in _WRITERS.values() for line in write(made))
    add_noise(made, round(ratio * real), random.Random(f"{key}/noise"))
    answers = _answers(recipe, who, random.Random(f"{key}/answers")) if needed else ()
    facts: dict[str, Any] = {}
    noise: dict[Dimension, tuple[int, ...]] = {}
    noisy = total = 0
    for dimension, write in _WRITERS.items():
        lines = write(made)
        noise[dimension] = tuple(n for n, line in enumerate(lines) if line.noise)
        noisy += sum(len(line.text) for line in lines if line.noise)
        total += sum(len(line.text) for line in lines)
        steps = tuple(Picture(picture=line.picture) if line.picture else line.text for line in lines)
        facts[dimension] = steps if dimension == "trace" else "\n".join(line.text for line in lines)
    record = Record(
        id=record_id, answers=answers, scenario=recipe.scenario, language=language, split=recipe.split, recipe=recipe.id,
        pair=name if paired else None, noise={d: n for d, n in noise.items() if n},
        noise_ratio=round(noisy / max(1, total - noisy), 2), frame_ms=int(who.now.timestamp() * 1000),
        timezone=who.persona.timezone, contacts={n: tuple(v) for n, v in made.contacts.items()}, **facts,
    )  # fmt: skip
    return record.model_copy(update={"difficulty": difficulty(record)})


def _plausible(recipe: Recipe, language: Language, key: str) -> tuple[Cast, Situation]:
    """Steps one and two, drawn again while the outcome is not plausible."""
    for attempt in range(20):
        who = cast(recipe, language, random.Random(f"{key}/cast/{attempt}"))
        made = situation(recipe, who, random.Random(f"{key}/situation/{attempt}"))
        if not implausible(made):
            return who, made
    raise BadInput(f"recipe {recipe.id} makes nothing plausible: {implausible(made)}", mend="mend the recipe")


def implausible(s: Situation) -> list[str]:
    """What cannot be in a situation; empty when nothing speaks against it."""
    faults = []
    if s.charging and s.saver:
        faults.append("battery saver while charging")
    if s.network == "wifi" and s.airplane:
        faults.append("Wi-Fi in airplane mode")
    if s.headset and not s.bluetooth:
        faults.append("a headset without Bluetooth")
    if any(event.at > s.now for event in s.events):
        faults.append("an event after the moment")
    if any(entry.end < entry.start for entry in s.calendar):
        faults.append("a calendar entry that ends before it starts")
    return faults


def _answers(recipe: Recipe, who: Cast, rng: random.Random) -> tuple[Answer, ...]:
    """Steps three and five: several proposers each choose a candidate and a way to say it; proposals that come to the
    same calls are one cluster, named by its commonest wording; at most three clusters, by support, are kept."""
    candidates = recipe.answers
    votes: dict[str, Counter[str]] = {}
    calls: dict[str, tuple[CallTruth, ...]] = {}
    for proposer in range(PROPOSERS):
        # each candidate has a proposer that holds to it; the others choose freely
        chosen = candidates[proposer] if proposer < len(candidates) else rng.choice(candidates)
        said = fill(rng.choice(chosen.say)[who.zh], who.words)
        made = tuple(CallTruth(name=name, arguments=arguments)
                     for call in fill(chosen.calls, who.words) for name, arguments in call.items())  # fmt: skip
        key = json.dumps([call.model_dump() for call in made], sort_keys=True, ensure_ascii=False)
        calls[key] = made
        votes.setdefault(key, Counter())[said] += 1
    order = sorted(votes, key=lambda key: (-votes[key].total(), list(votes).index(key)))[:3]
    return tuple(Answer(intent=votes[key].most_common(1)[0][0], calls=calls[key]) for key in order)
