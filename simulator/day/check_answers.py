"""Checking the answers of needs against the functions of a pool."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator

from simulator.day.model import Day, Need
from simulator.day.words import slots

MATCHERS = ("any", "one_of", "contains", "between")
Functions = Mapping[str, Mapping[str, Any]]
Fault = tuple[tuple[str | int, ...], str, str]  # path, cause, mend


def answer_faults(day: Day, functions: Functions | None) -> Iterator[Fault]:
    """Faults of all answers: matchers that are none, and with a pool unknown functions, parameters and values.

    `functions`: name → {"parameters": JSON Schema of type object} (or that schema itself).
    """
    for index, need in enumerate(day.needs):
        for path, name, arguments in _calls(index, need):
            for parameter, value in arguments.items():
                cause = matcher_fault(value)
                if cause:
                    yield (
                        (*path, "arguments", parameter),
                        cause,
                        "a matcher is {any: true}, {one_of: […]}, {contains: …}, {between: [low, high]}",
                    )
            if functions is not None:
                yield from _call_faults(path, name, arguments, functions)


def _calls(index: int, need: Need) -> Iterator[tuple[tuple[str | int, ...], str, dict[str, Any]]]:
    for number, answer in enumerate(need.answers):
        for place, call in enumerate(answer.calls):
            yield ("needs", index, "answers", number, "calls", place), call.name, call.arguments


def _call_faults(
    path: tuple[str | int, ...], name: str, arguments: dict[str, Any], functions: Functions
) -> Iterator[Fault]:
    if name not in functions:
        yield (*path, "name"), f"the pool has no function {name!r}", "use a name of the pool's table"
        return
    schema = functions[name].get("parameters", functions[name])
    known = schema.get("properties", {})
    for required in schema.get("required", []):
        if required not in arguments:
            yield (
                (*path, "arguments"),
                f"{name} needs the parameter {required!r}",
                "give it, or {any: true} if it does not matter",
            )
    for parameter, value in arguments.items():
        if parameter not in known:
            yield (
                (*path, "arguments", parameter),
                f"{name} has no parameter {parameter!r}",
                f"it has {', '.join(known) or 'none'}",
            )
            continue
        validator = Draft202012Validator({key: item for key, item in known[parameter].items() if key != "description"})
        for literal in literals(value):
            if slots(literal):
                continue
            error = next(iter(validator.iter_errors(literal)), None)
            if error is not None:
                yield (
                    (*path, "arguments", parameter),
                    f"{literal!r} is no {parameter} of {name}: {error.message}",
                    "see the pool's table",
                )


def is_matcher(value: Any) -> bool:
    """Whether an argument is a matcher."""
    return isinstance(value, dict) and len(value) == 1 and next(iter(value)) in MATCHERS


def literals(value: Any) -> Iterator[Any]:
    """The values that an argument may have word for word (those of `contains` and `any` are not known)."""
    if not is_matcher(value):
        yield value
        return
    kind, inner = next(iter(value.items()))
    if kind == "one_of" and isinstance(inner, list):
        for option in inner:
            yield from literals(option)


def matcher_fault(value: Any) -> str | None:
    """What is wrong with a matcher, or None."""
    if not isinstance(value, dict):
        return None
    if not is_matcher(value):
        return f"{value!r} is no matcher"
    kind, inner = next(iter(value.items()))
    if kind == "any" and inner is not True:
        return "any takes true"
    if kind == "one_of":
        if not isinstance(inner, list) or not inner:
            return "one_of takes a list"
        return next((cause for option in inner if (cause := matcher_fault(option))), None)
    if kind == "contains" and not (isinstance(inner, str) or (isinstance(inner, list) and inner)):
        return "contains takes a text or a list of texts"
    if kind == "between" and not (isinstance(inner, list) and len(inner) == 2):
        return "between takes two values"
    return None
