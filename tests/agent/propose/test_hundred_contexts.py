"""SmolLM2 over a hundred contexts of the simulated days, in both languages; its process is killed on the way."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from agent.consent import Answer, Policy, Question
from agent.context import Context
from agent.loop import Agent
from agent.moment import Moment
from agent.perceive import Perception
from agent.profile import UserProfile
from agent.proposal import Decision
from agent.propose.llama import LlamaBackend
from agent.propose.model import Asking, ModelProposer
from agent.settings import AgentSettings
from agent.trace import Trace
from api_pool import Executor, Pool, Session
from api_pool.links import load_links
from device import Device
from proactdroid.runner.simulated import SimulatedDay
from simulator.day import read_persona
from simulator.process import start_simulator

DAYS = ("lena_weekday", "chen_weekday")
EACH = 50
KILLED = (10, 40, 60, 90)


class Collector:
    """A proposer that keeps what it is shown and stays silent."""

    name = "collector"
    gated = False

    def __init__(self) -> None:
        self.contexts: list[Context] = []

    def propose(self, context: Context, perception: Perception) -> Decision:
        self.contexts.append(context)
        return Decision(reason="only looking", proposer=self.name)


class Beside:
    """The day as companion, without a pipe between."""

    def __init__(self, day: SimulatedDay) -> None:
        self._do: dict[str, Any] = day.handlers()

    def wait(self, until_ms: int) -> bool:
        return bool(self._do["wait"]({"until_ms": until_ms})["go"])

    def ask(self, question: Question, now_ms: int) -> Answer:
        return "none"

    @contextmanager
    def acting(self) -> Iterator[None]:
        yield

    def report(self, moment: Moment) -> None:
        return


def contexts_of(day: str, pool: Pool, folder: Path) -> list[Context]:
    """Evenly spread contexts of a shipped day."""
    seen = Collector()
    with start_simulator() as sim:
        phone = sim.control.load_day(day, seed=1, api_level=34)
        device = Device.connect(phone.serial, port=sim.adb_port)
        settings = AgentSettings(trace=folder, policy=Policy.NEVER, screenshots=False)
        told = read_persona(phone.persona or "").profile
        lived = SimulatedDay(sim.control, sim.control.truth(), lambda moment, judged: None)
        Agent(
            device=device, settings=settings, profile=UserProfile.model_validate(told.model_dump(mode="json")), pool=pool,
            proposer=seen, executor=Executor(Session(device, "adb", load_links(None)), pool), companion=Beside(lived),
            trace=Trace(folder),
        ).live()  # fmt: skip
    step = len(seen.contexts) / EACH
    return [seen.contexts[int(i * step)] for i in range(EACH)]


@pytest.mark.verify
@pytest.mark.timeout(3600)
def test_every_output_that_is_not_cut_off_is_valid_and_a_killed_process_costs_one_decision(
    smollm: LlamaBackend, pool: Pool, quiet: Perception, tmp_path: Path
) -> None:
    smollm.process._settings["ctx"] = 4096
    smollm._ctx = 4096
    contexts = [context for day in DAYS for context in contexts_of(day, pool, tmp_path / day)]
    proposer = ModelProposer(smollm, pool, Asking(context_tokens=200, max_tokens=64, deadline_s=600))
    kinds: Counter[str] = Counter()
    outputs: Counter[str] = Counter()
    for number, context in enumerate(contexts):
        if number in KILLED:
            smollm.process.ensure()
            threading.Timer(0.1, os.kill, (smollm.process.pid, signal.SIGKILL)).start()
        decision = proposer.propose(context, quiet)
        use = decision.model
        assert use is not None and bool(decision.error) == (number in KILLED)
        if decision.error:
            kinds["error"] += 1
            continue
        assert use.valid or use.flaw in ("cut off", "duplicate call"), use.output
        outputs[use.output] += 1
        kinds[use.flaw or ("empty: no calls" if decision.proposal is None else "proposal")] += 1
    kinds["duplicate outputs"] = sum(count - 1 for count in outputs.values())
    print(dict(kinds))
    assert len(contexts) == 100 and {context.user_profile.language for context in contexts} == {"en", "zh"}
    assert kinds["error"] == len(KILLED)
    assert sum(count for kind, count in kinds.items() if kind != "duplicate outputs") == 100
