"""The offline run: every trigger on its own, the stored history before it, one reply, one or more judges."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.proactbench.assistants import Assistant, Message, Reply, sampling_for
from benchmarks.proactbench.attempts import Patience, attempt
from benchmarks.proactbench.errors import BadData, ModelCallFailed, ModelRefused
from benchmarks.proactbench.judge import Judge
from benchmarks.proactbench.prompts import RECOVERY_INSTRUCTION
from benchmarks.proactbench.records import (
    SKIPPED,
    Dialogue,
    DialogueResult,
    Evaluation,
    MetricsFile,
    ResultTurn,
    TriggerPoint,
    Usage,
    write_rows,
)
from benchmarks.proactbench.scores import metrics_of, stats_of, total
from benchmarks.proactbench.trace import Answered, Judged, Key, Trace

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Job:
    """One trigger of one dialogue."""

    dialogue: Dialogue
    trigger: TriggerPoint

    @property
    def key(self) -> Key:
        """What names it in the trace."""
        return self.dialogue.unique_id_eval, self.trigger.turn


def history(dialogue: Dialogue, turn: int) -> list[Message]:
    """The stored turns before the trigger's, then its user message: 2 (turn - 1) + 1 messages. Raises BadData."""
    before = [record for record in dialogue.turn_records if record.turn < turn]
    messages = [
        message
        for record in sorted(before, key=lambda one: one.turn)
        for message in (Message("user", record.user_message), Message("assistant", record.assistant_response))
    ]
    if len(messages) != 2 * (turn - 1):
        raise BadData(f"dialogue {dialogue.unique_id_eval} lacks turns before {turn}")
    return [*messages, Message("user", dialogue.at(turn).user_message)]


def system_prompt(system: str | None, recovery: bool) -> str | None:
    """What stands before the dialogue: nothing, the evaluated system's own prompt, the ablation's instruction, or both."""
    parts = [part for part in (system, RECOVERY_INSTRUCTION if recovery else None) if part]
    return "\n\n".join(parts) or None


def jobs(dialogues: Sequence[Dialogue], limit: int | None = None) -> list[Job]:
    """The triggers in input order, the first `limit` of them. Raises BadData for a dialogue given twice."""
    names = [one.unique_id_eval for one in dialogues]
    if twice := {name for name in names if names.count(name) > 1}:
        raise BadData(f"dialogues stand twice in the file: {', '.join(sorted(twice))}")
    return [Job(dialogue, trigger) for dialogue in dialogues for trigger in dialogue.trigger_points][:limit]


