"""False triggers over simulated weeks: days lived one after the other, their figures with intervals, resumable."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from agent.journal import journal_entries
from agent.moment import Moment
from benchmarks.proactive_mobile.intervals import Interval, clustered_bootstrap
from benchmarks.proactive_mobile.moments import Judged, Window
from benchmarks.statistics import Rate, quantile, rate
from device import BadInput


class DayKey(BaseModel):
    """Which day of a soak: whose, what, with which seed."""

    model_config = ConfigDict(frozen=True)

    number: int
    persona: str
    day: str
    seed: int

    @property
    def name(self) -> str:
        """Unique within a soak."""
        return f"{self.persona}/{self.number:03d}"


class LivedMoment(BaseModel):
    """A moment with its verdict, and what was said."""

    time_ms: int
    verdict: str
    window: str | None = None
    answer: str | None = None
    intent: str = ""
    calls: list[dict[str, Any]] = []
    invalid: bool = False
    topic: str = ""
    text: str = ""
    open_windows: list[str] = []
    verified: bool | None = None


class LivedDay(BaseModel):
    """One day as it was lived: what the figures, the plot and the exported records are made from."""

    key: DayKey
    model: str
    timezone: str
    contacts: dict[str, list[str]]
    moments: list[LivedMoment]
    windows: list[Window]
    wall_s: float = 0.0
    problems: list[str] = []


def plan(days: int, personas: Sequence[str], days_of: dict[str, list[str]], seed: int) -> list[DayKey]:
    """Which days are lived: for each persona its days in turn (five working days, two of the weekend), each with a seed
    of its own. Raises BadInput for a persona without days."""
    found = []
    for persona in personas:
        own = days_of.get(persona, [])
        if not own:
            raise BadInput(f"no day of persona {persona!r}", mend=f"one of {', '.join(sorted(days_of))}, or all")
        work = [day for day in own if "weekend" not in day] or own
        free = [day for day in own if "weekend" in day] or own
        for number in range(days):
            choices = free if number % 7 >= 5 else work
            drawn = random.Random(f"{seed}/{persona}/{number}").randrange(1, 2**31)
            found.append(DayKey(number=number, persona=persona, day=choices[number % len(choices)], seed=drawn))
    return found


class SoakJournal:
    """Days as they are done, one a line; a half-written last line is cut off when it is opened."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "days.jsonl"
        folder.mkdir(parents=True, exist_ok=True)
        self.days: dict[str, LivedDay] = {}
        if self.path.exists():
            self.days = {day.key.name: day for day in journal_entries(self.path, LivedDay.model_validate_json)}

    def add(self, day: LivedDay) -> None:
        """Keep a day, flushed."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(day.model_dump_json() + "\n")
        self.days[day.key.name] = day


def lived(moment: Moment, judged: Judged, open_windows: list[str], text: str = "") -> LivedMoment:
    """What is kept of a moment."""
    proposal = moment.proposal
    return LivedMoment(
        time_ms=moment.time_ms, verdict=judged.verdict, window=judged.window, answer=judged.answer,
        intent=proposal.intent if proposal else "", calls=[call.model_dump() for call in proposal.calls] if proposal else [],
        invalid=moment.invalid is not None, topic=proposal.subject if proposal else "", text=text,
        open_windows=open_windows,
        verified=all(step.status == "verified" for step in moment.steps) if moment.steps else None,
    )  # fmt: skip


class SoakScores(BaseModel):
    """The figures of a soak. Intervals `by_day` are bootstrap intervals over days; nagging: proposals about a window that
    was served or refused before; `after_no`: false triggers within four hours after a refusal, of all no-action moments
    then; `before_no`: the same in the other no-action moments."""

    model_config = ConfigDict(frozen=True)

    days: int
    moments: int
    windows: int
    sr: Rate
    ftr: Rate
    precision: Rate
    misses: Rate
    invalid: Rate
    executed_sr: Rate
    sr_by_day: Interval
    ftr_by_day: Interval
    false_triggers_a_day: Interval
    time_to_act_s: float | None
    time_to_act_p90_s: float | None
    nagging: Rate
    after_no: Rate
    before_no: Rate
    by_persona: dict[str, dict[str, Rate]]
    series: list[dict[str, Any]]


def soak_scores(days: Sequence[LivedDay]) -> SoakScores:
    """The figures of days."""
    counts = [_counts(day) for day in days]
    total = {name: sum(one[name] for one in counts) for name in counts[0]} if counts else dict.fromkeys(_NAMES, 0)
    names = [day.key.name for day in days]
    waits = [(w.calls_at - w.from_ms) / 1000 for day in days for w in day.windows
             if w.state == "served" and w.calls_at is not None]  # fmt: skip

    def interval(top: str, bottom: str | None) -> Interval:
        pairs = {n: (float(c[top]), float(c[bottom]) if bottom else 1.0) for n, c in zip(names, counts, strict=True)}
        return clustered_bootstrap(pairs)

    personas = sorted({day.key.persona for day in days})
    by_persona = {}
    for persona in personas:
        own = [c for day, c in zip(days, counts, strict=True) if day.key.persona == persona]
        part = {name: sum(one[name] for one in own) for name in _NAMES}
        by_persona[persona] = {"sr": rate(part["served"], part["windows"]), "ftr": rate(part["false"], part["idle"])}
    return SoakScores(
        days=len(days), moments=total["moments"], windows=total["windows"],
        sr=rate(total["served"], total["windows"]), ftr=rate(total["false"], total["idle"]),
        precision=rate(total["right"], total["proposals"]), misses=rate(total["missed"], total["windows"]),
        invalid=rate(total["invalid"], total["moments"]), executed_sr=rate(total["verified"], total["windows"]),
        sr_by_day=interval("served", "windows"), ftr_by_day=interval("false", "idle"),
        false_triggers_a_day=interval("false", None), time_to_act_s=quantile(waits, 0.5),
        time_to_act_p90_s=quantile(waits, 0.9), nagging=rate(total["nagging"], total["proposals"]),
        after_no=rate(total["after_false"], total["after_idle"]),
        before_no=rate(total["false"] - total["after_false"], total["idle"] - total["after_idle"]),
        by_persona=by_persona,
        series=[{"day": day.key.name, "false_triggers": c["false"], "served": c["served"], "windows": c["windows"],
                 "proposals": c["proposals"]} for day, c in zip(days, counts, strict=True)],
    )  # fmt: skip


_NAMES = ("moments", "windows", "served", "missed", "idle", "false", "proposals", "right", "invalid", "verified", "nagging",
          "after_idle", "after_false")  # fmt: skip
_REST_MS = 4 * 3_600_000


def _counts(day: LivedDay) -> dict[str, int]:
    idle = [moment for moment in day.moments if moment.window is None]
    spoke = [moment for moment in day.moments if moment.verdict in ("served", "wrong", "false_trigger")]
    refused: list[int] = [moment.time_ms for moment in spoke if moment.answer == "reject"]
    after = [m for m in idle if any(0 < m.time_ms - at <= _REST_MS for at in refused)]
    seen: set[str] = set()
    nagging = 0
    for moment in spoke:
        nagging += bool(moment.topic) and moment.topic in seen
        seen.add(moment.topic)
    return {
        "moments": len(day.moments), "windows": len(day.windows),
        "served": sum(window.state == "served" for window in day.windows),
        "missed": sum(window.state in ("open", "missed") for window in day.windows),
        "idle": len(idle), "false": sum(moment.verdict == "false_trigger" for moment in idle),
        "proposals": len(spoke), "right": sum(moment.verdict == "served" for moment in spoke),
        "invalid": sum(moment.invalid for moment in day.moments),
        "verified": sum(window.verified for window in day.windows), "nagging": nagging,
        "after_idle": len(after), "after_false": sum(moment.verdict == "false_trigger" for moment in after),
    }  # fmt: skip


def run_soak(
    keys: Sequence[DayKey],
    live: Callable[[DayKey], LivedDay],
    journal: SoakJournal,
    progress: Callable[[LivedDay], None] | None = None,
) -> list[LivedDay]:
    """Live the days that the journal does not have yet, in order; all of them come back.

    Raises BadInput when the journal holds a day of that name with another seed (other settings).
    """
    for key in keys:
        known = journal.days.get(key.name)
        if known is not None and known.key != key:
            raise BadInput(f"{journal.path} holds another {key.name}", mend="give another --out")
        if known is None:
            day = live(key)
            journal.add(day)
            if progress is not None:
                progress(day)
    return [journal.days[key.name] for key in keys]


def read_soak(folder: Path) -> list[LivedDay]:
    """The days of a soak. Raises BadInput where there are none."""
    if not (folder / "days.jsonl").exists():
        raise BadInput(f"no soak in {folder}", mend="give the folder of a soak")
    return sorted(SoakJournal(folder).days.values(), key=lambda day: day.key.name)


def write_scores(folder: Path, scores: SoakScores) -> None:
    """Write scores.json beside the days."""
    text = json.dumps(scores.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n"
    (folder / "scores.json").write_text(text, encoding="utf-8")
