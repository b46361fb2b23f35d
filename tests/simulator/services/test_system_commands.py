"""dumpsys, cmd, service, input, logcat, screencap, uiautomator, ime: the words and exit codes clients rely on."""

from __future__ import annotations

import asyncio
import io
import re
import struct
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from simulator.shell import Input, Output, Shell

Make = Callable[..., Any]


def test_unknown_services_are_not_found(bench: Make) -> None:
    b = bench()
    assert b.sh("dumpsys nope").err == "Can't find service: nope\n"
    ran = b.sh("cmd nope x")
    assert (ran.code, ran.err) == (20, "cmd: Can't find service: nope\n")
    assert b.sh("service check nope").out == "Service nope: not found\n"
    assert b.sh("service check power").out == "Service power: found\n"


def test_dumpsys_lists_what_it_dumps(bench: Make) -> None:
    b = bench()
    lines = b.sh("dumpsys -l").out.splitlines()
    assert lines[0] == "Currently running services:"
    names = [line.strip() for line in lines[1:]]
    assert {"activity", "battery", "notification", "power", "wifi", "meminfo"} <= set(names)
    whole = b.sh("dumpsys").out
    assert [n for n in names if f"DUMP OF SERVICE {n}:" not in whole] == []
    assert re.fullmatch(rf"Found {len(names)} services:", b.sh("service list").out.splitlines()[0])


def test_dumpsys_takes_a_timeout(bench: Make) -> None:
    assert bench().sh("dumpsys -t 5 battery").out.startswith("Current Battery Service state:")


@pytest.mark.parametrize(("api", "code"), [(28, 1), (30, 1), (31, 255), (36, 255)])
def test_typing_beyond_ascii_is_androids_null_pointer(bench: Make, api: int, code: int) -> None:
    ran = bench(api).sh("input text 'grüße'")
    assert ran.code == code
    assert "java.lang.NullPointerException: Attempt to get length of null array\n\tat com.android." in ran.err


def test_unknown_input_commands_are_refused(bench: Make) -> None:
    assert bench(34).sh("input wave 1 2").code == 255
    assert bench(28).sh("input wave 1 2").err.endswith("Error: Unknown command: wave\n")
    assert bench(30).sh("input keycombination 26 25").err.endswith("Error: Unknown command: keycombination\n")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("tap", 'Argument expected after "tap"'),
        ("tap 5", 'Argument expected after "5"'),
        ("swipe 1 2 3", 'Argument expected after "3"'),
        ("text", 'Argument expected after "text"'),
        ("keyevent --longpress", 'Argument expected after "--longpress"'),
        ("motionevent DOWN 4", 'Argument expected after "4"'),
        ("keycombination 26", 'Argument expected after "26"'),
        ("tap a b", "Error: Invalid arguments for command: tap"),
        ("tap --5 5", "Error: Invalid arguments for command: tap"),
        ("tap ² 5", "Error: Invalid arguments for command: tap"),
        ("tap 1_0 5", "Error: Invalid arguments for command: tap"),
        ("swipe 1 2 3 4 soon", "Error: Invalid arguments for command: swipe"),
        ("motionevent DOWN nan 4", "Error: Invalid arguments for command: motionevent"),
        ("motionevent WAVE 4 4", "Unknown action: WAVE"),
    ],
)
def test_bad_arguments_of_input_are_told_in_androids_words(bench: Make, line: str, told: str) -> None:
    ran = bench(34).sh(f"input {line}")
    assert ran.code == 255
    assert f"java.lang.IllegalArgumentException: {told}\n" in ran.err
    old = bench(28).sh(f"input {line}")
    assert old.code == 1 and "\tat" not in old.err


@pytest.mark.parametrize(
    "line", ["tap 1e9 -1e9", "tap 5.5 .5 7", "swipe 1e300 0 5 5 1e300", "motionevent DOWN 1e300 1", "tap 5f 5d"]
)
def test_a_point_off_the_screen_is_no_fault(bench: Make, line: str) -> None:
    assert bench(34).sh(f"input {line}").code == 0


