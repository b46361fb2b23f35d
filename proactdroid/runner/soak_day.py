"""One day of a soak: an agent in its own process on a simulated phone, with the day's user and truth beside it."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from agent.moment import Moment
from agent.trace import read_trace
from benchmarks.proactive_mobile.moments import Judged
from benchmarks.soak import DayKey, LivedDay, LivedMoment, lived
from proactdroid.runner.agent_process import run_agent
from proactdroid.runner.simulated import SimulatedDay
from simulator.day import read_persona
from simulator.process import Simulator


def live_day(sim: Simulator, serial: str, key: DayKey, settings: dict[str, Any], *, texts: bool = False) -> LivedDay:
    """Let an agent live a day on one of the simulator's phones. `texts` keeps what it saw at each moment, for records
    that a model can be asked about. Raises AgentFailed."""
    started = time.monotonic()
    phone = sim.control.load_day(key.day, persona=key.persona, seed=key.seed, phone=serial)
    truth = sim.control.truth(serial)
    moments: list[LivedMoment] = []

    def keep(moment: Moment, judged: Judged) -> None:
        moments.append(lived(moment, judged, opened.pop(moment.time_ms, [])))

    opened: dict[int, list[str]] = {}
    beside = SimulatedDay(sim.control, truth, keep, serial)
    told = read_persona(key.persona).profile
    handlers = beside.handlers()
    judging = handlers["moment"]

    def moment(message: dict[str, Any]) -> dict[str, Any]:
        at = int(message["moment"]["time_ms"])
        opened.setdefault(at, [window.id for window in beside.judge.open_windows(at)])
        return judging(message)

    def ask(message: dict[str, Any]) -> dict[str, Any]:
        at = int(message["now_ms"])
        opened[at] = [window.id for window in beside.judge.open_windows(at)]
        return asking(message)

    asking = handlers["ask"]
    handlers |= {"moment": moment, "ask": ask}
    with tempfile.TemporaryDirectory() as trace:
        own = {
            **settings,
            "serial": serial,
            "adb_port": sim.adb_port,
            "profile": told.model_dump(mode="json"),
            "trace": trace,
        }
        run_agent(own, handlers, stderr=Path(trace) / "agent.log")
        if texts:
            seen = [event for event in read_trace(Path(trace)) if event["event"] == "context"]
            for one, context in zip(moments, seen, strict=False):
                one.text = "\n".join([*context["device_status"], *context["world"], *context["trajectory"]])
    return LivedDay(
        key=key, model=settings["model"], timezone=phone.timezone, contacts=truth.contacts, moments=moments,
        windows=beside.judge.windows, wall_s=round(time.monotonic() - started, 2), problems=beside.problems,
    )  # fmt: skip
