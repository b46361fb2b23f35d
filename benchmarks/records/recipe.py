"""A recipe: one need, with what shows it, its answers, and minimal pairs in which nothing is needed."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from api_pool import SCENARIOS
from benchmarks.records.model import HELD_OUT, Split
from device import BadInput


def _both(value: Any) -> Any:
    """A text said once for both languages, or [English, Chinese]."""
    return (value, value) if isinstance(value, str) else value


def _ways(value: Any) -> Any:
    """One way to say it, or a list of ways."""
    one = isinstance(value, str) or (isinstance(value, list | tuple) and all(isinstance(item, str) for item in value))
    return [value] if one else value


Both = Annotated[tuple[str, str], BeforeValidator(_both)]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Seen(_Closed):
    """An event of the trace, `ago` minutes before the moment: one of its kinds names who, where or which app."""

    sms: Both | None = None
    sent: Both | None = None
    missed: Both | None = None
    call: Both | None = None
    note: str | None = None
    used: str | None = None
    arrived: str | None = None
    left: str | None = None
    did: Both | None = None
    plugged: bool | None = None
    unplugged: bool | None = None
    title: Both = ("", "")
    text: Both = ("", "")
    ago: int | tuple[int, int] = (1, 6)
    gone: bool = False  # a notification that is no longer posted

    def kind(self) -> str:
        """Which kind it is. Raises ValueError for none or several."""
        kinds = [name for name in ("sms", "sent", "missed", "call", "note", "used", "arrived", "left", "did", "plugged",
                                   "unplugged") if getattr(self, name)]  # fmt: skip
        if len(kinds) != 1:
            raise ValueError(f"an event is one of its kinds, not {kinds or 'none'}")
        return kinds[0]


class Said(_Closed):
    """A candidate answer: several ways to say it, and its calls as {function: arguments}."""

    say: Annotated[tuple[Both, ...], BeforeValidator(_ways)]
    calls: list[dict[str, dict[str, Any]]] = Field(min_length=1)


class Pair(_Closed):
    """What makes the need go away: paths into the recipe with their new values (null: taken away)."""

    why: str
    set: dict[str, Any] = Field(min_length=1)


class Recipe(_Closed):
    """See docs/records.md. `phone` lays facts over an ordinary phone; `vars` are drawn."""

    id: str
    scenario: str = ""
    about: list[Both] = Field(default_factory=list)
    at: str = "08:00..21:00"
    days: Literal["any", "weekday", "weekend"] = "any"
    vars: dict[str, Any] = Field(default_factory=dict)
    phone: dict[str, Any] = Field(default_factory=dict)
    world: dict[str, Both] = Field(default_factory=dict)
    seen: list[Seen] = Field(default_factory=list)
    answers: list[Said] = Field(min_length=1, max_length=3)
    pairs: list[Pair] = Field(min_length=1)
    split: Split = "train"

    def apart(self, pair: Pair) -> Recipe:
        """The recipe with a pair's changes. Raises ValueError for a path that leads nowhere."""
        data = self.model_dump()
        for path, value in pair.set.items():
            _put(data, path.split("."), value)
        return Recipe.model_validate(data)


def _put(data: Any, keys: list[str], value: Any) -> None:
    for key in keys[:-1]:
        data = data[int(key)] if isinstance(data, list) else data.setdefault(key, {})
    last = keys[-1]
    if isinstance(data, list):
        if value is None:
            del data[int(last)]
        elif last == "+":
            data.append(value)
        else:
            data[int(last)] = value
    elif value is None:
        data.pop(last, None)
    else:
        data[last] = value


def _splits(count: int, scenario: str) -> list[Split]:
    """Six in ten to train, two to validation, two to test; the held-out scenarios whole to ood. No recipe is on two
    sides, and a recipe added at a file's end moves no other."""
    pattern: list[Split] = [
        "train",
        "train",
        "test",
        "train",
        "validation",
        "train",
        "train",
        "test",
        "train",
        "validation",
    ]
    return ["ood" if scenario in HELD_OUT else pattern[number % 10] for number in range(count)]


@cache
def load_recipes() -> tuple[Recipe, ...]:
    """All recipes that ship, in the order of scenarios. Raises BadInput naming the file and the fault."""
    found: list[Recipe] = []
    for scenario in SCENARIOS:
        source = resources.files("benchmarks.records.recipes") / f"{scenario}.yaml"
        try:
            entries = yaml.load(source.read_text(encoding="utf-8"), Loader=_LOADER)
            for split, entry in zip(_splits(len(entries), scenario), entries, strict=True):
                found.append(Recipe.model_validate({**entry, "scenario": scenario, "split": split}))
        except (OSError, yaml.YAMLError, ValidationError, TypeError) as error:
            raise BadInput(f"recipes of {scenario}: {error}", mend="see docs/records.md") from error
    names = [recipe.id for recipe in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise BadInput(f"recipes with one id: {', '.join(sorted(twice))}", mend="ids must be unique")
    return tuple(found)


_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SLOT = re.compile(r"\{(\w+)\}")


def fill(value: Any, words: dict[str, Any]) -> Any:
    """Put words into `{slots}`, through lists and mappings; a text that is one slot keeps the word's type.

    Raises KeyError for a slot without a word.
    """
    if isinstance(value, str):
        if whole := _SLOT.fullmatch(value):
            return words[whole[1]]
        return _SLOT.sub(lambda match: str(words[match[1]]), value)
    if isinstance(value, list | tuple):
        return [fill(item, words) for item in value]
    if isinstance(value, dict):
        return {key: fill(item, words) for key, item in value.items()}
    return value
