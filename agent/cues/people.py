"""Cues about people: missed calls, numbers to save or give, messages in a language that the user does not read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.context import Context
from agent.cues.base import Finding, one
from agent.cues.facts import Facts, facts
from agent.cues.language import NAMES, detect
from agent.lexicon import living, requests
from agent.lexicon.messages import FRAUD

CALLS_MIN = 60
_WAIT_S = 70  # a moment for them to try again, or for the user to call back
_READS = r"no problem|fluent|speak|native|fine|good|没问题|流利|看得懂|能看懂|母语"
_READS_NOT = r"poor|bad|not|no |don'?t|translat|little|beginner|learning|看不懂|不懂|不会|翻译|不好|一般"


def missed_call(context: Context) -> Iterator[Finding]:
    """Someone that the user knows called in vain, and nobody has called back."""
    f = facts(context)
    calls = f.state.calls or ()
    for call in calls:
        age_s = (f.now_ms - (call.date_ms or 0)) / 1000
        name = call.name or f.people.named(call.number or "")
        if call.type != "missed" or not _WAIT_S <= age_s <= CALLS_MIN * 60 or not f.people.knows(name):
            continue
        later = [c for c in calls if (c.date_ms or 0) > (call.date_ms or 0) and c.number == call.number]
        if any(c.type in ("outgoing", "incoming", "missed") for c in later) or f.state.call_state not in (None, "idle"):
            continue
        busy = _busy_text(f, name)
        if busy is not None:
            yield Finding(
                topic="missed call", score=0.85, subject=f"missed {name} {call.date_ms}",
                intent=f.say(f"{name} called. Text that you are busy?", f"{name}来过电话，要发短信说一声吗？"),
                calls=one("send_sms", recipient=name, body=busy), evidence=(f"missed call from {name}",),
            )  # fmt: skip
            continue
        yield Finding(
            topic="missed call", score=0.82, subject=f"missed {name} {call.date_ms}",
            intent=f.say(f"You missed a call from {name}. Call back?", f"错过了{name}的电话，要回电话吗？"),
            calls=one("make_call", recipient=name), evidence=(f"missed call from {name}",),
        )  # fmt: skip


def _busy_text(f: Facts, name: str) -> str | None:
    """What to text instead of calling, where the user says that they do so while they are busy, and they are."""
    first = name.split()[0]
    for sentence in f.wishes(living.TEXTS.pattern, living.IN_CLASS.pattern):
        if first.casefold() not in sentence.casefold():
            continue
        if f.at_work and not f.context.world.weekend and 7 <= f.now.hour < 18:
            match = living.IN_CLASS.findall(sentence)
            doing = match[-1] if match else f.say("busy", "忙")
            return f.say(f"Sorry, I am {doing}. I will call you later.", f"我在{doing}，晚点打给你。")
    return None


def call_wanted(context: Context) -> Iterator[Finding]:
    """Someone asks by message to be called."""
    f = facts(context)
    for said in f.personal(45):
        if requests.CALL_ME.search(said.text) and not requests.NOT_CALL.search(said.text) and said.ago_s >= 0:
            yield Finding(
                topic="call", score=0.78, subject=f"call {said.sender} {said.time_ms}",
                intent=f.say(f"Call {said.sender}?", f"要给{said.sender}打电话吗？"),
                calls=one("make_call", recipient=said.sender), source=said.source, evidence=(said.evidence,),
                taints=(("recipient", said.origin),),
            )  # fmt: skip


def number_to_save(context: Context) -> Iterator[Finding]:
    """Somebody new gives their name and asks that the number be saved."""
    f = facts(context)
    for said in f.recent(60, "sms", "chat"):
        if said.known or said.promotion or not said.direct or not requests.MY_NUMBER.search(said.text):
            continue
        number = said.address or (said.sender if said.sender.startswith("+") else "")
        name = next((match[1].strip() for p in requests.NAME_OF_SENDER if (match := p.search(said.text))), None)
        if name is None or not number or FRAUD.search(said.text):
            continue
        yield Finding(
            topic="contact", score=0.8, subject=f"contact {number}",
            intent=f.say(f"Save {name} as a contact?", f"要把{name}存为联系人吗？"),
            calls=one("add_contact", name=name, phone=number), source=said.source, evidence=(said.evidence,),
            taints=(("name", said.origin), ("phone", said.origin)),
        )  # fmt: skip


def number_asked(context: Context) -> Iterator[Finding]:
    """Someone asks for the number of somebody in the contacts."""
    f = facts(context)
    for said in f.personal(40):
        match = requests.NUMBER_OF.search(said.text)
        name = next(group for group in match.groups() if group).removesuffix("'s").removesuffix("’s") if match else ""
        if name and any(name.casefold() in known for known in f.people.names):
            yield Finding(
                topic="find contact", score=0.75, subject=f"number {name} {said.time_ms}",
                intent=f.say(f"Find the number of {name}?", f"要查{name}的号码吗？"),
                calls=one("find_contact", name=name),
                source=said.source, evidence=(said.evidence,), taints=(("name", said.origin),),
            )  # fmt: skip


def foreign_message(context: Context) -> Iterator[Finding]:
    """A person writes to the user in a language that they do not read well."""
    f = facts(context)
    target = f.profile.language.split("-")[0].casefold()
    for said in f.recent(50, "chat", "sms", "mail"):
        if said.promotion or not said.addressed or not said.open or not (said.known or said.kind in ("sms", "mail")):
            continue
        body = said.body or said.text
        language = detect(body)
        if language is None or language == target or _reads(f, language):
            continue
        yield Finding(
            topic="translate", score=0.86, subject=f"translate {said.key} {said.time_ms}",
            intent=f.say(f"Translate the message of {said.sender}?", f"要翻译{said.sender}的消息吗？"),
            calls=one("translate_text", text=body[:1900], target_language=target),
            source=said.source, evidence=(said.evidence, language),
            taints=(("text", said.origin),),
        )  # fmt: skip


def _reads(f: Facts, language: str) -> bool:
    """Whether the user says that they read that language; English is taken as read unless they say otherwise."""
    for name in NAMES.get(language, ()):
        for sentence in f.wishes(rf"{name}"):
            if f.wish(rf"{name}[^，,。.;；]{{0,24}}(?:{_READS_NOT})|(?:{_READS_NOT})[^，,。.;；]{{0,24}}{name}"):
                return False
            if f.wish(rf"{name}[^，,。.;；]{{0,24}}(?:{_READS})|(?:{_READS})[^，,。.;；]{{0,24}}{name}") or sentence:
                return True
    return False


def birthday(context: Context) -> Iterator[Finding]:
    """A reminder says that someone whom the user knows has their birthday today."""
    f = facts(context)
    for said in f.recent(60, "notice"):
        text = f"{said.sender} {said.text}"
        if (
            not living.BIRTHDAY.search(text)
            or said.promotion
            or any(m.at.date() > f.now.date() for m in f.moments(said))
        ):
            continue
        if any(m.at.date() > f.now.date() for m in f.moments_in(said.sender)):
            continue
        contacts = [contact.name for contact in f.state.contacts or ()]
        name = next((n for n in (*contacts, *f.profile.people) if re.search(rf"(?<!\w){re.escape(n)}", text)), None)
        name = name or next(
            (n for n in contacts if re.search(rf"(?<!\w){re.escape(n.split()[0])}(?![a-z])", text)), None
        )
        if name is None or name.split()[0] in f.people.mine:
            continue
        app = f.preference("chat_app") or "WhatsApp"
        wish = f.say(f"Happy birthday, {name.split()[0]}! 🎉", f"{name}，生日快乐！🎉")
        yield Finding(
            topic="birthday", score=0.78, subject=f"birthday {name} {f.now:%Y}", source=said.source,
            intent=f.say(f"It is {name}'s birthday. Write to them?", f"今天是{name}的生日，要发祝福吗？"),
            calls=one("send_message", app=app, recipient=name, text=wish), evidence=(said.evidence,),
        )  # fmt: skip


CUES = (birthday, missed_call, call_wanted, number_to_save, number_asked, foreign_message)
