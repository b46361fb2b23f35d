"""App links: templates filled, tables read."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api_pool.functions import default_pool
from api_pool.links import fill, load_links
from device import BadInput


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_a_value_comes_back_whole_from_the_query(value: str) -> None:
    uri = fill("https://x.example/s?q={q}&lang={lang?}", {"q": value})
    assert parse_qs(urlsplit(uri).query, keep_blank_values=True, strict_parsing=True) == {"q": [value]}


def test_an_optional_pair_is_left_out_and_a_needed_value_missed() -> None:
    assert fill("a://b?x={x?}", {}) == "a://b"
    assert fill("a://b?x={x?}&y={y}", {"y": 2}) == "a://b?y=2"
    assert fill("a://b/{id}", {"id": "1/2"}) == "a://b/1%2F2"
    with pytest.raises(BadInput, match="needs y"):
        fill("a://b?y={y}", {})


def test_the_shipped_table_names_only_parameters_of_its_functions() -> None:
    functions = default_pool().functions
    for capability, links in load_links().items():
        known = functions[capability].parameters["properties"]
        for link in links:
            for part in (link.uri or link.web or "").split("{")[1:]:
                assert part.partition("}")[0].rstrip("?") in known, (capability, link)


@pytest.mark.parametrize(
    "text",
    ["- a", "x: 3", "x:\n - {package: a}", "x:\n - {web: 'javascript:1'}", "x: [{uri: a://, web: 'https://a'}]", ":"],
)
def test_a_table_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "links.yaml"
    path.write_text(text)
    with pytest.raises(BadInput, match="app-link table"):
        load_links(path)
