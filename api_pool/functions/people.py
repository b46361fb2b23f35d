"""Communication: calls, messages, mail, contacts, replies, notifications; and sharing with people."""

from __future__ import annotations

import re
import unicodedata
from typing import Any
from urllib.parse import quote

from api_pool.function import Args, Binding, Function, Proof, integer, params, string
from api_pool.functions.intents import find_app
from api_pool.session import Session
from api_pool.sight import prove_shown, resolve, see, shown
from device import BadInput, CommandFailed, Unsupported
from device.capture.hierarchy import Node
from device.capture.location import parse_location
from device.capture.notifications import Notification, parse_notification
from device.capture.telephony import parse_telephony
from device.ui import tap_node, wait_for_node

SCENARIO = "communication"
_CONTACTS = "content://com.android.contacts"
_NUMBER = re.compile(r"[+(]?[\d][\d\s()./-]{1,24}\Z")
_SEND_IDS = re.compile(r"send(_message)?(_button|_btn)?(_icon)?\Z", re.IGNORECASE)
_SEND_WORDS = frozenset({"send", "send sms", "send message", "发送", "发送短信", "发送消息"})
_REPLY_WORDS = frozenset({"reply", "answer", "回复", "答复", "antworten"})
_TEXT_EXTRA = "android.intent.extra.TEXT"


def _name_of(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def phones_of(session: Session, name: str) -> dict[str, list[str]]:
    """Contacts whose name holds `name`, with their numbers."""
    uri = f"{_CONTACTS}/data/phones/filter/{quote(name, safe='')}"
    found: dict[str, list[str]] = {}
    for row in session.query(uri, projection="display_name:data1"):
        if row.get("display_name") and row.get("data1"):
            found.setdefault(str(row["display_name"]), []).append(str(row["data1"]))
    return found


def number_of(session: Session, recipient: str) -> str:
    """A number to reach `recipient`: itself if it is one, else the contact's.

    Raises BadInput when no contact, or more than one, is called so: nobody is guessed.
    """
    text = recipient.strip()
    if _NUMBER.match(text):
        return re.sub(r"[^\d+]", "", text)
    found = phones_of(session, text)
    exact = {name: numbers for name, numbers in found.items() if _name_of(name) == _name_of(text)}
    choice = exact or found
    if len(choice) != 1:
        names = ", ".join(sorted(choice)[:6]) or "none"
        raise BadInput(
            f"no single contact is called {recipient!r} (found: {names})", mend="give the full name or a number"
        )
    return re.sub(r"[^\d+]", "", next(iter(choice.values()))[0])


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)[-9:]


def _call_act(session: Session, args: Args) -> dict[str, Any]:
    number = number_of(session, args["recipient"])
    session.start(["-a", "android.intent.action.CALL", "-d", f"tel:{quote(number, safe='+')}"])
    return {"number": number}


def _call_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    state = parse_telephony(session.device.line("dumpsys telephony.registry").text).call_state
    after = {"call_state": state}
    if state != "offhook":
        return Proof("failed", f"telephony says {state}, not offhook", after)
    sight = see(session)
    if sight.shows(args["recipient"]) or any(_digits(known["number"]) in _digits(text) for text in sight.texts):
        return Proof("verified", f"telephony is offhook and the call screen shows {args['recipient']}", after)
    return Proof("unverified", "telephony is offhook, but no screen shows with whom", after)


def _dial_act(session: Session, args: Args) -> dict[str, Any]:
    number = number_of(session, args["recipient"])
    session.start(["-a", "android.intent.action.DIAL", "-d", f"tel:{quote(number, safe='+')}"])
    return {"number": number}


def _dial_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    sight = see(session)
    if any(_digits(known["number"]) in _digits(text) for text in sight.texts if _digits(text)):
        return Proof("verified", f"{sight.package} shows the number", {"package": sight.package})
    return Proof("failed", f"{sight.package} does not show {known['number']}", {"package": sight.package})


def is_send(node: Node) -> bool:
    """Whether a node is a send button, by its resource id, description or text."""
    entry = node.resource_id.partition("/")[2]
    words = {node.text.strip().casefold(), node.desc.strip().casefold()}
    return node.clickable and node.enabled and bool(_SEND_IDS.search(entry) or words & _SEND_WORDS)


