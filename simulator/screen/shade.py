"""The notification shade: quick settings tiles, what plays, notifications with their buttons and inline replies."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from simulator.screen.app_icons import app_icon, app_label
from simulator.screen.snooze import row_icons, snooze_panel
from simulator.screen.tiles import tiles
from simulator.screen.views import (
    View,
    button,
    card,
    column,
    edit,
    icon,
    image,
    progress,
    row,
    scroll,
    text,
)

if TYPE_CHECKING:
    from simulator.phone import Phone
    from simulator.state import MediaSession, Notification

SYSTEM_UI = "com.android.systemui"
REPLY_FIELD = "remote_input_text"


def say(phone: Phone, en: str, zh: str) -> str:
    """A text of the system in the phone's language."""
    return zh if phone.state.device.ui_language == "zh" else en


def time_words(phone: Phone) -> str:
    """The time as the phone shows it: 12 or 24 hours, without AM and PM."""
    now = phone.clock.local(phone.state.device.timezone)
    if phone.settings.get("system", "time_12_24") == "12":
        return f"{now.hour % 12 or 12}:{now:%M}"
    return f"{now:%H:%M}"


def date_line(phone: Phone) -> str:
    """Today, as the shade and the lock screen say it."""
    now = phone.clock.local(phone.state.device.timezone)
    if phone.state.device.ui_language == "zh":
        return f"{now.month}月{now.day}日 星期{'一二三四五六日'[now.weekday()]}"
    return f"{now:%a}, {now:%b} {now.day}"


def ago(phone: Phone, at_ms: int) -> str:
    """How long ago, as a notification's header says it."""
    minutes = max(phone.clock.now_ms - at_ms, 0) // 60_000
    if minutes < 1:
        return say(phone, "now", "现在")
    if minutes < 60:
        return f"{minutes}{say(phone, 'm', '分钟')}"
    if minutes < 24 * 60:
        return f"{minutes // 60}{say(phone, 'h', '小时')}"
    return f"{minutes // 1440}{say(phone, 'd', '天')}"


def newest_first(phone: Phone) -> list[Notification]:
    """The posted notifications as the shade lists them."""
    return sorted(phone.state.notifications.posted, key=lambda posted: posted.when_ms or posted.post_ms, reverse=True)


def shade_view(phone: Phone) -> View:
    """The content of the shade."""
    full = phone.state.ui.shade == "quick_settings"
    head = row(
        text(time_words(phone), id="clock", font_size=32),
        text(date_line(phone), id="date", font_size=14, color="muted", weight=1),
        icon("settings", desc=say(phone, "Open settings.", "打开设置。"), id="settings_button_container",
             on_click=partial(_open_settings, phone), width=40, height=40, padding=8),
        padding=16,
        gap=12,
    )  # fmt: skip
    grid = column(*tiles(phone, full), id="quick_settings_panel", gap=8, padding=12)
    body: list[View] = [] if full else _notifications(phone)
    return column(
        head,
        *([_brightness(phone)] if full else []),
        grid,
        *[
            _player(phone, session)
            for session in phone.state.media_sessions
            if session.active and session.state != "none"
        ],
        scroll(*body, key="shade", id="notification_stack_scroller") if body else View("spacer", weight=1),
        background="shade",
    )


def _open_settings(phone: Phone) -> None:
    phone.statusbar.collapse()
    phone.activities.launch("com.android.settings")


def _brightness(phone: Phone) -> View:
    def set_to(value: float) -> None:
        phone.settings.put("system", "screen_brightness", str(max(1, round(value * 255))))

    stored = phone.settings.get("system", "screen_brightness") or "102"
    level = int(stored) / 255 if stored.isdigit() else 0.4
    words = say(phone, "Display brightness", "屏幕亮度")
    return row(icon("brightness"), progress(level, set_to, desc=words, id="slider", weight=1), padding=16, gap=12)


def _player(phone: Phone, session: MediaSession) -> View:
    playing = session.state == "playing"
    done = session.position_ms
    if playing:
        done += int((phone.clock.now_ms - session.updated_ms) * session.speed)
    share = min(done / session.duration_ms, 1.0) if session.duration_ms else 0.0

    def toggle() -> None:
        if playing:
            phone.media.pause(session.package)
        else:
            phone.media.resume()

    def sign(motif: str, desc: str, act: object, name: str) -> View:
        return icon(motif, desc=desc, id=name, on_click=act if callable(act) else None, width=48, height=48, padding=12)

    return card(
        row(
            image(app_icon(phone, session.package), width=40, height=40, radius=20),
            column(
                text(session.title or "", id="header_title", bold=True, max_lines=1),
                text(session.artist or "", id="header_artist", font_size=14, color="muted", max_lines=1),
                weight=1,
            ),
            sign("previous", say(phone, "Previous track", "上一曲"), phone.media.previous, "actionPrev"),
            sign(
                "pause" if playing else "play",
                say(phone, "Pause", "暂停") if playing else say(phone, "Play", "播放"),
                toggle,
                "actionPlayPause",
            ),
            sign("next", say(phone, "Next track", "下一曲"), phone.media.next, "actionNext"),
            gap=8,
        ),
        progress(share, id="media_progress_bar"),
        id="media_carousel_scroller",
    )


