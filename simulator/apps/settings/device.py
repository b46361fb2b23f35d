"""Pages of the device: display, sound, Do Not Disturb, battery, storage."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from simulator.apps.scaffold import list_row, note, section, switch_row
from simulator.apps.settings.page import PageContext, page
from simulator.screen.views import View, button, column, progress, row, text

if TYPE_CHECKING:
    from simulator.services.audio import Ringer
    from simulator.services.notification import Zen
    from simulator.state import MediaRow

_TIMEOUTS = (15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000)


def _dark(ctx: PageContext) -> View:
    on = ctx.phone.uimode.night
    return switch_row(ctx.say("Dark theme", "深色主题"), on, partial(ctx.phone.uimode.set_night, "no" if on else "yes"))


def _timeout_words(ctx: PageContext, ms: int) -> str:
    if ms < 60_000:
        return ctx.say(f"{ms // 1000} seconds", f"{ms // 1000} 秒")
    minutes = ms // 60_000
    return ctx.say(f"{minutes} minute{'s' if minutes > 1 else ''}", f"{minutes} 分钟")


def _number(value: str | None, default: int) -> int:
    return int(value) if value is not None and value.lstrip("-").isdigit() else default


@page("display", "DisplaySettingsActivity", "Display", "显示", "DISPLAY_SETTINGS", "DARK_THEME_SETTINGS",
      "NIGHT_DISPLAY_SETTINGS", "AUTO_ROTATE_SETTINGS", "WALLPAPER_SETTINGS")  # fmt: skip
def display(ctx: PageContext) -> list[View]:
    """Display."""
    settings = ctx.phone.settings
    level = _number(settings.get("system", "screen_brightness"), 102)

    def brighten(share: float) -> None:
        settings.put("system", "screen_brightness", str(max(1, round(share * 255))))

    timeout = _number(settings.get("system", "screen_off_timeout"), 60_000)
    return [
        ctx.slider(ctx.say("Brightness level", "亮度"), level / 255, brighten, id="brightness_slider"),
        ctx.setting("system", "screen_brightness_mode", "Adaptive brightness", "自动调节亮度"),
        _dark(ctx),
        ctx.link("timeout", _timeout_words(ctx, timeout)),
        ctx.link("font_size", settings.get("system", "font_scale") or "1.0"),
        ctx.setting("secure", "night_display_activated", "Night Light", "夜间模式"),
        ctx.setting("system", "accelerometer_rotation", "Auto-rotate screen", "自动旋转屏幕"),
    ]


@page("timeout", "ScreenTimeoutActivity", "Screen timeout", "屏幕自动关闭")
def timeout(ctx: PageContext) -> list[View]:
    """After which time the screen goes dark."""
    settings = ctx.phone.settings
    options = [(str(ms), _timeout_words(ctx, ms)) for ms in _TIMEOUTS]
    chosen = settings.get("system", "screen_off_timeout") or "60000"
    return ctx.choices(options, chosen, lambda value: settings.put("system", "screen_off_timeout", value))


@page("font_size", "TextReadingSettingsActivity", "Font size", "字体大小", "TEXT_READING_SETTINGS")
def font_size(ctx: PageContext) -> list[View]:
    """The size of text."""
    settings = ctx.phone.settings
    options = [("0.85", ctx.say("Small", "小")), ("1.0", ctx.say("Default", "默认")), ("1.15", ctx.say("Large", "大")),
               ("1.3", ctx.say("Largest", "最大"))]  # fmt: skip
    chosen = settings.get("system", "font_scale") or "1.0"
    return ctx.choices(options, chosen, lambda value: settings.put("system", "font_scale", value))


_STREAMS = (
    ("music", "Media volume", "媒体音量"),
    ("voice_call", "Call volume", "通话音量"),
    ("ring", "Ring volume", "铃声音量"),
    ("notification", "Notification volume", "通知音量"),
    ("alarm", "Alarm volume", "闹钟音量"),
)


def _volumes(ctx: PageContext) -> list[View]:
    audio = ctx.phone.audio
    rows: list[View] = []
    for name, en, zh in _STREAMS:
        stream = ctx.phone.state.audio.streams[name]
        share = 0.0 if stream.muted else stream.index / max(stream.max, 1)

        def change(value: float, name: str = name, low: int = stream.min, high: int = stream.max) -> None:
            audio.set_volume(name, max(low, round(value * high)))

        rows.append(ctx.slider(ctx.say(en, zh), share, change, id=f"seekbar_{name}"))
    return rows


@page("sound", "SoundSettingsActivity", "Sound & vibration", "提示音和振动", "SOUND_SETTINGS")
def sound(ctx: PageContext) -> list[View]:
    """Sound & vibration."""
    audio = ctx.phone.audio
    modes: list[tuple[Ringer, str]] = [("normal", ctx.say("Ring", "响铃")), ("vibrate", ctx.say("Vibrate", "振动")),
             ("silent", ctx.say("Mute", "静音"))]  # fmt: skip
    zen = ctx.phone.state.notifications.zen_mode
    return [
        *_volumes(ctx),
        section(ctx.say("Ringer", "铃声模式")),
        *ctx.choices(modes, ctx.phone.state.audio.ringer_mode, audio.set_ringer),
        ctx.link("zen", ctx.on_off(zen != "off")),
        ctx.setting("system", "vibrate_when_ringing", "Vibrate for calls", "来电时振动"),
        ctx.setting("system", "sound_effects_enabled", "Touch sounds", "触摸提示音", default="1"),
        ctx.setting("system", "haptic_feedback_enabled", "Touch feedback", "触摸反馈", default="1"),
    ]


@page("panel_volume", "com.android.settings.panel.VolumePanelActivity", "Volume", "音量", "panel.action.VOLUME",
      min_api=29)  # fmt: skip
def panel_volume(ctx: PageContext) -> list[View]:
    """The volume panel."""
    return _volumes(ctx)


@page("zen", "ZenModeSettingsActivity", "Do Not Disturb", "勿扰模式", "ZEN_MODE_SETTINGS", "ZEN_MODE_PRIORITY_SETTINGS",
      "ZEN_MODE_AUTOMATION_SETTINGS")  # fmt: skip
def zen(ctx: PageContext) -> list[View]:
    """Do Not Disturb."""
    notifications = ctx.phone.notifications
    mode = ctx.phone.state.notifications.zen_mode
    rows: list[View] = [
        switch_row(
            ctx.say("Use Do Not Disturb", "使用勿扰模式"),
            mode != "off",
            partial(notifications.set_zen, "priority" if mode == "off" else "off"),
        )
    ]
    if mode != "off":
        rows.append(section(ctx.say("What can interrupt", "允许的打扰")))
        options: list[tuple[Zen, str]] = [
            ("priority", ctx.say("Priority only", "仅限优先事项")),
            ("alarms", ctx.say("Alarms only", "仅限闹钟")),
            ("none", ctx.say("Total silence", "完全静音")),
        ]
        rows += ctx.choices(options, mode, notifications.set_zen)
    return rows


@page("battery", "PowerUsageSummaryActivity", "Battery", "电池", "android.intent.action.POWER_USAGE_SUMMARY",
      "BATTERY_SETTINGS")  # fmt: skip
def battery(ctx: PageContext) -> list[View]:
    """Battery."""
    cell = ctx.phone.state.battery
    if cell.ac or cell.usb or cell.wireless:
        word = ctx.say("Full", "已充满") if cell.status == 5 else ctx.say("Charging", "正在充电")
    else:
        word = ctx.say("Not charging", "未在充电")
    return [
        column(
            text(f"{cell.level}%", id="battery_percent", font_size=40),
            text(word, color="muted", id="battery_status"),
            progress(cell.level / 100),
            padding=16,
            gap=8,
        ),
        ctx.link("battery_saver", ctx.on_off(ctx.phone.state.power.battery_saver)),
        ctx.setting("system", "status_bar_show_battery_percent", "Battery percentage", "电池电量百分比", default="1"),
        list_row(ctx.say("Temperature", "温度"), f"{cell.temperature / 10:.1f} °C"),
    ]


@page("battery_saver", "BatterySaverSettingsActivity", "Battery Saver", "省电模式", "BATTERY_SAVER_SETTINGS")
def battery_saver(ctx: PageContext) -> list[View]:
    """Battery Saver."""
    on = ctx.phone.state.power.battery_saver

    def toggle() -> None:
        if not ctx.phone.power.set_battery_saver(not on):
            ctx.phone.screen.toast(ctx.say("Battery Saver unavailable while charging", "充电时无法开启省电模式"))

    words = ctx.say(
        "Battery Saver limits background activity, some visual effects and network connections.",
        "省电模式会限制后台活动、部分视觉效果和网络连接。",
    )
    return [switch_row(ctx.say("Use Battery Saver", "开启省电模式"), on, toggle), note(words)]


def size_words(count: int) -> str:
    """Bytes as people read them (decimal units, as Settings uses them)."""
    value = float(count)
    for unit in ("B", "kB", "MB"):
        if value < 1000:
            return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.2f} GB"


_KINDS = (
    ("image/", "Images", "图片"),
    ("video/", "Videos", "视频"),
    ("audio/", "Audio", "音频"),
    ("", "Other", "其他"),
)


def _kind(media: MediaRow) -> str:
    return next(prefix for prefix, _, _ in _KINDS if media.mime.startswith(prefix))


@page("storage", "StorageDashboardActivity", "Storage", "存储", "INTERNAL_STORAGE_SETTINGS", "MEMORY_CARD_SETTINGS")
def storage(ctx: PageContext) -> list[View]:
    """Storage by kind of file."""
    media = ctx.phone.state.providers.media
    rows: list[View] = [
        row(
            button(ctx.say("Free up space", "释放空间"), ctx.open("free_space"), id="storage_free_up"),
            padding=16,
        )
    ]
    for prefix, en, zh in _KINDS:
        used = sum(entry.size for entry in media if _kind(entry) == prefix)
        rows.append(list_row(ctx.say(en, zh), size_words(used)))
    count = len(ctx.phone.packages.installed())
    rows.append(list_row(ctx.say("Apps", "应用"), ctx.say(f"{count} apps", f"{count} 个应用"), ctx.open("apps")))
    return rows


@page("free_space", "DeletionHelperActivity", "Free up space", "释放空间", "android.os.storage.action.MANAGE_STORAGE")
def free_space(ctx: PageContext) -> list[View]:
    """Files that may go, the largest first, to be chosen and removed."""
    phone = ctx.phone
    chosen: list[int] = ctx.activity.ui.setdefault("chosen", [])
    media = sorted(phone.state.providers.media, key=lambda entry: -entry.size)[:40]
    if not media:
        return [note(ctx.say("Nothing to remove", "没有可移除的内容"))]

    def toggle(number: int) -> None:
        if number in chosen:
            chosen.remove(number)
        else:
            chosen.append(number)

    def remove() -> None:
        for entry in [entry for entry in media if entry.id in chosen]:
            phone.content.delete("content://media/external/file", f"_id={entry.id}")
            if phone.files.exists(entry.path):
                phone.files.remove(entry.path, uid=0)
        chosen.clear()

    total = sum(entry.size for entry in media if entry.id in chosen)
    label = ctx.say(f"Free up {size_words(total)}", f"释放 {size_words(total)}")
    rows: list[View] = [row(button(label, remove, id="next_button", enabled=bool(chosen), weight=1), padding=16)]
    for entry in media:
        box = View("checkbox", text=entry.title or entry.path.rpartition("/")[2], checked=entry.id in chosen,
                   on_click=partial(toggle, entry.id))  # fmt: skip
        rows.append(column(box, text(size_words(entry.size), font_size=13, color="muted", padding=4)))
    return rows
