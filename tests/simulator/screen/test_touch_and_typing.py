"""Touches, keys and typing: what a user does and where it goes."""

from __future__ import annotations

import pytest

from simulator.phone import Phone
from simulator.screen import ScreenError
from tests.simulator.screen.form import data, ui

SETTINGS = "com.android.settings"
HOME = "com.google.android.apps.nexuslauncher"


def test_a_tap_clicks_the_deepest_view_at_the_point(form: Phone) -> None:
    left, top, right, bottom = form.screen.find(text="Press").bounds
    form.screen.tap((left + right) // 2, (top + bottom) // 2)
    assert data(form)["pressed"] == 1


def test_a_disabled_view_does_nothing(form: Phone) -> None:
    form.screen.click(form.screen.find(text="Off"))
    assert data(form)["pressed"] == 0


def test_a_missing_view_is_a_clear_error(form: Phone) -> None:
    with pytest.raises(ScreenError, match="Press"):
        form.screen.find(text="Nowhere")


def test_long_press_and_a_still_swipe(form: Phone) -> None:
    left, top, right, bottom = form.screen.find(text="Press").bounds
    x, y = (left + right) // 2, (top + bottom) // 2
    form.screen.swipe(x, y, x + 1, y, 900)
    assert ui(form)["held"] is True
    assert data(form)["pressed"] == 0


def test_typing_goes_to_the_field_with_the_focus(form: Phone) -> None:
    form.screen.text("lost")
    form.screen.click(form.screen.find(id="name"))
    assert form.screen.ime_visible
    form.screen.text("Anna")
    form.screen.text(" B")
    assert ui(form)["name"] == "Anna B"
    form.screen.key("KEYCODE_DEL")
    form.screen.key("A")
    form.screen.key(16)
    assert ui(form)["name"] == "Anna a9"


def test_enter_goes_on_to_the_next_field_or_does_the_fields_action(form: Phone) -> None:
    form.screen.click(form.screen.find(id="name"))
    form.screen.key("ENTER")
    form.screen.text("Park")
    form.screen.key("ENTER")
    assert ui(form)["place"] == "Park"
    assert data(form)["sent"] == ["Park"]


def test_the_keyboard_on_the_screen_types_and_covers(form: Phone) -> None:
    form.screen.click(form.screen.find(id="name"))
    shape = form.screen.geometry
    before = form.screen.find(id="name").bounds
    bottom = shape.height - shape.navigation_bar
    form.screen.tap(shape.width // 20, bottom - shape.ime_height + shape.ime_height * 3 // 10)
    assert ui(form)["name"] == "q"
    assert form.screen.find(id="name").bounds == before
    listing = next(view for view in form.screen.root().walk() if view.kind == "list")
    assert listing.bounds[3] == bottom - shape.ime_height


def test_back_hides_the_keyboard_first(form: Phone) -> None:
    form.screen.click(form.screen.find(id="name"))
    form.screen.key("BACK")
    assert not form.screen.ime_visible
    assert form.screen.focused_window() == "com.example.form/com.example.form.Main"
    form.screen.key("BACK")
    assert form.screen.focused_window().startswith(HOME)


def test_set_text_replaces_what_the_field_holds(form: Phone) -> None:
    assert not form.screen.set_text_focused("x")
    form.screen.click(form.screen.find(id="place"))
    assert form.screen.set_text_focused("Café 北京")
    assert ui(form)["place"] == "Café 北京"


def test_a_slider_takes_the_share_of_the_point(form: Phone) -> None:
    left, top, right, bottom = form.screen.find(id="level").bounds
    form.screen.tap(left + (right - left) * 3 // 4, (top + bottom) // 2)
    assert data(form)["level"] == pytest.approx(0.75, abs=0.01)


def test_swipes_scroll_and_the_position_is_the_activitys(form: Phone) -> None:
    assert not _seen(form, "row 30")
    form.screen.swipe(540, 2000, 540, 1000, 300)
    assert ui(form)["rows"] == 1000
    for _ in range(6):
        form.screen.swipe(540, 2000, 540, 1000, 300)
    assert _seen(form, "row 49")
    form.screen.swipe(540, 1200, 540, 2200, 300)
    assert not _seen(form, "row 49")


def _seen(phone: Phone, words: str) -> bool:
    return f'text="{words}"' in phone.screen.dump()


def test_click_scrolls_a_row_into_sight(phone: Phone) -> None:
    phone.activities.launch(SETTINGS)
    assert not _seen(phone, "About phone")
    phone.screen.click(phone.screen.find(text="About phone"))
    assert phone.screen.has(text="Android version")


def test_volume_keys_change_the_media_volume_and_show_a_panel(form: Phone) -> None:
    before = form.state.audio.streams["music"].index
    picture = form.screen.png()
    form.screen.key("VOLUME_UP")
    assert form.state.audio.streams["music"].index == before + 1
    assert form.screen.png() != picture


def test_keys_are_known_by_number_and_name(phone: Phone) -> None:
    assert (
        phone.screen.key(3) and phone.screen.key("3") and phone.screen.key("KEYCODE_HOME") and phone.screen.key("HOME")
    )
    assert not phone.screen.key("KEYCODE_NOWHERE")


def test_unknown_key_numbers_do_nothing(phone: Phone) -> None:
    window = phone.screen.focused_window()
    assert not phone.screen.key(9999)
    assert phone.screen.focused_window() == window
