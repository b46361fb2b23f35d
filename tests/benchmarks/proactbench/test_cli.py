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


COMMANDS = ["reproduce", "offline", "score", "blueprints", "play", "deviations"]
ANALYSES = ["styles", "disclosure", "failures", "correlations", "plots"]


@pytest.mark.parametrize("command", [*COMMANDS, *ANALYSES])
def test_help_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["proactbench", command, "--help"]) == 0
    assert "Example: proactdroid proactbench" in capsys.readouterr().out


def evaluated(endpoint: Any, shared: Path, folder: Path, name: str) -> Path:
    """A run of a stub model of that name on the sample dialogues."""
    endpoint.models[name] = lambda request: f"{name} says {len(request['messages'])} things, and more. Good luck!"
    words = [
        "--dialogues",
        str(shared / "proactbench" / "sample_dialogues.jsonl"),
        "--out",
        str(folder / name),
        "--json",
    ]
    urls = ["--base-url", endpoint.url, "--judge-url", endpoint.url, "--wait", "0"]
    assert (
        invoke(["proactbench", "offline", *words, "--model", f"openai:{name}", "--judge", "openai:judge", *urls]) == 0
    )
    return folder / name


def test_analyses_of_several_runs(
    endpoint: Any, shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = [str(evaluated(endpoint, shared, tmp_path, name)) for name in ("one", "second", "the-third")]
    capsys.readouterr()
    dialogues = ["--dialogues", str(shared / "proactbench" / "sample_dialogues.jsonl")]
    code, found = run(capsys, "styles", *runs)
    assert code == 0
    assert sum(line["b"] for line in found["lines"].values()) == pytest.approx(3)
    code, slopes = run(capsys, "disclosure", *runs, *dialogues)
    assert (code, set(slopes)) == (0, {"one", "second", "the-third"})
    code, modes = run(capsys, "failures", *runs, *dialogues)
    assert code == 0
    assert all(one["by_judge"] is None for one in modes.values())
    code, drawn = run(capsys, "plots", *runs, "--out", str(tmp_path / "figures"))
    assert code == 0
    assert [Path(path).name for path in drawn["written"]] == ["pass_rates.png", "style_slopes.png"]
    for words in (["styles", *runs], ["disclosure", *runs, *dialogues], ["failures", *runs, *dialogues]):
        assert invoke(["proactbench", *words]) == 0
        assert "the-third" in capsys.readouterr().out


def test_correlations_over_the_published_metric_files(
    shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = sorted((shared / "proactbench" / "metrics").glob("*.json"))
    code, found = run(capsys, "correlations", *map(str, files), "--method", "spearman")
    assert code == 0
    pairs = {(one["first"], one["second"]): one["r"] for one in found["pairs"]}
    assert len(pairs) == 3
    assert pairs[("critical", "emergent")] > max(pairs[("critical", "recovery")], pairs[("emergent", "recovery")])
    table = tmp_path / "b.csv"
    names = [path.name.removesuffix("_proactivity_bench_metrics.json") for path in files]
    table.write_text(
        "model,made_up\n" + "".join(f"{name},{at % 5}\n" for at, name in enumerate(names)), encoding="utf-8"
    )
    code, found = run(capsys, "correlations", *map(str, files), "--benchmarks", str(table))
    assert [one["second"] for one in found["pairs"]] == ["made_up"] * 3
    assert len(found["subset"]) == 4
    assert invoke(["proactbench", "correlations", *map(str, files), "--method", "guess"]) == 2


def test_missing_libraries_are_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("proactdroid.cli.proactbench.LIBRARIES", ("json", "no_such_library"))
    assert invoke(["proactbench", "score", "x"]) == 2
    assert "not installed: no_such_library" in capsys.readouterr().err
