"""Messages in chat apps, notifications answered and snoozed, posts prepared, the place shared."""

from __future__ import annotations

import re
from typing import Any

from api_pool.function import Args, Binding, Function, Proof, integer, params, string
from api_pool.functions.clock_screens import typeable
from api_pool.functions.intents import find_app
from api_pool.functions.people import WHO
from api_pool.functions.sending import choose_recipient, own_bubble, press_send
from api_pool.hands import called, entry, find, fold, press, ready, scroll_to
from api_pool.session import Session
from api_pool.sight import look
from device import BadInput, CommandFailed, CommandTimeout, Unsupported
from device.capture.alarm import parse_alarm
from device.capture.hierarchy import Node
from device.capture.location import parse_location
from device.capture.notifications import Notification, parse_notification

_TEXT_EXTRA = "android.intent.extra.TEXT"
_REPLY_WORDS = frozenset({"reply", "answer", "回复", "答复", "antworten"})
_ROW_IDS = frozenset({"expandableNotificationRow", "expanded", "status_bar_latest_event_content"})
_SNOOZE_WORDS = {"notification snooze options", "snooze", "remind me", "通知延后选项", "暂停", "延后"}
_UNFOLD = called({"expand_button"}, {"Expand", "展开"})
_SHADE_MINUTES = {15: ("15 minutes", "15 分钟"), 30: ("30 minutes", "30 分钟"), 60: ("1 hour", "1 小时"),
                  120: ("2 hours", "2 小时")}  # fmt: skip
_SNOOZED = re.compile(r"^(\S.*?) snoozed, time=(\d+)", re.MULTILINE)


def _share(session: Session, package: str, text: str, recipient: str) -> None:
    """SEND a text to an app, choose the recipient there, and send."""
    session.know(package=package)
    ready(session)
    session.start(["-a", "android.intent.action.SEND", "-t", "text/plain", "--es", _TEXT_EXTRA, text, "-p", package])
    choose_recipient(session, recipient)
    press_send(session, text)


def _message_act(session: Session, args: Args) -> None:
    _share(session, find_app(session, args["app"]), args["text"], args["recipient"])


def _message_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    return own_bubble(session, known["package"], args["text"], args["recipient"], known["bubbles"])


def _where_before(session: Session, args: Args) -> dict[str, Any]:
    """The newest fix, and how old it is: a cached one can be hours old."""
    text = session.read("dumpsys location; cat /proc/uptime")
    fix = parse_location(text).last
    if fix is None:
        raise CommandFailed("the phone has no position", mend="switch location services on")
    up = re.search(r"^(\d+(?:\.\d+)?) \d+(?:\.\d+)?\s*$", text, re.MULTILINE)
    age = None if up is None or fix.elapsed_ms is None else max(0, round(float(up[1]) - fix.elapsed_ms / 1000))
    return {"link": f"https://maps.google.com/?q={fix.lat:.5f},{fix.lon:.5f}", "fix_age_seconds": age}


def _where_act(session: Session, args: Args) -> None:
    package = "com.google.android.apps.messaging"
    if not session.installed(package):
        raise Unsupported(
            "no messaging app that takes a shared text is known here", mend="send the link by send_message"
        )
    _share(session, package, session.facts["link"], args["recipient"])


def _where_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    return own_bubble(session, known["package"], known["link"], args["recipient"], known["bubbles"])


def _posted(session: Session) -> tuple[Notification, ...]:
    return parse_notification(session.read("dumpsys notification --noredact")).records


def find_notification(session: Session, name: str) -> Notification:
    """The one posted notification of that key, or whose app, title or text holds the words."""
    records = _posted(session)
    exact = [record for record in records if record.key == name]
    wanted = fold(name)
    found = exact or [r for r in records if wanted in fold(f"{r.package} {r.title or ''} {r.text or ''}")]
    if len(found) != 1:
        titles = "; ".join(str(record.title) for record in (found or records)[:6]) or "none"
        raise BadInput(f"{len(found) or 'no'} notifications match {name!r} (there: {titles})", mend="give the key")
    return found[0]


def _version(record: Notification) -> str:
    """What changes when an app updates its notification."""
    return f"{record.posted_ms} {record.when_ms} {record.title} {record.text} {len(record.messages)}"


