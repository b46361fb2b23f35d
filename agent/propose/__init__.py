"""Proposers: a context in, a decision out. Which one is chosen by a string, as `--model` takes it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from agent.propose.backend import Backend, Completion, Image, Message, Request
from agent.propose.embedded import AlwaysProposer, EmbeddedProposer, Proposer, SilentProposer, best_guess
from agent.propose.errors import ModelError
from agent.propose.formats import OutputFormat, output_schema
from agent.propose.model import Asking, ModelProposer
from agent.propose.model_name import BUILT_IN, ModelName, parse_model
from agent.propose.output import Output, read_output
from agent.propose.screens import Shots, from_folder
from api_pool import Pool
from api_pool.functions import default_pool
from device import BadInput, Unsupported

_BUILT_IN: dict[str, Callable[[], Proposer]] = {
    "embedded": EmbeddedProposer,
    "silent": SilentProposer,
    "always": AlwaysProposer,
}


def open_proposer(name: str, *, pool: Pool | None = None, shots: Shots | None = None, gated: bool = True) -> Proposer:
    """The proposer of that `--model` string.

    `pool` is what it may call (default: the 63); `shots` gives a screenshot by name (`from_folder(run)`); `gated=False`
    (or `gate=off` in the string) asks a model at every moment, not only when the gate opens.

    Raises BadInput or Unsupported, as `check_model` does.
    """
    model = parse_model(name)
    if model.kind in _BUILT_IN:
        return _BUILT_IN[model.kind]()
    backend = open_backend(model)
    look = shots or from_folder(Path())
    return ModelProposer(
        backend, pool or default_pool(), Asking.of(model), look, gated=gated and model.word("gate", "on") == "on"
    )


def open_backend(name: ModelName | str) -> Backend:
    """The model behind a `llama:` or `openai:` string, for a chat or a judge. Raises BadInput or Unsupported."""
    model = parse_model(name) if isinstance(name, str) else name
    if model.kind == "llama":
        from agent.propose.llama import LlamaBackend

        return LlamaBackend(model)
    if model.kind == "openai":
        from agent.propose.openai_compatible import OpenAIBackend

        return OpenAIBackend(model)
    raise BadInput(f"{model.text} is no language model", mend="llama:… or openai:…")


def check_model(name: str) -> ModelName:
    """Whether a `--model` string can be opened here, before anything starts: its form, its files, its packages, its key.

    Loads nothing and asks no server. Raises BadInput or Unsupported with cause and mend.
    """
    model = parse_model(name)
    if model.kind == "llama":
        from agent.propose.llama.backend import resolve

        resolve(model)
    elif model.kind == "openai":
        from agent.propose.openai_compatible import openai_problem

        if problem := openai_problem(model):
            kind = Unsupported if "installed" in problem else BadInput
            raise kind(problem, mend="pip install 'proactdroid[openai]'; keys come from the environment")
    return model


__all__ = [
    "BUILT_IN",
    "AlwaysProposer",
    "Asking",
    "Backend",
    "Completion",
    "EmbeddedProposer",
    "Image",
    "Message",
    "ModelError",
    "ModelName",
    "ModelProposer",
    "Output",
    "OutputFormat",
    "Proposer",
    "Request",
    "SilentProposer",
    "best_guess",
    "check_model",
    "from_folder",
    "open_backend",
    "open_proposer",
    "output_schema",
    "parse_model",
    "read_output",
]
