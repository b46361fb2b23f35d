"""A bug report is a state without people's data."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.capture.files import read_bugreport
from device.errors import BadInput

RULE = "-" * 79
REPORT = f"""========================================================
== dumpstate: 2026-05-04 18:29:59
========================================================

Build: UKQ1.230804.001
------ UPTIME (uptime) ------
 18:29:59 up  2:32,  0 users
------ 0.010s was the duration of 'UPTIME' ------
------ SYSTEM LOG (logcat -v threadtime -d *:v) ------
05-04 18:29:58.000  1000  1000 I Tag: DUMP OF SERVICE battery:
------ 0.010s was the duration of 'SYSTEM LOG' ------
------ SYSTEM PROPERTIES (getprop) ------
------ 0.019s was the duration of 'mount debugfs' ------
------ chmod debugfs (/system/xbin/su root chmod 0755 /sys) ------
[persist.sys.timezone]: [America/Bogota]
[ro.build.version.sdk]: [34]
------ 0.004s was the duration of 'DROPBOX' ------
[ro.product.model]: [Pad]
------ 0.014s was the duration of 'SYSTEM PROPERTIES' ------
------ DUMPSYS CRITICAL (/system/bin/dumpsys) ------
{RULE}
DUMP OF SERVICE CRITICAL power:
Service host process PID: 1885
Threads in use: 0/3
POWER MANAGER (dumpsys power)

Power Manager State:
  mWakefulness=Awake
  mIsPowered=false
  mPlugType=0
  mBatteryLevel=43
--------- 0.028s was the duration of dumpsys power, ending at: 2026-05-04 18:30:00
{RULE}
DUMP OF SERVICE HIGH meminfo:
  level: 99
--------- 0.2s was the duration of dumpsys meminfo, ending at: 2026-05-04 18:30:00
------ DUMPSYS (/system/bin/dumpsys) ------
{RULE}
DUMP OF SERVICE battery:
Current Battery Service state:
  AC powered: false
  USB powered: false
  Wireless powered: false
  Dock powered: false
  status: 3
  level: 43
  scale: 100
--------- 0.001s was the duration of dumpsys battery, ending at: 2026-05-04 18:30:01
{RULE}
DUMP OF SERVICE settings:
GLOBAL SETTINGS (user 0)
version: 215
_id:12 name:airplane_mode_on pkg:android value:1 default:0 defaultSystemSet:true
_id:13 name:device_name pkg:com.android.settings value:My phone: blue tag:null
--------- 0.001s was the duration of dumpsys settings, ending at: 2026-05-04 18:30:01
"""


@pytest.fixture
def report(tmp_path: Path) -> Path:
    file = tmp_path / "bugreport-pad-2026-05-04-18-29-59.txt"
    file.write_text(REPORT)
    return file


def check(file: Path) -> None:
    state = read_bugreport(file)
    assert (state.model, state.api_level, state.timezone) == ("Pad", 34, "America/Bogota")
    assert state.captured_at_ms == 1777937399000
    assert (state.awake, state.plugged_in, state.battery_percent, state.charging) == (True, False, 43, False)
    assert state.airplane_mode is True
    assert state.setting("global", "device_name") == "My phone: blue"
    assert state.properties is not None
    assert state.properties.broken_lines == 0
    assert state.power is not None
    assert state.power.complete
    assert "sms" in state.unknown()


def test_a_report_as_text(report: Path) -> None:
    check(report)


def test_a_report_as_zip(report: Path, tmp_path: Path) -> None:
    archive = tmp_path / "bugreport.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.write(report, report.name)
        file.writestr("main_entry.txt", report.name)
        file.writestr("FS/data/anr/bugreport.txt", "x" * 10_000)
    check(archive)


def test_a_zip_without_its_entry_name(report: Path, tmp_path: Path) -> None:
    archive = tmp_path / "bugreport.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.write(report, report.name)
        file.writestr("version.txt", "2.0")
    check(archive)


def test_a_cut_report_is_marked(tmp_path: Path) -> None:
    file = tmp_path / "report.txt"
    file.write_text(REPORT[: REPORT.index("level: 43") + len("level: 4")])
    state = read_bugreport(file)
    assert state.battery is not None
    assert state.battery.level is None
    assert not state.battery.complete


@pytest.mark.parametrize("data", [b"", b"hello\n", b"PK\x03\x04broken", b"\xff\xfe", b"\x00" * 50])
def test_what_is_no_report_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "report"
    file.write_bytes(data)
    with pytest.raises(BadInput) as error:
        read_bugreport(file)
    assert error.value.mend


def test_a_missing_report_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_bugreport(tmp_path / "none.zip")


@settings(max_examples=30, deadline=None)
@given(place=st.integers(0, len(REPORT)))
def test_a_report_cut_anywhere_says_nothing_else(tmp_path_factory: pytest.TempPathFactory, place: int) -> None:
    file = tmp_path_factory.mktemp("cut") / "report.txt"
    file.write_text(REPORT[:place])
    try:
        state = read_bugreport(file)
    except BadInput:
        return
    assert state.battery_percent in (None, 43)
    assert state.api_level in (None, 34)
    assert state.airplane_mode in (None, True)
