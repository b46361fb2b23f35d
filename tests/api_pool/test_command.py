"""The whole matrix through the command itself: `proactdroid api call NAME '{…}' --yes --json`, and `--dry-run`."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from proactdroid.cli import invoke
from tests.api_pool.cases import CASES
from tests.api_pool.conftest import Bench
from tests.api_pool.spoiled import POOL, prepare

LEVELS = [pytest.param(api, marks=() if api == 34 else pytest.mark.verify) for api in (28, 31, 34, 36)]


def document(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    """Run a command line; its exit code and the one document that it prints."""
    capsys.readouterr()
    code = invoke(["api", "call", *words, "--json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("api", LEVELS)
def test_every_function_is_verified_through_the_command(
    bench: Bench, api: int, capsys: pytest.CaptureFixture[str]
) -> None:
    told: dict[str, str] = {}
    for name, arguments in CASES.items():
        prepare(bench.morning(api), name)
        port = str(bench.sim.adb_port)
        code, step = document(capsys, name, json.dumps(arguments), "--device", "auto", "--adb-port", port, "--yes")
        if (code, step["status"]) != (0, "verified") or not (step["changed"] or POOL.functions[name].risk == "read"):
            told[name] = f"{code} {step['status']}: {step['why']}"
    assert told == {}


def test_what_a_release_has_no_road_for_is_unsupported_with_its_reason(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    """A snooze of its own length before Android 11; text that plain adb cannot type into the clock of Android 9."""
    cases = {
        "snooze_notification": {"notification": "are you there?", "minutes": 7},
        "set_alarm": {"hour": 7, "minute": 30, "label": "早班"},
    }
    for name, arguments in cases.items():
        bench.morning(28)
        port = str(bench.sim.adb_port)
        code, step = document(capsys, name, json.dumps(arguments), "--device", "auto", "--adb-port", port, "--yes")
        assert (code, step["status"], step["changed"]) == (4, "unsupported", False)
        assert step["why"]


@pytest.mark.parametrize("typed", ["n\n", ""], ids=["no", "nobody there"])
def test_without_a_typed_yes_nothing_runs(
    bench: Bench, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    bench.morning(34)
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    port = str(bench.sim.adb_port)
    assert invoke(["api", "call", "set_dark_mode", "enabled=true", "--device", "auto", "--adb-port", port]) == 1
    assert "[reversible] set_dark_mode(enabled=true)" in capsys.readouterr().err
    assert bench.state()["ui_mode"]["night_mode"] == "no"
