"""The core in a conversation: perceive → propose, with the dialogue as the context and the reply as the proposal."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any

from agent.chat.filters import is_generic, is_grounded, is_repeat, sentences
from agent.chat.messages import Anchor, ChatMessage, ChatReply, FollowUp, Said, dialogue_of
from agent.chat.perceive import ChatPerception, perceive_dialogue
from agent.prompts import load_prompt
from agent.proposal import ModelUse
from agent.propose import open_backend, parse_model
from agent.propose.backend import Backend, Completion, Message, Request
from agent.propose.errors import ModelError, WindowTooSmall
from agent.propose.output import MAX_OUTPUT
from device import BadInput

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "noticed": {"type": "array", "items": {"type": "string", "maxLength": 160}, "minItems": 0, "maxItems": 6},
        "reply": {"type": "string", "maxLength": 2000},
        "follow_up": {"type": "string", "maxLength": 500},
    },
    "required": ["noticed", "reply", "follow_up"],
    "additionalProperties": False,
}
TURN = 16  # tokens that a chat template adds around a message
_NOTED = {"en": "Noted: {}.", "zh": "记下了：{}。"}
_BLIND = {
    "en": "Without a language model I cannot answer that; I watch for what follows from details that you mention.",
    "zh": "没有语言模型时我答不了这个；我只留意您提到的细节会带来什么。",
}


class ChatCore:
    """Holds a conversation and looks beyond what was asked.

    `model` is "embedded" (rules alone), a `llama:` or `openai:` string, or an open Backend. With `proactive=False` the
    very same model gets the dialogue and nothing else. It keeps no state: everything is in the messages.
    """

    def __init__(
        self,
        model: str | Backend = "embedded",
        *,
        proactive: bool = True,
        language: str | None = None,
        max_tokens: int = 700,
        temperature: float | None = None,
        seed: int = 0,
        deadline_s: float = 120.0,
    ) -> None:
        """Raises BadInput or Unsupported for a model that cannot be opened here."""
        self.proactive = proactive
        self._language = language
        self._backend: Backend | None = None
        self._max_tokens, self._temperature, self._seed, self._deadline_s = (
            max_tokens,
            temperature or 0.0,
            seed,
            deadline_s,
        )
        if not isinstance(model, str):
            self._backend = model
        elif model != "embedded":
            name = parse_model(model)
            if name.kind not in ("llama", "openai"):
                raise BadInput(f"{model} cannot hold a conversation", mend="embedded, llama:… or openai:…")
            self._backend = open_backend(name)
            self._max_tokens = int(name.number("max_tokens", max_tokens))
            self._temperature = name.number("temperature", temperature or 0.0)
            self._seed = int(name.number("seed", seed))
            self._deadline_s = name.number("deadline", deadline_s)

    @property
    def name(self) -> str:
        """The model's string."""
        return self._backend.name if self._backend is not None else "embedded"

    def reply(self, messages: Sequence[Said]) -> ChatReply:
        """The answer to a dialogue that ends with the user's message. A failure of the model is the reply's `error`.

        Raises BadInput for what is no such dialogue.
        """
        dialogue = dialogue_of(messages)
        if not self.proactive:
            return self._bare(dialogue)
        perception = perceive_dialogue(dialogue, language=self._language)
        return self._embedded(perception) if self._backend is None else self._with_model(dialogue, perception)

    def close(self) -> None:
        """Let go of the model."""
        if self._backend is not None:
            self._backend.close()

    # -- the three ways

    def _bare(self, dialogue: Sequence[ChatMessage]) -> ChatReply:
        if self._backend is None:
            return ChatReply(text="", why="without a model and without looking ahead there is nothing to say")
        started = time.monotonic()
        dropped: list[str] = []
        try:
            turns = self._fitted("", dialogue, dropped)
            done = self._backend.complete(self._request(turns, None))
        except ModelError as error:
            return self._failed(error, ())
        text = done.text.strip()[:MAX_OUTPUT].replace("\0", "")
        why = "" if text else "the model said nothing"
        return ChatReply(text=text, why=why, dropped=tuple(dropped), model=self._use(done, "", started, True))

    def _embedded(self, perception: ChatPerception) -> ChatReply:
        plain = ChatReply(text="", anchors=perception.anchors, done=perception.done, why=perception.why)
        if perception.best is not None:
            return plain.model_copy(update={"text": perception.best.text, "follow_up": perception.best})
        if perception.done:
            return plain
        kept = list(dict.fromkeys(anchor.quote for anchor in perception.anchors))
        base = _NOTED[perception.language].format("; ".join(kept)) if kept else _BLIND[perception.language]
        return plain.model_copy(update={"text": base})

    def _with_model(self, dialogue: Sequence[ChatMessage], perception: ChatPerception) -> ChatReply:
        assert self._backend is not None  # the caller looked
        prompt = load_prompt("chat", perception.language)
        anchors = "\n".join(f"- {quote}" for quote in dict.fromkeys(anchor.quote for anchor in perception.anchors))
        # What changes with the turn stands at the end: the rules and the dialogue before it stay in a model's cache.
        system = prompt.fill("system")
        notes = prompt.fill("notes", phase=prompt.parts[perception.phase], anchors=anchors or prompt.parts["none"])
        started = time.monotonic()
        dropped: list[str] = []
        try:
            *turns, last = self._fitted(f"{system}\n{notes}", dialogue, dropped)
            last = Message(last.role, f"{last.content}\n\n{notes}")
            done = self._backend.complete(self._request((Message("system", system), *turns, last), SCHEMA))
        except ModelError as error:
            return self._failed(error, perception.anchors)
        data = _object(done.text)
        use = self._use(done, prompt.label, started, data is not None)
        if data is None and (
            done.finish != "stop" or not done.text.strip() or "{" in done.text[:3] or "\0" in done.text
        ):
            why = "cut off" if done.finish == "length" else "refused" if done.finish == "refusal" else "not readable"
            return ChatReply(
                text="",
                anchors=perception.anchors,
                done=perception.done,
                why=f"the model's output was {why}",
                model=use,
            )
        return self._compose(data or {"reply": done.text}, dialogue, perception, use, dropped)

    # -- reading a model's answer

    def _fitted(self, added: str, dialogue: Sequence[ChatMessage], dropped: list[str]) -> tuple[Message, ...]:
        """The newest messages that fit into the model's window, from a user's message on. What is left out stays among the
        anchors. Raises ModelError where not even the last one fits."""
        turns = [Message(message.role, message.content) for message in dialogue]
        assert self._backend is not None  # the caller looked
        if not self._backend.window:
            return tuple(turns)
        costs = self._backend.count([added, *(turn.content for turn in turns)])
        room = self._backend.window - self._most() - costs[0] - TURN
        first = len(turns)
        while first and (room := room - costs[first] - TURN) >= 0:
            first -= 1
        while first < len(turns) and turns[first].role != "user":
            first += 1
        if first == len(turns):
            raise WindowTooSmall(f"the message does not fit into {self._backend.window} tokens", mend="a larger ctx=")
        if first:
            dropped.append(f"{first} earlier messages did not fit into the window")
        return tuple(turns[first:])

    def _compose(
        self,
        data: dict[str, Any],
        dialogue: Sequence[ChatMessage],
        perception: ChatPerception,
        use: ModelUse,
        dropped: list[str],
    ) -> ChatReply:
        said = [message.content for message in dialogue if message.role == "user"]
        delivered = [message.content for message in dialogue if message.role == "assistant"]
        anchors = (*perception.anchors, *_noticed(data.get("noticed"), said, perception.anchors, dropped))
        reply = _clean(_text(data.get("reply")), delivered, dropped, after_end=perception.done)
        follow = self._follow_up(_text(data.get("follow_up")), reply, said, delivered, anchors, perception, dropped)
        parts = [] if perception.done and follow is not None else [reply]
        text = "\n\n".join(part for part in (*parts, follow.text if follow is not None else "") if part)
        return ChatReply(
            text=text,
            follow_up=follow,
            anchors=anchors,
            done=perception.done,
            why="" if text else (dropped[-1] if dropped else perception.why or "the model sees nothing further"),
            dropped=tuple(dropped),
            model=use,
        )

    def _follow_up(
        self,
        text: str,
        reply: str,
        said: Sequence[str],
        delivered: Sequence[str],
        anchors: tuple[Anchor, ...],
        perception: ChatPerception,
        dropped: list[str],
    ) -> FollowUp | None:
        """The model's follow-up if it holds, else the best one that the rules found, else nothing."""
        kept = _clean(text, [*delivered, reply], dropped, after_end=True)
        if kept and not is_grounded(kept, said):
            dropped.append(f"not grounded in what was said: {kept[:80]}")
            kept = ""
        if kept:
            rests = tuple(anchor for anchor in anchors if is_grounded(kept, [anchor.quote]))
            return FollowUp(need=perception.phase, text=kept, anchors=rests, source="model")
        best = perception.best
        return best if best is not None and not is_repeat(best.text, [*delivered, reply]) else None

    def _request(self, messages: tuple[Message, ...], schema: dict[str, Any] | None) -> Request:
        return Request(
            messages=messages,
            schema=schema,
            max_tokens=self._most(),
            temperature=self._temperature,
            seed=self._seed,
            deadline_s=self._deadline_s,
        )

    def _most(self) -> int:
        """Tokens of an answer: what was asked for, at most half the window."""
        window = self._backend.window if self._backend is not None else 0
        return min(self._max_tokens, window // 2) if window else self._max_tokens

    def _failed(self, error: ModelError, anchors: tuple[Anchor, ...]) -> ChatReply:
        return ChatReply(
            text="", anchors=anchors, why="the model gave no answer", error=f"{type(error).__name__}: {error}"
        )

    def _use(self, done: Completion, prompt: str, started: float, valid: bool) -> ModelUse:
        return ModelUse(
            name=self.name,
            prompt=prompt,
            method=done.method,
            finish=done.finish,
            valid=valid,
            tokens_in=done.tokens_in,
            evaluated=done.evaluated,
            warmed=done.warmed,
            tokens_out=done.tokens_out,
            attempts=done.attempts,
            cost=done.cost,
            notes=done.notes,
            output=done.text[:4000].replace("\0", "␀"),
            times_ms={"all": (time.monotonic() - started) * 1000},
        )


def _object(text: str) -> dict[str, Any] | None:
    """The JSON object that a text is, or that stands in it."""
    if len(text) > MAX_OUTPUT or "\0" in text:
        return None
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        return None
    try:
        data = json.loads(text[start : end + 1])
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) and ("reply" in data or "follow_up" in data) else None