def press_send(session: Session, timeout_s: float = 6.0) -> None:
    """Find the send button and press it. Raises CommandTimeout when none appears."""
    tap_node(session.ui, wait_for_node(session.ui, is_send, timeout_s=timeout_s, what="a send button"))


def _sms_act(session: Session, args: Args) -> dict[str, Any]:
    number = number_of(session, args["recipient"])
    since = session.device.now_ms()
    session.start(["-a", "android.intent.action.SENDTO", "-d", f"smsto:{quote(number, safe='+')}", "--es", "sms_body",
                   args["body"], "--ez", "exit_on_sent", "true"])  # fmt: skip
    press_send(session)
    return {"number": number, "since_ms": since}


def _sms_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    if session.api < 29:
        return shown(session, None, [args["body"]])
    rows = session.query(
        "content://sms/sent", projection="_id:address:body:date:type", where=f"date>={known['since_ms'] - 1000}"
    )
    for row in rows:
        if row.get("body") == args["body"] and _digits(row.get("address") or "") == _digits(known["number"]):
            if row.get("type") == "2":
                return Proof("verified", "the sent box holds the message", {"row": row.get("_id")})
            return Proof("failed", f"the message is in box {row.get('type')}, not sent")
    return Proof("failed", "the sent box does not hold the message")


def _mail_act(session: Session, args: Args) -> dict[str, Any]:
    to = args["to"].strip()
    if "@" not in to:
        uri = f"{_CONTACTS}/data/emails/filter/{quote(to, safe='')}"
        mails = {str(row["data1"]) for row in session.query(uri, projection="display_name:data1") if row.get("data1")}
        if len(mails) != 1:
            raise BadInput(f"no single mail address of {to!r} is known", mend="give the address")
        to = mails.pop()
    query = "&".join(f"{key}={quote(args[key], safe='')}" for key in ("subject", "body") if args.get(key))
    uri = f"mailto:{quote(to, safe='@')}" + (f"?{query}" if query else "")
    package = resolve(session, ["-a", "android.intent.action.SENDTO", "-d", uri])
    session.start(["-a", "android.intent.action.SENDTO", "-d", uri, "-p", package])
    return {"package": package, "to": to}


def _mail_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    return shown(session, known["package"], [known["to"], args.get("subject", "")])


def _share(session: Session, package: str, text: str, recipient: str) -> None:
    """SEND a text to an app, choose the recipient there, and send."""
    session.start(["-a", "android.intent.action.SEND", "-t", "text/plain", "--es", _TEXT_EXTRA, text, "-p", package])
    wanted = _name_of(recipient)

    def is_recipient(node: Node) -> bool:
        return wanted in (_name_of(node.text), _name_of(node.desc))

    tap_node(session.ui, wait_for_node(session.ui, is_recipient, timeout_s=6, what=f"{recipient} in the app's list"))
    press_send(session)


def _message_act(session: Session, args: Args) -> dict[str, Any]:
    package = find_app(session, args["app"])
    _share(session, package, args["text"], args["recipient"])
    return {"package": package}


def _message_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    return shown(session, known["package"], [args["text"], args["recipient"]])


def _where_act(session: Session, args: Args) -> dict[str, Any]:
    fix = parse_location(session.device.line("dumpsys location").text).last
    if fix is None:
        raise CommandFailed("the phone has no position", mend="switch location services on")
    text = f"https://maps.google.com/?q={fix.lat:.5f},{fix.lon:.5f}"
    package = "com.google.android.apps.messaging"
    if not session.installed(package):
        raise Unsupported(
            "no messaging app that takes a shared text is known here", mend="send the link by send_message"
        )
    _share(session, package, text, args["recipient"])
    return {"package": package, "text": text}


def _where_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    return shown(session, known["package"], [known["text"]])


def _posted(session: Session) -> tuple[Notification, ...]:
    return parse_notification(session.device.line("dumpsys notification --noredact").text).records


