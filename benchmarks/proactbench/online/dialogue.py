"""One dialogue of the three agents, turn by turn, with every rule checked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, Literal, TypeVar

from benchmarks.proactbench.assistants import Assistant, Message, Sampling, Schema, sampling_for
from benchmarks.proactbench.attempts import Patience, attempt
from benchmarks.proactbench.errors import ModelCallFailed
from benchmarks.proactbench.judge import Judge, parse, strict_schema
from benchmarks.proactbench.online import isolation
from benchmarks.proactbench.online.agents import PlannerView, UserView, assistant_messages
from benchmarks.proactbench.online.blueprint import Blueprint
from benchmarks.proactbench.online.personas import Persona
from benchmarks.proactbench.online.planning import (
    LEAST_TURNS,
    TURNS,
    Decision,
    Placed,
    Progress,
    directive,
    too_few,
)
from benchmarks.proactbench.online.rules import Breach, Seen, check_decision, check_message, enforced, reask
from benchmarks.proactbench.online.styles import Style
from benchmarks.proactbench.prompts import judge_messages
from benchmarks.proactbench.records import Dialogue, Rubric, TriggerPoint, TurnRecord, Usage
from benchmarks.proactbench.scores import stats_of

Status = Literal["complete", "too_short", "broken", "agent_failed"]
T = TypeVar("T")
REASKS = 2


@dataclass(frozen=True)
class Cast:
    """The three models; the User Agent's model also scores, in calls of its own."""

    planner: Assistant
    user: Assistant
    assistant: Assistant
    patience: Patience = field(default_factory=Patience)


@dataclass
class Outcome:
    """A played dialogue: its row in the published form, why it ended, and every breach that was seen."""

    row: Dialogue
    status: Status
    reason: str
    breaches: list[Seen]

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "unique_id_eval": self.row.unique_id_eval,
            "status": self.status,
            "reason": self.reason,
            "breaches": [{**asdict(one), "breach": one.breach.value} for one in self.breaches],
            "dialogue": self.row.row(),
        }


