"""Heads-up: a notification that came just now lies over the app for some seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.state import Notification

_SHOWN_MS = 5000  # heads_up_notification_decay
_SEEN = "heads_up_seen_ms"


def heads_up_note(phone: Phone) -> Notification | None:
    """The notification that lies over the app now: urgent, seconds old, not of the app in front, not put away yet."""
    state = phone.state
    if state.ui.shade != "closed" or state.notifications.zen_mode != "off":
        return None
    system_ui = phone.apps.get("com.android.systemui")
    seen = int(system_ui.data.get(_SEEN, 0)) if system_ui is not None else 0
    now = phone.clock.now_ms
    top = phone.activities.top()
    urgent = [
        note
        for note in state.notifications.posted
        if note.importance >= 4
        and seen < note.update_ms <= now < note.update_ms + _SHOWN_MS
        and (top is None or top.package != note.package)
    ]
    return max(urgent, key=lambda note: note.update_ms, default=None)


def put_away(phone: Phone) -> None:
    """The user has turned to something else: what lies over the app goes."""
    if heads_up_note(phone) is not None:
        phone.app("com.android.systemui").data[_SEEN] = phone.clock.now_ms
        phone.changed()
