"""Other pools of functions, read from a file: a released `function_pool.json`, a list of OpenAI tools, or alike.

Their functions are known and scored by name and arguments; a file of bindings maps some of them onto an Android action.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import yaml
from jsonschema import Draft202012Validator, SchemaError

from api_pool.bindings import bind
from api_pool.function import ANY_SCENARIO, SCENARIOS, Function, Risk
from api_pool.pool import Pool
from device import BadInput

_LISTS = ("functions", "tools", "apis", "function_pool", "pool", "data")
_TYPES = {
    "str": "string", "string": "string", "text": "string", "字符串": "string", "int": "integer", "integer": "integer",
    "整数": "integer", "long": "integer", "float": "number", "double": "number", "number": "number", "数字": "number",
    "bool": "boolean", "boolean": "boolean", "布尔": "boolean", "list": "array", "array": "array", "列表": "array",
    "数组": "array", "dict": "object", "object": "object", "map": "object", "对象": "object",
}  # fmt: skip
_NAME = re.compile(r"[\w.:-]{1,128}\Z")


@dataclass(frozen=True)
class Loaded:
    """A pool read from a file, and what in the file could not be used, in words."""

    pool: Pool
    skipped: tuple[str, ...]


def load_pool(path: Path, bindings: Path | None = None) -> Loaded:
    """The pool of a JSON (or YAML) file; see the module. A function without a risk of its own counts as costly.

    Raises BadInput when the file cannot be read, holds no function at all, or its bindings are unusable.
    """
    data = _read(path)
    bound = _read(bindings) if bindings is not None else {}
    if not isinstance(bound, dict):
        raise BadInput(f"{bindings} holds no bindings", mend="a YAML mapping: function → call or intent")
    functions: dict[str, Function] = {}
    skipped: list[str] = []
    for place, name, entry in _entries(data):
        try:
            function = _function(name, entry)
        except BadInput as error:
            skipped.append(f"{place}: {error.cause}")
            continue
        if function.name in functions:
            skipped.append(f"{place}: a second {function.name}")
            continue
        functions[function.name] = function
    if not functions:
        raise BadInput(
            f"{path} holds no functions" + (f" ({skipped[0]})" if skipped else ""),
            mend="a JSON list or map of functions with name, description, parameters; or OpenAI tools",
        )
    for name, entry in bound.items():
        if name not in functions:
            skipped.append(f"binding of {name}: the pool has no such function")
            continue
        functions[name] = bind(functions[name], entry)
    return Loaded(Pool.of(path.stem, functions.values()), tuple(skipped))


def _read(path: Path) -> Any:
    try:
        text = path.read_text(encoding="utf-8-sig")
        return json.loads(text) if path.suffix.lower() == ".json" else yaml.safe_load(text)
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, yaml.YAMLError, RecursionError) as error:
        raise BadInput(f"{path} cannot be read: {error}", mend="check the path and the JSON or YAML") from error


def _entries(data: Any) -> Iterator[tuple[str, str | None, Any]]:
    """(where, name if the place gives it, entry) of everything that may be a function."""
    if isinstance(data, list):
        for number, entry in enumerate(data):
            if (
                isinstance(entry, dict)
                and not _is_function(entry)
                and any(isinstance(entry.get(key), list) for key in _LISTS)
            ):
                yield from _entries(entry)
            else:
                yield f"entry {number}", None, entry
        return
    if not isinstance(data, dict):
        return
    if _is_function(data):
        yield "the document", None, data
        return
    inner = next((key for key in _LISTS if isinstance(data.get(key), list | dict)), None)
    if inner is not None:
        yield from _entries(data[inner])
        return
    for key, entry in data.items():
        if isinstance(entry, list):  # scenario → functions
            for number, item in enumerate(entry):
                named = {"scenario": key, **item} if isinstance(item, dict) else item
                yield f"{key}[{number}]", None, named
        else:
            yield str(key), str(key), entry


def _is_function(entry: Mapping[str, Any]) -> bool:
    return isinstance(entry.get("function"), dict) or isinstance(
        _first(entry, "name", "function_name", "api_name"), str
    )


def _first(entry: Mapping[str, Any], *keys: str) -> Any:
    return next((entry[key] for key in keys if entry.get(key) is not None), None)


def _function(name: str | None, entry: Any) -> Function:
    if isinstance(entry, str) and name is not None:
        entry = {"description": entry}
    if not isinstance(entry, dict):
        raise BadInput(f"{entry!r:.60} is no function")
    entry = entry["function"] if isinstance(entry.get("function"), dict) else entry
    name = _first(entry, "name", "function_name", "api_name") or name
    if not isinstance(name, str) or not _NAME.match(name):
        raise BadInput(f"{name!r:.60} is no name of a function")
    scenario = str(_first(entry, "scenario", "category") or ANY_SCENARIO)
    risk: Risk = entry["risk"] if entry.get("risk") in get_args(Risk) else "costly"
    schema = _schema(
        _first(entry, "parameters", "input_schema", "inputSchema", "arguments", "params"), entry.get("required")
    )
    return Function(
        name=name,
        scenario=scenario if scenario in SCENARIOS else ANY_SCENARIO,
        description=str(_first(entry, "description", "desc", "summary") or name)[:1000],
        parameters=schema,
        risk=risk,
        undo="not",
    )


def _schema(given: Any, required: Any) -> dict[str, Any]:
    """A JSON Schema of type object from a schema, a map of parameters, or a list of them."""
    if given is None or given in ({}, []):
        return {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    if isinstance(given, dict) and isinstance(given.get("properties"), dict):
        schema = {"type": "object", **given}
        schema["properties"] = {str(key): _property(value)[0] for key, value in given["properties"].items()}
        schema["required"] = [key for key in schema.get("required") or [] if key in schema["properties"]]
        return _checked(schema)
    if isinstance(given, list):
        pairs = [(_first(item, "name", "key"), item) if isinstance(item, dict) else (item, {}) for item in given]
    elif isinstance(given, dict):
        pairs = list(given.items())
    else:
        raise BadInput(f"its parameters are {type(given).__name__}, no schema")
    properties, needed = {}, list(required) if isinstance(required, list) else []
    for key, value in pairs:
        if not isinstance(key, str):
            raise BadInput("a parameter has no name")
        properties[key], is_needed = _property(value)
        if is_needed and key not in needed:
            needed.append(key)
    names = [key for key in needed if key in properties]
    return _checked({"type": "object", "properties": properties, "required": names, "additionalProperties": False})


def _property(value: Any) -> tuple[dict[str, Any], bool]:
    """A parameter's schema, and whether it says itself that it is needed."""
    if isinstance(value, str):
        kind = _TYPES.get(value.strip().lower())
        return ({"type": kind} if kind else {"description": value}), False
    if not isinstance(value, dict):
        return {}, False
    schema = {key: part for key, part in value.items() if key not in ("required", "optional", "name", "type", "desc")}
    kind = value.get("type")
    if isinstance(kind, str) and (known := _TYPES.get(kind.strip().lower())):
        schema["type"] = known
    elif isinstance(kind, list):
        schema["type"] = [
            _TYPES[part.lower()] for part in kind if isinstance(part, str) and part.lower() in _TYPES
        ] or "string"
    if "desc" in value:
        schema.setdefault("description", str(value["desc"]))
    needed = value.get("required") is True or value.get("optional") is False
    if isinstance(value.get("required"), list):
        schema["required"] = value["required"]
    return schema, needed


def _checked(schema: dict[str, Any]) -> dict[str, Any]:
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise BadInput(f"its parameters are no JSON Schema ({error.message[:120]})") from error
    return schema
