"""Links taken apart: strange ones never raise, and what was put in comes out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from simulator.apps.intents import extra, make_link, number, parse_link, parse_mailto
from simulator.state import Intent

WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)


def test_hierarchical_and_opaque_links() -> None:
    uber = parse_link("uber://?action=setPickup&dropoff[formatted_address]=Main%20St%201")
    assert (uber.scheme, uber.host, uber.get("dropoff[formatted_address]")) == ("uber", "", "Main St 1")
    web = parse_link("HTTPS://Maps.Google.com/maps/dir/A%20B/C?x=1#frag")
    assert (web.scheme, web.host, web.path, web.get("x")) == ("https", "maps.google.com", "/maps/dir/A B/C", "1")
    assert parse_link("google.navigation:q=Caf%C3%A9+Uno&mode=w").query == {"q": "Café Uno", "mode": "w"}
    assert parse_link("geo:52.5,13.4?q=park").path == "52.5,13.4"
    assert parse_link("tel:%2A100%23").path == "*100#"
    assert parse_link("smsto:+49170?body=Hi").get("body") == "Hi"


def test_mailto_keeps_plus_signs() -> None:
    assert parse_mailto("mailto:a+b@example.com?subject=1%2B1&body=x+y&CC=c@example.com") == {
        "to": "a+b@example.com", "subject": "1+1", "body": "x+y", "cc": "c@example.com",
    }  # fmt: skip


@given(st.one_of(st.none(), st.text()))
def test_no_text_breaks_the_parsers(text: str | None) -> None:
    link = parse_link(text)
    assert link.uri == (text or "")
    assert isinstance(parse_mailto(text)["to"], str)


@given(st.dictionaries(st.sampled_from(["name", "q", "state", "reference"]), WORDS, min_size=1))
def test_a_made_link_gives_back_its_values(values: dict[str, str]) -> None:
    assert parse_link(make_link("slack://chat", **values)).query == values


def test_extras_of_every_type() -> None:
    intent = Intent(extras={"android.intent.extra.EMAIL": ["a@b.c", "d@e.f"], "n": 5, "flag": True, "word": "7x"})
    assert extra(intent, "EMAIL") == "a@b.c, d@e.f"
    assert extra(intent, "absent", "n") == "5"
    assert (number(intent, "n"), number(intent, "flag"), number(intent, "word"), number(intent, "absent")) == (
        5, None, None, None,
    )  # fmt: skip
