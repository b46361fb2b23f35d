"""Reading YAML so that every fault can be told with its line: days, personas and noise pools."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from simulator.day.errors import DayError, Problem
from simulator.day.model import Day, NoisePool, Persona

CONFIGS = Path(__file__).resolve().parents[2] / "emulator_configs"
Loaded = TypeVar("Loaded", bound=BaseModel)


if TYPE_CHECKING:
    _Base = yaml.SafeLoader
else:  # libyaml reads a day seven times as fast; PyYAML is built without it on some systems
    _Base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Base):
    """YAML without its surprises: times such as 07:30 stay text, as do yes/no and dates."""


_Loader.yaml_implicit_resolvers = {
    letter: [
        (tag, pattern)
        for tag, pattern in resolvers
        if tag not in ("tag:yaml.org,2002:int", "tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:bool")
    ]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^[-+]?(?:0|[1-9][0-9]*)$"), list("-+0123456789"))


def _read(text: str) -> tuple[yaml.Node | None, Any]:
    """The nodes of a text, which know their lines, and the data they stand for. Raises yaml.YAMLError."""
    loader: Any = _Loader(text)
    try:
        node: yaml.Node | None = loader.get_single_node()
        return node, None if node is None else loader.construct_document(node)
    finally:
        loader.dispose()


class Source:
    """A YAML text: its plain data, and the line of every dotted path in it."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.lines: dict[tuple[str, ...], int] = {}
        try:
            node, self.data = _read(text)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            line = None if mark is None else mark.line + 1
            cause = str(getattr(error, "problem", None) or error)
            raise DayError(
                name, [Problem("error", "", f"no valid YAML: {cause}", "check indentation and quotes", line)]
            ) from None
        if node is not None:
            self._walk(node, ())
        if not isinstance(self.data, dict):
            raise DayError(name, [Problem("error", "", "not a mapping", "begin with version, name, …", 1)])

    def _walk(self, node: yaml.Node, path: tuple[str, ...]) -> None:
        self.lines.setdefault(path, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                inner = (*path, str(key.value))
                if inner in self.lines:
                    cause = f"`{key.value}` is given twice, first in line {self.lines[inner]}"
                    line = key.start_mark.line + 1
                    raise DayError(self.name, [Problem("error", ".".join(inner), cause, "keep one of them", line)])
                self.lines[inner] = key.start_mark.line + 1
                self._walk(value, inner)
        elif isinstance(node, yaml.SequenceNode):
            for index, value in enumerate(node.value):
                self._walk(value, (*path, str(index)))

    def line(self, path: Sequence[str | int]) -> int | None:
        """The line of a path, or of the nearest part above it that the text has."""
        parts = tuple(str(part) for part in path)
        while parts and parts not in self.lines:
            parts = parts[:-1]
        return self.lines.get(parts)

    def path(self, loc: Sequence[str | int]) -> tuple[str, ...]:
        """A pydantic error location without the tags of unions, which the text does not have."""
        kept: tuple[str, ...] = ()
        for position, part in enumerate(loc):
            step = (*kept, str(part))
            if step in self.lines or position == len(loc) - 1:
                kept = step
        return kept

    def problem(self, loc: Sequence[str | int], cause: str, mend: str, level: str = "error") -> Problem:
        """A problem at a path of this text."""
        path = self.path(loc)
        return Problem("warning" if level == "warning" else "error", ".".join(path), cause, mend, self.line(path))

    def validate(self, model: type[Loaded]) -> Loaded:
        """The text as a model (DayError with a problem for every fault)."""
        try:
            return model.model_validate(self.data)
        except ValidationError as error:
            raise DayError(self.name, [self.fault(item) for item in error.errors()]) from None

    def fault(self, item: Any) -> Problem:
        """A problem of one of pydantic's errors."""
        kind, loc, message = item["type"], item["loc"], item["msg"]
        if kind == "missing":
            return self.problem(loc, f"`{loc[-1]}` is missing", "add it; docs/day_format.md names the fields")
        if kind == "extra_forbidden":
            return self.problem(
                loc, f"`{loc[-1]}` is not a field here", "check the spelling against docs/day_format.md"
            )
        if kind in ("union_tag_invalid", "union_tag_not_found"):
            expected = str(item.get("ctx", {}).get("expected_tags", ""))
            return self.problem((*loc, "do"), "no such kind of event", f"`do` is one of {expected}")
        if kind == "value_error":  # a check of our own: its words say what is wrong and what to write
            return self.problem(loc, str(item["ctx"]["error"]), "see docs/day_format.md")
        while len(loc) > 1 and tuple(map(str, loc)) not in self.lines and isinstance(loc[-1], str) and "[" in loc[-1]:
            loc = loc[:-1]  # the name of a member of a union: no part of the text
        got = item.get("input")
        shown = "" if isinstance(got, dict | list) else f", got {_short(got)}"
        return self.problem(loc, message + shown, "see docs/day_format.md")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}…"


