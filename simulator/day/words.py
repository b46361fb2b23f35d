"""Filling `${name}` and `${time:event + 10m}` into the texts and arguments of a day."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

_SLOT = re.compile(r"\$\{([^}]*)\}")
_DATE = re.compile(r"date(?:\s*([+-])\s*(\d+))?")


class Unfilled(ValueError):
    """A `${…}` names nothing."""


class Words:
    """Values for `${…}`: drawn vars, the date, and times of events (`time_of` gives epoch-free `HH:MM`)."""

    def __init__(
        self, values: dict[str, Any], day: date | None = None, time_of: Callable[[str], str] | None = None
    ) -> None:
        self.values = values
        self.day = day
        self.time_of = time_of

    def value(self, slot: str) -> Any:
        """What a slot stands for (Unfilled if it names nothing)."""
        slot = slot.strip()
        if slot.startswith("time:") and self.time_of is not None:
            return self.time_of(slot.removeprefix("time:").strip())
        if self.day is not None and (match := _DATE.fullmatch(slot)):
            days = int(match[2] or 0) * (-1 if match[1] == "-" else 1)
            return (self.day + timedelta(days=days)).isoformat()
        found: Any = self.values
        for part in slot.split("."):
            if not isinstance(found, dict) or part not in found:
                known = ", ".join(sorted(self.values)) or "none"
                raise Unfilled(f"${{{slot}}} names nothing; vars are {known}")
            found = found[part]
        return found

    def fill(self, value: Any) -> Any:
        """`value` with every slot filled, through lists and mappings. A text that is one slot keeps its type."""
        if isinstance(value, str):
            if whole := _SLOT.fullmatch(value):
                return self.value(whole[1])
            return _SLOT.sub(lambda match: str(self.value(match[1])), value)
        if isinstance(value, list):
            return [self.fill(item) for item in value]
        if isinstance(value, dict):
            return {key: self.fill(item) for key, item in value.items()}
        return value


def slots(value: Any) -> list[str]:
    """All slots named in a value."""
    if isinstance(value, str):
        return [match.strip() for match in _SLOT.findall(value)]
    if isinstance(value, list):
        return [slot for item in value for slot in slots(item)]
    if isinstance(value, dict):
        return [slot for item in value.values() for slot in slots(item)]
    return []
