"""One worker of a replay: stage a record on a phone, capture, decide, execute, verify, unstage.

`python -m benchmarks.proactive_mobile.replay_worker` is the agent's side: it knows a phone's adb address and the
record's text, and asks whoever started it for consent. It knows neither the truth nor where the phone comes from.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from agent.consent import Answer, Policy, Question, decide
from agent.context import Context
from api_pool import Call, ExecutionReport, Executor, Session
from api_pool.links import load_links
from benchmarks.proactive_mobile.predict import Ablation, Predictor, as_prediction
from benchmarks.records.model import Dimension, Prediction, Record
from benchmarks.records.read_text import ReadText, read_record
from device import Device, DeviceError
from device.capture.live import capture
from device.capture.notifications import Notification
from device.controls import SHELL
from device.emulator_console import EmulatorConsole
from device.phone_state import PhoneState
from device.staging import Item, Staged, Stager


class WorkerSettings(BaseModel):
    """What a worker is told. `console_*` is the emulator's console, where there is one."""

    model_config = ConfigDict(extra="forbid")

    serial: str
    adb_host: str = "127.0.0.1"
    adb_port: int | None = None
    console_port: int | None = None
    console_token: str = ""
    model: str = "embedded"
    ui: str = "adb"
    threshold: float = 0.5
    without: tuple[Dimension, ...] = ()
    noise: float | None = None
    textual: bool = True
    fixed_calls: dict[str, list[Call]] = Field(default_factory=dict)


class Step(BaseModel):
    """What became of one executed call."""

    call: str
    status: str
    why: str


class Replayed(BaseModel):
    """One record's replay. What depends on wall time or on which phone did it is in `wall` alone."""

    id: str
    prediction: Prediction
    textual: Prediction | None = None
    answer: str = "none"
    steps: list[Step] = Field(default_factory=list)
    not_staged: list[str] = Field(default_factory=list)
    staged: int = 0
    error: str | None = None
    wall: dict[str, Any] = Field(default_factory=dict)

    @property
    def verified(self) -> bool:
        """Whether calls ran and all were proved."""
        return bool(self.steps) and all(step.status == "verified" for step in self.steps)


def merged(captured: PhoneState, read: ReadText, items: list[Item]) -> PhoneState:
    """What was captured, with what could not be staged taken from the text: other apps' names on posted notifications,
    messages, a headset, a network's name."""
    wanted, state = read.state, captured
    missing = {item.name for item in items if item.outcome != "staged"}
    update: dict[str, Any] = {"timezone": wanted.timezone or state.timezone}
    if state.notifications is not None:
        records = tuple(_renamed(record, wanted) for record in state.notifications.records)
        update["notifications"] = state.notifications.model_copy(update={"records": records})
    if any(name.startswith("SMS") for name in missing):
        update["sms"] = wanted.sms
    if any(name.startswith("call ") for name in missing):
        update["calls"] = wanted.calls
    for name, part in (("headset", "bluetooth"), ("bluetooth", "bluetooth"), ("battery", "battery"), ("playing", "media"),
                       ("position", "location"), ("clock", "captured_at_ms"), ("network", "wifi")):  # fmt: skip
        if name in missing:
            update[part] = getattr(wanted, part)
    return state.model_copy(update=update)


def _renamed(record: Notification, wanted: PhoneState) -> Notification:
    package, mark, number = (record.tag or "").rpartition("#")
    if record.package != SHELL or not mark or not number.isdigit() or int(number) >= len(wanted.posted):
        return record
    posted = wanted.posted[int(number)]
    return record.model_copy(update={"package": package, "posted_ms": posted.posted_ms, "when_ms": posted.when_ms})


