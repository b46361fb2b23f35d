"""Records and their files: the released form with its field map, JSONL, rows, Inspect samples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.records import (
    Answer,
    CallTruth,
    Picture,
    Record,
    load_records,
    read_jsonl,
    read_released,
    write_jsonl,
    write_released,
)
from benchmarks.records.convert import from_rows, from_samples, to_dataset, to_rows, to_samples
from benchmarks.records.field_map import load_field_map
from device import BadInput, Unsupported


def released(answers: Any, key: str = "recommendations", **more: Any) -> dict[str, Any]:
    return {
        "benchmark_metadata": {"id": "pm-1", "difficulty_level": "L2", "kept": [1, 2]},
        "reference_information": {
            "profile": "Works in Berlin.",
            "phone": "Battery 12 %",
            "world": "Tuesday, rain",
            "trace": ["opened Maps", {"source": "picture", "picture": "shots/1.png"}],
        },
        key: answers,
        **more,
    }


CALL = {"name": "set_alarm", "arguments": {"hour": 7, "minute": 5}}
TRUTH = (Answer(intent="Wake you?", calls=(CallTruth(**CALL),)),)


@pytest.mark.parametrize(
    "answers",
    [
        [{"intent": "Wake you?", "function": [CALL]}],
        {"intent": "Wake you?", "functions": CALL},
        {"1": {"intent": "Wake you?", "function_sequence": [CALL]}},
        [["Wake you?", [CALL]]],
        json.dumps([{"intention": "Wake you?", "api_calls": json.dumps([CALL])}]),
        [{"intent": "Wake you?", "function": ["set_alarm(hour=7, minute=5)"]}],
        [{"intent": "Wake you?", "function": [{"function": {"name": "set_alarm", "arguments": '{"hour": 7, "minute": 5}'}}]}],
        [{"intent": "Wake you?", "function": [{"api": "set_alarm", "params": [{"name": "hour", "value": 7},
                                                                           {"name": "minute", "value": 5}]}]}],
    ],
)  # fmt: skip
def test_answers_are_read_in_the_forms_they_may_have(answers: Any) -> None:
    loaded = read_released([released(answers)])
    assert loaded.unmapped == []
    (record,) = loaded.records
    assert record.answers == TRUTH
    assert record.difficulty == "L2" and record.modality == "multimodal"
    assert list(record.pictures()) == ["shots/1.png"]


@pytest.mark.parametrize(
    "nothing", [[], {}, None, "", "None", "无", "[]", [""], [{"intent": "stay silent", "function": []}]]
)
def test_no_answer_is_a_record_that_needs_nothing(nothing: Any) -> None:
    loaded = read_released([released(nothing, key="recommend_list")])
    assert loaded.records[0].needed is False
    assert loaded.unmapped == []


def test_what_is_not_understood_is_reported_record_by_record() -> None:
    strange = released([{"intent": "Wake you?", "function": [{"arguments": {}}]}, {"words": "only"}])
    strange["benchmark_metadata"]["difficulty_level"] = "very hard"
    strange["reference_information"]["trace"] = ["ok", 7]
    del strange["reference_information"]["world"]
    too_many = released([{"intent": str(n), "function": [CALL]} for n in range(4)])
    loaded = read_released([strange, "text", too_many])
    said = {(item.record, item.field): item for item in loaded.unmapped}
    assert "function name" in said["pm-1", "answers.0.0"].why
    assert "no calls" in said["pm-1", "answers.1"].why
    assert "very hard" in said["pm-1", "difficulty"].why
    assert "7" in said["pm-1", "trace.1"].why
    assert said["pm-1", "world"].why == "not there"
    assert said["#1", ""].dropped and said["pm-1", ""].dropped
    assert len(loaded.records) == 1


def test_the_released_form_comes_back_as_it_was() -> None:
    data = [
        released([{"intent": "Wake you?", "functions": [CALL], "note": "kept"}], more={"a": 1}),
        released({"1": {"intent": "x", "calls": ["set_alarm(hour=7, minute=5)"]}}, key="recommendation_result"),
        released(None),
    ]
    data[1]["reference_information"]["profile"] = {"name": "Li", "habits": ["tea", "runs"]}
    assert write_released(read_released(data).records) == data


def test_a_changed_record_is_written_changed() -> None:
    record = read_released([released([{"intent": "Wake you?", "functions": [CALL]}])]).records[0]
    changed = record.model_copy(update={"phone": "Battery 80 %", "answers": ()})
    (data,) = write_released([changed])
    assert data["reference_information"]["phone"] == "Battery 80 %"
    again = read_released([data]).records[0]
    assert again.answers == () and again.phone == "Battery 80 %"


def test_a_field_map_is_the_users_own(tmp_path: Path) -> None:
    text = Path(load_field_map.__code__.co_filename).with_name("field_map.yaml").read_text(encoding="utf-8")
    own = tmp_path / "map.yaml"
    own.write_text(text.replace('answers: ["recom*"', 'answers: [gold, "recom*"'), encoding="utf-8")
    loaded = read_released([released([{"intent": "Wake you?", "function": [CALL]}], key="gold")], load_field_map(own))
    assert loaded.records[0].answers == TRUTH
    own.write_text("id: [x]\nwrong: 1\n", encoding="utf-8")
    with pytest.raises(BadInput, match="field map"):
        load_field_map(own)


words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r"), max_size=20)
call_truths = st.builds(
    CallTruth, name=words.filter(bool), arguments=st.dictionaries(words, st.integers() | words, max_size=3)
)
answers = st.lists(st.builds(Answer, intent=words, calls=st.lists(call_truths, min_size=1, max_size=2)), max_size=3)
made = st.builds(
    Record,
    id=words.filter(bool),
    profile=words,
    phone=words,
    world=words,
    trace=st.lists(words | st.builds(Picture, picture=words.filter(bool)), max_size=4),
    answers=answers,
    split=st.sampled_from([None, "train", "ood"]),
    difficulty=st.sampled_from([None, "L1", "L3"]),
    contacts=st.dictionaries(words, st.lists(words, max_size=2), max_size=2),
)


@settings(max_examples=60)
@given(made)
def test_any_record_survives_every_form(record: Record) -> None:
    assert Record.model_validate_json(record.model_dump_json()) == record
    assert from_rows(to_rows([record])) == [record]
    again = read_released(write_released([record])).records[0]
    for name in ("id", "profile", "phone", "world", "trace", "answers", "split", "difficulty"):
        assert getattr(again, name) == getattr(record, name), name


def test_jsonl_names_the_line_that_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    one = Record(id="a", trace=("x", Picture(picture="p.png")), answers=TRUTH)
    write_jsonl(path, [one, one.model_copy(update={"id": "b"})])
    assert [record.id for record in read_jsonl(path)] == ["a", "b"]
    assert load_records(path).records[0] == one
    with path.open("a", encoding="utf-8") as file:
        file.write('{"id": "c", "unknown": 1}\n')
    with pytest.raises(BadInput, match=r"records.jsonl:3.*unknown"):
        read_jsonl(path)
    write_jsonl(path, [one, one])
    with pytest.raises(BadInput, match="twice"):
        read_jsonl(path)


def test_inspect_samples_hold_the_whole_record() -> None:
    pytest.importorskip("inspect_ai")
    one = Record(id="a", phone="Battery 12 %", trace=("x", Picture(picture="p.png")), answers=TRUTH)
    samples = to_samples([one])
    assert "- Battery 12 %" in str(samples[0].input) and "[screenshot p.png]" in str(samples[0].input)
    assert from_samples(samples) == [one]


def test_a_dataset_round_trips_or_says_what_is_missing() -> None:
    one = Record(id="a", phone="x", answers=TRUTH)
    try:
        import datasets  # noqa: F401
    except ImportError:
        with pytest.raises(Unsupported, match="datasets"):
            to_dataset([one])
        return
    from benchmarks.records.convert import from_dataset

    assert from_dataset(to_dataset([one])) == [one]


def test_ablations_take_away_and_keep_the_rest() -> None:
    record = Record(
        id="a", phone="one\nnoise noise\ntwo", trace=("x", Picture(picture="p.png"), "n" * 20), answers=TRUTH,
        noise={"phone": (1,), "trace": (2,)}, noise_ratio=5,
    )  # fmt: skip
    assert record.with_noise(0).phone == "one\ntwo" and record.with_noise(0).noise == {}
    assert record.with_noise(100) == record
    assert record.without("phone").phone == "" and record.without("phone").noise == {"trace": (2,)}
    assert record.without_pictures().noise == {"phone": (1,), "trace": (1,)}
    with pytest.raises(ValueError, match="not there"):
        Record(id="a", phone="one", noise={"phone": (3,)})
