"""JSON Schema → GBNF, the grammars of llama.cpp, for the part of JSON Schema that a function pool uses.

llama-cpp-python has a converter of its own; it drops the bounds of integers, lets white space run, and writes escapes
that can be half a surrogate pair, so that its output may break the very schema it was made from. This one writes
exactly what `json.dumps` would, keeps all bounds, and shares equal rules (63 functions give some 200 rules).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_CHAR = r'[^"\\\x00-\x1F\x7F] | "\\" ["\\/bfnrt]'
LONGEST_REPETITION = 2000  # llama.cpp refuses longer ones


def to_gbnf(schema: dict[str, Any]) -> str:
    """The grammar of the schema's values. Raises ValueError for a keyword that it does not know: what the grammar
    cannot hold must not be left out in silence."""
    rules = _Rules()
    root = rules.of(schema)
    rules.named["root"] = root
    return "\n".join(f"{name} ::= {body}" for name, body in sorted(rules.named.items())) + "\n"


def literal(text: str) -> str:
    """A quoted literal."""
    return '"' + "".join(_ESCAPES.get(char, char) for char in text) + '"'


class _Rules:
    def __init__(self) -> None:
        self.named: dict[str, str] = {}
        self._by_body: dict[str, str] = {}

    def rule(self, body: str, hint: str) -> str:
        """The name of the rule with that body; equal bodies are one rule."""
        if body not in self._by_body:
            self._by_body[body] = f"{hint}-{len(self._by_body)}"
            self.named[self._by_body[body]] = body
        return self._by_body[body]

    def of(self, schema: dict[str, Any]) -> str:
        """The rule's name for a schema."""
        if "const" in schema:
            return self.rule(_json(schema["const"]), "const")
        if "enum" in schema:
            return self.rule(" | ".join(_json(value) for value in schema["enum"]), "enum")
        if "anyOf" in schema:
            return self.rule(" | ".join(self.of(part) for part in schema["anyOf"]), "any")
        kind = schema.get("type")
        known = {"description", "title", "default", "examples", "type"}
        if kind == "string":
            self._only(schema, known | {"minLength", "maxLength"})
            return self._string(schema.get("minLength", 0), schema.get("maxLength"))
        if kind == "integer":
            self._only(schema, known | {"minimum", "maximum"})
            return self.rule(integer(schema.get("minimum"), schema.get("maximum")), "int")
        if kind == "number":
            self._only(schema, known)
            return self.rule(r'"-"? ("0" | [1-9] [0-9]{0,8}) ("." [0-9]{1,6})?', "num")
        if kind == "boolean":
            return self.rule('"true" | "false"', "bool")
        if kind == "null":
            return self.rule('"null"', "null")
        if kind == "array":
            self._only(schema, known | {"items", "minItems", "maxItems", "uniqueItems"})
            return self._array(schema)
        if kind == "object":
            self._only(schema, known | {"properties", "required", "additionalProperties"})
            return self._object(schema)
        raise ValueError(f"no grammar for {json.dumps(schema)[:200]}")

    @staticmethod
    def _only(schema: dict[str, Any], known: set[str]) -> None:
        if strange := set(schema) - known:
            raise ValueError(f"no grammar for {', '.join(sorted(strange))} in {json.dumps(schema)[:200]}")

    def _string(self, low: int, high: int | None) -> str:
        if high is None or high > LONGEST_REPETITION:
            raise ValueError(f"a string needs a maxLength of at most {LONGEST_REPETITION}")
        char = self.rule(_CHAR, "char")
        return self.rule(f'"\\"" {char}{{{low},{high}}} "\\""', "string")

    def _array(self, schema: dict[str, Any]) -> str:
        low, high = schema.get("minItems", 0), schema.get("maxItems")
        if high is None:
            raise ValueError("a list needs maxItems")
        if schema.get("uniqueItems"):
            return self._set(schema["items"].get("enum", []), low, high)
        item = self.of(schema["items"])
        if high == 0:
            return self.rule('"[]"', "list")
        inside = f'{item} (", " {item}){{{max(low - 1, 0)},{high - 1}}}'
        return self.rule(f'"[" {inside} "]"' if low else f'"[" ({inside})? "]"', "list")

    def _set(self, values: Sequence[Any], low: int, high: int) -> str:
        """A list of different values of an enum: in the enum's order, so that none can come twice."""
        if not values or low > 1 or high < len(values):
            raise ValueError("a list of unique items needs an enum that fits into it")
        some = self._some([_json(value) for value in values])
        return self.rule(f'"[" ({some}) "]"' if low else f'"[" ({some})? "]"', "set")

    def _object(self, schema: dict[str, Any]) -> str:
        if schema.get("additionalProperties", True) is not False:
            raise ValueError("an object needs additionalProperties: false")
        required = set(schema.get("required", ()))
        properties = schema.get("properties", {})
        order = sorted(properties, key=lambda name: name not in required)  # the required ones first, in their order
        pairs = [(f"{literal(_key(name))} {self.of(properties[name])}", name in required) for name in order]
        first = [pair for pair, needed in pairs if needed]
        rest = [pair for pair, needed in pairs if not needed]
        body = ' ", " '.join(first)
        if rest and first:
            body += "".join(f' (", " {pair})?' for pair in rest)
        elif rest:
            body = f"({self._some(rest)})?"
        return self.rule(f'"{{" {body} "}}"' if body else '"{}"', "object")

    def _some(self, pairs: Sequence[str]) -> str:
        """At least one of these, in order."""
        choices = []
        for index, pair in enumerate(pairs):
            choices.append(pair + "".join(f' (", " {later})?' for later in pairs[index + 1 :]))
        return " | ".join(choices)


def _json(value: Any) -> str:
    return literal(json.dumps(value, ensure_ascii=False))


def _key(name: str) -> str:
    return json.dumps(name, ensure_ascii=False) + ": "


def integer(low: int | None, high: int | None) -> str:
    """The rule of the whole numbers from low to high (unbounded sides end at nine digits)."""
    low = -999_999_999 if low is None else low
    high = 999_999_999 if high is None else high
    if low > high:
        raise ValueError(f"no number lies from {low} to {high}")
    parts = []
    if low < 0:
        smallest = 1 if high >= 0 else -high
        parts.append(f'"-" ({_natural(smallest, -low)})')
    if high >= 0:
        parts.append(_natural(max(low, 0), high))
    return " | ".join(parts)


def _natural(low: int, high: int) -> str:
    choices = []
    while low <= high:
        end = min(high, 10 ** len(str(low)) - 1)
        choices.append(_digits(str(low), str(end)))
        low = end + 1
    return " | ".join(choices)


def _digits(low: str, high: str) -> str:
    """Numbers of equal length from low to high."""
    if low == high:
        return literal(low)
    if len(low) == 1:
        return f"[{low}-{high}]"
    rest = len(low) - 1
    if low[0] == high[0]:
        return f"{literal(low[0])} ({_digits(low[1:], high[1:])})"
    if set(low[1:]) == {"0"} and set(high[1:]) == {"9"}:
        return f"[{low[0]}-{high[0]}] [0-9]{{{rest}}}"
    choices = [f"{literal(low[0])} ({_digits(low[1:], '9' * rest)})"]
    if int(low[0]) + 1 <= int(high[0]) - 1:
        choices.append(f"[{int(low[0]) + 1}-{int(high[0]) - 1}] [0-9]{{{rest}}}")
    choices.append(f"{literal(high[0])} ({_digits('0' * rest, high[1:])})")
    return " | ".join(choices)
