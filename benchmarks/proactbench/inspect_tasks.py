"""Both benchmarks as Inspect AI tasks; model roles: `judge` (more: `judge2`, `judge3`) offline, `planner`, `user` online.

`inspect eval benchmarks/proactbench/inspect_tasks.py@proactbench_offline -T dialogues=FILE --model … --model-role judge=…`
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, Value, grouped, mean, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from benchmarks.proactbench.assistants import Message, Reply, sampling_for
from benchmarks.proactbench.attempts import Patience, attempt
from benchmarks.proactbench.errors import ModelCallFailed
from benchmarks.proactbench.inspect_models import InspectAssistant, from_inspect, to_inspect
from benchmarks.proactbench.judge import Judge
from benchmarks.proactbench.offline import Job, history, jobs, system_prompt
from benchmarks.proactbench.online import STYLES, Blueprint, Cast, Play
from benchmarks.proactbench.online.batch import pieces
from benchmarks.proactbench.online.personas import Persona, own
from benchmarks.proactbench.online.personas import read as read_personas
from benchmarks.proactbench.records import Dialogue, Rubric, read_rows
from benchmarks.proactbench.scores import pool, stats_of, weighted_score


def sample(job: Job, system: str | None) -> Sample:
    """One trigger as a sample: the stored history as input, the rubric and what grouping needs as metadata."""
    messages = history(job.dialogue, job.trigger.turn)
    if system:
        messages = [Message("system", system), *messages]
    return Sample(
        id=f"{job.dialogue.unique_id_eval}/{job.trigger.turn}",
        input=to_inspect(messages),
        target=job.trigger.evaluation_rubric.pass_criteria,
        metadata={
            "dialogue": job.dialogue.unique_id_eval,
            "turn": job.trigger.turn,
            "type": job.trigger.evaluation_rubric.type.value,
            "style": job.dialogue.style_combination_index,
            "domain": job.dialogue.category_key,
            "rubric": job.trigger.evaluation_rubric.row(),
        },
    )


@solver
def answer(attempts: int = 5, wait_s: float = 10.0) -> Solver:
    """One reply with the published sampling; a model that gives no text in all attempts drops the trigger."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        model = InspectAssistant(get_model())
        messages = from_inspect(state.messages)

        async def once() -> Reply:
            reply = await model.reply(messages, sampling_for(model.name))
            if not reply.text.strip():
                raise ModelCallFailed("no text")
            return reply

        tried = await attempt(once, Patience(attempts, wait_s))
        state.metadata["failures"] = tried.failures
        state.metadata["dropped"] = tried.value is None
        if tried.value is not None:
            state.messages.extend(to_inspect([Message("assistant", tried.value.text)]))
            state.output = ModelOutput.from_content(model.name, tried.value.text)
        return state

    return solve


@metric
def pass_rate() -> Metric:
    """The share of scored triggers that passed."""

    def compute(scores: list[SampleScore]) -> Value:
        values = [one.score.as_float() for one in scores]
        return sum(value == 1.0 for value in values) / len(values) if values else float("nan")

    return compute


@metric
def total() -> Metric:
    """The sum."""

    def compute(scores: list[SampleScore]) -> Value:
        return sum(one.score.as_float() for one in scores)

    return compute


@scorer(metrics=[mean(), pass_rate(), grouped(mean(), "type", all=False), grouped(pass_rate(), "type", all=False)])
def verdict(role: str = "judge", attempts: int = 5, wait_s: float = 10.0) -> Scorer:
    """PASS 1, PARTIAL 0.5, FAIL 0 by the model role; dropped and skipped triggers stay outside. The mean is the
    weighted score.
    """

    async def score(state: TaskState, target: Target) -> Score:
        if state.metadata["dropped"]:
            return Score.unscored(reason="dropped", explanation="; ".join(state.metadata["failures"]))
        judge = Judge(InspectAssistant(get_model(role=role)), Patience(attempts, wait_s))
        messages = [one for one in from_inspect(state.messages[:-1]) if one.role != "system"]
        rubric = Rubric.model_validate(state.metadata["rubric"])
        word = await judge.score(rubric, int(state.metadata["turn"]), messages, state.output.completion)
        state.metadata[f"{role}_support"] = word.support or "skipped"
        if word.evaluation.score is None:
            return Score.unscored(reason="skipped", explanation="; ".join(word.failures))
        return Score(
            value=word.evaluation.score.weight,
            answer=word.evaluation.score.value,
            explanation=word.evaluation.rationale,
            metadata={"evidence": word.evaluation.evidence, "support": word.support},
        )

    return score


