"""Runs granted calls on a phone, in order, and proves each by reading the phone back."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from api_pool.call import Call, Grant
from api_pool.dry import dry_session
from api_pool.function import Binding, Function, Proof, Status
from api_pool.lost import LOST, reconnect
from api_pool.panic import panic_reason
from api_pool.pool import Pool
from api_pool.session import Session, lacks
from device import BadInput, CommandFailed, CommandTimeout, DeviceError, Unsupported

_STOPS: frozenset[Status] = frozenset({"failed", "unsupported", "refused"})
_TRIES = 3
T = TypeVar("T")


def _words(error: DeviceError) -> str:
    """An error in words, with how to mend a missing permission where the error itself does not tell."""
    remedy = "" if error.mend else lacks(error.cause)
    return f"{error}; {remedy}" if remedy else str(error)


class StepResult(BaseModel):
    """What became of one call. `before` and `after` are what was read from the phone around it; `changed` is False
    where what was wanted was there before (or nothing was done)."""

    model_config = ConfigDict(frozen=True)

    call: Call
    status: Status
    why: str
    before: dict[str, Any] = Field(default_factory=dict)
    after: dict[str, Any] = Field(default_factory=dict)
    changed: bool = True
    undoable: bool = False
    took_ms: int = 0


class ExecutionReport(BaseModel):
    """The steps that ran, in order; the first that failed is the last."""

    model_config = ConfigDict(frozen=True)

    steps: tuple[StepResult, ...] = ()

    @property
    def verified(self) -> bool:
        """Whether every call ran and was proved."""
        return bool(self.steps) and all(step.status == "verified" for step in self.steps)

    @property
    def ok(self) -> bool:
        """Whether no call failed (some may be unproved)."""
        return bool(self.steps) and all(step.status in ("verified", "unverified") for step in self.steps)


class Executor:
    """Runs calls of one pool on one phone. Nothing runs that a Grant does not cover, word for word, and nothing at all
    while the panic switch is on. `lost_s`: how long a lost phone is waited for."""

    def __init__(self, session: Session, pool: Pool, *, lost_s: float = 30.0) -> None:
        self.session = session
        self.pool = pool
        self.lost_s = lost_s

    def execute(
        self, calls: Sequence[Call], grant: Grant | None, on_step: Callable[[StepResult], None] | None = None
    ) -> ExecutionReport:
        """Run `calls` in order up to the first failure. Raises PhoneLost when the phone goes away for good."""
        steps: list[StepResult] = []
        for call in calls:
            step = self._step(call, grant)
            steps.append(step)
            if on_step is not None:
                on_step(step)
            if step.status in _STOPS:
                break
        return ExecutionReport(steps=tuple(steps))

    def undo(self, steps: Sequence[StepResult], grant: Grant | None) -> list[StepResult]:
        """Put back what `steps` changed, last first; each needs a grant of its call. A step that cannot be undone
        says so."""
        return [self._undo(step, grant) for step in reversed(steps)]

    def plan(self, call: Call) -> list[str]:
        """What running `call` would do: the command lines for the phone's shell, and steps on the screen (`#`).

        Only questions are put to the phone. Raises BadInput for a call that does not fit the pool, Unsupported where
        this phone has no road, and as the function does for arguments that are unusable.
        """
        function = self.pool.functions.get(call.name)
        if problems := self.pool.problems(call):
            raise BadInput("; ".join(problems), mend="see the function's parameters")
        if function is None or function.binding is None:
            raise Unsupported(f"{call.name} is known but not bound to Android")
        session, lines = dry_session(self.session)
        session.facts = function.binding.before(session, call.arguments) if function.binding.before else {}
        try:
            function.binding.act(session, call.arguments)
        except CommandFailed as error:
            if not lines:
                raise
            lines.append(f"# what follows depends on the phone's answer ({error.cause})")
        return lines

    def _undo(self, step: StepResult, grant: Grant | None) -> StepResult:
        function = self.pool.functions.get(step.call.name)
        if function is None or function.binding is None or function.binding.undo is None or not step.undoable:
            return step.model_copy(update={"status": "unsupported", "why": "this call cannot be undone"})
        if refusal := self._refusal(step.call, grant):
            return step.model_copy(update={"status": "refused", "why": refusal})
        try:
            function.binding.undo(self.session, step.call.arguments, {**step.before, **step.after})
        except LOST:
            raise
        except DeviceError as error:
            return step.model_copy(update={"status": "failed", "why": f"undo: {_words(error)}"})
        return step.model_copy(update={"status": "verified", "why": "put back", "undoable": False})

    def _refusal(self, call: Call, grant: Grant | None) -> str | None:
        if reason := panic_reason():
            return f"the panic switch is on ({reason}); `proactdroid panic --off` lifts it"
        if grant is None or not grant.covers(call, self._patient(self.session.clock_ms)):
            return "no grant covers this call with these arguments now"
        return None

    def _step(self, call: Call, grant: Grant | None) -> StepResult:
        started = time.monotonic()

        def result(status: Status, why: str, **more: Any) -> StepResult:
            took = int((time.monotonic() - started) * 1000)
            changed = more.pop("changed", status in ("verified", "unverified"))
            return StepResult(call=call, status=status, why=why, took_ms=took, changed=changed, **more)

        function = self.pool.functions.get(call.name)
        if function is None:
            return result("failed", f"the pool has no function {call.name!r}")
        if problems := function.problems(call.arguments):
            return result("failed", "; ".join(problems))
        if function.binding is None:
            return result("unsupported", f"{call.name} is known but not bound to Android")
        if refusal := self._refusal(call, grant):
            return result("refused", refusal)
        return self._run(function, function.binding, call, result)

    def _run(self, function: Function, binding: Binding, call: Call, result: Callable[..., StepResult]) -> StepResult:
        before: dict[str, Any] = {}
        arguments = call.arguments
        read = binding.before
        try:
            if read is not None:
                before = self._patient(lambda: read(self.session, arguments))
            self.session.facts = dict(before)
            facts, proof = self._act(function, binding, call)
        except LOST:
            raise
        except Unsupported as error:
            return result("unsupported", str(error), before=before)
        except DeviceError as error:
            return result("failed", _words(error), before=before)
        after = {key: value for key, value in {**facts, **proof.after}.items() if key not in before}
        undoable = (
            function.undo == "undoable"
            and binding.undo is not None
            and self.session.api >= binding.undo_from
            and proof.status != "failed"
            and proof.changed
        )
        why = proof.why if proof.changed or proof.status != "verified" else f"nothing changed: {proof.why}"
        changed = proof.changed and proof.status != "failed"
        return result(proof.status, why, before=before, after=after, undoable=undoable, changed=changed)

    def _act(self, function: Function, binding: Binding, call: Call) -> tuple[dict[str, Any], Proof]:
        """Run the call and prove it. If the connection is lost on the way, the proof is read first: what was done
        before the loss is not done twice."""
        for attempt in range(_TRIES):
            self.session.retrying = attempt > 0
            try:
                told = binding.act(self.session, call.arguments) or {}
                facts = {**self.session.facts, **told}
            except LOST as error:
                reconnect(self.session.device, self.lost_s, error)
                proof = self._prove(binding, call, self.session.facts)
                if proof.status == "verified":
                    return dict(self.session.facts), proof
                harmless = function.undo == "harmless" and function.risk_of(call.arguments) in ("read", "reversible")
                if proof.status == "unverified" and not harmless:
                    why = f"the connection was lost during it; {proof.why}"
                    return dict(self.session.facts), Proof("unverified", why, proof.after)
                continue
            except (CommandFailed, CommandTimeout) as error:
                if (done := self._done_all_the_same(binding, call, error)) is None:
                    raise
                return dict(self.session.facts), done
            return facts, self._prove(binding, call, facts)
        raise CommandFailed(f"the connection was lost {_TRIES} times during this call", mend="check the cable")

    def _done_all_the_same(self, binding: Binding, call: Call, error: DeviceError) -> Proof | None:
        """What a single reading says after a command failed or gave no answer in time: it may have been carried out.
        None where nothing shows that."""
        try:
            proof = self._patient(lambda: binding.prove(self.session, call.arguments, self.session.facts))
        except KeyError:
            return None  # nothing was written yet
        except LOST:
            raise
        except DeviceError:
            return None
        if proof.status != "verified" or not proof.changed:
            return None
        return replace(proof, status="unverified", why=f"{_words(error)}; yet {proof.why}")

    def _prove(self, binding: Binding, call: Call, known: dict[str, Any]) -> Proof:
        """Ask the proof until it holds or its deadline passes; the last answer counts. What cannot be read is unverified."""
        deadline = time.monotonic() + binding.deadline_s
        pause_s = 0.05
        while True:
            try:
                proof = self._patient(lambda: binding.prove(self.session, call.arguments, known))
            except KeyError as missing:
                # Bindings tell what the proof needs before they write anything, so nothing was written.
                return Proof("failed", f"it was lost before anything was done ({missing} is not known)")
            except LOST:
                raise
            except DeviceError as error:  # the deed may well be done
                proof = Proof("unverified", f"it cannot be read back: {_words(error)}")
            left = deadline - time.monotonic()
            if proof.status == "verified" or left <= 0:
                return proof
            time.sleep(min(pause_s, left))  # between two readings of the phone
            pause_s = min(pause_s * 1.6, 0.5)

    def _patient(self, read: Callable[[], T]) -> T:
        """Read something; if the connection is lost, wait for the phone and read again."""
        for _ in range(_TRIES - 1):
            try:
                return read()
            except LOST as error:
                reconnect(self.session.device, self.lost_s, error)
        return read()
