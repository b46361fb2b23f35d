"""Inspect AI on both sides of the seam: its models as our back ends, and our back ends as its provider `proactdroid`.

`inspect eval … --model proactdroid/NAME:REST` reaches a back end of the entry-point group `proactdroid.assistants`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import httpx
import openai
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    ResponseSchema,
    get_model,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo
from inspect_ai.util import JSONSchema

from benchmarks.proactbench.assistants import Message, Reply, Sampling, Schema, assistant
from benchmarks.proactbench.errors import BadData, ModelCallFailed, ModelRefused

_FAILURES = (RuntimeError, ValueError, OSError, httpx.HTTPError, openai.APIError)


def to_inspect(messages: Sequence[Message]) -> list[ChatMessage]:
    """Our messages as Inspect's."""
    kinds = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
    return [kinds[one.role](content=one.content) for one in messages]


def from_inspect(messages: Sequence[ChatMessage]) -> list[Message]:
    """Inspect's messages as ours; tool messages have no place in a dialogue. Raises BadData."""
    found = []
    for one in messages:
        if one.role == "tool":
            raise BadData("a tool's message cannot be shown to a dialogue model")
        found.append(Message(one.role, one.text))
    return found


def config_of(sampling: Sampling, schema: Schema | None = None) -> GenerateConfig:
    """Our sampling as Inspect's configuration."""
    settings: dict[str, Any] = {
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "max_tokens": sampling.max_tokens,
        "seed": sampling.seed,
        "reasoning_effort": sampling.reasoning_effort,
    }
    if schema is not None:
        form = JSONSchema.model_validate(dict(schema))
        settings["response_schema"] = ResponseSchema(name="answer", json_schema=form, strict=True)
    return GenerateConfig(**settings)


class InspectAssistant:
    """A model of Inspect AI: its providers, retries, cache and logs come with it."""

    def __init__(self, model: Model) -> None:
        self._model = model

    @classmethod
    def named(cls, name: str, base_url: str | None = None) -> InspectAssistant:
        """By Inspect's `provider/model` name. Raises BadData."""
        try:
            return cls(get_model(name, base_url=base_url))
        except (ValueError, RuntimeError, ImportError) as error:
            raise BadData(f"Inspect AI has no model {name!r}: {error}", mend="name it as provider/model") from error

    @property
    def name(self) -> str:
        """The model's name without its provider."""
        return self._model.name

    async def reply(self, messages: Sequence[Message], sampling: Sampling, schema: Schema | None = None) -> Reply:
        """One generation."""
        try:
            output = await self._model.generate(to_inspect(messages), config=config_of(sampling, schema))
        except (openai.AuthenticationError, openai.PermissionDeniedError, openai.NotFoundError) as error:
            raise ModelRefused(f"{self.name}: {error}", mend="check the model's name and key") from error
        except _FAILURES as error:
            raise ModelCallFailed(f"{self.name}: {type(error).__name__}: {error}") from error
        if output.error:
            raise ModelCallFailed(f"{self.name}: {output.error}")
        usage = output.usage
        return Reply(output.completion, usage.input_tokens if usage else 0, usage.output_tokens if usage else 0)


class BackEnd(ModelAPI):
    """A back end of this project as an Inspect model; it counts tokens itself, since the default fetches a tokenizer."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        self._assistant = assistant(model_name, base_url)

    async def count_text_tokens(self, text: str) -> int:
        """The back end's own count where it has one, else a quarter of the bytes."""
        count = getattr(self._assistant, "count_tokens", None)
        return int(count(text)) if count is not None else max(1, len(text.encode()) // 4)

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        """One reply."""
        sampling = Sampling(
            config.temperature if config.temperature is not None else 0.7,
            config.top_p,
            config.max_tokens or 8192,
            config.reasoning_effort,
            config.seed,
        )
        form = config.response_schema
        schema = form.json_schema.model_dump(exclude_none=True) if form is not None else None
        reply = await self._assistant.reply(from_inspect(input), sampling, schema)
        output = ModelOutput.from_content(self.model_name, reply.text)
        output.usage = ModelUsage(
            input_tokens=reply.prompt_tokens,
            output_tokens=reply.completion_tokens,
            total_tokens=reply.prompt_tokens + reply.completion_tokens,
        )
        return output


@modelapi(name="proactdroid")
def proactdroid() -> type[ModelAPI]:
    """The provider `proactdroid`."""
    return BackEnd
