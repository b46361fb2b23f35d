"""Other pools: read tolerantly, skipped parts told, bound by a YAML file, executed with the same proof."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from api_pool import Call, Executor
from api_pool.export import EXPORTS
from api_pool.foreign import load_pool
from api_pool.functions import default_pool
from device import BadInput
from tests.api_pool.conftest import Bench, granted

SCHEMA = {"type": "object", "properties": {"t": {"type": "integer"}, "s": {"type": "string"}}, "required": ["t"]}


def write(folder: Path, data: Any, name: str = "pool.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "data",
    [
        [{"name": "f", "description": "d", "parameters": SCHEMA}],
        {"f": {"description": "d", "parameters": SCHEMA}},
        {"functions": [{"name": "f", "description": "d", "parameters": SCHEMA}]},
        [{"type": "function", "function": {"name": "f", "description": "d", "parameters": SCHEMA}}],
        {"tools": [{"name": "f", "description": "d", "inputSchema": SCHEMA}]},
        {
            "日程": [
                {"name": "f", "description": "d", "parameters": {"t": {"type": "int", "required": True}, "s": "string"}}
            ]
        },
        [
            {
                "api_name": "f",
                "desc": "d",
                "params": [{"name": "t", "type": "整数", "required": True}, {"name": "s", "type": "字符串"}],
            }
        ],
    ],
)
def test_the_forms_in_which_pools_are_published(tmp_path: Path, data: Any) -> None:
    loaded = load_pool(write(tmp_path, data))
    function = loaded.pool.functions["f"]
    assert loaded.skipped == () and function.description == "d"
    assert function.problems({"t": 1, "s": "x"}) == []
    assert function.problems({"s": "x"}) and function.problems({"t": "no"})
    assert function.risk == "costly"  # nothing is known of it


def test_what_cannot_be_used_is_skipped_and_told(tmp_path: Path) -> None:
    data = [
        {"name": "good", "parameters": {}}, {"name": "good"}, {"description": "nameless"}, 7, {"name": "bad name!"},
        {"name": "odd", "parameters": "none"},
        {"name": "broken", "parameters": {"properties": {"a": {"type": "integer", "minimum": "x"}}}},
    ]  # fmt: skip
    loaded = load_pool(write(tmp_path, data))
    assert list(loaded.pool.functions) == ["good"]
    assert len(loaded.skipped) == 6
    assert "entry 1: a second good" in loaded.skipped


@pytest.mark.parametrize("text", ["", "[]", "{}", "7", "not json", '{"a": 1}', "[[[["])
def test_a_file_without_functions_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "pool.json"
    path.write_text(text)
    with pytest.raises(BadInput):
        load_pool(path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["name", "parameters", "functions", "function", "properties", "type", "required", "description", "x"]),
        inner, max_size=5),
    max_leaves=20,
)  # fmt: skip


@given(JSON)
def test_no_file_breaks_the_reader(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    path = write(tmp_path_factory.mktemp("pool"), data)
    try:
        for function in load_pool(path).pool.functions.values():
            Draft202012Validator.check_schema(function.parameters)
    except BadInput:
        pass


BINDINGS = """
wake_me:
  call: set_alarm
  arguments: {hour: "{h}", minute: "{m}", label: "{why?}"}
find_place:
  intent: {action: android.intent.action.VIEW, data: "geo:0,0?q={place}"}
  shows: ["{place}"]
  risk: reversible
unlock:
  call: control_device
  arguments: {device: Front door, state: unlocked}
  risk: read
"""
OTHER = {
    "wake_me": {"parameters": {"h": "int", "m": "int", "why": "string"}},
    "find_place": {"parameters": {"place": {"type": "string", "required": True}}},
    "unlock": {},
    "unbound": {},
}


def test_bound_functions_run_and_are_proved_like_ours(tmp_path: Path, phone: Executor) -> None:
    bindings = tmp_path / "bindings.yaml"
    bindings.write_text(BINDINGS)
    pool = load_pool(write(tmp_path, OTHER), bindings).pool
    executor = Executor(phone.session, pool)
    calls = [
        Call(name="wake_me", arguments={"h": 7, "m": 5, "why": "train"}),
        Call(name="find_place", arguments={"place": "Café & Bar"}),
    ]
    report = executor.execute(calls, granted(*calls))
    assert [step.status for step in report.steps] == ["verified", "verified"]
    assert executor.undo([report.steps[0]], granted(*calls))[0].status == "verified"
    assert pool.risk(calls[0]) == "reversible"
    unlock = Call(name="unlock")
    assert pool.risk(unlock) == "costly"  # a file cannot call it less than what it is bound to
    unbound = Call(name="unbound")
    assert executor.execute([unbound], granted(unbound)).steps[0].status == "unsupported"


COMMON = """
show_alarms: {intent: {action: android.intent.action.SHOW_ALARMS}, shows: ["06:45"]}
add_event:
  intent:
    action: android.intent.action.INSERT
    type: vnd.android.cursor.dir/event
    extras: {title: "{title}", beginTime: {type: long, value: "{begin}"}, allDay: "{all_day?}"}
  shows: ["{title}"]
view_contact:
  intent: {action: android.intent.action.VIEW, data: "content://com.android.contacts/contacts/{id}"}
  shows: [Mama]
