"""SystemUI: low battery, screenshots, the volume panel. The shade itself is the screen's (`simulator.screen`)."""

from __future__ import annotations

from typing import Any

from simulator.apps.app import App, Manifest
from simulator.files.errors import FileError
from simulator.state import Intent, Notification, NotificationAction

PICTURES = "/sdcard/Pictures/Screenshots"
_LOW_BATTERY_ID = 3  # SystemMessage.NOTE_POWER_LOW
_SCREENSHOT_ID = 1  # SystemMessage.NOTE_GLOBAL_SCREENSHOT
_VOLUME_MS = 3000


class SystemUiApp(App):
    """The system's own notifications and what its keys bring up. It has no activities."""

    package = "com.android.systemui"
    manifest = Manifest(
        label_en="System UI",
        label_zh="系统界面",
        color="#5f6368",
        in_launcher=False,
        activities=(),
        channels={"BAT": 5, "SCN_HEADSUP": 4, "ALR": 3},
    )

    def on_event(self, name: str, data: dict[str, Any]) -> None:
        """`battery_low`, `battery_okay`, `screenshot`, `volume_key` (with `stream`). ValueError for others."""
        match name:
            case "battery_low":
                self._battery_low()
            case "battery_okay":
                self._withdraw("low_battery")
            case "screenshot":
                self.screenshot()
            case "volume_key":
                self._volume(str(data["stream"]))
            case _:
                super().on_event(name, data)

    def _battery_low(self) -> None:
        level = self.phone.state.battery.level
        saver = self.phone.state.power.battery_saver
        actions = [] if saver else [NotificationAction(title=self.say("Turn on Battery Saver", "开启省电模式"),
                                                       command="battery_saver")]  # fmt: skip
        self.phone.notifications.post(
            self.package,
            self.say("Battery is low", "电池电量低"),
            self.say(f"{level}% remaining", f"剩余电量 {level}%"),
            id=_LOW_BATTERY_ID,
            tag="low_battery",
            channel="BAT",
            importance=5,
            category="sys",
            actions=actions,
        )

    def _withdraw(self, tag: str) -> None:
        for note in list(self.phone.state.notifications.posted):
            if note.package == self.package and note.tag == tag:
                self.phone.notifications.cancel(note.key)

    def screenshot(self) -> str | None:
        """Save the screen as a picture and say so in the shade; None if the window is secure or there is no room."""
        phone = self.phone
        if any(window.secure for window in phone.screen.windows()):
            phone.screen.toast(
                self.say("Can’t take screenshot due to security policy", "出于安全政策原因，无法截取屏幕")
            )
            return None
        now = phone.clock.local(phone.state.device.timezone)
        path = f"{PICTURES}/Screenshot_{now:%Y%m%d-%H%M%S}.png"
        data = phone.screen.png()
        width, height = phone.screen.frame().size
        try:
            phone.content.add_media(
                path, "image/png", data=data, title=path.rpartition("/")[2], width=width, height=height
            )
        except FileError:
            phone.screen.toast(self.say("Couldn’t save screenshot", "无法保存屏幕截图"))
            return None
        phone.notifications.post(
            self.package,
            self.say("Screenshot saved", "屏幕截图已保存"),
            self.say("Tap to see your screenshot", "点按即可查看屏幕截图"),
            id=_SCREENSHOT_ID,
            tag="screenshot",
            channel="SCN_HEADSUP",
            importance=4,
        )
        return path

    def _volume(self, stream: str) -> None:
        until = self.phone.clock.now_ms + _VOLUME_MS
        self.data.update(volume_stream=stream, volume_until_ms=until)
        self.phone.clock.call_at(until, self.phone.changed)
        self.phone.changed()

    def on_notification_action(self, notification: Notification, action: NotificationAction, reply: str | None) -> None:
        """Turn Battery Saver on."""
        if action.command != "battery_saver":
            raise ValueError(f"SystemUI knows no notification command {action.command!r}")
        self.phone.power.set_battery_saver(True)
        self._withdraw("low_battery")

    def on_notification_click(self, notification: Notification) -> None:
        """Low battery leads to its settings, a screenshot to the photos."""
        if notification.tag == "low_battery":
            action = "android.settings.BATTERY_SAVER_SETTINGS"
            self.phone.activities.start(Intent(action=action), caller_uid=1000)
        elif notification.tag == "screenshot":
            self.phone.activities.launch("com.google.android.apps.photos")
