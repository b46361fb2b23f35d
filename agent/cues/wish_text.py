"""What the user says about themselves, taken apart: the deed, and the days, times, places and matters it belongs to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from agent.cues.meaning import concepts
from agent.lexicon import clauses
from agent.lexicon.common import NO_NAMES
from agent.lexicon.deeds import DEEDS
from agent.text import clock_in

_HAN = re.compile(r"[㐀-鿿]")
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_HAN_DAY = {day: index for index, day in enumerate("一二三四五六日")} | {"天": 6}
_NAME = re.compile(r"(?<!^)(?<![.!?] )\b[A-Z][\w'’&-]{2,}(?: (?:[A-Z][\w'’&-]+|\d{1,4}))*")
DEEDS_TRIED = 3
_RECORDS = re.compile(r"\b(?:log|record|note|enter|copy|write)\w*\b|记|录|登", re.IGNORECASE)
_TIMED = frozenset({"set_alarm", "reserve_table", "create_calendar_event"})  # the time in their clause is an argument


@dataclass(frozen=True)
class Wish:
    """A sentence of the profile. `deeds` are what it may mean, best first, by the words of `main`; `when` is the rest;
    `topics` are the concepts of the condition and `names` the names in it. Hours are of the day, minutes of an hour."""

    sentence: str
    main: str
    when: str
    deeds: tuple[str, ...]
    topics: frozenset[str]
    names: tuple[str, ...]
    days: frozenset[int]
    clock: tuple[int, int] | None
    from_clock: bool
    any_half: bool
    part: tuple[int, int] | None
    percent: int | None
    arrives: bool
    leaves: bool
    split: bool
    place: str = ""
    span: str = ""


def deeds_in(text: str) -> tuple[str, ...]:
    """The deeds that a text names, best first."""
    han = bool(_HAN.search(text))
    found = []
    for deed, english, chinese in DEEDS:
        pattern = chinese if han else english
        if pattern is not None and pattern.search(text):
            found.append(deed)
    return tuple(found)


def deed_words(deed: str, text: str) -> str:
    """The words of a text that name a deed."""
    for name, english, chinese in DEEDS:
        if name == deed:
            pattern = chinese if _HAN.search(text) else english
            match = pattern.search(text) if pattern is not None else None
            return match[0] if match else ""
    return ""


def _split(sentence: str) -> tuple[str, str, bool]:
    """(condition, main clause, whether they could be told apart)."""
    when, main, split = _split_once(sentence)
    if split:  # "After ten I take a ride home if it rains": a second condition stands in the rest
        more, rest, again = _split_once(main, leading=False)
        if again:
            return f"{when}, {more}", rest, True
    return when, main, split


def _split_once(sentence: str, *, leading: bool = True) -> tuple[str, str, bool]:
    plain = sentence.strip().rstrip(".!。！")
    if _HAN.search(plain):
        match = clauses.HAN.match(plain)
        if match is not None:
            when = match["when"] or match["when2"] or match["when3"]
            main = match["main"] or match["main2"] or match["main3"]
            if deeds_in(main):
                return when, main, True
        return "", plain, False
    for pattern in clauses.LEADING if leading else ():
        match = pattern.match(plain)
        if match is not None and deeds_in(match["main"]):
            if pattern in clauses.LOOSE and deeds_in(match["when"]):
                break  # "Every job goes into my calendar, otherwise I forget it": the first part is the deed
            return match["when"], match["main"], True
    match = clauses.TRAILING.match(plain)
    if match is not None and deeds_in(match["main"]):
        return match["when"], match["main"], True
    return "", plain, False


@lru_cache(maxsize=2048)
def wishes_in(entry: str) -> tuple[Wish, ...]:
    """The wishes of one entry of the profile (a sentence or a few)."""
    found = []
    sentences = [part for part in clauses.SENTENCE.split(entry.strip()) if part]
    for index, sentence in enumerate(sentences):
        when, main, split = _split(sentence)
        deeds = deeds_in(main)
        if not deeds:
            continue
        if not split:
            rest = sentence
            # What stands before in the same entry tells when, if this sentence does not ("Tuesday is darkroom night.").
            when = f"{sentences[index - 1]} {rest}" if index and not concepts(rest) else rest
        found.append(_wish(sentence, main, when, deeds, split))
    return tuple(found)


def _wish(sentence: str, main: str, when: str, deeds: tuple[str, ...], split: bool) -> Wish:
    whole = f"{when} {main}" if split else when
    if split and not _says_when(when):
        when, split = sentence, False  # "… before I lose them": the matter stands in the other clause
    percent = clauses.PERCENT.search(whole)
    clock = clock_in(when if split and deeds[0] in _TIMED else "" if deeds[0] in _TIMED else whole)
    part = next(((low, high) for _, pattern, low, high in clauses.PARTS if pattern.search(when)), None)
    names = tuple(name for name in _NAME.findall(when if split else sentence) if name.split()[0] not in NO_NAMES)
    whole_deeds = deeds_in(sentence)
    if split and whole_deeds[:1] == ("log_health_metric",) and _RECORDS.search(main):
        deeds = ("log_health_metric", *deeds)  # what is recorded stands in the condition
    return Wish(
        sentence=sentence, main=main, when=when, deeds=deeds[:DEEDS_TRIED], topics=concepts(when), names=names,
        days=days_in(whole), clock=clock, from_clock=bool(clauses.AFTER.search(when)),
        any_half=not clauses.EXPLICIT_HOUR.search(whole) and clock is not None and clock[0] < 12, part=part,
        percent=_percent(percent), arrives=bool(clauses.ARRIVES.search(when)), leaves=bool(clauses.LEAVES_HOME.search(when)),
        split=split,
    )  # fmt: skip


def _says_when(when: str) -> bool:
    """Whether a condition names a matter, a time or a place."""
    return bool(
        concepts(when) or clock_in(when) or days_in(when) or _NAME.search(when) or _words(when)
        or any(pattern.search(when) for _, pattern, _, _ in clauses.PARTS)
    )  # fmt: skip


def _words(when: str) -> list[str]:
    return [
        word
        for word in re.findall(r"[a-z]{5,}", when)
        if word not in ("before", "after", "while", "until", "there", "always")
    ]


def _percent(match: re.Match[str] | None) -> int | None:
    if match is None:
        return None
    if match[1]:
        return int(match[1])
    text = match[2]
    if text.isdecimal():
        return int(text)
    tens, _, ones = text.partition("十")
    digits = {digit: value for value, digit in enumerate("零一二三四五六七八九")}
    return digits.get(tens, 1) * 10 + digits.get(ones, 0) if ones or tens else 10


def days_in(text: str) -> frozenset[int]:
    """The days of the week (0 is Monday) that a text names; none where it names none."""
    if clauses.WEEKDAYS.search(text):
        return frozenset(range(5))
    found = {5, 6} if clauses.WEEKENDS.search(text) else set()
    for match in clauses.DAY_NAMES.finditer(text):
        if match[0][0].isupper() or len(match[0]) > 4:
            found.add(_DAYS.index(match[1].lower()))
    for match in clauses.HAN_DAYS.finditer(text):
        first, last = _HAN_DAY[match[1]], _HAN_DAY[match[2]] if match[2] else None
        found.add(first)
        if last is not None:
            found |= set(range(first, last + 1)) if re.search(r"[到至]", match[0]) else {last}
    return frozenset(found)
