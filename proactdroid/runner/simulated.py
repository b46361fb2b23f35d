"""A day on the simulated phone: the runner holds the control channel and the truth; the agent has neither."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agent.moment import Moment
from api_pool import Call
from benchmarks.proactive_mobile.moments import Judge, Judged, Scores, Window, score
from simulator.control import ControlClient
from simulator.control.messages import DayTruth


class SimulatedDay:
    """Answers an agent's requests with what the day holds: time passes, its user answers, its truth judges. `phone` is the
    serial of the phone whose day it is, where there are several."""

    def __init__(
        self,
        control: ControlClient,
        truth: DayTruth,
        on_moment: Callable[[Moment, Judged], None],
        phone: str | None = None,
    ) -> None:
        self.control = control
        self.phone = phone
        windows = [Window.model_validate(window.model_dump()) for window in truth.windows]
        self.judge = Judge(windows, truth.timezone, truth.contacts)
        self.always = Judge(windows, truth.timezone, truth.contacts)
        self.end_ms = truth.end_ms
        self.problems: list[str] = []
        self.moments: list[Moment] = []
        self._on_moment = on_moment
        self._asked: Judged | None = None

    def handlers(self) -> dict[str, Callable[[dict[str, Any]], dict[str, Any]]]:
        """The replies to an agent's requests."""
        return {
            "ready": lambda message: {},
            "wait": self._wait,
            "ask": self._ask,
            "acting": self._acting,
            "acted": self._acted,
            "moment": self._moment,
        }

    def _wait(self, message: dict[str, Any]) -> dict[str, Any]:
        """Jump to the next event, or to the time that the agent wants to look, whichever is first."""
        stop = self.control.advance(until_ms=min(message["until_ms"], self.end_ms), phone=self.phone)
        self.problems += stop.problems
        return {"go": not stop.ended and stop.now_ms < self.end_ms}

    def _acting(self, message: dict[str, Any]) -> dict[str, Any]:
        self.control.run_clock(self.phone)
        return {}

    def _acted(self, message: dict[str, Any]) -> dict[str, Any]:
        self.control.freeze_clock(self.phone)
        return {}

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """The day's user answers, by the truth of this moment."""
        calls = [Call.model_validate(call) for call in message["question"]["proposal"]["calls"]]
        self._asked = self.judge.spoke(message["now_ms"], calls)
        return {"answer": self._asked.answer}

    def _moment(self, message: dict[str, Any]) -> dict[str, Any]:
        moment = Moment.model_validate(message["moment"])
        judged, self._asked = self._asked, None
        if judged is None:
            judged = self._judge(moment)
        if judged.verdict == "served" and judged.window and moment.steps:
            self.judge.executed(judged.window, verified=all(step.status == "verified" for step in moment.steps))
        self.always.spoke(moment.time_ms, moment.best_guess)
        self.moments.append(moment)
        self._on_moment(moment, judged)
        return {}

    def _judge(self, moment: Moment) -> Judged:
        if moment.proposal is not None:
            return self.judge.spoke(moment.time_ms, moment.proposal.calls)
        return self.judge.silent(moment.time_ms, invalid=moment.invalid is not None)

    def baselines(self) -> dict[str, Scores]:
        """The `silent` and the `always` agent on the same moments. `always` says the proposer's best guess each time."""
        silent = Judge(self.judge.windows, "UTC")
        windows = [window.model_copy(update=_FRESH) for window in silent.windows]
        judge = Judge(windows, "UTC")
        for moment in self.moments:
            judge.silent(moment.time_ms)
        return {"silent": judge.scores(), "always": self.always.scores()}

    def scores(self) -> Scores:
        """The agent's own figures."""
        return score(self.judge.windows, self.judge.judged)


_FRESH: dict[str, Any] = {"state": "open", "executed": False, "verified": False, "calls_at": None, "postponed": False}
