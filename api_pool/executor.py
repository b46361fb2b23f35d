"""Runs granted calls on a phone, in order, and proves each by reading the phone back."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from api_pool.call import Call, Grant
from api_pool.function import Binding, Function, Proof, Status
from api_pool.pool import Pool
from api_pool.session import Session
from device import BadInput, DeviceError, PhoneLost, ServerNotFound, Unsupported

_STOPS: frozenset[Status] = frozenset({"failed", "unsupported", "refused"})


class StepResult(BaseModel):
    """What became of one call. `before` and `after` are what was read from the phone around it."""

    model_config = ConfigDict(frozen=True)

    call: Call
    status: Status
    why: str
    before: dict[str, Any] = Field(default_factory=dict)
    after: dict[str, Any] = Field(default_factory=dict)
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
    """Runs calls of one pool on one phone. Nothing runs that a Grant does not cover, word for word."""

    def __init__(self, session: Session, pool: Pool) -> None:
        self.session = session
        self.pool = pool

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

    def undo(self, steps: Sequence[StepResult]) -> list[StepResult]:
        """Put back what `steps` changed, last first. A step that cannot be undone says so."""
        return [self._undo(step) for step in reversed(steps)]

    def _undo(self, step: StepResult) -> StepResult:
        function = self.pool.functions.get(step.call.name)
        if function is None or function.binding is None or function.binding.undo is None or not step.undoable:
            return step.model_copy(update={"status": "unsupported", "why": "this call cannot be undone"})
        try:
            function.binding.undo(self.session, step.call.arguments, {**step.before, **step.after})
        except (PhoneLost, ServerNotFound):
            raise
        except DeviceError as error:
            return step.model_copy(update={"status": "failed", "why": f"undo: {error}"})
        return step.model_copy(update={"status": "verified", "why": "put back"})

    def _step(self, call: Call, grant: Grant | None) -> StepResult:
        started = time.monotonic()

        def result(status: Status, why: str, **more: Any) -> StepResult:
            took = int((time.monotonic() - started) * 1000)
            return StepResult(call=call, status=status, why=why, took_ms=took, **more)

        function = self.pool.functions.get(call.name)
        if function is None:
            return result("failed", f"the pool has no function {call.name!r}")
        if problems := function.problems(call.arguments):
            return result("failed", "; ".join(problems))
        if function.binding is None:
            return result("unsupported", f"{call.name} is known but not bound to Android yet")
        if grant is None or not grant.covers(call, self.session.device.now_ms()):
            return result("refused", "no grant covers this call with these arguments now")
        return self._run(function, function.binding, call, result)

    def _run(self, function: Function, binding: Binding, call: Call, result: Callable[..., StepResult]) -> StepResult:
        before: dict[str, Any] = {}
        try:
            before = binding.before(self.session, call.arguments) if binding.before else {}
            facts = binding.act(self.session, call.arguments) or {}
            proof = self._prove(binding, call, {**before, **facts})
        except (PhoneLost, ServerNotFound):
            raise
        except Unsupported as error:
            return result("unsupported", str(error), before=before)
        except (BadInput, DeviceError) as error:
            return result("failed", str(error), before=before)
        undoable = function.undo == "undoable" and binding.undo is not None and proof.status != "failed"
        return result(proof.status, proof.why, before=before, after={**facts, **proof.after}, undoable=undoable)

    def _prove(self, binding: Binding, call: Call, known: dict[str, Any]) -> Proof:
        """Ask the proof until it holds or its deadline passes; the last answer counts."""
        deadline = time.monotonic() + binding.deadline_s
        pause_s = 0.05
        while True:
            proof = binding.prove(self.session, call.arguments, known)
            left = deadline - time.monotonic()
            if proof.status == "verified" or left <= 0:
                return proof
            time.sleep(min(pause_s, left))  # between two readings of the phone
            pause_s = min(pause_s * 1.6, 0.5)