def read(path_or_text: str | Path) -> Source:
    """A Source from a file's path or from YAML text (text has a line break; DayError if the file is not there)."""
    if isinstance(path_or_text, str) and "\n" in path_or_text:
        return Source(path_or_text, "the given text")
    path = Path(path_or_text)
    if not path.is_file():
        raise DayError(str(path), [Problem("error", "", "no such file", "give a day's name, a path, or YAML text")])
    try:
        return Source(path.read_text(encoding="utf-8"), path.name)
    except UnicodeDecodeError as error:
        cause = f"not UTF-8 at byte {error.start}"
        raise DayError(str(path), [Problem("error", "", cause, "save the file as UTF-8")]) from None


def day_names() -> list[str]:
    """Names of the days that are shipped."""
    return sorted(path.stem for path in (CONFIGS / "days").glob("*.yaml"))


def persona_names() -> list[str]:
    """Names of the personas that are shipped."""
    return sorted(path.stem for path in (CONFIGS / "personas").glob("*.yaml"))


def day_source(name_or_path_or_text: str | Path) -> Source:
    """The Source of a shipped day by name, of a file, or of YAML text (DayError)."""
    if isinstance(name_or_path_or_text, str) and name_or_path_or_text in day_names():
        return read(CONFIGS / "days" / f"{name_or_path_or_text}.yaml")
    if isinstance(name_or_path_or_text, str) and "\n" not in name_or_path_or_text:
        path = Path(name_or_path_or_text)
        if not path.is_file():
            names = ", ".join(day_names())
            raise DayError(
                str(path), [Problem("error", "", "no such day", f"one of {names}, or the path of a YAML file")]
            )
    return read(name_or_path_or_text)


def read_day(name_or_path_or_text: str | Path) -> Day:
    """A day by name, path or text (DayError)."""
    return day_source(name_or_path_or_text).validate(Day)


def read_persona(name_or_path: str | Path) -> Persona:
    """A persona by name or path (DayError)."""
    if isinstance(name_or_path, str) and name_or_path in persona_names():
        return _shipped_persona(name_or_path).model_copy(deep=True)
    path = Path(name_or_path)
    if not path.is_file():
        names = ", ".join(persona_names())
        raise DayError(
            str(path), [Problem("error", "", "no such persona", f"one of {names}, or the path of a YAML file")]
        )
    return read(path).validate(Persona)


@cache
def _shipped_persona(name: str) -> Persona:
    return read(CONFIGS / "personas" / f"{name}.yaml").validate(Persona)


@cache
def read_pool(language: str, name: str) -> NoisePool:
    """A noise pool of a language (DayError)."""
    path = CONFIGS / "noise" / language / f"{name}.yaml"
    if not path.is_file():
        names = ", ".join(sorted(found.stem for found in path.parent.glob("*.yaml")))
        raise DayError(
            str(path.name), [Problem("error", "noise.from", f"no pool {name!r} in {language}", f"one of {names}")]
        )
    return read(path).validate(NoisePool)
