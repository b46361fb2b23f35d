"""Reads what a model wrote. Valid is only what fits the schema as it stands; what had to be cut out of prose counts as
repaired, and what cannot be used is refused with its reason, never guessed at."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from jsonschema import Draft202012Validator

from agent.propose.backend import Finish
from agent.propose.formats import MAX_CALLS, OutputFormat, output_schema
from api_pool import Call, Pool

MAX_OUTPUT = 64_000  # characters; a megabyte of text is no answer
Flaw = Literal[
    "cut off", "refusal", "empty", "too long", "not text", "not json", "wrong form", "bad call", "duplicate call"
]


@dataclass(frozen=True)
class Output:
    """An answer. Without a flaw it is usable: no calls means no recommendation. `valid`: it fitted the schema before
    any repair."""

    intent: str = ""
    calls: tuple[Call, ...] = ()
    thought: str = ""
    valid: bool = False
    repaired: bool = False
    flaw: Flaw | None = None
    why: str = ""


def read_output(text: str, pool: Pool, form: OutputFormat, *, finish: Finish = "stop") -> Output:
    """Read an answer. Never raises."""
    if finish == "refusal":
        return Output(flaw="refusal", why=f"the model refused: {text[:200]!r}")
    if len(text) > MAX_OUTPUT:
        return Output(flaw="too long", why=f"an output of {len(text)} characters (at most {MAX_OUTPUT})")
    if "\0" in text:
        return Output(flaw="not text", why="the output holds NUL bytes")
    if not text.strip():
        return Output(flaw="empty", why="the output is empty")
    data, repaired = _json_in(text)
    if finish == "length" and (data is None or repaired):
        return Output(flaw="cut off", why=f"cut off after {len(text)} characters")
    if data is None:
        return Output(flaw="not json", why=f"no JSON object in {text[:120]!r}")
    if not _encodable(data):
        return Output(flaw="not text", why="the output holds half characters or NUL")
    return _read(data, pool, form, repaired)


def _read(data: dict[str, Any], pool: Pool, form: OutputFormat, repaired: bool) -> Output:
    calls = data.get("calls")
    if not isinstance(calls, list):
        return Output(flaw="wrong form", why='there is no list "calls"', repaired=repaired)
    if len(calls) > MAX_CALLS:
        return Output(flaw="wrong form", why=f"{len(calls)} calls (at most {MAX_CALLS})", repaired=repaired)
    read: list[Call] = []
    for item in calls:
        if not isinstance(item, dict) or not isinstance(item.get("name"), str):
            return Output(flaw="bad call", why=f"{json.dumps(item)[:120]} is no call", repaired=repaired)
        arguments = item.get("arguments", {})
        if not isinstance(arguments, dict):
            return Output(flaw="bad call", why=f"the arguments of {item['name'][:60]} are no object", repaired=repaired)
        call = Call(name=item["name"], arguments=arguments)
        if problems := pool.problems(call):
            return Output(flaw="bad call", why="; ".join(problems)[:400], repaired=repaired)
        read.append(call)
    if len({call.canonical() for call in read}) < len(read):
        return Output(flaw="duplicate call", why="the same call twice", repaired=repaired)
    strict = next(Draft202012Validator(output_schema(pool, form)).iter_errors(data), None)
    intent, thought = data.get("intent", ""), data.get("thought", "")
    if not isinstance(intent, str) or not isinstance(thought, str):
        return Output(flaw="wrong form", why="intent and thought are texts", repaired=repaired)
    return Output(
        intent=intent.strip(),
        calls=tuple(read),
        thought=thought,
        valid=strict is None and not repaired,
        repaired=repaired or strict is not None,
        why="" if strict is None else strict.message[:200],
    )


def _json_in(text: str) -> tuple[dict[str, Any] | None, bool]:
    """The JSON object that the text is, or the first one with calls in it that stands among prose."""
    try:
        whole = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, dict):
        return whole, False
    decoder = json.JSONDecoder(parse_constant=_no_constant)
    best: dict[str, Any] | None = None
    start = text.find("{")
    tries = 0
    while start >= 0 and tries < 200:
        tries += 1
        try:
            found, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            start = text.find("{", start + 1)
            continue
        if isinstance(found, dict):
            if "calls" in found:
                return found, True
            best = best or found
        start = text.find("{", end)
    return best, True


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


def _encodable(data: dict[str, Any]) -> bool:
    """Whether all of it can be written as UTF-8 and holds no NUL."""
    try:
        return "\\u0000" not in json.dumps(data) and bool(json.dumps(data, ensure_ascii=False).encode())
    except (UnicodeEncodeError, RecursionError):
        return False
