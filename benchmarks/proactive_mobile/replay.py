"""Replaying records on phones: workers in processes of their own, a journal that survives kill -9, one result file."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.journal import journal_entries, journal_lines
from api_pool import Call
from benchmarks.proactive_mobile.best_match import best_match
from benchmarks.proactive_mobile.replay_worker import Replayed, WorkerSettings
from benchmarks.proactive_mobile.scorer import RecordScores, frame_of, score_all, scores
from benchmarks.proactive_mobile.verdict import Judge
from benchmarks.records.model import Record
from benchmarks.statistics import Rate, rate
from device import BadInput, DeviceError, Unsupported

_ROOT = Path(__file__).resolve().parents[2]


class WorkerFailed(DeviceError):
    """A worker ended with an error; `code` is its own exit code."""

    def __init__(self, cause: str, *, code: int) -> None:
        super().__init__(cause, mend="run the same command again: it goes on where it stopped")
        self.code = code


class PhoneKeeper:
    """What lies beside a phone: nothing, for a real one. A simulated one has a clock and can be made fresh."""

    def __init__(self, settings: WorkerSettings) -> None:
        self.settings = settings

    def acting(self) -> None:
        """Calls are about to run."""

    def acted(self) -> None:
        """Calls have run."""

    def fresh(self) -> None:
        """Another record is about to be staged."""


class Journal:
    """Results as they come, one a line, flushed. A half-written last line (a killed run) is cut off when it is opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.done: dict[str, Replayed] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            self.done = {one.id: one for one in journal_entries(path, Replayed.model_validate_json)}
        self._file = path.open("a", encoding="utf-8")
        self._lock = threading.Lock()

    def add(self, result: Replayed) -> bool:
        """Keep a result; False where the record has one already."""
        with self._lock:
            if result.id in self.done:
                return False
            self._file.write(result.model_dump_json() + "\n")
            self._file.flush()
            self.done[result.id] = result
            return True

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class ReplayScores(BaseModel):
    """Textual SR and executed SR side by side. `differ` says for each needed record that is right in one and not in
    the other why."""

    model_config = ConfigDict(frozen=True)

    on_phone: RecordScores
    textual: RecordScores | None
    executed_sr: Rate
    calls: int
    verified: int
    explained: list[str]
    differ: dict[str, str]
    items_staged: int
    items_not_staged: dict[str, int]


