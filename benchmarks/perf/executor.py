"""What the executor adds to a call, proof apart: its time against that of the raw command lines of the same call."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import Any

from agent.consent import Policy, decide
from agent.proposal import Proposal
from api_pool import Call, Executor, Pool, Session
from api_pool.function import Binding
from api_pool.functions import default_pool
from api_pool.links import load_links
from api_pool.sight import see
from benchmarks.perf.measurement import Measurement
from device import Device
from simulator.process import start_simulator

_ROUNDS = 40
# One of each road: an intent, a service's command, a setting, the settings service, content.
_CALLS: dict[str, dict[str, Any]] = {
    "set_alarm": {"hour": 7, "minute": 30},
    "set_dark_mode": {"enabled": True},
    "set_screen_timeout": {"seconds": 120},
    "open_app": {"app": "com.spotify.music"},
    "create_calendar_event": {"title": "Dentist #", "start": "2026-03-12T10:15"},
}


class _Stopwatch:
    """Seconds spent in what is wrapped."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def around(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any) -> Any:
            start = time.perf_counter()
            try:
                return work(*arguments)
            finally:
                self.seconds += time.perf_counter() - start

        return timed


def _without_proof(pool: Pool, name: str, watch: _Stopwatch) -> Pool:
    """The pool with the readings around one function timed: what they take is proof, not overhead."""
    function = pool.functions[name]
    own = function.binding
    assert own is not None
    binding: Binding = replace(
        own, prove=watch.around(own.prove), before=watch.around(own.before) if own.before else None
    )
    return Pool(pool.name, {**pool.functions, name: replace(function, binding=binding)})


def _ratio(device: Device, name: str, arguments: dict[str, Any]) -> tuple[float, float]:
    """(the executor's own ms, the raw command lines' ms) of a call. `#` in an argument is the round: what is
    there already would not be written again."""
    watch = _Stopwatch()
    executor = Executor(Session(device, "adb", load_links()), _without_proof(default_pool(), name, watch))
    own = default_pool().functions[name].binding
    assert own is not None
    ours: list[float] = []
    raw: list[float] = []

    def call_of(number: int) -> Call:
        filled = {
            key: value.replace("#", str(number)) if isinstance(value, str) else value
            for key, value in arguments.items()
        }
        return Call(name=name, arguments=filled)

    def execute(number: int) -> None:
        call = call_of(number)
        proposal, now_ms = Proposal(intent="a measurement", calls=(call,)), executor.session.clock_ms()
        grant = decide(proposal, policy=Policy.ASK, pool=executor.pool, now_ms=now_ms, ask=lambda _: "accept").grant
        watch.seconds = 0.0
        start = time.perf_counter()
        executor.execute([call], grant)
        ours.append((time.perf_counter() - start - watch.seconds) * 1000)

    def by_hand(number: int) -> None:
        call = call_of(number)
        lines = [line for line in executor.plan(call) if not line.startswith("#")]
        facts = own.before(executor.session, call.arguments) if own.before else {}  # untimed, as in the other
        start = time.perf_counter()
        for line in lines:
            device.line(line)
        raw.append((time.perf_counter() - start) * 1000)
        if facts:
            see(executor.session)

    for number in range(_ROUNDS):  # each goes first in turn
        first, second = (execute, by_hand) if number % 2 else (by_hand, execute)
        first(2 * number)
        second(2 * number + 1)
    return _typical(ours), _typical(raw)


def _typical(spans: list[float]) -> float:
    """The median of the faster half: what else the machine does only ever adds."""
    return median(sorted(spans)[: len(spans) // 2])


def run() -> list[Measurement]:
    """Each road's ratio, and that of all roads together (the target: at most 1.3)."""
    found: list[Measurement] = []
    total_ours = total_raw = 0.0
    with start_simulator() as sim:
        sim.control.load_day("lena_weekday", seed=1, api_level=34)
        sim.control.inject({"do": "screen", "state": "unlock"})
        sim.control.run_clock()
        device = Device.connect(None, port=sim.adb_port)
        for name, arguments in _CALLS.items():
            ours, raw = _ratio(device, name, arguments)
            total_ours, total_raw = total_ours + ours, total_raw + raw
            note = f"{ours:.2f} ms against {raw:.2f} ms"
            found.append(Measurement(f"{name}, over its raw command", ours / raw, "×", note=note))
    note = (
        f"{total_ours:.2f} ms against {total_raw:.2f} ms for {len(_CALLS)} calls, proof apart; faster half of {_ROUNDS}"
    )
    found.append(Measurement("executor over the raw command", total_ours / total_raw, "×", at_most=1.3, note=note))
    return found
