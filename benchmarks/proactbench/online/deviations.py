"""How stored dialogues keep the protocol, without their blueprints: windows, counts, word limits, length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from benchmarks.proactbench.online.planning import LEAST_TOTAL, LEAST_TURNS, PER_TYPE, TOTAL, TURNS, WINDOWS
from benchmarks.proactbench.online.rules import Breach, Seen
from benchmarks.proactbench.online.styles import STYLES, word_count
from benchmarks.proactbench.records import Dialogue, TriggerType


def deviations(dialogue: Dialogue) -> list[Seen]:
    """Every rule that a stored dialogue visibly breaks (the published rows were only instructed to keep them)."""
    return [*_triggers(dialogue), *_messages(dialogue)]


def _triggers(dialogue: Dialogue) -> Iterator[Seen]:
    turns = [one.turn for one in dialogue.trigger_points]
    counts = Counter(one.evaluation_rubric.type for one in dialogue.trigger_points)
    for one in dialogue.trigger_points:
        kind = one.evaluation_rubric.type
        first, last = WINDOWS[kind]
        if not first <= one.turn <= last:
            what = f"{kind.value} at turn {one.turn}; its window is {first} to {last}"
            yield Seen(Breach.OUTSIDE_WINDOW, one.turn, "planner", what)
        if one.turn - 1 in turns:
            yield Seen(Breach.CONSECUTIVE, one.turn, "planner", f"triggers at turns {one.turn - 1} and {one.turn}")
    end = dialogue.num_turns_completed
    for kind in TriggerType:
        if counts[kind] > PER_TYPE:
            yield Seen(Breach.TYPE_FULL, end, "planner", f"{counts[kind]} {kind.value} triggers")
        if not counts[kind]:
            yield Seen(Breach.TOO_FEW_TRIGGERS, end, "planner", f"no {kind.value} trigger")
    if not LEAST_TOTAL <= len(turns) <= TOTAL:
        name = Breach.TOTAL_FULL if len(turns) > TOTAL else Breach.TOO_FEW_TRIGGERS
        yield Seen(name, end, "planner", f"{len(turns)} triggers; {LEAST_TOTAL} to {TOTAL} are right")
    if not LEAST_TURNS <= end <= TURNS:
        yield Seen(Breach.STOPPED_EARLY, end, "planner", f"{end} turns; {LEAST_TURNS} to {TURNS} are right")


def _messages(dialogue: Dialogue) -> Iterator[Seen]:
    style = STYLES.get(dialogue.style_combination_index)
    for record in dialogue.turn_records:
        number = word_count(record.user_message)
        if style is not None and not style.least <= number <= style.most:
            what = f"{number} words; style {style.index} has {style.least} to {style.most}"
            yield Seen(Breach.WORD_LIMIT, record.turn, "user_agent", what)
