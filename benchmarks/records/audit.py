"""The audit's first stage: rules for each record and for the whole set."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from api_pool import SCENARIOS, Pool
from benchmarks.proactive_mobile.best_match import best_match
from benchmarks.proactive_mobile.scorer import frame_of
from benchmarks.records.concrete import concrete_calls
from benchmarks.records.model import DIMENSIONS, HELD_OUT, Record
from benchmarks.records.read_text import read_record

_CHINESE = re.compile(r"[一-鿿]")
_CODE = re.compile(r"https?://\S+|\d{4,}|[A-Z]{1,3}\d{3,}\w*")
_SLOT = re.compile(r"\{[\w.: +-]*\}")
MAX_UNREAD = 0.5  # the share of a dimension's own lines that no rule needs to read (free events, wishes)


@dataclass(frozen=True)
class Fault:
    """What a rule found. `record` is empty for a fault of the whole set."""

    record: str
    rule: str
    why: str


@dataclass
class Auditor:
    """Checks records one by one and then the set. `noise` bounds the noise ratio; None where it is not checked."""

    pool: Pool
    noise: tuple[float, float] | None = (4.5, 21.0)
    faults: list[Fault] = field(default_factory=list)
    _splits: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _texts: dict[int, str] = field(default_factory=dict)
    _pairs: dict[str, list[tuple[bool, str]]] = field(default_factory=lambda: defaultdict(list))
    _ids: Counter[str] = field(default_factory=Counter)
    _needless: int = 0

    def check(self, record: Record) -> list[Fault]:
        """The faults of one record."""
        found = [Fault(record.id, rule, why) for rule, why in self._rules(record)]
        self._ids[record.id] += 1
        self._needless += not record.needed
        if record.recipe and record.split:
            self._splits[record.recipe].add(record.split)
        text = hash((record.profile, record.phone, record.world, record.trace))
        if text in self._texts:
            found.append(Fault(record.id, "twin", f"same text as {self._texts[text]}"))
        self._texts[text] = record.id
        if record.pair:
            self._pairs[record.pair].append((record.needed, own_text(record)))
        self.faults += found
        return found

    def _rules(self, record: Record) -> Iterable[tuple[str, str]]:
        if record.scenario and record.scenario not in SCENARIOS:
            yield "scenario", f"{record.scenario!r} is no scenario"
        if (record.split == "ood") != (record.scenario in HELD_OUT) and record.split is not None:
            yield "split", f"{record.scenario} in {record.split}"
        for dimension in DIMENSIONS:
            if not record.steps(dimension):
                yield "empty", f"{dimension} says nothing"
        if self.noise and record.noise_ratio is not None and not self.noise[0] <= record.noise_ratio <= self.noise[1]:
            yield "noise", f"{record.noise_ratio} times the information"
        yield from _unfilled(record)
        yield from self._answers(record)
        yield from _reading(record)

    def _answers(self, record: Record) -> Iterable[tuple[str, str]]:
        seen: set[str] = set()
        text = "\n".join(line for dimension in DIMENSIONS for line in record.lines(dimension))
        for number, answer in enumerate(record.answers):
            where = f"answer {number + 1}"
            if not answer.intent.strip():
                yield "intent", f"{where} says nothing"
            if record.language == "zh" and not _CHINESE.search(answer.intent):
                yield "language", f"{where} is not in Chinese: {answer.intent!r}"
            calls = concrete_calls(answer, record)
            for call in calls:
                for problem in self.pool.problems(call):
                    yield "schema", f"{where}: {call.name}: {problem}"
                for value in map(str, call.arguments.values()):
                    for code in _CODE.findall(value):
                        if not re.match(r"\d{4}\b|20\d\d", code) and code not in text:
                            yield "ungrounded", f"{where}: {code!r} stands nowhere in the context"
            if not best_match(calls, [answer], frame_of(record)).same:
                yield "matcher", f"{where} is not met by its own concrete calls"
            key = "; ".join(sorted(call.canonical() for call in calls))
            if key in seen:
                yield "twins", f"{where} is the same as another"
            seen.add(key)

    def finish(self) -> list[Fault]:
        """The faults of the whole set; call it after the last record."""
        found = [Fault("", "ids", f"{name} comes {count} times") for name, count in self._ids.items() if count > 1]
        found += [Fault("", "leak", f"recipe {name} is in {', '.join(sorted(sides))}")
                  for name, sides in self._splits.items() if len(sides) > 1]  # fmt: skip
        for name, halves in self._pairs.items():
            if len(halves) == 2 and (halves[0][0] == halves[1][0] or halves[0][1] == halves[1][1]):
                found.append(Fault("", "pair", f"{name}: the halves do not differ as they should"))
        total = self._ids.total()
        if total >= 500 and not 0.25 <= self._needless / total <= 0.45:
            found.append(Fault("", "share", f"{self._needless / total:.0%} need nothing; 25 to 45 % should"))
        self.faults += found
        return found


def own_text(record: Record) -> str:
    """A record's text without its noise: what its truth must be seen in."""
    bare = record.with_noise(0)
    return "\n\n".join("\n".join(map(str, bare.steps(dimension))) for dimension in DIMENSIONS)


def _unfilled(record: Record) -> Iterable[tuple[str, str]]:
    """No slot of a recipe or of the noise stays without its word, in the text or in what is said to the user."""
    texts = [line for dimension in DIMENSIONS for line in record.lines(dimension)]
    for text in (*texts, *(answer.intent for answer in record.answers)):
        if slot := _SLOT.search(text):
            yield "unfilled", f"{slot[0]} in {text[:80]!r}"
            return


def _reading(record: Record) -> Iterable[tuple[str, str]]:
    """The text must say what the record's fields say: its moment, and enough that can be read."""
    read = read_record(record.model_copy(update={"frame_ms": None, "timezone": None}))
    if record.frame_ms is not None and int(read.now.timestamp() * 1000) != record.frame_ms:
        yield "moment", f"the world says {read.now:%Y-%m-%d %H:%M %Z}, the record another time"
    if read.state.battery_percent is None:
        yield "battery", "the phone's text tells no battery level"
    unread = read.unread.get("phone", [])
    if len(unread) > MAX_UNREAD * len(record.lines("phone")):
        yield "unread", f"{len(unread)} lines of the phone are not understood, e.g. {unread[0][:80]!r}"


def audit(records: Sequence[Record], pool: Pool, noise: tuple[float, float] | None = (4.5, 21.0)) -> list[Fault]:
    """Stage one on a whole set."""
    auditor = Auditor(pool, noise)
    for record in records:
        auditor.check(record)
    auditor.finish()
    return auditor.faults
