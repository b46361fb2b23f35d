"""uiautomator2's keyboard (com.github.uiautomator/.AdbKeyboard): it types what broadcasts tell it (AdbKeyboard.java)."""

from __future__ import annotations

import base64
import binascii

from simulator.apps.installed import InstalledApp, known
from simulator.screen.keys import key_name
from simulator.state import Intent

_OK = -1
_CANCELED = 0
_IME = "com.github.uiautomator/.AdbKeyboard"
_ACTION = "ADB_KEYBOARD_"
# EditorInfo.IME_ACTION_…: go, search, send and done do what the field's Enter does; next and previous move on.
_NEXT, _PREVIOUS = 5, 7


@known("com.github.uiautomator")
class AdbKeyboard(InstalledApp):
    """Its receiver lives in the keyboard, so it hears nothing unless that is the one in use."""

    def on_broadcast(self, intent: Intent) -> tuple[int, str | None] | None:
        """`ADB_KEYBOARD_INPUT_TEXT` (text in base64), `…_CLEAR_TEXT`, `…_INPUT_KEYCODE`, `…_EDITOR_CODE`,
        `…_SMART_ENTER`, `…_HIDE`, `…_SHOW`, `…_GET_CLIPBOARD`, `…_SET_TEXT`."""
        action = intent.action or ""
        if not action.startswith(_ACTION) or self.phone.state.ui.ime != _IME:
            return None
        return self._do(action.removeprefix(_ACTION), intent)

    def _do(self, word: str, intent: Intent) -> tuple[int, str | None]:
        screen, ui = self.phone.screen, self.phone.state.ui
        if word == "GET_CLIPBOARD":
            return _OK, base64.b64encode((ui.clipboard or "").encode()).decode()
        if word == "HIDE":
            ui.ime_shown = False
            screen.changed()
            return _OK, "success"
        if screen.focused_field() is None:
            return _CANCELED, "no input connection"
        match word:
            case "INPUT_TEXT" | "SET_TEXT":
                text = _decoded(intent.extras.get("text"))
                if text is None:
                    return _CANCELED, "bad base64"
                if word == "SET_TEXT":
                    screen.set_text_focused("")
                screen.text(text)
            case "CLEAR_TEXT":
                screen.set_text_focused("")
            case "INPUT_KEYCODE":
                name = key_name(str(intent.extras.get("code", "")) or "-")
                if name is None:
                    return _CANCELED, "no such key"
                self.phone.input.key(name)
            case "EDITOR_CODE":
                code = str(intent.extras.get("code", ""))
                names = {str(_NEXT): "TAB", str(_PREVIOUS): "DPAD_UP"}
                self.phone.input.key(names.get(code, "ENTER"))
            case "SMART_ENTER":
                self.phone.input.key("ENTER")
            case "SHOW":
                ui.ime_shown = True
                screen.changed()
            case _:
                return _CANCELED, None
        return _OK, "success"


def _decoded(value: object) -> str | None:
    try:
        return base64.b64decode(str(value), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return None
