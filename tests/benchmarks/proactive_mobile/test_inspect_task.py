"""ProactiveMobile as an Inspect task, with Inspect's mock model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.records import Picture, Record, write_jsonl
from benchmarks.records.concrete import concrete_calls
from benchmarks.records.generate import Settings, make
from device import BadInput

pytest.importorskip("inspect_ai")


def test_outputs_are_read_and_never_repaired() -> None:
    from benchmarks.proactive_mobile.inspect_task import read_output

    good = '{"intent": "Wi-Fi?", "calls": [{"name": "set_wifi", "arguments": {"enabled": true}}]}'
    assert (
        read_output("a", good).spoke and read_output("a", f"```json\n{good}\n```").calls == read_output("a", good).calls
    )
    silent = read_output("a", '{"intent": "", "calls": []}')
    assert not silent.spoke and silent.invalid is None
    for text in ("", "no", "[]", good[:-3], '{"calls": [{"name": "fly", "arguments": {}}]}', '{"calls": 3}',
                 '{"intent": "x", "calls": [{"name": "set_wifi", "arguments": {"enabled": "yes"}}]}'):  # fmt: skip
        assert read_output("a", text).invalid, text


def test_a_task_runs_and_counts_as_the_scorer_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from inspect_ai import eval as inspect_eval
    from inspect_ai.model import ModelOutput, get_model

    from benchmarks.proactive_mobile.inspect_task import proactive_mobile

    records = [record.model_copy(update={"split": "test"}) for record in make(Settings(seed=1, count=6, noise=0))]
    write_jsonl(tmp_path / "records.jsonl", records)
    said = []
    for number, record in enumerate(records):
        calls = concrete_calls(record.answers[0], record) if record.needed else ()
        text = json.dumps({"intent": "?", "calls": [call.model_dump() for call in calls]})
        said.append(ModelOutput.from_content("mockllm/model", "not json" if number == 0 else text))
    model = get_model("mockllm/model", custom_outputs=said)

    async def count(self: object, text: str) -> int:  # the library's own fetches a tokenizer from the network
        return len(text) // 4

    monkeypatch.setattr(type(model.api), "count_text_tokens", count)
    (log,) = inspect_eval(proactive_mobile(str(tmp_path / "records.jsonl")), model=model, log_dir=str(tmp_path / "logs"),
                          display="none", max_samples=1)  # fmt: skip
    assert log.status == "success" and log.results is not None, log.error
    found = {name: one.value for name, one in log.results.scores[0].metrics.items()}
    needed = sum(record.needed for record in records)
    assert found["sr"] == pytest.approx((needed - 1) / needed)
    assert (
        found["ftr"] == 0
        and found["invalid_rate"] == pytest.approx(1 / 6)
        and found["accuracy"] == pytest.approx(5 / 6)
    )


def test_pictures_and_output_formats_reach_the_model(tmp_path: Path) -> None:
    from inspect_ai.model import ContentImage

    from agent.propose.formats import OutputFormat
    from benchmarks.proactive_mobile.inspect_task import instruction, proactive_mobile, shown

    (tmp_path / "shots").mkdir()
    (tmp_path / "shots" / "a.png").write_bytes(b"png")
    seen = Record(
        id="a", split="test", phone="Battery: 9 %", trace=("10:00 opened Maps", Picture(picture="shots/a.png"))
    )
    write_jsonl(tmp_path / "records.jsonl", [seen])
    path = str(tmp_path / "records.jsonl")
    (sample,) = proactive_mobile(path).dataset
    message: Any = sample.input[0]
    assert isinstance(message.content[1], ContentImage) and message.content[1].image == str(
        tmp_path / "shots" / "a.png"
    )
    assert "Battery: 9 %" in message.content[0].text
    (plain,) = proactive_mobile(path, images=False).dataset
    assert isinstance(plain.input, str) and "screenshot" not in plain.input
    (part,) = proactive_mobile(path, without="phone", images=False).dataset
    assert "Battery" not in str(part.input)
    for name in ("shots/none.png", "../records.jsonl"):
        with pytest.raises(BadInput, match="no picture"):
            shown(seen.model_copy(update={"trace": (Picture(picture=name),)}), tmp_path / "shots")
    keys = {
        form: [key for key in ("thought", "intent", "calls") if f'"{key}"' in instruction(form)]
        for form in OutputFormat
    }
    assert keys == {form: list(form.keys) for form in OutputFormat}
