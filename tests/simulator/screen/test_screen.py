"""The screen as a whole: home, recents, sleep, clock, secure windows, snapshots."""

from __future__ import annotations

from simulator.apps.app import ActivitySpec, Manifest
from simulator.clock import Clock
from simulator.phone import Phone
from tests.simulator.screen.form import FormApp, data

SETTINGS = "com.android.settings"
HOME = "com.google.android.apps.nexuslauncher"


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
