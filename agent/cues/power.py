"""Cues about the battery."""

from __future__ import annotations

from collections.abc import Iterator

from agent.context import Context
from agent.cues.base import Finding, one

LOW_PERCENT = 20
BEDTIME_HOUR, MORNING_HOUR = 23, 5


def battery_low(context: Context) -> Iterator[Finding]:
    """A low battery away from a charger while the day still goes on."""
    state = context.device_status
    level = state.battery_percent
    if level is None or level > LOW_PERCENT or state.plugged_in is not False or state.battery_saver:
        return
    late = context.now.hour >= BEDTIME_HOUR or context.now.hour < MORNING_HOUR
    yield Finding(
        topic="battery saver",
        score=0.4 if late else 0.8,
        subject=f"battery low {context.now:%Y-%m-%d}",
        intent=f"Battery is at {level} %. Turn on battery saver?",
        calls=one("set_battery_saver", enabled=True),
        evidence=(f"battery {level} %", "not charging"),
    )