def test_keys_held_together(bench: Make) -> None:
    b = bench(34)
    assert b.sh("input keycombination 26 25").code == 0
    assert "Screenshot" in b.sh("ls /sdcard/Pictures/Screenshots").out
    b.sh("am start -a android.intent.action.SENDTO -d smsto:123")
    assert b.sh("input keycombination -t 500 CTRL_LEFT A").code == 0
    assert b.sh("dumpsys power | grep mWakefulness=").out.strip() == "mWakefulness=Awake"


def test_a_long_press_of_power_leaves_the_screen_on(bench: Make) -> None:
    b = bench(34)
    b.sh("input keyevent --longpress POWER")
    assert b.sh("dumpsys power | grep mWakefulness=").out.strip() == "mWakefulness=Awake"


def test_reboot_from_the_shell(bench: Make) -> None:
    b = bench(34)
    b.sh("cmd notification post tag text")
    assert b.sh("reboot -x").code == 1
    assert b.sh("reboot").code == 0
    assert b.sh("cmd notification list").out == ""


def test_logcat_statistics_and_settings_end(bench: Make) -> None:
    b = bench(34)
    assert b.sh("logcat -S").out.startswith("size/num")
    assert (b.sh("logcat -p").code, b.sh("logcat -G 1M").code) == (0, 0)


def test_help_of_cmd_battery_is_for_who_asks(bench: Make) -> None:
    b = bench(34)
    assert b.sh("dumpsys battery nope").out == "Unknown command: nope\n"
    for line in ("cmd battery -h", "cmd battery help", "dumpsys battery -h", "cmd battery"):
        assert b.sh(line).out.startswith("Battery service (battery) commands:")


@pytest.mark.parametrize("well", ["dumpsys battery reset", "dumpsys battery set level 60", "dumpsys battery set ac 1"])
def test_the_warning_of_a_low_battery_goes_when_the_battery_is_well(bench: Make, well: str) -> None:
    b = bench(34)
    b.sh("dumpsys battery set level 15")
    assert "low_battery" in b.sh("cmd notification list").out
    b.sh(well)
    assert "low_battery" not in b.sh("cmd notification list").out


def test_an_unknown_permission_and_an_empty_package_are_told_apart(bench: Make) -> None:
    b = bench(34)
    assert "Unknown permission: foo.bar" in b.sh("pm grant com.android.chrome foo.bar").err
    assert "has not requested permission" in b.sh("pm grant com.android.chrome android.permission.CAMERA").err
    assert "Size must be positive" in b.sh("cmd package install -S 0").err


def test_text_goes_into_the_field_with_the_focus(bench: Make) -> None:
    b = bench()
    b.sh("am start -a android.intent.action.SENDTO -d smsto:123")
    field = next(view for view in b.phone.screen.root().walk() if view.kind == "edit")
    b.phone.screen.click(field)
    b.sh("input text on%sthe%sway")
    assert "on the way" in b.sh("uiautomator dump /dev/tty").out


def test_a_motion_of_down_and_up_is_a_tap(bench: Make) -> None:
    b = bench()
    b.sh("input swipe 540 40 540 1400")
    before = b.phone.state.ui.shade
    b.sh("input motionevent DOWN 540 2000; input motionevent UP 540 600")
    assert before != "closed" and b.phone.state.ui.shade == "closed"


