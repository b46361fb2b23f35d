"""What the services print, read by the capture parsers that were made for real phones: at every API level."""

from __future__ import annotations

import pytest

from device.capture.alarm import parse_alarm
from device.capture.audio import parse_audio
from device.capture.bluetooth import parse_bluetooth
from device.capture.connectivity import parse_connectivity
from device.capture.content import parse_content
from device.capture.getprop import parse_getprop
from device.capture.location import parse_location
from device.capture.media_session import parse_media_session
from device.capture.notifications import parse_notification
from device.capture.settings import parse_settings
from device.capture.telephony import parse_telephony
from device.capture.wifi import parse_wifi
from simulator.state import BluetoothDevice, Message, NotificationAction, WifiNetwork

LEVELS = range(28, 37)
CLOCK, MESSAGES, MUSIC = "com.google.android.deskclock", "com.google.android.apps.messaging", "com.spotify.music"


@pytest.fixture(params=LEVELS)
def b(bench, request):
    made = bench(request.param)
    made.phone.state.notifications.posted.clear()
    for alarm in list(made.phone.state.alarms):
        made.phone.alarms.cancel(alarm.id)
    return made


def test_notifications(b):
    phone = b.phone
    text = "Hi (there)\nandroid.title=String (fake)"
    phone.notifications.post(
        MESSAGES, "Anna", text, id=7, tag="x", big_text=text + " and more", ticker="Anna: Hi",
        messages=[Message(sender="Anna", text="Hi", time_ms=1)], actions=[NotificationAction(title="Reply", reply=True)],
    )  # fmt: skip
    phone.notifications.post(CLOCK, "Timer", "3:00", id=1, ongoing=True, importance=2)
    phone.notifications.set_zen("alarms")
    phone.notifications.cancel(phone.notifications.post(MUSIC, "Song", "Band").key)
    read = parse_notification(b.dump("notification --noredact"))
    assert (read.count, read.zen_mode, read.archive_count) == (2, "alarms", len(phone.state.notifications.archive))
    first, second = read.records
    assert (first.package, first.title, first.text, first.ticker) == (MESSAGES, "Anna", text, "Anna: Hi")
    assert (first.key, first.importance, first.ongoing, first.actions) == (
        phone.notifications.posted[0].key,
        3,
        False,
        ("Reply",),
    )
    assert (second.title, second.ongoing, second.importance) == ("Timer", True, 2)
    hidden = parse_notification(b.dump("notification"))
    assert [(r.redacted, r.title, r.text) for r in hidden.records] == [(True, None, None)] * 2


def test_alarms(b):
    now = b.phone.clock.now_ms
    b.phone.alarms.set(CLOCK, "ring", now + 3_600_000, clock=True)
    b.phone.alarms.set(CLOCK, "timer", now + 600_000, kind="ELAPSED_WAKEUP")
    read = parse_alarm(b.dump("alarm"))
    assert (read.now_ms, read.count) == (now, 2)
    assert read.next_clock_alarm is not None
    assert read.next_clock_alarm.time_ms == now + 3_600_000
    assert [(a.type, a.when_ms, a.is_clock) for a in read.alarms] == [
        ("ELAPSED_WAKEUP", None, False),
        ("RTC_WAKEUP", now + 3_600_000, True),
    ]


def test_radios(b):
    phone = b.phone
    phone.wifi.set_visible([WifiNetwork(ssid="Home Net", rssi=-50)])
    phone.wifi.connect("Home Net")
    phone.state.bluetooth.bonded = [
        BluetoothDevice(name="Buds", address="02:11:22:33:44:55", kind="headset", transport="le")
    ]
    phone.bluetooth.connect("02:11:22:33:44:55")
    wifi = parse_wifi(b.dump("wifi"))
    assert (wifi.enabled, wifi.connected, wifi.ssid, wifi.rssi, wifi.supplicant_state) == (
        True,
        True,
        "Home Net",
        -50,
        "COMPLETED",
    )
    assert wifi.saved_networks == ("Home Net",)
    network = parse_connectivity(b.dump("connectivity"))
    assert (network.active_transport, network.validated, network.metered, network.interface) == (
        "wifi",
        True,
        False,
        "wlan0",
    )
    bluetooth = parse_bluetooth(b.dump("bluetooth_manager"))
    assert (bluetooth.enabled, bluetooth.connection_state) == (True, "connected")
    assert [(d.address, d.transport, d.name) for d in bluetooth.bonded] == [("02:11:22:33:44:55", "le", "Buds")]
    phone.wifi.set_enabled(False)
    network = parse_connectivity(b.dump("connectivity"))
    assert (network.active_transport, network.metered) == ("cellular", True)
    assert parse_wifi(b.dump("wifi")).ssid is None


def test_telephony(b):
    radio = parse_telephony(b.dump("telephony.registry"))
    assert (radio.call_state, radio.service_state, radio.data_state) == ("idle", "in_service", "connected")
    assert radio.operator == "Telekom.de"
    b.phone.telephony.ring("0301234567")
    assert parse_telephony(b.dump("telephony.registry")).call_state == "ringing"
    b.phone.connectivity.set_airplane(True)
    radio = parse_telephony(b.dump("telephony.registry"))
    assert (radio.call_state, radio.service_state, radio.data_state) == ("idle", "power_off", "disconnected")


def test_location(b):
    b.phone.location.move(48.137, 11.575)
    read = parse_location(b.dump("location"))
    assert read.last is not None
    assert (read.last.lat, read.last.lon) == (48.137, 11.575)
    b.phone.location.set_enabled(False)
    off = parse_location(b.dump("location"))
    assert off.last is None
    assert not any(on for name, on in off.providers.items() if name != "passive")


def test_sound(b):
    b.phone.media.play(MUSIC, title="Song", artist="Band", album="LP", duration_ms=200_000)
    b.phone.audio.set_volume("music", 9)
    b.phone.audio.set_ringer("vibrate")
    audio = parse_audio(b.dump("audio"))
    assert (audio.ringer_mode, audio.focus_owner) == ("vibrate", MUSIC)
    assert (audio.streams["music"].level, audio.streams["music"].max) == (9, 15)
    assert audio.streams["ring"].muted
    media = parse_media_session(b.dump("media_session"))
    assert [(s.package, s.state, s.title, s.artist) for s in media.sessions] == [(MUSIC, "playing", "Song", "Band")]
    assert media.media_button_package == MUSIC


def test_properties_settings_and_rows(b):
    properties = parse_getprop(b.sh("getprop").out)
    assert (properties.sdk, properties.model, properties.broken_lines) == (b.phone.state.device.api_level, "Pixel 8", 0)
    assert parse_settings(b.sh("settings list global").out).values["airplane_mode_on"] == "0"
    rows = parse_content(b.sh("content query --uri content://settings/system --projection name:value").out)
    assert rows.row_count == len(b.phone.settings.list("system"))
