"""What the keys do: the phone's own buttons, media keys, and keys that type or move the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.screen.calls import call_shown, put_call_aside
from simulator.screen.dialogs import close_dialog
from simulator.screen.heads_up import put_away
from simulator.screen.keys import typed
from simulator.screen.views import View

if TYPE_CHECKING:
    from simulator.screen.ui import Screen

_WAKES = ("POWER", "WAKEUP", "HOME", "BACK", "MENU")
_WORKS_ASLEEP = ("MEDIA_", "VOLUME_", "HEADSETHOOK", "MUTE", "CALL", "ENDCALL", "SYSRQ")
_LAUNCHES = {
    "SETTINGS": "com.android.settings",
    "CONTACTS": "com.google.android.contacts",
    "CALENDAR": "com.google.android.calendar",
    "MUSIC": "com.spotify.music",
    "CAMERA": "com.google.android.GoogleCamera",
    "EXPLORER": "com.android.chrome",
    "ENVELOPE": "com.google.android.gm",
}
HOME_PACKAGE = "com.google.android.apps.nexuslauncher"
_MEDIA = ("HEADSETHOOK",)


class Keyboard:
    """Keys of a screen, by name without `KEYCODE_`."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def press(self, name: str, long: bool) -> None:
        """Press a key."""
        phone = self._screen.phone
        if not self._screen.on and not name.startswith(_WORKS_ASLEEP):
            if name in ("POWER", "WAKEUP"):
                phone.power.wake()
            return
        if name not in ("SLEEP", "SOFT_SLEEP", "POWER"):
            phone.power.user_activity()
        put_away(phone)
        if name.startswith("MEDIA_") or name in _MEDIA:
            phone.media.dispatch(name)
        elif name.startswith("VOLUME_"):
            self._volume(name)
        else:
            self._button(name, long)

    def _button(self, name: str, long: bool) -> None:
        phone = self._screen.phone
        match name:
            case "POWER" if long:
                pass  # the power menu or the assistant, which this phone has not; the screen stays on
            case "POWER" | "SLEEP" | "SOFT_SLEEP":
                phone.power.sleep()
            case "WAKEUP":
                phone.power.wake()
            case "HOME":
                self._home(long)
            case "BACK" | "ESCAPE":
                self._back()
            case "APP_SWITCH":
                self._leave()
                if not phone.state.power.keyguard_locked:
                    phone.activities.recents()
            case "NOTIFICATION":
                if phone.state.ui.shade == "closed":
                    phone.statusbar.expand()
                else:
                    phone.statusbar.collapse()
            case "SYSRQ":
                phone.app("com.android.systemui").on_event("screenshot", {})
            case "CALL" | "ENDCALL":
                self._call(name)
            case "BRIGHTNESS_UP" | "BRIGHTNESS_DOWN":
                stored = phone.settings.get("system", "screen_brightness") or "102"
                level = int(stored) if stored.isdigit() else 102
                step = 25 if name.endswith("UP") else -25
                phone.settings.put("system", "screen_brightness", str(min(max(level + step, 1), 255)))
            case _ if name in _LAUNCHES and not phone.state.power.keyguard_locked:
                phone.activities.launch(_LAUNCHES[name])
            case _:
                self._type(name)

    def _home(self, long: bool) -> None:
        phone = self._screen.phone
        self._leave()
        if not phone.state.power.keyguard_locked and not long:
            phone.activities.home()
            top = phone.activities.top()
            if top is not None and top.package == HOME_PACKAGE:
                phone.app(top.package).on_resume(top)  # home on the home screen closes its drawer

    def _leave(self) -> None:
        """Close what lies over the apps."""
        phone = self._screen.phone
        ui = phone.state.ui
        put_call_aside(phone)
        if ui.shade != "closed":
            phone.statusbar.collapse()
        ui.dialog = None
        self._screen.focus(None)

    def _back(self) -> None:
        screen = self._screen
        phone, ui = screen.phone, screen.phone.state.ui
        if screen.ime_visible:
            ui.ime_shown = False
            if ui.replying_to is not None:
                ui.replying_to, ui.focused_field = None, None
        elif call_shown(phone):
            put_call_aside(phone)
        elif phone.state.power.keyguard_locked:
            return
        elif ui.shade != "closed":
            phone.statusbar.collapse()
        elif ui.dialog is not None:
            close_dialog(phone)
        else:
            ui.focused_field = None
            top = phone.activities.top()
            if top is not None and top.package == HOME_PACKAGE:
                phone.app(top.package).on_back(top)  # the home screen is never finished, but its drawer closes
            else:
                phone.activities.back()

    def _call(self, name: str) -> None:
        phone = self._screen.phone
        call = phone.state.telephony.call
        if name == "CALL":
            if call is not None and call.state == "ringing":
                phone.telephony.answer()
            elif call is None and not phone.state.power.keyguard_locked:
                phone.activities.launch("com.google.android.dialer")
        elif call is None:
            phone.power.sleep()
        elif call.state == "ringing":
            phone.telephony.reject()
        else:
            phone.telephony.hang_up()

    def _volume(self, name: str) -> None:
        """The volume keys: the call's, the ringer's while it rings, else the media volume."""
        phone = self._screen.phone
        call = phone.state.telephony.call
        if call is not None and call.state == "ringing":
            phone.audio.set_muted("ring", True)
            return
        stream = "voice_call" if call is not None else "music"
        volume = phone.state.audio.streams[stream]
        if name == "VOLUME_MUTE":
            phone.audio.set_muted(stream, not volume.muted)
        else:
            step = 1 if name == "VOLUME_UP" else -1
            phone.audio.set_volume(stream, min(max(volume.index + step, volume.min), volume.max))
        phone.app("com.android.systemui").on_event("volume_key", {"stream": stream})

    # -- typing

    def _type(self, name: str) -> None:
        screen = self._screen
        field = screen.focused_field()
        char = typed(name)
        if field is None:
            if name in ("TAB", "DPAD_DOWN"):
                self._move(1)
            elif name in ("PAGE_DOWN", "PAGE_UP"):
                self._page(1 if name == "PAGE_DOWN" else -1)
            return
        if char is not None:
            screen.text(char)
        elif name in ("DEL", "FORWARD_DEL") and field.text:
            screen.set_text_focused(field.text[:-1])
        elif name == "CLEAR":
            screen.set_text_focused("")
        elif name in ("ENTER", "NUMPAD_ENTER", "DPAD_CENTER"):
            self._enter(field)
        elif name in ("TAB", "DPAD_DOWN"):
            self._move(1)
        elif name == "DPAD_UP":
            self._move(-1)

    def _enter(self, field: View) -> None:
        """The keyboard's action: the field's own, else on to the next field, after the last the keyboard goes."""
        if field.on_enter is not None:
            field.on_enter()
        elif not self._move(1):
            self._screen.phone.state.ui.ime_shown = False

    def _move(self, step: int) -> bool:
        """Move the focus to the next or previous edit field; False past the last."""
        screen = self._screen
        fields = [view for view in screen.root().walk() if view.kind == "edit" and view.enabled]
        here = screen.focused_field()
        place = next((index for index, view in enumerate(fields) if view is here), -1 if step > 0 else len(fields))
        if 0 <= place + step < len(fields):
            screen.focus(fields[place + step])
            return True
        return False

    def _page(self, step: int) -> None:
        screen = self._screen
        window = screen.active()
        for entry in window.lists:
            if entry.limit:
                height = entry.view.bounds[3] - entry.view.bounds[1]
                target = min(max(entry.offset + step * height, 0), entry.limit)
                window.scroll_to(entry.view.scroll_key or "scroll", target)
                return
