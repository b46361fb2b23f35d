"""Records and their files: the released form with its field map, JSONL, rows, Inspect samples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
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
from benchmarks.records.spelled import spelled_all
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
        [{"intent": "Wake you?", "function": "set_alarm(hour: 7, minute: 5)"}],
        [{"Intent": "Wake you?", "Functions": "[set_alarm（hour＝7，minute＝5）]"}],
        [{"意图": "Wake you?", "函数": [{"名称": "set_alarm", "参数": {"hour": 7, "minute": 5}}]}],
        [{"role": "assistant", "content": "Wake you?", "tool_calls": [
            {"id": "c", "type": "function", "function": {"name": "set_alarm", "arguments": '{"hour": 7, "minute": 5}'}}]}],
        [{"recommendation": "Wake you?", "function_call": {"name": "set_alarm", "arguments": {"hour": 7, "minute": 5}}}],
        [{"intent": "Wake you?", "function": {"set_alarm": {"hour": 7, "minute": 5}}}],
        {"intents": ["Wake you?"], "functions": [["set_alarm(hour=7, minute=5)"]]},
        {"Wake you?": [CALL]},
        {"recommend_list": [{"intent": "Wake you?", "function": [CALL]}]},
        {"recommendation_1": {"intent": "Wake you?", "function": [CALL]}},
        [["Wake you?", "set_alarm(hour=7, minute=5)"]],
        [json.dumps({"intent": "Wake you?", "function": [CALL]})],
        repr([{"intent": "Wake you?", "function": [CALL]}]),
        f"```json\n{json.dumps([{'intent': 'Wake you?', 'function': [CALL]}])}\n```",
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
    "nothing",
    [[], {}, None, "", "None", "无", "[]", [""], [None], False, "N/A", [{"intent": "stay silent", "function": []}],
     {"intent": None, "function": None}, [{"intent": "", "function": "no_action()"}],
     [{"intent": "", "calls": [{"name": "none"}]}]],
)  # fmt: skip
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
    two = [{"intent": "Wake you?", "function": [CALL]}, {"words": "only"}]
    half = released(two)
    loaded = read_released([strange, "text", too_many, half])
    said = {(item.record, item.field): item for item in loaded.unmapped}
    assert "function name" in said["pm-1", "answers.0.0"].why
    assert "no calls" in said["pm-1", "answers.1"].why
    assert "very hard" in said["pm-1", "difficulty"].why
    assert "7" in said["pm-1", "trace.1"].why
    assert said["pm-1", "world"].why == "not there"
    assert said["#1", ""].dropped and said["pm-1", "answers"].dropped and said["pm-1#2", ""].dropped
    assert "now pm-1#3" in said["pm-1", "id"].why and "no calls" in said["pm-1#3", "answers.1"].why
    (record,) = loaded.records
    assert record.id == "pm-1#3" and record.answers == TRUTH, "what is half understood is kept, and told"
    assert write_released([record]) == [half]


@pytest.mark.parametrize(
    "answers", ["Wake the user at 7:05", ["Wake the user"], 7, True, [{"intent": "x", "function": "set_alarm(7, 5)"}], [CALL],
                {"intents": ["a", "b"], "functions": [[CALL]]}, [{"intent": "x", "function": "wake up the user"}]],
)  # fmt: skip
def test_an_unknown_truth_is_not_taken_for_a_need_of_nothing(answers: Any) -> None:
    loaded = read_released([released(answers)])
    assert loaded.records == [] and loaded.unmapped[-1].dropped
    missing = released(None)
    del missing["recommendations"]
    loaded = read_released([missing])
    assert loaded.records == [] and (loaded.unmapped[0].field, loaded.unmapped[0].dropped) == ("answers", True)


def test_calls_without_intents_are_what_the_field_map_says(tmp_path: Path) -> None:
    text = Path(load_field_map.__code__.co_filename).with_name("field_map.yaml").read_text(encoding="utf-8")
    for word, count in (("together", 1), ("apart", 2)):
        (tmp_path / "map.yaml").write_text(text.replace("bare_calls: null", f"bare_calls: {word}"), encoding="utf-8")
        (record,) = read_released([released([CALL, "open_cart()"])], load_field_map(tmp_path / "map.yaml")).records
        assert len(record.answers) == count and sum(len(answer.calls) for answer in record.answers) == 2


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ('f(a=1, b="x, (y)"); g()', [("f", {"a": 1, "b": "x, (y)"}), ("g", {})]),
        ("1. f(a=true)\n2. g(b=null, c=Home)", [("f", {"a": True}), ("g", {"b": None, "c": "Home"})]),
        ("f(a=[1, 2], b={'c': 'd'}) -> g", [("f", {"a": [1, 2], "b": {"c": "d"}}), ("g", {})]),
        ("f（a：“你好，世界”，b：007）", [("f", {"a": "你好，世界", "b": "007"})]),
        ("f(a='it\\'s', b=NaN, c=(1, 2))", [("f", {"a": "it's", "b": "NaN", "c": [1, 2]})]),
        ("f(a=-1.5e3,)", [("f", {"a": -1500.0})]),
    ],
)
def test_calls_written_as_text(text: str, calls: list[tuple[str, dict[str, Any]]]) -> None:
    assert [(call.name, call.arguments) for call in spelled_all(text)] == calls


@pytest.mark.parametrize("text", ["", "f(1)", "f(a=1", "f(a=1, a=2)", "call mum now", "f(a=g(b=1))", "f(a='x)", "f(a=1))",
                                  "f(a=1) please", "(f)", "f(a=)", "f(**{})"])  # fmt: skip
def test_what_is_no_call_is_not_guessed(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        spelled_all(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
    | st.sampled_from(["set_alarm(hour=7)", "f(", "[", '{"a": [', "none",
                        "({[", "a.b", "recommendation", "f(a=\x00)", "\ud800"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["intent", "function", "functions", "name", "arguments", "recom.v1", "calls", "value",
                                       "1", "benchmark_metadata", "reference_information", "trace", "picture", "source", "id",
                                       ""]),
                      inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        json_values | st.builds(released, json_values, st.sampled_from(["recom.x", "recommendations"])), max_size=3
    )
)
def test_no_file_makes_loading_fail_and_every_record_is_kept_or_told(data: list[Any]) -> None:
    loaded = read_released(data)
    dropped = [item for item in loaded.unmapped if item.dropped]
    assert len(loaded.records) + len(dropped) == len(data)
    assert len({record.id for record in loaded.records}) == len(loaded.records)
    for item in loaded.unmapped:
        f"{item.record}{item.field}{item.why}".encode()
    for item in data:  # and what is kept is written as it was, to the letter
        written = write_released(read_released([item]).records)
        assert json.dumps(written, sort_keys=True) in ("[]", json.dumps([item], sort_keys=True))


def test_a_record_without_an_id_comes_back_without_one() -> None:
    data = [{"recommendations": None, "benchmark_metadata": None, "profile": "x"}]
    (record,) = read_released(data).records
    assert record.id == "#0" and write_released([record]) == data
    (named,) = write_released([record.model_copy(update={"id": "mine"})])
    assert named["benchmark_metadata"] == {"id": "mine"}


@settings(max_examples=300)
@given(st.text(st.sampled_from("f(a=1,)\"'“”（）[]{}:;-> \\\n\x00"), max_size=24))
def test_any_text_is_calls_or_a_value_error(text: str) -> None:
    try:
        calls = spelled_all(text)
    except ValueError:
        return
    assert calls and json.dumps([call.model_dump() for call in calls])


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
