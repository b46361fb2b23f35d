"""An answer's calls made concrete: matchers become values that meet them, so that the calls can run."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from api_pool import Call
from benchmarks.proactive_mobile.texts import read_time
from benchmarks.records.model import Answer, Record

_WORDS = {"en": {"body": "I will be a little late", "text": "Thank you, I will write soon", "title": "Appointment"},
          "zh": {"body": "我会晚一点到", "text": "谢谢，我稍后回复", "title": "预约"}}  # fmt: skip
_WHOLE = {"hour": 7, "minute": 30, "seconds": 600, "level": 30, "minutes": 30, "party_size": 2}


def concrete_calls(answer: Answer, record: Record) -> tuple[Call, ...]:
    """The calls of an answer with a value for every argument."""
    from benchmarks.proactive_mobile.scorer import frame_of

    now, language = frame_of(record).now, record.language or "en"
    return tuple(
        Call(
            name=call.name, arguments={key: _value(key, value, now, language) for key, value in call.arguments.items()}
        )
        for call in answer.calls
    )


def _value(key: str, wanted: Any, now: datetime, language: str) -> Any:
    if not isinstance(wanted, Mapping) or len(wanted) != 1:
        return wanted
    kind, value = next(iter(wanted.items()))
    if kind == "any":
        return _WHOLE.get(key, _WORDS.get(language, _WORDS["en"]).get(key, "OK"))
    if kind == "one_of":
        own = [one for one in value if isinstance(one, str) and any("一" <= char <= "鿿" for char in one)]
        return _value(key, own[0] if own and language == "zh" else value[0], now, language)
    if kind == "contains":
        return " ".join(value) if isinstance(value, list) else value
    if kind == "between":
        return _middle(value[0], value[1], now)
    return dict(wanted)


def _middle(low: Any, high: Any, now: datetime) -> Any:
    if isinstance(low, str):
        first, last = read_time(low, now), read_time(str(high), now)
        if first is None or last is None:
            return high
        middle = first + (last - first) / 2
        return f"{middle - timedelta(seconds=middle.second, microseconds=middle.microsecond):%Y-%m-%dT%H:%M}"
    middle_number = (low + high) / 2
    return round(middle_number) if isinstance(low, int) and isinstance(high, int) else middle_number
