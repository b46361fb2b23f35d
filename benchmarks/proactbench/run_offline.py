"""One call for the whole offline run: read, resume, evaluate, write, report."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.proactbench.assistants import Assistant, assistant
from benchmarks.proactbench.attempts import Patience
from benchmarks.proactbench.errors import BadData
from benchmarks.proactbench.judge import Judge
from benchmarks.proactbench.offline import OfflineRun, Progress, jobs
from benchmarks.proactbench.records import Dialogue, read_rows
from benchmarks.proactbench.trace import Settings, Trace, sha256


@dataclass(frozen=True)
class OfflineOrder:
    """What an offline run is asked for; models are `assistant` specs, each with the URL of its end point or None."""

    dialogues: Path
    out: Path
    model: tuple[str, str | None]
    judges: tuple[tuple[str, str | None], ...]
    system: str | None = None
    recovery_instruction: bool = False
    patience: Patience = field(default_factory=Patience)
    concurrency: int = 8
    seed: int | None = None
    limit: int | None = None
    again: bool = False


async def run_offline(order: OfflineOrder, progress: Progress | None = None) -> dict[str, Any]:
    """Evaluate, write the run's files and give the report as plain data. Raises BadData, RunMismatch, ModelRefused."""
    from benchmarks.proactbench import report

    rows = read_rows(order.dialogues, Dialogue)
    model = assistant(*order.model)
    judging = [assistant(*one) for one in order.judges]
    if (order.system or order.recovery_instruction) and not getattr(model, "takes_system", True):
        raise BadData(f"{model.name} has a prompt of its own", mend="leave out --system and --recovery-instruction")
    names = tuple(one.name for one in judging)
    if len(set(names)) != len(names):
        raise BadData("two judges have the same name", mend="name different models with --judge")
    settings = Settings(
        model=order.model[0],
        judges=names,
        system=order.system,
        recovery_instruction=order.recovery_instruction,
        attempts=order.patience.attempts,
        seed=order.seed,
        dialogues_sha256=sha256(order.dialogues),
        limit=order.limit,
    )
    try:
        with Trace(order.out, settings) as trace:
            judges = [Judge(one, order.patience, order.seed) for one in judging]
            run = OfflineRun(rows, model, judges, trace, order.patience, order.concurrency)
            try:
                await run.run(progress, order.again)
            finally:
                run.write()
            results = run.results()
            return {
                "run": str(order.out),
                "accounting": report.accounting(trace, jobs(rows, order.limit)),
                "scores": report.scores(results) if results else None,
                "judges": report.judges(trace),
            }
    finally:
        for one in (model, *judging):
            await close(one)


async def close(model: Assistant) -> None:
    """Close a back end that can be closed."""
    closing = getattr(model, "close", None)
    if closing is not None:
        await closing()
