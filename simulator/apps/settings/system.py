"""Pages of the system: date, language, keyboard, developer options, about."""

from __future__ import annotations

from simulator.apps.scaffold import list_row, section
from simulator.apps.settings.page import PageContext, page
from simulator.screen.shade import time_words
from simulator.screen.views import View


@page("system", "SystemDashboardActivity", "System", "系统", "SYSTEM_UPDATE_SETTINGS")
def system(ctx: PageContext) -> list[View]:
    """System."""
    device = ctx.phone.state.device
    return [
        ctx.link("language", device.locale, motif="icon:L#1a73e8"),
        ctx.link("input", motif="icon:K#188038"),
        ctx.link("date", device.timezone, motif="icon:D#b06000"),
        ctx.link("developer", motif="icon:{#5f6368"),
    ]


@page("date", "DateTimeSettingsActivity", "Date & time", "日期和时间", "DATE_SETTINGS")
def date(ctx: PageContext) -> list[View]:
    """Date & time."""
    device = ctx.phone.state.device
    now = ctx.phone.clock.local(device.timezone)
    day = f"{now.year}年{now.month}月{now.day}日" if ctx.app.zh else f"{now:%B} {now.day}, {now.year}"
    offset = f"{now:%z}"
    return [
        ctx.setting("global", "auto_time", "Set time automatically", "自动设置时间", default="1"),
        list_row(ctx.say("Date", "日期"), day),
        list_row(ctx.say("Time", "时间"), time_words(ctx.phone)),
        ctx.setting("global", "auto_time_zone", "Set automatically", "自动设置时区", default="1"),
        list_row(ctx.say("Time zone", "时区"), f"GMT{offset[:3]}:{offset[3:]} {device.timezone}"),
        ctx.setting("system", "time_12_24", "Use 24‑hour format", "使用 24 小时制", default="24", on="24", off="12"),
    ]


@page("language", "LocalePickerActivity", "Languages", "语言", "LOCALE_SETTINGS", "APP_LOCALE_SETTINGS",
      "REGIONAL_PREFERENCES_SETTINGS")  # fmt: skip
def language(ctx: PageContext) -> list[View]:
    """Languages."""
    device = ctx.phone.state.device
    name = {"en": "English", "zh": "简体中文"}[device.ui_language]
    return [section(ctx.say("System languages", "系统语言")), list_row(name, device.locale)]


@page("input", "AvailableVirtualKeyboardActivity", "Keyboard", "键盘", "INPUT_METHOD_SETTINGS",
      "INPUT_METHOD_SUBTYPE_SETTINGS", "HARD_KEYBOARD_SETTINGS", "USER_DICTIONARY_SETTINGS")  # fmt: skip
def keyboard(ctx: PageContext) -> list[View]:
    """Keyboards."""
    return [
        section(ctx.say("On-screen keyboard", "屏幕键盘")),
        list_row(ctx.phone.packages.label(ctx.phone.state.ui.ime.partition("/")[0]), ctx.phone.state.ui.ime),
        ctx.setting("secure", "spell_checker_enabled", "Spell checker", "拼写检查工具", default="1"),
        ctx.setting("secure", "show_ime_with_hard_keyboard", "Use on-screen keyboard", "使用屏幕键盘"),
    ]


@page("developer", "DevelopmentSettingsDashboardActivity", "Developer options", "开发者选项",
      "APPLICATION_DEVELOPMENT_SETTINGS")  # fmt: skip
def developer(ctx: PageContext) -> list[View]:
    """Developer options."""
    return [
        ctx.setting("global", "stay_on_while_plugged_in", "Stay awake", "不锁定屏幕", on="7"),
        ctx.setting("global", "adb_enabled", "USB debugging", "USB 调试", default="1"),
        ctx.setting("system", "show_touches", "Show taps", "显示点按操作反馈"),
        ctx.setting("system", "pointer_location", "Pointer location", "指针位置"),
        ctx.setting("global", "always_finish_activities", "Don’t keep activities", "不保留活动"),
    ]


@page("about", "MyDeviceInfoActivity", "About phone", "关于手机", "DEVICE_INFO_SETTINGS", "DEVICE_NAME")
def about(ctx: PageContext) -> list[View]:
    """About phone."""
    phone = ctx.phone
    device = phone.state.device
    name = phone.settings.get("global", "device_name") or device.model
    return [
        list_row(ctx.say("Device name", "设备名称"), name),
        list_row(ctx.say("Phone number", "手机号码"), device.phone_number),
        list_row(ctx.say("Model", "型号"), device.model),
        list_row(ctx.say("Android version", "Android 版本"), device.release),
        list_row(ctx.say("IP address", "IP 地址"),
                 phone.state.wifi.ip if phone.state.wifi.connected else ctx.say("Unavailable", "无法获取")),
        list_row(ctx.say("Bluetooth address", "蓝牙地址"), phone.state.bluetooth.address),
        list_row(ctx.say("Build number", "版本号"), phone.properties.get("ro.build.display.id") or ""),
    ]  # fmt: skip
