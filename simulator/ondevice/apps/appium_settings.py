"""Appium's helper app (io.appium.settings): a service in the foreground, and receivers that tell and change things.

Receivers, extras and the form of their answers: io.appium.settings, `receivers/*.java` and `NLService.java`.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Any

from simulator.apps.installed import InstalledApp, known
from simulator.services.formats import full_component
from simulator.state import Activity, Intent, Notification

PACKAGE = "io.appium.settings"
_OK = -1
_CANCELED = 0
_LISTENER = f"{PACKAGE}/{PACKAGE}.NLService"
_NOTE_ID = 1
_ANIMATIONS = ("animator_duration_scale", "transition_animation_scale", "window_animation_scale")


_ENCODED = re.compile(r"&([^-]*)-")
_EDITOR_ACTION = re.compile(r"/(\w+)/")


def _decoded(found: re.Match[str]) -> str:
    """A run of UTF-16 in base64 with `,` for `/`; what is none stays as it is."""
    run = found.group(1).replace(",", "/")
    if not run:
        return "&"
    try:
        return base64.b64decode(run + "=" * (-len(run) % 4), validate=True).decode("utf-16-be")
    except (binascii.Error, UnicodeDecodeError):
        return found.group()


@known(PACKAGE)
class AppiumSettings(InstalledApp):
    """Starting its activity starts its service, which shows a notification as long as it runs."""

    trampolines = (f"{PACKAGE}.Settings",)

    def on_intent(self, activity: Activity, intent: Intent) -> None:
        """Start the service; the activity is gone at once."""
        self.phone.activities.process_table.ensure(PACKAGE, "for service")
        self.phone.notifications.post(
            PACKAGE,
            self.label,
            "Keep this service running, so Appium for Android can properly interact with several system APIs",
            id=_NOTE_ID,
            channel="main_channel",
            importance=2,
            ongoing=True,
            clearable=False,
        )

    def on_broadcast(self, intent: Intent) -> tuple[int, str | None] | None:
        """The receivers of its manifest, and that of its notification listener."""
        action = intent.action or ""
        if not action.startswith(f"{PACKAGE}."):
            return None
        word, extras = action.removeprefix(f"{PACKAGE}."), intent.extras
        on = str(extras.get("setstatus", "")).lower() == "enable"
        match word:
            case "notifications":
                return self._notifications()
            case "clipboard.get":
                return self._clipboard()
            case "sms.read":
                return _OK, self._sms(extras.get("max"))
            case "location":
                location = self.phone.state.location
                return _OK, f"{location.latitude:.5f} {location.longitude:.5f} 0.0"
            case "wifi":
                self.phone.wifi.set_enabled(on)
            case "bluetooth":
                self.phone.bluetooth.set_enabled(on)
            case "unpair_bluetooth":
                self.phone.state.bluetooth.bonded.clear()
                self.phone.changed()
            case "animation":
                for key in _ANIMATIONS:
                    self.phone.settings.put("global", key, "1.0" if on else "0.0")
            case _:
                return _CANCELED, None
        return _OK, None

    def on_typed(self, text: str) -> str:
        """Its UnicodeIME reads modified UTF-7 (RFC 3501 5.1.3), its AppiumIME reads `/ACTION/` as an editor's action, its
        EmptyIME types nothing."""
        match self.phone.state.ui.ime.rpartition(".")[2]:
            case "UnicodeIME":
                return _ENCODED.sub(_decoded, text)
            case "AppiumIME" if (found := _EDITOR_ACTION.fullmatch(text)) is not None:
                self.phone.input.key({"next": "TAB", "previous": "DPAD_UP"}.get(found.group(1).lower(), "ENTER"))
                return ""
            case "EmptyIME":
                return ""
        return text

    def _clipboard(self) -> tuple[int, str | None]:
        # Since Android 10 only the app in front and the keyboard in use may read it.
        if self.phone.state.device.api_level >= 29 and not self.phone.state.ui.ime.startswith(f"{PACKAGE}/"):
            return _CANCELED, ""
        return _OK, base64.b64encode((self.phone.state.ui.clipboard or "").encode()).decode()

    def _notifications(self) -> tuple[int, str | None]:
        allowed = {full_component(name) for name in self.phone.state.notifications.listeners}
        if full_component(_LISTENER) not in allowed:
            return _CANCELED, None
        posted = [_told(note) for note in self.phone.state.notifications.posted]
        return _OK, json.dumps({"statusBarNotifications": posted}, ensure_ascii=False)

    def _sms(self, most: Any) -> str:
        rows = sorted(self.phone.state.providers.sms, key=lambda row: -row.date_ms)
        limit = int(most) if str(most or "").isdecimal() else 100
        items = [
            {
                "id": str(row.id),
                "address": row.address,
                "person": None,
                "date": str(row.date_ms),
                "read": "1" if row.read else "0",
                "status": "-1",
                "type": str(row.type),
                "subject": None,
                "body": row.body,
                "serviceCenter": None,
            }
            for row in rows
            if row.type == 1
        ]
        return json.dumps({"items": items[:limit], "total": len(items)}, ensure_ascii=False)


def _told(note: Notification) -> dict[str, Any]:
    return {
        "packageName": note.package,
        "isClearable": note.clearable and not note.ongoing,
        "isOngoing": note.ongoing,
        "id": note.id,
        "tag": note.tag,
        "postTime": note.post_ms,
        "notification": {
            "title": note.title,
            "bigTitle": note.title if note.big_text else None,
            "text": note.text,
            "bigText": note.big_text,
            "tickerText": note.ticker,
            "subText": note.sub_text,
            "infoText": None,
            "template": "android.app.Notification$BigTextStyle" if note.big_text else None,
        },
    }
