"""The pool of 63: names, scenarios, schemas, risks; in step with the frozen matrix."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from api_pool import ANY_SCENARIO, SCENARIOS, Call
from api_pool.functions import default_pool

POOL = default_pool()


def test_there_are_63_functions_in_14_scenarios() -> None:
    assert len(POOL.functions) == 63
    assert {function.scenario for function in POOL.functions.values()} - {ANY_SCENARIO} == set(SCENARIOS)
    assert sum(function.scenario == ANY_SCENARIO for function in POOL.functions.values()) == 2


@pytest.mark.parametrize("name", POOL.functions)
def test_every_function_has_a_closed_valid_schema_and_bounded_strings(name: str) -> None:
    schema = POOL.functions[name].parameters
    Draft202012Validator.check_schema(schema)
    assert schema["additionalProperties"] is False
    for parameter in schema["properties"].values():
        assert parameter["description"]
        if parameter["type"] == "string":
            assert "enum" in parameter or parameter["maxLength"] <= 5000


def test_undo_is_what_the_matrix_says(shared: Path) -> None:
    matrix = {row["name"]: row["undo"] for row in json.loads((shared / "api_matrix.json").read_text())}
    assert {name: function.undo for name, function in POOL.functions.items()} == matrix


def test_problems_are_told_in_words() -> None:
    assert POOL.problems(Call(name="set_alarm", arguments={"hour": 7, "minute": 0})) == []
    assert "maximum" in POOL.problems(Call(name="set_alarm", arguments={"hour": 25, "minute": 0}))[0]
    assert "no function" in POOL.problems(Call(name="fly"))[0]
    assert POOL.problems(Call(name="open_cart", arguments={"extra": 1}))


def test_locks_and_doors_are_costly() -> None:
    def risk(device: str) -> str:
        return POOL.risk(Call(name="control_device", arguments={"device": device, "state": "off"}))

    assert risk("Kitchen lamp") == "reversible"
    assert risk("Front door") == risk("Garage") == risk("智能门锁") == "costly"


def test_tools_are_exported_in_openai_form() -> None:
    tools = POOL.openai_tools()
    assert len(tools) == 63
    assert tools[0]["function"]["name"] == "set_alarm"
