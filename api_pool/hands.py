"""Working the screen where Android has no command: find, press, write, scroll; and a screen that is on and open.

In a dry run (`Session.plan` is a list) nothing is looked for or touched: each step is written down.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection

from api_pool.session import Session
from device import CommandFailed, CommandTimeout, Unsupported
from device.capture.hierarchy import Node
from device.ui import wait_for, wait_for_node

Where = Callable[[Node], bool]
_LOCK = re.compile(r"^\s*(isKeyguardShowing|mKeyguardShowing|mShowingLockscreen|showing|secure)=(true|false)", re.M)
LOCK_LINE = "dumpsys power | grep -m1 mWakefulness=; dumpsys window policy | grep -E 'howing|secure='"
UI_DEADLINE_S = 6.0


# Hyphens and quotes as typographers set them ("Wi‑Fi"): compared as they are typed.
_TYPED = str.maketrans("\u2010\u2011\u2012\u2013\u2212\u2018\u2019\u201c\u201d", "-----''\"\"")


def fold(text: str) -> str:
    """A text for comparison: width, case, spacing and the kind of hyphens and quotes do not count."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_TYPED).casefold().split())


def entry(node: Node) -> str:
    """The entry name of a node's resource id (`com.x:id/send` → `send`)."""
    return node.resource_id.partition("/")[2]


def called(ids: Collection[str] = (), words: Collection[str] = ()) -> Where:
    """Nodes of one of these id entries, or whose text or description is one of these words."""
    folded = {fold(word) for word in words}
    return lambda node: entry(node) in ids or bool(folded & {fold(node.text), fold(node.desc)} - {""})


def field_called(ids: Collection[str] = (), words: Collection[str] = ()) -> Where:
    """Editable nodes of one of these id entries, hints or descriptions."""
    folded = {fold(word) for word in words}

    def where(node: Node) -> bool:
        if "EditText" not in node.cls:
            return False
        return entry(node) in ids or bool(folded & {fold(node.hint), fold(node.desc), fold(node.text)} - {""})

    return where


def ready(session: Session) -> None:
    """See to it that the screen is on and no keyguard stands before it.

    Raises Unsupported when the phone is locked with a secret: nobody but the user opens that.
    """
    if session.plan is not None:
        session.plan.append("# if the screen is off or locked: input keyevent KEYCODE_WAKEUP; wm dismiss-keyguard")
        return
    if session.facts.get("screen_open"):
        return  # seen a moment ago
    awake, locked, _ = _lock(session)
    if awake and not locked:
        return
    session.device.batch([["input", "keyevent", "KEYCODE_WAKEUP"], ["wm", "dismiss-keyguard"]])

    def unlocked() -> bool | None:
        awake, locked, secure = _lock(session)
        if locked and secure:
            raise Unsupported("the phone is locked with a PIN, pattern or password", mend="unlock it, then try again")
        return True if awake and not locked else None

    try:
        wait_for(unlocked, timeout_s=3, what="an unlocked screen")
    except CommandTimeout as error:
        raise Unsupported("the screen stays off or locked", mend="wake and unlock the phone") from error


def _lock(session: Session) -> tuple[bool, bool, bool]:
    """Whether the phone is awake, shows a keyguard, and wants a secret to open it. Unknown counts as open."""
    return read_lock(session.read(LOCK_LINE))


def read_lock(text: str) -> tuple[bool, bool, bool]:
    """What `LOCK_LINE` printed: awake, locked, secure."""
    facts = {match[1]: match[2] == "true" for match in _LOCK.finditer(text)}
    secure = facts.pop("secure", False)
    return "Awake" in text or "mWakefulness" not in text, any(facts.values()), secure


def find(session: Session, where: Where, what: str, timeout_s: float = UI_DEADLINE_S) -> Node | None:
    """The first such node as soon as it is there; None only in a dry run. Raises CommandTimeout naming `what`."""
    if session.plan is not None:
        return None
    return wait_for_node(session.ui, where, timeout_s=timeout_s, what=what)


def press(session: Session, where: Where, what: str, timeout_s: float = UI_DEADLINE_S) -> None:
    """Find a node and tap it. Raises CommandTimeout when it does not come, CommandFailed when it has no area."""
    node = find(session, where, what, timeout_s)
    if node is None:
        session.note(f"# on the screen: tap {what} (input tap X Y)")
        return
    if node.center is None:
        raise CommandFailed(f"{what} has no area on the screen")
    session.ui.tap(*node.center)


def press_if_there(session: Session, where: Where) -> bool:
    """Tap a node that may be absent; whether it was there."""
    if session.plan is not None:
        return False
    node = next((node for node in session.hierarchy().walk() if where(node) and node.center), None)
    if node is None or node.center is None:
        return False
    session.ui.tap(*node.center)
    return True


def write(session: Session, where: Where, text: str, what: str) -> None:
    """Put a text into a field, in place of what is in it; proved by reading the field again.

    Raises Unsupported where the back end cannot type that text, CommandFailed when the field does not hold it.
    """
    if session.plan is not None:
        session.note(f"# on the screen: type {text!r} into {what} (input tap X Y; input text …)")
        return
    press(session, where, what)
    find(session, lambda node: where(node) and node.focused, f"{what}, focused")
    node = find(session, where, what)
    old = len(node.text) if node is not None and node.text not in ("", node.hint) else 0
    if session.ui.name == "adb" and old:
        session.device.check(["input", "keyevent", "KEYCODE_MOVE_END", *["KEYCODE_DEL"] * min(old, 200)])
    session.ui.text(text)
    try:
        wait_for_node(session.ui, lambda node: _holds(node, text), timeout_s=3, what=f"{text!r} in {what}")
    except CommandTimeout as error:
        raise CommandFailed(f"{what} does not hold {text!r} after typing") from error


def _holds(node: Node, text: str) -> bool:
    return "EditText" in node.cls and node.text == text


def scroll_to(session: Session, where: Where, what: str, pages: int = 12) -> Node | None:
    """A node that may be further down a list: scroll until it comes or the list ends. None only in a dry run."""
    if session.plan is not None:
        session.note(f"# on the screen: scroll to {what}")
        return None
    seen: tuple[str, ...] = ()
    for _ in range(pages):
        screen = session.hierarchy()
        found = next((node for node in screen.walk() if where(node) and node.center), None)
        if found is not None:
            return found
        box = next((node.bounds for node in screen.walk() if node.scrollable and node.center), None)
        if box is None or screen.texts == seen:
            break
        seen = screen.texts
        middle, height = (box[0] + box[2]) // 2, box[3] - box[1]
        session.ui.swipe(middle, box[3] - height // 5, middle, box[1] + height // 5, 400)
    raise CommandTimeout(f"{what} is not on the screen, nor further down")
