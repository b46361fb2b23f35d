"""Touches, keys and typing on a phone: what a user does and sees."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.apps.app import ActivitySpec, App, Manifest
from simulator.clock import Clock
from simulator.phone import Phone
from simulator.screen import ScreenError
from simulator.screen.views import View, button, checkbox, column, edit, progress, scroll, text
from simulator.state import Activity, Intent, NotificationAction

SETTINGS = "com.android.settings"
HOME = "com.google.android.apps.nexuslauncher"


class FormApp(App):
    """An app with a form and a long list, to touch."""

    package = "com.example.form"
    manifest = Manifest(
        "Form", "表单", (ActivitySpec("com.example.form.Main", launcher=True),), channels={"default": 4}
    )

    def initial_data(self) -> dict[str, Any]:
        return {"sent": [], "pressed": 0, "level": 0.0}

    def view(self, activity: Activity) -> View:
        ui = activity.ui

        def put(name: str, value: object) -> None:
            ui[name] = value

        def press() -> None:
            self.data["pressed"] += 1

        return column(
            edit(ui.get("name", ""), lambda value: put("name", value), "Name", id="name"),
            edit(ui.get("place", ""), lambda value: put("place", value), "Place", id="place",
                 on_enter=lambda: self.data["sent"].append(ui.get("place"))),
            checkbox("Agree", bool(ui.get("agree")), lambda: put("agree", not ui.get("agree")), id="agree"),
            progress(self.data["level"], lambda value: self.data.update(level=value), id="level"),
            button("Press", press, id="press", on_long_click=lambda: put("held", True)),
            button("Off", press, id="off", enabled=False),
            scroll(*(text(f"row {number}", height=56) for number in range(50)), key="rows"),
        )  # fmt: skip


@pytest.fixture
def form(phone: Phone) -> Phone:
    app = FormApp(phone)
    phone.apps[FormApp.package] = app
    phone.packages.ensure_installed(app)
    phone.activities.launch(FormApp.package)
    return phone


def data(phone: Phone) -> dict[str, Any]:
    return phone.apps[FormApp.package].data


def ui(phone: Phone) -> dict[str, Any]:
    top = phone.activities.top()
    assert top is not None
    return top.ui


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


def test_home_recents_and_back_to_the_app(form: Phone) -> None:
    form.screen.key("KEYCODE_HOME")
    assert form.screen.focused_window().startswith(HOME)
    form.screen.key("KEYCODE_APP_SWITCH")
    form.screen.click(form.screen.find(desc="Form"))
    assert form.screen.focused_window().startswith(FormApp.package)


def test_a_task_is_swiped_away(form: Phone) -> None:
    form.screen.key("APP_SWITCH")
    left, top, right, bottom = form.screen.find(desc="Form").bounds
    form.screen.swipe(right - 60, (top + bottom) // 2, left + 60, (top + bottom) // 2, 200)
    assert not form.screen.has(desc="Form")


def test_the_drawer_opens_searches_and_closes(phone: Phone) -> None:
    phone.screen.swipe(540, 1500, 540, 700, 200)
    phone.screen.click(phone.screen.find(id="fallback_search_view"))
    phone.screen.text("sett")
    assert phone.screen.has(desc="Settings")
    phone.screen.key("ENTER")
    assert phone.screen.focused_window() == "com.android.settings/com.android.settings.Settings"
    phone.screen.key("HOME")
    assert phone.screen.has(id="hotseat")


def test_power_puts_to_sleep_and_touches_then_do_nothing(form: Phone) -> None:
    bounds = form.screen.find(text="Press").bounds
    form.screen.key("POWER")
    assert form.screen.frame().getcolors() == [(1080 * 2400, (0, 0, 0))]
    form.screen.tap(bounds[0] + 20, bounds[1] + 20)
    form.screen.key("WAKEUP")
    assert data(form)["pressed"] == 0


def test_the_lock_screen_opens_with_a_swipe_up(form: Phone) -> None:
    form.power.lock()
    assert form.screen.focused_window() == "NotificationShade"
    assert form.screen.has(id="lockscreen_clock_view")
    form.screen.swipe(540, 1900, 540, 600, 200)
    assert form.screen.focused_window().startswith(FormApp.package)


def test_a_secure_lock_stays_and_hides_sensitive_text(form: Phone) -> None:
    form.notifications.post("com.android.settings", "Bank", "Your code is 123456", sensitive=True)
    form.state.power.secure_lock = True
    form.power.lock()
    form.screen.swipe(540, 1900, 540, 600, 200)
    assert form.screen.focused_window() == "NotificationShade"
    assert "123456" not in form.screen.dump()


def test_the_shade_lists_the_newest_first_and_a_tap_opens(form: Phone) -> None:
    form.notifications.post(SETTINGS, "Old", "first", id=1)
    form.clock.advance_to(form.clock.now_ms + 20_000)
    form.notifications.post(SETTINGS, "New", "second", id=2)
    form.screen.swipe(540, 10, 540, 900, 200)
    titles = [view.text for view in form.screen.root().walk() if view.id == "android:id/title"]
    assert titles[:2] == ["New", "Old"]
    form.screen.click(form.screen.find(text="New"))
    assert form.state.ui.shade == "closed"
    assert form.screen.focused_window().startswith(SETTINGS)


def test_a_notification_is_swiped_away_but_an_ongoing_one_is_not(form: Phone) -> None:
    form.notifications.post(SETTINGS, "Goes", "away", id=1)
    form.notifications.post(SETTINGS, "Stays", "here", id=2, ongoing=True, clearable=False)
    form.statusbar.expand()
    for title in ("Goes", "Stays"):
        _, top, _, bottom = form.screen.find(text=title).bounds
        form.screen.swipe(100, (top + bottom) // 2, 900, (top + bottom) // 2, 150)
    assert [note.title for note in form.state.notifications.posted] == ["Stays"]


class Answers(FormApp):
    """Remembers what its notification's buttons bring."""

    def on_notification_action(self, notification: Any, action: NotificationAction, reply: str | None) -> None:
        self.data["sent"].append((action.command, reply))


