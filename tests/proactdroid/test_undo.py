"""`proactdroid undo`, `panic`, and `api call` with other forms of its arguments."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agent.trace import Trace
from simulator.process import Simulator
from tests.proactdroid.conftest import Done

Cli = Callable[..., Done]


@pytest.fixture(autouse=True)
def own_switch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROACTDROID_PANIC", str(tmp_path / "panic"))


@pytest.fixture
def where(sim: Simulator) -> list[str]:
    return ["--device", sim.serials[0], "--adb-port", str(sim.adb_port)]


def trace_of(folder: Path, *steps: dict[str, object]) -> Path:
    """A run's folder whose one moment had these steps, written as the loop writes them: wall times apart."""
    trace = Trace(folder)
    wall = []
    for step in steps:
        apart = {"took_ms": step.pop("took_ms")}
        for part in ("before", "after"):
            facts = step[part]
            assert isinstance(facts, dict)
            apart |= {f"{part}.{key}": facts.pop(key) for key in [key for key in facts if key.endswith("_ms")]}
        wall.append(apart)
    trace.write("moment", {"number": 0, "steps": list(steps)}, wall={"steps": wall})
    trace.close()
    return folder


def test_a_run_is_undone_the_last_step_first(cli: Cli, where: list[str], tmp_path: Path) -> None:
    done = [
        cli("api", "call", "set_alarm", '{"hour": 5, "minute": 55, "label": "Früh"}', "--yes", "--json", *where).json,
        cli("api", "call", "set_volume", "stream=alarm", "level=30", "--yes", "--json", *where).json,
        cli("api", "call", "find_contact", "name=Nobody", "--yes", "--json", *where).json,
    ]
    assert [step["status"] for step in done] == ["verified"] * 3
    was = done[1]["before"]["was"]
    run = trace_of(tmp_path / "run", *done)
    listed = cli("undo", str(run), "--list", "--json").json["steps"]
    assert [row["undoable"] for row in listed] == [True, True, False]
    undone = cli("undo", str(run), "--yes", "--json", *where)
    assert undone.code == 0, undone.err
    assert [(row["step"], row["status"]) for row in undone.json["undone"]] == [(2, "verified"), (1, "verified")]
    again = cli("api", "call", "set_volume", "stream=alarm", "level=30", "--yes", "--json", *where).json
    assert again["before"]["was"] == was
    assert cli("undo", str(run), "3", "--yes", *where).code == 4
    assert cli("undo", str(run), "9", "--yes", *where).code == 2


def test_nothing_is_undone_without_consent(
    cli: Cli, where: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli("api", "call", "set_dark_mode", "enabled=false", "--yes", *where)
    step = cli("api", "call", "set_dark_mode", "enabled=true", "--yes", "--json", *where).json
    run = trace_of(tmp_path / "run", step)
    monkeypatch.setattr("sys.stdin", io.StringIO("no\n"))
    assert cli("undo", str(run), *where).code == 1
    assert cli("api", "call", "set_dark_mode", "enabled=true", "--yes", "--json", *where).json["changed"] is False


def test_panic_stops_calls_until_it_is_lifted(cli: Cli, where: list[str]) -> None:
    assert cli("panic", "--status", "--json").json == {"panic": False, "reason": None}
    assert cli("panic", "--reason", "odd messages", "--json").json == {"panic": True, "reason": "odd messages"}
    refused = cli("api", "call", "set_dark_mode", "enabled=true", "--yes", "--json", *where)
    assert (refused.code, refused.json["status"]) == (1, "refused")
    assert cli("panic", "--off", "--json").json["panic"] is False
    assert cli("api", "call", "set_dark_mode", "enabled=true", "--yes", "--json", *where).json["status"] == "verified"


def test_a_dry_run_prints_the_lines(cli: Cli, where: list[str]) -> None:
    done = cli("api", "call", "set_wifi", "enabled=false", "--dry-run", *where)
    assert (done.code, done.out.strip()) == (0, "cmd wifi set-wifi-enabled disabled")
    assert cli("api", "call", "set_wifi", "enabled=true", "--yes", "--json", *where).json["changed"] is False


@pytest.mark.parametrize("arguments", ["{", "[1]", '{"hour": 7'])
def test_arguments_that_are_no_json_object_are_told(cli: Cli, arguments: str) -> None:
    done = cli("api", "call", "set_alarm", arguments)
    assert done.code == 2 and done.err


def test_another_pool_is_listed_and_called(cli: Cli, where: list[str], tmp_path: Path) -> None:
    pool, bindings = tmp_path / "pool.json", tmp_path / "bindings.yaml"
    pool.write_text(json.dumps({"night": {"description": "Dark theme", "parameters": {"on": "bool"}}, "bad name!": {}}))
    bindings.write_text('night: {call: set_dark_mode, arguments: {enabled: "{on}"}}\n')
    listed = cli("api", "list", "--pool", str(pool), "--bindings", str(bindings), "--json")
    assert [row["name"] for row in listed.json["functions"]] == ["night"]
    assert "skipped: bad name!" in listed.err
    with_it = ["--pool", str(pool), "--bindings", str(bindings), "--yes", "--json", *where]
    assert cli("api", "call", "night", "on=true", *with_it).json["status"] == "verified"


@pytest.mark.parametrize(("form", "count"), [("openai", 63), ("mcp", 63), ("jsonschema", 63)])
def test_the_pool_is_exported(cli: Cli, form: str, count: int) -> None:
    document = cli("api", "export", "--format", form).json
    found = document if isinstance(document, list) else document.get("tools", document.get("oneOf"))
    assert len(found) == count