def _row_of(record: Notification) -> Any:
    """Rows of the shade that show this notification's title and its text (or last message)."""
    said = record.messages[-1].text if record.messages else record.text
    words = [fold(word)[:60] for word in (record.title, said) if word]

    def where(node: Node) -> bool:
        if entry(node) not in _ROW_IDS:
            return False
        texts = " ".join(fold(part.text) for part in node.walk() if part.text)
        return all(word in texts for word in words)

    return where


def _open_row(session: Session, record: Notification) -> Node | None:
    """The notification's row in the opened shade. Raises CommandTimeout when it is not there."""
    ready(session)
    session.say(["cmd", "statusbar", "expand-notifications"])
    if session.plan is None:
        find(session, lambda node: entry(node) in _ROW_IDS, "the notification shade")
    return scroll_to(session, _row_of(record), f"the notification {record.title!r}")


def _messages(record: Notification, text: str) -> int:
    return sum(message.text == text for message in record.messages)


def _reply_before(session: Session, args: Args) -> dict[str, Any]:
    record = find_notification(session, args["notification"])
    sent = _sent_times(session, args["text"])
    facts = {"key": record.key, "package": record.package, "version": _version(record), "sent_had": len(sent)}
    return {**facts, "had": _messages(record, args["text"])}


def _sent_times(session: Session, text: str) -> list[str]:
    """Dates of sent text messages that say this; empty where Shell may not read them (before Android 10)."""
    if session.api < 29:
        return []
    rows = session.query("content://sms/sent", projection="body:date:type", sort="date DESC")
    return [str(row.get("date")) for row in rows if row.get("body") == text and row.get("type") == "2"]


def _reply_act(session: Session, args: Args) -> None:
    record = find_notification(session, session.facts["key"] or args["notification"])
    titles = {fold(title) for title in record.actions} & _REPLY_WORDS
    if record.has_remote_input is False or not titles:
        raise Unsupported("that notification takes no inline reply", mend="open the app instead")
    typeable(session, args["text"])

    def is_reply(node: Node) -> bool:
        return node.clickable and fold(node.text or node.desc) in titles

    try:
        row = _open_row(session, record)
        button = next((node for node in row.walk() if is_reply(node) and node.center), None) if row else None
        if row is None:
            session.note("# on the screen: tap its reply button (input tap X Y)")
        elif button is None or button.center is None:
            raise CommandTimeout("the reply button is not on the notification")
        else:
            session.ui.tap(*button.center)
        find(session, lambda node: node.focused and "EditText" in node.cls, "the reply field")
        session.ui.text(args["text"])
        press_send(session)
    finally:
        session.device.run(["cmd", "statusbar", "collapse"])  # what went wrong before is the news


def _reply_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    """The record was updated and the conversation holds the text: in the messages of the record, or in the sent box."""
    record = next((item for item in _posted(session) if item.key == known["key"]), None)
    if record is not None and _messages(record, args["text"]) > known["had"]:
        return Proof("verified", "the notification's conversation holds the reply", {"key": record.key})
    if len(_sent_times(session, args["text"])) > known["sent_had"]:
        return Proof("verified", "the sent box holds the reply")
    if record is None or _version(record) != known["version"]:
        return Proof("unverified", "the notification changed, but the text was not found again")
    return Proof("failed", "the notification did not change")


def _snooze_before(session: Session, args: Args) -> dict[str, Any]:
    record = find_notification(session, args["notification"])
    return {"key": record.key, "due_ms": session.device.now_ms() + args["minutes"] * 60_000}


def _snooze_act(session: Session, args: Args) -> None:
    if session.api >= 30:
        key = session.facts["key"] or ""
        session.say(["cmd", "notification", "snooze", "--for", str(args["minutes"] * 60_000), key])
        return
    _snooze_in_shade(session, find_notification(session, session.facts["key"] or args["notification"]), args["minutes"])