def test_an_inline_reply_is_typed_and_sent(form: Phone) -> None:
    form.apps[FormApp.package] = Answers(form)
    actions = [
        NotificationAction(title="Reply", reply=True, command="reply"),
        NotificationAction(title="Read", command="read"),
    ]
    form.notifications.post(FormApp.package, "Anna", "Lunch?", id=7, actions=actions)
    form.statusbar.expand()
    form.screen.click(form.screen.find(text="Reply"))
    form.screen.text("yes")
    form.screen.click(form.screen.find(desc="Send"))
    assert data(form)["sent"] == [("reply", "yes")]


def test_the_shade_closes_by_back_and_by_swiping_up(form: Phone) -> None:
    form.statusbar.expand()
    form.screen.key("BACK")
    assert form.state.ui.shade == "closed"
    form.statusbar.expand()
    form.screen.swipe(540, 2200, 540, 900, 200)
    assert form.state.ui.shade == "closed"


@pytest.mark.parametrize(
    ("tile", "read"),
    [
        ("tile_wifi", lambda phone: phone.state.wifi.enabled),
        ("tile_bluetooth", lambda phone: phone.state.bluetooth.enabled),
        ("tile_data", lambda phone: phone.state.telephony.data_enabled),
        ("tile_dnd", lambda phone: phone.state.notifications.zen_mode != "off"),
        ("tile_airplane", lambda phone: phone.state.airplane_mode),
        ("tile_battery", lambda phone: phone.state.power.battery_saver),
        ("tile_dark", lambda phone: phone.uimode.night),
        ("tile_location", lambda phone: phone.state.location.enabled),
    ],
)
def test_quick_settings_tiles_switch_the_service(phone: Phone, tile: str, read: Any) -> None:
    phone.statusbar.expand_settings()
    before = read(phone)
    assert phone.screen.find(id=tile).checked is before
    phone.screen.click(phone.screen.find(id=tile))
    assert read(phone) is not before
    assert phone.screen.find(id=tile).checked is not before


