"""A judge: one structured verdict on a reply, its evidence checked to be verbatim and re-asked for once."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from benchmarks.proactbench.assistants import Assistant, Message, Reply, judge_sampling
from benchmarks.proactbench.attempts import Patience, attempt
from benchmarks.proactbench.errors import ModelCallFailed
from benchmarks.proactbench.evidence import verbatim
from benchmarks.proactbench.prompts import NOT_VERBATIM, judge_messages
from benchmarks.proactbench.records import EVALUATED, SKIPPED, Evaluation, Rubric, Score, Usage

Support = Literal["verbatim", "reasked", "unsupported"]
ModelT = TypeVar("ModelT", bound=BaseModel)
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


class Verdict(BaseModel):
    """What a judge must answer."""

    model_config = ConfigDict(extra="forbid")

    status: Literal["EVALUATED"]
    score: Score
    rationale: str
    evidence: str


def strict_schema(kind: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of a model in the form that strict end points take: every field required, none beside them."""
    schema = kind.model_json_schema()
    for part in [schema, *schema.get("$defs", {}).values()]:
        if part.get("type") == "object":
            part["additionalProperties"] = False
            part["required"] = list(part.get("properties", {}))
    return schema


def parse(text: str, kind: type[ModelT]) -> ModelT:
    """The JSON object in a model's answer (also within a fence or prose). Raises ModelCallFailed."""
    found = _OBJECT.search(text)
    if found is None:
        raise ModelCallFailed("the answer holds no JSON object")
    try:
        return kind.model_validate(json.loads(found.group(), strict=False))
    except json.JSONDecodeError as error:
        raise ModelCallFailed(f"the answer is no valid JSON: {error}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ModelCallFailed(f"the answer's {where or 'object'}: {first['msg']}") from error


@dataclass
class Judgement:
    """A judge's word, how well its evidence stands, what it cost and which attempts failed."""

    evaluation: Evaluation
    support: Support | None = None
    usage: Usage = field(default_factory=Usage)
    failures: list[str] = field(default_factory=list)


class Judge:
    """A model that scores replies. It sees the rubric and the dialogue, nothing else."""

    def __init__(self, model: Assistant, patience: Patience | None = None, seed: int | None = None) -> None:
        self._model = model
        self._patience = patience if patience is not None else Patience()
        self._sampling = judge_sampling(model.name, seed)
        self._schema = strict_schema(Verdict)

    @property
    def name(self) -> str:
        """The judge's model name."""
        return self._model.name

    async def score(self, rubric: Rubric, turn: int, history: Sequence[Message], reply: str) -> Judgement:
        """The verdict; SKIPPED when every attempt failed. Raises ModelRefused."""
        messages = judge_messages(rubric, turn, history, reply)
        result = Judgement(Evaluation(status=SKIPPED))
        verdict = await self._ask(messages, result)
        if verdict is None:
            return result
        result.support = "verbatim" if verbatim(verdict[0].evidence, reply) else "unsupported"
        if result.support == "unsupported":
            again = await self._ask(
                [*messages, Message("assistant", verdict[1]), Message("user", NOT_VERBATIM)], result
            )
            if again is not None:
                verdict = again
                result.support = "reasked" if verbatim(again[0].evidence, reply) else "unsupported"
        result.evaluation = Evaluation(
            status=EVALUATED, score=verdict[0].score, rationale=verdict[0].rationale, evidence=verdict[0].evidence
        )
        return result

    async def _ask(self, messages: list[Message], result: Judgement) -> tuple[Verdict, str] | None:
        async def once() -> tuple[Verdict, str]:
            reply: Reply = await self._model.reply(messages, self._sampling, self._schema)
            result.usage += Usage(prompt_tokens=reply.prompt_tokens, completion_tokens=reply.completion_tokens, calls=1)
            return parse(reply.text, Verdict), reply.text

        tried = await attempt(once, self._patience)
        result.failures += tried.failures
        return tried.value
