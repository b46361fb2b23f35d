"""The command line: one JSON document on stdout, documented exit codes, clear errors."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from device import Device
from proactdroid.cli import app
from simulator.process import Simulator
from tests.proactdroid.conftest import Done

Cli = Callable[..., Done]


def test_api_list_names_63_functions_and_which_are_supported(cli: Cli) -> None:
    done = cli("api", "list", "--json")
    assert done.code == 0
    assert done.json["count"] == 63
    assert done.json["supported"] >= 30
    assert {row["risk"] for row in done.json["functions"]} == {"read", "reversible", "outward", "costly"}


def test_api_show_gives_the_parameters(cli: Cli) -> None:
    done = cli("api", "show", "set_alarm", "--json")
    assert set(done.json["parameters"]["required"]) == {"hour", "minute"}


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (["api", "show", "fly"], 2, "no function 'fly'"),
        (["api", "call", "set_alarm", "hour=25", "minute=0"], 2, "maximum"),
        (["api", "call", "set_alarm", "hour=7"], 2, "'minute' is a required property"),
        (["api", "call", "set_alarm", "noise"], 2, "is no argument"),
        (["api", "list", "--scenario", "nowhere"], 2, "no scenario"),
        (["run", "--model", "no_such"], 2, "no model"),
        (["run", "--day", "no_such_day"], 2, "no_such_day"),
        (["capture", "--device", "auto", "--adb-port", "1"], 3, "no adb server"),
        (["capture", "--dumps", "/no/such/folder"], 2, "/no/such/folder"),
        (["capture", "--dumps", ".", "--bugreport", "x"], 2, "exclude each other"),
        (["day", "check", "/no/such.yaml"], 2, "no file"),
        (["no-such-command"], 2, "No such command"),
        (["run", "--seed", "many"], 2, "--seed"),
        (["run", "--out", "/proc/none"], 2, "/proc/none"),
        (["run", "--out", "/dev/null"], 2, "/dev/null"),
        (["sim", "start", "--port", "99999"], 2, "--port"),
        (["capture", "--adb-port", "0"], 2, "--adb-port"),
        (["undo", "/no/such/run"], 2, "no trace"),
        (["run", "--resume"], 2, "--out"),
    ],
)
def test_bad_input_is_told_on_stderr_with_its_exit_code(
    cli: Cli, argv: list[str], code: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = cli(*argv)
    assert (done.code, done.out) == (code, "")
    assert words in " ".join(done.err.split())
    with_json = cli(*argv, "--json")
    assert with_json.code == with_json.json["exit_code"] == code
    assert words in " ".join(with_json.json["error"].split())


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command of the command line, by its words."""
    for name, command in getattr(group, "commands", {}).items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name)


@pytest.mark.parametrize("words", sorted(commands(typer.main.get_command(app))), ids=" ".join)
def test_every_command_has_help_with_an_example_and_takes_json(cli: Cli, words: tuple[str, ...]) -> None:
    done = cli(*words, "--help")
    assert done.code == 0
    assert "Example: proactdroid" in " ".join(done.out.split())
    assert "--json" in done.out or words == ("mcp",)


def test_capture_of_a_phone_costs_at_most_three_round_trips(cli: Cli, sim: Simulator, tmp_path: Path) -> None:
    picture = tmp_path / "screen.png"
    done = cli("capture", "--device", "auto", "--adb-port", str(sim.adb_port), "--screenshot", str(picture), "--json")
    assert done.code == 0
    document = done.json
    assert document["round_trips"] <= 3
    assert document["phone_state"]["api_level"] == 34
    assert "## Device status" in document["context"]
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_api_call_runs_with_consent_and_proves(cli: Cli, sim: Simulator) -> None:
    where = ["--device", sim.serials[0], "--adb-port", str(sim.adb_port)]
    done = cli("api", "call", "set_volume", "stream=music", "level=20", "--yes", "--json", *where)
    assert done.code == 0
    assert done.json["status"] == "verified"
    assert done.json["after"]["now"] == round(0.2 * done.json["after"]["max"])


def test_api_call_without_consent_runs_nothing(cli: Cli, sim: Simulator, monkeypatch: pytest.MonkeyPatch) -> None:
    where = ["--device", sim.serials[0], "--adb-port", str(sim.adb_port)]
    cli("api", "call", "set_dark_mode", "enabled=false", "--yes", *where)
    monkeypatch.setattr("sys.stdin", io.StringIO("no\n"))
    done = cli("api", "call", "set_dark_mode", "enabled=true", "--json", *where)
    assert done.code == done.json["exit_code"] == 1
    assert "Run it?" in done.err
    monkeypatch.setattr("sys.stdin", io.StringIO(""))  # nobody there
    assert cli("api", "call", "set_dark_mode", "enabled=true", *where).code == 1
    again = cli("capture", *where, "--json")
    assert again.json["phone_state"]["ui_mode"]["night_mode"] == "no"


