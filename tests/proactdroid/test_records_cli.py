"""The commands about records: make, check, convert, sheet, predict, score, table, replay, soak."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.proactdroid.conftest import Done

Cli = Callable[..., Done]


@pytest.fixture
def made(cli: Cli, tmp_path: Path) -> Path:
    path = tmp_path / "records.jsonl"
    done = cli("records", "make", "--count", "120", "--noise", "0.5", "--out", str(path), "--json")
    assert done.code == 0 and done.json["records"] == 120 and done.json["faults"] == []
    assert set(done.json["by"]) == {"split", "language", "scenario", "difficulty", "answers", "modality"}
    return path


def test_from_making_to_a_table(cli: Cli, made: Path, tmp_path: Path) -> None:
    files = []
    for model in ("silent", "always", "embedded"):
        files.append(tmp_path / f"{model}.jsonl")
        argv = ["predict", str(made), "--model", model, "--out", str(files[-1]), "--json"]
        assert cli(*argv, "--limit", "50").json["left"] == 70
        files[-1].write_bytes(files[-1].read_bytes()[:-20])  # a killed run leaves half a line
        again = cli(*argv).json
        assert (again["before"], again["left"]) == (49, 0)
    done = cli("score", str(made), *map(str, files), "--json")
    silent, always, embedded = (done.json["scores"][str(file)] for file in files)
    assert silent["sr"]["value"] == 0 and silent["ftr"]["value"] == 0
    assert always["ftr"]["value"] == 1 and always["miss"]["count"] == 0
    assert 0 < embedded["records"] == 120 and embedded["ftr"]["value"] < 1
    assert done.json["differences"][str(files[1])]["differences"]["ftr"]["value"] == -1
    table = cli("table", str(made), "--limit", "10", "--out", str(tmp_path / "t.md"), "--json").json["rows"]
    names = {row["model"] for row in table}
    assert {
        "silent",
        "always",
        "embedded",
        "embedded, without phone",
        "embedded, noise ×0",
        "GPT-5 (published)",
    } <= names
    assert {row["split"] for row in table if row["scores"]} == {"test", "ood"}
    assert "| GPT-5 (published) |" in (tmp_path / "t.md").read_text(encoding="utf-8")


def test_convert_there_and_back_tells_what_is_not_understood(cli: Cli, made: Path, tmp_path: Path) -> None:
    released, back = tmp_path / "released.json", tmp_path / "back.jsonl"
    assert cli("records", "convert", str(made), str(released), "--json").json["unmapped"] == []
    data = json.loads(released.read_text(encoding="utf-8"))
    assert set(data[0]) == {"benchmark_metadata", "reference_information", "recommendation"}
    del data[0]["reference_information"]["world"]
    released.write_text(json.dumps(data), encoding="utf-8")
    report = tmp_path / "unmapped.json"
    done = cli("records", "convert", str(released), str(back), "--report", str(report), "--json")
    assert done.json["records"] == 120 and done.json["unmapped"][0]["field"] == "world"
    assert json.loads(report.read_text(encoding="utf-8")) == done.json["unmapped"]


def test_check_and_sheet(cli: Cli, made: Path, tmp_path: Path) -> None:
    lines = made.read_text(encoding="utf-8").splitlines()
    broken = json.loads(lines[0]) | {"split": "ood"}
    bad = tmp_path / "bad.jsonl"
    bad.write_text(json.dumps(broken) + "\n", encoding="utf-8")
    done = cli("records", "check", str(bad), "--json")
    assert done.code == 1 and "split" in {fault["rule"] for fault in done.json["faults"]}
    assert (
        cli("records", "sheet", str(made), "--out", str(tmp_path / "s.html"), "--sample", "5", "--json").json["records"]
        == 5
    )
    assert (tmp_path / "s.html").read_text(encoding="utf-8").count("<section") == 5


def test_check_executes_answers_on_phones(cli: Cli, made: Path, tmp_path: Path) -> None:
    done = cli("records", "check", str(made), "--execute", "--sample", "6", "--workers", "2", "--journal",
               str(tmp_path / "journal"), "--json")  # fmt: skip
    executed = [fault for fault in done.json["faults"] if fault["rule"] != "noise"]
    assert executed == [] and done.json["proved"] == done.json["calls"] > 0


def test_replay_tells_executed_beside_textual(cli: Cli, made: Path, tmp_path: Path) -> None:
    done = cli("replay", str(made), "--limit", "4", "--workers", "2", "--out", str(tmp_path / "r"), "--json")
    assert done.code == 0 and done.json["records"] == 4
    assert {"executed_sr", "textual", "on_phone", "differ", "items_not_staged"} <= set(done.json)


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (["records", "make", "--lang", "fr"], 2, "no language"),
        (["records", "make", "--scenario", "nowhere", "--out", "x.jsonl"], 2, "nothing to make"),
        (["records", "check", "/no/such.jsonl"], 2, "cannot be read"),
        (["predict", "/no/such.json"], 2, "cannot be read"),
        (["score", "/no/such.jsonl", "x"], 2, "cannot be read"),
        (["soak", "--persona", "nobody", "--days", "1"], 2, "no day of persona"),
    ],
)
def test_bad_input_is_told(
    cli: Cli, argv: list[str], code: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = cli(*argv)
    assert done.code == code and words in done.err


@pytest.mark.parametrize("command", [["records", "make"], ["records", "check"], ["records", "convert"], ["records", "sheet"],
                                     ["predict"], ["score"], ["table"], ["replay"], ["soak"]])  # fmt: skip
def test_every_command_shows_an_example(cli: Cli, command: list[str]) -> None:
    done = cli(*command, "--help")
    assert done.code == 0 and f"Example: proactdroid {' '.join(command)}" in " ".join(done.out.split())
