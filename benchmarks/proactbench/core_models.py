"""The project's own back ends under test: a bare llama.cpp model, and the agent core in chat mode."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from agent.chat import ChatCore, ChatMessage
from agent.propose import Backend, ModelError, Request, open_backend, parse_model
from agent.propose import Message as Turn
from agent.propose.errors import ModelRejected
from benchmarks.proactbench.assistants import Message, Reply, Sampling, Schema, sampling_for
from benchmarks.proactbench.errors import BadData, ModelCallFailed, ModelRefused

SILENCE = "(The assistant says nothing.)"
DEADLINE_S = 1800.0
_SPARE = 32  # tokens that a chat template adds around messages


class BackendAssistant:
    """A model of `agent.propose` (`llama:…`) with the dialogue and nothing else, one call at a time."""

    takes_system = True

    def __init__(self, spec: str) -> None:
        """Raises BadInput or Unsupported for a model that cannot be opened here."""
        self._model = parse_model(spec)
        self._backend: Backend = open_backend(self._model)
        self._one = asyncio.Lock()

    @property
    def name(self) -> str:
        """The model's string."""
        return self._model.text

    async def reply(self, messages: Sequence[Message], sampling: Sampling, schema: Schema | None = None) -> Reply:
        """One answer. The new tokens are bounded by what the window leaves, and by `max_tokens=` of the string."""
        async with self._one:
            return await asyncio.to_thread(self._complete, messages, sampling, schema)

    def _complete(self, messages: Sequence[Message], sampling: Sampling, schema: Schema | None) -> Reply:
        most = int(self._model.number("max_tokens", sampling.max_tokens))
        try:
            if self._backend.window:
                used = sum(self._backend.count([one.content for one in messages])) + _SPARE * len(messages)
                if used >= self._backend.window:
                    window = self._backend.window
                    raise ModelCallFailed(f"{self.name}: {used} tokens of dialogue do not fit into {window}")
                most = min(most, self._backend.window - used)
            done = self._backend.complete(
                Request(
                    messages=tuple(Turn(one.role, one.content) for one in messages),
                    schema=dict(schema) if schema is not None else None,
                    max_tokens=max(1, most),
                    temperature=self._model.number("temperature", sampling.temperature),
                    seed=int(self._model.number("seed", sampling.seed or 0)),
                    deadline_s=self._model.number("deadline", DEADLINE_S),
                )
            )
        except ModelRejected as error:
            raise ModelRefused(f"{self.name}: {error}") from error
        except ModelError as error:
            raise ModelCallFailed(f"{self.name}: {type(error).__name__}: {error}") from error
        return Reply(done.text, done.tokens_in, done.tokens_out)

    def count_tokens(self, text: str) -> int:
        """By the model's own tokenizer."""
        return self._backend.count([text])[0]

    async def close(self) -> None:
        """End the model's process."""
        await asyncio.to_thread(self._backend.close)


class CoreAssistant:
    """The agent core in chat mode over `embedded`, `llama:…` or `openai:…`. Its own prompt belongs to it.

    When the core chooses to say nothing, that is its answer, and it is judged as such (SILENCE); only a failure of the model
    under it drops the trigger.
    """

    takes_system = False

    def __init__(self, spec: str) -> None:
        """Raises BadInput or Unsupported for a model that cannot be opened here."""
        sampling = sampling_for(spec)
        self._spec = spec
        self._core = ChatCore(spec, temperature=sampling.temperature, deadline_s=DEADLINE_S)
        self._one = asyncio.Lock()

    @property
    def name(self) -> str:
        """`core:` and the model's string."""
        return f"core:{self._spec}"

    async def reply(self, messages: Sequence[Message], sampling: Sampling, schema: Schema | None = None) -> Reply:
        """The core's answer to a dialogue. Raises BadData for system messages and schemas, which it does not take."""
        if schema is not None or any(one.role == "system" for one in messages):
            raise BadData(
                "the core in chat mode takes a dialogue only", mend="use a model for judging, planning and prompts"
            )
        async with self._one:
            return await asyncio.to_thread(self._reply, messages)

    def _reply(self, messages: Sequence[Message]) -> Reply:
        said = [ChatMessage.model_validate(one.plain()) for one in messages]
        answer = self._core.reply(said)
        if answer.error is not None:
            raise ModelCallFailed(f"{self.name}: {answer.error}")
        used = answer.model
        if answer.silent and used is not None and not used.valid:
            raise ModelCallFailed(f"{self.name}: {answer.why}")
        tokens = (used.tokens_in, used.tokens_out) if used is not None else (0, 0)
        return Reply(answer.text or SILENCE, *tokens)

    async def close(self) -> None:
        """Let go of the model."""
        await asyncio.to_thread(self._core.close)
