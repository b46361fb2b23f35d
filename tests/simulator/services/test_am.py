"""`am`: starting activities by component, link and action; what refuses, and how it says so."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.services.am_intent import BadArguments, parse_intent
from simulator.services.formats import intent_text, safe_uri

Make = Callable[..., Any]
SETTINGS = "com.android.settings/com.android.settings.Settings"


def test_start_says_what_it_starts_and_shows_it(bench: Make) -> None:
    b = bench()
    ran = b.sh("am start -n com.android.settings/.Settings")
    assert (ran.code, ran.out, ran.err) == (0, "Starting: Intent { cmp=com.android.settings/.Settings }\n", "")
    assert b.phone.windows.focused() == SETTINGS


def test_waiting_start_reports_state_activity_and_times(bench: Make) -> None:
    lines = bench().sh("am start -W -n com.android.settings/.Settings").out.splitlines()
    assert lines[1:4] == ["Status: ok", "LaunchState: COLD", "Activity: com.android.settings/.Settings"]
    assert [line.partition(":")[0] for line in lines[4:]] == ["TotalTime", "WaitTime", "Complete"]


def test_android_9_prints_this_time_and_no_launch_state(bench: Make) -> None:
    out = bench(28).sh("am start -W -n com.android.settings/.Settings").out
    assert "ThisTime: " in out and "LaunchState" not in out


def test_starting_what_is_on_top_delivers_the_intent(bench: Make) -> None:
    b = bench()
    b.sh("am start -n com.android.settings/.Settings")
    ran = b.sh("am start -n com.android.settings/.Settings")
    assert ran.code == 0
    assert ran.err == (
        "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n"
    )


def test_starting_what_is_behind_brings_its_task_to_the_front(bench: Make) -> None:
    b = bench()
    b.sh("am start -n com.android.settings/.Settings; input keyevent HOME")
    ran = b.sh("am start -W -n com.android.settings/.Settings")
    assert "Warning: Activity not started, its current task has been brought to the front" in ran.out
    assert "LaunchState: HOT" in ran.out
    assert b.phone.windows.focused() == SETTINGS


def test_an_action_nobody_handles_is_an_error_and_exit_0(bench: Make) -> None:
    ran = bench().sh("am start -a no.such.ACTION")
    assert ran.code == 0
    assert ran.err == "Error: Activity not started, unable to resolve Intent { act=no.such.ACTION flg=0x10000000 }\n"


def test_a_class_that_is_not_there_is_error_type_3(bench: Make) -> None:
    ran = bench().sh("am start -n com.android.settings/.Nope")
    assert ran.err == (
        "Error type 3\nError: Activity class {com.android.settings/com.android.settings.Nope} does not exist.\n"
    )


@pytest.mark.parametrize(("api", "code"), [(28, 255), (30, 255), (31, 0), (36, 0)])
def test_set_alarm_needs_the_permission_shell_has_from_android_12_on(bench: Make, api: int, code: int) -> None:
    ran = bench(api).sh("am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 7")
    assert ran.code == code
    assert ("requires com.android.alarm.permission.SET_ALARM" in ran.err) == (code == 255)


def test_an_activity_that_is_not_exported_is_refused_with_its_uid(bench: Make) -> None:
    b = bench()
    hidden = next((a, s) for a in b.phone.apps.values() for s in a.manifest.activities if not s.exported)
    app, spec = hidden
    ran = b.sh(f"am start -n {shlex.quote(f'{app.package}/{spec.cls}')}")
    uid = b.phone.packages.get(app.package).uid
    assert ran.code == 255
    assert "java.lang.SecurityException: Permission Denial: starting Intent {" in ran.err
    assert f"not exported from uid {uid}" in ran.err


def test_security_exceptions_have_their_own_head_up_to_android_10(bench: Make) -> None:
    line = "am start -a android.intent.action.SET_ALARM"
    assert bench(29).sh(line).err.startswith("Security exception: Permission Denial: starting Intent")
    assert bench(30).sh(line).err.startswith("\nException occurred while executing 'start':\n")


def test_several_handlers_open_the_chooser_which_dumps_call_resumed(bench: Make) -> None:
    b = bench()
    ran = b.sh("am start -W -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT hello")
    assert "Activity: android/com.android.internal.app.ResolverActivity" in ran.out
    assert "ResumedActivity: ActivityRecord{" in (dump := b.dump("activity activities"))
    assert "u0 android/com.android.internal.app.ResolverActivity" in dump


def test_the_choice_in_the_chooser_gets_the_intent(bench: Make) -> None:
    b = bench()
    b.sh("am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT hello")
    choice = next(c for c in b.phone.state.ui.dialog["candidates"] if c.startswith("com.google.android.keep/"))
    b.phone.activities.choose(choice)
    assert b.phone.activities.top().package == "com.google.android.keep"
    assert b.phone.state.ui.dialog is None


def test_a_web_link_goes_to_the_app_that_owns_the_host_else_to_the_browser(bench: Make) -> None:
    b = bench()
    b.sh("am start -a android.intent.action.VIEW -d https://zoom.us/j/123456")
    assert b.phone.activities.top().package == "us.zoom.videomeetings"
    b.sh("am start -a android.intent.action.VIEW -d https://example.org/page")
    assert b.phone.activities.top().package == "com.android.chrome"


def test_force_stop_ends_task_process_and_marks_the_package(bench: Make) -> None:
    b = bench()
    b.sh("am start -n com.android.settings/.Settings")
    assert b.phone.activities.pid_of("com.android.settings") is not None
    assert b.sh("am force-stop com.android.settings").code == 0
    assert b.phone.activities.pid_of("com.android.settings") is None
    assert "stopped=true" in b.dump("package com.android.settings")
    assert "com.android.settings" not in b.dump("activity recents")


def test_kill_spares_what_is_in_front(bench: Make) -> None:
    b = bench()
    b.sh("am start -n com.android.settings/.Settings; am kill com.android.settings")
    assert b.phone.activities.pid_of("com.android.settings") is not None
    b.sh("input keyevent HOME; am kill com.android.settings")
    assert b.phone.activities.pid_of("com.android.settings") is None


def test_broadcasts_reach_nobody_and_protected_ones_are_refused(bench: Make) -> None:
    b = bench()
    ran = b.sh("am broadcast -a ADB_INPUT_TEXT --es msg hi")
    assert ran.out == (
        "Broadcasting: Intent { act=ADB_INPUT_TEXT flg=0x400000 (has extras) }\nBroadcast completed: result=0\n"
    )
    refused = b.sh("am broadcast -a android.intent.action.BOOT_COMPLETED")
    assert refused.code == 255 and "not allowed to send broadcast" in refused.err


def test_services_are_not_found(bench: Make) -> None:
    ran = bench().sh("am startservice -n com.x/.Y")
    assert (ran.code, ran.err) == (255, "Error: Not found; no service started.\n")


def test_back_leaves_an_app_and_home_is_the_last(bench: Make) -> None:
    b = bench()
    b.sh("am start -a android.settings.WIFI_SETTINGS; input keyevent BACK; input keyevent BACK")
    assert b.phone.activities.top().package == "com.google.android.apps.nexuslauncher"


def test_clear_task_starts_afresh(bench: Make) -> None:
    b = bench()
    b.sh("am start -n com.android.settings/.Settings; am start -a android.settings.WIFI_SETTINGS")
    b.sh("am start -f 0x10008000 -n com.android.settings/.Settings")
    assert [a.cls for a in b.phone.state.tasks[0].activities] == ["com.android.settings.Settings"]


def test_behind_the_keyguard_an_app_starts_unseen(bench: Make) -> None:
    b = bench()
    b.phone.power.sleep()
    b.sh("am start -n com.android.settings/.Settings")
    assert b.phone.activities.resumed() is None
    assert b.phone.activities.top().package == "com.android.settings"
    b.phone.power.unlock()
    assert b.phone.activities.resumed().package == "com.android.settings"


def test_extras_keep_their_types() -> None:
    words = (
        "-a A --es s text --esn nothing --ez yes true --ei n 7 --el big 9999999999 --ef half 0.5 --eu u http://x "
        "--ecn c com.x/.Y --esa parts a,b --eia numbers 1,2,3 --ela longs 1,2 --efa floats 0.5,1 --eial days 2,3"
    )
    intent, _ = parse_intent(shlex.split(words))
    assert intent.extras == {
        "s": "text",
        "nothing": None,
        "yes": True,
        "n": 7,
        "big": 9999999999,
        "half": 0.5,
        "u": "http://x",
        "c": "com.x/com.x.Y",
        "parts": ["a", "b"],
        "numbers": [1, 2, 3],
        "longs": [1, 2],
        "floats": [0.5, 1.0],
        "days": [2, 3],
    }


def test_an_escaped_comma_does_not_part_a_string_array() -> None:
    intent, _ = parse_intent(["-a", "A", "--esa", "k", r"a\,b,c"])
    assert intent.extras["k"] == ["a,b", "c"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--ei", "n", "seven"], "NumberFormatException"),
        (["--ei", "n", "99999999999"], "NumberFormatException"),
        (["--ez", "b", "maybe"], "Invalid boolean value: maybe"),
        (["-n", "nonsense"], "Bad component name: nonsense"),
        (["--what"], "Unknown option: --what"),
        (["-a"], 'Argument expected after "-a"'),
        ([], "No intent supplied"),
    ],
)
def test_bad_arguments_name_the_java_exception(words: list[str], message: str) -> None:
    with pytest.raises(BadArguments, match=r"java\.lang"):
        parse_intent(words)
    try:
        parse_intent(words)
    except BadArguments as error:
        assert message in str(error)


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_a_string_extra_may_hold_anything(value: str) -> None:
    intent, _ = parse_intent(["-a", "A", "--es", "k", value])
    assert intent.extras == {"k": value}


@given(st.lists(st.sampled_from(["-a", "-d", "--ei", "--es", "k", "1", "-W", "--eia", "1,x", "com.x/.Y", "--", "-"])))
def test_the_parser_only_ever_refuses_with_bad_arguments(words: list[str]) -> None:
    try:
        intent, _ = parse_intent(words)
    except BadArguments as error:
        assert str(error).startswith("java.lang.")
    else:
        assert intent_text(intent, api=34).startswith("Intent { ")


@pytest.mark.parametrize(
    ("uri", "api", "shown"),
    [
        ("tel:+49-30", 34, "tel:xxx-xx"),
        ("mailto:a@b.de", 34, "mailto:x@x.xx"),
        ("https://example.org:8443/a?b", 28, "https://example.org:8443/..."),
        ("geo:0,0?q=x", 28, "geo:0,0?q=x"),
        ("geo:0,0?q=x", 34, "geo:"),
        ("http://[bad", 34, "http://"),
    ],
)
def test_data_is_hidden_as_android_hides_it(uri: str, api: int, shown: str) -> None:
    assert safe_uri(uri, api) == shown
