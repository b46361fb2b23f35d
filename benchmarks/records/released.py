"""The released form of ProactiveMobile: a JSON list, read and written through a field map, with a report of what was
not understood, record by record."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from benchmarks.records.answers import AnswerReader, short
from benchmarks.records.field_map import FieldMap, Place, concrete, find, find_all, load_field_map, put
from benchmarks.records.model import Picture, Record
from device import BadInput

_TEXTS = ("profile", "phone", "world")
_SIMPLE = ("difficulty", "scenario", "split", "language")


@dataclass(frozen=True)
class Unmapped:
    """A part of one record that the loader did not understand. `dropped`: the record itself was left out."""

    record: str
    field: str
    why: str
    dropped: bool = False


@dataclass
class Loaded:
    """Records with what was not understood of them."""

    records: list[Record] = field(default_factory=list)
    unmapped: list[Unmapped] = field(default_factory=list)


class _Reader:
    def __init__(self, fields: FieldMap) -> None:
        self.map = fields
        self.unmapped: list[Unmapped] = []
        self.name = ""
        self.answers = AnswerReader(fields, self.note)
        self._ids: set[str] = set()

    def note(self, where: str, why: str, *, dropped: bool = False) -> None:
        self.unmapped.append(Unmapped(printable(self.name), where, printable(why), dropped))

    def _named(self, data: dict[str, Any], number: int) -> None:
        """Take the record's id; one that is not there or comes again is told, and gets a name of its own."""
        found = find(data, self.map.id)
        self.name = str(found[1]) if found and found[1] not in (None, "") else f"#{number}"
        if self.name == f"#{number}":
            self.note("id", "no id; the place in the list stands for it")
        if self.name in self._ids:
            self.note("id", f"comes twice; this one is now {self.name}#{number}")
            self.name = f"{self.name}#{number}"
        self._ids.add(self.name)

    def record(self, data: dict[str, Any], number: int) -> Record | None:
        """A record; None (told) where its answers are there and none of them is understood: its truth is not known."""
        rest = copy.deepcopy(data)
        raw: dict[str, Any] = {}
        values: dict[str, Any] = {}
        places: dict[str, Place] = {}
        self._named(data, number)
        for name in ("id", *_SIMPLE, *_TEXTS, "trace", "answers"):
            found = self._answers_of(data) if name == "answers" else find(data, getattr(self.map, name))
            if found is None:
                if name == "answers":
                    self.note(name, "not there: what is right is not known", dropped=True)
                    return None
                if name in (*_TEXTS, "trace"):
                    self.note(name, "not there")
                continue
            places[name], value = found
            values[name] = self.name if name == "id" else self._value(name, value)
            _remove(rest, places[name])
            if value != _back(name, values[name]):
                raw[name] = value
            if name == "answers" and self.answers.lost and not values[name]:
                self.note(name, "none of them is understood", dropped=True)
                return None
        values["id"] = self.name
        kept = {name: list(place) for name, place in places.items()}
        extra = {"released": {"rest": rest, "raw": raw, "places": kept, "id": self.name}}
        return Record(**{k: v for k, v in values.items() if v is not None}, extra=extra)

    def _answers_of(self, data: dict[str, Any]) -> tuple[Place, Any] | None:
        """Where the answers are: of several such keys the first that holds no bare number."""
        found = list(find_all(data, self.map.answers))
        fitting = [one for one in found if isinstance(one[1], str | list | dict | None) or one[1] is False]
        return next(iter(fitting or found), None)

    def _value(self, name: str, value: Any) -> Any:
        if name in _TEXTS:
            return _as_text(value)
        if name == "trace":
            return self.trace(value)
        if name == "answers":
            return self.answers.read(value)
        if name == "difficulty":
            return self._word(name, value, self.map.difficulty_values, ("L1", "L2", "L3"))
        if name == "split":
            return self._word(name, value, self.map.split_values, ("train", "validation", "test", "ood"))
        return str(value)

    def _word(self, name: str, value: Any, table: dict[str, str], known: tuple[str, ...]) -> str | None:
        word = str(value).strip()
        word = table.get(word.casefold(), word)
        match = next((one for one in known if one.casefold() == word.casefold()), None)
        if match is None and value is not None:
            self.note(name, f"{value!r} is none of {', '.join(known)}")
        return match

    def trace(self, value: Any) -> tuple[str | Picture, ...]:
        items = value if isinstance(value, list) else [value]
        steps: list[str | Picture] = []
        for number, item in enumerate(items):
            if isinstance(item, str):
                steps.append(item)
                continue
            path = find(item, self.map.picture.path)
            marker = self.map.picture.marker.items()
            if isinstance(item, dict) and path and all(item.get(key) == want for key, want in marker):
                steps.append(Picture(picture=str(path[1])))
            else:
                self.note(f"trace.{number}", f"neither text nor picture: {short(item)}")
                steps.append(_as_text(item))
        return tuple(steps)


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(_as_text(item) for item in value)
    if isinstance(value, dict):
        return "\n".join(f"{key}: {_as_text(item) if not isinstance(item, dict | list) else short(item)}"
                         for key, item in value.items())  # fmt: skip
    return "" if value is None else str(value)


