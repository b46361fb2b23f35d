"""The grammar that holds a model to the schema: whatever it lets pass is valid."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from agent.propose.formats import OutputFormat, output_schema
from agent.propose.grammar import integer, to_gbnf
from api_pool import Pool

_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)+\]|\{\d+,\d+\}|\{\d+\}|[A-Za-z][\w-]*|[()|?])')


class Speaker:
    """Says a random sentence of a grammar (of the part of GBNF that we write)."""

    def __init__(self, grammar: str, seed: int) -> None:
        self.rules = dict(line.split(" ::= ", 1) for line in grammar.strip().split("\n"))
        self.random = random.Random(seed)

    def say(self, rule: str = "root") -> str:
        tokens = _TOKEN.findall(self.rules.get(rule, rule))
        return self._choice(tokens, 0)[0]

    def _choice(self, tokens: list[str], at: int) -> tuple[str, int]:
        options: list[list[tuple[str | list[Any], int, int]]] = [[]]
        while at < len(tokens) and tokens[at] != ")":
            token = tokens[at]
            at += 1
            if token == "|":
                options.append([])
                continue
            part: str | list[Any] = token
            if token == "(":
                start, depth = at, 1
                while depth:
                    depth += {"(": 1, ")": -1}.get(tokens[at], 0)
                    at += 1
                part = tokens[start : at - 1]
            low = high = 1
            if at < len(tokens) and tokens[at] == "?":
                low, at = 0, at + 1
            elif at < len(tokens) and tokens[at].startswith("{"):
                bounds = [int(n) for n in tokens[at][1:-1].split(",")]
                low, high, at = bounds[0], bounds[-1], at + 1
            options[-1].append((part, low, high))
        chosen = self.random.choice(options)
        said = "".join(self._one(part) for part, low, high in chosen for _ in range(self._times(low, high)))
        return said, at

    def _times(self, low: int, high: int) -> int:
        return self.random.choice([low, high, self.random.randint(low, min(high, low + 5))])

    def _one(self, part: str | list[Any]) -> str:
        if isinstance(part, list):
            return self._choice(part, 0)[0]
        if part.startswith('"'):
            return re.sub(r"\\(.)", r"\1", part[1:-1])
        if part.startswith("[^"):
            return self.random.choice("aZ 9.,:{}[]'ü你😀/")
        if part.startswith("["):
            inside = re.sub(r"\\(.)", r"\1", part[1:-1])
            if re.fullmatch(r"\d-\d", inside):
                return str(self.random.randint(int(inside[0]), int(inside[2])))
            return self.random.choice(inside)
        return self.say(part)


@pytest.mark.parametrize("form", list(OutputFormat))
def test_every_sentence_about_all_63_functions_is_valid(pool: Pool, form: OutputFormat) -> None:
    schema = output_schema(pool, form)
    grammar = to_gbnf(schema)
    validator = Draft202012Validator(schema)
    called: set[str] = set()
    for seed in range(400):
        text = Speaker(grammar, seed).say()
        answer = json.loads(text)
        assert list(answer) == list(form.keys)
        assert not list(validator.iter_errors(answer)), text
        assert json.dumps(answer, ensure_ascii=False) == text or "\\" in text
        for call in answer["calls"]:
            called.add(call["name"])
            assert not pool.functions[call["name"]].problems(call["arguments"])
    assert called == set(pool.functions)


@given(st.integers(-3000, 3000), st.integers(0, 5000), st.integers(-9999, 9999))
def test_integers_keep_their_bounds(low: int, span: int, value: int) -> None:
    pattern = re.sub(r'[\s"]', "", integer(low, low + span))
    assert bool(re.fullmatch(pattern, str(value))) == (low <= value <= low + span)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string"},
        {"type": "string", "maxLength": 9, "pattern": "a+"},
        {"type": "array", "items": {"type": "boolean"}},
        {"type": "object", "properties": {}},
        {"type": "integer", "minimum": 0, "multipleOf": 5},
        {"oneOf": []},
        {"type": "array", "uniqueItems": True, "maxItems": 3, "items": {"type": "boolean"}},
    ],
)
def test_what_a_grammar_cannot_hold_is_refused_not_left_out(schema: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"no grammar|needs"):
        to_gbnf(schema)
