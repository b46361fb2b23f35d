"""What `dumpsys activity` and `dumpsys window` say of tasks, focus and keyguard on each release."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]
LEVELS = (28, 29, 30, 31, 32, 33, 34, 35, 36)


@pytest.mark.parametrize("api", LEVELS)
def test_the_resumed_activity_stands_under_the_releases_own_key(bench: Make, api: int) -> None:
    b = bench(api)
    b.sh("am start -n com.android.settings/.Settings")
    dump = b.dump("activity activities")
    record = r"ActivityRecord\{[0-9a-f]{7} u0 com\.android\.settings/\.Settings t2\}"
    assert re.search(r"^ +ResumedActivity: ?" + record, dump, re.M)
    key = "mResumedActivity: " if api < 32 else "topResumedActivity="
    assert re.search(rf"^ +{key}{record}$", dump, re.M)


@pytest.mark.parametrize("api", LEVELS)
def test_the_focus_stands_where_the_release_prints_it(bench: Make, api: int) -> None:
    b = bench(api)
    assert ("mCurrentFocus=" in b.dump("window windows")) == (api < 29)
    assert ("mCurrentFocus=" in b.dump("window displays")) == (api >= 29)
    whole = b.dump("window")
    title = "com.google.android.apps.nexuslauncher/com.google.android.apps.nexuslauncher.NexusLauncherActivity"
    assert re.search(rf"mCurrentFocus=Window\{{[0-9a-f]+ u0 {re.escape(title)}\}}", whole)


@pytest.mark.parametrize(("api", "title"), [(29, "StatusBar"), (30, "NotificationShade"), (36, "NotificationShade")])
def test_asleep_nothing_is_resumed_and_the_keyguard_has_the_focus(bench: Make, api: int, title: str) -> None:
    b = bench(api)
    b.sh("input keyevent POWER")
    dump = b.dump("activity activities")
    assert "ResumedActivity: " not in dump and "state=RESUMED" not in dump
    assert "mKeyguardShowing=true" in dump and "isSleeping=true" in dump
    assert f" u0 {title}}}" in next(line for line in b.dump("window").splitlines() if "mCurrentFocus=" in line)


def test_recents_list_the_tasks_by_use(bench: Make) -> None:
    b = bench()
    b.sh("am start -n com.android.settings/.Settings; monkey -p com.whatsapp -c android.intent.category.LAUNCHER 1")
    names = re.findall(r"\* Recent #(\d): Task\{\w+ #(\d+) type=(\w+) [AI]=([^}]+)\}", b.dump("activity recents"))
    assert [(n, kind) for n, _, kind, _ in names] == [("0", "standard"), ("1", "standard"), ("2", "home")]
    assert names[0][3].endswith(":com.whatsapp")


def test_data_of_a_link_stands_in_full_in_the_activity_record(bench: Make) -> None:
    b = bench()
    b.sh("am start -a android.intent.action.VIEW -d 'geo:0,0?q=coffee'")
    assert "dat=geo:0,0?q=coffee" in b.dump("activity activities")


def test_top_names_activity_and_pid(bench: Make) -> None:
    b = bench()
    b.sh("am start -n com.android.settings/.Settings")
    pid = b.phone.activities.pid_of("com.android.settings")
    assert re.search(rf"ACTIVITY com\.android\.settings/\.Settings [0-9a-f]+ pid={pid}", b.dump("activity top"))


def test_an_unknown_section_says_so(bench: Make) -> None:
    assert bench().dump("activity nonsense") == (
        "Bad activity command, or no activities match: nonsense\nUse -h for help.\n"
    )


def test_processes_are_listed_with_user_and_name(bench: Make) -> None:
    b = bench()
    b.sh("am start -n com.android.settings/.Settings")
    listed = {name: (pid, user) for pid, user, name in b.phone.processes()}
    assert listed["com.android.settings"][1] == "system"
    assert listed["system_server"][1] == "system"
    assert listed["com.google.android.apps.nexuslauncher"][1].startswith("u0_a")


def test_usage_events_follow_the_user(bench: Make) -> None:
    b = bench()
    b.sh("am start -n com.android.settings/.Settings")
    b.phone.clock.advance_to(b.phone.clock.now_ms + 30_000)
    b.sh("input keyevent POWER")
    kinds = [e.type for e in b.phone.state.usage]
    assert kinds[-4:] == ["SCREEN_NON_INTERACTIVE", "ACTIVITY_PAUSED", "ACTIVITY_STOPPED", "KEYGUARD_SHOWN"]
    dump = b.dump("usagestats")
    assert re.search(
        r"type=ACTIVITY_RESUMED package=com\.android\.settings class=com\.android\.settings\.Settings ", dump
    )
    assert re.search(r'package=com\.android\.settings totalTimeUsed="00:30"', dump)


def test_android_9_calls_the_events_moves(bench: Make) -> None:
    dump = bench(28).dump("usagestats")
    assert "type=MOVE_TO_FOREGROUND package=com.google.android.apps.nexuslauncher" in dump
    assert "ACTIVITY_" not in dump


def test_from_android_12_on_back_keeps_the_root_of_a_launched_task(bench: Make) -> None:
    for api, kept in ((30, False), (31, True)):
        b = bench(api)
        b.phone.activities.launch("com.whatsapp")
        b.sh("input keyevent BACK")
        assert b.phone.activities.top().package == "com.google.android.apps.nexuslauncher"
        assert any(t.package == "com.whatsapp" for t in b.phone.state.tasks) is kept


def test_time_in_front_is_summed_by_package(bench: Make) -> None:
    b = bench()
    start = b.phone.clock.now_ms
    for package, seconds in (("com.whatsapp", 20), ("com.slack", 5), ("com.whatsapp", 10)):
        b.phone.activities.launch(package)
        b.phone.clock.advance_to(b.phone.clock.now_ms + seconds * 1000)
    totals = b.phone.usage.totals(start)
    assert totals["com.whatsapp"][0] == 30_000 and totals["com.whatsapp"][2] == 2
    assert totals["com.slack"] == (5_000, start + 25_000, 1)


def test_an_ongoing_notification_means_a_foreground_service(bench: Make) -> None:
    b = bench()
    assert "isForeground=true" not in b.dump("activity services com.whatsapp")
    b.phone.notifications.post("com.whatsapp", "Backup", "running", ongoing=True)
    dump = b.dump("activity services com.whatsapp")
    assert "isForeground=true" in dump and "packageName=com.whatsapp" in dump


def test_a_call_on_the_screen_is_the_resumed_activity(bench: Make) -> None:
    b = bench()
    b.sh("am start -a android.intent.action.CALL -d tel:12345")
    assert "u0 com.google.android.dialer/com.android.incallui.InCallActivity" in next(
        line for line in b.dump("activity activities").splitlines() if "ResumedActivity: " in line
    )


def test_the_camera_has_a_client_while_it_is_in_front(bench: Make) -> None:
    b = bench()
    client = "Client Package Name: com.google.android.GoogleCamera"
    assert client not in b.dump("media.camera")
    b.sh("am start -a android.media.action.STILL_IMAGE_CAMERA")
    assert client in b.dump("media.camera")
