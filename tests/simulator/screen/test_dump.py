"""The hierarchy: uiautomator's attributes, escapes and order."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from simulator.phone import Phone
from simulator.screen.dump import Dumper, quote
from simulator.screen.layout import Layout
from simulator.screen.views import View, button, checkbox, column, edit, icon, image, row, scroll, text


def dump(root: View, api_level: int = 34, *, compressed: bool = False, focused: View | None = None) -> str:
    layout = Layout(420)
    layout.run(root, (0, 0, 1080, 2400))
    scrollable = frozenset(id(entry.view) for entry in layout.lists if entry.limit > 0)
    dumper = Dumper("com.example", api_level, scrollable=scrollable, focused=focused, compressed=compressed)
    return dumper.document(root, 0)


def attributes(node: str) -> list[str]:
    return re.findall(r' ?([\w-]+)=["\']', node.replace("<node", ""))


def test_it_is_one_line_with_the_serializers_header() -> None:
    document = dump(text("hello"))
    assert document.startswith(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node "
    )
    assert "\n" not in document


def test_attributes_are_those_of_real_dumps_in_their_order(shared: Path) -> None:
    new = (shared / "device_dumps/hierarchy/emulator_unknown_2.xml").read_text("utf-8")
    old = (shared / "device_dumps/hierarchy/motorola_unknown_1.xml").read_text("utf-8")
    for api_level, real in ((34, new), (33, old)):
        node = re.search(r"<node index[^>]*>", real)
        ours = re.search(r"<node index[^>]*>", dump(text("hello"), api_level))
        assert node is not None and ours is not None
        assert attributes(ours.group()) == attributes(node.group())


def test_a_clickable_view_with_id_and_description() -> None:
    node = etree.fromstring(dump(icon("back", desc="Navigate up", id="up", on_click=lambda: None)).encode())[0]
    assert node.get("resource-id") == "com.example:id/up"
    assert node.get("content-desc") == "Navigate up"
    assert node.get("clickable") == node.get("focusable") == "true"
    assert node.get("class") == "android.widget.ImageView"
    assert node.get("bounds") == "[0,0][1080,2400]"


def test_ids_of_other_packages_stay_whole() -> None:
    assert 'resource-id="android:id/title"' in dump(text("x", id="android:id/title"))


def test_an_empty_field_shows_its_hint_as_text() -> None:
    node = etree.fromstring(dump(edit("", lambda _: None, "Type something", id="f")).encode())[0]
    assert (node.get("text"), node.get("hint")) == ("Type something", "Type something")
    assert node.get("class") == "android.widget.EditText"
    assert node.get("long-clickable") == "true"


def test_a_password_is_dots() -> None:
    node = etree.fromstring(dump(edit("geheim", lambda _: None, id="f", password=True)).encode())[0]
    assert node.get("text") == "••••••"
    assert node.get("password") == "true"


def test_the_focused_field_says_so() -> None:
    field = edit("a", lambda _: None, id="f")
    assert 'focused="true"' in dump(column(field), focused=field)


def test_check_state() -> None:
    node = etree.fromstring(dump(checkbox("Milk", True, lambda: None)).encode())[0]
    assert (node.get("checkable"), node.get("checked"), node.get("class")) == (
        "true",
        "true",
        "android.widget.CheckBox",
    )


def test_rows_out_of_sight_are_left_out_and_a_cut_one_is_clipped() -> None:
    rows = [text(f"row {number}", height=56) for number in range(40)]
    document = dump(column(scroll(*rows), text("bottom", height=56)))
    root = etree.fromstring(document.encode())
    (listing,) = root.xpath("//node[@scrollable='true']")
    assert len(listing) < 20
    assert listing[-1].get("bounds").endswith(listing.get("bounds").split("]")[1] + "]")


def test_buttons_without_words_are_naf() -> None:
    root = column(image("photo:x", on_click=lambda: None), button("OK", lambda: None))
    nodes = re.findall(r"<node [^>]*>", dump(root))
    assert [node.startswith('<node NAF="true" index=') for node in nodes] == [False, True, False]


def test_a_clickable_row_is_fine_when_a_child_speaks() -> None:
    assert "NAF" not in dump(column(row(text("Wi-Fi"), on_click=lambda: None)))


def test_compressed_drops_what_only_lays_out() -> None:
    root = column(column(row(text("a")), row(text("b"))))
    tree = etree.fromstring(dump(root, compressed=True).encode())
    assert [node.get("text") for node in tree[0]] == ["a", "b"]


def test_quotes_choose_the_other_quote_and_emoji_are_numbers() -> None:
    assert quote('say "hi"') == "'say \"hi\"'"
    assert quote("it's") == '"it\'s"'
    assert quote("a\"b'c") == "'a\"b&apos;c'"
    assert quote("<a & b>") == '"&lt;a &amp; b&gt;"'
    assert quote("line\nbreak\t") == '"line&#10;break&#9;"'
    assert quote("🎬") == '"&#127916;"'
    assert quote("bell\x07") == '"bell."'


@given(st.text())
def test_any_text_gives_xml_that_reads_back(words: str) -> None:
    node = etree.fromstring(dump(text(words)).encode())[0]
    read = node.get("text")
    assert len(read) == len(words)
    assert all(a in (b, ".") for a, b in zip(read, words, strict=True))


def test_the_phones_own_dump_is_of_the_window_in_front(phone: Phone) -> None:
    phone.activities.launch("com.android.settings")
    root = etree.fromstring(phone.screen.dump().encode())
    assert root.get("rotation") == "0"
    assert {node.get("package") for node in root.iter("node")} == {"com.android.settings"}
    assert root[0].get("bounds") == "[0,0][1080,2400]"
    assert root.xpath("//node[@resource-id='android:id/content']")
    assert root.xpath("//node[@text='Network & internet']")


def test_rotation_swaps_width_and_height(phone: Phone) -> None:
    phone.activities.launch("com.android.settings")
    phone.display.rotate(1)
    root = etree.fromstring(phone.screen.dump().encode())
    assert root.get("rotation") == "1"
    assert root[0].get("bounds") == "[0,0][2400,1080]"


def test_all_api_levels_dump_every_app(make_phone: Callable[..., Phone]) -> None:
    for api_level in (28, 31, 36):
        phone = make_phone(api_level)
        for package in list(phone.apps):
            if phone.packages.launcher_activity(package):
                phone.activities.launch(package)
                document = phone.screen.dump()
                etree.fromstring(document.encode())
                assert f'package="{package}"' in document
                assert ("hint=" in document) == (api_level >= 34)
