"""Are two call sequences functionally equivalent? Rules, not strings: names, and arguments by what they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from api_pool import Call
from benchmarks.proactive_mobile.canonical import DEFAULTS, NARROWING, canonical, spelled_alike
from benchmarks.proactive_mobile.texts import holds, looks_like_number, plain, read_time, same_number

_MATCHERS = frozenset({"any", "one_of", "contains", "between"})
# Codes, amounts and addresses: never read as texts, and all of them counts.
_STRICT = frozenset({"tracking_number", "reference", "url", "url_or_id", "amount", "value", "path", "to", "email"})
# What an argument's text is: a time is read as one, a person by name or number; in all others words are words.
Kind = Literal["time", "person", "query", "text", "unknown"]
_KINDS: dict[str, Kind] = {
    "time": "time", "start": "time", "end": "time", "date": "time", "recipient": "person", "phone": "person", "query": "query",
}  # fmt: skip


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
        if both_text and spelled_alike(key, str(made), str(one), unit=arguments.get("unit")):
            return True
        if not (both_text and key in _STRICT) and value_equivalent(made, one, frame, _KINDS.get(key, "text")):
            return True
    return False


def value_equivalent(made: Any, wanted: Any, frame: Frame, kind: Kind = "unknown") -> bool:
    """Whether a value meets a wanted value or matcher ({any}, {one_of}, {contains}, {between}). Of an `unknown` kind a text
    may be a time or a person too."""
    if isinstance(wanted, Mapping) and len(wanted) == 1 and next(iter(wanted)) in _MATCHERS:
        return _matches(made, wanted, frame, kind)
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
    return _text_equivalent(str(made), str(wanted), frame, kind)


def _matches(made: Any, matcher: Mapping[str, Any], frame: Frame, kind: Kind) -> bool:
    way, value = next(iter(matcher.items()))
    if made is None or (isinstance(made, str) and not made.strip()):
        return False
    if way == "any":
        return True
    if way == "one_of":
        return any(value_equivalent(made, option, frame, kind) for option in value)
    if way == "contains":
        return all(holds(str(made), str(part)) for part in (value if isinstance(value, list) else [value]))
    low, high = value
    if isinstance(made, int | float) and not isinstance(made, bool) and not isinstance(low, str):
        return bool(float(low) <= float(made) <= float(high))
    moments = [read_time(str(part), frame.now) for part in (low, made, high)]
    if any(moment is None for moment in moments):
        return False
    start, at, end = (moment for moment in moments if moment is not None)
    return start <= at <= end


def _text_equivalent(made: str, wanted: str, frame: Frame, kind: Kind) -> bool:
    first, second = plain(made), plain(wanted)
    if kind == "query":
        first, second = first.rstrip("? "), second.rstrip("? ")
    if first == second:
        return bool(first)
    if kind in ("time", "unknown"):
        one, two = read_time(made, frame.now), read_time(wanted, frame.now)
        if one is not None and two is not None:
            return abs((one - two).total_seconds()) < 60
    return kind in ("person", "unknown") and any(
        same_number(one, two) for one in _numbers(made, frame) for two in _numbers(wanted, frame)
    )


def _numbers(text: str, frame: Frame) -> tuple[str, ...]:
    """The phone number that a text is, or every number of the contact of that name."""
    if looks_like_number(text):
        return (text,)
    return tuple(n for name, numbers in frame.contacts.items() if plain(name) == plain(text) for n in numbers)
