"""Communication: calls, text messages, mail, contacts."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from api_pool.function import Args, Binding, Function, Proof, params, string
from api_pool.functions.sending import own_bubble, press_send
from api_pool.hands import fold, ready
from api_pool.numbers import dialable, is_number, same_number
from api_pool.session import Session
from api_pool.sight import Sight, look, resolve, see
from device import BadInput, CommandFailed
from device.capture.telephony import parse_telephony

SCENARIO = "communication"
_CONTACTS = "content://com.android.contacts"


@dataclass(frozen=True)
class Phone:
    """A number of a contact; `default` and `mobile` are the provider's is_super_primary and data2 = 2."""

    number: str
    default: bool = False
    mobile: bool = False


def phones_of(session: Session, name: str) -> dict[str, list[Phone]]:
    """Contacts whose name holds `name`, with their numbers. One name can be written in several ways (NFC, NFD, NFKC)."""
    for form in dict.fromkeys((name, *(unicodedata.normalize(kind, name) for kind in ("NFC", "NFD", "NFKC")))):
        if found := _filtered(session, form):
            return found
    return {}


def _filtered(session: Session, name: str) -> dict[str, list[Phone]]:
    uri = f"{_CONTACTS}/data/phones/filter/{quote(name, safe='')}"
    found: dict[str, list[Phone]] = {}
    for row in session.query(uri, projection="display_name:data1:data2:is_super_primary"):
        if row.get("display_name") and row.get("data1"):
            phone = Phone(str(row["data1"]), row.get("is_super_primary") == "1", row.get("data2") == "2")
            found.setdefault(str(row["display_name"]), []).append(phone)
    return found


def number_of(session: Session, recipient: str) -> str:
    """A number to reach `recipient`: itself if it is one, else the contact's.

    Raises BadInput when no contact, or more than one, is called so, or when the contact has several numbers and none
    is its default or its only mobile one: nobody is guessed.
    """
    text = recipient.strip()
    if is_number(text):
        return dialable(text)
    found = phones_of(session, text)
    exact = {name: numbers for name, numbers in found.items() if fold(name) == fold(text)}
    if sum(char.isdecimal() for char in text) >= 3:  # the provider's filter matches numbers too, and this is none
        found = {name: numbers for name, numbers in found.items() if fold(text) in fold(name)}
    choice = exact or found
    if len(choice) != 1:
        names = ", ".join(f"{name} ({numbers[0].number})" for name, numbers in sorted(choice.items())[:6]) or "none"
        raise BadInput(
            f"no single contact is called {recipient!r} (found: {names})", mend="give the full name or a number"
        )
    name, numbers = next(iter(choice.items()))
    different: list[Phone] = []
    for phone in numbers:
        if not any(same_number(phone.number, other.number, session.country) for other in different):
            different.append(phone)
    for chosen in ([p for p in different if p.default], [p for p in different if p.mobile], different):
        if len(chosen) == 1:
            return dialable(chosen[0].number)
    said = ", ".join(phone.number for phone in different)
    raise BadInput(f"{name} has several numbers ({said})", mend="give the number")


def _call_act(session: Session, args: Args) -> dict[str, Any]:
    number = number_of(session, args["recipient"])
    session.know(number=number)
    ready(session)
    session.start(["-a", "android.intent.action.CALL", "-d", f"tel:{quote(number, safe='+')}"])
    return {"number": number}


def _shows_number(session: Session, sight: Sight, number: str) -> bool:
    return any(same_number(number, text, session.country) for text in sight.texts if is_number(text))


def _call_before(session: Session, args: Args) -> dict[str, Any]:
    return {"call_before": parse_telephony(session.read("dumpsys telephony.registry")).call_state}


def _call_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    state = parse_telephony(session.read("dumpsys telephony.registry")).call_state
    after = {"call_state": state}
    if state != "offhook":
        return Proof("failed", f"telephony says {state}, not offhook", after)
    sight = see(session)
    if _shows_number(session, sight, known["number"]) or (
        not is_number(args["recipient"]) and sight.shows(args["recipient"])
    ):
        why = f"telephony is offhook and the call screen shows {args['recipient']}"
        return Proof("verified", why, after, changed=known.get("call_before") != "offhook")
    return Proof("unverified", "telephony is offhook, but no screen shows with whom", after)


