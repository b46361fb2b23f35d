"""The audit's second stage: the answers' calls really run and are proved on a phone staged with the record, and a
no-action record shows what makes its other half's calls unwanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.proactive_mobile.replay import Replay
from benchmarks.proactive_mobile.replay_phones import simulated_phones
from benchmarks.proactive_mobile.replay_worker import Replayed
from benchmarks.records.audit import Fault, own_text
from benchmarks.records.concrete import concrete_calls
from benchmarks.records.model import Record


@dataclass
class Execution:
    """What executing found: answers run, calls proved, and the faults."""

    answers: int = 0
    calls: int = 0
    proved: int = 0
    faults: list[Fault] = field(default_factory=list)


def execute(
    records: Sequence[Record], folder: Path, *, workers: int = 4, progress: Callable[[Replayed], None] | None = None
) -> Execution:
    """Run every answer of the needed records on simulated phones. `folder` keeps the journal, so that a killed check
    goes on."""
    found = Execution()
    singles: list[Record] = []
    for record in records:
        found.faults += _needless(record, records)
        for number, answer in enumerate(record.answers):
            singles.append(record.model_copy(update={"id": f"{record.id}#{number}", "answers": (answer,)}))
    if not singles:
        return found
    calls = {single.id: list(concrete_calls(single.answers[0], single)) for single in singles}
    with simulated_phones(min(workers, len(singles)), {"textual": False, "fixed_calls": calls}) as phones:
        results = Replay(singles, folder, progress=progress).run(phones)
    for single, result in zip(singles, results, strict=True):
        found.answers += 1
        found.calls += len(result.steps)
        found.proved += sum(step.status == "verified" for step in result.steps)
        if result.answer != "accept":
            found.faults.append(
                Fault(single.id, "consent", f"its own calls were not taken for right ({result.answer})")
            )
        elif not result.verified:
            step = next(step for step in result.steps if step.status != "verified")
            found.faults.append(Fault(single.id, "execution", f"{step.call}: {step.status}: {step.why}"))
    return found


def _needless(record: Record, records: Sequence[Record]) -> list[Fault]:
    """What makes the need go away must be seen: without noise, a no-action record reads otherwise than its other half."""
    if record.needed or record.pair is None:
        return []
    other = next((one for one in records if one.pair == record.pair and one.needed), None)
    if other is not None and own_text(other) == own_text(record):
        return [Fault(record.id, "needless", "it reads like its needed half: its answers would be wanted here too")]
    return []
