"""Playing a resolved day on a phone: every event through the phone's services and apps, at its own time."""

from __future__ import annotations

import bisect
from typing import Any, Literal

from pydantic import Field

from simulator.day import truth
from simulator.day.apply import Applier, EventFailed
from simulator.day.resolved import ResolvedDay, ResolvedEvent
from simulator.day.samples import write_files
from simulator.day.steps import Later, Step
from simulator.day.strict import Strict
from simulator.files.errors import FileError
from simulator.phone import Phone

LOW_LEVELS = (20, 15, 10, 5)  # levels at which Android and apps take note


class Item(Strict):
    """Something that is due: an event, a step that follows from one, or a level of the battery."""

    at_ms: int
    event: ResolvedEvent | None = None
    step: Step | None = None
    level: int | None = None
    seen: bool = True  # a change worth waking for; single percents of the battery are not


class Applied(Strict):
    """What was done: its time on the phone's clock, what it was, and a remark where nothing was left to do."""

    at_ms: int
    id: str
    kind: str
    origin: Literal["day", "noise", "reaction", "injected", "step"]
    remark: str = ""


class Saved(Strict):
    """A player's place in its day, to be kept with a snapshot of the phone."""

    queue: list[Item] = Field(default_factory=list)
    keys: dict[str, list[str]] = Field(default_factory=dict)
    injected: int = 0


class DayPlayer:
    """Lets a day happen on a phone whose clock stands at the day's start (or at a saved place)."""

    def __init__(self, phone: Phone, day: ResolvedDay, saved: Saved | None = None) -> None:
        self.phone = phone
        self.day = day
        self._applier = Applier(phone, day)
        self._injected = 0
        if saved is None:
            write_files(phone)
            now = phone.clock.now_ms
            self._queue = sorted(
                [
                    *(Item(at_ms=item.at_ms, event=item) for item in day.events if item.at_ms >= now),
                    *(item for item in _battery(day, phone.state.battery.level) if item.at_ms >= now),
                ],
                key=lambda item: item.at_ms,
            )
        else:
            self._queue = [item.model_copy(deep=True) for item in saved.queue]
            self._applier.keys = {name: list(keys) for name, keys in saved.keys.items()}
            self._injected = saved.injected

    @property
    def ended(self) -> bool:
        """Whether the day is over."""
        return self.phone.clock.now_ms >= self.day.end_ms

    def next_event_ms(self) -> int | None:
        """When something next happens that can be noticed; None when nothing more does before the end."""
        due = next((item.at_ms for item in self._queue if item.seen and item.at_ms <= self.day.end_ms), None)
        return None if due is None else max(due, self.phone.clock.now_ms)

    def advance(self, to_ms: int | None = None) -> list[Applied]:
        """Let time pass to `to_ms`, or without it to the next event and those within 5 s of it (to the day's end when
        nothing more happens). Time that has passed by itself meanwhile is caught up with. Returns what was applied,
        battery percents left out. ValueError when `to_ms` is in the past, EventFailed when an event cannot happen."""
        now = self.phone.clock.now_ms
        if to_ms is not None:
            if to_ms < now:
                raise ValueError(f"the day does not go back: now {now}, asked {to_ms}")
            applied = self._apply_until(min(to_ms, self.day.end_ms))
            if to_ms > self.phone.clock.now_ms:
                self.phone.clock.advance_to(to_ms)
            return applied
        due = self.next_event_ms()
        if due is None:
            applied = self._apply_until(self.day.end_ms)
            if self.day.end_ms > self.phone.clock.now_ms:
                self.phone.clock.advance_to(self.day.end_ms)
            return applied
        return self._apply_until(min(due + truth.COALESCE_MS, self.day.end_ms))

    def inject(self, event: dict[str, Any]) -> list[Applied]:
        """Let an event of any kind happen now, written as in a day file without a time (pydantic's ValidationError)."""
        self._injected += 1
        now = self.phone.clock.now_ms
        name = str(event.get("id") or f"injected{self._injected}")
        item = ResolvedEvent.model_validate(
            {"id": name, "at_ms": now, "origin": "injected", "event": {**event, "id": name, "at": None, "after": None}}
        )
        return self._apply(Item(at_ms=now, event=item))

    def truth(self) -> truth.Truth:
        """The need windows of the day."""
        return self.day.truth

    def save(self) -> Saved:
        """The player's place, as plain data; `DayPlayer(phone, day, saved)` goes on from there."""
        return Saved(queue=self._queue, keys=self._applier.keys, injected=self._injected).model_copy(deep=True)

    def _apply_until(self, limit_ms: int) -> list[Applied]:
        applied: list[Applied] = []
        while self._queue and self._queue[0].at_ms <= limit_ms:
            item = self._queue.pop(0)
            if item.at_ms > self.phone.clock.now_ms:
                self.phone.clock.advance_to(item.at_ms)
            applied += self._apply(item)
        return applied

    def _apply(self, item: Item) -> list[Applied]:
        if item.level is not None:
            self.phone.battery.set_level(item.level)
            return []
        at = self.phone.clock.now_ms
        if item.step is not None:
            remark, later = self._applier.step(item.step)
            self._follow(at, later)
            if item.step.do == "touch":
                return []
            return [Applied(at_ms=at, id=item.step.of, kind=item.step.do, origin="step", remark=remark)]
        event = item.event
        assert event is not None
        try:
            remark, later = self._applier.event(event)
        except (ValueError, LookupError, TypeError, AttributeError, FileError) as error:
            raise EventFailed(event.id, event.event.do, error) from error
        self._follow(at, later)
        return [Applied(at_ms=at, id=event.id, kind=event.event.do, origin=event.origin, remark=remark)]

    def _follow(self, now_ms: int, later: Later) -> None:
        for delay_ms, step in later:
            item = Item(at_ms=now_ms + delay_ms, step=step, seen=step.do != "touch")
            bisect.insort(self._queue, item, key=lambda queued: queued.at_ms)


def _battery(day: ResolvedDay, level: int) -> list[Item]:
    """The steps of the battery; reaching a low level from above is noticed."""
    items: list[Item] = []
    last = level
    for step in day.battery:
        items.append(Item(at_ms=step.at_ms, level=step.level, seen=step.level in LOW_LEVELS and step.level < last))
        last = step.level
    return items
