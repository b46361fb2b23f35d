"""The offline task in Inspect AI, and our back ends as its provider."""

from __future__ import annotations

import asyncio
import math
import socket
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as evaluate
from inspect_ai.model import ChatMessageUser, Model, get_model

from benchmarks.proactbench.assistants import Message, assistant, sampling_for
from benchmarks.proactbench.errors import BadData
from benchmarks.proactbench.inspect_models import BackEnd, InspectAssistant
from benchmarks.proactbench.inspect_tasks import proactbench_offline


def model(endpoint: Any, name: str) -> Model:
    return get_model(f"proactdroid/openai:{name}", base_url=endpoint.url, memoize=False)


def test_the_task_scores_with_the_judge_role(endpoint: Any, shared: Path, tmp_path: Path) -> None:
    task = proactbench_offline(str(shared / "proactbench" / "sample_dialogues.jsonl"), wait_s=0)
    plain = endpoint.models["tested"]
    endpoint.models["tested"] = lambda request: (
        "" if "before I nuke the drive" in str(request["messages"][-1]) else plain(request)
    )
    roles = {"judge": model(endpoint, "judge")}
    log = evaluate(
        task,
        model=model(endpoint, "tested"),
        model_roles=roles,
        log_dir=str(tmp_path),
        display="none",
        log_level="error",
    )[0]
    assert log.status == "success"
    assert log.results is not None
    values = {
        (score.name, metric): found.value for score in log.results.scores for metric, found in score.metrics.items()
    }
    assert values[("dropped", "total")] == 1
    assert values[("skipped", "total")] == 0
    scored = [s.scores["verdict"].as_float() for s in log.samples or [] if s.scores]
    kept = [value for value in scored if not math.isnan(value)]
    assert (len(scored), len(kept)) == (11, 10)
    assert values[("verdict", "mean")] == pytest.approx(sum(kept) / 10)
    assert values[("verdict", "pass_rate")] == pytest.approx(kept.count(1.0) / 10)
    assert all(request["temperature"] == 0.7 for request in endpoint.of("tested"))


def test_our_provider_counts_tokens_without_the_network(endpoint: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    back_end = BackEnd("openai:tested", endpoint.url)

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert asyncio.run(back_end.count_text_tokens("twelve bytes")) == 3


def test_a_model_of_inspect_is_a_back_end(endpoint: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUB_API_KEY", "none")
    made = assistant("inspect:openai-api/stub/tested", endpoint.url)
    reply = asyncio.run(made.reply([Message("user", "one two")], sampling_for("m")))
    assert reply.text == "Of 1 messages the last has 2 words, it ends with two"
    assert reply.completion_tokens == 7


def test_an_unknown_model_of_inspect_is_refused() -> None:
    with pytest.raises(BadData, match="no model 'nobody/x'"):
        assistant("inspect:nobody/x")


def test_our_back_end_answers_through_inspect(endpoint: Any) -> None:
    output = asyncio.run(model(endpoint, "tested").generate([ChatMessageUser(content="one two")]))
    assert output.completion == "Of 1 messages the last has 2 words, it ends with two"
    assert output.usage is not None
    assert output.usage.total_tokens == 18


def test_a_schema_reaches_the_end_point_through_inspect(endpoint: Any) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    made = InspectAssistant(model(endpoint, "tested"))
    asyncio.run(made.reply([Message("user", "x y")], sampling_for("tested"), schema))
    sent = endpoint.requests[-1]["response_format"]["json_schema"]["schema"]
    assert sent["properties"]["a"]["type"] == "string"
