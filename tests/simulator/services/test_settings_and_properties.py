"""`settings` and `getprop`: defaults, messages, validators, observers, and what proves nothing."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


@pytest.mark.parametrize("namespace", ["system", "secure", "global"])
def test_a_fresh_phone_has_many_settings_sorted_by_name(bench, namespace):
    lines = bench().sh(f"settings list {namespace}").out.splitlines()
    assert len(lines) >= 40
    keys = [line.partition("=")[0] for line in lines]
    assert keys == sorted(keys)


def test_put_get_delete(bench):
    b = bench()
    assert b.sh("settings get global no_such_key").out == "null\n"
    assert b.sh("settings put global my_key 'a b=c'").code == 0
    assert b.sh("settings get --user 0 global my_key").out == "a b=c\n"
    assert "my_key=a b=c" in b.sh("settings list global").out.splitlines()
    assert b.sh("settings delete global my_key").out == "Deleted 1 rows\n"
    assert b.sh("settings delete global my_key").out == "Deleted 0 rows\n"
    assert b.sh("settings get global my_key").out == "null\n"


def test_a_deleted_default_does_not_come_back(bench):
    b = bench()
    b.sh("settings delete system font_scale")
    assert b.sh("settings get system font_scale").out == "null\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("settings frob global x", "Invalid command: frob"),
        ("settings get globl x", "Invalid namespace 'globl'"),
        ("settings get global", "Bad arguments"),
        ("settings put global x", "Bad arguments"),
        ("settings get global x y", "Too many arguments"),
        ("settings get --user all global x", "Invalid user: all"),
    ],
)
def test_wrong_words(bench, line, message):
    ran = bench().sh(line)
    assert (ran.code, ran.out, ran.err) == (255, "", message + "\n")


def test_the_validators_refuse_values_that_cannot_be(bench):
    b = bench()
    ran = b.sh("settings put system screen_brightness 300")
    assert ran.code == 255
    assert "java.lang.IllegalArgumentException: Invalid value: 300 for setting: screen_brightness" in ran.err
    assert b.sh("settings get system screen_brightness").out != "300\n"


def test_airplane_mode_by_hand_moves_no_radio(bench):
    b = bench()
    b.sh("settings put global airplane_mode_on 1")
    assert not b.phone.state.airplane_mode
    assert b.phone.state.wifi.enabled
    assert "mVoiceRegState=0(IN_SERVICE)" in b.dump("telephony.registry")


def test_wifi_and_bluetooth_written_by_hand_move_nothing(bench):
    b = bench()
    b.sh("settings put global wifi_on 0; settings put global bluetooth_on 0; settings put global mode_ringer 0")
    assert b.phone.state.wifi.enabled
    assert b.phone.state.bluetooth.enabled
    assert b.phone.state.audio.ringer_mode == "normal"


def test_location_mode_is_the_switch_itself(bench):
    b = bench(28)
    b.sh("settings put secure location_mode 0")
    assert not b.phone.state.location.enabled
    assert "Disabled Providers:" in b.dump("location")
    b.sh("settings put secure location_mode 3")
    assert b.phone.state.location.enabled


def test_watchers_are_told_of_changes_only(bench):
    phone = bench().phone
    seen: list[str | None] = []
    phone.settings.observe("global", "watched", seen.append)
    phone.settings.put("global", "watched", "1")
    phone.settings.put("global", "watched", "1")
    phone.settings.mirror("global", "watched", "2")
    phone.settings.delete("global", "watched")
    assert seen == ["1", None]


def test_reset_gives_defaults_back(bench):
    b = bench()
    b.sh("settings put secure long_press_timeout 900; settings put secure own 1")
    b.sh("settings reset secure untrusted_defaults")
    assert b.sh("settings get secure long_press_timeout").out == "400\n"
    assert b.sh("settings get secure own").out == "null\n"


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(value=st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=30))
def test_any_text_is_kept_as_it_is(bench, value):
    phone = bench().phone
    phone.settings.put("secure", "any", value)
    assert phone.settings.get("secure", "any") == value


# -- properties ------------------------------------------------------------------------------------------------


def test_getprop_lists_many_in_brackets(bench):
    lines = bench(33).sh("getprop").out.splitlines()
    assert len(lines) >= 80
    assert "[ro.build.version.sdk]: [33]" in lines
    assert "[ro.build.version.release]: [13]" in lines
    assert "[sys.boot_completed]: [1]" in lines
    assert lines == sorted(lines, key=lambda line: line.partition("]")[0])


def test_properties_follow_the_state(bench):
    b = bench()
    assert b.sh("getprop gsm.operator.alpha").out == "Telekom.de\n"
    b.sh("cmd connectivity airplane-mode enable")
    assert b.sh("getprop gsm.operator.alpha").out == "\n"
    b.sh("cmd alarm set-timezone America/New_York")
    assert b.sh("getprop persist.sys.timezone").out == "America/New_York\n"


def test_setprop_and_its_refusals(bench):
    b = bench()
    assert b.sh("setprop debug.mine 7 && getprop debug.mine").out == "7\n"
    assert b.sh("getprop no.such fallback").out == "fallback\n"
    refused = b.sh("setprop ro.product.model Fake")
    assert refused.code == 1
    assert "failed to set property 'ro.product.model' to 'Fake'" in refused.err
    assert b.sh("getprop ro.product.model").out == "Pixel 8\n"
    assert b.sh("setprop persist.sys.locale de-DE").code == 1
    assert b.sh(f"setprop debug.long {'x' * 92}").code == 1
