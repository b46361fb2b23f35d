"""The lock screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from simulator.screen.shade import date_line, newest_first, notification_card, open_notification, say, time_words
from simulator.screen.views import View, column, icon, row, scroll, spacer, text

if TYPE_CHECKING:
    from simulator.phone import Phone


def keyguard_view(phone: Phone) -> View:
    """The content of the lock screen: clock, date, notifications (quiet ones stay away), what to do."""
    secure = phone.state.power.secure_lock
    api = phone.state.device.api_level
    cards: list[View] = []
    shown = phone.settings.get("secure", "lock_screen_show_notifications") != "0"
    private = phone.settings.get("secure", "lock_screen_allow_private_notifications") != "0"
    for note in newest_first(phone) if shown else []:
        if note.importance < 2:
            continue
        view = notification_card(
            phone, note, hidden=(secure and not private) or (note.sensitive and (secure or api >= 35)), locked=True
        )
        view.on_click = partial(_open, phone, note.key)
        cards.append(view)
    if secure:
        hint = say(phone, "Locked. Unlock with your PIN or fingerprint", "已锁定，请使用 PIN 码或指纹解锁")
    else:
        hint = say(phone, "Swipe up to open", "向上滑动即可打开")
    return column(
        column(
            icon("lock", desc=say(phone, "Locked", "已锁定"), id="lock_icon", color="on_wall"),
            text(time_words(phone), id="lockscreen_clock_view", font_size=84, color="on_wall"),
            text(date_line(phone), id="date", font_size=18, color="on_wall"),
            align="center",
            padding=24,
            gap=8,
            id="keyguard_status_view",
        ),
        scroll(*cards, key="keyguard", id="notification_stack_scroller") if cards else spacer(weight=1),
        row(
            text(hint, id="keyguard_indication_text", font_size=14, align="center", weight=1, color="on_wall"),
            padding=24,
            id="keyguard_indication_area",
        ),
        background="wallpaper",
        id="keyguard_root_view",
    )


def _open(phone: Phone, key: str) -> None:
    """Tap a notification on the lock screen: it opens once the phone is unlocked."""
    if phone.state.power.secure_lock:
        phone.screen.toast(say(phone, "Unlock to open", "解锁后即可打开"))
        return
    phone.power.unlock()
    open_notification(phone, key)
