"""Dates and times in people's text, in English and Chinese, relative to a moment. Linear time; never raises."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

LONGEST = 2000
_NEAR = 42  # characters between a time and the date that it belongs to

_ENGLISH_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER = {word: index for index, word in enumerate(_ENGLISH_NUMBERS, 1)}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_HAN_DAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6}
_HAN_DIGITS = {"零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}

_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_DATES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("iso", re.compile(r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")),
    ("han", re.compile(r"(?:(\d{4})年)?(\d{1,2})月(\d{1,2})[日号]")),
    ("dots", re.compile(r"(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?(?!\d)")),
    ("slash", re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?(?![\d/])")),
    (
        "day_month",
        re.compile(
            rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd"
            rf"|th)?(?: of)? {_MONTH}(?![a-z])(?:,? (\d{{4}}))?",
            re.I,
        ),
    ),
    ("month_day", re.compile(rf"\b{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?(?![\d:])(?:,? (\d{{4}}))?", re.I)),
    (
        "word",
        re.compile(
            r"\b(the day after tomorrow|today|tonight|this (?:morning|afternoon|evening)|tomorrow|yesterday"
            r"|last night)\b"
            r"|(大后天|后天|明天|明早|明晚|今天|今晚|今早|今日|明日|昨天|昨晚)",
            re.I,
        ),
    ),
    (
        "weekday",
        re.compile(r"\b(next |last |this )?(mon|tue|wed|thu|fri|sat|sun)(?:day|s|sday|nesday|rsday|urday)?\b", re.I),
    ),
    (
        "away",
        re.compile(
            rf"\b(?:(?P<count>an?|\d{{1,2}}|{'|'.join(_ENGLISH_NUMBERS)}) (?P<unit>days?"
            rf"|weeks?|fortnights?)(?: from)? (?:today|now)"
            rf"|in (?P<count2>an?|\d{{1,2}}|{'|'.join(_ENGLISH_NUMBERS)}) (?P<unit2>days?"
            rf"|weeks?|fortnights?)(?! (?:ago|old))"
            rf"|(?P<count3>an?) (?P<unit3>week) (?:tomorrow))\b|(?P<han>\d{{1,2}}|[一二两三四五六七八九十])(?P<hanunit>天"
            rf"|周|个?星期|个?礼拜)(?:以?后|之后)",
            re.I,
        ),
    ),
    (
        "day_only",
        re.compile(
            r"\bthe (\d{1,2})(?:st|nd|rd|th)\b(?! (?:of|floor|time|year|century|birthday|anniversary|street|avenue))",
            re.I,
        ),
    ),
    ("han_weekday", re.compile(r"(下下周|下周|上周|本周|这周|周|星期|礼拜)([一二三四五六日天])")),
)
_SHIFTS = {
    "the day after tomorrow": 2, "tomorrow": 1, "yesterday": -1, "last night": -1,
    "大后天": 3, "后天": 2, "明天": 1, "明早": 1, "明晚": 1, "明日": 1, "昨天": -1, "昨晚": -1,
}  # fmt: skip

_WORDS = "|".join(_ENGLISH_NUMBERS)
_TIMES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("clock", re.compile(r"(?<![\d:.])(\d{1,2})[:：](\d{2})(?![\d:])(?:\s?([ap])\.?m\b)?", re.I)),
    ("half_day", re.compile(r"(?<![\d:.,])(\d{1,2})\s?([ap])\.?m\b", re.I)),
    ("past", re.compile(rf"\b(half|quarter|ten|five|twenty) (past|to) ({_WORDS}|\d{{1,2}})\b", re.I)),
    ("spelled", re.compile(rf"\b(?:at|after|by|before|from|until|till|around|about|past|since|towards) ({_WORDS})\b(?! (?:past"
        rf"|to)\b)", re.I)),
    ("bare", re.compile(r"\b(?:at|by|before|after|around) (\d{1,2})(?![\d:./%]|\s?[ap]\.?m\b| ?(?:°|percent|euro"
        r"|pound))", re.I)),
    ("half", re.compile(rf"\b(?:at |by |from |around )?half[- ](?!an?\b|the\b|of\b)({_WORDS})\b(?! (?:hours?"
        rf"|minutes?|an))", re.I)),
    ("noon", re.compile(r"\b(noon|midnight)\b", re.I)),
    ("han", re.compile(r"(?<!\d)(\d{1,2}|[一二两三四五六七八九十]{1,3})点(?!击|赞|个|餐|外卖|菜|一份|一下|开)(半"
        r"|一刻|三刻|整|(?:\d{1,2}|[一二三四五六七八九十]{1,3})分?)?")),
)  # fmt: skip
_AFTERNOON = re.compile(r"\b(?:afternoon|evening|evenings|night|tonight|dinner|pm)\b|下午|傍晚|晚|夜", re.I)
_MORNING = re.compile(r"\b(?:morning|mornings|breakfast|am)\b|早|上午|凌晨", re.I)


@dataclass(frozen=True)
class Spoken:
    """A moment that a text speaks of: where in the text, when (aware), and whether its date and time were said."""

    start: int
    end: int
    at: datetime
    has_date: bool
    has_time: bool


def _han_number(text: str) -> int | None:
    """A number below 100 in digits or Chinese numerals."""
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    if not ten:
        return _HAN_DIGITS.get(text)
    high = _HAN_DIGITS.get(tens, 0) if tens else 1
    return high * 10 + (_HAN_DIGITS.get(ones, 0) if ones else 0)


def _day(now: datetime, year: str | None, month: int, day: int) -> datetime | None:
    """That day, in the year said, or in the one that makes it nearest to now."""
    try:
        if year:
            return _midnight(now).replace(year=int(year) + (2000 if len(year) == 2 else 0), month=month, day=day)
        found = _midnight(now).replace(month=month, day=day)
        if (now - found).days > 180:
            return found.replace(year=now.year + 1)
        return found
    except ValueError:
        return None


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def _away(now: datetime, match: re.Match[str]) -> datetime | None:
    """So many days or weeks from today."""
    said = (match["count"] or match["count2"] or match["count3"] or match["han"]).lower()
    count = int(said) if said.isdecimal() else 1 if said in ("a", "an") else _NUMBER.get(said) or _han_number(said)
    unit = (match["unit"] or match["unit2"] or match["unit3"] or match["hanunit"]).lower()
    if count is None:
        return None
    days = 1 if unit.startswith("day") or unit == "天" else 14 if unit.startswith("fortnight") else 7
    return _midnight(now) + timedelta(days=count * days + (1 if match["count3"] else 0))


def _day_only(now: datetime, day: int) -> datetime | None:
    """The next day of that number."""
    for shift in range(62):
        found = _midnight(now) + timedelta(days=shift)
        if found.day == day:
            return found
    return None


def _weekday(now: datetime, index: int, shift: str) -> datetime:
    ahead = (index - now.weekday()) % 7
    if shift.startswith(("last", "上")):
        return _midnight(now) + timedelta(days=ahead - 7)
    if shift.startswith("下"):
        start = now.weekday()
        weeks = 2 if shift.startswith("下下") else 1
        return _midnight(now) + timedelta(days=7 * weeks - start + index)
    return _midnight(now) + timedelta(days=ahead)


def _dates(text: str, now: datetime, *, month_first: bool) -> Iterator[tuple[int, int, datetime, bool]]:
    for kind, pattern in _DATES:
        for match in pattern.finditer(text):
            found: datetime | None = None
            if kind in ("iso", "han"):
                found = _day(now, match[1], int(match[2]), int(match[3]))
            elif kind == "dots":
                found = _day(now, match[3], int(match[2]), int(match[1]))
            elif kind == "slash":
                first, second = int(match[1]), int(match[2])
                month, day = (first, second) if month_first else (second, first)
                found = _day(now, match[3], month, day)
            elif kind == "day_month":
                found = _day(now, match[3], _MONTHS.index(match[2].lower()) + 1, int(match[1]))
            elif kind == "month_day":
                found = _day(now, match[3], _MONTHS.index(match[1].lower()) + 1, int(match[2]))
            elif kind == "word":
                found = _midnight(now) + timedelta(days=_SHIFTS.get((match[1] or match[2]).lower(), 0))
            elif kind == "away":
                found = _away(now, match)
            elif kind == "day_only":
                found = _day_only(now, int(match[1]))
            elif kind == "weekday":
                if (
                    match[0].strip().lower() in ("sat", "sun", "wed", "mar", "may")
                    and not match[0].strip()[0].isupper()
                ):
                    continue  # "she sat in the sun" is no date
                found = _weekday(now, _DAYS.index(match[2].lower()), (match[1] or "").lower())
            else:
                found = _weekday(now, _HAN_DAYS[match[2]], match[1])
            if found is not None:
                yield match.start(), match.end(), found, kind.endswith("weekday")


def _times(text: str) -> Iterator[tuple[int, int, int, int]]:
    """Times of day: start, end, hour, minute; the part of the day is taken from the words around."""
    for kind, pattern in _TIMES:
        for match in pattern.finditer(text):
            said = _clock(kind, match)
            if said is None:
                continue
            hour, minute, sure = said
            around = text[max(0, match.start() - 24) : match.end() + 16]
            if not sure and hour < 12 and _AFTERNOON.search(around) and not _MORNING.search(around):
                hour += 12
            if hour < 24 and minute < 60:
                yield match.start(), match.end(), hour, minute


def _clock(kind: str, match: re.Match[str]) -> tuple[int, int, bool] | None:
    """Hour, minute, and whether morning or afternoon is settled."""
    if kind == "clock":
        hour, half = int(match[1]), (match[3] or "").lower()
        # Two digits, or an hour past noon, are the 24-hour clock.
        return _halved(hour, half), int(match[2]), bool(half) or len(match[1]) == 2
    if kind == "half_day":
        return _halved(int(match[1]), match[2].lower()), 0, True
    if kind == "past":
        hour = _NUMBER.get(match[3].lower()) or int(match[3]) if not match[3].isalpha() else _NUMBER[match[3].lower()]
        minutes = {"half": 30, "quarter": 15, "ten": 10, "five": 5, "twenty": 20}[match[1].lower()]
        if match[2].lower() == "to":
            return (hour - 1) % 24, 60 - minutes, False
        return hour, minutes, False
    if kind == "spelled":
        return _NUMBER[match[1].lower()], 0, False
    if kind == "bare":
        return int(match[1]), 0, False
    if kind == "half":
        return _NUMBER[match[1].lower()], 30, False
    if kind == "noon":
        return (12, 0, True) if match[1].lower() == "noon" else (0, 0, True)
    han_hour = _han_number(match[1])
    rest = (match[2] or "").rstrip("分")
    fixed = {"": 0, "整": 0, "半": 30, "一刻": 15, "三刻": 45}
    han_minute = fixed[rest] if rest in fixed else _han_number(rest)
    return None if han_hour is None or han_minute is None else (han_hour, han_minute, False)


def _halved(hour: int, half: str) -> int:
    if half == "p" and hour < 12:
        return hour + 12
    return 0 if half == "a" and hour == 12 else hour


def _separate(spans: list[tuple[int, int, datetime, bool]]) -> list[tuple[int, int, datetime]]:
    """Without those that lie within an earlier (more exact) kind."""
    kept: list[tuple[int, int, datetime]] = []
    for start, end, day, weekday in spans:
        slack = 4 if weekday else 0  # the weekday that stands beside a date says no more than the date
        if all(end + slack <= other[0] or start >= other[1] + slack for other in kept):
            kept.append((start, end, day))
    return sorted(kept, key=lambda span: span[0])


def spoken(text: str, now: datetime, *, month_first: bool = False) -> list[Spoken]:
    """The moments that a text speaks of, in its order.

    `now` is aware; a time without a date is today, or tomorrow when it is past. `month_first` reads 4/15 as April.
    """
    text = text[:LONGEST]
    dates = _separate(list(_dates(text, now, month_first=month_first)))
    taken: set[int] = set()
    times: list[tuple[int, int, int, int]] = []
    for found in _times(text):
        if all(found[1] <= other[0] or found[0] >= other[1] for other in times):
            times.append(found)
    result: list[Spoken] = []
    for start, end, hour, minute in sorted(times):
        near = [(_gap(start, end, date), index) for index, date in enumerate(dates)]
        gap, index = min(near, default=(_NEAR + 1, -1))
        if dates and gap <= (_NEAR if len(dates) > 1 else LONGEST):
            taken.add(index)
            first, last, day = dates[index]
            at = day.replace(hour=hour, minute=minute)
            result.append(Spoken(min(start, first), max(end, last), at, True, True))
            continue
        at = _midnight(now).replace(hour=hour, minute=minute)
        if at < now - timedelta(minutes=1):
            at += timedelta(days=1)
        result.append(Spoken(start, end, at, False, True))
    result += [Spoken(first, last, day, True, False) for i, (first, last, day) in enumerate(dates) if i not in taken]
    return sorted(result, key=lambda one: one.start)


def _gap(start: int, end: int, date: tuple[int, int, datetime]) -> int:
    """Characters between a time and a date; a date that stands before is a little nearer."""
    return start - date[1] if date[1] <= start else max(0, date[0] - end) + 6


def clock_in(text: str) -> tuple[int, int] | None:
    """The first time of day that a sentence names, or None."""
    found = min(_times(text[:LONGEST]), default=None)
    if found is None:
        return None
    hour = found[2]
    if hour < 12 and _AFTERNOON.search(text) and not _MORNING.search(text):
        hour += 12
    return hour, found[3]
