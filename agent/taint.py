"""Where each argument of a proposal came from: the user's profile or words, the phone's own state, or a stranger's text.

Whoever proposes (cues, a model, a dialogue): the values are traced back to the texts of the context. A value that stands
in a text which somebody else wrote is tainted, whatever the proposer says.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from agent.context import Context
from agent.proposal import Proposal, Source, Taint
from api_pool import Pool
from api_pool.numbers import is_number, same_number
from api_pool.session import KNOWN_LABELS, label_of
from device.capture.notifications import Notification

OWN_WORDS = "the assistant's own words"
UNTOLD = "nowhere: no text on the phone tells it as it stands here"
_SERVICE = 4  # digits: emergency and service numbers are common knowledge
_ADDRESS = re.compile(r"://|\S@\S+\.\S")
CHOICE = "a choice that the function offers"
_SYSTEM = frozenset({"android", "com.android.systemui", "com.android.settings"})
# Letters of other scripts that look like Latin ones (a small part of Unicode's confusables.txt).
_LOOKS = str.maketrans("аеорсухіјѕһԁԛԝьѵмткнвɡοαρνικτυχ", "aeopcyxijshdqwbvmtkhbgoapviktux")
_WORD = re.compile(r"[^\W_]+")
_TIME = re.compile(
    r"(?<!\d)(\d{1,2})(?:[:.：h](\d{2})|\s*点\s*(半|\d{1,2})?)?\s*(a\.?m|p\.?m|uhr|点)?(?![\d])", re.IGNORECASE
)
_RUN = 3


# Characters that count as letters or symbols, and show nothing: Hangul fillers, the empty Braille pattern.
BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_UNSEEN = frozenset(("Cf", "Cc", "Mn", "Me"))


def plain(text: str) -> str:
    """A text without what the eye does not see: width, case, invisible characters, look-alike letters, spacing."""
    seen = "".join(char for char in unicodedata.normalize("NFKC", text) if char not in BLANK)
    folded = unicodedata.normalize("NFKD", seen.casefold())
    kept = "".join(char for char in folded if unicodedata.category(char) not in _UNSEEN or char in "\n\t")
    return " ".join(kept.translate(_LOOKS).split())


# Digits as they are spoken or written to be overlooked.
_SPOKEN = {"zero": "0", "oh": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
           "seven": "7", "eight": "8", "nine": "9", "null": "0", "eins": "1", "zwei": "2", "drei": "3", "vier": "4",
           "funf": "5", "sechs": "6", "sieben": "7", "acht": "8", "neun": "9"}  # fmt: skip
_DIGITS = str.maketrans("零〇一二三四五六七八九幺两", "0012345678912")
_PHONE = re.compile(r"\+?\(?\d[\d\s()./-]{4,24}\d")
_AMOUNT = re.compile(r"(?<!\d)(\d{1,3}(?:[.,' ]\d{3})+|\d+)(?:[.,](\d{2}))?(?!\d)")


def _in_digits(words: str) -> str:
    """A text with its digits as digits, whatever they are written as: words, Chinese numerals, letters between digits."""
    text = re.sub(r"[a-z]+", lambda m: _SPOKEN.get(m[0], m[0]), words).translate(_DIGITS)
    return re.sub(
        r"(?<=\d)[oil]+|[oil]+(?=\d)", lambda m: m[0].replace("o", "0").replace("i", "1").replace("l", "1"), text
    )


@dataclass(frozen=True)
class Heard:
    """A text that somebody else wrote, and who, in words for the consent text."""

    origin: str
    text: str

    @cached_property
    def words(self) -> str:
        """The text as `plain` has it."""
        return plain(self.text)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Its numbers: digits with what separates them left out."""
        found: set[str] = set()
        for text in (self.words, _in_digits(self.words)):
            found |= {re.sub(r"\D", "", run) for run in re.findall(r"\+?\d(?:[\s()./-]?\d)*", text)}
            found |= set(re.findall(r"\d+", text))
            found |= {re.sub(r"\D", "", match[1]) for match in _AMOUNT.finditer(text)}
        return frozenset(found)

    @cached_property
    def phones(self) -> tuple[str, ...]:
        """What in it may be a phone number, as it stands there."""
        texts = (self.words, _in_digits(self.words))
        return tuple({re.sub(r"\s+", " ", run) for text in texts for run in _PHONE.findall(text)})

    @cached_property
    def clocks(self) -> frozenset[tuple[int, int]]:
        """Times of day that it may name (hour, minute); an hour without am or pm counts as either."""
        found: set[tuple[int, int]] = set()
        for match in _TIME.finditer(self.words):
            hour = int(match[1])
            minute = 30 if match[3] == "半" else int(match[2] or match[3] or 0)
            if hour > 23 or minute > 59:
                continue
            found.add((hour, minute))
            if hour <= 12:
                found.add(((hour + 12) % 24, minute))
        return frozenset(found)


