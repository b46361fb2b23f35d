"""Pages of apps: the list, one app's details and notifications, notifications of all, default apps."""

from __future__ import annotations

from functools import partial

from simulator.apps.scaffold import list_row, note, section, switch_row
from simulator.apps.settings.page import PageContext, page
from simulator.screen.app_icons import app_icon
from simulator.screen.shade import ago
from simulator.screen.views import View, button, column, image, row, text

POST = "POST_NOTIFICATION"


def _label(ctx: PageContext, package: str) -> str:
    return ctx.phone.packages.label(package)


@page("apps", "ManageApplicationsActivity", "Apps", "应用", "APPLICATION_SETTINGS", "MANAGE_APPLICATIONS_SETTINGS",
      "MANAGE_ALL_APPLICATIONS_SETTINGS", "ALL_APPS_SETTINGS")  # fmt: skip
def apps(ctx: PageContext) -> list[View]:
    """Every app with a screen."""
    shown = [package.package for package in ctx.phone.packages.installed() if package.package in ctx.phone.apps]
    shown.sort(key=lambda name: _label(ctx, name).casefold())
    return [
        ctx.link("default_apps"),
        section(ctx.say(f"All apps ({len(shown)})", f"所有应用 ({len(shown)})")),
        *(
            list_row(_label(ctx, name), on_click=ctx.open("app", f"package:{name}"), motif=app_icon(ctx.phone, name))
            for name in shown
        ),
    ]


@page("app", "AppInfoDashboardActivity", "App info", "应用信息", "APPLICATION_DETAILS_SETTINGS",
      schemes=("package",))  # fmt: skip
def app(ctx: PageContext) -> list[View]:
    """One app: open, stop, disable, uninstall, its permissions and data."""
    phone = ctx.phone
    name = str(ctx.activity.ui.get("package", ""))
    package = phone.packages.get(name)
    if package is None:
        return [note(ctx.say("App not found", "未找到应用"))]
    running = phone.activities.pid_of(name) is not None

    def uninstall() -> None:
        phone.packages.uninstall(name)
        phone.activities.back()

    flip_label = ctx.say("Disable", "停用") if package.enabled else ctx.say("Enable", "启用")
    flip = partial(phone.packages.set_enabled, name, not package.enabled)
    remove = (
        button(flip_label, flip, id="button2", background="tile", color="text", weight=1)
        if package.system
        else button(ctx.say("Uninstall", "卸载"), uninstall, id="button2", background="tile", color="text", weight=1)
    )
    rows: list[View] = [
        column(
            image(app_icon(phone, name), width=64, height=64),
            text(_label(ctx, name), id="entity_header_title", font_size=22),
            text(package.version_name, id="entity_header_summary", color="muted", font_size=14),
            padding=16,
            gap=8,
            align="center",
        ),
        row(
            button(ctx.say("Open", "打开"), partial(phone.activities.launch, name), id="button1", background="tile",
                   color="text", weight=1, enabled=phone.packages.launcher_activity(name) is not None),
            remove,
            button(ctx.say("Force stop", "强行停止"), partial(phone.activities.force_stop, name), id="button3",
                   background="tile", color="text", weight=1, enabled=running),
            padding=16,
            gap=8,
        ),
        list_row(ctx.say("Notifications", "通知"), ctx.on_off(package.appops.get(POST) != "ignore"),
                 ctx.open("app_notifications", f"package:{name}")),
        list_row(ctx.say("Clear storage", "清除存储空间"), on_click=partial(phone.packages.clear, name)),
    ]  # fmt: skip
    if package.permissions:
        rows.append(section(ctx.say("Permissions", "权限")))
    for permission, granted in package.permissions.items():

        def switch(permission: str = permission, granted: bool = granted) -> None:
            try:
                phone.packages.grant(name, permission, not granted)
            except ValueError:
                phone.screen.toast(ctx.say("This permission cannot be changed", "无法更改此权限"))

        rows.append(switch_row(permission.rpartition(".")[2], granted, switch))
    return rows


@page("app_notifications", "AppNotificationSettingsActivity", "App notifications", "应用通知",
      "APP_NOTIFICATION_SETTINGS", "CHANNEL_NOTIFICATION_SETTINGS")  # fmt: skip
