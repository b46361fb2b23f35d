"""Any server that speaks OpenAI's chat completions, through the official SDK: structured outputs where it has them, one
tool where it has those, plain JSON where not. Answers are streamed, so that a deadline holds against a slow server."""

from __future__ import annotations

import base64
import importlib.util
import os
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from agent.propose.backend import Completion, Finish, Image, Message, Request, estimated
from agent.propose.errors import ModelRejected, ModelTimeout, ModelUnavailable
from agent.propose.images import PATCH, scaled
from agent.propose.model_name import DEFAULT_BASE_URL, ModelName
from agent.propose.openai_schema import from_tool_calls, strict_schema, without_nulls
from device import BadInput, Unsupported

if TYPE_CHECKING:
    import openai

Mode = Literal["schema", "tools", "plain"]
_MODES: tuple[Mode, ...] = ("schema", "tools", "plain")
_TOOL = "answer"
_BACK_OFF_S = 0.5
_LONGEST_WAIT_S = 30.0
_SMALLEST_IMAGE = 48  # tokens; below it a screen cannot be read
_GATES: dict[tuple[str, int], threading.BoundedSemaphore] = {}
_GATES_LOCK = threading.Lock()


def openai_problem(name: ModelName) -> str | None:
    """Why this model cannot be asked at all, or None."""
    if importlib.util.find_spec("openai") is None:
        return "the package openai is not installed (extra openai)"
    variable = name.word("key_env", "OPENAI_API_KEY")
    if name.base_url == DEFAULT_BASE_URL and not os.environ.get(variable):
        return f"no key: the environment has no {variable}"
    return None


@dataclass
class _Heard:
    """What a stream said so far."""

    content: list[str] = field(default_factory=list)
    refusal: list[str] = field(default_factory=list)
    tools: dict[int, list[str]] = field(default_factory=dict)
    finish: str | None = None
    tokens_in: int = 0
    tokens_out: int = 0
    cached: int = 0
    first: float = 0.0


