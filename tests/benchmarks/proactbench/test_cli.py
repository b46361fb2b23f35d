"""The commands, over HTTP where they need a model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proactdroid.cli import invoke


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any]:
    code = invoke(["proactbench", *words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_offline_then_score(
    endpoint: Any, shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    base = ["offline", "--dialogues", str(shared / "proactbench" / "sample_dialogues.jsonl"), "--out", str(tmp_path)]
    end = [
        "--model",
        "openai:tested",
        "--judge",
        "openai:judge",
        "--base-url",
        endpoint.url,
        "--judge-url",
        endpoint.url,
    ]
    code, document = run(capsys, *base, *end, "--wait", "0")
    assert code == 0
    assert document["accounting"]["evaluated"] == 11
    code, scored = run(capsys, "score", str(tmp_path))
    assert code == 0
    assert scored == document["scores"]
    asked = len(endpoint.requests)
    assert invoke(["proactbench", *base, *end]) == 0
    assert "11 triggers: 11 evaluated, 0 skipped, 0 dropped, 0 open" in capsys.readouterr().out
    assert len(endpoint.requests) == asked


def test_a_run_where_nothing_could_be_scored_ends_with_one(
    endpoint: Any, shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint.models["tested"] = lambda request: ""
    words = [
        "--dialogues",
        str(shared / "proactbench" / "sample_dialogues.jsonl"),
        "--out",
        str(tmp_path),
        "--limit",
        "2",
    ]
    urls = ["--base-url", endpoint.url, "--judge-url", endpoint.url, "--attempts", "1"]
    code, document = run(capsys, "offline", *words, "--model", "openai:tested", "--judge", "openai:judge", *urls)
    assert (code, document["accounting"]["dropped"], document["scores"]) == (1, 2, None)


@pytest.mark.parametrize("spec", ["nothing", "nowhere:model", "openai:"])
def test_unknown_back_ends_are_refused(
    shared: Path, tmp_path: Path, spec: str, capsys: pytest.CaptureFixture[str]
) -> None:
    dialogues = str(shared / "proactbench" / "sample_dialogues.jsonl")
    words = ["offline", "--dialogues", dialogues, "--model", spec, "--judge", spec, "--out", str(tmp_path)]
    assert invoke(["proactbench", *words]) == 2
    assert "use one of openai:MODEL" in capsys.readouterr().err.replace("\n", " ")


def test_curation_labels_are_scored_too(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, document = run(capsys, "score", str(shared / "proactbench" / "sample_dialogues.jsonl"))
    assert (code, document["models"], document["triggers"]) == (0, ["gemini-2.5-pro"], 11)


def test_deviations_are_listed(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, document = run(capsys, "deviations", str(shared / "proactbench" / "sample_dialogues.jsonl"))
    assert code == 1
    assert {one["breach"] for one in document["deviations"]} >= {"outside_window"}


@pytest.mark.parametrize("command", ["reproduce", "offline", "score", "blueprints", "play", "deviations"])
def test_help_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["proactbench", command, "--help"]) == 0
    assert "Example: proactdroid proactbench" in capsys.readouterr().out
