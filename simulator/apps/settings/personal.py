"""Pages of the user: location, privacy, security, accessibility, accounts."""

from __future__ import annotations

from functools import partial

from simulator.apps.scaffold import list_row, note, section, switch_row
from simulator.apps.settings.page import PageContext, page
from simulator.screen.views import View


@page("location", "LocationSettingsActivity", "Location", "位置信息", "LOCATION_SOURCE_SETTINGS",
      "LOCATION_SCANNING_SETTINGS")  # fmt: skip
def location(ctx: PageContext) -> list[View]:
    """Location and who may use it."""
    phone = ctx.phone
    on = phone.state.location.enabled
    fine = "android.permission.ACCESS_FINE_LOCATION"
    holders = [package for package in phone.packages.installed() if package.permissions.get(fine)]
    return [
        switch_row(ctx.say("Use location", "使用位置信息"), on, partial(phone.location.set_enabled, not on)),
        section(ctx.say("Apps with location access", "有权访问位置信息的应用")),
        *(
            list_row(phone.packages.label(package.package), on_click=ctx.open("app", f"package:{package.package}"))
            for package in holders
        ),
        ctx.setting("global", "wifi_scan_always_enabled", "Wi‑Fi scanning", "WLAN 扫描"),
        ctx.setting("global", "ble_scan_always_enabled", "Bluetooth scanning", "蓝牙扫描"),
    ]


@page("privacy", "PrivacyDashboardActivity", "Privacy", "隐私", "PRIVACY_SETTINGS", "PRIVACY_ADVANCED_SETTINGS",
      "PRIVACY_CONTROLS")  # fmt: skip
def privacy(ctx: PageContext) -> list[View]:
    """Privacy."""
    return [
        ctx.setting("secure", "lock_screen_show_notifications", "Notifications on lock screen", "锁定屏幕上的通知",
                    default="1"),
        ctx.setting("secure", "lock_screen_allow_private_notifications", "Sensitive notifications", "敏感通知",
                    default="1"),
        ctx.setting("secure", "clipboard_show_access_notifications", "Show clipboard access", "显示剪贴板访问通知",
                    default="1"),
        ctx.setting("system", "show_password", "Show passwords", "显示密码", default="1"),
        ctx.link("permissions"),
    ]  # fmt: skip


@page("permissions", "ManagePermissionsActivity", "Permission manager", "权限管理器",
      "android.intent.action.MANAGE_PERMISSIONS")  # fmt: skip
def permissions(ctx: PageContext) -> list[View]:
    """Which permissions how many apps hold."""
    counts: dict[str, int] = {}
    for package in ctx.phone.packages.installed():
        for permission, granted in package.permissions.items():
            counts[permission] = counts.get(permission, 0) + int(granted)
    rows = [
        list_row(permission.rpartition(".")[2].replace("_", " ").capitalize(),
                 ctx.say(f"{count} apps allowed", f"已允许 {count} 个应用"))
        for permission, count in sorted(counts.items())
    ]  # fmt: skip
    return [*rows] or [note(ctx.say("No permissions in use", "没有使用中的权限"))]


@page("security", "SecurityDashboardActivity", "Security", "安全", "SECURITY_SETTINGS",
      "android.app.action.SET_NEW_PASSWORD", "BIOMETRIC_ENROLL")  # fmt: skip
def security(ctx: PageContext) -> list[View]:
    """Security."""
    secure = ctx.phone.state.power.secure_lock
    return [
        list_row(ctx.say("Screen lock", "屏幕锁定"), ctx.say("PIN", "PIN 码") if secure else ctx.say("Swipe", "滑动")),
        ctx.setting("secure", "lockscreen.power_button_instantly_locks", "Power button instantly locks",
                    "电源按钮即时锁定", default="1"),
        ctx.setting("system", "show_password", "Show passwords", "显示密码", default="1"),
        ctx.setting("secure", "install_non_market_apps", "Install unknown apps", "安装未知应用"),
    ]  # fmt: skip


@page("accessibility", "AccessibilitySettingsActivity", "Accessibility", "无障碍", "ACCESSIBILITY_SETTINGS",
      "CAPTIONING_SETTINGS", "ACCESSIBILITY_DETAILS_SETTINGS")  # fmt: skip
def accessibility(ctx: PageContext) -> list[View]:
    """Accessibility."""
    return [
        ctx.link("font_size", ctx.phone.settings.get("system", "font_scale") or "1.0"),
        ctx.setting("secure", "high_text_contrast_enabled", "High contrast text", "高对比度文字"),
        ctx.setting("secure", "accessibility_display_inversion_enabled", "Color inversion", "颜色反转"),
        ctx.setting("secure", "accessibility_display_magnification_enabled", "Magnification", "放大功能"),
        ctx.setting("global", "animator_duration_scale", "Remove animations", "移除动画", default="1", on="0", off="1"),
        ctx.setting("secure", "accessibility_captioning_enabled", "Captions", "字幕"),
        ctx.setting("system", "master_mono", "Mono audio", "单声道音频"),
    ]


@page("accounts", "AccountDashboardActivity", "Passwords & accounts", "密码和账号", "SYNC_SETTINGS",
      "ADD_ACCOUNT_SETTINGS", "MANAGE_ACCOUNTS")  # fmt: skip
def accounts(ctx: PageContext) -> list[View]:
    """Accounts (those that calendars belong to)."""
    names = sorted({calendar.account for calendar in ctx.phone.state.providers.calendars if calendar.account})
    rows: list[View] = [list_row(name, "Google", motif=f"icon:{name[:1].upper()}#1a73e8") for name in names]
    if not rows:
        rows.append(note(ctx.say("No accounts", "没有账号")))
    return [*rows, ctx.setting("global", "auto_sync", "Automatically sync app data", "自动同步应用数据", default="1")]


@page("emergency", "EmergencyDashboardActivity", "Safety & emergency", "安全和紧急情况")
def emergency(ctx: PageContext) -> list[View]:
    """Safety & emergency."""
    return [ctx.setting("secure", "emergency_gesture_enabled", "Use Emergency SOS", "使用紧急求救", default="1")]
