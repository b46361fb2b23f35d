"""The quick settings tiles, each over the service that it switches."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from simulator.screen.views import View, column, icon, row, text

if TYPE_CHECKING:
    from simulator.phone import Phone


def tiles(phone: Phone, full: bool) -> list[View]:
    """Rows of two tiles: the first four, or all of them (`full`)."""
    made = _all(phone)
    made = made if full else made[:4]
    return [row(*made[start : start + 2], gap=8) for start in range(0, len(made), 2)]


def _all(phone: Phone) -> list[View]:
    state = phone.state
    zh = state.device.ui_language == "zh"

    def say(en: str, chinese: str) -> str:
        return chinese if zh else en

    on_off = {True: say("On", "开启"), False: say("Off", "关闭")}
    airplane = state.airplane_mode
    dark = phone.uimode.night
    zen = state.notifications.zen_mode != "off"
    saver = state.power.battery_saver
    headset = next((device.name for device in state.bluetooth.bonded if device.connected), None)
    wifi = state.wifi
    phone_ = state.telephony

    def saver_toggle() -> None:
        if not phone.power.set_battery_saver(not saver):
            phone.screen.toast(say("Battery Saver is not available while charging", "充电时无法使用省电模式"))

    return [
        _tile("wifi", "Wi-Fi", "WLAN", wifi.connected or on_off[wifi.enabled], wifi.enabled, zh,
              partial(phone.wifi.set_enabled, not wifi.enabled)),
        _tile("bluetooth", "Bluetooth", "蓝牙", headset or on_off[state.bluetooth.enabled], state.bluetooth.enabled, zh,
              partial(phone.bluetooth.set_enabled, not state.bluetooth.enabled)),
        _tile("data", "Mobile data", "移动数据", phone_.operator if phone_.data_enabled else on_off[False],
              phone_.data_enabled, zh, partial(phone.telephony.set_data_enabled, not phone_.data_enabled)),
        _tile("dnd", "Do Not Disturb", "勿扰", on_off[zen], zen, zh,
              partial(phone.notifications.set_zen, "off" if zen else "priority")),
        _tile("airplane", "Airplane mode", "飞行模式", on_off[airplane], airplane, zh,
              partial(phone.connectivity.set_airplane, not airplane)),
        _tile("battery", "Battery Saver", "省电模式", on_off[saver], saver, zh, saver_toggle),
        _tile("dark", "Dark theme", "深色主题", on_off[dark], dark, zh,
              partial(phone.uimode.set_night, "no" if dark else "yes")),
        _tile("location", "Location", "位置信息", on_off[state.location.enabled], state.location.enabled, zh,
              partial(phone.location.set_enabled, not state.location.enabled)),
    ]  # fmt: skip


def _tile(
    sign: str, label_en: str, label_zh: str, detail: str, on: bool, zh: bool, toggle: Callable[[], object]
) -> View:
    label = label_zh if zh else label_en
    colour = "on_primary" if on else "text"

    def press() -> None:
        toggle()

    return row(
        icon(sign, color=colour),
        column(
            text(label, id="tile_label", font_size=14, bold=True, color=colour, max_lines=1),
            text(detail, id="app_label", font_size=12, color=colour, max_lines=1),
            weight=1,
        ),
        desc=f"{label}, {detail}",
        id=f"tile_{sign}",
        on_click=press,
        checked=on,
        background="primary" if on else "tile",
        radius=28,
        padding=14,
        gap=10,
        weight=1,
        cls="android.widget.Switch",
    )