def _dial_act(session: Session, args: Args) -> dict[str, Any]:
    number = session.facts["number"]
    ready(session)
    session.start([*_dial_intent(number), "-p", session.facts["package"]])
    return {"number": number}


def _dial_intent(number: str) -> list[str]:
    return ["-a", "android.intent.action.DIAL", "-d", f"tel:{quote(number, safe='+')}"]


def _dial_before(session: Session, args: Args) -> dict[str, Any]:
    number = number_of(session, args["recipient"])
    package, sight = resolve(session, _dial_intent(number)), see(session)
    there = sight.package == package and _shows_number(session, sight, number)
    return {"number": number, "package": package, "there": there}


def _dial_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    sight = see(session)
    after = {"package": sight.package}
    if sight.package != known["package"]:
        return Proof("failed", f"{sight.package or 'nothing'} is in front, not {known['package']}", after)
    if _shows_number(session, sight, known["number"]):
        return Proof("verified", f"{sight.package} shows the number", after, changed=not known["there"])
    return Proof("failed", f"{sight.package} does not show {known['number']}", after)


def _sms_act(session: Session, args: Args) -> dict[str, Any]:
    number = session.facts["number"]
    ready(session)
    session.start(["-a", "android.intent.action.SENDTO", "-d", f"smsto:{quote(number, safe='+')}", "--es", "sms_body",
                   args["body"], "--ez", "exit_on_sent", "true"])  # fmt: skip
    press_send(session, args["body"])
    return {}


def _sms_before(session: Session, args: Args) -> dict[str, Any]:
    number, since_ms = number_of(session, args["recipient"]), session.device.now_ms()
    had = [row.get("_id") for row in _sent_since(session, since_ms)] if session.api >= 29 else []
    return {"number": number, "since_ms": since_ms, "had": had}


def _sent_since(session: Session, since_ms: int) -> list[dict[str, str | None]]:
    """Messages that were sent from a second before a moment on: clocks and the provider round."""
    where = f"date>={since_ms - 1000}"
    return session.query("content://sms/sent", projection="_id:address:body:date:type", where=where)


def _sms_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    if session.api < 29:  # Shell has no READ_SMS: the conversation's own bubble is the witness
        return own_bubble(session, None, args["body"], had=known["bubbles"])
    for row in _sent_since(session, known["since_ms"]):
        if row.get("_id") in known["had"]:
            continue
        if row.get("body") == args["body"] and same_number(row.get("address") or "", known["number"], session.country):
            if row.get("type") == "2":
                return Proof("verified", "the sent box holds the message", {"row": row.get("_id")})
            return Proof("failed", f"the message is in box {row.get('type')}, not sent")
    return Proof("failed", "the sent box does not hold the message")


def _mail_before(session: Session, args: Args) -> dict[str, Any]:
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
    return {"package": package, "uri": uri, "shows": [to, args.get("subject", ""), _first_line(args.get("body", ""))]}


def _mail_act(session: Session, args: Args) -> None:
    session.start(["-a", "android.intent.action.SENDTO", "-d", session.facts["uri"], "-p", session.facts["package"]])


def _first_line(text: str) -> str:
    return next((line.strip()[:60] for line in text.splitlines() if line.strip()), "")


def _find_act(session: Session, args: Args) -> dict[str, Any]:
    found = phones_of(session, args["name"])
    return {"contacts": {name: [phone.number for phone in phones] for name, phones in found.items()}}


def _find_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    return Proof("verified", f"{len(known['contacts'])} contacts match {args['name']!r}")


def _add_before(session: Session, args: Args) -> dict[str, Any]:
    return {"there": _holds_contact(session, args)}


