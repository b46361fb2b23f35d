"""Who stands beside the agent: it lets time pass, passes questions to the user, and hears of each moment.

The agent runs in its own process and knows its companion only through lines of JSON on its standard input and output.
Nothing in here can tell a simulated day from a real one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, Protocol

from agent.consent import Answer, Question
from agent.moment import Moment


class Gone(Exception):
    """The companion ended the run (its pipe closed, or it said so)."""


class Companion(Protocol):
    """What the loop needs from outside."""

    def wait(self, until_ms: int) -> bool:
        """Let time pass until something may have changed, at the latest until `until_ms` (phone time). False: the run
        is over."""
        ...

    def ask(self, question: Question, now_ms: int) -> Answer:
        """Put a question to the user."""
        ...

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Around execution: time passes."""
        ...

    def report(self, moment: Moment) -> None:
        """A moment has its outcome."""
        ...


class PipeCompanion:
    """Companion over two text streams, one JSON object a line: each request gets one reply."""

    def __init__(self, incoming: IO[str], outgoing: IO[str]) -> None:
        self._incoming = incoming
        self._outgoing = outgoing

    def _call(self, kind: str, **fields: Any) -> dict[str, Any]:
        self._outgoing.write(json.dumps({"type": kind, **fields}, ensure_ascii=False) + "\n")
        self._outgoing.flush()
        line = self._incoming.readline()
        if not line:
            raise Gone("the runner closed the pipe")
        reply: dict[str, Any] = json.loads(line)
        return reply

    def ready(self, facts: dict[str, Any]) -> None:
        """Say that the agent is connected to its phone."""
        self._call("ready", facts=facts)

    def failed(self, kind: str, message: str, exit_code: int) -> None:
        """Say that the agent cannot go on; no reply is awaited."""
        text = json.dumps({"type": "failed", "kind": kind, "message": message, "exit_code": exit_code})
        self._outgoing.write(text + "\n")
        self._outgoing.flush()

    def wait(self, until_ms: int) -> bool:
        """Let time pass."""
        return bool(self._call("wait", until_ms=until_ms).get("go"))

    def ask(self, question: Question, now_ms: int) -> Answer:
        """Put a question to the user; anything but accept, reject or later counts as no answer."""
        answer = self._call("ask", now_ms=now_ms, question=question.model_dump(mode="json")).get("answer")
        return answer if answer in ("accept", "reject", "later") else "none"

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Time passes while calls run and are proved."""
        self._call("acting")
        try:
            yield
        finally:
            self._call("acted")

    def report(self, moment: Moment) -> None:
        """Hand over a moment."""
        self._call("moment", moment=moment.model_dump(mode="json"))
