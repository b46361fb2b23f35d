"""Are two call sequences functionally equivalent? Rules, not strings: names, and arguments by what they mean."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from api_pool import Call
from benchmarks.proactive_mobile.canonical import DEFAULTS, NARROWING, canonical, spelled_alike

_CLOCK = re.compile(r"(\d{1,2}):(\d{2})\Z")
_RELATIVE = re.compile(r"\+(\d{1,4})\s*(m|min|h|d)\Z")
_NUMBER = re.compile(r"[+(]?\d[\d\s()./-]{4,}\Z")
_MATCHERS = frozenset({"any", "one_of", "contains", "between"})
# Codes and amounts: never read as phone numbers, and their digits all count.
_STRICT = frozenset({"tracking_number", "reference", "url", "url_or_id", "amount", "value"})
_SIGNS = re.compile(r"(?<![\w.)])-(?=\d)|(?<=[A-Za-z])[+#]+(?!\w)")
_PUNCTUATION = re.compile(r"[\s\W_]+", re.UNICODE)


@dataclass(frozen=True)
class Frame:
    """What meanings are relative to: the moment on the phone's clock (aware), and who has which numbers."""

    now: datetime
    contacts: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @classmethod
    def at(cls, now_ms: int, timezone: str, contacts: Mapping[str, Sequence[str]] | None = None) -> Frame:
        """A frame from phone time in ms and a zone name."""
        return cls(datetime.fromtimestamp(now_ms / 1000, ZoneInfo(timezone)), contacts or {})


def equivalent(made: Sequence[Call], truth: Sequence[Mapping[str, Any]], frame: Frame) -> bool:
    """Whether the calls made do what the truth's calls do: each truth call is met by a different made call, and none
    is left over. Order does not count: no function of the pool reads what another writes."""
    if len(made) != len(truth):
        return False
    return _assign(list(made), list(truth), frame)


def _assign(made: list[Call], truth: list[Mapping[str, Any]], frame: Frame) -> bool:
    if not truth:
        return True
    first, rest = truth[0], truth[1:]
    return any(
        call_equivalent(call, first, frame) and _assign(made[:index] + made[index + 1 :], rest, frame)
        for index, call in enumerate(made)
    )


def call_equivalent(made: Call, truth: Mapping[str, Any], frame: Frame) -> bool:
    """Same function, and every argument that the truth names is met. Arguments that it leaves out are not compared,
    but for those that make it another deed (an alarm that repeats)."""
    name, arguments = canonical(made.name, made.arguments)
    wanted_name, wanted = canonical(truth["name"], truth.get("arguments") or {})
    if name != wanted_name:
        return False
    if narrowed(name, arguments, wanted):
        return False
    return all(argument_equivalent(name, key, arguments, value, frame) for key, value in wanted.items())


def narrowed(name: str, arguments: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a call says something that nobody asked for and that makes it another deed."""
    extras = NARROWING.get(name, frozenset()) & (arguments.keys() - wanted.keys())
    return any(arguments[extra] not in (None, [], False, DEFAULTS.get((name, extra))) for extra in extras)


def argument_equivalent(function: str, key: str, arguments: Mapping[str, Any], wanted: Any, frame: Frame) -> bool:
    """Whether one argument of a call meets what the truth wants; a default that is left out counts as said."""
    made = arguments.get(key, DEFAULTS.get((function, key)))
    if function == "create_calendar_event" and key == "end" and made is None and "start" in arguments:
        start = read_time(str(arguments["start"]), frame.now)
        made = None if start is None else (start + timedelta(hours=1)).isoformat()
    options = wanted["one_of"] if isinstance(wanted, Mapping) and set(wanted) == {"one_of"} else [wanted]
    for one in options:
        both_text = isinstance(made, str) and isinstance(one, str)
        if both_text and spelled_alike(key, str(made), str(one)):
            return True
        if not (both_text and key in _STRICT) and value_equivalent(made, one, frame):
            return True
    return False


def value_equivalent(made: Any, wanted: Any, frame: Frame) -> bool:
    """Whether a value meets a wanted value or matcher ({any}, {one_of}, {contains}, {between})."""
    if isinstance(wanted, Mapping) and len(wanted) == 1 and next(iter(wanted)) in _MATCHERS:
        return _matches(made, wanted, frame)
    if made is None or wanted is None:
        return made is wanted
    if isinstance(wanted, bool) or isinstance(made, bool):
        return made is wanted
    if isinstance(wanted, int | float) and isinstance(made, int | float):
        return float(made) == float(wanted)
    if isinstance(wanted, list | tuple):
        return isinstance(made, list | tuple) and sorted(map(str, made)) == sorted(map(str, wanted))
    if isinstance(wanted, Mapping):
        return isinstance(made, Mapping) and dict(made) == dict(wanted)
    return _text_equivalent(str(made), str(wanted), frame)


def _matches(made: Any, matcher: Mapping[str, Any], frame: Frame) -> bool:
    kind, value = next(iter(matcher.items()))
    if made is None:
        return False
    if kind == "any":
        return True
    if kind == "one_of":
        return any(value_equivalent(made, option, frame) for option in value)
    if kind == "contains":
        parts = value if isinstance(value, list) else [value]
        return all(plain(str(part)) in plain(str(made)) for part in parts)
    low, high = value
    if isinstance(made, int | float) and not isinstance(made, bool) and not isinstance(low, str):
        return bool(float(low) <= float(made) <= float(high))
    moments = [read_time(str(part), frame.now) for part in (low, made, high)]
    if any(moment is None for moment in moments):
        return False
    start, at, end = (moment for moment in moments if moment is not None)
    return start <= at <= end


def _text_equivalent(made: str, wanted: str, frame: Frame) -> bool:
    if plain(made) == plain(wanted):
        return bool(plain(made)) and _SIGNS.findall(made) == _SIGNS.findall(wanted)
    first, second = read_time(made, frame.now), read_time(wanted, frame.now)
    if first is not None and second is not None:
        return abs((first - second).total_seconds()) < 60
    return bool(_numbers(made, frame) & _numbers(wanted, frame))


def plain(text: str) -> str:
    """A text without case, width, punctuation and spacing (NFKC, casefold)."""
    return _PUNCTUATION.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()


def read_time(text: str, now: datetime) -> datetime | None:
    """ISO local time, HH:MM (the next one) or +30m as an aware time; None for anything else."""
    text = text.strip()
    if match := _RELATIVE.match(text):
        unit = {"m": "minutes", "min": "minutes", "h": "hours", "d": "days"}[match[2]]
        return now + timedelta(**{unit: int(match[1])})
    if match := _CLOCK.match(text):
        hour, minute = int(match[1]), int(match[2])
        if hour > 23 or minute > 59:
            return None
        at = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
        return at if at >= now.replace(second=0, microsecond=0) else at + timedelta(days=1)
    if len(text) < 10 or not text[:4].isdigit():
        return None
    try:
        parsed = datetime.fromisoformat(text)
    except ValueError:
        return None
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=now.tzinfo)


def _numbers(text: str, frame: Frame) -> frozenset[str]:
    """The last nine digits of a phone number, or of every number of the contact of that name."""
    if _NUMBER.match(text.strip()):
        digits = re.sub(r"\D", "", text)
        return frozenset({digits[-9:]}) if len(digits) >= 5 else frozenset()
    for name, numbers in frame.contacts.items():
        if plain(name) == plain(text):
            return frozenset(re.sub(r"\D", "", number)[-9:] for number in numbers)
    return frozenset()