def app_notifications(ctx: PageContext) -> list[View]:
    """Whether an app may notify, and its channels."""
    phone = ctx.phone
    name = str(ctx.activity.ui.get("package", ""))
    package = phone.packages.get(name)
    if package is None:
        return [note(ctx.say("App not found", "未找到应用"))]
    allowed = package.appops.get(POST) != "ignore"
    made = phone.apps.get(name)

    def flip() -> None:
        package.appops[POST] = "ignore" if allowed else "allow"
        if allowed:
            phone.notifications.cancel_package(name, "PACKAGE_BANNED")

    label = _label(ctx, name)
    return [
        switch_row(ctx.say(f"All {label} notifications", f"“{label}”的所有通知"), allowed, flip),
        *(
            list_row(channel, ctx.say(f"Importance {importance}", f"重要程度 {importance}"))
            for channel, importance in (made.manifest.channels if made else {}).items()
        ),
    ]


@page("notifications", "ConfigureNotificationSettingsActivity", "Notifications", "通知", "NOTIFICATION_SETTINGS",
      "ALL_APPS_NOTIFICATION_SETTINGS", "NOTIFICATION_POLICY_ACCESS_SETTINGS",
      "ACTION_NOTIFICATION_LISTENER_SETTINGS")  # fmt: skip
def notifications(ctx: PageContext) -> list[View]:
    """Notifications of all apps."""
    phone = ctx.phone
    recent: list[str] = []
    for note_ in phone.state.notifications.posted:
        if note_.package not in recent:
            recent.append(note_.package)
    return [
        *(
            list_row(_label(ctx, name), on_click=ctx.open("app_notifications", f"package:{name}"),
                     motif=app_icon(phone, name))
            for name in recent
        ),
        *([ctx.link("notification_history")] if phone.state.device.api_level >= 30 else []),
        ctx.setting("secure", "notification_badging", "Notification dot on app icon", "通知圆点", default="1"),
        ctx.setting("secure", "notification_bubbles", "Bubbles", "对话泡", default="1"),
        ctx.link("zen", ctx.on_off(phone.state.notifications.zen_mode != "off")),
    ]  # fmt: skip


@page("notification_history", "NotificationHistoryActivity", "Notification history", "通知历史记录",
      "NOTIFICATION_HISTORY", min_api=30)  # fmt: skip
def notification_history(ctx: PageContext) -> list[View]:
    """Notifications that are gone, the newest first."""
    archive = sorted(ctx.phone.state.notifications.archive, key=lambda entry: -entry.time_ms)[:30]
    rows = [
        list_row(entry.notification.title, entry.notification.text, trailing=ago(ctx.phone, entry.time_ms),
                 motif=app_icon(ctx.phone, entry.notification.package))
        for entry in archive
    ]  # fmt: skip
    return [*rows] or [note(ctx.say("No recent notifications", "没有最近的通知"))]


@page("default_apps", "ManageDefaultAppsActivity", "Default apps", "默认应用", "MANAGE_DEFAULT_APPS_SETTINGS",
      "HOME_SETTINGS", "VOICE_INPUT_SETTINGS")  # fmt: skip
def default_apps(ctx: PageContext) -> list[View]:
    """Which app does what."""
    kinds = (
        ("Browser app", "浏览器应用", "com.android.chrome"),
        ("Home app", "主屏幕应用", "com.google.android.apps.nexuslauncher"),
        ("Phone app", "电话应用", "com.google.android.dialer"),
        ("SMS app", "短信应用", "com.google.android.apps.messaging"),
    )
    return [
        list_row(ctx.say(en, zh), _label(ctx, package), ctx.open("app", f"package:{package}"))
        for en, zh, package in kinds
        if ctx.phone.packages.get(package) is not None
    ]


@page("usage_access", "UsageAccessSettingsActivity", "Usage access", "使用情况访问权限", "USAGE_ACCESS_SETTINGS",
      "action.MANAGE_OVERLAY_PERMISSION", "IGNORE_BATTERY_OPTIMIZATION_SETTINGS", "MANAGE_UNKNOWN_APP_SOURCES",
      "action.MANAGE_WRITE_SETTINGS", "REQUEST_SCHEDULE_EXACT_ALARM")  # fmt: skip
def usage_access(ctx: PageContext) -> list[View]:
    """Special access: which app may see how others are used."""
    rows: list[View] = []
    for package in ctx.phone.packages.installed():
        if package.package not in ctx.phone.apps or package.system:
            continue
        allowed = package.appops.get("GET_USAGE_STATS") == "allow"

        def flip(appops: dict[str, str] = package.appops, allowed: bool = allowed) -> None:
            appops["GET_USAGE_STATS"] = "ignore" if allowed else "allow"

        rows.append(switch_row(_label(ctx, package.package), allowed, flip))
    return rows or [note(ctx.say("No apps", "没有应用"))]
