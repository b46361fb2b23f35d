"""A language model's part of a decision: SmolLM2 with and without its prefix cache, and the process boundary."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from statistics import median

from agent.context import Context
from agent.perceive import Perception
from agent.profile import UserProfile
from agent.proposal import ModelUse
from agent.propose import Asking, ModelProposer
from agent.propose.llama import LlamaBackend, llama_problem, packaged_smollm2
from agent.propose.model_name import parse_model
from agent.world import look_around
from api_pool.functions import default_pool
from benchmarks.perf.measurement import Measurement
from device.capture.battery import Battery
from device.phone_state import PhoneState

_ROUNDS = 5
_ANSWER = 48
_PINGS = 200
_QUIET = Perception(False, 0.0, "a measurement")


def _moment(number: int) -> Context:
    now = datetime(2026, 3, 11, 12, 0, tzinfo=UTC) + timedelta(minutes=number)
    battery = Battery(level=90 - number, scale=100, plugged="none")
    state = PhoneState(captured_at_ms=int(now.timestamp() * 1000), timezone="UTC", battery=battery)
    return Context(user_profile=UserProfile(name="Perf"), device_status=state, world=look_around(now))


def _ask(proposer: ModelProposer, number: int) -> tuple[float, ModelUse]:
    started = time.perf_counter()
    decision = proposer.propose(_moment(number), _QUIET)
    if decision.model is None or decision.error is not None:
        raise RuntimeError(decision.error or "the model was not asked")
    return (time.perf_counter() - started) * 1000, decision.model


def run() -> list[Measurement]:
    """Nothing where llama.cpp or SmolLM2 is not installed."""
    if llama_problem() is not None or packaged_smollm2() is None:
        return []
    backend = LlamaBackend(parse_model("llama:smollm2"))
    proposer = ModelProposer(backend, default_pool(), Asking(max_tokens=_ANSWER, deadline_s=600))
    try:
        fresh_ms, fresh = _ask(proposer, 0)
        cached = [_ask(proposer, number) for number in range(1, _ROUNDS + 1)]
        pings = []
        for _ in range(_PINGS):
            started = time.perf_counter()
            backend.ping()
            pings.append((time.perf_counter() - started) * 1000)
    finally:
        proposer.close()
    uses = [use for _, use in cached]
    generated = sum(use.tokens_out for use in uses)
    generate_s = sum(use.times_ms.get("generate", 0) for use in uses) / 1000
    read = fresh.warmed + fresh.evaluated
    read_s = (fresh.times_ms.get("load", 0) + fresh.times_ms.get("prompt", 0)) / 1000
    note = f"SmolLM2-135M Q4, the pool of 63, answers of at most {_ANSWER} tokens"
    return [
        Measurement("SmolLM2, first decision (load, rules, functions)", fresh_ms, "ms", note=note),
        Measurement("SmolLM2, a decision with its prefix cached", median(ms for ms, _ in cached), "ms", note=note),
        Measurement("SmolLM2, prompt tokens computed without the cache", read, "tokens"),
        Measurement("SmolLM2, prompt tokens computed with the cache", median(use.evaluated for use in uses), "tokens"),
        Measurement("SmolLM2, reading a prompt", read / read_s, "tokens/s", note="loading included"),
        Measurement("SmolLM2, writing under the grammar", generated / generate_s if generate_s else 0.0, "tokens/s"),
        Measurement("the model's process, overhead of a request", median(pings), "ms", at_most=10),
    ]
