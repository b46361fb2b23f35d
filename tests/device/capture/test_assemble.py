"""Outputs of commands become one state, whatever is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.capture.assemble import assemble, normalise, reads
from device.capture.files import read_dump_folder
from device.errors import BadInput
from device.phone_state import PhoneState
from tests.device.capture.expectations import DUMPS, dump, expected

needs_dumps = pytest.mark.skipif(not expected(), reason="the shared device dumps are not beside the project")

CONTACTS = "content query --uri content://com.android.contacts/data/phones"
EVENTS = "content query --uri content://com.android.calendar/events"
BATTERY = """Current Battery Service state:
  AC powered: false
  USB powered: true
  Wireless powered: false
  status: 2
  health: 2
  present: true
  level: 57
  scale: 100
  voltage: 4012
  temperature: 298
  technology: Li-ion
"""


@pytest.mark.parametrize(
    "command",
    [
        "dumpsys battery",
        "  dumpsys   battery ",
        "adb shell dumpsys battery",
        "adb -s emulator-5554 shell dumpsys battery",
        "shell dumpsys battery 2>&1",
        "dumpsys battery 2>/dev/null",
        "/system/bin/dumpsys battery",
    ],
)
def test_a_command_is_known_however_it_was_written(command: str) -> None:
    assert normalise(command) == ("dumpsys", "battery")
    assert reads(command)
    assert assemble({command: BATTERY}).battery_percent == 57


def test_quotes_make_one_word() -> None:
    assert normalise("""content query --uri content://sms --where "read=0 AND type=1" """)[-1] == "read=0 AND type=1"


@given(st.text(max_size=60))
def test_any_text_as_a_command_is_passed_over(command: str) -> None:
    assert isinstance(assemble({command: "x"}), PhoneState)


@given(
    st.dictionaries(
        st.sampled_from(["dumpsys wifi", "date", "settings get global x", "getprop", "pm list packages"]),
        st.text(max_size=80),
    )
)
def test_any_text_as_an_output_is_read(outputs: dict[str, str]) -> None:
    state = assemble(outputs)
    assert PhoneState.model_validate_json(state.model_dump_json()) == state


def test_nothing_captured_is_all_unknown() -> None:
    unknown = assemble({}).unknown()
    assert unknown["battery"] == "not captured"
    assert {"sms", "hierarchy", "captured_at_ms", "timezone"} <= set(unknown)


def test_a_refusal_is_the_reason_why_a_part_is_unknown() -> None:
    state = assemble(
        {
            "dumpsys bluetooth_manager": "Can't find service: bluetooth_manager\n",
            "uiautomator dump /sdcard/w.xml": "ERROR: could not get idle state.\n",
            "content query --uri content://sms --projection _id:body": (
                "Error while accessing provider:sms\njava.lang.SecurityException: Permission Denial: opening provider\n"
            ),
            "dumpsys wifi": "",
        }
    )
    unknown = state.unknown()
    assert unknown["bluetooth"].startswith("service_missing")
    assert unknown["hierarchy"].startswith("timeout")
    assert unknown["sms"].startswith("security")
    assert unknown["wifi"] == "no output"
    assert "battery" in unknown


def test_people_are_read_by_the_columns_asked_for() -> None:
    state = assemble(
        {
            "content query --uri content://sms --projection _id:address:body:date:type:read": (
                "Row: 0 _id=7, address=+4930123, body=Lunch, at 12=noon?\nBring bread, "
                "date=1700000000000, type=1, read=0\n"
                "Row: 1 _id=6, address=BANK, body=, date=1690000000000, type=2, read=1\n"
            ),
            "content query --uri content://call_log/calls --projection number:name:date:duration:type:new": (
                "Row: 0 number=+4930123, name=NULL, date=1700000000001, duration=0, type=3, new=1\n"
            ),
            f"{CONTACTS} --projection contact_id:display_name:data1": (
                "Row: 0 contact_id=1, display_name=Ana, data1=+1\nRow: 1 contact_id=1, display_name=Ana, data1=+2\n"
                "Row: 2 contact_id=2, display_name=Bo, data1=+3\n"
            ),
            f"{EVENTS} --projection _id:title:dtstart:dtend:duration:allDay": (
                "Row: 0 _id=1, title=Yoga, dtstart=1000, dtend=NULL, duration=PT1H, allDay=0\n"
            ),
        }
    )
    assert state.sms is not None
    assert state.calls is not None
    assert state.contacts is not None
    assert state.calendar_events is not None
    assert [sms.body for sms in state.sms] == ["Lunch, at 12=noon?\nBring bread", ""]
    assert (state.sms[0].type, state.sms[0].read, state.sms[0].date_ms) == ("inbox", False, 1700000000000)
    assert (state.calls[0].type, state.calls[0].name, state.calls[0].is_new) == ("missed", None, True)
    assert [(contact.name, contact.phones) for contact in state.contacts] == [("Ana", ("+1", "+2")), ("Bo", ("+3",))]
    event = state.calendar_events[0]
    assert (event.title, event.begin_ms, event.end_ms, event.all_day) == ("Yoga", 1000, 3_601_000, False)


