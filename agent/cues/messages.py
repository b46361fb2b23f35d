"""Who says what to the user: one view over chats, text messages, mail and the notices of apps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from agent.lexicon.messages import promotes
from agent.profile import UserProfile
from agent.trajectory import TrajectoryEvent
from device.capture.notifications import Notification
from device.phone_state import PhoneState

Kind = Literal["chat", "sms", "mail", "notice"]

_MAIL = re.compile(r"\.gm$|mail|outlook|k9|foxmail", re.IGNORECASE)
_SMS = re.compile(r"messaging|\.mms|sms", re.IGNORECASE)
_OWN = frozenset({"you", "me", "我", "你"})
_LOUD = frozenset({"promo", "recommendation", "social", "news"})
_FOLLOW_MS = 3 * 60_000
_DAY_MS = 86_400_000
LONGEST = 2000  # characters of a text that are looked at


@dataclass(frozen=True)
class Said:
    """Something said to the user. `known` people are in the contacts or the profile, or write in a direct work chat;
    `direct` is not a group; `addressed` is direct, or names the user; `open` means that neither the user nor the
    same sender has said anything later in the thread; `ago_s` is how long ago."""

    kind: Kind
    package: str
    sender: str
    text: str
    key: str
    time_ms: int
    ago_s: float
    title: str = ""
    body: str = ""
    address: str = ""
    direct: bool = True
    addressed: bool = True
    known: bool = False
    promotion: bool = False
    open: bool = True
    category: str = ""
    channel: str = ""
    can_reply: bool = False
    names_me: bool = False

    @property
    def personal(self) -> bool:
        """Whether a person that the user knows says it to the user, and it still stands."""
        return self.known and self.addressed and self.open and not self.promotion and self.kind != "notice"

    @property
    def origin(self) -> str:
        """Where it comes from, in words for the consent text."""
        words = {"chat": "a message", "sms": "a text message", "mail": "a mail", "notice": "a notification"}
        return f"{words[self.kind]} from {self.sender}"

    @property
    def source(self) -> str:
        """What names this very message."""
        return f"{self.sender}|{self.text[:160]}"

    @property
    def evidence(self) -> str:
        """It in one line."""
        return f"{self.sender}: {self.text[:160]}"


class People:
    """The names that the user knows, and whose numbers they are."""

    def __init__(self, profile: UserProfile, state: PhoneState) -> None:
        self.names = {name.casefold() for name in profile.people}
        self.by_number: dict[str, str] = {}
        for contact in state.contacts or ():
            self.names.add(contact.name.casefold())
            self.by_number.update({digits(phone): contact.name for phone in contact.phones})
        self.full = tuple(dict.fromkeys((*profile.people, *(contact.name for contact in state.contacts or ()))))
        self.first = {name.split()[0] for name in self.names if name}
        self.mine = [part for part in re.split(r"\s+", profile.name) if len(part) > 1]
        self.me = self.mine[:1]

    def knows(self, name: str) -> bool:
        """Whether the name is that of a contact or of someone in the profile."""
        return name.casefold() in self.names

    def named(self, number: str) -> str:
        """The contact of a number, or the number itself."""
        return self.by_number.get(digits(number), number)

    def greets_me(self, text: str) -> bool:
        """Whether a letter begins with one of the user's names."""
        return any(name.casefold() in text[:160].casefold() for name in self.mine)

    def calls_me(self, text: str) -> bool:
        """Whether a text in a group turns to the user by name."""
        return any(re.search(rf"(?:^|[@\s,，]){re.escape(name)}\b", text, re.IGNORECASE) for name in self.me)


def digits(number: str) -> str:
    """The last nine digits of a number."""
    return re.sub(r"\D", "", number)[-9:]


def said_in(state: PhoneState, people: People) -> list[Said]:
    """Everything said, newest first."""
    now = state.captured_at_ms or 0
    found = [one for record in state.posted if not record.is_group_summary for one in _read(record, people, now)]
    texts = {one.text for one in found}
    for message in state.sms or ():
        body, at = (message.body or "")[:LONGEST], message.date_ms
        if message.type == "inbox" and body and at and body not in texts and now - at < _DAY_MS:
            found.append(_sms(message.address or "", body, at, f"sms:{message.id}", people, now))
    return sorted(found, key=lambda one: -one.time_ms)