@dataclass
class Worker:
    """Replays records on one phone."""

    settings: WorkerSettings
    beside: RemoteBeside
    predictor: Predictor = field(init=False)
    _console: EmulatorConsole | None = None
    _blank: PhoneState | None = None

    def __post_init__(self) -> None:
        s = self.settings
        self.predictor = Predictor(s.model, s.threshold, Ablation(s.without, noise=s.noise))
        self.device = Device.connect(s.serial, host=s.adb_host, port=s.adb_port)
        if s.console_port is not None:
            self._console = EmulatorConsole(s.console_port, s.console_token)
        self.stager = Stager(self.device, self._console)
        self.executor = Executor(Session(self.device, s.ui, load_links()), self.predictor.pool)

    def replay(self, record: Record) -> Replayed:
        """Replay one record. Raises the errors of a phone that went away."""
        started = time.monotonic()
        self.beside.fresh()
        self.executor.session = Session(self.device, self.settings.ui, self.executor.session.links)
        read = read_record(self.predictor.ablation(record))
        if self._blank is None:
            self._blank = capture(self.device, picture=False, nodes=False).state
        staged = self.stager.stage(read.state, before=self._blank)
        done = time.monotonic()
        try:
            result = self._decide(record, read, staged)
        finally:
            left = self.stager.unstage(staged)
        result.not_staged += [f"after: {item.name}: {item.why}" for item in left]
        result.wall = {"ms": round((time.monotonic() - started) * 1000), "stage_ms": round((done - started) * 1000),
                       "serial": self.settings.serial}  # fmt: skip
        return result

    def _decide(self, record: Record, read: ReadText, staged: Staged) -> Replayed:
        context = read.context(merged(staged.read_back.state, read, staged.items))
        prediction = self._prediction(record, context)
        textual = self._prediction(record, read.context()) if self.settings.textual else None
        result = Replayed(
            id=record.id, prediction=prediction, textual=textual,
            staged=sum(item.outcome == "staged" for item in staged.items),
            not_staged=[f"{item.name}: {item.outcome}: {item.why}" for item in staged.items if item.outcome != "staged"],
        )  # fmt: skip
        if prediction.spoke:
            result.answer, report = self._act(record, prediction, context)
            result.steps = [Step(call=str(step.call), status=step.status, why=step.why) for step in report.steps]
        return result

    def _prediction(self, record: Record, context: Context) -> Prediction:
        if record.id in self.settings.fixed_calls:
            return Prediction(
                id=record.id, calls=tuple(self.settings.fixed_calls[record.id]), model=self.settings.model
            )
        decision = self.predictor.decide(context)
        return as_prediction(record.id, decision, self.settings.model, 0.0)

    def _act(self, record: Record, prediction: Prediction, context: Context) -> tuple[Answer, ExecutionReport]:
        from agent.proposal import Proposal

        def ask(question: Question) -> Answer:
            return self.beside.ask(record.id, prediction.calls)

        proposal = Proposal(intent=prediction.intent, calls=prediction.calls)
        now_ms = self.device.now_ms()
        consent = decide(proposal, policy=Policy.SCRIPTED, pool=self.predictor.pool, now_ms=now_ms, ask=ask)
        if consent.grant is None:
            return consent.answer, ExecutionReport()
        with self.beside.acting():
            return consent.answer, self.executor.execute(prediction.calls, consent.grant)


class RemoteBeside:
    """Who stands beside a worker (gives consent, lets time pass while calls run), asked elsewhere: `exchange` takes a
    message and returns the reply."""

    def __init__(self, exchange: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        self._exchange = exchange

    def _call(self, kind: str, **fields: Any) -> dict[str, Any]:
        return self._exchange({"type": kind, **fields})

    def ask(self, record_id: str, calls: tuple[Call, ...]) -> Answer:
        """Consent to calls; anything but a known word is no answer."""
        answer = self._call("ask", id=record_id, calls=[call.model_dump() for call in calls]).get("answer")
        return answer if answer in ("accept", "reject", "later") else "none"

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Time passes."""
        self._call("acting")
        try:
            yield
        finally:
            self._call("acted")

    def fresh(self) -> None:
        """A fresh phone."""
        self._call("fresh")

    def next(self, result: Replayed | None) -> Record | None:
        """Hand over a result and take the next record; None at the end."""
        reply = self._call("next", result=result.model_dump(mode="json") if result else None)
        return Record.model_validate(reply["record"]) if reply.get("record") else None


def over_pipes(message: dict[str, Any]) -> dict[str, Any]:
    """One message on standard output, its reply from standard input. Raises EOFError at the end."""
    sys.stdout.write(json.dumps(message, ensure_ascii=False) + "\n")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    reply: dict[str, Any] = json.loads(line)
    return reply


def work(settings: WorkerSettings, beside: RemoteBeside) -> None:
    """Replay records until there is none left. Raises the errors of a phone that went away."""
    worker = Worker(settings, beside)
    result: Replayed | None = None
    while (record := beside.next(result)) is not None:
        result = worker.replay(record)


def main() -> int:
    """Run until there is no record left. Exit code 0, or that of the error, which is told on the pipe."""
    settings = WorkerSettings.model_validate_json(sys.stdin.readline())
    try:
        work(settings, RemoteBeside(over_pipes))
    except EOFError:
        return 0
    except DeviceError as error:
        failure = {"type": "failed", "message": str(error), "exit_code": error.exit_code}
        sys.stdout.write(json.dumps(failure) + "\n")
        sys.stdout.flush()
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
