"""The offline run end to end with our own back ends: SmolLM2 in llama.cpp, and the core in chat mode."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from agent.propose.llama import llama_problem, packaged_smollm2
from benchmarks.proactbench.assistants import Message, assistant, sampling_for
from benchmarks.proactbench.core_models import SILENCE, BackendAssistant, CoreAssistant
from benchmarks.proactbench.errors import BadData, ModelCallFailed, ModelRefused
from benchmarks.proactbench.records import Dialogue, DialogueResult, read_rows, write_rows
from proactdroid.cli import invoke


@pytest.fixture
def llama() -> None:
    problem = llama_problem() or (None if packaged_smollm2() is not None else "no SmolLM2")
    if problem is not None:
        pytest.skip(problem)


def evaluate(
    endpoint: Any, dialogues: Path, folder: Path, model: str, capsys: pytest.CaptureFixture[str], *more: str
) -> dict[str, Any]:
    words = ["--dialogues", str(dialogues), "--out", str(folder), "--model", model, "--judge", "openai:judge"]
    urls = ["--judge-url", endpoint.url, "--attempts", "1", "--wait", "0"]
    assert invoke(["proactbench", "offline", *words, *urls, *more, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def opening(shared: Path, folder: Path, number: int) -> Path:
    """Sample dialogues with their triggers of turn 1 only: short enough for a small model on a busy machine."""
    rows = read_rows(shared / "proactbench" / "sample_dialogues.jsonl", Dialogue)[:number]
    for row in rows:
        row.trigger_points = [one for one in row.trigger_points if one.turn == 1]
    write_rows(folder / "opening.jsonl", rows)
    return folder / "opening.jsonl"


def test_the_core_in_chat_mode_is_evaluated_on_the_sample_dialogues(
    endpoint: Any, shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dialogues = shared / "proactbench" / "sample_dialogues.jsonl"
    document = evaluate(endpoint, dialogues, tmp_path / "whole", "core:embedded", capsys)
    assert document["accounting"]["evaluated"] == 11
    evaluate(endpoint, dialogues, tmp_path / "parts", "core:embedded", capsys)
    trace = tmp_path / "parts" / "trace.jsonl"
    lines = trace.read_bytes().splitlines(keepends=True)
    trace.write_bytes(b"".join(lines[:7]) + lines[7][:20])
    evaluate(endpoint, dialogues, tmp_path / "parts", "core:embedded", capsys)
    for name in ("results.jsonl", "metrics.json"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "parts" / name).read_bytes()


@pytest.mark.usefixtures("llama")
def test_smollm2_is_evaluated_in_llama_cpp(
    endpoint: Any, shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = "llama:smollm2,max_tokens=16"
    document = evaluate(endpoint, opening(shared, tmp_path, 1), tmp_path / "run", model, capsys)
    assert document["accounting"]["evaluated"] == 1
    row = read_rows(tmp_path / "run" / "results.jsonl", DialogueResult)[0]
    assert row.turn_records[0].assistant_response.strip()
    assert row.token_usage is not None
    assert 0 < row.token_usage["assistant"].completion_tokens <= 16


@pytest.mark.verify
@pytest.mark.timeout(3600)
@pytest.mark.usefixtures("llama")
@pytest.mark.parametrize("model", ["llama:smollm2,max_tokens=128", "core:llama:smollm2,max_tokens=400"])
def test_smollm2_and_the_core_over_it_run_through_every_trigger(
    endpoint: Any, shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], model: str
) -> None:
    dialogues = shared / "proactbench" / "sample_dialogues.jsonl"
    counts = evaluate(endpoint, dialogues, tmp_path, model, capsys)["accounting"]
    assert counts["open"] == counts["skipped"] == 0
    assert counts["evaluated"] + counts["dropped"] == 11
    assert counts["evaluated"] >= 3


@pytest.mark.usefixtures("llama")
def test_a_dialogue_that_does_not_fit_the_window_is_a_failed_call() -> None:
    async def work() -> None:
        model = BackendAssistant("llama:smollm2,max_tokens=16")
        try:
            with pytest.raises(ModelCallFailed, match="do not fit into"):
                await model.reply([Message("user", "much too long " * 6000)], sampling_for(model.name))
        finally:
            await model.close()

    asyncio.run(work())


def core(endpoint: Any, content: str | int) -> CoreAssistant:
    endpoint.models["under"] = lambda request: content
    return CoreAssistant(f"openai:under@{endpoint.url},retries=0")


def ask(model: CoreAssistant) -> str:
    async def work() -> str:
        try:
            return (await model.reply([Message("user", "Pack the bag, I leave on Monday.")], sampling_for("x"))).text
        finally:
            await model.close()

    return asyncio.run(work())


def test_the_core_over_a_model_answers_through_its_own_prompt(endpoint: Any) -> None:
    answer = {"noticed": [], "reply": "Socks first, then the shoes.", "follow_up": ""}
    assert "Socks first" in ask(core(endpoint, json.dumps(answer)))
    assert endpoint.of("under")[0]["messages"][0]["role"] == "system"


def test_silence_of_the_core_is_an_answer_and_a_failed_model_is_none(endpoint: Any) -> None:
    assert ask(core(endpoint, json.dumps({"noticed": [], "reply": "", "follow_up": ""}))) == SILENCE
    with pytest.raises(ModelCallFailed):
        ask(core(endpoint, 500))


def test_the_core_takes_no_other_prompt(endpoint: Any, shared: Path, tmp_path: Path) -> None:
    dialogues = str(shared / "proactbench" / "sample_dialogues.jsonl")
    words = ["offline", "--dialogues", dialogues, "--model", "core:embedded", "--judge", f"openai:judge@{endpoint.url}"]
    assert invoke(["proactbench", *words, "--recovery-instruction", "--out", str(tmp_path)]) == 2
    with pytest.raises(BadData, match="takes a dialogue only"):
        asyncio.run(CoreAssistant("embedded").reply([Message("system", "x")], sampling_for("x")))


def test_an_address_may_stand_in_the_models_string(endpoint: Any) -> None:
    made = assistant(f"openai:tested@{endpoint.url}")
    assert made.name == "tested"
    with pytest.raises(ModelRefused):
        asyncio.run(assistant(f"openai:absent@{endpoint.url}").reply([Message("user", "x")], sampling_for("x")))
