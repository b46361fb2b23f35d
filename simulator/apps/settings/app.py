"""The Settings app itself: manifest, home page, and how an action finds its page."""

from __future__ import annotations

from simulator.apps.app import LAUNCHER, ActivitySpec, App, IntentFilter, Manifest
from simulator.apps.scaffold import list_row, screen
from simulator.apps.settings import device, network, packages, personal, system
from simulator.apps.settings.page import PACKAGE, PAGES, Page, PageContext
from simulator.screen.views import View
from simulator.state import Activity, Intent

HOME = f"{PACKAGE}.Settings"
_MODULES = (device, network, packages, personal, system)  # importing them registers their pages
_SIGNS: tuple[tuple[str, str, str], ...] = (
    ("network", "wifi", "1a73e8"),
    ("connected", "bluetooth", "188038"),
    ("apps", "apps", "9334e6"),
    ("notifications", "bell", "e8710a"),
    ("battery", "battery", "188038"),
    ("storage", "storage", "5f6368"),
    ("sound", "volume", "1a73e8"),
    ("display", "brightness", "e8710a"),
    ("zen", "dnd", "9334e6"),
    ("accessibility", "accessibility", "1a73e8"),
    ("security", "lock", "188038"),
    ("privacy", "shield", "1a73e8"),
    ("location", "location", "188038"),
    ("emergency", "warning", "d93025"),
    ("accounts", "people", "1a73e8"),
    ("system", "info", "5f6368"),
    ("about", "phone", "5f6368"),
)


def _spec(page: Page) -> ActivitySpec:
    filters: list[IntentFilter] = []
    if page.actions:
        filters.append(IntentFilter(page.actions, schemes=page.schemes))
        if not page.schemes:
            # Some callers name the app by a package: URI though the page takes an extra.
            filters.append(IntentFilter(page.actions, schemes=("package",)))
    return ActivitySpec(page.cls, tuple(filters), exported=bool(page.actions), min_api=page.min_api)


class SettingsApp(App):
    """Settings."""

    package = PACKAGE
    manifest = Manifest(
        label_en="Settings",
        label_zh="设置",
        color="#5f6368",
        activities=(
            ActivitySpec(
                HOME,
                (LAUNCHER, IntentFilter(("android.settings.SETTINGS",))),
                launcher=True,
            ),
            *(_spec(page) for page in PAGES.values()),
        ),
        permissions=("android.permission.WRITE_SECURE_SETTINGS",),
    )

    def on_intent(self, activity: Activity, intent: Intent) -> None:
        """Remember which app a page is about."""
        name = intent.extras.get("android.provider.extra.APP_PACKAGE")
        if intent.data and intent.data.startswith("package:"):
            name = intent.data.removeprefix("package:")
        if isinstance(name, str):
            activity.ui["package"] = name
        self.phone.changed()

    def view(self, activity: Activity) -> View:
        """The page of the activity's class."""
        found = next((page for page in PAGES.values() if page.cls == activity.cls), None)
        context = PageContext(self, activity)
        if found is None:
            return screen(self.label, *self._home(context))
        return screen(
            self.say(found.title_en, found.title_zh), *found.build(context), on_back=self.phone.activities.back
        )

    def _home(self, context: PageContext) -> list[View]:
        state = self.phone.state
        saver = self.say("Battery Saver on", "省电模式已开启") if state.power.battery_saver else ""
        summaries = {
            "network": state.wifi.connected or self.say("Mobile, Wi‑Fi, hotspot", "移动网络、WLAN、热点"),
            "connected": self.say("Bluetooth, pairing", "蓝牙、配对"),
            "apps": self.say("Recent apps, default apps", "最近打开的应用、默认应用"),
            "notifications": self.say("Notification history, conversations", "通知历史记录、对话"),
            "battery": f"{state.battery.level}%" + (f" · {saver}" if saver else ""),
            "storage": self.say("Free up space", "释放空间"),
            "sound": self.say("Volume, vibration, Do Not Disturb", "音量、振动、勿扰"),
            "display": self.say("Dark theme, font size, brightness", "深色主题、字体大小、亮度"),
            "zen": context.on_off(state.notifications.zen_mode != "off"),
            "location": context.on_off(state.location.enabled),
            "about": state.device.model,
        }
        return [
            list_row(
                self.say(PAGES[key].title_en, PAGES[key].title_zh),
                summaries.get(key, ""),
                context.open(key),
                motif=f"sign:{sign}#{colour}",
                id=f"tile_{key}",
            )
            for key, sign, colour in _SIGNS
        ]