def _back(name: str, value: Any) -> Any:
    """How a value is written where the file's own form need not be kept."""
    if name == "trace":
        return [step if isinstance(step, str) else {"source": "picture", "picture": step.picture} for step in value]
    if name == "answers":
        return [{"intent": a.intent, "function": [c.model_dump() for c in a.calls]} for a in value]
    return value


def _remove(data: dict[str, Any], place: Place) -> None:
    *parts, last = place
    for part in parts:
        data = data[part]
    del data[last]


def read_released(data: Any, fields: FieldMap | None = None) -> Loaded:
    """Records of the parsed file. Raises BadInput when it is no list of objects."""
    if not isinstance(data, list):
        raise BadInput("the file is no JSON list", mend="give ProactiveMobile's released file, or our JSONL")
    loaded = Loaded()
    reader = _Reader(fields or load_field_map())
    for number, item in enumerate(data):
        if not isinstance(item, dict):
            loaded.unmapped.append(Unmapped(f"#{number}", "", printable(f"no object: {short(item)}"), dropped=True))
            continue
        try:
            record = reader.record(item, number)
            if record is not None:
                loaded.records.append(record)
        except ValidationError as error:
            faults = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
            reader.note("", faults, dropped=True)
    loaded.unmapped += reader.unmapped
    return loaded


def write_released(records: list[Record], fields: FieldMap | None = None) -> list[dict[str, Any]]:
    """Records in the released form. One that was loaded from it comes out as it was, but for what was changed since."""
    fields = fields or load_field_map()
    return [_write(record, fields) for record in records]


def _write(record: Record, fields: FieldMap) -> dict[str, Any]:
    kept = record.extra.get("released", {})
    data: dict[str, Any] = copy.deepcopy(kept.get("rest", {}))
    raw, places = kept.get("raw", {}), kept.get("places", {})
    for name in ("id", *_SIMPLE, *_TEXTS, "trace", "answers"):
        value = getattr(record, name)
        absent = value is None or value in ("", ())
        if name not in places and absent and (kept or name in _SIMPLE):
            continue
        if name == "id" and name not in places and kept.get("id") == value:
            continue  # the file gives none
        written = _back(name, value)
        if name in raw and _unchanged(name, raw[name], record, fields):
            written = raw[name]
        put(data, places.get(name) or concrete(getattr(fields, name), "recommendation"), written)
    return data


def _unchanged(name: str, raw: Any, record: Record, fields: FieldMap) -> bool:
    """Whether what the file said still means what the record says."""
    if name == "id":
        return bool(record.extra["released"].get("id") == record.id)
    return bool(_Reader(fields)._value(name, raw) == getattr(record, name))


def printable(text: str) -> str:
    """A text that can be written: halves of characters, which JSON may hold, become question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def load_released(path: Path, fields: FieldMap | None = None) -> Loaded:
    """Read a file of the released form. Raises BadInput for an unreadable one."""
    try:
        return read_released(json.loads(path.read_text(encoding="utf-8")), fields)
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"{path} cannot be read: {error}", mend="it must be one JSON list") from error
