"""Are a prediction and an answer functionally equivalent: rules first; a judge only for what the rules leave open."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from agent.journal import journal_entries
from api_pool import Call
from benchmarks.proactive_mobile.canonical import canonical
from benchmarks.proactive_mobile.equivalence import Frame, argument_equivalent, equivalent, narrowed

Ruling = Literal["same", "different", "open"]
# Arguments in free words: two texts that differ may still mean one thing.
FREE = frozenset({"text", "body", "label", "title", "subject", "description", "query", "destination", "origin", "pickup",
                  "location", "restaurant", "biller", "activity", "device", "room", "name", "event", "notification",
                  "recipient"})  # fmt: skip
# Pairs of functions that may serve the same need; whether they do is for a judge.
KINDRED = (
    frozenset({"create_reminder", "create_calendar_event"}),
    frozenset({"send_sms", "send_message"}),
    frozenset({"navigate_to", "check_route"}),
    frozenset({"make_call", "dial"}),
    frozenset({"send_message", "reply_to_notification"}),
    frozenset({"search_nearby", "web_search"}),
)
_DECORATION = frozenset({"label", "description", "title", "subject"})


def rule(made: Sequence[Call], truth: Sequence[Mapping[str, Any]], frame: Frame) -> Ruling:
    """What the rules say. Open: the same functions (or kindred ones), and all that differs is in free words."""
    if equivalent(made, truth, frame):
        return "same"
    if len(made) != len(truth) or not made:
        return "different"
    return "open" if _maybe(list(made), list(truth), frame) else "different"


def _maybe(made: list[Call], truth: list[Mapping[str, Any]], frame: Frame) -> bool:
    if not truth:
        return True
    first, rest = truth[0], truth[1:]
    return any(
        _call_maybe(call, first, frame) and _maybe(made[:n] + made[n + 1 :], rest, frame) for n, call in enumerate(made)
    )


def _call_maybe(made: Call, truth: Mapping[str, Any], frame: Frame) -> bool:
    name, arguments = canonical(made.name, made.arguments)
    wanted_name, wanted = canonical(truth["name"], truth.get("arguments") or {})
    if name != wanted_name:
        return frozenset({name, wanted_name}) in KINDRED
    if narrowed(name, arguments, wanted):
        return False
    for key, value in wanted.items():
        if argument_equivalent(name, key, arguments, value, frame):
            continue
        if key not in FREE or (arguments.get(key) in (None, "") and key not in _DECORATION):
            return False
    return True


class Judge(Protocol):
    """Decides open pairs. `name` says who it is."""

    @property
    def name(self) -> str:
        """Who it is."""
        ...

    def same(self, made: Sequence[Call], truth: Sequence[Mapping[str, Any]], frame: Frame) -> tuple[bool, str]:
        """Whether both do the same for the user, and why."""
        ...


@dataclass
class CachedJudge:
    """A judge whose verdicts are kept in a JSONL file, to be read by people and used again: same pair, same verdict."""

    judge: Judge
    path: Path | None = None
    _known: dict[str, tuple[bool, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.path is not None and self.path.exists():
            for entry in journal_entries(self.path, json.loads):
                if entry["judge"] == self.judge.name:
                    self._known[entry["key"]] = (entry["same"], entry["why"])

    @property
    def name(self) -> str:
        """The judge's own name."""
        return self.judge.name

    def same(self, made: Sequence[Call], truth: Sequence[Mapping[str, Any]], frame: Frame) -> tuple[bool, str]:
        """The kept verdict, or the judge's, which is then kept."""
        key = json.dumps([[call.model_dump() for call in made], list(truth), frame.now.isoformat()], sort_keys=True,
                         ensure_ascii=False)  # fmt: skip
        if key not in self._known:
            self._known[key] = self.judge.same(made, truth, frame)
            if self.path is not None:
                same, why = self._known[key]
                entry = {"judge": self.judge.name, "same": same, "why": why, "key": key}
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(entry, ensure_ascii=False) + "\n")
        return self._known[key]