insert_contact:
  intent:
    action: android.intent.action.INSERT
    type: vnd.android.cursor.dir/contact
    extras: {name: "{name}", phone: "{phone}"}
  shows: ["{name}"]
take_picture: {intent: {action: android.media.action.IMAGE_CAPTURE}, shows: [Camera]}
mail_several:
  intent:
    action: android.intent.action.SENDTO
    data: "mailto:"
    extras: {android.intent.extra.EMAIL: {type: strings, value: "{to}"}, android.intent.extra.SUBJECT: "{subject}"}
  shows: ["{subject}"]
wifi_page: {intent: {action: android.settings.WIFI_SETTINGS}, shows: [Wi-Fi]}
"""
ASKED: dict[str, dict[str, Any]] = {
    "show_alarms": {}, "add_event": {"title": "Dinner", "begin": 1_773_252_000_000, "all_day": False},
    "view_contact": {"id": 1}, "insert_contact": {"name": "New Person", "phone": "+49 170 5550001"}, "take_picture": {},
    "mail_several": {"to": ["a@example.com", "b, c@example.com"], "subject": "Hello"}, "wifi_page": {},
}  # fmt: skip


@pytest.mark.parametrize("name", ASKED)
def test_the_common_intents_of_android_are_expressible(
    tmp_path: Path, bench: Bench, phone: Executor, name: str
) -> None:
    bindings = tmp_path / "bindings.yaml"
    bindings.write_text(COMMON)
    kinds = {int: "int", str: "string", list: "list", bool: "bool"}
    pool = {key: {"parameters": {k: kinds[type(v)] for k, v in given.items()}} for key, given in ASKED.items()}
    arguments = dict(ASKED[name])
    if name == "view_contact":
        arguments["id"] = next(one["id"] for one in bench.state()["providers"]["contacts"] if one["name"] == "Mama")
    call = Call(name=name, arguments=arguments)
    step = (
        Executor(phone.session, load_pool(write(tmp_path, pool), bindings).pool).execute([call], granted(call)).steps[0]
    )
    front = bench.state()["tasks"][0]["activities"][-1]["intent"]
    if name == "add_event":
        assert front["extras"] == {"title": "Dinner", "beginTime": 1_773_252_000_000, "allDay": False}
    if name == "mail_several":
        assert front["extras"]["android.intent.extra.EMAIL"] == ["a@example.com", "b, c@example.com"]
    assert step.status == "verified", step.why


@pytest.mark.parametrize(
    ("action", "risk"),
    [
        ("CALL", "outward"),
        ("CALL_PRIVILEGED", "outward"),
        ("SENDTO", "outward"),
        ("DELETE", "costly"),
        ("VIEW", "read"),
    ],
)
def test_what_an_intent_does_decides_its_least_risk_whatever_a_file_says(
    tmp_path: Path, action: str, risk: str
) -> None:
    bindings = tmp_path / "bindings.yaml"
    bindings.write_text(
        f'f: {{intent: {{action: android.intent.action.{action}, data: "tel:{{n}}"}}, shows: ["{{n}}"], risk: read}}'
    )
    pool = load_pool(write(tmp_path, {"f": {"parameters": {"n": "string"}, "risk": "read"}}), bindings).pool
    assert pool.risk(Call(name="f", arguments={"n": "1"})) == risk


@pytest.mark.parametrize(
    ("url", "status"),
    [("https://example.com/a?b=1", "verified"), ("tel:+491", "failed"), ("intent:#Intent;end", "failed"),
     ("javascript:alert(1)", "failed"), ("file:///sdcard/x", "failed")],
)  # fmt: skip
def test_a_whole_address_of_another_pool_is_of_the_web(tmp_path: Path, phone: Executor, url: str, status: str) -> None:
    bindings = tmp_path / "bindings.yaml"
    bindings.write_text('go: {intent: {action: android.intent.action.VIEW, data: "{url}"}, shows: ["example.com"]}')
    pool = load_pool(write(tmp_path, {"go": {"parameters": {"url": "string"}}}), bindings).pool
    call = Call(name="go", arguments={"url": url})
    assert Executor(phone.session, pool).execute([call], granted(call)).steps[0].status == status


@pytest.mark.parametrize(
    "text",
    ["- a", "wake_me: {}", "wake_me: {call: no_such}", "wake_me: {call: set_alarm, intent: {action: a}}",
     "find_place: {intent: {action: a}}", 'find_place: {intent: {action: a, data: "{nope}"}, shows: ["{place}"]}'],
)  # fmt: skip
def test_bindings_that_are_none_are_refused(tmp_path: Path, text: str) -> None:
    bindings = tmp_path / "bindings.yaml"
    bindings.write_text(text)
    with pytest.raises(BadInput):
        load_pool(write(tmp_path, OTHER), bindings)


def test_our_pool_comes_back_from_each_export(tmp_path: Path) -> None:
    pool = default_pool()
    for form in ("openai", "mcp"):
        again = load_pool(write(tmp_path, EXPORTS[form](pool), f"{form}.json"))
        assert again.skipped == () and list(again.pool.functions) == list(pool.functions)
    schema = Draft202012Validator(EXPORTS["jsonschema"](pool))
    assert schema.is_valid({"name": "set_alarm", "arguments": {"hour": 7, "minute": 0}})
    assert not schema.is_valid({"name": "set_alarm", "arguments": {"hour": 25, "minute": 0}})
