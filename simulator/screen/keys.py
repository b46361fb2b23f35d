"""Key codes by number and name (android.view.KeyEvent)."""

from __future__ import annotations

_NAMES: dict[int, str] = {
    0: "UNKNOWN", 1: "SOFT_LEFT", 2: "SOFT_RIGHT", 3: "HOME", 4: "BACK", 5: "CALL", 6: "ENDCALL", 17: "STAR",
    18: "POUND", 19: "DPAD_UP", 20: "DPAD_DOWN", 21: "DPAD_LEFT", 22: "DPAD_RIGHT", 23: "DPAD_CENTER", 24: "VOLUME_UP",
    25: "VOLUME_DOWN", 26: "POWER", 27: "CAMERA", 28: "CLEAR", 55: "COMMA", 56: "PERIOD", 57: "ALT_LEFT",
    58: "ALT_RIGHT", 59: "SHIFT_LEFT", 60: "SHIFT_RIGHT", 61: "TAB", 62: "SPACE", 63: "SYM", 64: "EXPLORER",
    65: "ENVELOPE", 66: "ENTER", 67: "DEL", 68: "GRAVE", 69: "MINUS", 70: "EQUALS", 71: "LEFT_BRACKET",
    72: "RIGHT_BRACKET", 73: "BACKSLASH", 74: "SEMICOLON", 75: "APOSTROPHE", 76: "SLASH", 77: "AT", 79: "HEADSETHOOK",
    80: "FOCUS", 81: "PLUS", 82: "MENU", 83: "NOTIFICATION", 84: "SEARCH", 85: "MEDIA_PLAY_PAUSE", 86: "MEDIA_STOP",
    87: "MEDIA_NEXT", 88: "MEDIA_PREVIOUS", 89: "MEDIA_REWIND", 90: "MEDIA_FAST_FORWARD", 91: "MUTE", 92: "PAGE_UP",
    93: "PAGE_DOWN", 111: "ESCAPE", 112: "FORWARD_DEL", 113: "CTRL_LEFT", 114: "CTRL_RIGHT", 115: "CAPS_LOCK",
    120: "SYSRQ", 121: "BREAK", 122: "MOVE_HOME", 123: "MOVE_END", 124: "INSERT", 126: "MEDIA_PLAY",
    127: "MEDIA_PAUSE", 128: "MEDIA_CLOSE", 129: "MEDIA_EJECT", 130: "MEDIA_RECORD", 157: "NUMPAD_ADD",
    160: "NUMPAD_ENTER", 164: "VOLUME_MUTE", 165: "INFO", 168: "ZOOM_IN", 169: "ZOOM_OUT", 176: "SETTINGS",
    187: "APP_SWITCH", 204: "LANGUAGE_SWITCH", 207: "CONTACTS", 208: "CALENDAR", 209: "MUSIC", 210: "CALCULATOR",
    219: "ASSIST", 220: "BRIGHTNESS_DOWN", 221: "BRIGHTNESS_UP", 223: "SLEEP", 224: "WAKEUP", 231: "VOICE_ASSIST",
    276: "SOFT_SLEEP", 277: "CUT", 278: "COPY", 279: "PASTE", 284: "ALL_APPS",
    **{7 + n: str(n) for n in range(10)}, **{29 + n: chr(65 + n) for n in range(26)},
    **{131 + n: f"F{n + 1}" for n in range(12)}, **{144 + n: f"NUMPAD_{n}" for n in range(10)},
}  # fmt: skip
_CODES = {name: code for code, name in _NAMES.items()}
_TYPED = {
    "COMMA": ",", "PERIOD": ".", "SPACE": " ", "GRAVE": "`", "MINUS": "-", "EQUALS": "=", "LEFT_BRACKET": "[",
    "RIGHT_BRACKET": "]", "BACKSLASH": "\\", "SEMICOLON": ";", "APOSTROPHE": "'", "SLASH": "/", "AT": "@", "PLUS": "+",
    "STAR": "*", "POUND": "#", **{f"NUMPAD_{n}": str(n) for n in range(10)},
}  # fmt: skip


def key_name(key: int | str) -> str | None:
    """The name without `KEYCODE_` of a code (3, "3"), or of a name with or without it; None if there is no such key."""
    if isinstance(key, int) or key.isdigit():
        code = int(key)
        if code in _NAMES:
            return _NAMES[code]
        return str(code) if 0 <= code <= 320 else None  # known to Android, of no use here
    name = key.upper().removeprefix("KEYCODE_")
    return name if name in _CODES else None


def key_code(name: str) -> int | None:
    """The code of a key's name; None if there is no such key."""
    return _CODES.get(name.upper().removeprefix("KEYCODE_"))


def typed(name: str) -> str | None:
    """The character that a key types, None if it types none."""
    if len(name) == 1:
        return name.lower()
    return _TYPED.get(name)
