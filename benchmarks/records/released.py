"""The released form of ProactiveMobile: a JSON list, read and written through a field map, with a report of what was
not understood, record by record."""

from __future__ import annotations

import ast
import copy
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from benchmarks.records.field_map import FieldMap, concrete, find, load_field_map, put
from benchmarks.records.model import Answer, CallTruth, Picture, Record
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

    def note(self, where: str, why: str) -> None:
        self.unmapped.append(Unmapped(self.name, where, why))

    def record(self, data: dict[str, Any], number: int) -> Record:
        rest = copy.deepcopy(data)
        raw: dict[str, Any] = {}
        values: dict[str, Any] = {}
        places: dict[str, str] = {}
        found_id = find(data, self.map.id)
        self.name = str(found_id[1]) if found_id else f"#{number}"
        if found_id is None:
            self.note("id", "no id; the place in the list stands for it")
        for name in ("id", *_SIMPLE, *_TEXTS, "trace", "answers"):
            found = find(data, getattr(self.map, name))
            if found is None:
                if name in (*_TEXTS, "trace", "answers"):
                    self.note(name, "not there")
                continue
            places[name], value = found
            values[name] = self._value(name, value)
            _remove(rest, places[name])
            if value != _back(name, values[name]):
                raw[name] = value
        values["id"] = self.name
        extra = {"released": {"rest": rest, "raw": raw, "places": places}}
        return Record(**{k: v for k, v in values.items() if v is not None}, extra=extra)

    def _value(self, name: str, value: Any) -> Any:
        if name in _TEXTS:
            return _as_text(value)
        if name == "trace":
            return self.trace(value)
        if name == "answers":
            return self.answers(value)
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
                self.note(f"trace.{number}", f"neither text nor picture: {_short(item)}")
                steps.append(_as_text(item))
        return tuple(steps)

    def answers(self, value: Any) -> tuple[Answer, ...]:
        value = _decode(value)
        if self._none(value):
            return ()
        items = value if isinstance(value, list) else list(value.values()) if self._numbered(value) else [value]
        answers = []
        for number, item in enumerate(items):
            item = _decode(item)
            if self._none(item):
                continue
            answer = self._answer(item, f"answers.{number}")
            if answer is not None:
                answers.append(answer)
        return tuple(answers)

    def _none(self, value: Any) -> bool:
        if isinstance(value, str):
            return value.strip().casefold() in {text.casefold() for text in self.map.none_texts}
        return value is None or value in ([], {})

    def _numbered(self, value: Any) -> bool:
        """Whether an object is a list in disguise: {"1": {...}, "2": {...}}."""
        return isinstance(value, dict) and find(value, self.map.answer.calls) is None and all(
            isinstance(item, dict) for item in value.values()
        )  # fmt: skip

    def _answer(self, item: Any, where: str) -> Answer | None:
        if isinstance(item, list) and len(item) == 2 and isinstance(item[0], str):
            intent, calls = item[0], item[1]
        else:
            found = find(item, self.map.answer.calls)
            said = find(item, self.map.answer.intent)
            if found is None:
                self.note(where, f"no calls in it: {_short(item)}")
                return None
            intent, calls = (str(said[1]) if said else ""), found[1]
        calls = _decode(calls)
        if self._none(calls):
            return None
        made = [
            self._call(call, f"{where}.{n}") for n, call in enumerate(calls if isinstance(calls, list) else [calls])
        ]
        if any(call is None for call in made):
            return None
        return Answer(intent=intent, calls=tuple(call for call in made if call is not None))

    def _call(self, item: Any, where: str) -> CallTruth | None:
        if isinstance(item, str):
            try:
                return spelled(item)
            except (ValueError, SyntaxError) as error:
                self.note(where, f"no call: {_short(item)} ({error})")
                return None
        name, arguments = find(item, self.map.call.name), find(item, self.map.call.arguments)
        if name is None or not isinstance(name[1], str) or not name[1]:
            self.note(where, f"no function name in {_short(item)}")
            return None
        values = _decode(arguments[1]) if arguments else {}
        if isinstance(values, list) and all(isinstance(one, dict) and "name" in one for one in values):
            values = {str(one["name"]): one.get("value") for one in values}
        if not isinstance(values, dict):
            self.note(where, f"arguments are no object: {_short(values)}")
            return None
        return CallTruth(name=name[1], arguments={str(key): value for key, value in values.items()})


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:120]


def _decode(value: Any) -> Any:
    """A text that is JSON of a list or an object, as that."""
    if isinstance(value, str) and value.strip()[:1] in ("[", "{"):
        try:
            return json.loads(value)
        except json.JSONDecodeError:
            return value
    return value


def spelled(text: str) -> CallTruth:
    """`f(a=1, b="x")` as a call; nothing is evaluated but literals."""
    tree = ast.parse(text.strip(), mode="eval").body
    if isinstance(tree, ast.Name):
        return CallTruth(name=tree.id)
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name) or tree.args:
        raise ValueError("not of the form name(key=value)")
    return CallTruth(name=tree.func.id, arguments={str(k.arg): ast.literal_eval(k.value) for k in tree.keywords})


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(_as_text(item) for item in value)
    if isinstance(value, dict):
        return "\n".join(f"{key}: {_as_text(item) if not isinstance(item, dict | list) else _short(item)}"
                         for key, item in value.items())  # fmt: skip
    return "" if value is None else str(value)


def _back(name: str, value: Any) -> Any:
    """How a value is written where the file's own form need not be kept."""
    if name == "trace":
        return [step if isinstance(step, str) else {"source": "picture", "picture": step.picture} for step in value]
    if name == "answers":
        return [{"intent": a.intent, "function": [c.model_dump() for c in a.calls]} for a in value]
    return value


def _remove(data: dict[str, Any], path: str) -> None:
    *parts, last = path.split(".")
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
            loaded.unmapped.append(Unmapped(f"#{number}", "", f"no object: {_short(item)}", dropped=True))
            continue
        try:
            loaded.records.append(reader.record(item, number))
        except ValidationError as error:
            faults = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
            loaded.unmapped.append(Unmapped(reader.name, "", faults, dropped=True))
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
        written = _back(name, value)
        if name in raw and _unchanged(name, raw[name], value, fields):
            written = raw[name]
        put(data, places.get(name) or concrete(getattr(fields, name), "recommendation"), written)
    return data


def _unchanged(name: str, raw: Any, value: Any, fields: FieldMap) -> bool:
    """Whether what the file said still means this value."""
    return str(raw) == value if name == "id" else bool(_Reader(fields)._value(name, raw) == value)


def load_released(path: Path, fields: FieldMap | None = None) -> Loaded:
    """Read a file of the released form. Raises BadInput for an unreadable one."""
    try:
        return read_released(json.loads(path.read_text(encoding="utf-8")), fields)
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}", mend="it must be one JSON list") from error