def heard(context: Context) -> Iterator[Heard]:
    """Everything in the context that others wrote, the newest of the phone first."""
    state = context.device_status
    for record in sorted(state.posted, key=lambda r: -(r.posted_ms or r.when_ms or 0)):
        if record.package in _SYSTEM:
            continue
        parts = [record.title, record.text, record.big_text, record.sub_text, record.ticker, *record.text_lines]
        parts += [part for message in record.messages for part in (message.sender, message.text)]
        yield Heard(_notification_origin(record, context), "\n".join(part for part in parts if part))
    for sms in state.sms or ():
        if sms.type != "sent":
            yield Heard(f"an SMS by {_sender(sms.address or 'nobody', context)}", f"{sms.address}\n{sms.body}")
    for event in state.calendar_events or ():
        text = "\n".join(part for part in (event.title, event.location, event.description) if part)
        yield Heard(f"the calendar event {_short(event.title)}", text)
    if state.screen_texts:
        yield Heard(f"the screen of {state.foreground_package or 'an app'}", "\n".join(state.screen_texts))
    for seen in reversed(context.trajectory):
        if seen.kind in ("notification_posted", "notification_updated", "message", "media"):
            yield Heard(f"an earlier {seen.kind.replace('_', ' ')}", seen.text)


def _short(text: str | None) -> str:
    return repr((text or "")[:40])


def _sender(name: str, context: Context) -> str:
    """A sender in words: whether the contacts know him, and whether he only looks like one of them."""
    contacts = context.device_status.contacts
    if contacts is None:
        return name
    country = str((context.user_profile.model_extra or {}).get("country") or "")
    for contact in contacts:
        if contact.name == name:
            return name
        if is_number(name) and any(same_number(name, phone, country) for phone in contact.phones):
            return f"{name} ({contact.name})"
    if any(plain(contact.name) == plain(name) for contact in contacts):
        return f"{name!r}, who only looks like a contact and is not in the contacts"
    return f"{name}, not in the contacts"


def _notification_origin(record: Notification, context: Context) -> str:
    app = label_of(record.package)
    if record.category == "msg" or record.messages:
        return f"a message in {app} by {_sender(record.title or 'nobody', context)}"
    return f"a notification of {app} ({_short(record.title)})"


def trace_origins(proposal: Proposal, context: Context, pool: Pool, *, said: Sequence[str] = ()) -> Proposal:
    """The proposal with an origin for every argument. `said` are the user's own words (a dialogue).

    What the proposer itself marked as a stranger's stays so; nothing is ever marked less.
    """
    tracer = _Tracer(context, pool, said)
    marked = {(taint.call, taint.argument): taint for taint in proposal.taints if taint.source == "stranger"}
    taints = []
    for index, call in enumerate(proposal.calls):
        for name, value in call.arguments.items():
            own = marked.get((index, name))
            if own is not None:
                taints.append(own)
                continue
            source, origin = tracer.origin(call.name, name, value)
            taints.append(Taint(call=index, argument=name, source=source, origin=origin))
    return proposal.model_copy(update={"taints": tuple(taints)})