def test_a_picture_that_cannot_be_written_is_told(cli: Cli, sim: Simulator, tmp_path: Path) -> None:
    picture = tmp_path / "none" / "screen.png"
    done = cli("capture", "--device", "auto", "--adb-port", str(sim.adb_port), "--screenshot", str(picture), "--json")
    assert done.code == done.json["exit_code"] == 2
    assert str(picture) in done.json["error"]


def test_a_wrong_serial_names_the_phones_that_are_there(cli: Cli, sim: Simulator) -> None:
    done = cli("capture", "--device", "R58M1", "--adb-port", str(sim.adb_port))
    assert done.code == 3
    assert "R58M1" in done.err and sim.serials[0] in done.err


def test_sim_start_status_stop(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert cli("sim", "status", "--json").json == {"running": False}
    started = cli("sim", "start", "--port", "0", "--count", "2", "--json")
    try:
        assert started.code == 0
        assert len(started.json["serials"]) == len(set(started.json["adbd_ports"])) == 2
        assert cli("sim", "status", "--json").json["adb_port"] == started.json["adb_port"]
        twice = cli("sim", "start", "--port", "0")
        assert twice.code == 2 and "runs already" in twice.err
        assert cli("capture", "--json").json["phone_state"]["serial"] == started.json["serials"][0]
    finally:
        assert cli("sim", "stop", "--json").json == {"stopped": True}
    assert cli("sim", "stop", "--json").json == {"stopped": False}


@pytest.mark.parametrize(("option", "runs"), [("--clock", True), ("--no-clock", False)])
def test_the_time_of_background_phones_runs_as_on_any_phone_unless_it_is_told_to_stand(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, runs: bool
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    started = cli("sim", "start", "--port", "0", option, "--json").json
    try:
        phone = Device.connect(started["serials"][0], port=started["adb_port"])
        seconds = [int(phone.check(["sh", "-c", "sleep 1.2; date +%s"]).strip()) for _ in range(2)]
        assert (seconds[1] > seconds[0]) is runs
        # The screen of an emulator stays on while nobody touches it: a script that waits finds it as it was.
        timeout = phone.check(["settings", "get", "system", "screen_off_timeout"]).strip()
        assert timeout == ("2147483647" if runs else "60000")
    finally:
        cli("sim", "stop")


def test_doctor_says_what_is_here(cli: Cli) -> None:
    done = cli("doctor", "--json")
    checks = {check["check"]: check for check in done.json["checks"]}
    assert done.code == 0
    assert checks["simulated phone"]["ok"] is True


def test_day_check_passes_the_shipped_days_and_fails_a_broken_one(cli: Cli, tmp_path: Path) -> None:
    folder = Path(__file__).resolve().parents[2] / "emulator_configs" / "days"
    done = cli("day", "check", "--shipped", "--json", *map(str, sorted(folder.glob("*.yaml"))))
    assert done.code == 0, done.out
    broken = tmp_path / "broken.yaml"
    broken.write_text("version: 1\nname: broken\n")
    bad = cli("day", "check", str(broken), "--json")
    assert bad.code == 1
    assert bad.json["ok"] is False and bad.json["files"][0]["problems"]


@pytest.mark.parametrize("kind", ["battery", "notification"])
def test_capture_reads_a_folder_of_real_dumps(cli: Cli, shared: Path, tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "dumps"
    folder.mkdir()
    source = sorted((shared / "device_dumps" / kind).glob("*"))[0]
    (folder / f"dumpsys_{kind}.txt").write_bytes(source.read_bytes())
    done = cli("capture", "--dumps", str(folder), "--json")
    assert done.code == 0
    assert "wifi" in done.json["unknown"]
    assert "- time: unknown" in done.json["context"]
    assert kind not in done.json["unknown"] and "notifications" not in (
        done.json["unknown"] if kind == "notification" else {}
    )


def test_the_page_of_functions_is_current() -> None:
    from api_pool.functions import default_pool
    from proactdroid.documents import TARGET, functions_page

    assert TARGET.read_text(encoding="utf-8") == functions_page(default_pool()), "run python -m proactdroid.documents"


def test_a_folder_of_several_phones_wants_one_named_and_then_reads_all_its_sources(cli: Cli, shared: Path) -> None:
    folder = str(shared / "device_dumps")
    several = cli("capture", "--dumps", folder)
    assert several.code == 2 and "name one phone" in " ".join(several.err.split())
    one = cli("capture", "--dumps", folder, "--phone", "xiaomi_14", "--json")
    assert one.code == 0, one.err
    state = one.json["phone_state"]
    for part in ("battery", "notifications", "wifi", "connectivity", "power", "display", "alarms", "usage", "activity"):
        assert state[part] is not None, part
    assert "## Device status" in one.json["context"]
    assert state["captured_at_ms"] == state["alarms"]["now_ms"]
