"""Packages: installing from manifests, listing, permissions, resolution, `pm` and `dumpsys package`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from simulator.apps.app import ActivitySpec, IntentFilter
from simulator.services.resolution import matching
from simulator.services.shell_permissions import shell_permissions
from simulator.state import Intent

Make = Callable[..., Any]
VIEW, DEFAULT = "android.intent.action.VIEW", ("android.intent.category.DEFAULT",)


def test_uids_are_the_same_on_every_phone_and_belong_to_one_app(bench: Make) -> None:
    first, second = ({p.package: p.uid for p in bench().phone.packages.installed()} for _ in range(2))
    assert first == second
    own = [uid for uid in first.values() if uid >= 10_000]
    assert min(own) >= 10_100 and len(own) == len(set(own))


def test_lists_filter_as_their_options_say(bench: Make) -> None:
    b = bench()
    third = b.sh("pm list packages -3").out.splitlines()
    system = b.sh("cmd package list packages -s").out.splitlines()
    assert "package:com.whatsapp" in third and "package:com.android.shell" in system
    assert not set(third) & set(system)
    assert len(third) + len(system) == len(b.sh("pm list packages").out.splitlines())
    line = b.sh("pm list packages -f -i -U --show-versioncode whatsapp").out
    assert re.fullmatch(
        r"package:/data/app/~~\S+==/com\.whatsapp-\S+==/base\.apk=com\.whatsapp versionCode:\d+"
        r"  installer=com\.android\.vending uid:\d+\n",
        line,
    )


def test_path_of_an_unknown_package_prints_nothing(bench: Make) -> None:
    ran = bench().sh("pm path com.no.such")
    assert (ran.code, ran.out) == (1, "")


def test_disabled_apps_do_not_start_and_come_back(bench: Make) -> None:
    b = bench()
    assert b.sh("pm disable-user --user 0 com.whatsapp").out == "Package com.whatsapp new state: disabled-user\n"
    assert b.sh("pm list packages -d").out == "package:com.whatsapp\n"
    monkey = b.sh("monkey -p com.whatsapp -c android.intent.category.LAUNCHER 1")
    assert monkey.code == 252 and "No activities found to run" in monkey.err
    b.sh("pm enable com.whatsapp")
    assert b.sh("monkey -p com.whatsapp -c android.intent.category.LAUNCHER 1").out.endswith("Events injected: 1\n")
    assert b.phone.activities.top().package == "com.whatsapp"


def test_clear_forgets_an_apps_data(bench: Make) -> None:
    b = bench()
    b.phone.app("com.whatsapp").data["mark"] = 1
    assert b.sh("pm clear com.whatsapp").out == "Success\n"
    assert "mark" not in b.phone.app("com.whatsapp").data
    assert b.sh("pm clear com.no.such").out == "Failed\n"


def test_uninstalled_apps_stay_away_after_a_reboot(bench: Make) -> None:
    b = bench()
    assert b.sh("pm uninstall com.whatsapp").out == "Success\n"
    assert b.sh("pm uninstall com.whatsapp").out == "Failure [not installed for 0]\n"
    b.phone.reboot()
    assert "com.whatsapp" not in b.sh("pm list packages").out
    assert b.sh("pm uninstall com.android.settings").out == "Failure [DELETE_FAILED_INTERNAL_ERROR]\n"


def test_grant_and_revoke_change_what_the_dump_lists(bench: Make) -> None:
    b = bench()
    package = next(p for p in b.phone.packages.installed() if "android.permission.READ_CONTACTS" in p.permissions)
    line = "android.permission.READ_CONTACTS: granted="
    assert line + "true" in b.dump(f"package {package.package}")
    assert b.sh(f"pm revoke {package.package} android.permission.READ_CONTACTS").code == 0
    assert line + "false" in b.dump(f"package {package.package}")
    bad = b.sh(f"pm grant {package.package} android.permission.INTERNET")
    assert bad.code == 255 and "is not a changeable permission type" in bad.err
    assert "Unknown package: com.no.such" in b.sh("pm grant com.no.such android.permission.CAMERA").err


@pytest.mark.parametrize(
    ("permission", "since"),
    [
        ("android.permission.CALL_PHONE", 28),
        ("android.permission.READ_SMS", 29),
        ("android.permission.MODIFY_DAY_NIGHT_MODE", 30),
        ("com.android.alarm.permission.SET_ALARM", 31),
        ("android.permission.BLUETOOTH_PRIVILEGED", 33),
    ],
)
def test_shell_holds_what_its_release_gives_it(bench: Make, permission: str, since: int) -> None:
    assert [permission in shell_permissions(api) for api in range(28, 37)] == [api >= since for api in range(28, 37)]
    for api in {since, max(28, since - 1)}:
        shown = f"{permission}: granted=true" in bench(api).dump("package com.android.shell")
        assert shown == (api >= since)


def test_an_unknown_package_has_no_dump(bench: Make) -> None:
    assert bench().dump("package com.no.such") == "Unable to find package: com.no.such\n"


def test_resolve_activity_names_the_one_that_would_start(bench: Make) -> None:
    b = bench()
    out = b.sh("cmd package resolve-activity --brief -a android.intent.action.SET_ALARM").out.splitlines()
    assert out[1] == "com.google.android.deskclock/com.android.deskclock.HandleSetApiCalls"
    assert b.sh("cmd package resolve-activity --brief -a no.such").out == "No activity found\n"
    many = b.sh("cmd package resolve-activity --brief -a android.intent.action.SEND -t text/plain").out
    assert many.endswith("android/com.android.internal.app.ResolverActivity\n")
    out = b.sh("cmd package resolve-activity --brief com.android.settings").out
    assert out.endswith("com.android.settings/.Settings\n")


def test_query_activities_lists_all(bench: Make) -> None:
    out = bench().sh("cmd package query-activities --brief -a android.intent.action.SEND -t text/plain").out
    count = int(out.partition(" ")[0])
    assert count > 1 and len(re.findall(r"^  Activity #\d+:$", out, re.M)) == count


def test_installing_is_refused_as_a_phone_refuses_it(bench: Make) -> None:
    b = bench()
    missing = b.sh("pm install /data/local/tmp/no.apk")
    assert missing.code == 255 and "Can't open file: /data/local/tmp/no.apk" in missing.err
    b.phone.files.write("/data/local/tmp/a.apk", b"PK")
    ran = b.sh("pm install -r /data/local/tmp/a.apk")
    assert ran.code == 1 and ran.out.startswith("Failure [INSTALL_PARSE_FAILED_NOT_APK: ")


def test_appops_are_set_read_and_reset(bench: Make) -> None:
    b = bench()
    assert b.sh("appops get com.whatsapp").out == "No operations.\n"
    b.sh("appops set com.whatsapp POST_NOTIFICATION ignore")
    assert b.sh("cmd appops get com.whatsapp POST_NOTIFICATION").out == "POST_NOTIFICATION: ignore\n"
    b.sh("appops reset com.whatsapp")
    assert b.sh("appops get com.whatsapp").out == "No operations.\n"
    assert b.sh("appops set com.no.such CAMERA deny").err == "Error: No UID for com.no.such in user 0\n"


@pytest.mark.parametrize(
    ("filter", "intent", "matches"),
    [
        (IntentFilter((VIEW,), DEFAULT, ("geo",)), Intent(action=VIEW, data="geo:0,0"), True),
        (IntentFilter((VIEW,), DEFAULT, ("geo",)), Intent(action=VIEW), False),
        (IntentFilter((VIEW,)), Intent(action=VIEW, data="geo:0,0"), False),
        (IntentFilter((VIEW,), DEFAULT, ("https",), ("zoom.us",)), Intent(action=VIEW, data="https://ZOOM.us/j"), True),
        (IntentFilter((VIEW,), DEFAULT, ("https",), ("zoom.us",)), Intent(action=VIEW, data="https://evil.us"), False),
        (
            IntentFilter((VIEW,), DEFAULT, ("https",), ("*.zoom.us",)),
            Intent(action=VIEW, data="https://a.zoom.us"),
            True,
        ),
        (IntentFilter((VIEW,), DEFAULT, (), (), ("image/*",)), Intent(action=VIEW, type="image/png"), True),
        (IntentFilter((VIEW,), DEFAULT, (), (), ("image/*",)), Intent(action=VIEW, type="text/plain"), False),
        (
            IntentFilter((VIEW,), DEFAULT, (), (), ("image/*",)),
            Intent(action=VIEW, data="content://media/external/images/media/1"),
            True,
        ),
        (
            IntentFilter((VIEW,), DEFAULT, (), (), ("image/*",)),
            Intent(action=VIEW, data="content://media/video/1"),
            False,
        ),
        (IntentFilter((VIEW,), ()), Intent(action=VIEW), False),
        (IntentFilter((VIEW,)), Intent(action=VIEW, categories=["android.intent.category.BROWSABLE"]), False),
        (IntentFilter((VIEW,)), Intent(action="other"), False),
    ],
)
def test_filters_match_as_androids_do(filter: IntentFilter, intent: Intent, matches: bool) -> None:
    assert matching(ActivitySpec("x.Y", (filter,)), intent, default_only=True) is matches