def _notifications(phone: Phone) -> list[View]:
    notes = newest_first(phone)
    if not notes:
        words = say(phone, "No notifications", "无通知")
        return [text(words, id="no_notifications", color="muted", align="center", padding=24)]
    views = [notification_card(phone, note) for note in notes]
    if any(note.clearable and not note.ongoing for note in notes):
        views.append(
            row(
                button(
                    say(phone, "Clear all", "全部清除"),
                    partial(phone.notifications.cancel_all, user=True),
                    id="dismiss_text",
                    desc=say(phone, "Clear all notifications.", "清除所有通知。"),
                    background="tile",
                    color="text",
                ),
                align="end",
                padding=16,
            )
        )
    return views


def notification_card(phone: Phone, note: Notification, *, hidden: bool = False, locked: bool = False) -> View:
    """A notification as a card: header, title, text, buttons, the inline reply if it is open.

    `hidden` keeps its content back (a sensitive one on a lock screen); a `locked` phone shows no buttons.
    """
    ui = phone.state.ui
    if ui.snoozing == note.key and not locked:
        return snooze_panel(phone)
    package = note.package
    header = row(
        image(app_icon(phone, package), width=20, height=20, radius=10, cls="android.widget.ImageView"),
        text(app_label(phone, package), id="android:id/app_name_text", font_size=12, color="muted"),
        *([text(note.sub_text, id="android:id/header_text", font_size=12, color="muted")] if note.sub_text else []),
        text("• " + ago(phone, note.when_ms or note.post_ms), id="android:id/time", font_size=12, color="muted"),
        id="android:id/notification_header",
        gap=8,
    )
    lines: list[View] = [header]
    if hidden:
        words = say(phone, "Sensitive notification content hidden", "已隐藏敏感通知内容")
        lines.append(text(words, id="android:id/title", font_size=15))
    else:
        lines.extend(_words(note))
        if note.actions and not locked:
            lines.append(_buttons(phone, note))
        if phone.state.ui.replying_to == note.key and not locked:
            lines.append(_reply(phone, note))

    def swiped(_side: Literal["left", "right"]) -> None:
        if note.clearable and not note.ongoing:
            phone.notifications.cancel(note.key, reason="CANCEL")

    def menu() -> None:
        ui.row_menu = note.key

    if ui.row_menu == note.key and not locked:
        lines.append(row_icons(phone, note))
    made = card(
        *lines,
        id="expandableNotificationRow",
        gap=4,
        margin=6,
        radius=24,
        on_click=partial(open_notification, phone, note.key),
        on_swipe=swiped,
        cls="android.widget.FrameLayout",
    )
    made.on_half_swipe = None if locked else menu
    return made


def _words(note: Notification) -> list[View]:
    words: list[View] = []
    if note.title:
        words.append(text(note.title, id="android:id/title", font_size=15, bold=True, max_lines=2))
    if note.messages:
        for message in note.messages[-4:]:
            words.append(text(f"{message.sender}: {message.text}" if message.sender not in ("", note.title) else
                              message.text, id="android:id/message_text", font_size=14))  # fmt: skip
    elif note.big_text or note.text:
        name = "android:id/big_text" if note.big_text else "android:id/text"
        words.append(text(note.big_text or note.text, id=name, font_size=14, color="muted", max_lines=6))
    return words


def _buttons(phone: Phone, note: Notification) -> View:
    def press(title: str, reply: bool) -> None:
        if reply:
            phone.state.ui.replying_to = note.key
            phone.state.ui.reply_text = ""
            phone.state.ui.focused_field = REPLY_FIELD
            phone.state.ui.ime_shown = True
        else:
            phone.notifications.act(note.key, title)

    return row(
        *(
            button(action.title, partial(press, action.title, action.reply), id="android:id/action0",
                   background="none", color="primary")
            for action in note.actions
        ),
        id="android:id/actions",
    )  # fmt: skip


def _reply(phone: Phone, note: Notification) -> View:
    ui = phone.state.ui
    title = next((action.title for action in note.actions if action.reply), "")

    def take(value: str) -> None:
        ui.reply_text = value

    def send() -> None:
        if not ui.reply_text:
            return
        words, ui.reply_text, ui.replying_to, ui.focused_field, ui.ime_shown = ui.reply_text, "", None, None, False
        phone.notifications.act(note.key, title, reply=words)

    return row(
        edit(ui.reply_text, take, say(phone, "Reply", "回复"), id=REPLY_FIELD, weight=1, on_enter=send, padding=10),
        icon("send", desc=say(phone, "Send", "发送"), id="remote_input_send", on_click=send, width=48, height=48,
             padding=12, enabled=bool(ui.reply_text)),
        id="remote_input",
        gap=8,
    )  # fmt: skip


def open_notification(phone: Phone, key: str) -> None:
    """Tap a notification: the shade closes, what it leads to opens."""
    phone.statusbar.collapse()
    phone.notifications.click(key)
