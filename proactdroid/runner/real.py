"""Beside an agent on a real phone: time is real, answers are the user's, nobody knows the truth."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from agent.moment import Moment

POLL_S = 2.0


class RealTime:
    """Answers an agent's requests in real time: a wait is a short sleep, after which the agent glances by itself."""

    def __init__(
        self,
        on_ready: Callable[[dict[str, str]], None],
        on_moment: Callable[[Moment, None], None],
        ask: Callable[[str], str] | None,
        minutes: float | None,
        *,
        poll_s: float = POLL_S,
        before: Sequence[Moment] = (),
    ) -> None:
        """`before` are the moments of a run that is resumed."""
        self.moments: list[Moment] = list(before)
        self._on_ready = on_ready
        self._on_moment = on_moment
        self._ask_user = ask
        self._end = None if minutes is None else time.monotonic() + minutes * 60
        self._poll_s = poll_s
        self._stopped = False

    def handlers(self) -> dict[str, Callable[[dict[str, Any]], dict[str, Any]]]:
        """The replies to an agent's requests."""
        return {
            "ready": self._ready,
            "wait": self._wait,
            "ask": self._ask,
            "acting": lambda message: {},
            "acted": lambda message: {},
            "moment": self._moment,
        }

    def _ready(self, message: dict[str, Any]) -> dict[str, Any]:
        self._on_ready(message["facts"])
        return {}

    def _wait(self, message: dict[str, Any]) -> dict[str, Any]:
        """Sleep a poll interval; Ctrl-C or the end of the time ends the run."""
        try:
            left = self._poll_s if self._end is None else min(self._poll_s, max(0.0, self._end - time.monotonic()))
            time.sleep(left)  # the phone is asked again after it: this is the poll
        except KeyboardInterrupt:
            self._stopped = True
        over = self._stopped or (self._end is not None and time.monotonic() >= self._end)
        return {"go": not over}

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        if self._ask_user is None:
            return {"answer": "none"}
        return {"answer": self._ask_user(message["question"]["text"])}

    def _moment(self, message: dict[str, Any]) -> dict[str, Any]:
        moment = Moment.model_validate(message["moment"])
        self.moments.append(moment)
        self._on_moment(moment, None)
        return {}
