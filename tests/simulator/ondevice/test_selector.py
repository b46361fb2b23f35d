"""UiSelector: what it means, how it is shown, and what it refuses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.ondevice import BadSelector, UiSelector
from simulator.ondevice.scrollable import chained
from simulator.ondevice.uiautomator2.selectors import read_selector
from simulator.phone import Phone
from simulator.screen.layout import Layout
from simulator.screen.nodes import Node, NodeBuilder
from simulator.screen.views import View, button, column, row, text


def tree() -> Node:
    root = column(
        row(text("Wi-Fi", id="title"), text("On", id="summary"), id="first", on_click=lambda: None),
        row(text("Bluetooth", id="title"), text("Off", id="summary"), id="second", on_click=lambda: None),
        row(button("OK", id="ok", desc="Confirm"), id="third"),
    )
    Layout(420).run(root, (0, 0, 1080, 2400))
    return NodeBuilder("com.example", scrollable=frozenset(), focused=None).build(root)


def found(selector: UiSelector) -> list[str]:
    return [node.text or node.resource_id.partition("/")[2] for node in selector.every(tree())]


@pytest.mark.parametrize(
    ("criteria", "texts"),
    [
        ({"text": "Wi-Fi"}, ["Wi-Fi"]),
        ({"text": "wi-fi"}, []),
        ({"textContains": "O"}, ["On", "Bluetooth", "Off", "OK"]),
        ({"textStartsWith": "o"}, ["On", "Off", "OK"]),
        ({"textMatches": "O[nf]+"}, ["On", "Off"]),
        ({"textMatches": "O"}, []),  # the whole text must match
        ({"description": "Confirm"}, ["OK"]),
        ({"descriptionMatches": "C.*m"}, ["OK"]),
        ({"resourceId": "com.example:id/title"}, ["Wi-Fi", "Bluetooth"]),
        ({"resourceIdMatches": ".*/title", "instance": 1}, ["Bluetooth"]),
        ({"resourceId": "com.example:id/title", "instance": 2}, []),
        ({"className": "android.widget.Button"}, ["OK"]),
        ({"clickable": True, "packageName": "com.example"}, ["first", "second"]),
        ({"className": "android.widget.TextView", "index": 1}, ["On", "Off"]),
    ],
)
def test_criteria(criteria: dict[str, str | bool | int], texts: list[str]) -> None:
    assert found(UiSelector(criteria)) == texts


def test_children_are_sought_below_and_siblings_beside() -> None:
    title = UiSelector({"resourceId": "com.example:id/title"})
    off = UiSelector({"text": "Off"})
    assert found(chained(UiSelector({"clickable": True}), "child", title)) == ["Wi-Fi", "Bluetooth"]
    assert found(chained(UiSelector({"clickable": True, "instance": 1}), "child", title)) == ["Bluetooth"]
    assert found(chained(UiSelector({"text": "Bluetooth"}), "sibling", off)) == ["Off"]
    assert found(chained(UiSelector({"text": "Wi-Fi"}), "sibling", off)) == []
    deep = chained(chained(UiSelector({"clickable": True}), "child", title), "sibling", off)
    assert found(deep) == ["Off"]
    assert str(deep) == ("UiSelector[CLICKABLE=true, CHILD=[RESOURCE_ID=com.example:id/title, PARENT=[TEXT=Off]]]")


def test_what_is_no_selector_is_refused() -> None:
    for criteria in ({"textMatches": "["}, {"clickable": "yes"}, {"index": -1}, {"colour": "red"}, {"text": 1}):
        with pytest.raises(BadSelector):
            UiSelector(criteria)  # type: ignore[arg-type]


def test_the_clients_mask_says_which_fields_count() -> None:
    given_one = {
        "mask": 0x01,
        "text": "Off",
        "className": "ignored",
        "childOrSibling": [],
        "childOrSiblingSelector": [],
    }
    assert read_selector(given_one).criteria == {"text": "Off"}
    both = {"mask": 0x1000, "clickable": True, "childOrSibling": ["child"], "childOrSiblingSelector": [given_one]}
    assert found(read_selector(both)) == ["Off"]
    for bad in (None, [], {"mask": "1"}, {"mask": 1}, {"mask": 0, "childOrSibling": ["child"]}):
        with pytest.raises(BadSelector):
            read_selector(bad)


@given(st.recursive(st.none() | st.integers() | st.text(), lambda inner: st.dictionaries(
    st.sampled_from(["mask", "text", "index", "childOrSibling", "childOrSiblingSelector", "textMatches"]),
    inner | st.lists(inner, max_size=3), max_size=6), max_leaves=8))  # fmt: skip
def test_any_json_is_a_selector_or_refused(given_json: object) -> None:
    try:
        selector = read_selector(given_json)
    except BadSelector:
        return
    assert str(selector).startswith("UiSelector[")
    selector.count(tree())


def test_nodes_are_what_the_dump_writes(phone: Phone) -> None:
    phone.activities.launch("com.android.settings")
    nodes = list(phone.screen.nodes().walk())
    assert phone.screen.dump().count("<node ") == len(nodes)
    assert all(node.parent is None or node in node.parent.children for node in nodes)


def test_views_of_windows_are_found_by_their_path(phone: Phone) -> None:
    phone.activities.launch("com.android.settings")
    root = phone.screen.root()
    for node in phone.screen.nodes().walk():
        view: View = root
        for position in node.path:
            view = view.children[position]
        assert view is node.view