def test_no_rows_is_known_to_be_none() -> None:
    state = assemble({"content query --uri content://sms": "No result found.\n"})
    assert state.sms == ()
    assert "sms" not in state.unknown()


@pytest.mark.parametrize("order", ["_id:address:body:date:type:read", "_id:address:date:type:read:body"])
def test_a_message_cannot_pass_for_columns(order: str) -> None:
    body = "hi, date=5, type=2, read=1, _id=3"
    values = {"_id": "1", "address": "X", "date": "1700000000000", "type": "1", "read": "0", "body": body}
    row = ", ".join(f"{name}={values[name]}" for name in order.split(":"))
    state = assemble({f"content query --uri content://sms --projection {order}": f"Row: 0 {row}\n"})
    assert state.sms is not None
    sms = state.sms[0]
    assert (sms.id, sms.address, sms.date_ms, sms.type, sms.read) == (1, "X", 1700000000000, "inbox", False)
    assert sms.body == body


def test_what_can_be_read_in_two_ways_is_left_out_and_told() -> None:
    row = "Row: 0 event_id=1, title=a, begin=5, begin=6, eventLocation=here, begin=7, allDay=0\n"
    state = assemble({f"{EVENTS} --projection event_id:title:begin:eventLocation:allDay": row})
    assert state.calendar_events is not None
    event = state.calendar_events[0]
    assert (event.id, event.title, event.begin_ms, event.all_day) == (1, None, None, False)
    assert "calendar_events, in part" in state.unknown()


def test_settings_come_from_lists_and_single_questions() -> None:
    state = assemble(
        {
            "settings list global": "airplane_mode_on=0\nzen_mode=1\nlow_power=1\nmode_ringer=1\nbluetooth_on=1\n",
            "settings get secure location_mode": "0\n",
            "settings get system next_alarm_formatted": "null\n",
        }
    )
    assert (state.airplane_mode, state.dnd, state.zen_mode, state.battery_saver) == (False, True, "important", True)
    assert (state.ringer_mode, state.bluetooth_enabled, state.location_enabled) == ("vibrate", True, False)
    assert state.setting("system", "next_alarm_formatted") is None
    assert state.setting("global", "nothing") is None


def test_who_and_when() -> None:
    state = assemble(
        {
            "date +%s%3N; date +%s": "1700000000123\n1700000000\n",
            "getprop persist.sys.timezone": "Europe/Berlin\n",
            "getprop ro.build.version.sdk": "34\n",
            "getprop ro.product.model": "Pixel 8\n",
            "getprop persist.sys.locale": "de-DE\n",
            "getprop ro.serialno": "ABC123\n",
        }
    )
    assert (state.captured_at_ms, state.timezone, state.api_level) == (1700000000123, "Europe/Berlin", 34)
    assert (state.model, state.locale, state.serial) == ("Pixel 8", "de-DE", "ABC123")
    assert state.now is not None
    assert state.now.hour == 23


def test_old_dates_print_whole_seconds() -> None:
    assert assemble({"date +%s%3N; date +%s": "17000000003N\n1700000000\n"}).captured_at_ms == 1700000000000


