"""A function call as a model proposes it, and the grant without which nothing runs."""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Call(BaseModel):
    """One function of the pool with its arguments (JSON values)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)

    def canonical(self) -> str:
        """A text that is equal exactly for equal calls."""
        return json.dumps([self.name, self.arguments], sort_keys=True, ensure_ascii=False)

    def __str__(self) -> str:
        inside = ", ".join(f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in self.arguments.items())
        return f"{self.name}({inside})"


class Grant(BaseModel):
    """Leave to run exactly these calls, by whose word, until when. Only `agent.consent` makes one.

    `by`: "user" is the user's own answer, "policy" a standing rule (never for outward or costly calls). `until_ms` is
    on the phone's clock.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    calls: tuple[Call, ...]
    by: Literal["user", "policy"]
    reason: str
    until_ms: int

    def covers(self, call: Call, now_ms: int) -> bool:
        """Whether this very call, with these very arguments, may run now."""
        return now_ms <= self.until_ms and call.canonical() in {granted.canonical() for granted in self.calls}
