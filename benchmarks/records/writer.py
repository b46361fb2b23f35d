"""A model as a writer: it words a situation's free texts anew. What it writes is kept only when nothing that the truth hangs
on was lost: numbers, times, codes, addresses, names."""

from __future__ import annotations

import importlib
import os
import re
from dataclasses import dataclass, field
from typing import Any

from benchmarks.records.situation import Situation
from device import BadInput, Unsupported

_HELD = re.compile(r"https?://\S+|\d[\d.,:/-]*\d|\d|[A-Z]{2,}\w*|[\"“《][^\"”》]+[\"”》]")
PROMPT = """Word this text anew, in the same language and about as long, as a person or an app would write it on a phone.
Keep every number, time, name, code and address exactly. Answer with the new text alone.

{text}"""


@dataclass
class Writer:
    """An OpenAI-compatible model. `told` counts texts that were taken and those that were not."""

    name: str
    client: Any
    taken: int = 0
    refused: int = 0
    _known: dict[str, str] = field(default_factory=dict)

    def reword(self, text: str, names: tuple[str, ...] = ()) -> str:
        """The text in other words, or itself where the model lost something."""
        if text not in self._known:
            reply = self.client.chat.completions.create(
                model=self.name,
                messages=[{"role": "user", "content": PROMPT.format(text=text)}],
                temperature=0.7,
                seed=1,
            )
            said = " ".join(str(reply.choices[0].message.content or "").split())
            good = faithful(text, said, names)
            self.taken += good
            self.refused += not good
            self._known[text] = said if good else text
        return self._known[text]

    def __call__(self, s: Situation) -> None:
        """Word a situation's own free texts anew: what the user told, messages, and notifications' texts."""
        names = (*s.contacts, *(place.name for place in s.places), *(place.address for place in s.places))
        s.about[:] = [self.reword(text, names) for text in s.about]
        for event in s.events:
            if event.kind in ("sms", "sent", "note") and event.text:
                event.text = self.reword(event.text, names)


def faithful(text: str, said: str, names: tuple[str, ...] = ()) -> bool:
    """Whether a rewording holds all that must not change, adds no number, and is of a like length."""
    if not said or not len(text) / 3 <= len(said) <= len(text) * 3 + 20:
        return False
    held = [name for name in names if name and name in text] + _HELD.findall(text)
    return all(part in said for part in held) and set(re.findall(r"\d+", said)) <= set(re.findall(r"\d+", text))


def open_writer(name: str) -> Writer:
    """The writer `openai:MODEL` (at OPENAI_BASE_URL, with OPENAI_API_KEY), or `llama:MODEL` (a llama.cpp server at
    LLAMA_BASE_URL, by default http://127.0.0.1:8080/v1). Raises BadInput for another form, Unsupported without the
    library openai."""
    kind, colon, model = name.partition(":")
    if not colon or not model or kind not in ("openai", "llama"):
        raise BadInput(f"no writer {name!r}", mend="openai:MODEL or llama:MODEL")
    try:
        library = importlib.import_module("openai")
    except ImportError as error:
        raise Unsupported("the library openai is not installed", mend="pip install openai") from error
    if kind == "llama":
        url = os.environ.get("LLAMA_BASE_URL", "http://127.0.0.1:8080/v1")
        return Writer(model, library.OpenAI(base_url=url, api_key="none"))
    if not os.environ.get("OPENAI_API_KEY"):
        raise BadInput("OPENAI_API_KEY is not set", mend="set it (any text for a server that asks for none)")
    return Writer(model, library.OpenAI())