def said_before(event: TrajectoryEvent, people: People, now: int) -> Said:
    """What a notification of earlier said, from the trajectory's line about it (package: title | text)."""
    package, _, rest = event.text.partition(": ")
    title, _, text = rest.partition(" | ")
    known = people.knows(title)
    kind: Kind = "sms" if _SMS.search(package) else "mail" if _MAIL.search(package) else "chat" if known else "notice"
    return Said(
        kind=kind, package=package, sender=title, text=text, body=text, key=event.subject, time_ms=event.time_ms,
        ago_s=(now - event.time_ms) / 1000, title=title, known=known, promotion=promotes(text),
    )  # fmt: skip


def _sms(address: str, body: str, time_ms: int, key: str, people: People, now: int) -> Said:
    sender = people.named(address)
    return Said(
        kind="sms", package="", sender=sender, text=body, body=body, key=key, time_ms=time_ms,
        ago_s=(now - time_ms) / 1000, title=sender, address=address, known=people.knows(sender),
        promotion=promotes(body),
    )  # fmt: skip


def _read(record: Notification, people: People, now: int) -> Iterator[Said]:
    title, text = (record.title or "")[:200], (record.text or "")[:LONGEST]
    at = record.posted_ms or record.when_ms or now
    mail = record.category == "email" or (bool(_MAIL.search(record.package)) and record.category != "msg")
    if record.messages:
        yield from _thread(record, people, now)
    elif mail or record.category == "msg":
        yield _single(record, "mail" if mail else "sms", title, (record.big_text or text)[:LONGEST], at, people, now)
    else:
        whole = record.big_text[:LONGEST] if record.big_text and len(record.big_text) > len(text) else text
        yield _single(record, "notice", title, whole, at, people, now)


def _single(record: Notification, kind: Kind, title: str, text: str, at: int, people: People, now: int) -> Said:
    subject, _, body = text.partition("\n") if kind == "mail" else ("", "", text)
    whole = f"{subject}. {body}" if subject and body else text
    promotion = record.category in _LOUD or promotes(f"{title} {text}")
    return Said(
        kind=kind, package=record.package, sender=title, text=whole, body=body or text, key=record.key or "", time_ms=at,
        ago_s=(now - at) / 1000, title=subject or title, known=people.knows(title),
        promotion=promotion, category=record.category or "", channel=(record.channel or "").casefold(),
        can_reply=bool(record.actions), names_me=people.greets_me(text),
    )  # fmt: skip


def _thread(record: Notification, people: People, now: int) -> Iterator[Said]:
    title = record.title or ""
    kind: Kind = "sms" if _SMS.search(record.package) else "chat"
    own = {None, "", *_OWN}
    others = [m for m in record.messages if (m.sender or "").casefold() not in own]
    group = title.startswith("#") or any(message.sender != title for message in others)
    for index, message in enumerate(record.messages):
        sender = message.sender or ""
        if sender.casefold() in _OWN or not sender:
            continue
        at, text = message.time_ms or record.posted_ms or record.when_ms or now, message.text[:LONGEST]
        later = record.messages[index + 1 :]
        closed = any(
            (m.sender or "").casefold() in own or (m.sender == sender and (m.time_ms or now) - at > _FOLLOW_MS)
            for m in later
        )
        name = people.named(sender) if sender.startswith("+") else sender
        friend = people.knows(name)
        known = friend or (kind == "chat" and not group and not title.startswith("+"))
        yield Said(
            kind=kind, package=record.package, sender=name, text=text, body=text, key=record.key or "",
            time_ms=at, ago_s=(now - at) / 1000, title=title, address=sender if sender.startswith("+") else "",
            direct=not group, addressed=not group or people.calls_me(text), known=known,
            promotion=promotes(text) and not friend, open=not closed,
            category=record.category or "", channel=(record.channel or "").casefold(), can_reply=True,
        )  # fmt: skip