class OpenAIBackend:
    """A served model. Thread-safe; at most `concurrency=` requests run at once against one server."""

    def __init__(self, name: ModelName) -> None:
        if problem := openai_problem(name):
            raise (Unsupported if "installed" in problem else BadInput)(problem, mend="pip install 'proactdroid[openai]'; "
                                                                        "keys come from the environment")  # fmt: skip
        import openai

        self.name = name.text
        self.eyes = int(name.number("images", 2)) > 0
        self._model = name.target
        self._variable = name.word("key_env", "OPENAI_API_KEY")
        self._key = os.environ.get(self._variable) or "none"
        self._client = openai.OpenAI(api_key=self._key, base_url=name.base_url, max_retries=0)
        asked = name.word("mode", "auto")
        self._modes: list[Mode] = list(_MODES) if asked == "auto" else [mode for mode in _MODES if mode == asked]
        self._retries = int(name.number("retries", 3))
        self._prices = (name.options.get("price_in"), name.options.get("price_out"))
        self._window = int(name.number("ctx", 0))
        self._usage = True
        self._stop = threading.Event()
        self._gate = _gate(name.base_url, int(name.number("concurrency", 4)))

    @property
    def window(self) -> int:
        """The `ctx=` of the model string, 0 without one."""
        return self._window

    def count(self, texts: Sequence[str]) -> list[int]:
        """Estimates: a server does not tell its tokenizer."""
        return estimated(texts)

    def close(self) -> None:
        """End what is waiting, and the connections."""
        self._stop.set()
        self._client.close()

    def complete(self, request: Request) -> Completion:
        """Ask, with retries and fall-backs within the deadline. Raises ModelError; a key is never part of its words."""
        import openai

        deadline = time.monotonic() + request.deadline_s
        if not self._gate.acquire(timeout=request.deadline_s):
            raise ModelTimeout(f"no free place at the server within {request.deadline_s:g} s", mend="concurrency=")
        notes: list[str] = []
        attempts = failures = 0
        try:
            while True:
                attempts += 1
                try:
                    done = self._once(request, deadline)
                    return replace(done, attempts=attempts, notes=tuple(notes))
                except openai.APITimeoutError:
                    raise ModelTimeout(
                        f"no answer within {request.deadline_s:g} s", mend="a longer deadline="
                    ) from None
                except openai.APIStatusError as error:
                    fallen = self._fall_back(error, request, notes)
                    if fallen is not None:
                        request = fallen
                        continue
                    if error.status_code not in (408, 409, 429) and error.status_code < 500:
                        raise self._rejected(error) from None
                    cause, wait = f"the server answered {error.status_code}", _retry_after(error)
                except (openai.APIConnectionError, openai.APIError, _CutOff) as error:
                    cause, wait = self._plain(f"the connection failed: {_cause(error)}"), None
                failures += 1
                self._wait(cause, failures, wait, deadline)
        finally:
            self._gate.release()

    def _wait(self, cause: str, failures: int, wait: float | None, deadline: float) -> None:
        """Back off before the next try. Raises ModelUnavailable when there is none."""
        pause = _BACK_OFF_S * 2 ** (failures - 1) if wait is None else min(wait, _LONGEST_WAIT_S)
        if failures > self._retries or time.monotonic() + pause >= deadline:
            raise ModelUnavailable(f"{cause} ({failures} times)", mend="is the server up? see its own log")
        if self._stop.wait(pause):
            raise ModelUnavailable("the model was closed")

    def _once(self, request: Request, deadline: float) -> Completion:

        started = time.monotonic()
        left = deadline - started
        if left <= 0:
            raise ModelTimeout(f"no answer within {request.deadline_s:g} s")
        mode: Mode = self._modes[0] if request.schema is not None else "plain"
        heard = _Heard()
        arguments = self._arguments(request, mode)
        stream: openai.Stream[Any] = self._client.chat.completions.create(**arguments, stream=True, timeout=left)
        with stream:
            for chunk in stream:
                _hear(heard, chunk)
                if time.monotonic() > deadline:
                    raise ModelTimeout(f"no whole answer within {request.deadline_s:g} s", mend="a longer deadline=")
        if heard.finish is None:
            raise _CutOff("the stream broke off")
        return self._completion(heard, mode, started)

    def _arguments(self, request: Request, mode: Mode) -> dict[str, Any]:
        arguments: dict[str, Any] = {
            "model": self._model,
            "messages": [_wire(message) for message in request.messages],
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
            "seed": request.seed,
        }
        if self._usage:
            arguments["stream_options"] = {"include_usage": True}
        if request.schema is None:
            return arguments
        strict = strict_schema(request.schema)
        if mode == "schema":
            form = {"name": _TOOL, "strict": True, "schema": strict}
            arguments["response_format"] = {"type": "json_schema", "json_schema": form}
        elif mode == "tools":
            function = {"name": _TOOL, "description": "The whole answer.", "parameters": request.schema}
            arguments["tools"] = [{"type": "function", "function": function}]
            arguments["tool_choice"] = {"type": "function", "function": {"name": _TOOL}}
        return arguments

    def _completion(self, heard: _Heard, mode: Mode, started: float) -> Completion:
        content, called = "".join(heard.content), [(call[0], "".join(call[1:])) for call in heard.tools.values()]
        refused = "".join(heard.refusal)
        text, finish = content, _finish(heard.finish)
        if called:
            text, mode = from_tool_calls(content, called, _TOOL), "tools"
        elif refused or finish == "refusal":
            text, finish = refused or content, "refusal"
        elif mode == "schema":
            text = without_nulls(content)
        now = time.monotonic()
        first = heard.first or now
        price_in, price_out = self._prices
        cost = None
        if price_in is not None and price_out is not None:
            cost = (heard.tokens_in * float(price_in) + heard.tokens_out * float(price_out)) / 1e6
        return Completion(
            text=text,
            finish=finish,
            tokens_in=heard.tokens_in,
            evaluated=max(0, heard.tokens_in - heard.cached),
            tokens_out=heard.tokens_out,
            prompt_ms=(first - started) * 1000,
            generate_ms=(now - first) * 1000,
            cost=cost,
            method=mode,
        )

    def _fall_back(self, error: openai.APIStatusError, request: Request, notes: list[str]) -> Request | None:
        """What to ask instead when the server does not know a part of the request; None when that is not the trouble."""
        said = str(error).casefold()
        code = error.status_code
        pictures = any(message.images for message in request.messages)
        if pictures and (code == 413 or (code in (400, 415, 422) and "image" in said)):
            return self._smaller(request, notes, known=code != 415 and "support" not in said)
        if code not in (400, 404, 415, 422, 501) or (code == 404 and "model" in said):
            return None
        if "stream_options" in said and self._usage:
            self._usage = False
            return request
        about_form = any(word in said for word in ("response_format", "json_schema", "schema", "tool", "structured"))
        if request.schema is not None and about_form and len(self._modes) > 1:
            notes.append(f"the server does not know {self._modes.pop(0)}")
            return request
        return None

    def _smaller(self, request: Request, notes: list[str], *, known: bool) -> Request:
        """The same with pictures of half the size; without them where they are small already or not understood."""
        largest = max(i.width * i.height for m in request.messages for i in m.images) // (PATCH * PATCH)
        if not known or largest // 2 < _SMALLEST_IMAGE:
            if not known:
                self.eyes = False
            notes.append("the server takes no pictures" if not known else "the pictures were too large for the server")
            return replace(request, messages=tuple(replace(message, images=()) for message in request.messages))
        notes.append(f"pictures scaled to {largest // 2} tokens")
        return replace(request, messages=tuple(_with_smaller(message, largest // 2) for message in request.messages))

    def _rejected(self, error: openai.APIStatusError) -> ModelRejected:
        mend = {401: f"the key in {self._variable}", 403: f"the key in {self._variable}"}.get(error.status_code, "")
        if error.status_code == 404:
            mend = f"does the server have a model {self._model!r}?"
        return ModelRejected(self._plain(f"the server answered {error.status_code}: {error}"), mend=mend)

    def _plain(self, words: str) -> str:
        """An error's words without the key that a server may repeat."""
        return (words.replace(self._key, "<key>") if self._key != "none" else words)[:400]


class _CutOff(Exception):
    """The stream ended without its end."""


def _gate(server: str, size: int) -> threading.BoundedSemaphore:
    with _GATES_LOCK:
        return _GATES.setdefault((server, size), threading.BoundedSemaphore(size))


def _cause(error: BaseException) -> str:
    return str(error.__cause__ or error)


def _retry_after(error: openai.APIStatusError) -> float | None:
    try:
        return max(0.0, float(error.response.headers.get("retry-after", "")))
    except ValueError:
        return None


def _finish(reason: str | None) -> Finish:
    return "length" if reason == "length" else "refusal" if reason == "content_filter" else "stop"


def _hear(heard: _Heard, chunk: Any) -> None:
    """Take in one chunk of a stream."""
    if usage := getattr(chunk, "usage", None):
        heard.tokens_in, heard.tokens_out = usage.prompt_tokens or 0, usage.completion_tokens or 0
        details = getattr(usage, "prompt_tokens_details", None)
        heard.cached = getattr(details, "cached_tokens", None) or 0
    for choice in chunk.choices or ():
        heard.first = heard.first or time.monotonic()
        delta = choice.delta
        if delta is not None and delta.content:
            heard.content.append(delta.content)
        if delta is not None and getattr(delta, "refusal", None):
            heard.refusal.append(delta.refusal)
        for call in (delta.tool_calls or ()) if delta is not None else ():
            parts = heard.tools.setdefault(call.index or 0, [""])
            if call.function is not None:
                parts[0] = parts[0] or call.function.name or ""
                parts.append(call.function.arguments or "")
        heard.finish = choice.finish_reason or heard.finish


def _wire(message: Message) -> dict[str, Any]:
    if not message.images:
        return {"role": message.role, "content": message.content}
    parts: list[dict[str, Any]] = [{"type": "image_url", "image_url": {"url": _url(image)}} for image in message.images]
    return {"role": message.role, "content": [*parts, {"type": "text", "text": message.content}]}


def _url(image: Image) -> str:
    return f"data:{image.media_type};base64,{base64.b64encode(image.data).decode()}"


def _with_smaller(message: Message, tokens: int) -> Message:
    return replace(
        message, images=tuple(scaled(image.data, tokens=tokens, name=image.name) for image in message.images)
    )
