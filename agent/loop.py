"""The loop: let time pass, glance, look when something changed, decide, ask, act, prove, remember."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from agent.companion import Companion
from agent.consent import Answer, Consent, decide
from agent.context import Context, compose, zone_of
from agent.describe import describe
from agent.memory import Memory, Remembered
from agent.moment import Latency, Moment
from agent.perceive import Perception, perceive
from agent.profile import UserProfile
from agent.proposal import Decision
from agent.propose import Proposer, best_guess
from agent.recorded import record_of, whole_second
from agent.settings import AgentSettings
from agent.taint import trace_origins
from agent.trace import Trace
from agent.trajectory import Trajectory, TrajectoryEvent
from agent.watch import Glance, glance
from api_pool import Executor, Pool, StepResult
from device import Device
from device.capture.live import Capture, capture
from device.phone_state import PhoneState

_MINUTE_MS = 60_000


@dataclass
class Agent:
    """An agent on one phone. All that it knows comes over ADB, from the user's profile, and from the user's answers."""

    device: Device
    settings: AgentSettings
    profile: UserProfile
    pool: Pool
    proposer: Proposer
    executor: Executor
    companion: Companion
    trace: Trace
    memory: Memory = field(default_factory=Memory)
    trajectory: Trajectory = field(default_factory=Trajectory)
    _state: PhoneState | None = None
    _picture: str | None = None
    _count: int = 0

    def resume(self, events: Iterable[dict[str, Any]]) -> None:
        """Take up a run whose trace is there: what was proposed stays proposed, and moments are numbered on."""
        for event in events:
            if event["event"] == "proposed":
                self.memory.made.append(Remembered.model_validate(event))
            elif event["event"] == "moment":
                self._count = event["number"] + 1

    def live(self) -> None:
        """Live with the phone until the companion ends the run. Raises PhoneLost and the like of `device`."""
        seen = glance(self.device)
        self._look(("start",))
        seen = glance(self.device)
        next_tick = self._next_tick(seen)
        while self.companion.wait(next_tick):
            now = glance(self.device)
            changes = now.changes_since(seen)
            if changes and self.settings.settle_s:
                now, changes = self._settle(now, seen)
            seen = now
            if not changes and now.now_ms < next_tick:
                continue
            acted = self._look(tuple(changes) or ("tick",))
            if acted:
                seen = glance(self.device)  # what we changed ourselves is no reason to look again
            next_tick = self._next_tick(now)

    def _next_tick(self, seen: Glance) -> int:
        minutes = self.settings.tick_awake_min if seen.awake else self.settings.tick_asleep_min
        return seen.now_ms + int(minutes * _MINUTE_MS)

    def _settle(self, now: Glance, seen: Glance) -> tuple[Glance, list[str]]:
        """Several changes within a few seconds are one moment."""
        self.companion.wait(now.now_ms + int(self.settings.settle_s * 1000))
        later = glance(self.device)
        return later, later.changes_since(seen) or now.changes_since(seen)

    def _look(self, reasons: tuple[str, ...]) -> bool:
        """One moment. Returns whether calls were run."""
        started = time.monotonic()
        focus_changed = self._state is None or any(reason.startswith(("foreground", "screen")) for reason in reasons)
        ui = None if self.settings.ui == "adb" else self.executor.session.ui
        taken = capture(self.device, picture=self.settings.screenshots and focus_changed, nodes=focus_changed, ui=ui)
        context = self._context(taken, reasons)
        captured = time.monotonic()
        perception = perceive(context, self.memory, threshold=self.settings.threshold)
        perceived = time.monotonic()
        decision = self._propose(context, perception)
        proposed = time.monotonic()
        consent, steps = self._act(context, perception, decision)
        executed = time.monotonic()
        self._report(context, perception, decision, consent, steps, Latency(
            capture=(captured - started) * 1000,
            perceive=(perceived - captured) * 1000,
            propose=(proposed - perceived) * 1000,
            execute=(executed - proposed) * 1000,
        ))  # fmt: skip
        return bool(steps)

    def _context(self, taken: Capture, reasons: tuple[str, ...]) -> Context:
        if taken.png is not None:
            self._picture = self.trace.screenshot(taken.png)
        state = taken.state
        if not state.screen_texts and self._state is not None:
            state = state.model_copy(update={"screen_texts": self._state.screen_texts})
        new = self.trajectory.observe(self._state, state, self._picture)
        self._state = state
        pictures = tuple(dict.fromkeys(e.screenshot for e in self.trajectory.events[-20:] if e.screenshot))
        context = compose(self.profile, state, self.trajectory, reasons=reasons, screenshots=pictures)
        self._write_context(context, new)
        return context

    def _write_context(self, context: Context, new: list[TrajectoryEvent]) -> None:
        """The context as the trace keeps it: the lines a reader sees; of the trajectory only what is new."""
        record = {
            "number": self._count,
            "time_ms": whole_second(context.now_ms),
            "device_status": describe(context.device_status, zone_of(context.device_status)),
            "world": context.world.sentences(),
            "trajectory": [f"{event.kind}: {event.text}" for event in new],
            "screenshots": list(context.screenshots),
            "unknown": sorted(context.device_status.unknown()),
        }
        self.trace.write("context", record)

    def _propose(self, context: Context, perception: Perception) -> Decision:
        if self.proposer.gated and not perception.speak:
            return Decision(reason=perception.why, proposer="gate")
        if held := self.settings.restraint.holds(context.now, context.now_ms, self.memory):
            return Decision(reason=held, proposer="restraint")
        decision = self.proposer.propose(context, perception)
        if decision.proposal is None:
            return decision
        problems = [problem for call in decision.proposal.calls for problem in self.pool.problems(call)]
        if problems or not decision.proposal.calls:
            return decision.model_copy(update={"proposal": None, "invalid": "; ".join(problems) or "no calls"})
        traced = trace_origins(decision.proposal, context, self.pool)
        return decision.model_copy(update={"proposal": traced})

    def _act(
        self, context: Context, perception: Perception, decision: Decision
    ) -> tuple[Consent | None, tuple[StepResult, ...]]:
        proposal = decision.proposal
        if proposal is None:
            return None, ()
        now_ms = context.now_ms

        consent = decide(
            proposal, policy=self.settings.policy, pool=self.pool, now_ms=now_ms,
            ask=lambda question: self.companion.ask(question, now_ms),
        )  # fmt: skip
        topic = perception.best.topic if perception.best else proposal.subject
        source = perception.best.source if perception.best else ""
        subject = proposal.subject or str(proposal.calls)
        made = self.memory.remember(now_ms, subject, topic, consent.answer, source, proposal.deed)
        # Written before anything is done: whoever resumes a killed run must not ask for the same again.
        self.trace.write("proposed", {"number": self._count, **made.model_dump(), "time_ms": whole_second(now_ms)})
        if consent.grant is None:
            return consent, ()
        with self.companion.acting():
            report = self.executor.execute(proposal.calls, consent.grant)
        return consent, report.steps

    def _report(
        self,
        context: Context,
        perception: Perception,
        decision: Decision,
        consent: Consent | None,
        steps: tuple[StepResult, ...],
        latency: Latency,
    ) -> None:
        answer: Answer = consent.answer if consent else "none"
        moment = Moment(
            number=self._count,
            time_ms=context.now_ms,
            reasons=context.reasons,
            outcome="proposal" if decision.proposal else "silent",
            why=decision.reason,
            gate_score=perception.score,
            proposal=decision.proposal,
            invalid=decision.invalid,
            error=decision.error,
            model=decision.model,
            answer=answer,
            steps=steps,
            best_guess=best_guess(context, perception).calls,
            foreground=context.device_status.foreground_package,
            screenshot=self._picture,
            latency=latency,
        )
        self._count += 1
        record, wall = record_of(moment)
        self.trace.write("moment", record, wall=wall)
        self.companion.report(moment)
