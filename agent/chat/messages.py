"""What a conversation is made of, and what the core answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.proposal import ModelUse
from device import BadInput

Need = Literal["emergent", "critical", "recovery"]


class ChatMessage(BaseModel):
    """One turn of a dialogue."""

    model_config = ConfigDict(frozen=True)

    role: Literal["user", "assistant"]
    content: str


class Anchor(BaseModel):
    """A detail that the user disclosed: what kind, their own words, and in which of their messages (from 0)."""

    model_config = ConfigDict(frozen=True)

    kind: str
    quote: str
    turn: int


class FollowUp(BaseModel):
    """Something beyond what was asked, the anchors that it rests on, and who found it: the model, or the embedded rules."""

    model_config = ConfigDict(frozen=True)

    need: Need
    text: str
    anchors: tuple[Anchor, ...]
    source: Literal["model", "embedded"]
    score: float = 1.0


class ChatReply(BaseModel):
    """The core's answer. An empty `text` is silence, `why` says why. `dropped` are parts of a model's output that were not
    used, with the reason; `error` is set where the model gave no answer."""

    model_config = ConfigDict(frozen=True)

    text: str
    follow_up: FollowUp | None = None
    anchors: tuple[Anchor, ...] = ()
    done: bool = False
    why: str = ""
    dropped: tuple[str, ...] = ()
    error: str | None = None
    model: ModelUse | None = None

    @property
    def silent(self) -> bool:
        """Whether nothing is said."""
        return not self.text


Said = ChatMessage | Mapping[str, Any]


def dialogue_of(messages: Sequence[Said]) -> tuple[ChatMessage, ...]:
    """Messages or their mappings as a dialogue. Raises BadInput unless each is a user's or an assistant's text and the
    last is the user's."""
    try:
        read = tuple(m if isinstance(m, ChatMessage) else ChatMessage.model_validate(dict(m)) for m in messages)
    except (ValidationError, TypeError, ValueError) as error:
        raise BadInput(
            f"no dialogue: {error}", mend='a list of {"role": "user"|"assistant", "content": text}'
        ) from error
    if not read or read[-1].role != "user":
        raise BadInput("the dialogue does not end with the user's message", mend="the core answers the user")
    return read