def test_the_windows_of_two_commands_are_one_part() -> None:
    windows = (
        "WINDOW MANAGER WINDOWS (dumpsys window windows)\n  Window #0 Window{a1 u0 a.b/a.b.Main}:\n    isVisible=true\n"
    )
    displays = (
        "  Display: mDisplayId=0\n    init=100x200 cur=100x200 app=100x200\n"
        "  mCurrentFocus=Window{a1 u0 a.b/a.b.Main}\n"
    )
    state = assemble({"dumpsys window windows": windows, "dumpsys window displays": displays})
    assert state.windows is not None
    assert (state.windows.window_count, state.windows.width, state.foreground_package) == (1, 100, "a.b")


def test_the_recents_are_found_in_the_whole_activity_dump() -> None:
    text = (
        "ACTIVITY MANAGER SETTINGS (dumpsys activity settings)\n-------------------------------\n"
        "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n  * Recent #0: Task{a1 #7 type=home I=com.a/.M}\n\n"
        "-------------------------------\nACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n"
        "Display #0 (activities from top to bottom):\n  * Task{b2 #8 type=standard A=1:com.b}\n"
    )
    state = assemble({"dumpsys activity": text})
    assert state.recents is not None
    assert state.activity is not None
    assert (state.recents.task_ids, state.activity.task_ids) == ((7,), (8,))


def test_a_cut_piece_does_not_run_into_the_next() -> None:
    state = assemble({"dumpsys window windows": "  mRotation=", "dumpsys window displays": "1 x\n"})
    assert state.windows is None or state.windows.rotation is None


@needs_dumps
def test_a_real_phone_from_its_folder() -> None:
    state = read_dump_folder(DUMPS, phone="xiaomi_14_1")
    assert state.battery_percent == 22
    assert state.plugged_in is True
    assert (state.wifi_ssid, state.transport, state.online) == ("CASA5", "wifi", True)
    assert (state.model, state.api_level, state.locale, state.timezone) == ("23043RP34G", 34, "es-US", "America/Bogota")
    assert (state.awake, state.screen_on, state.locked) == (True, True, False)
    assert state.airplane_mode is False
    assert state.recents is not None
    assert state.packages is not None
    assert state.packages.count == 322
    assert state.notifications is not None
    assert len(state.notifications.records) == 25
    assert state.dnd is False
    assert state.setting("global", "device_name") == "Xiaomi Pad 6"
    assert "sms" in state.unknown()
    assert PhoneState.model_validate_json(state.model_dump_json()) == state


@needs_dumps
def test_two_phones_in_one_folder_are_refused() -> None:
    with pytest.raises(BadInput, match="both hold"):
        read_dump_folder(DUMPS)


@pytest.mark.parametrize(
    "name",
    [
        "battery/any.txt",
        "dumpsys_battery.txt",
        "dumpsys battery.txt",
        "adb shell dumpsys battery.log",
        "battery",
        "01_dumpsys_battery.txt",
        "battery_20260311-0930.TXT",
        "shell_dumpsys_battery.md",
        "DUMPSYS_BATTERY.dump",
    ],
)
def test_names_that_say_the_command(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(BATTERY)
    assert read_dump_folder(tmp_path).battery_percent == 57


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "battery.txt").write_bytes(BATTERY.encode(encoding))
    assert read_dump_folder(tmp_path).battery_percent == 57


def test_power_shell_writes_utf_16(tmp_path: Path) -> None:
    (tmp_path / "dumpsys_battery.txt").write_bytes(BATTERY.replace("\n", "\r\n").encode("utf-16"))
    assert read_dump_folder(tmp_path).battery_percent == 57


def test_settings_are_told_by_their_keys(tmp_path: Path) -> None:
    (tmp_path / "settings.txt").write_text("airplane_mode_on=1\nwifi_on=0\n")
    assert read_dump_folder(tmp_path).airplane_mode is True


def test_unusable_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is no folder"):
        read_dump_folder(tmp_path / "none")
    (tmp_path / "holiday.txt").write_text("hello")
    with pytest.raises(BadInput, match="holds no output"):
        read_dump_folder(tmp_path)


@needs_dumps
def test_the_screen_is_told_in_words() -> None:
    state = assemble({"uiautomator dump /dev/tty": dump("hierarchy/emulator_unknown_3.xml")})
    assert state.screen_texts == ("Processing", "This may take a moment")
