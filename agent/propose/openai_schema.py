"""The output schema as OpenAI's strict structured outputs want it, and answers brought back from there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

_UNKNOWN = ("minLength", "maxLength", "uniqueItems", "default", "examples")


def strict_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Every property required, optional ones nullable, without the keywords that strict mode does not know."""
    found = {key: value for key, value in schema.items() if key not in _UNKNOWN}
    if "anyOf" in found:
        found["anyOf"] = [strict_schema(part) for part in found["anyOf"]]
    if "items" in found:
        found["items"] = strict_schema(found["items"])
    if found.get("type") == "object":
        required = set(found.get("required", ()))
        found["properties"] = {
            name: strict_schema(part) if name in required else {"anyOf": [strict_schema(part), {"type": "null"}]}
            for name, part in found.get("properties", {}).items()
        }
        found["required"] = list(found["properties"])
        found["additionalProperties"] = False
    return found


def without_nulls(text: str) -> str:
    """An answer in strict mode with its null arguments left out again; other text as it is."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return text
    calls = data.get("calls") if isinstance(data, dict) else None
    if not isinstance(calls, list):
        return text
    nulls = False
    for call in calls:
        arguments = call.get("arguments") if isinstance(call, dict) else None
        if isinstance(arguments, dict):
            nulls = nulls or None in arguments.values()
            call["arguments"] = {key: value for key, value in arguments.items() if value is not None}
    return json.dumps(data, ensure_ascii=False) if nulls else text


def from_tool_calls(content: str, called: Sequence[tuple[str, str]], tool: str) -> str:
    """Tool calls as one answer: the one tool that was offered holds it whole; a server that calls the pool's functions
    instead is understood too (what it said before is the intent)."""
    for name, arguments in called:
        if name == tool:
            return without_nulls(arguments)
    calls = []
    for name, arguments in called:
        try:
            given = json.loads(arguments or "{}")
        except (ValueError, RecursionError):
            return arguments
        calls.append({"name": name, "arguments": given})
    return json.dumps({"intent": content.strip()[:200], "calls": calls}, ensure_ascii=False)