def test_uiautomator_writes_the_tree_and_says_so_in_its_spelling(bench: Make) -> None:
    b = bench()
    assert b.sh("uiautomator dump").out == "UI hierchary dumped to: /sdcard/window_dump.xml\n"
    written = b.phone.files.read("/sdcard/window_dump.xml").decode()
    assert written.startswith("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">")
    shown = b.sh("uiautomator dump /dev/tty").out
    assert shown == f"{written}UI hierchary dumped to: /dev/tty\n"


def test_screencap_gives_png_or_the_raw_frame(bench: Make) -> None:
    b = bench()
    assert b.sh("screencap -p /sdcard/a.png").code == 0
    assert Image.open(io.BytesIO(b.phone.files.read("/sdcard/a.png"))).size == (1080, 2400)
    b.sh("screencap /sdcard/raw")
    raw = b.phone.files.read("/sdcard/raw")
    assert struct.unpack("<III", raw[:12]) == (1080, 2400, 1) and len(raw) == 16 + 1080 * 2400 * 4


def test_keyboards_are_listed_and_only_known_ones_chosen(bench: Make) -> None:
    b = bench()
    assert b.sh("ime list -s").out == "com.android.inputmethod.latin/.LatinIME\n"
    ran = b.sh("ime set com.x/.Keys")
    assert (ran.code, ran.err) == (255, "Unknown input method com.x/.Keys cannot be selected for user #0\n")


def test_logcat_formats(bench: Make) -> None:
    b = bench()
    b.phone.state.log.clear()
    b.phone.log("Tag", "hello", "W")
    pid = b.phone.state.log[0].pid
    assert b.sh("logcat -d").out.splitlines() == [
        "--------- beginning of main",
        f"05-29 10:00:00.000 {pid:5} {pid:5} W Tag     : hello",
    ]
    assert b.sh("logcat -d -v brief").out.splitlines()[1] == f"W/Tag     ({pid:5}): hello"
    assert b.sh("logcat -d -v time").out.splitlines()[1] == f"05-29 10:00:00.000 W/Tag     ({pid:5}): hello"
    assert b.sh("logcat -d -v raw").out.splitlines()[1] == "hello"
    assert b.sh("logcat -d -v wrong").code == 1


def test_logcat_filters_counts_and_clears(bench: Make) -> None:
    b = bench()
    b.phone.state.log.clear()
    for number in range(5):
        b.phone.log("A", f"a{number}", "D")
        b.phone.log("B", f"b{number}", "E")
    assert b.sh("logcat -d -v raw -s A").out.splitlines()[1:] == [f"a{n}" for n in range(5)]
    assert b.sh("logcat -d -v raw 'B:F' '*:E'").out == ""
    assert b.sh("logcat -v raw -t 1").out.splitlines()[1:] == ["b4"]
    assert b.sh("logcat -d -v raw -e 'a[12]'").out.splitlines()[1:] == ["a1", "a2"]
    assert b.sh("logcat -d -b radio").out == ""
    b.sh("logcat -c")
    assert b.sh("logcat -d").out == ""


def test_logcat_follows_until_it_is_stopped(bench: Make) -> None:
    b = bench()
    b.sh("logcat -c")
    out = bytearray()

    async def follow() -> None:
        arrived = asyncio.Event()

        def sink(data: bytes) -> None:
            out.extend(data)
            if b"second" in out:
                arrived.set()

        task = asyncio.create_task(Shell(b.phone).run_line("logcat -v raw", Input(), Output(sink), Output(sink)))
        while not b.phone.log_watchers:
            await asyncio.sleep(0)
        b.phone.log("T", "first")
        b.phone.log("T", "second")
        await asyncio.wait_for(arrived.wait(), 5)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(follow())
    assert out.decode() == "--------- beginning of main\nfirst\nsecond\n"
    assert b.phone.log_watchers == []


@pytest.mark.parametrize("api", [28, 31, 34, 36])
@pytest.mark.parametrize(
    "service",
    ["meminfo", "cpuinfo", "diskstats", "SurfaceFlinger", "procstats", "jobscheduler", "accessibility", "input_method"],
)
def test_small_services_dump_on_every_release(bench: Make, api: int, service: str) -> None:
    assert len(bench(api).dump(service)) > 40


def test_meminfo_of_an_app_names_its_process(bench: Make) -> None:
    b = bench()
    b.sh("am start -n com.android.settings/.Settings")
    pid = b.phone.activities.pid_of("com.android.settings")
    assert f"** MEMINFO in pid {pid} [com.android.settings] **" in b.dump("meminfo com.android.settings")
    assert b.dump("meminfo com.no.such") == "No process found for: com.no.such\n"