def find_notification(session: Session, name: str) -> Notification:
    """The one posted notification of that key, or whose app, title or text holds the words."""
    records = _posted(session)
    exact = [record for record in records if record.key == name]
    wanted = _name_of(name)
    found = exact or [r for r in records if wanted in _name_of(f"{r.package} {r.title or ''} {r.text or ''}")]
    if len(found) != 1:
        titles = "; ".join(str(record.title) for record in (found or records)[:6]) or "none"
        raise BadInput(f"{len(found) or 'no'} notifications match {name!r} (there: {titles})", mend="give the key")
    return found[0]


def _version(record: Notification) -> str:
    """What changes when an app updates its notification."""
    return f"{record.posted_ms} {record.when_ms} {record.title} {record.text} {len(record.messages)}"


def _reply_act(session: Session, args: Args) -> dict[str, Any]:
    record = find_notification(session, args["notification"])
    titles = {_name_of(title) for title in record.actions} & _REPLY_WORDS
    if record.has_remote_input is False or not titles:
        raise Unsupported("that notification takes no inline reply", mend="open the app instead")
    session.say(["cmd", "statusbar", "expand-notifications"])
    try:

        def is_reply(node: Node) -> bool:
            return node.clickable and _name_of(node.text or node.desc) in titles

        tap_node(session.ui, wait_for_node(session.ui, is_reply, timeout_s=6, what="the reply button"))
        wait_for_node(
            session.ui, lambda node: node.focused and "EditText" in node.cls, timeout_s=6, what="the reply field"
        )
        session.ui.text(args["text"])
        press_send(session)
    finally:
        session.say(["cmd", "statusbar", "collapse"])
    return {"key": record.key, "package": record.package, "version_ms": _version(record)}


def _reply_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    """The record was updated and the conversation holds the text: in the messages of the record, or in the sent box."""
    record = next((item for item in _posted(session) if item.key == known["key"]), None)
    if record is not None and any(message.text == args["text"] for message in record.messages):
        return Proof("verified", "the notification's conversation holds the reply", {"key": record.key})
    rows = session.query("content://sms/sent", projection="body:date:type", sort="date DESC LIMIT 5")
    if any(row.get("body") == args["text"] and row.get("type") == "2" for row in rows):
        return Proof("verified", "the sent box holds the reply")
    if record is None or _version(record) != known["version_ms"]:
        return Proof("unverified", "the notification changed, but the text was not found again")
    return Proof("failed", "the notification did not change")


def _find_act(session: Session, args: Args) -> dict[str, Any]:
    return {"contacts": phones_of(session, args["name"])}


def _find_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    return Proof("verified", f"{len(known['contacts'])} contacts match {args['name']!r}")


def _add_act(session: Session, args: Args) -> dict[str, Any]:
    if not args.get("phone") and not args.get("email"):
        raise BadInput("a contact needs a phone number or a mail address", mend="give phone or email")
    raw = f"{_CONTACTS}/raw_contacts"
    before = {str(row["_id"]) for row in session.query(raw, projection="_id") if row.get("_id")}
    session.insert(raw, {"account_type": "", "account_name": ""})
    after = {str(row["_id"]) for row in session.query(raw, projection="_id") if row.get("_id")}
    new = sorted(after - before, key=int)
    if len(new) != 1:
        raise CommandFailed("the contacts provider made no new contact")
    kinds = [("vnd.android.cursor.item/name", args["name"])]
    kinds += [("vnd.android.cursor.item/phone_v2", args["phone"])] if args.get("phone") else []
    kinds += [("vnd.android.cursor.item/email_v2", args["email"])] if args.get("email") else []
    for kind, text in kinds:
        session.insert(f"{_CONTACTS}/data", {"raw_contact_id": new[0], "mimetype": kind, "data1": text})
    return {"raw_contact_id": new[0]}


def _add_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    if not args.get("phone"):
        uri = f"{_CONTACTS}/data/emails/filter/{quote(args['email'], safe='')}"
        rows = session.query(uri, projection="display_name:data1")
        ok = any(row.get("display_name") == args["name"] and row.get("data1") == args["email"] for row in rows)
        return (
            Proof("verified", "the mail filter finds the contact")
            if ok
            else Proof("failed", "no such contact is found")
        )
    rows = session.query(f"{_CONTACTS}/phone_lookup/{quote(args['phone'], safe='')}", projection="display_name")
    if any(row.get("display_name") == args["name"] for row in rows):
        return Proof("verified", "phone_lookup finds the contact by its number")
    return Proof("failed", "phone_lookup does not find the contact")


