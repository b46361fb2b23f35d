"""SR, FTR and their company over the moments and need windows of a run (the rules of docs/scores.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from api_pool import Call
from benchmarks.proactive_mobile.equivalence import Frame, equivalent
from benchmarks.statistics import Rate, quantile, rate

Verdict = Literal["served", "wrong", "false_trigger", "quiet", "missed", "invalid", "held"]


class Window(BaseModel):
    """A need window in phone time: from when help is useful until it is too late (or solved by the user alone)."""

    model_config = ConfigDict(extra="ignore")

    id: str
    scenario: str
    from_ms: int
    until_ms: int
    answers: list[dict[str, Any]]
    user: str | list[str] = "accept"
    wrong: str = "reject"
    why: str = ""
    state: Literal["open", "served", "wrong", "missed"] = "open"
    executed: bool = False
    verified: bool = False
    calls_at: int | None = None
    postponed: bool = False

    def is_open(self, now_ms: int) -> bool:
        """Whether help is useful now and has not been given; "later" keeps a served window open for one more word."""
        return self.from_ms <= now_ms <= self.until_ms and (self.state in ("open", "wrong") or self.postponed)


class Judged(BaseModel):
    """A moment's verdict: which window it fell into (None: a no-action moment) and what speaking or silence meant."""

    model_config = ConfigDict(frozen=True)

    time_ms: int
    verdict: Verdict
    window: str | None = None
    answer: str | None = None


class Judge:
    """Judges moments as they come, in time order, against the windows of a day. Also the day's scripted user."""

    def __init__(self, windows: Sequence[Window], timezone: str, contacts: dict[str, list[str]] | None = None) -> None:
        self.windows = [window.model_copy() for window in windows]
        self.judged: list[Judged] = []
        self._timezone = timezone
        self._contacts = contacts or {}
        self._tried: dict[str, int] = {}

    def open_windows(self, now_ms: int) -> list[Window]:
        """The windows that are open now, the one that opened last first."""
        found = [window for window in self.windows if window.is_open(now_ms)]
        return sorted(found, key=lambda window: -window.from_ms)

    def silent(self, now_ms: int, *, invalid: bool = False) -> Judged:
        """A moment without a proposal."""
        open_now = self.open_windows(now_ms)
        verdict: Verdict = "invalid" if invalid else ("held" if open_now else "quiet")
        return self._keep(Judged(time_ms=now_ms, verdict=verdict, window=open_now[0].id if open_now else None))

    def spoke(self, now_ms: int, calls: Sequence[Call]) -> Judged:
        """A moment with a proposal, and the answer that the day's user gives to it.

        The first proposal inside a window that does what one of its answers does serves it; any other marks it wrong
        (its window can then no longer count as served). Outside every open window it is a false trigger.
        """
        open_now = self.open_windows(now_ms)
        frame = Frame.at(now_ms, self._timezone, self._contacts)
        for window in open_now:
            if any(equivalent(calls, answer["calls"], frame) for answer in window.answers):
                return self._right(now_ms, window)
        if not open_now:
            return self._keep(Judged(time_ms=now_ms, verdict="false_trigger", answer="reject"))
        window = open_now[0]
        if window.state == "open":
            window.state = "wrong"
        return self._keep(Judged(time_ms=now_ms, verdict="wrong", window=window.id, answer=window.wrong))

    def _right(self, now_ms: int, window: Window) -> Judged:
        answers = [window.user] if isinstance(window.user, str) else window.user
        number = self._tried.get(window.id, 0)
        self._tried[window.id] = number + 1
        answer = answers[min(number, len(answers) - 1)]
        verdict: Verdict = "wrong" if window.state == "wrong" else "served"
        window.postponed = answer == "later"
        if window.state == "open":
            window.state = "served"
            window.calls_at = now_ms
        return self._keep(Judged(time_ms=now_ms, verdict=verdict, window=window.id, answer=answer))

    def executed(self, window_id: str, *, verified: bool) -> None:
        """The served window's calls were executed (and proved)."""
        for window in self.windows:
            if window.id == window_id:
                window.executed, window.verified = True, verified

    def _keep(self, judged: Judged) -> Judged:
        self.judged.append(judged)
        return judged

    def scores(self) -> Scores:
        """The run's figures. Windows that are still open count as missed."""
        return score(self.windows, self.judged)


class Scores(BaseModel):
    """The figures of a run. `executed_sr` is over need windows, like `sr`."""

    model_config = ConfigDict(frozen=True)

    sr: Rate
    ftr: Rate
    executed_sr: Rate
    misses: int
    wrong: int
    false_triggers: int
    invalid: Rate
    proposals: int
    moments: int
    needed_moments: int
    time_to_act_s: float | None = Field(default=None, description="median seconds from a window's start to its service")


def score(windows: Sequence[Window], judged: Sequence[Judged]) -> Scores:
    """SR = served / windows, FTR = no-action moments with a proposal / no-action moments, and the rest."""
    no_action = [moment for moment in judged if moment.window is None]
    false = sum(moment.verdict == "false_trigger" for moment in no_action)
    served = [window for window in windows if window.state == "served"]
    waits = [(window.calls_at - window.from_ms) / 1000 for window in served if window.calls_at is not None]
    return Scores(
        sr=rate(len(served), len(windows)),
        ftr=rate(false, len(no_action)),
        executed_sr=rate(sum(window.verified for window in served), len(windows)),
        misses=sum(window.state in ("open", "missed") for window in windows),
        wrong=sum(window.state == "wrong" for window in windows),
        false_triggers=false,
        invalid=rate(sum(moment.verdict == "invalid" for moment in judged), len(judged)),
        proposals=sum(moment.verdict in ("served", "wrong", "false_trigger") for moment in judged),
        moments=len(judged),
        needed_moments=len(judged) - len(no_action),
        time_to_act_s=quantile(waits, 0.5),
    )
