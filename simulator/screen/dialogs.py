"""System dialogs: which app to use (the resolver), may an app do this (permissions).

`state.ui.dialog` says which is open:
`{"kind": "resolver", "intent": Intent as a dict, "candidates": ["package/class", …]}` or
`{"kind": "permission", "package": …, "permission": …}`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from simulator.screen.app_icons import app_icon, app_label
from simulator.screen.shade import say
from simulator.screen.views import View, button, card, column, icon, image, row, scroll, text
from simulator.state import Intent

if TYPE_CHECKING:
    from simulator.phone import Phone

RESOLVER = ("android", "android/com.android.internal.app.ResolverActivity")
_CONTROLLER = "com.google.android.permissioncontroller"
PERMISSION = (
    _CONTROLLER,
    f"{_CONTROLLER}/com.android.permissioncontroller.permission.ui.GrantPermissionsActivity",
)
_IN_USE = ("CAMERA", "RECORD_AUDIO", "ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION")
_GROUPS = {
    "CAMERA": ("take pictures and record video", "拍摄照片和录制视频"),
    "RECORD_AUDIO": ("record audio", "录制音频"),
    "ACCESS_FINE_LOCATION": ("access this device’s location", "获取此设备的位置信息"),
    "ACCESS_COARSE_LOCATION": ("access this device’s approximate location", "获取此设备的大致位置信息"),
    "READ_CONTACTS": ("access your contacts", "访问您的通讯录"),
    "READ_CALENDAR": ("access your calendar", "访问您的日历"),
    "POST_NOTIFICATIONS": ("send you notifications", "向您发送通知"),
    "SEND_SMS": ("send and view SMS messages", "发送和查看短信"),
    "READ_SMS": ("send and view SMS messages", "发送和查看短信"),
    "CALL_PHONE": ("make and manage phone calls", "拨打电话和管理通话"),
}


def dialog_window(phone: Phone, dialog: dict[str, Any]) -> tuple[str, str, View] | None:
    """Package, window title and content of the dialog that is open; None for a kind that has no window."""
    if dialog.get("kind") == "resolver":
        return (*RESOLVER, _resolver(phone, dialog))
    if dialog.get("kind") == "permission":
        return (*PERMISSION, _permission(phone, dialog))
    return None


def dialog_title(dialog: dict[str, Any]) -> str | None:
    """The window title of a dialog; None for a kind that has no window."""
    return {"resolver": RESOLVER[1], "permission": PERMISSION[1]}.get(str(dialog.get("kind")))


def close_dialog(phone: Phone) -> None:
    """Take the open dialog away without an answer."""
    phone.state.ui.dialog = None
    phone.changed()


def _resolver(phone: Phone, dialog: dict[str, Any]) -> View:
    intent = Intent.model_validate(dialog["intent"])
    sends = intent.action in ("android.intent.action.SEND", "android.intent.action.SEND_MULTIPLE")
    title = say(phone, "Share", "分享") if sends else say(phone, "Open with", "打开方式")
    rows = [
        row(
            image(app_icon(phone, component.partition("/")[0]), width=40, height=40, radius=20, id="android:id/icon"),
            text(app_label(phone, component.partition("/")[0]), id="android:id/text1", weight=1),
            on_click=partial(phone.activities.choose, component),
            padding=12,
            gap=16,
        )
        for component in dialog.get("candidates", [])
    ]
    return card(
        text(title, id="android:id/title", font_size=20, padding=8),
        scroll(*rows, key="resolver", id="android:id/resolver_list"),
        radius=28,
        background="surface",
    )


def _allows(phone: Phone, permission: str) -> list[tuple[str, tuple[str, str]]]:
    """The buttons that allow: since Android 11 the camera, the microphone and the location only while in use."""
    if phone.state.device.api_level < 30 or permission.rpartition(".")[2] not in _IN_USE:
        return [("", ("Allow", "允许"))]
    return [
        ("foreground_only_", ("While using the app", "仅在使用中允许")),
        ("one_time_", ("Only this time", "仅限这一次")),
    ]


def _permission(phone: Phone, dialog: dict[str, Any]) -> View:
    package, permission = str(dialog["package"]), str(dialog["permission"])
    en, zh = _GROUPS.get(permission.rpartition(".")[2], (f"use {permission}", f"使用 {permission}"))
    label = app_label(phone, package)

    def answer(allow: bool) -> None:
        from simulator.services.permission_prompts import answer as answered

        answered(phone, package, permission, allow)

    identity = f"{_CONTROLLER.replace('google.android', 'android')}:id/"
    return card(
        column(icon("shield", color="primary"), align="center", padding=8),
        text(say(phone, f"Allow {label} to {en}?", f"要允许“{label}”{zh}吗？"), id=identity + "permission_message",
             font_size=18, align="center", padding=8),
        *(
            button(say(phone, *words), partial(answer, True), id=f"{identity}permission_allow_{name}button",
                   background="accent", color="on_accent", margin=4, height=48)
            for name, words in _allows(phone, permission)
        ),
        button(say(phone, "Don’t allow", "不允许"), partial(answer, False), id=identity + "permission_deny_button",
               background="accent", color="on_accent", margin=4, height=48),
        radius=28,
        background="surface",
    )  # fmt: skip