class _Tracer:
    """The texts of one context, against which values are held."""

    def __init__(self, context: Context, pool: Pool, said: Sequence[str]) -> None:
        self._pool = pool
        self._strangers = list(heard(context))
        profile = context.user_profile
        lines = [*profile.sentences(), *profile.people, *(place.name for place in profile.places)]
        self._profile = "\n".join(plain(line) for line in lines)
        self._said = "\n".join(plain(line) for line in said)
        self._contacts = context.device_status.contacts or ()
        self._country = str((profile.model_extra or {}).get("country") or "")
        self._apps = {label.casefold() for label in KNOWN_LABELS.values()} | set(KNOWN_LABELS)

    def origin(self, function: str, argument: str, value: Any) -> tuple[Source, str]:
        """Where a value came from, and that in words."""
        if isinstance(value, bool) or self._is_choice(function, argument):
            return "system", CHOICE
        if isinstance(value, list | dict):
            return self._of_parts(function, argument, value)
        if isinstance(value, int | float):
            return self._number(argument, value)
        text = str(value)
        if self._said and _whole(plain(text), self._said):
            return "user", "the user's own words"
        for contact in self._contacts:
            if text.strip() == contact.name:
                return "system", f"the contact {contact.name}"
            if is_number(text) and any(same_number(text, phone, self._country) for phone in contact.phones):
                return "system", f"the contact {contact.name}"
        if _whole(plain(text), self._profile):
            return "profile", "the user's profile"
        number = is_number(text)
        for one in self._strangers:
            if _comes_from(text, one) or (number and any(same_number(text, run, self._country) for run in one.phones)):
                return "stranger", one.origin
        if (number and len(re.sub(r"\D", "", text)) > _SERVICE) or _ADDRESS.search(text):
            return "stranger", UNTOLD  # an address that nobody told is worse than one that a stranger told
        if argument == "app" and text.casefold() in self._apps:
            return "system", "the name of an app"
        return "system", OWN_WORDS

    def _is_choice(self, function: str, argument: str) -> bool:
        known = self._pool.functions.get(function)
        schema = known.parameters.get("properties", {}).get(argument, {}) if known else {}
        return "enum" in schema or "enum" in (schema.get("items") or {})

    def _of_parts(self, function: str, argument: str, value: list[Any] | dict[str, Any]) -> tuple[Source, str]:
        parts = value.values() if isinstance(value, dict) else value
        origins = [self.origin(function, argument, part) for part in parts] or [("system", OWN_WORDS)]
        order: tuple[Source, ...] = ("stranger", "user", "profile", "system")
        return min(origins, key=lambda origin: order.index(origin[0]))

    def _number(self, argument: str, value: float) -> tuple[Source, str]:
        digits = f"{value:g}".replace("-", "").replace(".", "")
        hours = {hour for one in self._strangers for hour, _ in one.clocks} if argument == "hour" else set()
        for one in self._strangers:
            if digits in one.numbers or (value in hours and any(hour == value for hour, _ in one.clocks)):
                return "stranger", one.origin
        if _whole(f"{value:g}", self._profile):
            return "profile", "the user's profile"
        return "system", OWN_WORDS


def _whole(needle: str, text: str) -> bool:
    """Whether a text holds the needle as whole words."""
    if not needle:
        return False
    start = r"(?<!\w)" if needle[0].isascii() and needle[0].isalnum() else ""
    end = r"(?!\w)" if needle[-1].isascii() and needle[-1].isalnum() else ""
    return re.search(start + re.escape(needle) + end, text) is not None


def _comes_from(text: str, one: Heard) -> bool:
    """Whether a value rests on somebody's text: all of it, a number, a time, an address, three words in a row, or most
    of its words."""
    value = plain(text)
    if not value:
        return False
    if _whole(value, one.words) or (not value.isascii() and len(value) > 1 and value in one.words):
        return True
    digits = re.findall(r"\d+", value)
    if any(len(run) >= 4 and run in one.numbers for run in digits) or re.sub(r"\D", "", value) in one.numbers:
        return True
    if (clock := re.search(r"(?:^|[t\s])(\d{2}):(\d{2})", value)) and (int(clock[1]), int(clock[2])) in one.clocks:
        return True
    if relative := re.fullmatch(r"\+(\d+)[a-z]+", value):
        return relative[1] in one.numbers
    return _shares_words(value, one.words)


def _shares_words(value: str, heard: str) -> bool:
    words = _WORD.findall(value)
    addresses = re.findall(r"[\w.+-]+@[\w-]+\.[\w.]+|[\w-]+(?:\.[\w-]+)+", value)
    if any(address in heard for address in addresses):
        return True
    if any(not word.isascii() and any(word[i : i + 4] in heard for i in range(len(word) - 3)) for word in words):
        return True
    spoken = _WORD.findall(heard)
    runs = {tuple(spoken[i : i + _RUN]) for i in range(len(spoken) - _RUN + 1)}
    if any(tuple(words[i : i + _RUN]) in runs for i in range(len(words) - _RUN + 1)):
        return True
    telling = [word for word in words if len(word) >= 4]
    return len(telling) >= 2 and sum(word in spoken for word in telling) * 2 > len(telling)
