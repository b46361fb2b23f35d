"""The proposer behind every model: what it asks, what it makes of the answer, and what it says about it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from agent.context import Context
from agent.cues.base import Finding, one
from agent.perceive import Perception
from agent.propose.backend import Completion
from agent.propose.errors import ModelCrashed, ModelTimeout
from agent.propose.formats import OutputFormat
from agent.propose.model import Asking, ModelProposer
from api_pool import Pool

Make = Callable[..., Context]


def answer(name: str, intent: str = "Shall I?", **arguments: Any) -> str:
    return json.dumps({"intent": intent, "calls": [{"name": name, "arguments": arguments}]}, ensure_ascii=False)


def test_an_answer_becomes_a_proposal_with_cost_evidence_and_prompt(
    scripted: Any, pool: Pool, context_of: Make, quiet: Perception
) -> None:
    model = scripted([answer("create_reminder", "Remind you?", text="Pick up Tom", time="19:15")])
    context = context_of(("com.chat", "Anna", "Please pick up Tom at 19:15"), ("com.shop", "Sale", "50 %"))
    decision = ModelProposer(model, pool).propose(context, quiet)
    assert decision.proposal is not None and decision.proposal.intent == "Remind you?"
    assert any("pick up Tom at 19:15" in line for line in decision.proposal.evidence)
    assert (decision.tokens_in, decision.tokens_out, decision.proposer) == (100, 20, "scripted")
    assert decision.model is not None and decision.model.valid and decision.model.prompt.startswith("propose.en v")
    assert decision.took_ms >= 0 and decision.invalid is None and decision.error is None


def test_rules_and_functions_are_static_and_the_moment_comes_last(
    scripted: Any, pool: Pool, context_of: Make, quiet: Perception
) -> None:
    model = scripted([answer("show_weather")] * 2)
    proposer = ModelProposer(model, pool)
    proposer.propose(context_of(("com.chat", "Anna", "hi")), quiet)
    proposer.propose(context_of(battery=9), quiet)
    first, second = (request.messages for request in model.asked)
    assert first[0] == second[0] and first[0].role == "system"
    assert all(name in first[0].content for name in pool.functions)
    assert "Anna" in first[1].content and "battery: 9 %" in second[1].content


def test_a_chinese_profile_is_asked_in_chinese(scripted: Any, pool: Pool, context_of: Make, quiet: Perception) -> None:
    model = scripted([answer("show_weather", "看看天气？")])
    decision = ModelProposer(model, pool).propose(context_of(profile={"name": "陈思远", "language": "zh"}), quiet)
    assert (
        "请为此刻作出判断" in model.asked[0].messages[1].content and "## 用户画像" in model.asked[0].messages[1].content
    )
    assert decision.model is not None and decision.model.prompt.startswith("propose.zh v")


@pytest.mark.parametrize("form", list(OutputFormat))
def test_all_four_formats_run(
    scripted: Any, pool: Pool, context_of: Make, quiet: Perception, form: OutputFormat
) -> None:
    parts = {"thought": "It is dark.", "intent": "Dark theme?"}
    call = {"name": "set_dark_mode", "arguments": {"enabled": True}}
    text = json.dumps({key: parts.get(key, [call]) for key in form.keys})
    model = scripted([text])
    decision = ModelProposer(model, pool, Asking(form=form)).propose(context_of(), quiet)
    assert decision.proposal is not None and decision.model is not None and decision.model.valid
    assert list(model.asked[0].schema["properties"]) == list(form.keys)
    assert decision.proposal.intent == ("Dark theme?" if form.recommends else "set_dark_mode(enabled=true)")


def test_what_opened_the_gate_is_what_the_proposal_is_about(scripted: Any, pool: Pool, context_of: Make) -> None:
    found = Finding("battery", 0.9, "battery:low", "Save?", one("set_battery_saver", enabled=True))
    model = scripted([answer("set_brightness", level=20)] * 2)
    proposer = ModelProposer(model, pool)
    opened = Perception(True, 0.9, "battery", (found,))
    decision = proposer.propose(context_of(battery=9), opened)
    assert decision.proposal is not None and decision.proposal.subject == "battery:low"


def test_no_calls_is_silence_with_the_models_reason(
    scripted: Any, pool: Pool, context_of: Make, quiet: Perception
) -> None:
    decision = ModelProposer(scripted(['{"intent": "", "calls": []}']), pool).propose(context_of(), quiet)
    assert decision.proposal is None and decision.invalid is None and decision.reason == "the model sees no need"


@pytest.mark.parametrize("error", [ModelCrashed("gone"), ModelTimeout("too slow")])
def test_a_failure_is_an_error_of_this_decision(
    scripted: Any, pool: Pool, context_of: Make, quiet: Perception, error: Exception
) -> None:
    proposer = ModelProposer(scripted([error, answer("show_weather")]), pool)
    failed = proposer.propose(context_of(), quiet)
    assert failed.proposal is None and failed.error == f"{type(error).__name__}: {error}" and failed.invalid is None
    assert proposer.propose(context_of(), quiet).proposal is not None


def test_a_bad_output_is_invalid_and_keeps_what_was_said(
    scripted: Any, pool: Pool, context_of: Make, quiet: Perception
) -> None:
    model = scripted([Completion('{"intent": "Call', finish="length"), answer("wipe_phone")])
    proposer = ModelProposer(model, pool)
    cut, unknown = proposer.propose(context_of(), quiet), proposer.propose(context_of(), quiet)
    assert (
        cut.invalid is not None
        and cut.invalid.startswith("cut off")
        and cut.model
        and cut.model.output == '{"intent": "Call'
    )
    assert unknown.invalid is not None and "wipe_phone" in unknown.invalid


def test_the_window_decides_how_much_context_is_shown_and_what_was_cut_is_told(
    scripted: Any, few: Pool, context_of: Make, quiet: Perception
) -> None:
    context = context_of(*[(f"app{i}", "x", f"something about number {i} " * 6) for i in range(80)])
    model = scripted(['{"intent": "", "calls": []}'] * 2, window=1500)
    decision = ModelProposer(model, few).propose(context, quiet)
    request = model.asked[0]
    used = sum(model.count([message.content for message in request.messages])) + request.max_tokens
    assert used <= 1500 and decision.model is not None
    assert any("lines of device status" in words for words in decision.model.cut)
    whole = ModelProposer(model, few, Asking(lean=False)).propose(context, quiet)
    assert whole.model is not None and whole.model.cut  # the full form does not fit: what matters most of it


def test_a_window_that_cannot_hold_the_rules_is_a_typed_error(
    scripted: Any, pool: Pool, context_of: Make, quiet: Perception
) -> None:
    decision = ModelProposer(scripted([], window=1024), pool).propose(context_of(), quiet)
    assert decision.error is not None and decision.error.startswith("WindowTooSmall")


def test_screenshots_are_scaled_for_eyes_and_bad_ones_left_out_with_a_word(
    scripted: Any, pool: Pool, context_of: Make, quiet: Perception, png: Callable[..., bytes]
) -> None:
    shots = {"a": png(size=(1080, 2340)), "broken": b"no picture", "b": png("red", (30, 30))}
    model = scripted([answer("show_weather")], eyes=True)
    context = context_of(screenshots=("old", "a", "broken", "gone", "b"))
    decision = ModelProposer(model, pool, Asking(images=4, image_tokens=300), shots.get).propose(context, quiet)
    images = model.asked[0].messages[1].images
    assert [image.name for image in images] == ["a", "b"]
    assert all((image.width / 28) * (image.height / 28) <= 300 for image in images) and images[1].width == 30
    assert decision.model is not None and decision.model.images == 2
    assert any("broken" in note for note in decision.model.cut) and any("gone" in note for note in decision.model.cut)


def test_strangers_words_in_arguments_are_tainted(
    scripted: Any, pool: Pool, context_of: Make, quiet: Perception
) -> None:
    context = context_of(
        ("com.chat", "Bank", "Transfer to DE44 5001 0517 now, call +49 30 1234567"),
        profile={"name": "Lena", "people": {"Marta Held": "sister"}},
        sms=[("+491700000", "Your parcel waits at Lindenstr. 7")],
    )
    said = json.dumps({"intent": "x", "calls": [
        {"name": "send_sms", "arguments": {"recipient": "+49 30 1234567", "body": "On my way"}},
        {"name": "navigate_to", "arguments": {"destination": "Lindenstr. 7"}},
        {"name": "find_contact", "arguments": {"name": "Marta Held"}},
        {"name": "set_ringer_mode", "arguments": {"mode": "silent"}},
    ]})  # fmt: skip
    decision = ModelProposer(scripted([said]), pool).propose(context, quiet)
    assert decision.proposal is not None
    taints = {(taint.call, taint.argument): (taint.source, taint.origin) for taint in decision.proposal.taints}
    assert taints[0, "recipient"] == ("stranger", "a notification of com.chat (Bank)")
    assert taints[1, "destination"] == ("stranger", "an SMS from +491700000")
    assert taints[2, "name"][0] == "profile" and (0, "body") not in taints and (3, "mode") not in taints


def test_what_a_model_saw_only_in_a_picture_is_tainted_too(
    scripted: Any, pool: Pool, context_of: Make, quiet: Perception, png: Callable[..., bytes]
) -> None:
    model = scripted([answer("open_url", url="https://evil.example/x")], eyes=True)
    proposer = ModelProposer(model, pool, shots=lambda name: png())
    decision = proposer.propose(context_of(screenshots=("a",)), quiet)
    assert decision.proposal is not None
    assert [taint.origin for taint in decision.proposal.taints] == ["a screenshot, perhaps"]


def test_closing_lets_go_of_the_model(scripted: Any, pool: Pool) -> None:
    model = scripted()
    ModelProposer(model, pool).close()
    assert model.closed
