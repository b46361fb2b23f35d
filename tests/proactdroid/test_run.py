"""A run: a day lived, its document, its folder; the agent's process knows a phone and nothing more."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agent.trace import read_trace
from simulator.process import Simulator, start_simulator
from tests.proactdroid.conftest import Done

Cli = Callable[..., Done]
ROOT = Path(__file__).resolve().parents[2]


def lines(folder: Path) -> list[dict[str, Any]]:
    """The trace without its wall times."""
    return [{key: value for key, value in event.items() if key != "wall"} for event in read_trace(folder)]


def test_a_day_is_lived_judged_and_proved(cli: Cli, short_day: Path, tmp_path: Path) -> None:
    done = cli("run", "--day", str(short_day), "--out", str(tmp_path / "run"), "--json")
    assert done.code == 0, done.err
    result = done.json
    assert (result["sr"]["count"], result["sr"]["of"]) == (1, 1)
    assert (result["false_triggers"], result["misses"], result["wrong"]) == (0, 0, 0)
    assert (result["executed"], result["verified"], result["executed_sr"]["count"]) == (1, 1, 1)
    assert result["baselines"]["silent"]["sr"]["value"] == 0
    assert result["baselines"]["always"]["ftr"]["value"] == 1
    assert result["latency_ms"]["decision_p50"] > 0
    assert {"moments", "windows", "ftr", "trace"} <= result.keys()
    assert json.loads((tmp_path / "run" / "run.json").read_text())["seed"] == 1


def test_the_same_seed_gives_the_same_trace_but_for_wall_times(cli: Cli, short_day: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert cli("run", "--day", str(short_day), "--seed", "5", "--out", str(tmp_path / name)).code == 0
    assert lines(tmp_path / "a") == lines(tmp_path / "b")


def test_policy_never_runs_nothing(cli: Cli, short_day: Path, tmp_path: Path) -> None:
    done = cli("run", "--day", str(short_day), "--policy", "never", "--out", str(tmp_path / "run"), "--json")
    assert done.json["executed"] == 0
    assert done.json["executed_sr"]["count"] == 0


@pytest.mark.parametrize(("model", "sr", "ftr"), [("silent", 0, 0), ("always", None, 1)])
def test_the_baselines_run_as_agents_too(
    cli: Cli, short_day: Path, tmp_path: Path, model: str, sr: int | None, ftr: int
) -> None:
    done = cli("run", "--day", str(short_day), "--model", model, "--out", str(tmp_path / "run"), "--json")
    assert done.json["ftr"]["value"] == ftr
    assert sr is None or done.json["sr"]["value"] == sr


def test_a_folder_that_holds_a_run_is_not_written_over(cli: Cli, short_day: Path, tmp_path: Path) -> None:
    assert cli("run", "--day", str(short_day), "--out", str(tmp_path / "run")).code == 0
    again = cli("run", "--day", str(short_day), "--out", str(tmp_path / "run"))
    assert again.code == 2 and "holds a run already" in " ".join(again.err.split())


def test_the_same_agent_runs_on_any_phone_of_an_adb_server(cli: Cli, sim: Simulator, tmp_path: Path) -> None:
    done = cli(
        "run", "--device", sim.serials[0], "--adb-port", str(sim.adb_port), "--minutes", "0.02",
        "--out", str(tmp_path / "run"), "--json",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert done.json["sr"] is None and done.json["ftr"] is None
    assert len(done.json["moments"]) >= 1


def test_a_phone_that_goes_away_is_exit_code_3_with_its_words(cli: Cli, tmp_path: Path) -> None:
    done = cli("run", "--device", "R58", "--adb-port", "1", "--out", str(tmp_path / "run"))
    assert done.code == 3
    assert "no adb server" in done.err


def imports(path: Path) -> set[str]:
    """Top-level packages that a module imports, lazily or not."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


def test_no_module_of_the_agents_side_imports_the_simulator_or_its_control() -> None:
    for room in ("agent", "api_pool", "device"):
        for path in sorted((ROOT / room).rglob("*.py")):
            assert not imports(path) & {"simulator", "benchmarks", "proactdroid"}, path


def test_the_agents_process_loads_no_simulator_and_is_told_no_control_port(
    cli: Cli, short_day: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[dict[str, Any]] = []
    import proactdroid.cli.run as run_module

    real = run_module.run_agent

    def spy(settings: dict[str, Any], *args: Any, **kwargs: Any) -> None:
        told.append(dict(settings))
        real(settings, *args, **kwargs)

    monkeypatch.setattr(run_module, "run_agent", spy)
    assert cli("run", "--day", str(short_day), "--out", str(tmp_path / "run")).code == 0
    assert set(told[0]) == {"model", "ui", "threshold", "trace", "policy", "serial", "adb_port", "profile"}
    code = "import sys, agent.__main__; print([m for m in sys.modules if m.split('.')[0] == 'simulator'])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"


def test_only_consent_makes_grants() -> None:
    makers = []
    for room in ("agent", "api_pool", "proactdroid", "benchmarks", "device"):
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "Grant":
                    makers.append(path.relative_to(ROOT).as_posix())
    assert makers == ["agent/consent.py"]


def test_a_phone_lost_in_the_middle_ends_with_3_and_keeps_the_trace(cli: Cli, tmp_path: Path) -> None:
    with start_simulator(run_clock=True) as lost:
        killer = threading.Timer(2.5, lost.stop)
        killer.start()
        done = cli(
            "run", "--device", lost.serials[0], "--adb-port", str(lost.adb_port), "--minutes", "5",
            "--out", str(tmp_path / "run"),
        )  # fmt: skip
        killer.join()
    assert done.code == 3
    events = [event["event"] for event in read_trace(tmp_path / "run")]
    assert "moment" in events and events[-1] == "error"


def test_a_day_runs_over_uiautomator2_too(cli: Cli, short_day: Path, tmp_path: Path) -> None:
    done = cli("run", "--day", str(short_day), "--ui", "uiautomator2", "--out", str(tmp_path / "run"), "--json")
    assert done.code == 0, done.err
    assert done.json["sr"]["count"] == done.json["verified"] == 1


def test_quiet_hours_keep_the_agent_silent_and_must_be_a_span(cli: Cli, short_day: Path, tmp_path: Path) -> None:
    day = ("run", "--day", str(short_day), "--out", str(tmp_path / "run"), "--json")
    quiet = cli(*day, "--quiet-hours", "16:00-20:00")
    assert quiet.json["proposals"] == 0 and quiet.json["misses"] == 1
    wrong = cli("run", "--day", str(short_day), "--out", str(tmp_path / "other"), "--quiet-hours", "late")
    assert wrong.code == 2 and "22:00-07:00" in wrong.err


def test_another_pool_decides_what_may_be_proposed(cli: Cli, short_day: Path, tmp_path: Path) -> None:
    pool = tmp_path / "function_pool.json"
    pool.write_text(json.dumps([{"name": "open_cart", "description": "Open the cart.", "parameters": {}}]))
    done = cli("run", "--day", str(short_day), "--pool", str(pool), "--out", str(tmp_path / "run"), "--json")
    assert done.code == 0, done.err
    assert done.json["executed"] == 0
    assert done.json["invalid"]["count"] >= 1
