"""The simulated phone behind ADB: start, memory, round trips, screenshots, hierarchy dumps, pushes."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

import adbutils
import psutil

from benchmarks.perf._wire import ask, push
from benchmarks.perf.measurement import Measurement, timed
from simulator.process import start_simulator

_ROUNDS = 60  # adbutils sleeps 10 ms at each close: 20 ms a round trip
_PHONES = 50
_PUSH = 64 << 20
_START = """
import time
from simulator.clock import Clock
from simulator.phone import Phone
from simulator.state import State
Phone(State(), Clock(1_760_000_000_000)).boot()
start = time.perf_counter()
for number in range(20):
    Phone(State(seed=number), Clock(1_760_000_000_000)).boot()
print((time.perf_counter() - start) * 1000 / 20)
"""


@contextmanager
def _constant_server() -> Iterator[int]:
    argv = [sys.executable, "-m", "benchmarks.perf._constant_server"]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdin is not None
        yield int(process.stdout.readline())
        process.stdin.close()


def _rate(work: Callable[[], object], rounds: int = _ROUNDS) -> float:
    for _ in range(5):
        work()
    start = time.perf_counter()
    for _ in range(rounds):
        work()
    return rounds / (time.perf_counter() - start)


def _adbutils_shell(port: int) -> Callable[[], object]:
    device = adbutils.AdbClient(host="127.0.0.1", port=port).device("emulator-5554")
    return lambda: device.shell("echo hello")


def _start() -> Measurement:
    done = subprocess.run([sys.executable, "-c", _START], capture_output=True, text=True, check=True)
    return Measurement(
        "phone start", float(done.stdout), "ms", at_most=100, note="state, services, apps, booted; mean of 20"
    )


def _used_memory(phones: int) -> float:
    """Resident MB of a simulator after each of its phones has been looked at."""
    with start_simulator(count=phones, timeout=120) as simulator:
        client = adbutils.AdbClient(host="127.0.0.1", port=simulator.adb_port)
        for serial in simulator.serials:
            device = client.device(serial)
            device.shell("dumpsys notification --noredact; uiautomator dump")
            device.shell("screencap -p", encoding=None)
        return float(psutil.Process(simulator.pid).memory_info().rss) / 1e6


def _memory() -> Measurement:
    each = (_used_memory(_PHONES) - _used_memory(1)) / (_PHONES - 1)
    note = f"{_PHONES} phones in one process, each with a screenshot and a dump taken"
    return Measurement("a further phone", each, "MB", at_most=25, note=note)


def _round_trips(port: int) -> list[Measurement]:
    with _constant_server() as constant:
        # Turn by turn, so that a machine that is busy for a while is so for both.
        ours, theirs = [], []
        for _ in range(5):
            theirs.append(_rate(_adbutils_shell(constant)))
            ours.append(_rate(_adbutils_shell(port)))
        share = 100 * max(ours) / max(theirs)
        constant_raw = _rate(lambda: ask(constant, "shell:echo hello"), 1000)
    raw = max(_rate(lambda: ask(port, "shell:echo hello"), 1000) for _ in range(3))
    return [
        Measurement(
            "shell round trips, raw", raw, "/s", at_least=1000, note="connect, transport, shell:echo hello; best of 3"
        ),
        Measurement("the same, a constant's server", constant_raw, "/s"),
        Measurement("shell round trips, adbutils", max(ours), "/s", note="best of 5"),
        Measurement("the same, a constant's server", max(theirs), "/s", note="best of 5"),
        Measurement(
            "adbutils, share of the constant", share, "%", at_least=90, note="adbutils waits 10 ms at each close"
        ),
    ]


def _screen(port: int) -> list[Measurement]:
    number = count()

    def change() -> None:
        ask(port, f"shell:cmd notification post -t 'Title {next(number)}' tag 'Text {next(number)}'")

    ask(port, "shell:cmd statusbar expand-notifications")
    changed = timed(lambda: ask(port, "exec:screencap -p"), 15, change)
    unchanged = timed(lambda: ask(port, "exec:screencap -p"), 50)
    dump = timed(lambda: ask(port, "exec:uiautomator dump /dev/tty"), 30, change)
    return [
        Measurement("screenshot after a change", changed, "ms", at_most=120, note="screencap -p of the shade"),
        Measurement("screenshot, unchanged", unchanged, "ms", at_most=5),
        Measurement("hierarchy dump after a change", dump, "ms", at_most=20),
    ]


def _push(port: int) -> Measurement:
    data = bytes(range(256)) * (_PUSH // 256)
    best = min(timed(lambda: push(port, "/data/local/tmp/push", data), 1) for _ in range(5))
    return Measurement("push", _PUSH / 1e3 / best, "MB/s", at_least=100, note="64 MiB by sync SEND; best of 5")


def run() -> list[Measurement]:
    """All figures (about half a minute)."""
    results = [_start(), _memory()]
    with start_simulator() as simulator:
        results += _round_trips(simulator.adb_port)
        results += _screen(simulator.adb_port)
        results.append(_push(simulator.adb_port))
    return results
