"""StatusBarManagerService: the shade; `cmd statusbar`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.printing import java, unknown_command
from simulator.services.service import Service

if TYPE_CHECKING:
    from simulator.shell.command import Invocation

_HELP = """Status bar commands:
  help
    Print this help text.

  expand-notifications
    Open the notifications panel.

  expand-settings
    Open the notifications panel and expand quick settings if present.

  collapse
    Collapse the notifications and settings panel.

  add-tile COMPONENT
    Add a TileService of the specified component

  remove-tile COMPONENT
    Remove a TileService of the specified component

  click-tile COMPONENT
    Click on a TileService of the specified component

  check-support
    Check if this device supports QS + APIs

  get-status-icons
    Print the list of status bar icons and the order they appear in
"""
_SLOTS = (
    "rotate", "headset", "managed_profile", "data_saver", "ime", "sync_failing", "sync_active", "cast", "hotspot",
    "location",
    "bluetooth", "nfc", "tty", "speakerphone", "zen", "mute", "volume", "wifi", "cdma_eri", "data_connection",
    "phone_evdo_signal", "phone_signal", "battery", "alarm_clock", "secure", "clock",
)  # fmt: skip


class StatusBarService(Service):
    """Opens and closes the shade; a sleeping screen shows none."""

    name = "statusbar"

    def expand(self) -> None:
        """Open the notifications panel."""
        self._shade("notifications")

    def expand_settings(self) -> None:
        """Open the quick settings."""
        self._shade("quick_settings")

    def collapse(self) -> None:
        """Close the panel."""
        ui = self.state.ui
        ui.shade, ui.shade_scroll, ui.replying_to, ui.reply_text = "closed", 0, None, ""
        if ui.snoozing is not None:  # NotificationSnooze.handleCloseControls: the chosen time holds once the panel goes
            self.phone.notifications.snooze(ui.snoozing, ui.snooze_minutes * 60_000)
        ui.row_menu, ui.snoozing, ui.snooze_choices = None, None, False
        self.phone.changed()

    def _shade(self, shade: str) -> None:
        if self.state.power.wakefulness != "Awake":
            return
        if shade != "closed" and self.state.ui.shade == "closed":
            for note in self.state.notifications.posted:
                self.phone.usage.record("NOTIFICATION_SEEN", note.package)
        self.state.ui.shade = shade  # type: ignore[assignment]
        self.state.ui.shade_scroll = 0
        self.phone.changed()

    def icons(self) -> list[str]:
        """The icons that are shown, by slot."""
        state = self.state
        shown = {
            "bluetooth": state.bluetooth.enabled and any(d.connected for d in state.bluetooth.bonded),
            "zen": state.notifications.zen_mode != "off",
            "volume": state.audio.ringer_mode == "vibrate",
            "mute": state.audio.ringer_mode == "silent",
            "alarm_clock": self.phone.alarms.next_clock() is not None,
            "battery": True,
            "clock": True,
            "wifi": self.phone.wifi.current is not None,
            "phone_signal": self.phone.telephony.on_air,
        }
        return [slot for slot in _SLOTS if shown.get(slot)]

    def dump(self, args: list[str]) -> str:
        """`dumpsys statusbar`."""
        lines = [f"  mDisabled1=0x0 mDisabled2=0x0 expanded={java(self.state.ui.shade != 'closed')}"]
        lines += [f"  icon slot={slot}" for slot in self.icons()]
        return "\n".join(lines) + "\n"

    def command(self, call: Invocation) -> int:
        """`cmd statusbar …` (StatusBarShellCommand.java)."""
        name = call.argv[1] if len(call.argv) > 1 else ""
        if name == "expand-notifications":
            self.expand()
        elif name == "expand-settings":
            self.expand_settings()
        elif name == "collapse":
            self.collapse()
        elif name == "check-support":
            call.out.line("true")
        elif name == "get-status-icons":
            call.out.text("\n".join(_SLOTS) + "\n")
        else:
            return unknown_command(call, name, _HELP)
        return 0
