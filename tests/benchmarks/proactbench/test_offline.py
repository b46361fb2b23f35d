"""The offline run over real HTTP: what is sent, what fails, what a resumed run gives."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.proactbench.assistants import OpenAIAssistant, judge_sampling, sampling_for
from benchmarks.proactbench.attempts import Patience
from benchmarks.proactbench.errors import BadData, ModelRefused, RunMismatch
from benchmarks.proactbench.judge import Judge
from benchmarks.proactbench.offline import OfflineRun, history
from benchmarks.proactbench.prompts import NOT_VERBATIM, RECOVERY_INSTRUCTION
from benchmarks.proactbench.records import Dialogue, DialogueResult, read_rows
from benchmarks.proactbench.report import accounting, judges, scores
from benchmarks.proactbench.scores import stats_of
from benchmarks.proactbench.trace import Settings, Trace

QUICK = Patience(5, 0.0)


@pytest.fixture
def dialogues(shared: Path) -> list[Dialogue]:
    return read_rows(shared / "proactbench" / "sample_dialogues.jsonl", Dialogue)


def settings(judge_names: tuple[str, ...] = ("judge",), **other: Any) -> Settings:
    return Settings(model="tested", judges=judge_names, dialogues_sha256="x", **other)


def evaluate(
    endpoint: Any,
    dialogues: list[Dialogue],
    folder: Path,
    judge_names: tuple[str, ...] = ("judge",),
    again: bool = False,
    **other: Any,
) -> tuple[OfflineRun, dict[str, Any], Any]:
    async def work() -> tuple[OfflineRun, dict[str, Any], Any]:
        model = OpenAIAssistant("tested", endpoint.url)
        models = [OpenAIAssistant(name, endpoint.url) for name in judge_names]
        with Trace(folder, settings(judge_names, **other)) as trace:
            run = OfflineRun(dialogues, model, [Judge(one, QUICK) for one in models], trace, QUICK, concurrency=4)
            try:
                await run.run(again=again)
            finally:
                run.write()
                for one in (model, *models):
                    await one.close()
            return run, accounting(trace, run._jobs), judges(trace)

    return asyncio.run(work())


def test_the_history_is_the_stored_turns_before_the_trigger_and_its_user_message(dialogues: list[Dialogue]) -> None:
    for dialogue in dialogues:
        for trigger in dialogue.trigger_points:
            messages = history(dialogue, trigger.turn)
            assert len(messages) == 2 * (trigger.turn - 1) + 1
            assert messages[-1].content == dialogue.at(trigger.turn).user_message
            assert [one.content for one in messages[1::2]] == [
                record.assistant_response for record in dialogue.turn_records[: trigger.turn - 1]
            ]


def test_every_trigger_is_sent_with_the_published_sampling_and_without_a_system_prompt(
    endpoint: Any, dialogues: list[Dialogue], tmp_path: Path
) -> None:
    _, counts, _ = evaluate(endpoint, dialogues, tmp_path)
    sent = endpoint.of("tested")
    triggers = sum(len(one.trigger_points) for one in dialogues)
    assert len(sent) == triggers == counts["evaluated"]
    for request in sent:
        assert {one["role"] for one in request["messages"]} <= {"user", "assistant"}
        assert (request["temperature"], request["top_p"], request["max_tokens"]) == (0.7, 1.0, 8192)


def test_a_judge_sees_the_rubric_and_the_dialogue_and_nothing_else_of_the_record(
    endpoint: Any, dialogues: list[Dialogue], tmp_path: Path
) -> None:
    evaluate(endpoint, dialogues, tmp_path)
    rubrics = {one.evaluation_rubric.pass_criteria: one for dialogue in dialogues for one in dialogue.trigger_points}
    for request in endpoint.of("judge"):
        text = "\n".join(one["content"] for one in request["messages"])
        assert sum(json.dumps(criteria, ensure_ascii=False)[1:-1] in text for criteria in rubrics) == 1
        for dialogue in dialogues:
            for hidden in (dialogue.category_key, dialogue.uuid, dialogue.blueprint_id):
                assert hidden not in text
            for record in dialogue.turn_records:
                assert record.planner is not None
                assert record.planner.tactical_order is not None
                assert record.planner.tactical_order.intent not in text
            for trigger in dialogue.trigger_points:
                assert trigger.evaluation_result is not None
                assert str(trigger.evaluation_result.rationale) not in text
        assert request["response_format"]["json_schema"]["schema"]["additionalProperties"] is False


def test_results_are_written_in_the_published_form(endpoint: Any, dialogues: list[Dialogue], tmp_path: Path) -> None:
    evaluate(endpoint, dialogues, tmp_path)
    rows = read_rows(tmp_path / "results.jsonl", DialogueResult)
    assert [row.unique_id_eval for row in rows] == [one.unique_id_eval for one in dialogues]
    published = json.loads(Path(tmp_path / "metrics.json").read_text(encoding="utf-8"))
    for row in rows:
        assert row.trigger_stats == stats_of(row.trigger_points)
    assert sum(sum(one.values()) for one in published["aggregate_trigger_stats"].values()) == 11
    assert published["token_usage"]["assistant"]["total_prompt_tokens"] == 11 * 11
    assert scores(rows)["triggers"] == 11


def test_a_model_without_text_drops_the_trigger_after_five_attempts(
    endpoint: Any, dialogues: list[Dialogue], tmp_path: Path
) -> None:
    plain = endpoint.models["tested"]
    endpoint.models["tested"] = lambda request: " " if len(request["messages"]) == 1 else plain(request)
    run, counts, _ = evaluate(endpoint, dialogues, tmp_path)
    assert (counts["dropped"], counts["evaluated"], counts["skipped"]) == (3, 8, 0)
    assert counts["reasons"] == {"no text": 3}
    assert len([one for one in endpoint.of("tested") if len(one["messages"]) == 1]) == 15
    assert run.metrics().metrics["eval/proactivity_emergent_total"] == 0
    assert run.metrics().metrics["eval/proactivity_total_dialogues"] == 3


@pytest.mark.parametrize("answer", [500, "no JSON at all", '{"status": "EVALUATED", "score": "GOOD"}'])
def test_a_judge_that_keeps_failing_marks_the_trigger_skipped(
    endpoint: Any, dialogues: list[Dialogue], tmp_path: Path, answer: int | str
) -> None:
    endpoint.models["judge"] = lambda request: answer
    run, counts, _ = evaluate(endpoint, dialogues[:1], tmp_path)
    assert (counts["skipped"], counts["evaluated"], counts["dropped"]) == (3, 0, 0)
    assert len(endpoint.of("judge")) == 15
    assert sum(tally.SKIPPED for row in run.results() for tally in row.trigger_stats.values()) == 3
    endpoint.models["judge"] = endpoint.models["judge"]


def test_dropped_and_skipped_triggers_can_be_tried_again(
    endpoint: Any, dialogues: list[Dialogue], tmp_path: Path
) -> None:
    good = endpoint.models["judge"]
    endpoint.models["judge"] = lambda request: 503
    evaluate(endpoint, dialogues[:1], tmp_path)
    endpoint.models["judge"] = good
    _, counts, _ = evaluate(endpoint, dialogues[:1], tmp_path)
    assert counts["skipped"] == 3
    _, counts, _ = evaluate(endpoint, dialogues[:1], tmp_path, again=True)
    assert counts["evaluated"] == 3


def test_evidence_that_is_no_quote_is_asked_for_once_more_and_then_marked(
    endpoint: Any, dialogues: list[Dialogue], tmp_path: Path
) -> None:
    good = endpoint.models["judge"]

    def invent(request: dict[str, Any]) -> str:
        word = json.loads(good(request))
        if (
            request["messages"][-1]["content"] != NOT_VERBATIM
            or "Trigger turn: 1\n" in request["messages"][1]["content"]
        ):
            word["evidence"] = "It said something fine, I think"
        return json.dumps(word)

    endpoint.models["judge"] = invent
    run, counts, _ = evaluate(endpoint, dialogues[:1], tmp_path)
    assert counts["evidence"] == {"judge": {"unsupported": 1, "reasked": 2}}
    assert len(endpoint.of("judge")) == 6
    marks = [one.evaluation_result.row()["evidence_support"] for one in run.results()[0].trigger_points]
    assert marks == ["unsupported", "reasked", "reasked"]
    assert counts["evaluated"] == 3


def test_an_interrupted_run_resumes_to_the_same_result(
    endpoint: Any, dialogues: list[Dialogue], tmp_path: Path
) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    evaluate(endpoint, dialogues, whole)
    plain, asked = endpoint.models["tested"], len(endpoint.of("tested"))
    calls = 0

    def stops(request: dict[str, Any]) -> str | int:
        nonlocal calls
        calls += 1
        return 401 if calls > 5 else str(plain(request))

    endpoint.models["tested"] = stops
    with pytest.raises(ModelRefused, match="status 401"):
        evaluate(endpoint, dialogues, parts)
    trace = parts / "trace.jsonl"
    kept = trace.read_bytes()
    with trace.open("ab") as file:
        file.write(b'{"event": "reply", "dialogue": "torn')
    endpoint.models["tested"] = plain
    before = len(endpoint.of("tested"))
    evaluate(endpoint, dialogues, parts)
    assert trace.read_bytes().startswith(kept)
    assert len(endpoint.of("tested")) - before == asked - kept.count(b'"event": "reply"')
    for name in ("results.jsonl", "metrics.json"):
        assert (whole / name).read_bytes() == (parts / name).read_bytes()


def test_a_run_with_other_settings_is_not_continued(endpoint: Any, dialogues: list[Dialogue], tmp_path: Path) -> None:
    evaluate(endpoint, dialogues[:1], tmp_path)
    with pytest.raises(RunMismatch, match="recovery_instruction"):
        evaluate(endpoint, dialogues[:1], tmp_path, recovery_instruction=True)


def test_the_ablation_puts_its_instruction_first(endpoint: Any, dialogues: list[Dialogue], tmp_path: Path) -> None:
    evaluate(endpoint, dialogues[:1], tmp_path, recovery_instruction=True, system="You are an assistant.")
    for request in endpoint.of("tested"):
        assert request["messages"][0] == {
            "role": "system",
            "content": "You are an assistant.\n\n" + RECOVERY_INSTRUCTION,
        }
    for request in endpoint.of("judge"):
        assert RECOVERY_INSTRUCTION not in request["messages"][1]["content"]


def test_further_judges_join_a_finished_run_and_their_agreement_is_told(
    endpoint: Any, dialogues: list[Dialogue], tmp_path: Path
) -> None:
    evaluate(endpoint, dialogues, tmp_path)
    asked = len(endpoint.requests)
    base = endpoint.models["judge"]
    endpoint.models["strict"] = lambda request: json.dumps({**json.loads(base(request)), "score": "FAIL"})
    endpoint.models["twin"] = base
    _, _, agreement = evaluate(endpoint, dialogues, tmp_path, ("judge", "strict", "twin"))
    assert len(endpoint.requests) - asked == 22
    assert agreement["triggers"] == 11
    assert agreement["pairs"]["judge / twin"]["quadratic_kappa"] == 1
    assert agreement["pairs"]["judge / strict"]["kappa"] == 0
    assert agreement["weighted_score"]["strict"] == 0


def test_an_end_point_without_json_schemas_is_asked_without_one(
    endpoint: Any, dialogues: list[Dialogue], tmp_path: Path
) -> None:
    good = endpoint.models["judge"]
    endpoint.models["judge"] = lambda request: 400 if "response_format" in request else good(request)
    _, counts, _ = evaluate(endpoint, dialogues[:1], tmp_path)
    assert counts["evaluated"] == 3


def test_a_model_that_is_not_there_ends_the_run(endpoint: Any, dialogues: list[Dialogue], tmp_path: Path) -> None:
    del endpoint.models["tested"]
    with pytest.raises(ModelRefused, match="check the model's name"):
        evaluate(endpoint, dialogues[:1], tmp_path)


def test_a_dialogue_that_stands_twice_is_refused(endpoint: Any, dialogues: list[Dialogue], tmp_path: Path) -> None:
    with pytest.raises(BadData, match="twice"):
        evaluate(endpoint, [dialogues[0], dialogues[0]], tmp_path)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gpt-4o", (0.7, 1.0, 8192)),
        ("gpt-5.5", (1.0, None, 32768)),
        ("openai/o4-mini-2025-04-16", (1.0, None, 32768)),
        ("google/gemini-2.5-pro", (1.0, None, 32768)),
        ("gemini-2.5-flash", (0.7, 1.0, 8192)),
    ],
)
def test_sampling_follows_from_the_name(name: str, expected: tuple[float, float | None, int]) -> None:
    sampling = sampling_for(name)
    assert (sampling.temperature, sampling.top_p, sampling.max_tokens) == expected


def test_judges_have_room_and_reasoning_ones_medium_effort() -> None:
    assert judge_sampling("gpt-5.4").reasoning_effort == "medium"
    assert judge_sampling("claude-opus-4-7").reasoning_effort is None
    assert judge_sampling("claude-opus-4-7").max_tokens == 32768
