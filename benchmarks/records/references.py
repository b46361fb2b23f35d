"""Five small reference predictors, frozen: a record's difficulty is how many of them are right.

They share one table of rules and differ in how they use it: how far back they look, whether the user's own words must
support a proposal, and whether they heed signs that a thing is done. They know no recipe and are no part of the agent.
"""

from __future__ import annotations

from dataclasses import dataclass

from api_pool import Call
from benchmarks.records.model import Difficulty, Prediction, Record
from benchmarks.records.reference_rules import DONE, RULES, Looked, look


@dataclass(frozen=True)
class Reference:
    """A predictor: it looks at the `recent` newest lines of the trace (0: none but the device status)."""

    name: str
    recent: int
    profile: bool
    heeds: bool

    def __call__(self, record: Record) -> Prediction:
        """Predict."""
        return self.predict(record, look(record), {})

    def predict(self, record: Record, seen: Looked, known: dict[tuple[int, str], tuple[Call, ...]]) -> Prediction:
        """Predict from what was looked at; `known` keeps what a rule made of a line, for all who ask again."""
        for line in seen.trace[: self.recent] + seen.status:
            if self.heeds and DONE.search(line):
                break
            for number, rule in enumerate(RULES):
                if self.profile and not rule.wished(seen):
                    continue
                if (number, line) not in known:
                    known[number, line] = rule.calls(line, seen)
                if calls := known[number, line]:
                    return Prediction(id=record.id, intent=rule.function, calls=calls, model=self.name)
        return Prediction(id=record.id, model=self.name)


REFERENCES: tuple[Reference, ...] = (
    Reference("ref-eager", recent=3, profile=False, heeds=False),
    Reference("ref-careful", recent=3, profile=False, heeds=True),
    Reference("ref-profile", recent=6, profile=True, heeds=False),
    Reference("ref-strict", recent=2, profile=True, heeds=True),
    Reference("ref-status", recent=0, profile=False, heeds=True),
)


def right_count(record: Record) -> int:
    """How many of the five are right."""
    from benchmarks.proactive_mobile.scorer import score_record

    seen, known = look(record), dict[tuple[int, str], tuple[Call, ...]]()
    return sum(score_record(record, one.predict(record, seen, known)).right for one in REFERENCES)


def difficulty(record: Record) -> Difficulty:
    """L1: four or five of the five are right; L2: two or three; L3: none or one (the paper's grades)."""
    right = right_count(record)
    return "L1" if right >= 4 else "L2" if right >= 2 else "L3"
