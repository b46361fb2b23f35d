"""The seam to models: what a back end must offer, the ones that are built in, and entry points for others.

A back end of another package registers a factory under the entry-point group `proactdroid.assistants`; `NAME:REST` then
reaches it as `factory(REST)`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any, Literal, Protocol

from benchmarks.proactbench.errors import BadData, MissingLibrary, ModelCallFailed, ModelRefused

GROUP = "proactdroid.assistants"
Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True)
class Message:
    """One message of a conversation."""

    role: Role
    content: str

    def plain(self) -> dict[str, str]:
        """As chat end points take it."""
        return {"role": self.role, "content": self.content}


@dataclass(frozen=True)
class Sampling:
    """How a reply is drawn. `max_tokens` bounds the new tokens; None leaves a setting out of the request."""

    temperature: float
    top_p: float | None
    max_tokens: int
    reasoning_effort: str | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Reply:
    """What a model said, and what it cost (0 where the back end does not tell)."""

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0


Schema = Mapping[str, Any]


class Assistant(Protocol):
    """A model, or our core in chat mode. `schema` asks for a JSON object of that JSON schema.

    `reply` raises ModelCallFailed where another attempt may succeed and ModelRefused where none will.
    """

    @property
    def name(self) -> str:
        """The model's name, from which the published sampling rules follow."""
        ...

    async def reply(self, messages: Sequence[Message], sampling: Sampling, schema: Schema | None = None) -> Reply:
        """One answer to a conversation."""
        ...


_REASONING = ("gpt-5", "o1", "o3", "o4")
_WIDE = 32768


def reasons(name: str) -> bool:
    """Whether a name is one of OpenAI's reasoning names, which take no free temperature."""
    base = name.rsplit("/", 1)[-1].lower()
    return base.startswith(_REASONING) or base.rpartition(":")[2].startswith(_REASONING)


def sampling_for(name: str, max_tokens: int = 8192, effort: str | None = None, seed: int | None = None) -> Sampling:
    """The published sampling: 0.7, top_p 1; reasoning names and gemini-2.5-pro at 1 without top_p, 32768 tokens or more."""
    if reasons(name) or "gemini-2.5-pro" in name.lower():
        return Sampling(1.0, None, max(max_tokens, _WIDE), effort if reasons(name) else None, seed)
    return Sampling(0.7, 1.0, max_tokens, None, seed)


def judge_sampling(name: str, seed: int | None = None) -> Sampling:
    """The same rules with room for 32768 tokens and medium effort."""
    return sampling_for(name, _WIDE, "medium", seed)


class OpenAIAssistant:
    """Any end point that speaks OpenAI's chat completions, through the official client (its own retries are off)."""

    def __init__(
        self, name: str, base_url: str | None = None, api_key: str | None = None, timeout_s: float = 600
    ) -> None:
        try:
            import openai
        except ModuleNotFoundError as error:
            raise MissingLibrary(
                "the openai client is not installed", mend="pip install 'proactdroid[proactbench]'"
            ) from error
        self._errors = openai
        key = api_key or os.environ.get("OPENAI_API_KEY") or ("none" if base_url else None)
        if key is None:
            raise BadData(
                "no key for api.openai.com", mend="set OPENAI_API_KEY, or give the base URL of a local server"
            )
        self._client = openai.AsyncOpenAI(base_url=base_url, api_key=key, max_retries=0, timeout=timeout_s)
        self._name = name
        self._structured = True

    @property
    def name(self) -> str:
        """The model's name at the end point."""
        return self._name

    async def reply(self, messages: Sequence[Message], sampling: Sampling, schema: Schema | None = None) -> Reply:
        """One chat completion. An end point without JSON schemas is asked again without one, once and for all."""
        api = self._errors
        request: dict[str, Any] = {
            "model": self._name,
            "messages": [one.plain() for one in messages],
            **self._options(sampling),
        }
        if schema is not None and self._structured:
            form = {"name": "answer", "schema": dict(schema), "strict": True}
            request["response_format"] = {"type": "json_schema", "json_schema": form}
        try:
            answer = await self._client.chat.completions.create(**request)
        except (api.AuthenticationError, api.PermissionDeniedError, api.NotFoundError) as error:
            raise ModelRefused(f"{self._name}: {error.message}", mend="check the model's name, URL and key") from error
        except api.BadRequestError as error:
            if "response_format" in request:
                self._structured = False
                return await self.reply(messages, sampling, None)
            raise ModelCallFailed(f"{self._name}: {error.message}") from error
        except (api.APIError, ValueError) as error:
            raise ModelCallFailed(f"{self._name}: {type(error).__name__}: {error}") from error
        usage = answer.usage
        text = answer.choices[0].message.content if answer.choices else None
        return Reply(text or "", usage.prompt_tokens if usage else 0, usage.completion_tokens if usage else 0)

    def _options(self, sampling: Sampling) -> dict[str, Any]:
        limit = "max_completion_tokens" if reasons(self._name) else "max_tokens"
        options: dict[str, Any] = {"temperature": sampling.temperature, limit: sampling.max_tokens}
        for key, value in (
            ("top_p", sampling.top_p),
            ("reasoning_effort", sampling.reasoning_effort),
            ("seed", sampling.seed),
        ):
            if value is not None:
                options[key] = value
        return options

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()


def assistant(spec: str, base_url: str | None = None) -> Assistant:
    """A back end from its string. Raises BadData, MissingLibrary, and BadInput or Unsupported for what cannot be opened.

    `openai:MODEL[@URL]`, `inspect:PROVIDER/MODEL`, `llama:PATH_OR_NAME[,option=value …]`, `core:embedded`, `core:llama:…`,
    `core:openai:…`, or `ENTRY:REST` of an entry point.
    """
    kind, _, rest = spec.partition(":")
    if kind == "openai" and rest:
        name, at, url = rest.partition("@http")
        return OpenAIAssistant(name, f"http{url}" if at else base_url)
    if kind == "inspect" and rest:
        from benchmarks.proactbench.inspect_models import InspectAssistant

        return InspectAssistant.named(rest, base_url)
    if kind in ("llama", "core") and rest:
        from benchmarks.proactbench.core_models import BackendAssistant, CoreAssistant

        return BackendAssistant(spec) if kind == "llama" else CoreAssistant(rest)
    found = {one.name: one for one in entry_points(group=GROUP)}
    if kind not in found:
        known = "openai:MODEL, inspect:PROVIDER/MODEL, llama:MODEL, core:MODEL"
        more = "".join(f", {name}:…" for name in sorted(found))
        raise BadData(f"there is no back end {spec!r}", mend=f"use one of {known}{more}")
    made: Assistant = found[kind].load()(rest)
    return made
