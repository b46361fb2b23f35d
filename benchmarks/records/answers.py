"""The answers of the released form, whose inner form is not fixed: what is unambiguous is read, the rest is told."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from typing import Any

from benchmarks.records.field_map import FieldMap, find
from benchmarks.records.model import Answer, CallTruth
from benchmarks.records.spelled import plain, spelled_all

_FENCE = re.compile(r"\s*```\w*\s*(.*?)\s*```\s*\Z", re.DOTALL)
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*\Z")


def short(value: Any) -> str:
    """A value for a report: at most 120 characters."""
    return json.dumps(value, ensure_ascii=False, default=str)[:120]


def decode(value: Any) -> Any:
    """A text that is JSON (or Python's spelling) of a list or an object, as that; a code fence around it is taken off."""
    if not isinstance(value, str):
        return value
    fenced = _FENCE.match(value)
    text = (fenced[1] if fenced else value).strip()
    if text[:1] not in ("[", "{"):
        return value
    for read in (json.loads, ast.literal_eval):
        try:
            found = read(text)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
        return plain(found) if isinstance(found, list | dict) else value
    return value


class AnswerReader:
    """Reads answers. `note(where, why)` is told of what is not understood, and `lost` counts the answers that were not:
    a record without any other answer then has an unknown truth, which is not the same as needing nothing."""

    def __init__(self, fields: FieldMap, note: Callable[[str, str], None]) -> None:
        self.map = fields
        self.note = note
        self.lost = 0

    def read(self, value: Any) -> tuple[Answer, ...]:
        """The answers in a value."""
        self.lost = 0
        value = self._unwrapped(decode(value))
        if self.none(value):
            return ()
        items = self._items(value)
        if items is None:
            self.lost += 1
            return ()
        answers = []
        for number, item in enumerate(items):
            item = decode(item)
            if self.none(item):
                continue
            answer = self._answer(item, f"answers.{number}")
            if answer is not None:
                answers.append(answer)
        return tuple(answers)

    def none(self, value: Any) -> bool:
        """Whether a value says that there is nothing."""
        if isinstance(value, str):
            return value.strip().casefold() in {text.casefold() for text in self.map.none_texts}
        return value is None or value is False or value in ([], {})

    def _unwrapped(self, value: Any) -> Any:
        """What is inside an object that only wraps the answers."""
        for _ in range(3):
            if not isinstance(value, dict) or len(value) != 1 or find(value, self.map.answer.calls) is not None:
                break
            inside = find(value, self.map.answer.wrapper)
            if inside is None or not isinstance(decode(inside[1]), list | dict | None):
                break
            value = decode(inside[1])
        return value

    def _items(self, value: Any) -> list[Any] | None:
        """The answers one by one: of a list, of an object by number or label, of two lists side by side, or the one that
        it is. None (told) where that cannot be said."""
        if isinstance(value, list):
            if value and all(self._looks_like_call(decode(item)) for item in value):
                if self.map.answer.bare_calls == "together":
                    return [["", value]]
                if self.map.answer.bare_calls == "apart":
                    return [["", [item]] for item in value]
                self.note("answers", "calls without intents: one answer or several? say `bare_calls` in the field map")
                return None
            return value
        if not isinstance(value, dict):
            return [value]
        calls, intent = find(value, self.map.answer.calls), find(value, self.map.answer.intent)
        if calls is None and intent is None and value:
            if all(isinstance(decode(item), dict) for item in value.values()) and not self._by_function(value):
                return list(value.values())
            if all(isinstance(item, list | str) for item in value.values()):
                return [[key, item] for key, item in value.items()]
        if calls is not None and intent is not None and isinstance(intent[1], list):
            return self._side_by_side(intent[1], decode(calls[1]))
        return [value]

    def _side_by_side(self, intents: list[Any], calls: Any) -> list[Any] | None:
        if not isinstance(calls, list) or len(calls) != len(intents):
            self.note("answers", f"{len(intents)} intents, but not as many lists of calls")
            return None
        return [
            [intent if isinstance(intent, str) else short(intent), one]
            for intent, one in zip(intents, calls, strict=True)
        ]

    def _by_function(self, value: dict[str, Any]) -> bool:
        """Whether an object is {function: arguments}: an argument is no object with calls or an intent in it."""
        return bool(value) and all(
            _IDENTIFIER.match(key)
            and isinstance(item, dict)
            and find(item, self.map.answer.calls) is None
            and find(item, self.map.answer.intent) is None
            and find(item, self.map.call.name) is None
            for key, item in value.items()
        )

    def _looks_like_call(self, item: Any) -> bool:
        if isinstance(item, dict):
            return (
                find(item, self.map.call.name) is not None
                and find(item, self.map.answer.calls) is None
                and find(item, self.map.call.arguments) is not None
            )
        if isinstance(item, str) and "(" in item:
            try:
                return bool(spelled_all(item))
            except ValueError:
                return False
        return False

    def _answer(self, item: Any, where: str) -> Answer | None:
        if (
            isinstance(item, list)
            and len(item) == 2
            and isinstance(item[0], str)
            and not self._looks_like_call(item[0])
        ):
            intent, calls = item[0], item[1]
        else:
            found = find(item, self.map.answer.calls)
            said = find(item, self.map.answer.intent)
            if found is None:
                self.note(where, f"no calls in it: {short(item)}")
                self.lost += 1
                return None
            intent, calls = (said[1] if said else ""), found[1]
        calls = decode(calls)
        if self.none(calls):
            return None  # an intent that maps to no function: nothing is to be done (the paper's own rule)
        made: list[CallTruth] = []
        for number, call in enumerate(calls if isinstance(calls, list) else [calls]):
            read = self._calls(decode(call), f"{where}.{number}")
            if read is None:
                self.lost += 1
                return None
            made += read
        real = tuple(
            call for call in made if call.name.casefold() not in {n.casefold() for n in self.map.none_functions}
        )
        if not real:
            return None
        return Answer(intent=intent if isinstance(intent, str) else "" if intent is None else short(intent), calls=real)

    def _calls(self, item: Any, where: str) -> list[CallTruth] | None:
        """The calls in one entry (a text may hold several). None (told) where they are not understood."""
        if isinstance(item, str):
            try:
                return spelled_all(item)
            except ValueError as error:
                self.note(where, f"no call: {short(item)} ({error})")
                return None
        name, arguments = find(item, self.map.call.name), find(item, self.map.call.arguments)
        if name is None and arguments is None and isinstance(item, dict) and self._by_function(item):
            return [CallTruth(name=key, arguments=value) for key, value in item.items()]
        if name is None or not isinstance(name[1], str) or not name[1]:
            self.note(where, f"no function name in {short(item)}")
            return None
        if arguments is None and "(" in name[1]:
            return self._calls(name[1], where)
        values = decode(arguments[1]) if arguments else {}
        if self.none(values):
            values = {}
        if isinstance(values, list) and all(isinstance(one, dict) and "name" in one for one in values):
            values = {str(one["name"]): one.get("value") for one in values}
        if not isinstance(values, dict):
            self.note(where, f"arguments are no object: {short(values)}")
            return None
        return [CallTruth(name=name[1], arguments={str(key): value for key, value in values.items()})]
