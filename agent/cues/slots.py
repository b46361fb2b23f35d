"""Reading single arguments out of texts: the object of a deed, a person, a duration, a device. Pure; never raises."""

from __future__ import annotations

import re

from agent.cues.facts import Facts, words_of
from agent.lexicon import slots as words
from agent.text import meeting_link

_HAN = re.compile(r"[㐀-鿿]")


def object_of(function: str, *texts: str) -> str:
    """What a deed is done to (played, ordered, bought, looked for), by the first text that names it."""
    for text in texts:
        for pattern in words.OBJECTS.get(function, ()):
            match = pattern.search(text)
            found = next((group for group in match.groups() if group), "") if match else ""
            found = _plain(found)
            if len(found) > 1 and not re.match(
                r"(?:it|them|that|this|him|her|one|up|out|in|on|my|me|us|everyone)\b$", found, re.I
            ):
                return found[:80]
    return ""


def _plain(found: str) -> str:
    found = found.strip(" ,，.。'\"“”")
    while words.POLITE.match(found):
        found = words.POLITE.sub("", found, count=1)
    return words.ALTERNATIVE.get(found.casefold(), found)


def seconds_in(text: str) -> int | None:
    """The first length of time that a text names, in seconds."""
    match = words.DURATION.search(text)
    if match is None:
        return None
    number, unit = (match[1], match[2]) if match[1] else (match[3], match[4])
    number = number.casefold()
    value = float(number) if re.fullmatch(r"\d+(?:\.\d+)?", number) else words.NUMBER_WORDS.get(number, 0)
    unit = unit.casefold()
    scale = (
        3600 if unit.startswith("h") or unit in ("小时", "钟头") else 1 if unit.startswith("s") or unit == "秒" else 60
    )
    seconds = round(value * scale)
    return seconds if 1 <= seconds <= 86_400 else None


def person_in(f: Facts, text: str) -> str:
    """The first person the user knows whom a text names, by name, first name or role ("my partner")."""
    folded = text.casefold()
    contacts = [contact.name for contact in f.state.contacts or ()]
    named = [*f.profile.people, *(name for name in contacts if name not in f.profile.people)]
    found = [(at, -len(name), name) for name in named if (at := _at(name, folded)) >= 0]
    if found:
        return min(found)[2]
    first = [(at, name) for name in named if not _HAN.search(name) and (at := _at(name.split()[0], folded)) >= 0
             and len(name.split()[0]) > 2]  # fmt: skip
    if first:
        return min(first)[1]
    for name, role in f.profile.people.items():
        first_role = re.split(r"[,，;；(（]", role)[0].casefold().strip()
        if first_role and (_at(first_role.removeprefix("my "), folded) >= 0):
            return name
    for contact in f.state.contacts or ():
        relation = (getattr(contact, "relation", None) or "").casefold()
        if relation and _at(relation, folded) >= 0:
            return contact.name
    return ""


def _at(name: str, folded: str) -> int:
    """Where a name stands as words of its own in a folded text, -1 where it does not."""
    name = name.casefold()
    if _HAN.search(name):
        return folded.find(name)
    match = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", folded)
    return match.start() if match else -1


def ticket_kind(text: str) -> str | None:
    """What kind of ticket a text speaks of."""
    return next((kind for kind, pattern in words.KINDS if pattern.search(text)), None)


def booking_in(text: str) -> str | None:
    """A booking reference."""
    match = words.BOOKING.search(text)
    return next((group for group in match.groups() if group), None) if match else None


def meeting_in(text: str) -> str | None:
    """The address or id of an online meeting."""
    if (link := meeting_link(text)) is not None:
        return link
    match = words.MEETING_ID.search(text)
    return re.sub(r"[ -]", "", next(group for group in match.groups() if group)) if match else None


def caller_name(text: str) -> str:
    """The name by which the writer of a text introduces themselves."""
    return next((match[1].strip() for pattern in words.CALLED if (match := pattern.search(text))), "")


def social_app(f: Facts, text: str) -> str:
    """Where to post: the network that a text names, else the user's own."""
    named = next((app for app, pattern in words.SOCIAL if pattern.search(text)), "")
    return named or f.preference("social_app", "social") or "Twitter"


def device_in(text: str) -> tuple[str, str | None]:
    """The device at home that a text names, and its room."""
    match, room = words.DEVICES.search(text), words.ROOMS.search(text)
    where = next((group for group in room.groups() if group), None) if room else None
    return ((match[1] or match[2]).strip() if match else ""), where


def in_room(device: str, room: str | None) -> str:
    """A device with its room before it, where its name does not say the room already."""
    device, room = device.lower(), (room or "").lower()
    if room in device:
        return device
    return f"{room}{device}" if _HAN.search(room) else f"{room} {device}"


def state_in(text: str) -> str:
    """Into which state a text wants a device: on, off, locked, closed, open."""
    return next((state for state, pattern in words.STATES if pattern.search(text)), "on")


def metric_kind(text: str) -> str | None:
    """Which health value a text speaks of."""
    return next((kind for kind, pattern in words.METRIC_NAMES if pattern.search(text)), None)


def metric_in(kind: str, text: str) -> tuple[str, str] | None:
    """Value and unit of a health value in a text."""
    pattern = next(pattern for name, pattern in words.METRICS if name == kind)
    match = pattern.search(text)
    if match is None:
        return None
    unit = (match[2] or ("mmHg" if kind == "blood_pressure" else "")).strip()
    unit = {
        "degrees": "°C",
        "度": "°C",
        "℃": "°C",
        "℉": "°F",
        "mmol": "mmol/L",
        "毫升": "ml",
        "公斤": "kg",
        "千克": "kg",
    }.get(unit.casefold(), unit)
    return re.sub(r"\s", "", match[1]), re.sub(r"\s", "", unit)


def asked_term(text: str) -> str:
    """What somebody asks about: a word, a place whose hours count, a thing that was bought or arrived."""
    for pattern in (*words.MEANS, *words.ASKED_OF):
        match = pattern.search(text)
        if match is not None and len(match[1].strip()) > 1:
            return match[1].strip()
    return listed_thing(text)


def listed_thing(text: str) -> str:
    """The thing that a text says is to be brought, replaced or bought, or has come."""
    for pattern in words.THING_LISTED:
        match = pattern.search(text)
        if match is not None:
            thing = _plain(match[1])
            if len(thing) > 1:
                return thing[:60]
    return ""


def shared_words(first: str, second: str) -> int:
    """How many words of meaning two texts share."""
    return len(words_of(first) & words_of(second))


def question_in(text: str) -> str:
    """The question that a text asks about the world (not about its reader), or nothing."""
    match = re.search(
        r"\b((?:how|why|what|which|who|when|where|can|do|does|did|is|are)\b (?!you\b|we\b"
        r"|i\b|your\b|it going\b|about\b|are you|do you|did you)[^.?!\n]{6,100})\?",
        text,
        re.IGNORECASE,
    ) or re.search(
        r"((?:为什么|怎么|什么|多少|哪|谁|几)[^。？！你我]{3,40}|[^。？！你我，]{2,30}(?:为什么"
        r"|怎么|是什么|有多|会不会|能不能)[^。？！你我]{2,30})[？?]",
        text,
    )
    return match[1].strip() if match else ""