class _Ended(Exception):
    """Ends the dialogue from within a turn."""

    def __init__(self, status: Status, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


class Play:
    """One dialogue. `run` plays it; what was seen and said stays in the object."""

    def __init__(self, cast: Cast, blueprint: Blueprint, persona: Persona, style: Style, strict: bool = False) -> None:
        self._cast, self._blueprint, self._persona, self._style, self._strict = cast, blueprint, persona, style, strict
        self._judge = Judge(cast.user, cast.patience)
        self._schema = strict_schema(Decision)
        self._history: list[Message] = []
        self._records: list[TurnRecord] = []
        self._progress = Progress()
        self._usage = {"planner": Usage(), "user_agent": Usage(), "assistant": Usage()}
        self._seen: list[Seen] = []

    async def run(self) -> Outcome:
        """Play until a stop rule ends it. Raises ModelRefused."""
        status: Status = "complete"
        reason = f"{TURNS} turns played"
        try:
            while self._progress.turn <= TURNS:
                decision = await self._plan()
                if decision.stop_conversation and not decision.is_trigger_point:
                    reason = "the Planner stopped"
                    break
                await self._score_pending()
                await self._turn(decision)
                self._progress.turn += 1
                if decision.stop_conversation:
                    reason = "the Planner stopped"
                    break
            await self._score_pending()
            status, reason = self._judge_end(status, reason)
        except _Ended as end:
            status, reason = end.status, end.reason
        return Outcome(self._row(), status, reason, self._seen)

    def _judge_end(self, status: Status, reason: str) -> tuple[Status, str]:
        turns = len(self._records)
        if turns < LEAST_TURNS:
            return "too_short", f"{turns} turns, at least {LEAST_TURNS} are needed"
        for what in too_few(self._progress.placed):
            self._seen.append(Seen(Breach.TOO_FEW_TRIGGERS, turns, "planner", what))
            if self._strict:
                status, reason = "broken", f"{Breach.TOO_FEW_TRIGGERS.value}: {what}"
        return status, reason

    async def _plan(self) -> Decision:
        scored = tuple(self._progress.placed)
        text = directive(self._progress, self._blueprint)
        persona = self._persona.text(self._blueprint.domain)
        view = PlannerView(persona, self._blueprint, tuple(self._history), scored, text)

        async def ask(messages: list[Message]) -> tuple[Decision, str]:
            self._guard(isolation.planner_sees(messages, self._style), "planner")
            sampling = sampling_for(self._cast.planner.name)
            cool = Sampling(0.1, sampling.top_p, sampling.max_tokens) if sampling.temperature < 1 else sampling
            said = await self._call("planner", self._cast.planner, messages, cool, self._schema)
            return parse(said, Decision), said

        def check(decision: Decision) -> Iterable[tuple[Breach, str]]:
            return check_decision(decision, self._progress, self._blueprint)

        return await self._ask_until("planner", view.messages(), ask, check)

    async def _turn(self, decision: Decision) -> None:
        order = decision.tactical_order
        if order is None:
            raise _Ended("broken", "the Planner gave no order")
        rubrics = [one.rubric for one in self._progress.placed]
        if decision.is_trigger_point and decision.evaluation_rubric is not None:
            rubrics.append(decision.evaluation_rubric)
        view = UserView(self._persona, self._blueprint.domain, self._style, order, tuple(self._history))
        message = await self._speak(view, decision, rubrics)
        self._history.append(Message("user", message))
        for told in self._blueprint.told(message):
            self._progress.disclosed.setdefault(told, self._progress.turn)
        reply = await self._answer()
        self._history.append(Message("assistant", reply))
        self._records.append(
            TurnRecord(turn=self._progress.turn, planner=decision, user_message=message, assistant_response=reply)
        )
        if decision.is_trigger_point and decision.evaluation_rubric is not None:
            anchors = tuple(decision.rubric_anchors)
            self._progress.placed.append(Placed(self._progress.turn, decision.evaluation_rubric, anchors))

    async def _speak(self, view: UserView, decision: Decision, rubrics: Sequence[Rubric]) -> str:
        async def ask(messages: list[Message]) -> tuple[str, str]:
            seen = isolation.user_sees(messages, rubrics, self._blueprint, self._history)
            self._guard(seen, "user_agent")
            sampling = sampling_for(self._cast.user.name)
            said = (await self._call("user_agent", self._cast.user, messages, sampling)).strip()
            return said, said

        def check(message: str) -> Iterable[tuple[Breach, str]]:
            return check_message(message, decision, self._progress, self._blueprint, self._style, rubrics)

        return await self._ask_until("user_agent", view.messages(), ask, check)

    async def _answer(self) -> str:
        messages = assistant_messages(self._history)
        self._guard(isolation.assistant_sees(messages, self._history), "assistant")
        model = self._cast.assistant

        async def once() -> str:
            said = await self._call("assistant", model, messages, sampling_for(model.name))
            if not said.strip():
                raise ModelCallFailed("no text")
            return said

        return await self._tried("assistant", once)

    async def _score_pending(self) -> None:
        pending = self._progress.placed[-1] if self._progress.placed else None
        if pending is None or pending.result is not None:
            return
        before = self._history[: 2 * pending.turn - 1]
        reply = self._history[2 * pending.turn - 1].content
        messages = judge_messages(pending.rubric, pending.turn, before, reply)
        self._guard(isolation.judge_sees(messages, self._persona, self._blueprint.domain, self._style), "user_agent")
        word = await self._judge.score(pending.rubric, pending.turn, before, reply)
        self._usage["user_agent"] += word.usage
        pending.result, pending.support = word.evaluation, word.support
        if word.support in ("unsupported", "reasked"):
            what = "the evidence is no quote of the reply"
            mended = word.support == "reasked"
            self._seen.append(Seen(Breach.EVIDENCE_UNSUPPORTED, pending.turn, "user_agent", what, mended))

    async def _ask_until(
        self,
        agent: str,
        messages: list[Message],
        ask: Callable[[list[Message]], Awaitable[tuple[T, str]]],
        check: Callable[[T], Iterable[tuple[Breach, str]]],
    ) -> T:
        """Ask, and ask again for what is enforced; named breaches stay on record, also where they were mended."""
        turn = self._progress.turn
        for number in range(REASKS + 1):
            value, said = await self._tried(agent, partial(ask, messages))
            found = list(check(value))
            stays = [(breach, what) for breach, what in found if enforced(breach, self._strict)]
            again = bool(stays) and number < REASKS
            self._seen += [
                Seen(breach, turn, agent, what, mended=again and (breach, what) in stays) for breach, what in found
            ]
            if not stays:
                return value
            if again:
                messages = [*messages, Message("assistant", said), Message("user", reask(agent, stays))]
        breach, what = stays[0]
        raise _Ended("broken", f"{breach.value} at turn {turn}: {what}")

    async def _call(
        self, role: str, model: Assistant, messages: list[Message], sampling: Sampling, schema: Schema | None = None
    ) -> str:
        reply = await model.reply(messages, sampling, schema)
        self._usage[role] += Usage(
            prompt_tokens=reply.prompt_tokens, completion_tokens=reply.completion_tokens, calls=1
        )
        return reply.text

    async def _tried(self, agent: str, call: Callable[[], Awaitable[T]]) -> T:
        tried = await attempt(call, self._cast.patience)
        if tried.value is None:
            reason = tried.failures[-1] if tried.failures else "no answer"
            self._seen.append(Seen(Breach.AGENT_FAILED, self._progress.turn, agent, reason))
            raise _Ended("agent_failed", f"{agent}: {reason}")
        return tried.value

    def _guard(self, seen: str | None, agent: str) -> None:
        if seen is not None:
            self._seen.append(Seen(Breach.ISOLATION, self._progress.turn, agent, f"would be shown {seen}"))
            raise _Ended("broken", f"{Breach.ISOLATION.value}: the {agent} would be shown {seen}")

    def _row(self) -> Dialogue:
        triggers = [
            TriggerPoint.model_validate(
                {
                    "turn": one.turn,
                    "evaluation_rubric": one.rubric.row(),
                    **({"evaluation_result": one.result.row()} if one.result is not None else {}),
                    "rubric_anchors": list(one.anchors),
                }
            )
            for one in self._progress.placed
        ]
        blueprint = self._blueprint
        return Dialogue.model_validate(
            {
                "blueprint_id": blueprint.blueprint_id,
                "scenario_id": blueprint.scenario_id,
                "unique_id_eval": identity(blueprint, self._style),
                "uuid": blueprint.uuid,
                "category_key": f"{blueprint.domain}_persona",
                "style_combination_index": self._style.index,
                "evaluated_model": self._cast.assistant.name,
                "num_turns_completed": len(self._records),
                "trigger_stats": {kind: tally.row() for kind, tally in stats_of(triggers).items()},
                "trigger_points": [one.row() for one in triggers],
                "turn_records": [one.row() for one in self._records],
                "token_usage": {role: usage.row() for role, usage in self._usage.items()},
                "anchors_disclosed": dict(self._progress.disclosed),
                "strict": self._strict,
            }
        )


def identity(blueprint: Blueprint, style: Style) -> str:
    """A dialogue's id, built as the published ones are."""
    return f"{blueprint.blueprint_id}__style{style.index}__{blueprint.uuid}"
