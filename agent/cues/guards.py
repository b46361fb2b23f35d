"""Reasons to keep quiet although something looks like a need: it is done, undone, somebody else's, or not what was meant."""

from __future__ import annotations

import re
from functools import lru_cache

from agent.context import Context
from agent.cues.base import Finding
from agent.cues.disruptions import my_journey
from agent.cues.facts import Facts, facts, words_of
from agent.cues.happenings import Happening, happenings
from agent.lexicon import travel
from agent.lexicon.done import COMPARED, DONE_WORDS, NUMBERS
from agent.lexicon.messages import DONE_BY_SENDER, SETTLED

_KEEPS = re.compile(r"apps\.fitness|shealth|twitter|opentable", re.IGNORECASE)
JOURNEYS = frozenset({"train", "metro", "bus", "flight", "line", "station", "ferry"})


def done_since(f: Facts, deed: str, happening: Happening | None, recipient: str = "") -> bool:
    """Whether the phone shows that the deed was done after what made it due: by a notice, or by opening its app."""
    if deed in ("send_message", "send_sms", "reply_to_notification"):
        return _written(f, recipient, happening)
    known = DONE_WORDS.get(deed.partition(":")[0])
    if known is None:
        return False
    package, words, opened = known
    told = happening.said if happening is not None else None
    if told is not None and _KEEPS.search(told.package) and words.search(f"{told.sender} | {told.text}"):
        return True  # the app that keeps such values tells that it has it
    for other in happenings(f):
        if other is happening or (happening is not None and other.ago > happening.ago + 0.2):
            continue
        if happening is None and other.ago > 30:
            continue
        said = other.said
        if (
            said is not None
            and said.kind == "notice"
            and package.search(said.package)
            and words.search(f"{said.sender} | {said.text}")
        ):
            return True
        if other.kind == "app" and opened is not None and opened.search(other.text):
            return True
    return False


def _written(f: Facts, recipient: str, happening: Happening | None) -> bool:
    """Whether the user has written to them since."""
    numbers = [phone for c in f.state.contacts or () if c.name == recipient for phone in c.phones]
    since = happening.ago if happening is not None else 30
    return any(
        other.kind == "sent"
        and other.ago <= since
        and recipient
        and any(who in other.text for who in (recipient, *numbers))
        for other in happenings(f)
    )


def settled(context: Context, finding: Finding) -> bool:
    """Whether what a finding offers was done, or taken back, after the message that it rests on."""
    if not finding.source:
        return False
    f = facts(context)
    happening = next((h for h in happenings(f) if h.said is not None and h.said.source == finding.source), None)
    if happening is None or happening.said is None:
        return False
    call = finding.calls[0]
    if done_since(f, call.name, happening, str(call.arguments.get("recipient", ""))):
        return True
    return happening.said.kind in ("chat", "sms") and happening.said.known and _taken_back(f, happening)


def _taken_back(f: Facts, happening: Happening) -> bool:
    """Whether the same sender says later that it is settled."""
    return any(
        other.said is not None and other.said is not happening.said and other.ago < happening.ago and happening.said is not None
        and other.said.sender == happening.said.sender and bool(SETTLED.search(other.said.text))
        for other in happenings(f)
    )  # fmt: skip


def unsaid(f: Facts, happening: Happening) -> bool:
    """Whether the same sender, or anybody right after, takes it back or has done it."""
    said = happening.said
    if said is None:
        return False
    if said.kind != "notice" and DONE_BY_SENDER.search(said.text):
        return True
    for other in happenings(f):
        later = other.said
        if later is None or later is said or other.ago > happening.ago:
            continue
        about = bool(words_of(later.text) & words_of(said.text)) and later.known and later.kind != "notice"
        if (later.sender == said.sender or about) and (SETTLED.search(later.text) or DONE_BY_SENDER.search(later.text)):
            return True
    return False


@lru_cache(maxsize=1024)
def limits(sentence: str) -> tuple[tuple[bool, float], ...]:
    """(more than?, limit) for each comparison with a number in a sentence."""
    found = []
    for match in COMPARED.finditer(sentence):
        number = next(match[name] for name in ("n1", "n2", "n3", "n4") if match[name])
        found.append((bool(match["more"] or match["zmore"]), float(number.replace(",", "."))))
    return tuple(found)


def beyond(sentence: str, told: str) -> bool:
    """Whether the numbers that were told are on that side of every limit in the sentence (no limits: they are)."""
    values = [_number(text) for text in NUMBERS.findall(re.sub(r"\d{1,2}:\d{2}|\d{4}-\d\d-\d\d", " ", told))]
    return all(any(value > limit if more else value < limit for value in values) for more, limit in limits(sentence))


def _number(text: str) -> float:
    mark = max(text.rfind("."), text.rfind(","))
    if mark >= 0 and len(text) - mark - 1 in (1, 2):
        return float(re.sub(r"[.,]", "", text[:mark]) + "." + text[mark + 1 :])
    return float(re.sub(r"[.,]", "", text))


def others_journey(f: Facts, happening: Happening) -> bool:
    """Whether a notice of a delay or closure is about a journey that is not the user's."""
    said = happening.said
    if said is None or said.kind != "notice" or not happening.topics & JOURNEYS:
        return False
    text = f"{said.sender} {said.text}"
    if re.search(r"\byour?\b|您|你的", text, re.IGNORECASE) or my_journey(f, text):
        return False
    own = " ".join((*f.sentences, *(habit.what for habit in f.profile.habits)))
    return not any(travel.mentions(line, own) for line in travel.lines(text))
