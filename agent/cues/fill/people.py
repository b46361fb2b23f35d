"""Deeds towards people: calls, messages, mails, contacts, where the phone is."""

from __future__ import annotations

import re

from agent.cues.base import one
from agent.cues.fill.task import Fill, Filled, Task
from agent.cues.slots import (
    caller_name,
    person_in,
)
from agent.lexicon import slots as words
from agent.lexicon.messages import FRAUD

_PRONOUN = re.compile(r"\b(?:him|her|them|back|it|so|everyone)\b|他|她|对方|回复|答复|尽快回|一声", re.IGNORECASE)


def _recipient(task: Task) -> str:
    """Who is meant: named in the words, else who said what made it due, else who the next plan is with."""
    f, said = task.f, task.happening.said if task.happening is not None else None
    named = person_in(f, task.words)
    if named:
        return named
    if said is not None and said.known and said.kind != "notice":
        return said.sender
    if said is not None and said.kind == "notice" and f.people.knows(said.sender):
        return said.sender
    for plan in f.next_plans(4):
        attendee = person_in(f, f"{plan.title} {plan.description}")
        if attendee:
            return attendee
    return person_in(f, task.sentence) if not _PRONOUN.search(task.words) or not said else ""


def _message_text(task: Task) -> str:
    f = task.f
    told = task.told.casefold()
    late = re.search(r"(\d{1,3})\s?(?:min|分)", told)
    if re.search(r"late|delay|cancel|traffic|晚点|延误|取消|拥堵|堵", told):
        extra = f" by about {late[1]} minutes" if late else ""
        return f.say(
            f"I am running late{extra}, sorry!", f"我要晚到{late[1] + '分钟左右' if late else '一会儿'}，抱歉！"
        )
    if re.search(r"birthday|生日", told):
        return f.say("Happy birthday! 🎉", "生日快乐！🎉")
    if re.search(
        r"passed|exam|promot|engaged|married|won|born|通过|升职|结婚|录取|得奖|喜", f"{told} {task.sentence}".casefold()
    ):
        return f.say("Congratulations! 🎉", "恭喜恭喜！🎉")
    if re.search(r"arriv|landed|home safe|到了|抵达|平安", f"{told} {task.sentence}".casefold()):
        return f.say("I have arrived.", "我到了。")
    about = task.told.strip()[:120]
    return f.say(f"Hi! About this: {about}" if about else "Hi!", f"你好！关于：{about}" if about else "你好！")


def call(task: Task) -> Filled | None:
    """A call to whom the words name, or who asked for it."""
    recipient = _recipient(task)
    if not recipient or not task.f.people.knows(recipient):
        return None
    return Filled(
        one("make_call", recipient=recipient),
        task.f.say(f"Call {recipient}?", f"要给{recipient}打电话吗？"),
        ("recipient",),
    )


def tell(task: Task) -> Filled | None:
    """A message to whom the words name, or who wrote, by the way they wrote or the user's own."""
    f, recipient = task.f, _recipient(task)
    if not recipient or not f.people.knows(recipient):
        return None
    said = task.happening.said if task.happening is not None else None
    text = _message_text(task)
    by_sms = task.deed == "send_sms" or (said is not None and said.kind == "sms" and said.sender == recipient)
    if by_sms:
        calls = one("send_sms", recipient=recipient, body=text)
    else:
        chat = said.package if said is not None and said.kind == "chat" and said.sender == recipient else ""
        named = next((app for app, pattern in words.SOCIAL[4:] if pattern.search(task.sentence)), "")
        calls = one(
            "send_message", app=chat or named or f.preference("chat_app") or "WhatsApp", recipient=recipient, text=text
        )
    return Filled(calls, f.say(f"Write to {recipient}?", f"要给{recipient}发消息吗？"), ("recipient", "text", "body"))


def mail(task: Task) -> Filled | None:
    """A mail to the address that is named, or to that of a contact."""
    from agent.lexicon.requests import ADDRESS

    match = ADDRESS.search(task.told) or ADDRESS.search(task.words)
    to = match[0] if match else _recipient(task)
    if not to or (match is None and not task.f.people.knows(to)):
        return None
    subject = task.happening.said.title[:90] if task.happening is not None and task.happening.said is not None else None
    said = task.happening.said if task.happening is not None else None
    # What somebody else sent for a third person is passed on in its own words.
    passed_on = (
        said.text[:1500]
        if said is not None and said.known and to != said.sender and said.kind in ("chat", "sms")
        else None
    )
    return Filled(
        one("compose_email", to=to, subject=f"Re: {subject}" if subject else None, body=passed_on),
        task.f.say(f"Write a mail to {to}?", f"要给{to}写邮件吗？"),
        ("to", "subject", "body"),
    )


def contact(task: Task) -> Filled | None:
    """Somebody new with name and number."""
    said = task.happening.said if task.happening is not None else None
    if said is None or said.known or FRAUD.search(said.text):
        return None
    found = words.PHONE.search(said.text)
    number = said.address or (said.sender if said.sender.startswith("+") else "") or (found[0] if found else "")
    name = caller_name(said.text)
    if not name or not number or any(name.split()[0] == mine for mine in task.f.people.mine):
        return None
    return Filled(
        one("add_contact", name=name, phone=number),
        task.f.say(f"Save {name} as a contact?", f"要把{name}存为联系人吗？"),
        ("name", "phone"),
    )


def find_contact(task: Task) -> Filled | None:
    """The contact whom somebody asks for."""
    names = [c.name for c in task.f.state.contacts or ()]
    told = task.told
    name = next((n for n in names if n.casefold() in told.casefold()), None) or next(
        (
            n
            for n in names
            if any(len(part) > 2 and re.search(rf"(?<!\w){re.escape(part)}(?!\w)", told) for part in n.split())
        ),
        None,
    )
    if name is None:
        match = re.search(
            r"\b(?:plumber|electrician|doctor|number of|dentist|painter|vet)[^.?!]{0,12}?,? ([A-Z][\w'-]+)"
            r"|(?:水管工|电工|师傅|医生) ?([A-Z]\w+|[㐀-鿿]{2,3})的",
            told,
        )
        name = next((group for group in match.groups() if group), None) if match else None
    if name is None:
        return None
    return Filled(
        one("find_contact", name=name), task.f.say(f"Find the number of {name}?", f"要查{name}的号码吗？"), ("name",)
    )


def share_location(task: Task) -> Filled | None:
    """Where the phone is, to who asks or who is named."""
    recipient = _recipient(task)
    if not recipient or not task.f.people.knows(recipient):
        return None
    return Filled(
        one("share_location", recipient=recipient),
        task.f.say(f"Share your location with {recipient}?", f"要把位置发给{recipient}吗？"),
        ("recipient",),
    )


FILLS: dict[str, Fill] = {
    "make_call": call,
    "send_message": tell,
    "send_sms": tell,
    "compose_email": mail,
    "add_contact": contact,
    "find_contact": find_contact,
    "share_location": share_location,
}
