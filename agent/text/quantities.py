"""Amounts, head counts, durations, links and tracking numbers in people's text. Linear time; never raises."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

LONGEST = 2000
_CURRENCY = r"EUR|USD|GBP|CHF|CNY|RMB|[€$£¥￥]"
_VALUE = r"\d{1,7}(?:[.,]\d{3}){0,2}(?:[.,]\d{1,2})?"
_AMOUNTS = re.compile(
    rf"(?P<before>{_CURRENCY})\s?(?P<value>{_VALUE})(?![\d])"
    rf"|(?<![\d.,])(?P<number>{_VALUE})\s?(?P<after>{_CURRENCY}|euros?|dollars?|pounds?|元|块)",
    re.IGNORECASE,
)
_LINK = re.compile(r"https?://[^\s<>\"'，。！？、（）]{3,500}")
_COUNT_WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "both": 2,
    "一": 1, "两": 2, "俩": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
}  # fmt: skip
_EN_COUNT = r"(two|three|four|five|six|seven|eight|nine|ten|\d{1,2})"
_PARTY = (
    re.compile(rf"\b(?:table|reservation|seats?|booking) for {_EN_COUNT}\b(?!:|\s?[ap]m)", re.I),
    re.compile(
        rf"\bfor {_EN_COUNT}(?= (?:people|persons|guests|of us|tomorrow|tonight|today|on|this|next|at)\b"
        rf"|[.,?!]|$)",
        re.I,
    ),
    re.compile(rf"\b(?:just |all )?(?:the )?{_EN_COUNT} of (?:us|you|them)\b", re.I),
    re.compile(rf"\bus {_EN_COUNT}\b|\bwe(?:'re| are| will be|'ll be) {_EN_COUNT}\b(?!:)", re.I),
    re.compile(rf"\b{_EN_COUNT} (?:people|persons|guests|adults)\b", re.I),
    re.compile(r"([一两俩二三四五六七八九十]|\d{1,2})\s?(?:个人|人|位)(?!子|置)"),
    re.compile(r"(?:我们|咱们|咱)(俩|[两二三四五六七八九十])"),
)
_MINUTES = re.compile(
    r"(?<![\d.])(\d{1,4})\s?(hours?|hrs?|h|minutes?|mins?|min|seconds?|个?小时|分钟|秒)(?![a-z])", re.IGNORECASE
)
_TRACKING = re.compile(r"(?<![A-Za-z0-9])(?=[A-Z0-9]*\d{6})[A-Z]{0,4}\d[A-Z0-9]{7,33}(?![A-Za-z0-9])")
_MEETING_HOSTS = (
    "zoom.us", "meet.google.com", "teams.microsoft.com", "teams.live.com", "webex.com", "meeting.tencent.com",
    "whereby.com", "meet.jit.si", "gotomeeting.com", "feishu.cn", "dingtalk.com",
)  # fmt: skip


def amounts(text: str) -> list[str]:
    """Amounts of money as written, with their currency, in the order of the text."""
    return [match[0].strip() for match in _AMOUNTS.finditer(text[:LONGEST])]


def value_of(amount: str) -> float | None:
    """The number of an amount: 84.20, 1,299.00 and 1.299,00 are read, the last mark being the decimal one."""
    found = re.search(_VALUE, amount[:60])
    if found is None:
        return None
    digits = found[0]
    mark = max(digits.rfind("."), digits.rfind(","))
    if mark >= 0 and len(digits) - mark - 1 in (1, 2):
        whole, part = digits[:mark], digits[mark + 1 :]
    else:
        whole, part = digits, "0"
    return float(f"{re.sub(r'[.,]', '', whole) or '0'}.{part}")


_SENTENCE = re.compile(
    r"(?:\b(?:Dr|Drs|Mr|Mrs|Ms|Prof|St|No|Nr|approx|ca|z\.B|e\.g)\.|\.(?=\S)|[^.。!！\n])+", re.IGNORECASE
)


def first_sentence(text: str) -> str:
    """A text up to where its first sentence ends; the dot of "Dr." or within "10.30" ends none."""
    match = _SENTENCE.search(text[:LONGEST])
    return match[0].strip(" .") if match is not None else ""


def party_size(text: str) -> int | None:
    """How many people a text speaks of, or None."""
    text = text[:LONGEST]
    for pattern in _PARTY:
        if (match := pattern.search(text)) is not None:
            word = next(group for group in match.groups() if group)
            count = int(word) if word.isdecimal() else _COUNT_WORDS.get(word.lower())
            if count is not None and 1 <= count <= 30:
                return count
    return None


def minutes_in(text: str) -> float | None:
    """The first duration that a text names, in minutes, or None."""
    match = _MINUTES.search(text[:LONGEST])
    if match is None:
        return None
    unit = match[2].lower()
    if unit.startswith("h") or unit.endswith("小时"):
        return int(match[1]) * 60.0
    return int(match[1]) / 60.0 if unit.startswith("s") or unit == "秒" else float(match[1])


def links(text: str) -> list[str]:
    """Web addresses in a text, without the punctuation after them."""
    return [match[0].rstrip(".,;:!?)]}") for match in _LINK.finditer(text[:LONGEST])]


def meeting_link(text: str) -> str | None:
    """The first address of an online meeting in a text, or None."""
    for link in links(text):
        try:
            host = urlsplit(link).hostname or ""
        except ValueError:
            continue
        if any(host == known or host.endswith("." + known) for known in _MEETING_HOSTS):
            return link
    return None


def tracking_number(text: str) -> str | None:
    """The first thing in a text that looks like a parcel's tracking number, or None."""
    match = _TRACKING.search(text[:LONGEST])
    return match[0] if match else None
