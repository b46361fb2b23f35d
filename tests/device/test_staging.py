# ruff: noqa: E501 (a whole phone state)
"""Staging: a state put onto a phone, read back item by item, and taken off again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from device import Device
from device.capture.airplane import Airplane
from device.capture.alarm import Alarm, Alarms
from device.capture.audio import Audio, Stream
from device.capture.battery import Battery
from device.capture.bluetooth import Bluetooth, BondedDevice
from device.capture.connectivity import Connectivity
from device.capture.display import Display
from device.capture.live import capture
from device.capture.location import Fix, Location
from device.capture.notifications import Notification, Notifications
from device.capture.people import CalendarEvent, Call, Contact, Sms
from device.capture.power import Power
from device.capture.uimode import UiMode
from device.emulator_console import EmulatorConsole, console_port
from device.errors import BadInput, CommandFailed, PhoneNotReady
from device.phone_state import PhoneState
from device.staging import Stager
from device.staging_items import plan
from simulator.process import Simulator, start_simulator

BLANK = Path(__file__).resolve().parents[2] / "benchmarks" / "records" / "phone" / "blank_day_en.yaml"
NOW = int(datetime(2026, 5, 4, 9, 30, tzinfo=ZoneInfo("Asia/Shanghai")).timestamp() * 1000)
HOUR = 3_600_000
WANTED = PhoneState(
    captured_at_ms=NOW,
    timezone="Asia/Shanghai",
    battery=Battery(level=13, scale=100, status="discharging", plugged="none"),
    power=Power(battery_saver=True, awake=True),
    connectivity=Connectivity(has_default=True, active_transport="cellular", validated=True),
    airplane=Airplane(enabled=False),
    bluetooth=Bluetooth(enabled=True, bonded=(BondedDevice(address="00:11:22:33:44:55", name="Bose"),),
                        active_device="00:11:22:33:44:55"),
    location=Location(enabled=True, last=Fix(provider="fused", lat=31.2304, lon=121.4737)),
    audio=Audio(streams={"music": Stream(level=40, max=100)}, ringer_mode="vibrate"),
    display=Display(brightness=0.8),
    ui_mode=UiMode(night_mode="yes"),
    notifications=Notifications(zen_mode="alarms", records=(
        Notification(package="com.whatsapp", title="妈妈", text="it's \"fine\" & $HOME"),
        Notification(package="com.android.shell", title="Shell", text="own"))),
    calendar_events=(CalendarEvent(title="Bouldering 'n' tea", begin_ms=NOW + HOUR, end_ms=NOW + 2 * HOUR, location="Ostbloc"),),
    contacts=(Contact(name="Mum", phones=("+447700900101",)), Contact(name="何苗", phones=("+8613900020103",))),
    calls=(Call(number="+447700900101", name="Mum", date_ms=NOW - HOUR, duration_s=0, type="missed", is_new=True),),
    sms=(Sms(address="+447700900101", body="Call me", date_ms=NOW - HOUR, type="inbox"),
         Sms(address="+447700900101", body="Ok", date_ms=NOW - HOUR, type="sent")),
    alarms=Alarms(alarms=(Alarm(type="RTC_WAKEUP", package="clock", when_ms=NOW + 20 * HOUR, tag="Up", is_clock=True),)),
)  # fmt: skip


@pytest.fixture(scope="module")
def sim() -> Iterator[Simulator]:
    with start_simulator() as running:
        yield running


@pytest.fixture
def phone(sim: Simulator) -> Device:
    sim.control.load_day(str(BLANK))
    return Device.connect(sim.serials[0], port=sim.adb_port)


@pytest.fixture
def console(sim: Simulator) -> Iterator[EmulatorConsole]:
    with EmulatorConsole(sim.console_ports[0], Path(sim.console_token_path).read_text().strip()) as made:
        yield made


def test_each_item_is_staged_or_says_why_not(phone: Device, console: EmulatorConsole) -> None:
    staged = Stager(phone, console).stage(WANTED)
    others = {item.name: (item.outcome, item.why) for item in staged.items if item.outcome != "staged"}
    assert set(others) == {"headset", "notification com.whatsapp#0", f"SMS +447700900101 {NOW - HOUR}"}
    assert others["headset"] == ("not possible here", "no command connects a Bluetooth device")
    assert (
        others["notification com.whatsapp#0"][0] == "differs"
        and "another app's name" in others["notification com.whatsapp#0"][1]
    )
    state = staged.read_back.state
    assert (state.battery_percent, state.charging, state.battery_saver) == (13, False, True)
    assert (state.timezone, state.ringer_mode, state.zen_mode) == ("Asia/Shanghai", "vibrate", "alarms")
    assert state.transport == "cellular" and state.dark_mode is True
    assert state.position == pytest.approx((31.2304, 121.4737), abs=1e-3)
    assert state.contacts is not None and {contact.name for contact in state.contacts} == {"Mum", "何苗"}
    assert [note.text for note in state.posted if note.title == "妈妈"] == ['it\'s "fine" & $HOME']


def test_unstage_puts_the_phone_back(phone: Device) -> None:
    before = capture(phone, picture=False, nodes=False).state
    stager = Stager(phone)
    assert stager.unstage(stager.stage(WANTED)) == []
    after = capture(phone, picture=False, nodes=False).state
    for name in ("timezone", "battery_percent", "charging", "battery_saver", "ringer_mode", "zen_mode", "transport",
                 "wifi_enabled", "dark_mode", "contacts", "calls", "calendar_events", "next_alarm_ms"):  # fmt: skip
        assert getattr(after, name) == getattr(before, name), name
    assert not [note for note in after.posted if note.package == "com.android.shell"]
    assert abs((after.captured_at_ms or 0) - (before.captured_at_ms or 0)) < 120_000


def test_without_a_console_messages_are_not_possible(phone: Device) -> None:
    staged = Stager(phone).stage(PhoneState(sms=WANTED.sms))
    assert [item.outcome for item in staged.items] == ["not possible here"] * 2


def test_what_a_level_cannot_do_is_told(phone: Device) -> None:
    blank = capture(phone, picture=False, nodes=False).state
    old = {c.name: c.impossible for c in plan(WANTED, blank, 28, console=False, over_network=False) if c.impossible}
    assert "before Android 12" in old["call +447700900101"] and any("notif" in name for name in old)
    far = {c.name: c.impossible for c in plan(WANTED, blank, 34, console=False, over_network=True) if c.impossible}
    assert "its own network" in far["network"]


def test_a_state_that_says_nothing_changes_nothing(phone: Device) -> None:
    staged = Stager(phone).stage(PhoneState())
    assert staged.items == [] and staged.undo == [] and staged.complete


def test_the_console_speaks_and_refuses(sim: Simulator, console: EmulatorConsole, phone: Device) -> None:
    console.sms("+4915100", "Hello\nthere")
    state = capture(phone, picture=False, nodes=False).state
    assert state.sms is not None and state.sms[0].body == "Hello there"
    with pytest.raises(CommandFailed, match="KO"):
        console.command("no such command")
    with pytest.raises(BadInput):
        console.command("two\nlines")
    with pytest.raises(PhoneNotReady):
        EmulatorConsole(sim.console_ports[0], "wrong token")
    assert console_port("emulator-5554") == 5554 and console_port("R3CN") is None
