"""The field map: where another file's records keep what ours keep, as YAML that users can adjust."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from device import BadInput

Paths = tuple[str, ...]


class _Closed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AnswerMap(_Closed):
    """Places inside one answer."""

    intent: Paths
    calls: Paths


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

    @field_validator("none_texts", mode="before")
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


def find(data: Any, paths: Paths) -> tuple[str, Any] | None:
    """The first of these places that is there: its exact path (keys joined by dots) and what is in it."""
    for path in paths:
        found = _walk(data, path.split("."), [])
        if found is not None:
            return found
    return None


def _walk(data: Any, keys: list[str], taken: list[str]) -> tuple[str, Any] | None:
    if not keys:
        return ".".join(taken), data
    if not isinstance(data, Mapping):
        return None
    first, rest = keys[0], keys[1:]
    names = [name for name in data if fnmatch.fnmatchcase(str(name), first)] if "*" in first else [first]
    for name in names:
        if name in data and (found := _walk(data[name], rest, [*taken, str(name)])) is not None:
            return found
    return None


def put(data: dict[str, Any], path: str, value: Any) -> None:
    """Set a place, making what is missing on the way."""
    *parts, last = path.split(".")
    for part in parts:
        data = data.setdefault(part, {})
    data[last] = value


def concrete(paths: Paths, otherwise: str) -> str:
    """Where a field is written: the first place without a star."""
    return next((path for path in paths if "*" not in path), otherwise)
