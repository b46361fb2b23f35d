"""`proactdroid models` and `proactdroid chat`."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]


def test_models_list_names_what_model_takes_and_what_can_be_pulled(cli: Cli) -> None:
    done = cli("models", "list", "--json")
    assert done.code == 0
    names = [row["name"] for row in done.json["models"]]
    assert names[:3] == ["embedded", "silent", "always"] and any(name.startswith("openai:") for name in names)
    assert all({"licence", "size_gb", "memory_gb", "here"} <= set(one) for one in done.json["weights"])
    assert "llama:smollm2" in cli("models", "list").out


def test_models_check_of_a_baseline_and_of_nonsense(cli: Cli) -> None:
    assert cli("models", "check", "always", "--json").json["calls"] == ["show_weather()"]
    assert cli("models", "check", "embedded").code == 0
    done = cli("models", "check", "nobody")
    assert done.code == 2 and "one of embedded" in done.err


def test_models_pull_without_network_or_of_an_unknown_name(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli("models", "pull", "gpt-17").code == 2
    pytest.importorskip("huggingface_hub")
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("PROACTDROID_MODELS", str(tmp_path))
    done = cli("models", "pull", "qwen3-vl-2b")
    assert done.code == 1 and "no network" in done.err


def test_chat_answers_keeps_its_history_and_exports(cli: Cli, tmp_path: Path) -> None:
    history, export = tmp_path / "h.jsonl", tmp_path / "chat.json"
    first = cli("chat", "--say", "We go camping on Sunday.", "--history", str(history))
    assert first.code == 0 and "weather" in first.out
    second = cli(
        "chat", "--say", "Thunderstorms are forecast.", "--history", str(history), "--export", str(export), "--json"
    )
    (reply,) = second.json["replies"]
    assert reply["follow_up"]["need"] == "critical" and len(second.json["messages"]) == 4
    assert len(json.loads(export.read_text())) == 4


def test_chat_reads_lines_from_a_pipe_and_is_silent_where_nothing_follows(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("周日去露营\n\n都安排好了\n就这些\n"))
    done = cli("chat")
    assert done.code == 0 and len(done.out.strip().split("\n")) >= 2 and "silent" in done.err


def test_chat_bare_without_a_model_says_nothing(cli: Cli) -> None:
    done = cli("chat", "--proactive", "off", "--say", "We go camping.")
    assert done.code == 0 and done.out == ""


@pytest.mark.parametrize("argv", [("chat", "--help"), ("models", "check", "--help"), ("models", "pull", "--help")])
def test_help_has_an_example(cli: Cli, argv: tuple[str, ...]) -> None:
    assert "Example: proactdroid" in " ".join(cli(*argv).out.split())
