"""Layout: columns, rows, weights, lists that scroll, text measured by the font."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from simulator.screen import fonts
from simulator.screen.layout import Layout
from simulator.screen.views import View, button, card, column, edit, icon, image, row, scroll, spacer, text

SCREEN = (0, 0, 1080, 2400)


def lay_out(root: View, scrolled: dict[str, int] | None = None) -> Layout:
    layout = Layout(420, dict(scrolled or {}))
    layout.run(root, SCREEN)
    return layout


def test_dp_become_px_by_density() -> None:
    box = View("spacer", width=100, height=40)
    lay_out(column(box))
    assert box.bounds == (0, 0, 262, 105)


def test_a_column_stacks_its_children_and_fills_its_width() -> None:
    first, second = text("one"), text("two")
    lay_out(column(first, second))
    assert first.bounds[0::2] == (0, 1080)
    assert first.bounds[3] == second.bounds[1]


def test_weights_share_what_is_left() -> None:
    top, middle, bottom = text("top"), spacer(weight=1), text("bottom")
    lay_out(column(top, middle, bottom))
    assert bottom.bounds[3] == 2400
    assert middle.bounds == (0, top.bounds[3], 1080, bottom.bounds[1])


def test_a_row_gives_weighted_children_the_rest() -> None:
    sign, words, end = icon("wifi"), text("Home", weight=1), text("5 GHz")
    lay_out(column(row(sign, words, end)))
    assert sign.bounds[2] == words.bounds[0]
    assert words.bounds[2] == end.bounds[0]
    assert end.bounds[2] == 1080


def test_an_edit_field_in_a_row_takes_the_room_beside_a_button() -> None:
    field, go = edit("", lambda _: None, "Search", id="q"), button("Go")
    lay_out(column(row(field, go)))
    assert field.bounds[2] == go.bounds[0]
    assert field.bounds[2] > 700


def test_gap_padding_and_margin_are_kept() -> None:
    first, second = text("a"), text("b")
    lay_out(column(first, second, padding=16, gap=8))
    assert first.bounds[:2] == (42, 42)
    assert second.bounds[1] - first.bounds[3] == 21


def test_centred_children_keep_their_own_width() -> None:
    picture = image("icon:A#ff0000", width=100, height=100)
    lay_out(column(picture, align="center"))
    left, _, right, _ = picture.bounds
    assert right - left == 262
    assert left == 1080 - right


def test_a_list_takes_what_is_left_and_clips() -> None:
    rows = [text(f"row {number}", height=56) for number in range(40)]
    bottom = text("bottom")
    layout = lay_out(column(scroll(*rows), bottom))
    assert bottom.bounds[3] == 2400
    assert layout.lists[0].limit == 40 * 147 - bottom.bounds[1]
    assert rows[0].visible == rows[0].bounds
    assert rows[39].visible is None
    cut = next(entry for entry in rows if entry.visible not in (None, entry.bounds))
    assert cut.visible is not None and cut.visible[3] == bottom.bounds[1]


def test_scrolling_moves_the_rows_and_is_clamped() -> None:
    rows = [text(f"row {number}", height=56) for number in range(40)]
    layout = lay_out(column(scroll(*rows, key="rows")), {"rows": 10**6})
    assert layout.scrolled["rows"] == layout.lists[0].limit
    assert rows[39].bounds[3] == 2400


def test_a_list_inside_a_column_without_weight_still_scrolls() -> None:
    rows = [text(str(number), height=56) for number in range(60)]
    layout = lay_out(column(text("head"), column(scroll(*rows))))
    assert layout.lists[0].limit > 0


def test_long_text_wraps_within_its_width() -> None:
    words = text("The quick brown fox jumps over the lazy dog. " * 4)
    lay_out(column(words))
    assert words.bounds[3] - words.bounds[1] > fonts.line_height(42) * 3


def test_max_lines_cut_with_an_ellipsis() -> None:
    lines = fonts.wrap("one two three four five six seven", 42, 200, False, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")


def test_chinese_breaks_between_characters() -> None:
    lines = fonts.wrap("今天下午三点在会议室开会讨论项目进度", 42, 420)
    assert len(lines) == 2
    assert "".join(lines) == "今天下午三点在会议室开会讨论项目进度"


@given(st.text(max_size=120), st.integers(40, 900))
def test_wrapped_lines_fit_or_are_single_characters(words: str, limit: int) -> None:
    for line in fonts.wrap(words, 42, limit):
        assert len(line) <= 1 or fonts.width(line, 42) <= limit + 1


trees = st.recursive(
    st.builds(text, st.text(max_size=20)) | st.builds(lambda: spacer(weight=1)) | st.builds(lambda: icon("wifi")),
    lambda inner: st.builds(
        lambda make, parts, pad: make(*parts, padding=pad),
        st.sampled_from([column, row, card, scroll]),
        st.lists(inner, max_size=4),
        st.integers(0, 24),
    ),
    max_leaves=12,
)


@given(trees)
def test_whatever_the_tree_what_is_visible_lies_within_the_screen_and_its_parent(tree: View) -> None:
    root = column(tree)
    lay_out(root)
    for view in root.walk():
        for child in view.children:
            if child.visible is not None:
                assert view.visible is not None
                assert all(a <= b for a, b in zip(view.visible[:2], child.visible[:2], strict=True))
                assert all(a >= b for a, b in zip(view.visible[2:], child.visible[2:], strict=True))
