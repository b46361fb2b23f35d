"""What a deed in words is turned into calls from: the words, what made it due, the phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from agent.cues.facts import Facts, Planned
from agent.cues.happenings import Happening
from agent.text import Spoken
from api_pool import Call


@dataclass(frozen=True)
class Task:
    """A deed to be turned into calls: `words` say it (a clause of the profile, or a message), `sentence` is what they stand
    in, `happening` is what made it due. `asked` when somebody else asks for it."""

    f: Facts
    deed: str
    words: str
    sentence: str
    happening: Happening | None = None
    asked: bool = False

    @property
    def told(self) -> str:
        """The words of what made it due."""
        if self.happening is None:
            return ""
        said = self.happening.said
        if said is not None:
            return f"{said.title}. {said.text}" if said.title not in ("", said.sender) else said.text
        return self.happening.plan.text if self.happening.plan is not None else self.happening.text


@dataclass(frozen=True)
class Filled:
    """The calls, the sentence to the user, and which arguments a stranger's text gave."""

    calls: tuple[Call, ...]
    intent: str
    tainted: tuple[str, ...] = ()


Fill = Callable[[Task], Filled | None]


def iso(at: datetime) -> str:
    """Local ISO time to the minute."""
    return f"{at:%Y-%m-%dT%H:%M}"


def moments(task: Task) -> list[Spoken]:
    """The times that what made it due speaks of."""
    said = task.happening.said if task.happening is not None else None
    return task.f.moments(said) if said is not None else task.f.moments_in(task.told)


def plan_of(task: Task, hours: float = 12) -> Planned | None:
    """The plan that made it due, or the next one that shares words with what did."""
    if task.happening is not None and task.happening.plan is not None:
        return task.happening.plan
    coming = task.f.next_plans(hours)
    title = task.happening.said.sender if task.happening is not None and task.happening.said is not None else ""
    return next((plan for plan in coming if plan.title == title), None) or (coming[0] if len(coming) == 1 else None)
