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
    assert "Invalid arguments for command: tap" in bench(34).sh("input tap 5").err


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
