"""The field map: where another file's records keep what ours keep, as YAML that users can adjust."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from device import BadInput

Paths = tuple[str, ...]
Place = tuple[str, ...]  # exact keys from the outside to the inside


class _Closed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AnswerMap(_Closed):
    """Places inside one answer. `wrapper`: keys of an object that only holds the answers. `bare_calls`: what a list of
    calls without intents is, one answer (`together`) or one each (`apart`); None: it is told and not read."""

    intent: Paths
    calls: Paths
    wrapper: Paths = ()
    bare_calls: Literal["together", "apart"] | None = None


class CallMap(_Closed):
    """Places inside one call."""

    name: Paths
    arguments: Paths


class PictureMap(_Closed):
    """How a step of the trace says that it is a picture, and where its path is."""

    marker: dict[str, Any]
    path: Paths


class FieldMap(_Closed):
    """Where each field is (see field_map.yaml for the form)."""

    id: Paths
    difficulty: Paths = ()
    scenario: Paths = ()
    split: Paths = ()
    language: Paths = ()
    profile: Paths
    phone: Paths
    world: Paths
    trace: Paths
    answers: Paths
    answer: AnswerMap
    call: CallMap
    picture: PictureMap
    difficulty_values: dict[str, str] = Field(default_factory=dict)
    split_values: dict[str, str] = Field(default_factory=dict)
    none_texts: tuple[str, ...] = ()
    none_functions: tuple[str, ...] = ()

    @field_validator("none_texts", "none_functions", mode="before")
    @classmethod
    def _texts(cls, value: Any) -> Any:
        return tuple("null" if item is None else str(item) for item in value) if isinstance(value, list) else value


def load_field_map(path: Path | None = None) -> FieldMap:
    """The field map of a YAML file, by default the one that ships. Raises BadInput for what is none."""
    source = path or resources.files("benchmarks.records") / "field_map.yaml"
    try:
        return FieldMap.model_validate(yaml.safe_load(source.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError, ValidationError) as error:
        raise BadInput(f"field map {source}: {error}", mend="start from benchmarks/records/field_map.yaml") from error


def find(data: Any, paths: Paths) -> tuple[Place, Any] | None:
    """The first of these places that is there: its exact keys and what is in it. Case does not count."""
    return next(find_all(data, paths), None)


def find_all(data: Any, paths: Paths) -> Iterator[tuple[Place, Any]]:
    """Each of these places that is there, in order."""
    for path in paths:
        yield from _walk(data, path.casefold().split("."), ())


def _walk(data: Any, keys: list[str], taken: Place) -> Iterator[tuple[Place, Any]]:
    if not keys:
        yield taken, data
        return
    if not isinstance(data, Mapping):
        return
    first, rest = keys[0], keys[1:]
    exact = [name for name in data if str(name).casefold() == first]
    starred = [name for name in data if fnmatch.fnmatchcase(str(name).casefold(), first)] if "*" in first else []
    for name in exact or starred:
        yield from _walk(data[name], rest, (*taken, str(name)))


def put(data: dict[str, Any], place: Sequence[str], value: Any) -> None:
    """Set a place, making what is missing on the way (and what stands there but can hold nothing)."""
    *parts, last = place
    for part in parts:
        if not isinstance(data.get(part), dict):
            data[part] = {}
        data = data[part]
    data[last] = value


def concrete(paths: Paths, otherwise: str) -> Place:
    """Where a field is written: the first place without a star."""
    return tuple(next((path for path in paths if "*" not in path), otherwise).split("."))
