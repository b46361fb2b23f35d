"""From a deed in words to calls of the pool: one function a deed, whoever the words are of."""

from __future__ import annotations

from agent.cues.fill import people, places, state, things, times
from agent.cues.fill.task import Fill, Filled, Task

ALL_FILLS: dict[str, Fill] = state.FILLS | people.FILLS | times.FILLS | places.FILLS | things.FILLS
# Deeds whose arguments come out of what happened: they are due only where it holds them.
SLOTTED = frozenset(
    {
        "add_contact",
        "find_contact",
        "create_calendar_event",
        "list_calendar_events",
        "create_reminder",
        "join_meeting",
        "compose_post",
        "track_parcel",
        "pay_bill",
        "search_product",
        "web_search",
        "open_url",
        "log_health_metric",
        "create_note",
        "compose_email",
        "reserve_table",
    }
)

__all__ = ["ALL_FILLS", "SLOTTED", "Fill", "Filled", "Task"]
