"""The instances of events: each occurrence with its begin and end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from simulator.services.providers.recurrence import BadRule, occurrences
from simulator.state import Event


@dataclass(frozen=True)
class Instance:
    """One occurrence of an event, epoch milliseconds."""

    event: Event
    begin_ms: int
    end_ms: int

    @property
    def id(self) -> int:
        """A number of its own: the event's for a single one, with the day for a recurring one."""
        return self.event.id if self.event.rrule is None else self.event.id * 100_000 + self.begin_ms // 86_400_000


def instances_between(events: Iterable[Event], start_ms: int, end_ms: int) -> list[Instance]:
    """The occurrences that touch a span of time, by begin. A rule that is not understood counts as none."""
    found: list[Instance] = []
    for event in events:
        length = event.end_ms - event.begin_ms
        try:
            for begin in occurrences(event.begin_ms, event.rrule, event.timezone, end_ms):
                if begin + length >= start_ms:
                    found.append(Instance(event, begin, begin + length))
        except BadRule:
            if start_ms <= event.end_ms and event.begin_ms <= end_ms:
                found.append(Instance(event, event.begin_ms, event.end_ms))
    return sorted(found, key=lambda i: (i.begin_ms, i.event.id))