def _add_act(session: Session, args: Args) -> dict[str, Any]:
    if not args.get("phone") and not args.get("email"):
        raise BadInput("a contact needs a phone number or a mail address", mend="give phone or email")
    if args.get("phone") and not is_number(args["phone"]):
        raise BadInput(f"{args['phone']!r} is no phone number", mend="digits, spaces, and a leading + if you like")
    if session.facts.get("there"):
        return {}
    new = session.facts.get("raw_contact_id") or _new_contact(session)
    session.know(raw_contact_id=new)
    have = {
        (row.get("mimetype"), row.get("data1"))
        for row in session.query(f"{_CONTACTS}/data", projection="mimetype:data1", where=f"raw_contact_id={new}")
    } if new.isdigit() else set()  # fmt: skip
    kinds = [("vnd.android.cursor.item/name", args["name"])]
    kinds += [("vnd.android.cursor.item/phone_v2", args["phone"])] if args.get("phone") else []
    kinds += [("vnd.android.cursor.item/email_v2", args["email"])] if args.get("email") else []
    for kind, text in kinds:
        if (kind, text) not in have:
            session.insert(f"{_CONTACTS}/data", {"raw_contact_id": new, "mimetype": kind, "data1": text})
    return {"raw_contact_id": new}


def _new_contact(session: Session) -> str:
    """A fresh raw contact's id, or a name for it in a dry run."""
    raw = f"{_CONTACTS}/raw_contacts"
    before = {str(row["_id"]) for row in session.query(raw, projection="_id") if row.get("_id")}
    session.insert(raw, {"account_type": "", "account_name": ""})
    if session.plan is not None:
        return "{new raw_contact_id}"
    after = {str(row["_id"]) for row in session.query(raw, projection="_id") if row.get("_id")}
    new = sorted(after - before, key=int)
    if len(new) != 1:
        raise CommandFailed("the contacts provider made no new contact")
    return new[0]


def _holds_contact(session: Session, args: Args) -> bool:
    if args.get("email"):
        uri = f"{_CONTACTS}/data/emails/filter/{quote(args['email'], safe='')}"
        rows = session.query(uri, projection="display_name:data1")
        if not any(row.get("display_name") == args["name"] and row.get("data1") == args["email"] for row in rows):
            return False
    if args.get("phone"):
        rows = session.query(f"{_CONTACTS}/phone_lookup/{quote(args['phone'], safe='')}", projection="display_name")
        if not any(row.get("display_name") == args["name"] for row in rows):
            return False
    return bool(args.get("phone") or args.get("email"))


def _add_prove(session: Session, args: Args, known: dict[str, Any]) -> Proof:
    if _holds_contact(session, args):
        return Proof("verified", "the providers' lookups find the contact", changed=not known["there"])
    return Proof("failed", "the providers' lookups do not find the contact")


def _add_undo(session: Session, args: Args, known: dict[str, Any]) -> None:
    session.say(["content", "delete", "--uri", f"{_CONTACTS}/raw_contacts/{known['raw_contact_id']}"])
    if _holds_contact(session, args):
        raise CommandFailed("the contact is still there")


WHO = string("a contact's name or a number", max_length=100)
FUNCTIONS = [
    Function("make_call", SCENARIO, "Call someone.", params({"recipient": WHO}), "outward", "not",
             Binding(_call_act, _call_prove, _call_before)),
    Function("dial", SCENARIO, "Open the dialer with a number, without calling.", params({"recipient": WHO}),
             "reversible", "harmless", Binding(_dial_act, _dial_prove, _dial_before)),
    Function("send_sms", SCENARIO, "Send a text message.",
             params({"recipient": WHO, "body": string("the text", max_length=1000)}), "outward", "not",
             Binding(_sms_act, _sms_prove, _sms_before)),
    Function("compose_email", SCENARIO, "Open a mail, ready to be sent.",
             params({"to": string("address or contact")},
                    {"subject": string("subject"), "body": string("text", max_length=5000)}),
             "outward", "harmless", look(_mail_act, lambda a: [], _mail_before)),
    Function("find_contact", SCENARIO, "Find a contact.", params({"name": string("name", max_length=100)}), "read",
             "harmless", Binding(_find_act, _find_prove)),
    Function("add_contact", SCENARIO, "Add a contact.",
             params({"name": string("name", max_length=100)},
                    {"phone": string("number", max_length=40), "email": string("mail address", max_length=120)}),
             "reversible", "undoable", Binding(_add_act, _add_prove, _add_before, _add_undo)),
]  # fmt: skip
