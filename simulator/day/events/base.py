"""What every event of a day has."""

from __future__ import annotations

from pydantic import Field

from simulator.day.strict import Strict
from simulator.day.times import AfterText, WhenText


class Base(Strict):
    """What every event has: a time (`at` or `after`), and if wanted an id, a chance and a remark."""

    id: str | None = Field(
        None, pattern=r"^[A-Za-z_][\w-]*$", description="Name of the event, for `after`, needs and near misses."
    )
    at: WhenText | None = Field(
        default=None,
        description="Local time `HH:MM[:SS]`, or `HH:MM..HH:MM`: drawn by seed. From 24:00 on it is after midnight.",
    )
    after: AfterText | None = Field(
        None, description="`EVENT_ID`, `EVENT_ID + 5m`, `EVENT_ID + 5m..15m` instead of `at`."
    )
    chance: float = Field(default=1.0, ge=0, le=1, description="Share of the seeds in which it happens at all.")
    note: str | None = Field(default=None, description="A remark for readers of the file; the phone never shows it.")