@dataclass
class Replay:
    """A replay of records. `judge` decides what the rules leave open; its consent is the scripted user's: yes to what is
    right, no to anything else."""

    records: Sequence[Record]
    folder: Path
    judge: Judge | None = None
    accept_all: bool = False
    progress: Callable[[Replayed], None] | None = None
    journal: Journal = field(init=False)

    def __post_init__(self) -> None:
        self.journal = Journal(self.folder / "journal.jsonl")
        self._table = {record.id: record for record in self.records}
        if len(self._table) != len(self.records):
            raise BadInput("two records have one id", mend="ids must be unique")
        unknown = self.journal.done.keys() - self._table.keys()
        if unknown:
            raise BadInput(f"{self.folder} holds a replay of other records", mend="give another --out")
        self._left: queue.SimpleQueue[Record] = queue.SimpleQueue()
        for record in self.records:
            if record.id not in self.journal.done:
                self._left.put(record)
        self._failures: list[WorkerFailed] = []

    def run(self, keepers: Sequence[PhoneKeeper]) -> list[Replayed]:
        """Run a worker for each phone until no record is left, and write the result file.

        Raises WorkerFailed when records are left because workers failed; the journal keeps what is done.
        """
        threads = [threading.Thread(target=self._serve, args=(keeper,), daemon=True) for keeper in keepers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.journal.close()
        missing = len(self.records) - len(self.journal.done)
        if missing:
            raise self._failures[0] if self._failures else WorkerFailed(f"{missing} records are left", code=1)
        return self.finish()

    def finish(self) -> list[Replayed]:
        """Write the results in the records' order, in one step."""
        results = [self.journal.done[record.id] for record in self.records]
        part = self.folder / "results.jsonl.new"
        part.write_text("".join(result.model_dump_json() + "\n" for result in results), encoding="utf-8")
        part.replace(self.folder / "results.jsonl")
        return results

    def _serve(self, keeper: PhoneKeeper) -> None:
        try:
            self._talk(keeper)
        except (OSError, DeviceError, ValueError) as error:
            self._failures.append(WorkerFailed(str(error), code=getattr(error, "code", 3)))

    def _talk(self, keeper: PhoneKeeper) -> None:
        """Start a worker and answer it until it ends."""
        path = os.pathsep.join([str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        log = self.folder / f"worker-{keeper.settings.serial.replace(':', '_')}.log"
        with log.open("ab") as errors, subprocess.Popen(
            [sys.executable, "-m", "benchmarks.proactive_mobile.replay_worker"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8", env={**os.environ, "PYTHONPATH": path},
        ) as process:  # fmt: skip
            assert process.stdin is not None and process.stdout is not None  # both are pipes
            process.stdin.write(keeper.settings.model_dump_json() + "\n")
            process.stdin.flush()
            for line in process.stdout:
                reply = self.answer(json.loads(line), keeper)
                process.stdin.write(json.dumps(reply, ensure_ascii=False) + "\n")
                process.stdin.flush()
                if reply.get("end"):
                    break
            process.stdin.close()
            code = process.wait(timeout=30)
        if code:
            raise WorkerFailed(f"a worker ended with {code}; see {log}", code=code)

    def answer(self, message: dict[str, Any], keeper: PhoneKeeper) -> dict[str, Any]:
        """The reply to one request of a worker. Raises WorkerFailed for its last words."""
        kind = message["type"]
        if kind == "failed":
            raise WorkerFailed(message["message"], code=message["exit_code"])
        if kind == "next":
            return self._next(message)
        if kind == "ask":
            return {"answer": self._consent(message)}
        getattr(keeper, kind)()
        return {}

    def _next(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["result"] is not None:
            result = Replayed.model_validate(message["result"])
            if self.journal.add(result) and self.progress is not None:
                self.progress(result)
        try:
            record = self._left.get_nowait()
        except queue.Empty:
            return {"record": None, "end": True}
        shown = record.model_copy(update={"answers": (), "recipe": "", "pair": None, "noise": {}, "difficulty": None})
        return {"record": shown.model_dump(mode="json")}

    def _consent(self, message: dict[str, Any]) -> str:
        if self.accept_all:
            return "accept"
        record = self._table[message["id"]]
        calls = [Call.model_validate(call) for call in message["calls"]]
        right = record.needed and best_match(calls, record.answers, frame_of(record), self.judge).same
        return "accept" if right else "reject"


def replay_scores(records: Sequence[Record], results: Sequence[Replayed], judge: Judge | None = None) -> ReplayScores:
    """Score a finished replay."""
    on_phone = score_all(records, [result.prediction for result in results], judge)
    textual = None
    if all(result.textual is not None for result in results) and results:
        textual = score_all(records, [result.textual for result in results if result.textual], judge)
    differ: dict[str, str] = {}
    executed = 0
    for number, (item, result) in enumerate(zip(on_phone, results, strict=True)):
        done = item.verdict == "right" and result.verified
        executed += done
        said = textual[number].verdict == "right" if textual else item.verdict == "right"
        if item.needed and said != done:
            differ[item.id] = _why(item.verdict, result)
    missing: dict[str, int] = {}
    for result in results:
        for line in result.not_staged:
            name = line.split(" ", 1)[0].rstrip(":")
            missing[name] = missing.get(name, 0) + 1
    steps = [(result, step) for result in results for step in result.steps]
    return ReplayScores(
        on_phone=scores(on_phone),
        textual=scores(textual) if textual else None,
        executed_sr=rate(executed, sum(record.needed for record in records)),
        calls=len(steps),
        verified=sum(step.status == "verified" for _, step in steps),
        explained=[f"{r.id}: {s.call}: {s.status}: {s.why}" for r, s in steps if s.status != "verified"],
        differ=differ,
        items_staged=sum(result.staged for result in results),
        items_not_staged=dict(sorted(missing.items())),
    )


def _why(verdict: str, result: Replayed) -> str:
    if verdict != "right":
        lost = "; ".join(result.not_staged[:2]) or "everything was staged"
        return f"on the phone the proposal was {verdict} ({lost})"
    failed = [f"{step.call}: {step.status}: {step.why}" for step in result.steps if step.status != "verified"]
    return failed[0] if failed else ("executed and proved on the phone; the text alone was not enough" if result.steps
                                     else f"not executed: the user's answer was {result.answer}")  # fmt: skip


def need_ray() -> Any:
    """The library ray. Raises Unsupported where it is not installed."""
    import importlib

    try:
        return importlib.import_module("ray")
    except ImportError as error:
        raise Unsupported("the library ray is not installed", mend="pip install ray, or --engine process") from error


def read_results(path: Path) -> Iterator[Replayed]:
    """Results of a file, in order. Raises BadInput for a line that is none."""
    try:
        for number, line in enumerate(journal_lines(path), 1):
            try:
                yield Replayed.model_validate_json(line)
            except ValidationError as error:
                raise BadInput(f"{path}:{number} is no replayed record", mend="was the file changed?") from error
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error}", mend="give the folder of a replay") from error
