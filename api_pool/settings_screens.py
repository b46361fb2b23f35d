"""Switches that only the Settings app can move on some releases, worked on its pages."""

from __future__ import annotations

from api_pool.hands import entry, find, fold, ready, scroll_to
from api_pool.session import Session
from device import CommandTimeout, Unsupported
from device.capture.hierarchy import Node

_MASTER = frozenset({"switch_widget", "switch_bar", "switch_text", "switchWidget"})
_ATTEMPTS = 3
_ZEN_PAGE = "android.settings.ZEN_MODE_SETTINGS"
_ZEN_WORDS = {
    "important": ("Priority only", "仅限优先事项", "Nur wichtige Unterbrechungen"),
    "alarms": ("Alarms only", "仅限闹钟", "Nur Wecker"),
    "none": ("Total silence", "完全静音", "Lautlos"),
}


_SOUND_PAGE = "android.settings.SOUND_SETTINGS"
_RINGER_WORDS = {
    "normal": ("Ring", "Sound", "Normal", "响铃", "铃声", "Klingeln", "Ton"),
    "vibrate": ("Vibrate", "Vibration", "振动", "Vibrieren"),
    "silent": ("Silent", "Mute", "静音", "Lautlos", "Stumm"),
}


def _is_master(node: Node) -> bool:
    """The switch at the head of a settings page."""
    return node.checkable and (entry(node) in _MASTER or node.cls.endswith(("Switch", "SwitchCompat", "ToggleButton")))


def settings_switch(session: Session, action: str, on: bool, what: str) -> None:
    """Move the switch of a settings page. Raises Unsupported where the page has none that works.

    It is tried again: a notification that drops down over the page takes the tap.
    """
    ready(session)
    for attempt in range(_ATTEMPTS):
        session.start(["-a", action])
        try:
            node = find(session, _is_master, f"the switch of the {what} page")
            if node is None:
                session.note(f"# on the screen: move the switch of the {what} page, unless it is so (input tap X Y)")
                return
            if node.checked == on or node.center is None:
                return
            session.ui.tap(*node.center)
            find(session, lambda item: _is_master(item) and item.checked == on, f"{what}, moved", timeout_s=2)
            return
        except CommandTimeout as error:
            if attempt == _ATTEMPTS - 1:
                raise Unsupported(
                    f"this phone's {what} page has no switch that works ({error})", mend="do it by hand"
                ) from error


def zen_by_screen(session: Session, mode: str) -> None:
    """Set Do Not Disturb on its page: `off`, `important`, `alarms` or `none`.

    Raises Unsupported where the page is not as Android 9's and 10's.
    """
    settings_switch(session, _ZEN_PAGE, mode != "off", "Do Not Disturb")
    if mode == "off":
        return
    words = {fold(word) for word in _ZEN_WORDS[mode]}

    def choice(node: Node) -> bool:
        return node.clickable and any(fold(part.text) in words for part in node.walk() if part.text)

    try:
        node = find(session, choice, f"the choice {mode}")
    except CommandTimeout as error:
        raise Unsupported(f"this phone's Do Not Disturb page has no choice {mode!r}", mend="do it by hand") from error
    if node is None:
        session.note(f"# on the screen: tap {_ZEN_WORDS[mode][0]} (input tap X Y)")
    elif node.center is not None:
        session.ui.tap(*node.center)


def ringer_by_screen(session: Session, mode: str) -> None:
    """Choose the ringer mode on the sound page, where the phone's has such a choice (vendors' do, AOSP's has none).

    Raises Unsupported where it has none.
    """
    ready(session)
    session.start(["-a", _SOUND_PAGE])
    words = {fold(word) for word in _RINGER_WORDS[mode]}

    def choice(node: Node) -> bool:
        return node.clickable and any(fold(part.text) in words for part in node.walk() if part.text)

    try:
        node = scroll_to(session, choice, f"the ringer mode {mode} on the sound page")
    except CommandTimeout as error:
        raise Unsupported(
            f"before Android 15 Shell cannot set {mode} by command, and this phone's sound page has no such choice",
            mend="use vibrate, or Do Not Disturb",
        ) from error
    if node is not None and node.center is not None:
        session.ui.tap(*node.center)