class OfflineRun:
    """Evaluates one model. `run` finishes what the trace does not hold yet; the derived files follow from the trace."""

    def __init__(
        self,
        dialogues: Sequence[Dialogue],
        model: Assistant,
        judges: Sequence[Judge],
        trace: Trace,
        patience: Patience | None = None,
        concurrency: int = 8,
    ) -> None:
        if not judges:
            raise BadData("an offline run needs a judge", mend="name one with --judge")
        self._dialogues, self._model, self._judges, self._trace = list(dialogues), model, list(judges), trace
        self._patience = patience if patience is not None else Patience()
        self._slots = asyncio.Semaphore(concurrency)
        settings = trace.settings
        self._system = system_prompt(settings.system, settings.recovery_instruction)
        self._jobs = jobs(self._dialogues, settings.limit)

    async def run(self, progress: Progress | None = None, again: bool = False) -> None:
        """Do every trigger that is not done. `again` also tries dropped and skipped ones. Raises ModelRefused."""
        if again:
            self._forget_failures()
        done = 0

        async def work(job: Job) -> None:
            nonlocal done
            async with self._slots:
                await self._do(job)
            done += 1
            if progress is not None:
                progress(done, len(self._jobs))

        refused: list[ModelRefused] = []
        try:
            async with asyncio.TaskGroup() as group:
                for job in self._jobs:
                    group.create_task(work(job))
        except* ModelRefused as errors:
            refused = [error for error in errors.exceptions if isinstance(error, ModelRefused)]
        if refused:
            raise refused[0]

    def _forget_failures(self) -> None:
        trace = self._trace
        for key in [key for key, one in trace.replies.items() if one.text is None]:
            del trace.replies[key]
        for name in [name for name, one in trace.verdicts.items() if not one.evaluation.evaluated]:
            del trace.verdicts[name]

    async def _do(self, job: Job) -> None:
        messages = history(job.dialogue, job.trigger.turn)
        answered = self._trace.replies.get(job.key)
        if answered is None:
            answered = await self._answer(job, messages)
            self._trace.add(answered)
        if answered.text is None:
            return
        for judge in self._judges:
            if (job.key, judge.name) not in self._trace.verdicts:
                rubric = job.trigger.evaluation_rubric
                word = await judge.score(rubric, job.trigger.turn, messages, answered.text)
                self._trace.add(
                    Judged(
                        dialogue=job.key[0],
                        turn=job.key[1],
                        judge=judge.name,
                        evaluation=word.evaluation,
                        support=word.support,
                        usage=word.usage,
                        failures=word.failures,
                    )
                )

    async def _answer(self, job: Job, messages: list[Message]) -> Answered:
        usage = Usage()
        sampling = sampling_for(self._model.name, seed=self._trace.settings.seed)
        whole = [Message("system", self._system), *messages] if self._system else messages

        async def once() -> Reply:
            nonlocal usage
            reply = await self._model.reply(whole, sampling)
            tokens = {"prompt_tokens": reply.prompt_tokens, "completion_tokens": reply.completion_tokens}
            usage += Usage(**tokens, calls=1)
            if not reply.text.strip():
                raise ModelCallFailed("no text")
            return reply

        tried = await attempt(once, self._patience)
        return Answered(
            dialogue=job.key[0],
            turn=job.key[1],
            text=tried.value.text if tried.value is not None else None,
            usage=usage,
            failures=tried.failures,
        )

    def results(self) -> list[DialogueResult]:
        """The rows in the published form, input order, from what the trace holds; the first judge's word counts."""
        rows = []
        for dialogue in self._dialogues:
            kept = [job for job in self._jobs if job.dialogue is dialogue and self._text(job) is not None]
            if kept:
                rows.append(self._row(dialogue, kept))
        return rows

    def _text(self, job: Job) -> str | None:
        answered = self._trace.replies.get(job.key)
        return answered.text if answered is not None else None

    def _row(self, dialogue: Dialogue, kept: list[Job]) -> DialogueResult:
        triggers, turns, judging = [], [], Usage()
        answering = sum((self._trace.replies[job.key].usage for job in kept), Usage())
        for job in kept:
            record = dialogue.at(job.trigger.turn)
            judged = self._trace.verdicts.get((job.key, self._judges[0].name))
            evaluation = judged.evaluation if judged is not None else Evaluation(status=SKIPPED)
            if judged is not None:
                judging += judged.usage
                if judged.support is not None:
                    evaluation = Evaluation.model_validate({**evaluation.row(), "evidence_support": judged.support})
            triggers.append(
                TriggerPoint(
                    turn=job.trigger.turn,
                    evaluation_rubric=job.trigger.evaluation_rubric,
                    evaluation_result=evaluation,
                )
            )
            turns.append(
                ResultTurn(
                    turn=job.trigger.turn,
                    user_message=record.user_message,
                    assistant_response=self._text(job) or "",
                    original_assistant_response=record.assistant_response,
                )
            )
        return DialogueResult(
            blueprint_id=dialogue.blueprint_id,
            scenario_id=dialogue.scenario_id,
            unique_id_eval=dialogue.unique_id_eval,
            uuid=dialogue.uuid,
            category_key=dialogue.category_key,
            style_combination_index=dialogue.style_combination_index,
            evaluated_model=self._model.name,
            source_evaluated_model=dialogue.evaluated_model,
            num_trigger_points=len(triggers),
            trigger_stats=stats_of(triggers),
            trigger_points=triggers,
            turn_records=turns,
            token_usage={"assistant": answering, "judge": judging},
        )

    def metrics(self) -> MetricsFile:
        """The metrics in the published form; usage also counts what was spent on dropped triggers."""
        verdicts = [one for (_, name), one in self._trace.verdicts.items() if name == self._judges[0].name]
        usage = {
            "assistant": sum((one.usage for one in self._trace.replies.values()), Usage()),
            "judge": sum((one.usage for one in verdicts), Usage()),
        }
        dialogues = len({job.dialogue.unique_id_eval for job in self._jobs})
        return metrics_of(total(row.trigger_stats for row in self.results()), dialogues, usage)

    def write(self) -> None:
        """Write results.jsonl and metrics.json beside the trace."""
        folder = self._trace.folder
        write_rows(folder / "results.jsonl", self.results())
        text = json.dumps(self.metrics().row(), indent=2)
        (folder / "metrics.json").write_text(text + "\n", encoding="utf-8")