def _text(value: Any) -> str:
    plain = value if isinstance(value, str) else ""
    return plain.encode("utf-8", "replace").decode().replace("\0", "").strip()


def _noticed(value: Any, said: Sequence[str], known: Sequence[Anchor], dropped: list[str]) -> list[Anchor]:
    """The model's own anchors: only what the user really said, word for word."""
    found = []
    for quote in value if isinstance(value, list) else []:
        words = _text(quote)
        turn = next((turn for turn, text in enumerate(said) if words and words in text), None)
        if turn is None:
            dropped.append(f"never said by the user: {words[:80]}")
        elif all(words not in anchor.quote for anchor in known):
            found.append(Anchor(kind="said", quote=words[:160], turn=turn))
    return found


def _clean(text: str, delivered: Sequence[str], dropped: list[str], *, after_end: bool) -> str:
    """A text without courtesy; after the end, and in a follow-up, without repeats too. Its line breaks stay."""
    if not text:
        return ""
    kept = []
    for line in text.split("\n"):
        good = []
        for sentence in sentences(line):
            if is_generic(sentence):
                dropped.append(f"courtesy: {sentence[:80]}")
            elif after_end and is_repeat(sentence, delivered):
                dropped.append(f"said before: {sentence[:80]}")
            else:
                good.append(sentence)
        kept.append(("" if _han(line) else " ").join(good) if len(good) < len(sentences(line)) else line)
    return "\n".join(kept).strip()


def _han(text: str) -> bool:
    return any("\u3400" <= char <= "\u9fff" for char in text)
