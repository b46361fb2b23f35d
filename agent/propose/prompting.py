"""From a context to the messages that a model sees: a static part for a pool and a format, and the moment."""

from __future__ import annotations

import json
from typing import Any

from agent.prompts import Prompt
from agent.propose.formats import OutputFormat
from api_pool import Function, Pool


def signature(function: Function) -> str:
    """A function in one line: its name, its arguments with their types and bounds, what it does."""
    required = set(function.parameters.get("required", ()))
    inside = ", ".join(
        f"{name}{'' if name in required else '?'}: {_kind(schema)}"
        for name, schema in function.parameters.get("properties", {}).items()
    )
    return f"{function.name}({inside}) {function.description}"


def _kind(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return "|".join(str(value) for value in schema["enum"])
    kind = schema.get("type", "any")
    if kind == "array":
        return f"[{_kind(schema.get('items', {}))}]"
    if kind == "integer" and "minimum" in schema and "maximum" in schema:
        return f"{schema['minimum']}-{schema['maximum']}"
    described = str(schema.get("description", ""))
    return "time" if "ISO local time" in described else {"string": "text", "boolean": "true|false"}.get(kind, kind)


def system_text(prompt: Prompt, pool: Pool, form: OutputFormat) -> str:
    """The static part: rules, output format with examples, functions."""
    rules = [prompt.parts["thought-rule"]] if form.thinks else []
    rules += [prompt.parts["intent-rule"]] if form.recommends else []
    return prompt.fill(
        "system",
        form_rules="\n".join(rules),
        form_example=_example(prompt, form, silent=False),
        silent_example=_example(prompt, form, silent=True),
        functions="\n".join(signature(function) for function in pool.functions.values()),
    )


def _example(prompt: Prompt, form: OutputFormat, *, silent: bool) -> str:
    values: dict[str, Any] = {
        "thought": prompt.parts["thought-example"] if not silent else "",
        "intent": prompt.parts["intent-example"] if not silent else "",
        "calls": [] if silent else [json.loads(prompt.parts["call-example"])],
    }
    return json.dumps({key: values[key] for key in form.keys}, ensure_ascii=False)


def user_text(prompt: Prompt, context_text: str, now: str) -> str:
    """The moment."""
    return prompt.fill("user", context=context_text, now=now)