@scorer(metrics={"dropped": [total()], "skipped": [total()], "unsupported": [total()]})
def accounting(role: str = "judge") -> Scorer:
    """How many triggers dropped, were skipped, or rest on evidence that is no quote."""

    async def score(state: TaskState, target: Target) -> Score:
        await asyncio.sleep(0)
        support = state.metadata.get(f"{role}_support")
        value = {
            "dropped": int(state.metadata["dropped"]),
            "skipped": int(support == "skipped"),
            "unsupported": int(support == "unsupported"),
        }
        return Score(value=value)

    return score


@task
def proactbench_offline(
    dialogues: str,
    system_file: str | None = None,
    recovery_instruction: bool = False,
    judges: int = 1,
    attempts: int = 5,
    wait_s: float = 10.0,
    limit: int | None = None,
) -> Task:
    """Every trigger of a dialogues file, scored by 1 to 3 judge roles."""
    system = Path(system_file).read_text(encoding="utf-8") if system_file is not None else None
    whole = system_prompt(system, recovery_instruction)
    rows = read_rows(Path(dialogues), Dialogue)
    roles = ["judge", *(f"judge{number}" for number in range(2, judges + 1))]
    scorers: list[Any] = [verdict(role, attempts, wait_s) for role in roles]
    return Task(
        dataset=MemoryDataset([sample(job, whole) for job in jobs(rows, limit)], name="proactbench"),
        solver=answer(attempts, wait_s),
        scorer=[*scorers, accounting()],
    )


@solver
def play(strict: bool = False, attempts: int = 5, wait_s: float = 10.0) -> Solver:
    """A whole dialogue: the model roles `planner` and `user` around the evaluated model."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        cast = Cast(
            InspectAssistant(get_model(role="planner")),
            InspectAssistant(get_model(role="user")),
            InspectAssistant(get_model()),
            Patience(attempts, wait_s),
        )
        blueprint = Blueprint.model_validate(state.metadata["blueprint"])
        persona = Persona.model_validate(state.metadata["persona"])
        outcome = await Play(cast, blueprint, persona, STYLES[state.metadata["style"]], strict).run()
        state.metadata["outcome"] = outcome.data()
        for record in outcome.row.turn_records:
            pair = (Message("user", record.user_message), Message("assistant", record.assistant_response))
            state.messages.extend(to_inspect(pair))
        state.output = ModelOutput.from_content(get_model().name, outcome.reason)
        return state

    return solve


@scorer(metrics=[mean(), total()])
def placed() -> Scorer:
    """The weighted score of a complete dialogue's triggers; others stay outside, with why they ended."""

    async def score(state: TaskState, target: Target) -> Score:
        await asyncio.sleep(0)
        outcome = state.metadata["outcome"]
        row = Dialogue.model_validate(outcome["dialogue"])
        value = weighted_score(pool(stats_of(row.trigger_points)))
        if outcome["status"] != "complete" or value is None:
            return Score.unscored(reason=outcome["status"], explanation=outcome["reason"])
        return Score(value=value, metadata={"breaches": outcome["breaches"]})

    return score


@task
def proactbench_online(
    blueprints: str,
    personas: str | None = None,
    styles: str = "1",
    strict: bool = False,
    attempts: int = 5,
    wait_s: float = 10.0,
) -> Task:
    """New dialogues of the model roles `planner` and `user` with the evaluated model; styles as numbers with commas."""
    people = read_personas(Path(personas)) if personas is not None else own()
    numbers = [int(number) for number in str(styles).split(",")]
    samples = [
        Sample(
            id=piece.name,
            input=piece.blueprint.surface_request,
            metadata={
                "blueprint": piece.blueprint.row(),
                "persona": piece.persona.model_dump(),
                "style": piece.style.index,
            },
        )
        for piece in pieces(read_rows(Path(blueprints), Blueprint), people, numbers)
    ]
    dataset = MemoryDataset(samples, name="proactbench-online")
    return Task(dataset=dataset, solver=play(strict, attempts, wait_s), scorer=placed())
