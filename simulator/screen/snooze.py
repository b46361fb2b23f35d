"""A notification's row half swiped: its icons, and the panel that snoozes it (SystemUI's NotificationMenuRow.java and
NotificationSnooze.java). The chosen time holds once the panel closes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from simulator.screen.views import View, button, card, icon, row, text

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.state import Notification

MINUTES = (15, 30, 60, 120)


def _say(phone: Phone, en: str, zh: str) -> str:
    return zh if phone.state.device.ui_language == "zh" else en


def _words(phone: Phone, minutes: int) -> str:
    if minutes < 60:
        return _say(phone, f"{minutes} minutes", f"{minutes} 分钟")
    hours = minutes // 60
    return _say(phone, f"{hours} hour" + ("s" if hours > 1 else ""), f"{hours} 小时")


def row_icons(phone: Phone, note: Notification) -> View:
    """The snooze icon (what cannot be cleared cannot be snoozed) beside the gear."""
    ui = phone.state.ui

    def snooze() -> None:
        ui.row_menu, ui.snoozing, ui.snooze_minutes, ui.snooze_choices = None, note.key, 60, False
        phone.changed()

    def settings() -> None:
        phone.statusbar.collapse()
        phone.activities.launch("com.android.settings")

    gear = icon(
        "settings", desc=_say(phone, "notification controls", "通知设置"), on_click=settings, width=48, height=48
    )
    clock = icon("clock", desc=_say(phone, "notification snooze options", "通知延后选项"), on_click=snooze, width=48,
                 height=48)  # fmt: skip
    return row(*([clock] if note.clearable and not note.ongoing else []), gear, align="end", gap=8)


def snooze_panel(phone: Phone) -> View:
    """How long, in place of the notification."""
    ui = phone.state.ui

    def undo() -> None:
        ui.snoozing, ui.snooze_choices = None, False
        phone.changed()

    def unfold() -> None:
        ui.snooze_choices = not ui.snooze_choices
        phone.changed()

    def choose(minutes: int) -> None:
        ui.snooze_minutes, ui.snooze_choices = minutes, False
        phone.changed()

    length = _words(phone, ui.snooze_minutes)
    head = row(
        text(_say(phone, f"Snoozed for {length}", f"已延后 {length}"), id="snooze_option_default", weight=1),
        icon("more", id="expand_button", desc=_say(phone, "Expand", "展开"), on_click=unfold, width=48, height=48),
        button(_say(phone, "Undo", "撤消"), undo, id="undo", background="none", color="primary"),
        gap=8,
    )
    choices = [
        text(_words(phone, minutes), on_click=partial(choose, minutes), padding=12)
        for minutes in MINUTES
        if ui.snooze_choices and minutes != ui.snooze_minutes
    ]
    return card(head, *choices, id="notification_snooze", margin=6, radius=24)