def _add_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    session.say(["content", "delete", "--uri", f"{_CONTACTS}/raw_contacts/{known['raw_contact_id']}"])


def _snooze_act(session: Session, args: Args) -> dict[str, Any]:
    if session.api < 30:
        raise Unsupported("Shell cannot snooze before Android 11", mend="swipe it in the shade")
    record = find_notification(session, args["notification"])
    session.say(["cmd", "notification", "snooze", "--for", str(args["minutes"] * 60_000), record.key or ""])
    return {"key": record.key}


def _snooze_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    text = session.device.line("dumpsys notification --noredact").text
    posted = {record.key for record in parse_notification(text).records}
    snoozed = text[text.find("Snoozed notifications") :] if "Snoozed notifications" in text else ""
    if known["key"] in posted:
        return Proof("failed", "the notification is still posted")
    if known["key"] in snoozed:
        return Proof("verified", "it is listed among the snoozed and no longer posted")
    return Proof("unverified", "it is no longer posted, but not listed among the snoozed")


def _snooze_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    session.say(["cmd", "notification", "unsnooze", known["key"]])


def _post_act(session: Session, args: Args) -> dict[str, Any]:
    package = find_app(session, args["app"])
    session.start(
        ["-a", "android.intent.action.SEND", "-t", "text/plain", "--es", _TEXT_EXTRA, args["text"], "-p", package]
    )
    return {"package": package}


_WHO = string("a contact's name or a number", max_length=100)
_NOTE = string("key, or words of its app, title or text", max_length=300)
FUNCTIONS = [
    Function("make_call", SCENARIO, "Call someone.", params({"recipient": _WHO}), "outward", "not",
             Binding(_call_act, _call_prove)),
    Function("dial", SCENARIO, "Open the dialer with a number, without calling.", params({"recipient": _WHO}),
             "reversible", "harmless", Binding(_dial_act, _dial_prove)),
    Function("send_sms", SCENARIO, "Send a text message.",
             params({"recipient": _WHO, "body": string("the text", max_length=1000)}), "outward", "not",
             Binding(_sms_act, _sms_prove)),
    Function("compose_email", SCENARIO, "Open a mail, ready to be sent.",
             params({"to": string("address or contact")},
                    {"subject": string("subject"), "body": string("text", max_length=5000)}),
             "outward", "harmless", Binding(_mail_act, _mail_prove)),
    Function("send_message", SCENARIO, "Send a message in a chat app.",
             params({"app": string("which app"), "recipient": _WHO, "text": string("the text", max_length=2000)}),
             "outward", "not", Binding(_message_act, _message_prove)),
    Function("reply_to_notification", SCENARIO, "Answer a message from its notification.",
             params({"notification": _NOTE, "text": string("the answer", max_length=1000)}), "outward", "not",
             Binding(_reply_act, _reply_prove)),
    Function("find_contact", SCENARIO, "Find a contact.", params({"name": string("name", max_length=100)}), "read",
             "harmless", Binding(_find_act, _find_prove)),
    Function("add_contact", SCENARIO, "Add a contact.",
             params({"name": string("name", max_length=100)},
                    {"phone": string("number", max_length=40), "email": string("mail address", max_length=120)}),
             "reversible", "undoable", Binding(_add_act, _add_prove, undo=_add_undo)),
    Function("snooze_notification", "device_care", "Snooze a notification.",
             params({"notification": _NOTE, "minutes": integer("for how long", 1, 1440)}), "reversible", "undoable",
             Binding(_snooze_act, _snooze_prove, undo=_snooze_undo)),
    Function("share_location", "navigation_travel", "Send someone where the phone is.", params({"recipient": _WHO}),
             "outward", "not", Binding(_where_act, _where_prove)),
    Function("compose_post", "social", "Open a post, ready to be sent; never posts.",
             params({"app": string("which app"), "text": string("the text", max_length=2000)}), "outward", "harmless",
             Binding(_post_act, prove_shown(lambda a: [a["text"]]))),
]  # fmt: skip
