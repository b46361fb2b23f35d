"""`proactdroid undo`: put back what a run changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from agent.consent import Policy, decide
from agent.proposal import Proposal
from agent.trace import read_trace
from api_pool import Executor, Session, StepResult
from api_pool.functions import default_pool
from api_pool.links import load_links
from device import BadInput
from proactdroid.cli.output import Exit, emit, out
from proactdroid.cli.terminal import terminal_answer
from proactdroid.phones import phone


def steps_of(folder: Path) -> list[StepResult]:
    """All calls that a run executed, in order. Raises BadInput where there is no run, or its trace was changed."""
    return [step for event in read_trace(folder) if event.get("event") == "moment" for step in _steps(event)]


def _steps(event: dict[str, Any]) -> Iterator[StepResult]:
    """The steps of a moment. What depends on wall time (facts whose names end in `_ms`) lies apart in the trace."""
    walls = event.get("wall", {}).get("steps", [])
    for number, record in enumerate(event.get("steps", [])):
        whole = {**record, "before": dict(record.get("before", {})), "after": dict(record.get("after", {}))}
        for key, value in (walls[number] if number < len(walls) else {}).items():
            part, dot, name = key.partition(".")
            if dot and part in ("before", "after"):
                whole[part][name] = value
            elif not dot:
                whole[key] = value
        try:
            yield StepResult.model_validate(whole)
        except ValidationError as error:
            raise BadInput(f"a step of the trace cannot be read: {error}", mend="was it changed by hand?") from error


def undo(
    run: Annotated[Path, typer.Argument(help="The folder of a run.")],
    step: Annotated[int | None, typer.Argument(help="Only this step (as listed, from 1).", min=1)] = None,
    device: Annotated[str, typer.Option(help="sim, auto or a serial.")] = "sim",
    adb_port: Annotated[int | None, typer.Option(help="The adb server's port.", min=1, max=65535)] = None,
    ui: Annotated[str, typer.Option(help="adb or uiautomator2.")] = "adb",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Consent without being asked: your word.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="Only list the steps.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Put back what a run changed: one step, or all that can be undone, the last first.

    Example: proactdroid undo runs/20260311-063000-ab12 3 --device auto
    """
    steps = steps_of(run)
    if listed:
        rows = [_row(number, one) for number, one in enumerate(steps, 1)]
        _tell({"steps": rows}, rows, as_json)
        return
    if step is not None and step > len(steps):
        raise BadInput(f"the run has {len(steps)} steps, no step {step}", mend="see --list")
    chosen = [steps[step - 1]] if step is not None else [one for one in steps if one.undoable]
    if not chosen:
        raise BadInput("nothing in this run can be undone", mend="see --list")
    pool = default_pool()
    with phone(device, adb_port) as connected:
        calls = tuple(dict.fromkeys(one.call.canonical() for one in chosen))
        proposal = Proposal(
            intent=f"Undo {len(chosen)} step(s), the last first:",
            calls=tuple(next(one.call for one in chosen if one.call.canonical() == call) for call in calls),
        )
        consent = decide(proposal, policy=Policy.ASK, pool=pool, now_ms=connected.now_ms(), ask=terminal_answer(yes))
        if consent.grant is None:
            raise typer.Exit(Exit.NEGATIVE)
        done = Executor(Session(connected, ui, load_links()), pool).undo(chosen, consent.grant)
    rows = [_row(steps.index(source) + 1, one) for source, one in zip(reversed(chosen), done, strict=True)]
    _tell({"undone": rows}, rows, as_json)
    if any(one.status == "unsupported" for one in done):
        raise typer.Exit(Exit.UNSUPPORTED)
    if any(one.status != "verified" for one in done):
        raise typer.Exit(Exit.NEGATIVE)


def _tell(document: dict[str, Any], rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        emit(document)
        return
    for row in rows:
        out.print(_line(row), markup=False)


def _row(number: int, one: StepResult) -> dict[str, Any]:
    return {"step": number, "call": str(one.call), "status": one.status, "why": one.why, "undoable": one.undoable}


def _line(row: dict[str, Any]) -> str:
    can = " (can be undone)" if row["undoable"] else ""
    return f"{row['step']:3d}  {row['status']}: {row['call']}: {row['why']}{can}"
