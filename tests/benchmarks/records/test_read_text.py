# ruff: noqa: E501 (texts as records have them)
"""Free text of a record, English and Chinese, read into a phone state."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.context_text import full_text, lean_text
from benchmarks.records import Picture, Record
from benchmarks.records.read_text import pieces, read_record

ENGLISH = Record(
    id="en",
    language="en",
    profile="Name: Nora\nCountry: GB\nPlace home: 14 Larkhall Rise (51.4655, -0.1347), Wi-Fi Larkhall14\nPerson Mum: mother\nI run.",
    phone="The battery is at 12% and it is not charging. Battery saver is off.\nConnected to Wi-Fi “Larkhall14”\n"
    "Ringer: vibrate\nDo not disturb: alarms only\nMedia volume: 40 %\nScreen brightness: 70 %\nDark theme: on\n"
    "Location services: on, position 51.4655, -0.1347 (home)\nBluetooth: on, connected to Bose\nScreen: on\n"
    "App in front: Maps (com.google.android.apps.maps)\nPlaying: Song – Band in Spotify (com.spotify.music)\n"
    "Alarm: 2026-03-12 06:45 Up\nCalendar: 2026-03-11 18:30-20:00 Bouldering @ Ostbloc\nContact: Mum +44 7700 900101\n"
    "Notification [07:58] WhatsApp (com.whatsapp): Mum | Are you up?\nThe cover is blue",
    world="Time: 2026-03-11 08:00, Wednesday, Europe/London\nWeather: Rain, 8 °C\nHoliday: None today\nPollen: low",
    trace=(
        "07:10 SMS from Mum: Good morning", "07:20 missed call from Mum (+447700900101)", "23:50 opened Maps (com.google.maps)",
        "07:58 notification from WhatsApp (com.whatsapp): Mum | Are you up?", "07:59 arrived at home", Picture(picture="a.png"),
        "08:00 hummed a tune",
    ),
)  # fmt: skip
CHINESE = Record(
    id="zh",
    language="zh",
    profile="姓名：周文博\n国家：CN\n地点 家：文三路 (30.2795, 120.1303)，Wi-Fi WenSan218\n我爱跑步。",
    phone="电量只剩 12%，未充电。省电模式已关闭。\n网络：移动数据\n铃声：静音\n勿扰：完全静音\n媒体音量：40%\n屏幕亮度：70%\n深色模式：开\n"
    "定位服务：开，位置 30.2795, 120.1303（家）\n蓝牙：关\n屏幕：亮\n前台应用：地图 (com.google.android.apps.maps)\n"
    "闹钟：2026-03-12 06:45 起床\n日程：2026-03-11 18:30-20:00 攀岩 @ 体育馆\n联系人：妈妈 +8613900010101\n"
    "通知 [07:58] WhatsApp (com.whatsapp)：妈妈 | 起了吗\n手机壳是蓝色的",
    world="时间：2026-03-11 08:00，星期三，Asia/Shanghai\n天气：雨，8 °C",
    trace=("07:10 收到 妈妈 的短信：早", "07:20 未接来电：妈妈 (+8613900010101)", "07:30 打开 地图 (com.google.maps)", "08:00 哼了首歌"),
)  # fmt: skip


@pytest.mark.parametrize("record", [ENGLISH, CHINESE], ids=lambda record: record.id)
def test_what_both_languages_tell(record: Record) -> None:
    read = read_record(record)
    state = read.state
    assert f"{read.now:%Y-%m-%d %H:%M}" == "2026-03-11 08:00"
    assert (state.battery_percent, state.charging, state.battery_saver) == (12, False, False)
    assert state.volume("music") == (40, 100) and state.dark_mode is True
    assert state.display is not None and state.display.brightness == 0.7
    assert state.location_enabled is True and state.awake is True
    assert state.foreground_package == "com.google.android.apps.maps"
    assert state.calendar_events is not None and state.calendar_events[0].location in ("Ostbloc", "体育馆")
    assert state.next_alarm_ms == int(read.now.timestamp() * 1000) + (22 * 60 + 45) * 60_000
    assert (
        state.posted[0].package == "com.whatsapp"
        and state.posted[0].posted_ms == int(read.now.timestamp() * 1000) - 120_000
    )
    assert state.contacts is not None and len(state.contacts) == 1
    assert state.sms is not None and state.sms[0].address == state.contacts[0].phones[0]
    assert state.calls is not None and state.calls[0].type == "missed"
    assert read.profile.places[0].kind == "home" and read.profile.places[0].wifi
    assert len(read.unread["phone"]) == 1 and len(read.unread["trace"]) == 1


def test_english_details() -> None:
    read = read_record(ENGLISH)
    assert read.state.wifi_ssid == "Larkhall14" and read.state.transport == "wifi"
    assert (read.state.ringer_mode, read.state.zen_mode) == ("vibrate", "alarms")
    assert read.state.playing is not None and read.state.playing.artist == "Band"
    assert read.state.bluetooth is not None and read.state.bluetooth.active_device
    assert read.unread["world"] == ["Pollen: low"] and read.unread["phone"] == ["The cover is blue"]
    assert read.profile.about == ["I run."] and read.profile.people == {"Mum": "mother"}
    assert read.trajectory[0].text.startswith("opened Maps"), "23:50 was last night"
    assert read.context().screenshots == ("a.png",) and read.context().world.holiday == "None today"


def test_chinese_details() -> None:
    state = read_record(CHINESE).state
    assert (state.transport, state.ringer_mode, state.zen_mode, state.bluetooth_enabled) == (
        "cellular",
        "silent",
        "none",
        False,
    )


def test_a_text_without_facts_is_unknown_not_wrong() -> None:
    state = read_record(Record(id="x", phone="Nothing to see here")).state
    assert state.battery is None and state.connectivity is None and state.zen_mode is None


def _letters(text: str) -> str:
    return "".join(text.split())


FREE = Record(
    id="free", profile="A nurse on night shifts. " * 20, world="Tuesday evening; light rain over the river. " * 12,
    phone="Battery at 45%; GPS on\nThe folder Downloads holds 3 invoices that were never opened",
    trace=("Looked for a bakery that opens before six", "07:30 打开 地图 (com.google.maps)", "x" * 900),
)  # fmt: skip


@pytest.mark.parametrize("record", [ENGLISH, CHINESE, FREE], ids=lambda record: record.id)
def test_what_no_rule_reads_still_reaches_a_model(record: Record) -> None:
    read = read_record(record)
    for shown in (read.context().text(), full_text(read.context()).text, lean_text(read.context()).text):
        for dimension in ("phone", "world", "trace"):
            for line in read.unread.get(dimension, []):
                words = re.sub(r"^\d\d:\d\d ", "", line)
                assert all(part in shown for part in pieces(words)), words
    assert all(part in read.context().text() for line in record.lines("profile")[-1:] for part in pieces(line))


def test_earlier_notifications_read_as_the_agent_notes_them() -> None:
    for record, said in ((ENGLISH, "com.whatsapp: Mum | Are you up?"), (CHINESE, None)):
        events = [event.text for event in read_record(record).trajectory if event.kind == "notification_posted"]
        assert events == ([said] if said else [])


@settings(max_examples=150)
@given(st.text(alphabet=st.sampled_from("ab .。，;\n字x"), max_size=1500))
def test_a_text_in_pieces_is_the_whole_text(text: str) -> None:
    parts = pieces(text)
    assert _letters("".join(parts)) == _letters(text)
    assert all(0 < len(part) <= 280 for part in parts)


@settings(max_examples=150)
@given(st.text(max_size=300), st.text(max_size=200), st.lists(st.text(max_size=80), max_size=4))
def test_no_text_makes_reading_fail(phone: str, world: str, trace: list[str]) -> None:
    read = read_record(Record(id="x", profile=world, phone=phone, world=world, trace=tuple(trace)))
    read.context().text()