def _snooze_in_shade(session: Session, record: Notification, minutes: int) -> None:
    """Half a swipe shows the row's icons; the clock opens the panel, which snoozes when the shade closes."""
    words = _SHADE_MINUTES.get(minutes)
    if words is None:
        raise Unsupported(
            f"before Android 11 a notification is snoozed for 15, 30, 60 or 120 minutes, not {minutes}",
            mend="choose one of these",
        )
    try:
        row = _open_row(session, record)
        if row is None:
            session.note("# on the screen: half a swipe over it, the clock icon, the duration (input swipe …)")
        elif row.bounds is not None:
            left, _, right, _ = row.bounds
            y, width = row.bounds[1] + 40, right - left
            session.ui.swipe(left + int(width * 0.75), y, left + int(width * 0.45), y, 500)
            press(session, called({"snooze"}, _SNOOZE_WORDS), "the notification's snooze icon")
            chosen = find(session, called({"snooze_option_default"}), "the snooze panel")
            if chosen is None or not any(fold(word) in fold(chosen.text) for word in words):
                press(session, _UNFOLD, "the list of durations")
                press(session, lambda node: fold(node.text) in {fold(word) for word in words}, f"{minutes} minutes")
    except CommandTimeout as error:
        raise Unsupported(f"this phone's shade cannot snooze it ({error})", mend="swipe it by hand") from error
    finally:
        session.device.run(["cmd", "statusbar", "collapse"])  # what went wrong before is the news


def _snoozed_until(session: Session, key: str) -> list[int]:
    """When snoozed notifications come back, in ms of phone time: of this key where the phone says so, else the alarms
    that SnoozeHelper.java has set."""
    if session.api >= 30:
        text = session.read("cmd notification snoozed")
        return [int(time) for name, time in _SNOOZED.findall(text) if name.strip() == key]
    alarms = parse_alarm(session.read("dumpsys alarm"))
    own = [alarm for alarm in alarms.alarms if "SnoozeHelper" in (alarm.tag or "")]
    return [alarm.when_ms for alarm in own if alarm.when_ms is not None]


def _snooze_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    text = session.read("dumpsys notification --noredact")
    posted = {record.key for record in parse_notification(text).records}
    at = text.find("Snoozed notifications:")
    if known["key"] in posted:
        return Proof("failed", "the notification is still posted")
    if at < 0 or known["key"] not in text[at:]:
        return Proof("unverified", "it is no longer posted, but not listed among the snoozed")
    until = _snoozed_until(session, known["key"])
    if not until:
        return Proof("unverified", "it is snoozed, but the phone does not say until when")
    if any(abs(time - known["due_ms"]) <= 60_000 for time in until):
        return Proof("verified", f"it is listed among the snoozed, for {args['minutes']} minutes")
    minutes = [round((time - known["due_ms"]) / 60_000) + args["minutes"] for time in until]
    return Proof("failed", f"it is snoozed for {minutes} minutes, not {args['minutes']}")


def _snooze_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    session.say(["cmd", "notification", "unsnooze", known["key"]])
    if known["key"] not in {record.key for record in _posted(session)}:
        raise CommandFailed("the notification is not posted again")


def _post_act(session: Session, args: Args) -> dict[str, Any]:
    package = find_app(session, args["app"])
    session.know(package=package)
    session.start(
        ["-a", "android.intent.action.SEND", "-t", "text/plain", "--es", _TEXT_EXTRA, args["text"], "-p", package]
    )
    return {"package": package}


_NOTE = string("key, or words of its app, title or text", max_length=300)
FUNCTIONS = [
    Function("send_message", "communication", "Send a message in a chat app.",
             params({"app": string("which app"), "recipient": WHO, "text": string("the text", max_length=2000)}),
             "outward", "not", Binding(_message_act, _message_prove)),
    Function("reply_to_notification", "communication", "Answer a message from its notification.",
             params({"notification": _NOTE, "text": string("the answer", max_length=1000)}), "outward", "not",
             Binding(_reply_act, _reply_prove, _reply_before)),
    Function("snooze_notification", "device_care", "Snooze a notification.",
             params({"notification": _NOTE, "minutes": integer("for how long", 1, 1440)}), "reversible", "undoable",
             Binding(_snooze_act, _snooze_prove, _snooze_before, _snooze_undo, undo_from=30)),
    Function("share_location", "navigation_travel", "Send someone where the phone is.", params({"recipient": WHO}),
             "outward", "not", Binding(_where_act, _where_prove, _where_before)),
    Function("compose_post", "social", "Open a post, ready to be sent; never posts.",
             params({"app": string("which app"), "text": string("the text", max_length=2000)}), "outward", "harmless",
             look(_post_act, lambda a: [a["text"]])),
]  # fmt: skip
