"""What is common to sending through an app's own screens: choosing a recipient, pressing send, finding one's bubble."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from api_pool.function import Proof
from api_pool.hands import entry, find, fold, press, press_if_there, scroll_to, write
from api_pool.session import Session
from api_pool.sight import see
from device import BadInput, CommandTimeout, Unsupported
from device.capture.hierarchy import Node

_SEND_IDS = re.compile(r"send(_message)?(_button|_btn)?(_icon)?\Z", re.IGNORECASE)
_SEND_WORDS = frozenset({"send", "send sms", "send message", "发送", "发送短信", "发送消息", "senden"})
_SEARCH_IDS = frozenset({"search_src_text", "search", "menuitem_search", "search_box", "action_search", "search_bar"})
_SEARCH_WORDS = frozenset({"search", "search…", "search...", "搜索", "查找", "suchen"})


def is_send(node: Node) -> bool:
    """Whether a node is a send button, by its resource id, description or text."""
    words = {fold(node.text), fold(node.desc)}
    return node.clickable and node.enabled and bool(_SEND_IDS.search(entry(node)) or words & _SEND_WORDS)


def press_send(session: Session, text: str | None = None) -> None:
    """Find the send button and press it, after counting the messages that say `text` already (fact `bubbles`).

    Raises CommandTimeout when none appears.
    """
    find(session, is_send, "the send button")
    if text is not None and session.plan is None:
        session.know(bubbles=_bubbles(list(session.hierarchy().walk()), text))
    press(session, is_send, "the send button")


def _bubbles(nodes: list[Node], text: str) -> tuple[int, int]:
    """How many messages of the conversation in front hold the text: those that the app marks as one's own, and any."""
    wanted = fold(text)
    own = sum(
        any(wanted == fold(part.text) for part in node.walk() if part.text) for node in nodes if entry(node) in _OWN_IDS
    )
    return own, sum("EditText" not in node.cls and wanted == fold(node.text) for node in nodes)


def _is_search(node: Node) -> bool:
    return entry(node) in _SEARCH_IDS or bool({fold(node.text), fold(node.desc), fold(node.hint)} & _SEARCH_WORDS)


def choose_recipient(session: Session, recipient: str) -> None:
    """Tap the one row of the list in front that is called `recipient`; a long list is searched, then scrolled.

    Raises BadInput when the list shows nobody, or several, of that name.
    """
    wanted = fold(recipient)
    what = f"{recipient} in the app's list"

    def is_recipient(node: Node) -> bool:
        return "EditText" not in node.cls and wanted in (fold(node.text), fold(node.desc))

    if session.plan is not None:
        press(session, is_recipient, what)
        return
    with suppress(CommandTimeout):  # no list and no search field: scrolling says so
        find(session, lambda node: is_recipient(node) or _is_search(node), what)
    if not _rows(session, is_recipient):
        _search(session, recipient)
    try:
        scroll_to(session, is_recipient, what)
    except CommandTimeout as error:
        raise BadInput(
            f"the app's list shows nobody called {recipient!r}", mend="give the name as the app has it"
        ) from error
    rows = _rows(session, is_recipient)
    if len(rows) > 1:
        raise BadInput(f"the app's list shows {len(rows)} called {recipient!r}", mend="choose in the app by hand")
    node = rows[0]
    assert node.center is not None
    session.ui.tap(*node.center)


def _rows(session: Session, is_recipient: object) -> list[Node]:
    """The nodes of that name, one a row (a row's text and its description lie at one height)."""
    assert callable(is_recipient)
    rows: dict[int, Node] = {}
    for node in session.hierarchy().walk():
        if node.center is not None and is_recipient(node):
            rows.setdefault(node.center[1] // 24, node)
    return list(rows.values())


def _search(session: Session, recipient: str) -> None:
    """Narrow a list by the app's search field, where it has one and the name can be typed."""
    if not press_if_there(session, lambda node: _is_search(node) and node.clickable):
        return
    try:
        field = find(session, lambda node: "EditText" in node.cls and node.focused, "the search field", timeout_s=3)
        if field is not None:
            write(session, lambda node: "EditText" in node.cls and node.focused, recipient, "the search field")
    except (CommandTimeout, Unsupported):
        return  # a list that cannot be searched can still be scrolled


_OWN_IDS = frozenset({"own_message", "message_own", "outgoing", "sent_message"})
_FAILED_WORDS = ("not sent", "failed", "sending failed", "tap to retry", "发送失败", "未发送", "nicht gesendet")


def own_bubble(
    session: Session, package: str | None, text: str, recipient: str | None = None, had: tuple[int, int] = (0, 0)
) -> Proof:
    """Verified when the conversation in front has one message more that says `text` than the `had` from before, and is
    the recipient's. Where the app marks one's own messages, only those count."""
    sight = see(session)
    after: dict[str, Any] = {"package": sight.package, "activity": sight.activity}
    if package is not None and sight.package != package:
        return Proof("failed", f"{sight.package or 'nothing'} is in front, not {package}", after)
    nodes = list(sight.hierarchy.walk())
    wanted = fold(text)
    if any("EditText" in node.cls and fold(node.text) == wanted for node in nodes):
        return Proof("failed", "the text still stands in the editor, unsent", after)
    marked = any(entry(node) in _OWN_IDS for node in nodes)
    now, before = (counts[0 if marked else 1] for counts in (_bubbles(nodes, text), had))
    after["bubbles_now"] = now
    if now <= before:
        if _bubbles_inside(nodes, wanted) > before:
            return Proof("unverified", f"{sight.package} shows the text, but not as a message of its own", after)
        return Proof("failed", f"{sight.package} shows no new message that says the text", after)
    said = [fold(p.text) for n in nodes if entry(n) in _OWN_IDS for p in n.walk() if p.text and fold(p.text) != wanted]
    if any(word in line for word in _FAILED_WORDS for line in said[-2:]):
        return Proof("failed", f"the app says {said[-1]!r}", after)
    if recipient and not sight.shows(recipient):
        return Proof("unverified", f"{sight.package} shows the message, but not that it went to {recipient!r}", after)
    return Proof(
        "verified", f"{sight.package} shows the sent message" + (f" to {recipient}" if recipient else ""), after
    )


def _bubbles_inside(nodes: list[Node], wanted: str) -> int:
    return sum("EditText" not in node.cls and wanted in fold(node.text) for node in nodes)