def test_brightness_in_quick_settings(phone: Phone) -> None:
    phone.statusbar.expand_settings()
    left, top, right, bottom = phone.screen.find(id="slider").bounds
    phone.screen.tap(left + (right - left) * 9 // 10, (top + bottom) // 2)
    assert int(phone.settings.get("system", "screen_brightness") or 0) == pytest.approx(230, abs=3)


def test_a_heads_up_lies_over_the_app_until_the_user_turns_away(phone: Phone) -> None:
    phone.notifications.post(FormApp.package, "Urgent", "now", importance=4)
    assert [window.kind for window in phone.screen.windows()] == ["app", "heads_up"]
    assert "Urgent" not in phone.screen.dump()
    assert "Urgent" in phone.screen.dump(all_windows=True)
    phone.clock.advance_to(phone.clock.now_ms + 6000)
    assert [window.kind for window in phone.screen.windows()] == ["app"]


def test_a_call_rings_as_heads_up_and_is_answered(form: Phone) -> None:
    form.telephony.ring("+4930123456", "Mum")
    heads_up = form.screen.windows()[-1]
    assert heads_up.kind == "heads_up"
    answer = next(view for view in heads_up.root.walk() if view.text == "Answer")
    form.screen.tap(answer.bounds[0] + 30, answer.bounds[1] + 30)
    assert form.state.telephony.call is not None and form.state.telephony.call.state == "active"
    assert form.screen.has(id="incall_end_call")
    form.screen.key("HOME")
    assert not form.screen.has(id="incall_end_call")


def test_a_call_on_a_locked_phone_takes_the_whole_screen(form: Phone) -> None:
    form.power.lock()
    form.telephony.ring("+4930123456", "Mum")
    assert form.screen.focused_window() == "com.google.android.dialer/com.android.incallui.InCallActivity"
    form.screen.click(form.screen.find(text="Answer"))
    assert form.state.telephony.call is not None and form.state.telephony.call.state == "active"


def test_the_chooser_starts_the_app_chosen(form: Phone) -> None:
    form.state.ui.dialog = {
        "kind": "resolver",
        "intent": Intent(action="android.intent.action.MAIN").model_dump(),
        "candidates": [
            f"{FormApp.package}/com.example.form.Main",
            "com.android.settings/com.android.settings.Settings",
        ],
    }
    form.screen.changed()
    assert form.screen.focused_window() == "android/com.android.internal.app.ResolverActivity"
    assert 'package="android"' in form.screen.dump()
    form.screen.click(form.screen.find(text="Settings"))
    assert form.screen.focused_window().startswith(SETTINGS)


def test_back_and_a_tap_outside_close_a_dialog(form: Phone) -> None:
    dialog = {"kind": "permission", "package": FormApp.package, "permission": "android.permission.CAMERA"}
    for close in (lambda: form.screen.key("BACK"), lambda: form.screen.tap(540, 200)):
        form.state.ui.dialog = dict(dialog)
        form.screen.changed()
        assert form.screen.has(text="Allow Form to take pictures and record video?")
        close()
        assert form.state.ui.dialog is None


def test_a_toast_is_drawn_not_dumped_and_goes_by_itself(form: Phone) -> None:
    before = form.screen.png()
    form.screen.toast("Saved to your phone")
    assert form.screen.png() != before
    assert "Saved" not in form.screen.dump()
    form.clock.advance_to(form.clock.now_ms + 4000)
    assert form.screen.png() == before


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


def test_nothing_of_the_screen_is_lost_in_a_snapshot(form: Phone) -> None:
    form.screen.click(form.screen.find(id="name"))
    form.screen.text("Anna")
    form.screen.swipe(540, 1200, 540, 1000, 300)
    other = Phone(form.state.model_validate_json(form.state.model_dump_json()), Clock(form.clock.now_ms))
    other.apps[FormApp.package] = FormApp(other)
    other.boot()
    assert other.screen.dump() == form.screen.dump()


def test_the_clock_shows_twelve_or_twenty_four_hours(phone: Phone) -> None:
    phone.clock.advance_to(phone.clock.now_ms + 5 * 3_600_000)
    phone.screen.key("WAKEUP")
    phone.settings.put("system", "time_12_24", "12")
    phone.statusbar.expand()
    phone.power.lock()
    assert phone.screen.find(id="lockscreen_clock_view").text == "3:12"
    phone.settings.put("system", "time_12_24", "24")
    phone.changed()
    assert phone.screen.find(id="lockscreen_clock_view").text == "15:12"


class SecretApp(FormApp):
    """An app whose window is secure."""

    package = "com.example.secret"
    manifest = Manifest("Secret", "秘密", (ActivitySpec("com.example.secret.Main", launcher=True, secure=True),))


def test_a_secure_window_is_black_and_cannot_be_shot(phone: Phone) -> None:
    phone.apps[SecretApp.package] = SecretApp(phone)
    phone.packages.ensure_installed(phone.apps[SecretApp.package])
    phone.activities.launch(SecretApp.package)
    assert phone.screen.frame().getpixel((540, 1200)) == (0, 0, 0)
    assert phone.screen.has(text="Press")
    phone.screen.key("SYSRQ")
    assert phone.state.ui.toast == "Can’t take screenshot due to security policy"
    assert not phone.state.providers.media


def test_another_activity_comes_before_a_call_in_progress(form: Phone) -> None:
    form.telephony.ring("+4930123456", "Mum")
    form.telephony.answer()
    assert form.screen.focused_window().endswith("InCallActivity")
    form.activities.launch(SETTINGS)
    assert form.screen.focused_window().startswith(SETTINGS)


def test_home_on_the_home_screen_closes_the_drawer(phone: Phone) -> None:
    phone.screen.swipe(540, 1500, 540, 700, 200)
    assert phone.screen.has(id="apps_view")
    phone.screen.key("HOME")
    assert phone.screen.has(id="hotseat")


def test_larger_text_takes_more_room(phone: Phone) -> None:
    phone.activities.launch(SETTINGS)
    before = phone.screen.find(text="Network & internet").bounds
    phone.settings.put("system", "font_scale", "1.3")
    after = phone.screen.find(text="Network & internet").bounds
    assert after[3] - after[1] > before[3] - before[1]


def test_a_locked_screen_shows_no_notifications_if_the_user_wants_none(form: Phone) -> None:
    form.notifications.post(SETTINGS, "Quiet", "please")
    form.power.lock()
    assert form.screen.has(text="Quiet")
    form.settings.put("secure", "lock_screen_show_notifications", "0")
    assert not form.screen.has(text="Quiet")
