"""When the agent keeps quiet whatever it sees: quiet hours, and a limit on how often it speaks."""

from __future__ import annotations

import re
from datetime import datetime, time

from pydantic import BaseModel, ConfigDict, field_validator

from agent.memory import Memory

_SPAN = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)\s*-\s*([01]?\d|2[0-3]):([0-5]\d)\Z")


class Restraint(BaseModel):
    """`quiet_hours`: HH:MM-HH:MM on the phone's clock (may run over midnight). `per_hour`: at most so many proposals
    within any 60 minutes (0: any number)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    quiet_hours: str | None = None
    per_hour: int = 20

    @field_validator("quiet_hours")
    @classmethod
    def _span(cls, text: str | None) -> str | None:
        if text is not None and not _SPAN.match(text):
            raise ValueError(f"{text!r} is no span of hours: write 22:00-07:00")
        return text

    def holds(self, now: datetime, now_ms: int, memory: Memory) -> str | None:
        """Why nothing is proposed now, or None."""
        if self.quiet_hours is not None and (match := _SPAN.match(self.quiet_hours)):
            start, end = time(int(match[1]), int(match[2])), time(int(match[3]), int(match[4]))
            at = now.time()
            if (start <= at < end) if start <= end else (at >= start or at < end):
                return f"quiet hours ({self.quiet_hours})"
        if self.per_hour:
            recent = sum(0 <= now_ms - past.time_ms < 3_600_000 for past in memory.made)
            if recent >= self.per_hour:
                return f"{recent} proposals within the last hour"
        return None
