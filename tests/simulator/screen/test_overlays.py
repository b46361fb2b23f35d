"""What lies over the apps: lock screen, shade, heads-up, calls, dialogs, toasts."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone import Phone
from simulator.state import Intent, NotificationAction
from tests.simulator.screen.form import FormApp, data

SETTINGS = "com.android.settings"
HOME = "com.google.android.apps.nexuslauncher"


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


def test_another_activity_comes_before_a_call_in_progress(form: Phone) -> None:
    form.telephony.ring("+4930123456", "Mum")
    form.telephony.answer()
    assert form.screen.focused_window().endswith("InCallActivity")
    form.activities.launch(SETTINGS)
    assert form.screen.focused_window().startswith(SETTINGS)


def test_a_locked_screen_shows_no_notifications_if_the_user_wants_none(form: Phone) -> None:
    form.notifications.post(SETTINGS, "Quiet", "please")
    form.power.lock()
    assert form.screen.has(text="Quiet")
    form.settings.put("secure", "lock_screen_show_notifications", "0")
    assert not form.screen.has(text="Quiet")
