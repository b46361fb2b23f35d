"""Permission prompts, the moment without a focus after a start, and keyboards of installed apps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simulator.state import Installed, Package
from tests.simulator.services.conftest import Bench

CAMERA, MAPS = "com.google.android.GoogleCamera", "com.google.android.apps.maps"
PERMISSION = "android.permission."
KEYS = "com.example.keys"
START = "am start -n com.android.settings/.Settings"


def revoke(bench: Bench, package: str, *names: str) -> None:
    for name in names:
        assert bench.sh(f"pm revoke {package} {PERMISSION}{name}").code == 0


def press(bench: Bench, button: str) -> None:
    bench.phone.screen.click(bench.phone.screen.find(text=button))


def test_an_app_in_front_asks_for_what_it_lacks(bench: Callable[..., Bench]) -> None:
    b = bench(api=34)
    revoke(b, CAMERA, "CAMERA", "RECORD_AUDIO")
    b.phone.activities.launch(CAMERA)
    assert b.phone.windows.focused() == (
        "com.google.android.permissioncontroller/com.android.permissioncontroller.permission.ui.GrantPermissionsActivity"
    )
    press(b, "While using the app")
    assert b.phone.packages.granted(CAMERA, PERMISSION + "CAMERA")
    press(b, "Don’t allow")  # the next question: the microphone
    assert not b.phone.packages.granted(CAMERA, PERMISSION + "RECORD_AUDIO")
    assert b.phone.windows.focused() == f"{CAMERA}/com.android.camera.CameraLauncher"


def test_a_refusal_is_not_asked_again_until_it_is_forgotten(bench: Callable[..., Bench]) -> None:
    b = bench(api=34)
    revoke(b, MAPS, "ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION")
    b.phone.activities.launch(MAPS)
    press(b, "Don’t allow")
    b.phone.activities.home()
    b.phone.activities.launch(MAPS)
    assert b.phone.state.ui.dialog is None
    b.phone.activities.home()
    revoke(b, MAPS, "ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION")
    b.phone.activities.launch(MAPS)
    press(b, "Only this time")
    assert b.phone.packages.granted(MAPS, PERMISSION + "ACCESS_COARSE_LOCATION")


@pytest.mark.parametrize(("api", "buttons"), [(29, ["Allow"]), (30, ["While using the app", "Only this time"])])
def test_the_buttons_are_those_of_the_release(bench: Callable[..., Bench], api: int, buttons: list[str]) -> None:
    b = bench(api=api)
    revoke(b, CAMERA, "CAMERA")
    b.phone.activities.launch(CAMERA)
    shown = [view.text for view in b.phone.screen.root().walk() if view.kind == "button"]
    assert shown == [*buttons, "Don’t allow"]


def test_notifications_are_asked_for_since_android_13(bench: Callable[..., Bench]) -> None:
    for api, asked in ((32, False), (33, True)):
        b = bench(api=api)
        b.phone.packages.get(MAPS).permissions[PERMISSION + "POST_NOTIFICATIONS"] = False  # type: ignore[union-attr]
        b.phone.activities.launch(MAPS)
        assert (b.phone.state.ui.dialog is not None) is asked


def focus(bench: Bench) -> str:
    return bench.sh("dumpsys window displays | grep -m 1 mCurrentFocus").out.strip().partition("=")[2]


def test_for_a_moment_after_a_start_no_window_has_the_focus(bench: Callable[..., Bench]) -> None:
    b = bench(api=34)
    b.sh(START)
    assert focus(b) == "null"  # a clock that stands still lets one look see it
    assert "com.android.settings/com.android.settings.Settings" in focus(b)
    b.phone.activities.home()
    b.sh(START)
    b.phone.clock.advance_to(b.phone.clock.now_ms + 300)
    assert "com.android.settings" in focus(b)
    b.sh(START)  # it is in front already
    assert "com.android.settings" in focus(b)


def test_switched_off_animations_and_waiting_leave_no_such_moment(bench: Callable[..., Bench]) -> None:
    b = bench(api=34)
    b.sh(f"{START} -W")
    assert "com.android.settings" in focus(b)
    b.phone.activities.home()
    b.sh("settings put global window_animation_scale 0; settings put global transition_animation_scale 0")
    b.sh(START)
    assert "com.android.settings" in focus(b)


def test_keyboards_come_and_go_with_their_apps(bench: Callable[..., Bench]) -> None:
    b = bench(api=34)
    declared = Installed(services=[f"{KEYS}.Board"], input_methods=[f"{KEYS}.Board"])
    b.phone.packages.install(Package(package=KEYS, label="Keys", uid=0, system=False, installed=declared), b"")
    assert b.sh("ime list -s -a").out.split() == ["com.android.inputmethod.latin/.LatinIME", f"{KEYS}/.Board"]
    assert b.sh("ime list -s").out.split() == ["com.android.inputmethod.latin/.LatinIME"]
    refused = b.sh(f"ime set {KEYS}/.Board")
    assert (refused.code, refused.err) == (255, f"Unknown input method {KEYS}/.Board cannot be selected for user #0\n")
    b.sh(f"ime enable {KEYS}/.Board; ime set {KEYS}/.Board")
    assert b.sh("settings get secure default_input_method").out == f"{KEYS}/.Board\n"
    b.sh(f"ime disable {KEYS}/.Board")
    assert b.phone.state.ui.ime == "com.android.inputmethod.latin/.LatinIME"
    b.sh(f"ime enable {KEYS}/.Board; settings put secure default_input_method {KEYS}/.Board")
    assert b.phone.state.ui.ime == f"{KEYS}/.Board"
    b.phone.packages.uninstall(KEYS)
    assert b.sh("settings get secure default_input_method").out == "com.android.inputmethod.latin/.LatinIME\n"


def test_a_broadcast_that_no_app_takes_has_result_0(bench: Callable[..., Bench]) -> None:
    b = bench(api=34)
    assert b.sh("am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text eA==").out.endswith(
        "Broadcast completed: result=0\n"
    )
