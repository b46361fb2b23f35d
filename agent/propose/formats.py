"""The four output formats of the ablation in ProactiveMobile (recommendation before functions is the default).

Each is one JSON object; its schema is made from the pool, bounds every string and list, and is what the grammar, the
structured output of a server, and the reader of the answer all share.
"""

from __future__ import annotations

from copy import deepcopy
from enum import StrEnum
from typing import Any

from api_pool import Pool

MAX_CALLS = 4
INTENT_LENGTH = 200
THOUGHT_LENGTH = 600
ARGUMENT_LENGTH = 400


class OutputFormat(StrEnum):
    """What is written, in this order."""

    REC_FUNC = "rec+func"
    FUNC = "func"
    THINK_FUNC = "think+func"
    THINK_REC_FUNC = "think+rec+func"

    @property
    def thinks(self) -> bool:
        """Whether a `thought` comes first."""
        return self.value.startswith("think")

    @property
    def recommends(self) -> bool:
        """Whether an `intent` comes before the calls."""
        return "rec" in self.value

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the object, in order."""
        return (*(("thought",) if self.thinks else ()), *(("intent",) if self.recommends else ()), "calls")


def _bounded(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter's schema with its strings cut to what a call needs: a bound lets a grammar end."""
    found = deepcopy(schema)
    if found.get("type") == "string" and "enum" not in found:
        found["maxLength"] = min(found.get("maxLength", ARGUMENT_LENGTH), ARGUMENT_LENGTH)
    if found.get("type") == "array":
        found["maxItems"] = min(found.get("maxItems", 16), 16)
        found["items"] = _bounded(found.get("items", {}))
    if found.get("type") == "object":
        found["properties"] = {key: _bounded(value) for key, value in found.get("properties", {}).items()}
        found["additionalProperties"] = False
    return found


def call_schema(name: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """One call: its name, then its arguments."""
    return {
        "type": "object",
        "properties": {"name": {"type": "string", "const": name}, "arguments": _bounded(parameters)},
        "required": ["name", "arguments"],
        "additionalProperties": False,
    }


def output_schema(pool: Pool, form: OutputFormat = OutputFormat.REC_FUNC) -> dict[str, Any]:
    """The JSON Schema of an answer. No calls means: no recommendation; then the intent may be empty."""
    calls = {
        "type": "array",
        "items": {"anyOf": [call_schema(name, function.parameters) for name, function in pool.functions.items()]},
        "minItems": 0,
        "maxItems": MAX_CALLS,
    }
    parts: dict[str, Any] = {
        "thought": {"type": "string", "maxLength": THOUGHT_LENGTH},
        "intent": {"type": "string", "maxLength": INTENT_LENGTH},
        "calls": calls,
    }
    return {
        "type": "object",
        "properties": {name: parts[name] for name in form.keys},
        "required": list(form.keys),
        "additionalProperties": False,
    }
