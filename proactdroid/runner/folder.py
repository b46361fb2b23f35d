"""A run's folder: a new one, or that of a run which was killed and goes on."""

from __future__ import annotations

import fcntl
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from agent.moment import Moment
from agent.recorded import moment_of
from agent.trace import read_events, read_trace
from device import BadInput

_TRACE, _KILLED = "trace.jsonl", "trace.killed.jsonl"


def run_folder(folder: Path | None, *, resume: bool) -> Path:
    """The folder to write to, made if it is not there.

    Raises BadInput where it holds a run and `resume` is not asked for, and where there is nothing to resume.
    """
    if folder is None:
        if resume:
            raise BadInput("nothing to resume is named", mend="give the killed run's folder with --out")
        folder = Path("runs") / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
    holds = (folder / _TRACE).exists() or (folder / _KILLED).exists()
    if holds and not resume:
        raise BadInput(f"{folder} holds a run already", mend="give another --out, or --resume to go on with it")
    if resume and not (holds and (folder / "run.json").exists()):
        raise BadInput(f"{folder} holds no run", mend="give the killed run's folder with --out")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a run's folder for as long as the run lasts: two runs would write one trace. BadInput where another holds it; a
    process that is killed holds nothing any more."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(f"another run writes to {folder}", mend="give another --out, or wait for its end") from None
        yield
    finally:
        os.close(handle)


def same_run(folder: Path, facts: dict[str, Any]) -> None:
    """Raises BadInput where the folder's run.json tells of another run than `facts` (the version may differ)."""
    before: dict[str, Any] = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    asked: dict[str, Any] = json.loads(json.dumps(facts, default=str))
    others = [
        f"{key} {before.get(key)!r}"
        for key in asked
        if key not in ("version", "settings") and before.get(key) != asked[key]
    ]
    if others:
        raise BadInput(
            f"the run in {folder} has {', '.join(others)}", mend="resume it with the options it was begun with"
        )


def moments_before(folder: Path) -> list[Moment]:
    """The moments that a killed run's trace holds."""
    return [moment_of(event) for event in read_trace(folder) if event["event"] == "moment"]


def set_aside(folder: Path) -> None:
    """Put the killed run's trace aside: a day on the simulated phone is lived again from its start. Where an earlier resume was
    killed too, the first trace stays the witness."""
    trace, killed = folder / _TRACE, folder / _KILLED
    if trace.exists() and not killed.exists():
        trace.rename(killed)
    trace.unlink(missing_ok=True)


def came_out_the_same(folder: Path) -> str:
    """Compare the trace set aside with the new one, but for wall times and its last look, which the kill cut, and say in words
    how far they agree. The one set aside goes where the new one holds all of it, and stays where it does not."""
    killed = folder / _KILLED
    # An error is the kill's own: the agent, which outlives its run by a moment, lost its phone.
    before = [_timeless(event) for event in read_events(killed) if event["event"] != "error"]
    looks = [number for number, event in enumerate(before) if event["event"] == "context"]
    before = before[: looks[-1] if looks else None]
    now = [_timeless(event) for event in read_trace(folder)]
    for number, then in enumerate(before):
        if now[number : number + 1] != [then]:
            return f"line {number + 1} came out otherwise than before the kill: {killed.name} keeps what was"
    killed.unlink()
    return f"the {len(before)} events from before the kill came out the same"


def _timeless(event: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key != "wall"}
