"""What a model behind a proposer or a chat is: messages in, text out, with what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from agent.context_text import estimate_tokens

Role = Literal["system", "user", "assistant"]
Finish = Literal["stop", "length", "refusal"]


@dataclass(frozen=True)
class Image:
    """An encoded picture: `media_type` is image/png or image/jpeg; sizes in pixels."""

    data: bytes
    width: int
    height: int
    media_type: str = "image/png"
    name: str = ""


@dataclass(frozen=True)
class Message:
    """One turn; its images come before its text."""

    role: Role
    content: str
    images: tuple[Image, ...] = ()


@dataclass(frozen=True)
class Request:
    """What is asked. With a schema the answer is one JSON object of it; `deadline_s` is for everything, retries too."""

    messages: tuple[Message, ...]
    schema: dict[str, Any] | None = None
    max_tokens: int = 512
    temperature: float = 0.0
    seed: int = 0
    deadline_s: float = 120.0


@dataclass(frozen=True)
class Completion:
    """What came back. `evaluated` are prompt tokens really computed (the rest was in the cache), `warmed`
    those of the static part that were computed beforehand, outside the deadline, because the process was new; `method` is
    how the form was kept: grammar, schema, tools, plain; `notes` say what had to be given up on the way."""

    text: str
    finish: Finish = "stop"
    tokens_in: int = 0
    evaluated: int = 0
    warmed: int = 0
    tokens_out: int = 0
    load_ms: float = 0.0
    prompt_ms: float = 0.0
    generate_ms: float = 0.0
    attempts: int = 1
    cost: float | None = None
    method: str = "plain"
    notes: tuple[str, ...] = ()


class Backend(Protocol):
    """A model. `eyes`: it takes images. `window`: tokens of prompt and answer together (0: unknown)."""

    name: str
    eyes: bool

    @property
    def window(self) -> int:
        """The window in tokens, 0 where it is not known."""
        ...

    def complete(self, request: Request) -> Completion:
        """Ask. Raises ModelError."""
        ...

    def count(self, texts: Sequence[str]) -> list[int]:
        """How many tokens the texts take. Raises ModelError."""
        ...

    def close(self) -> None:
        """Let go of everything; safe to call twice."""
        ...


def estimated(texts: Sequence[str]) -> list[int]:
    """Token counts without the model's own tokenizer: a little too many."""
    return [estimate_tokens(text) for text in texts]
