"""The context as text for a model, in two forms of the same facts: full, and lean (what is near in time, unusual and
actionable first, within a number of tokens). Deterministic; a line is never rewritten, only left out or cut at a mark.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from agent.context import Context
from agent.describe import describe, notification_line
from agent.lexicon.messages import PROMOTION
from device.phone_state import PhoneState

LEAN_TOKENS = 1200
LINE_LENGTH = 320  # characters of a line in the lean form
_CUT = " […+{} characters]"
_HOUR_MS = 3_600_000
Count = Callable[[Sequence[str]], list[int]]  # tokens of each text

TITLES = {
    "en": ("User profile", "Device status", "World information", "Behavioural trajectory"),
    "zh": ("用户画像", "设备状态", "世界信息", "行为轨迹"),
}
_HIDDEN = {"en": "({} more lines left out)", "zh": "（另有 {} 行省略）"}
_LABELS = {
    "name": "姓名", "habit": "习惯", "place": "地点", "battery": "电量", "screen": "屏幕", "airplane mode": "飞行模式",
    "network": "网络", "position": "位置", "bluetooth": "蓝牙", "ringer": "铃声", "playing": "正在播放", "call": "通话",
    "app in front": "前台应用", "on screen": "屏幕内容", "next alarm": "下个闹钟", "event": "日程",
    "notification": "通知", "time": "时间", "holiday": "节日", "sun": "日出日落", "weather": "天气",
}  # fmt: skip
_ACTIONABLE = re.compile(
    r"\?|？|\b(?:please|can you|could you|need|bring|call|meet|pay|due|expires?|deadline|pick ?up|gate|delay|late|cancel|"
    r"confirm|reply|remind|code|tomorrow|tonight|leave|arriv|deliver|invoice|ticket|appointment)|"
    r"请|记得|麻烦|能不能|可以吗|需要|取件|快递|付款|到期|账单|会议|明天|今晚|预约|登机|延误|取消|提醒|回电|验证码|到了",
    re.IGNORECASE,
)
_CONCRETE = re.compile(r"\d{1,2}[:：]\d{2}|\d+\s?(?:%|€|\$|£|¥|元|分钟|点)|https?://|\d{4,}")
_LOUD = frozenset({"promo", "recommendation", "social", "news", "transport", "sys", "service", "progress"})
_NEAR = frozenset({"msg", "email", "event", "alarm", "reminder", "call", "missed_call", "navigation"})
_WORD = re.compile(r"[^\W_]{3,}")


@dataclass(frozen=True)
class Fact:
    """One line of the context: its dimension (0 to 3, in the order of the text) and how much it matters (0 to 1)."""

    dimension: int
    text: str
    weight: float


@dataclass(frozen=True)
class ContextText:
    """A text, its tokens by the counter that was used, and what was left out or cut, in words."""

    text: str
    tokens: int
    cut: tuple[str, ...] = ()


def estimate_tokens(text: str) -> int:
    """Tokens of a text without a tokenizer, on the high side for today's vocabularies: one for each Han or kana
    character, one for each 3 other characters of a word, one for each other sign."""
    wide = sum("\u2e80" <= char <= "\U0003ffff" for char in text)
    words = sum(math.ceil(len(word) / 3) for word in re.findall(r"[A-Za-z\u00c0-\u02ff]+|\d+", text))
    other = sum(not char.isalnum() and not char.isspace() and char < "\u2e80" for char in text)
    rest = sum(char.isalpha() and "\u0300" <= char < "\u2e80" for char in text)
    return wide + words + other + rest


def estimate_all(texts: Sequence[str]) -> list[int]:
    """The estimate for each text."""
    return [estimate_tokens(text) for text in texts]


def one_line(text: str) -> str:
    """A text on one line: white space runs become one space, what cannot be seen is written out."""
    plain = " ".join(text.split())
    return "".join(char if char.isprintable() else f"<U+{ord(char):04X}>" for char in plain)


def facts(context: Context) -> list[Fact]:
    """Every fact of the context, in the order of the text. Nothing is left out, however much there is."""
    state, zone = context.device_status, context.now.tzinfo or UTC
    words = _words_of_interest(context)
    found = [Fact(0, one_line(line), _profile_weight(line, words)) for line in context.user_profile.sentences()]
    found += [Fact(1, one_line(line), 0.95) for line in describe(_without_lists(state), zone)]
    found += _schedule(context, zone)
    found += _people(context)
    found += _notifications(context)
    found += [Fact(2, one_line(line), 1.0) for line in context.world.sentences()]
    found += _trajectory(context, zone)
    return found


def _without_lists(state: PhoneState) -> PhoneState:
    """The state without its long lists: `describe` shows only so many of each, here every one is a fact."""
    posted = state.notifications
    quiet = posted.model_copy(update={"records": ()}) if posted is not None else None
    return state.model_copy(update={"notifications": quiet, "sms": None, "calls": None, "calendar_events": None})


def _words_of_interest(context: Context) -> set[str]:
    """Words of what is new on the phone: a line of the profile that shares one matters more."""
    state = context.device_status
    texts = [f"{record.title} {record.text}" for record in state.posted[:200] if record.category not in _LOUD]
    texts += [f"{message.address} {message.body}" for message in (state.sms or ())[:20]]
    texts += [event.title or "" for event in (state.calendar_events or ())[:20]]
    return {word for text in texts for word in _WORD.findall(text[:600].casefold())}


def _profile_weight(line: str, words: set[str]) -> float:
    shared = len(words & set(_WORD.findall(line[:600].casefold())))
    return min(0.9, 0.55 + 0.1 * shared)


def _weight(text: str, age_ms: float, rarity: float, *, bonus: float = 0.0) -> float:
    """Near in time, actionable, unusual: each between 0 and 1, weighted."""
    near = math.exp(-max(age_ms, 0) / (3 * _HOUR_MS))
    head = text[:1000]
    actionable = (0.6 if _ACTIONABLE.search(head) else 0) + (0.4 if _CONCRETE.search(head) else 0)
    promoted = 0.5 if PROMOTION.search(head) else 0
    return max(0.0, min(0.94, 0.35 * near + 0.3 * actionable + 0.2 * rarity + bonus - promoted))


def _schedule(context: Context, zone: tzinfo) -> Iterator[Fact]:
    for event in context.device_status.calendar_events or ():
        if event.begin_ms is None or event.end_ms is None:
            continue
        place = f" at {event.location}" if event.location else ""
        text = f"event: {_time(event.begin_ms, zone)} to {_time(event.end_ms, zone)} {event.title}{place}"
        ahead = event.begin_ms - context.now_ms
        distance = ahead / 4 if ahead >= 0 else max(0, context.now_ms - event.end_ms)
        yield Fact(1, one_line(text), _weight(text, distance, 0.5, bonus=0.2))


def _people(context: Context) -> Iterator[Fact]:
    state = context.device_status
    senders = Counter(message.address for message in state.sms or ())
    for message in state.sms or ():
        way = "from" if message.type == "inbox" else "to"
        text = f"SMS {way} {message.address}: {message.body}"
        age = context.now_ms - (message.date_ms or context.now_ms)
        yield Fact(1, one_line(text), _weight(message.body or "", age, 1 / senders[message.address], bonus=0.1))
    for call in state.calls or ():
        text = f"{call.type or 'unknown'} call: {call.name or call.number}"
        age = context.now_ms - (call.date_ms or context.now_ms)
        yield Fact(1, one_line(text), _weight(text, age, 0.5, bonus=0.15 if call.type == "missed" else 0))


def _notifications(context: Context) -> Iterator[Fact]:
    posted = context.device_status.posted
    packages = Counter(record.package for record in posted)
    for record in posted:
        text = notification_line(record)
        bonus = {True: 0.15}.get(record.category in _NEAR, -0.3 if record.category in _LOUD else 0.0)
        age = context.now_ms - (record.posted_ms or record.when_ms or context.now_ms)
        yield Fact(1, one_line(f"notification: {text}"), _weight(text, age, 1 / packages[record.package], bonus=bonus))


def _trajectory(context: Context, zone: tzinfo) -> Iterator[Fact]:
    kinds = Counter((event.kind, event.subject) for event in context.trajectory)
    for event in context.trajectory:
        text = f"{_clock(event.time_ms, zone)} {event.kind}: {event.text}"
        bonus = -0.15 if event.kind in ("notification_removed", "notification_updated", "screen") else 0.0
        rarity = 1 / kinds[event.kind, event.subject]
        yield Fact(3, one_line(text), _weight(event.text, context.now_ms - event.time_ms, rarity, bonus=bonus))


def _time(at_ms: int, zone: tzinfo) -> str:
    try:
        return f"{datetime.fromtimestamp(at_ms / 1000, zone):%a %H:%M}"
    except (ValueError, OverflowError, OSError):
        return "at an impossible time"


def _clock(at_ms: int, zone: tzinfo) -> str:
    return _time(at_ms, zone).rpartition(" ")[2]


def full_text(context: Context, *, language: str = "en", count: Count = estimate_all) -> ContextText:
    """All facts, one dimension after the other."""
    text = _render(facts(context), {}, language)
    return ContextText(text, count([text])[0])


def lean_text(
    context: Context, *, language: str = "en", budget: int = LEAN_TOKENS, count: Count = estimate_all
) -> ContextText:
    """What matters most of the same facts, within `budget` tokens by `count`. A line is whole, or cut at a mark that
    says by how many characters; the headings say how many lines were left out."""
    known = facts(context)
    lines = [_clip(fact.text) for fact in known]
    *costs, spent = count(
        [*(_line(text, language) for text in lines), _render([], dict.fromkeys(range(4), 999), language)]
    )
    kept: list[int] = []
    seen: set[tuple[int, str]] = set()
    for index in sorted(range(len(known)), key=lambda i: (-known[i].weight, i)):
        if (known[index].dimension, lines[index]) in seen or spent + costs[index] + 1 > budget:
            continue  # the same line again says nothing new
        spent += costs[index] + 1
        kept.append(index)
        seen.add((known[index].dimension, lines[index]))
    while True:  # a text can take more tokens than its lines: the least goes
        found = _chosen(known, lines, sorted(kept), language)
        tokens = count([found.text])[0]
        if tokens <= budget or not kept:
            return ContextText(found.text, tokens, found.cut)
        kept.pop()


def _chosen(known: list[Fact], lines: list[str], kept: list[int], language: str) -> ContextText:
    chosen = [Fact(known[i].dimension, lines[i], known[i].weight) for i in kept]
    total = Counter(fact.dimension for fact in known)
    left = total - Counter(fact.dimension for fact in chosen)
    cut = [f"{left[d]} of {total[d]} lines of {TITLES['en'][d].lower()}" for d in sorted(left)]
    clipped = sum(lines[i] != known[i].text for i in kept)
    cut += [f"{clipped} lines cut at {LINE_LENGTH} characters"] if clipped else []
    return ContextText(_render(chosen, left, language), 0, tuple(cut))


def _clip(text: str) -> str:
    over = len(text) - LINE_LENGTH
    return text if over <= 0 else text[:LINE_LENGTH] + _CUT.format(over)


def _line(text: str, language: str) -> str:
    """A line with its label in the language; what stands after the label stays as it is."""
    label, colon, rest = text.partition(": ")
    known = _LABELS.get(label) if language == "zh" and colon else None
    return f"- {known}: {rest}" if known else f"- {text}"


def _render(chosen: Sequence[Fact], left: Mapping[int, int], language: str) -> str:
    parts = []
    for dimension, title in enumerate(TITLES[language]):
        lines = [_line(fact.text, language) for fact in chosen if fact.dimension == dimension]
        if left.get(dimension):
            lines.append(_HIDDEN[language].format(left[dimension]))
        parts.append("\n".join([f"## {title}", *lines]))
    return "\n\n".join(parts)
