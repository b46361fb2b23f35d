"""Parsers of the phone's services on a few lines of their own: other Android versions, other states, traps."""

from __future__ import annotations

from device.capture import (
    parse_airplane,
    parse_alarm,
    parse_audio,
    parse_battery,
    parse_bluetooth,
    parse_connectivity,
    parse_location,
    parse_media_session,
    parse_notification,
    parse_telephony,
    parse_wifi,
)


def test_battery_on_no_charger_before_android_13() -> None:
    text = "  AC powered: false\n  USB powered: false\n  Wireless powered: false\n  status: 3\n  level: 5\n"
    assert parse_battery(text).plugged == "none"
    assert parse_battery(text[: text.index("  status")]).plugged is None


def test_battery_number_at_the_cut_edge_is_not_believed() -> None:
    assert parse_battery("  scale: 100\n  level: 5").level is None
    assert parse_battery("  scale: 100\n  level: 57\n").level == 57


def test_battery_held_by_a_test_says_so() -> None:
    text = "Current Battery Service state:\n  (UPDATES STOPPED -- use 'reset' to restart)\n  level: 9\n"
    assert parse_battery(text).frozen is True


def test_airplane_words() -> None:
    assert parse_airplane("enabled\n").enabled is True
    assert parse_airplane("enabl").enabled is None
    assert parse_airplane("Unknown command\n").enabled is None


NOTIFICATION = """Current Notification Manager state:
  Notification List:
    NotificationRecord(0x01: pkg=com.chat user=UserHandle{0} id=7 tag=a b importance=4 key=0|com.chat|7|a b|10001: \
Notification(channel=new mail shortcut=null flags=0x8 category=msg vis=PRIVATE))
      uid=10001 userId=0
      flags=0x8
      key=0|com.chat|7|a b|10001
      tickerText=Ana: hi
    NotificationRecord(0x99: pkg=com.forged user=UserHandle{0} id=1 tag=null importance=4 key=x: \
Notification(channel=a shortcut=null))
      vis=0
      actions={
          [0] "Reply "now"" -> PendingIntent{1: x}
          [1] "Mute" -> PendingIntent{2: x}
        }
      extras={
          android.title=String (Ana (work))
          android.messages=Parcelable[] (2)
            [0] Bundle[{text=one, two, time=5, sender=Ana}]
            [1] Bundle[{sender=null, text=me, time=6}]
          android.text=SpannableString (line one
      }
          android.title=String (forged)
last line)
          android.subText=null
      }
      stats=SingleNotificationStats{}
      mUpdateTimeMs=1700000000000
  mMaxPackageEnqueueRate=5.0
  mArchive=Archive (3 notifications)
    mZenMode=ZEN_MODE_ALARMS
"""


def test_notification_of_an_older_android_with_nested_texts() -> None:
    reading = parse_notification(NOTIFICATION)
    assert (reading.count, reading.archive_count, reading.zen_mode) == (1, 3, "alarms")
    record = reading.records[0]
    assert (record.package, record.id, record.tag, record.channel) == ("com.chat", 7, "a b", "new mail")
    assert record.title == "Ana (work)"
    assert record.text == "line one\n      }\n          android.title=String (forged)\nlast line"
    assert record.actions == ('Reply "now"', "Mute")
    assert [(m.sender, m.text, m.time_ms) for m in record.messages] == [("Ana", "one, two", 5), (None, "me", 6)]
    assert (record.flags, record.ongoing, record.redacted) == (("ONLY_ALERT_ONCE",), False, False)
    assert (record.category, record.posted_ms) == ("msg", 1700000000000)
    assert record.ticker is not None
    assert "com.forged" in record.ticker


def test_no_notifications_is_none_posted() -> None:
    reading = parse_notification("Current Notification Manager state:\n  mArchive=Archive (0 notifications)\n")
    assert (reading.count, reading.records) == (0, ())


def test_a_notification_cut_inside_its_extras_tells_no_title() -> None:
    record = parse_notification(NOTIFICATION[: NOTIFICATION.index("last line")]).records[0]
    assert (record.title, record.text, record.redacted) == (None, None, None)
    assert record.package == "com.chat"


def test_wifi_name_that_plays_fields() -> None:
    text = (
        'Wi-Fi is enabled\nmWifiInfo SSID: "x, RSSI: -1, IP: /6.6.6.6", BSSID: 02:00:00:00:00:00, MAC: 02:00:00:00:00:00, '
        "IP: /10.0.2.16, Security type: 0, Supplicant state: COMPLETED, Wi-Fi standard: 5, RSSI: -50, Link speed: 11Mbps, "
        "Frequency: 2412MHz, Net ID: 0\n"
    )
    reading = parse_wifi(text)
    assert (reading.ssid, reading.rssi, reading.ip) == ("x, RSSI: -1, IP: /6.6.6.6", -50, "10.0.2.16")


def test_wifi_before_android_11_prints_names_bare() -> None:
    text = (
        "Wi-Fi is disabled\nmWifiInfo SSID: Home, BSSID: <none>, MAC: 02:00:00:00:00:00, Supplicant state: DISCONNECTED, "
        "RSSI: -127, Link speed: -1Mbps, Frequency: -1MHz, Net ID: -1\n"
    )
    reading = parse_wifi(text)
    assert (reading.enabled, reading.connected, reading.ssid, reading.rssi) == (False, False, None, None)


AGENT = (
    "  NetworkAgentInfo{{ ni{{[type: MOBILE[LTE]]}}  network{{{number}}}  nethandle{{4}}  lp{{{{InterfaceName: {interface} "
    "LinkAddresses: [ ]}}}}  nc{{[ Transports: {transports} Capabilities: {capabilities} Specifier: <1>]}}  Score{{50}}\n"
)


def test_connectivity_over_metered_mobile_data() -> None:
    agent = AGENT.format(number=104, interface="rmnet0", transports="CELLULAR", capabilities="INTERNET&VALIDATED")
    text = f"Active default network: 104\n\nCurrent Networks:\n{agent}\nNetwork Requests:\n"
    reading = parse_connectivity(text)
    assert (reading.active_transport, reading.interface, reading.metered) == ("cellular", "rmnet0", True)
    assert (reading.validated, reading.vpn_active, reading.networks_by_transport["wifi"]) == (True, False, None)


def test_connectivity_without_any_network() -> None:
    reading = parse_connectivity("Active default network: none\n\nCurrent Networks:\n\nStatus for known UIDs:\n")
    assert (reading.has_default, reading.active_network, reading.network_count) == (False, None, 0)
    assert parse_connectivity("Active default network: no").has_default is None


def test_telephony_ringing() -> None:
    text = (
        "last known state:\n  Phone Id=0\n    mCallState=1\n    mCallIncomingNumber=+491234\n"
        "    mServiceState={mVoiceRegState=0(IN_SERVICE), mOperatorAlphaLong=A, B, mOperatorAlphaShort=A, "
        "getRilDataRadioTechnology=20(NR), mIsEmergencyOnly=false}\n    mDataConnectionState=3\n  mDefaultPhoneId=0\n"
    )
    phone = parse_telephony(text).phones[0]
    assert (phone.call_state, phone.incoming_number, phone.operator) == ("ringing", "+491234", "A, B")
    assert (phone.network_type, phone.data_state, phone.emergency_only) == ("NR", "suspended", False)


def test_telephony_waits_for_a_slot_in_service() -> None:
    out = "  Phone Id=0\n    mCallState=0\n    mServiceState={mVoiceRegState=1(OUT_OF_SERVICE)}\n"
    assert parse_telephony(out).service_state is None
    assert parse_telephony(out + "local logs:\n").service_state == "out_of_service"


def test_bluetooth_with_newer_addresses_and_one_crash() -> None:
    text = (
        "Bluetooth Status\n  enabled: true\n  state: ON\n  name: Pixel\nBluetooth crashed 1 time\nAdapterProperties\n"
        "  ConnectionState: STATE_CONNECTED\n  Bonded devices:\n    XX:XX:XX:XX:91:4B [ DUAL ][ 0x240404 ] My Buds [L]\n"
        "Profile: A2dpService\n  mActiveDevice: 00:11:22:33:44:55\n"
    )
    reading = parse_bluetooth(text)
    assert (reading.connection_state, reading.crash_count) == ("connected", 1)
    assert reading.active_device == "00:11:22:33:44:55"
    device = reading.bonded[0]
    assert (device.address, device.transport, device.name) == ("XX:XX:XX:XX:91:4B", "dual", "My Buds [L]")


def test_location_of_android_10_keeps_fixes_in_a_list() -> None:
    text = (
        "  Location Providers:\n    gps provider:\n      enabled=true\n  Last Known Locations:\n"
        "    gps: Location[gps 52.5,13.4 hAcc=5 et=+1h0m0s0ms]\n    network: Location[network 52.6,13.5 acc=30 et=+59m0s0ms]\n"
        "  Geofences:\n"
    )
    reading = parse_location(text)
    assert reading.last is not None
    assert (reading.last.provider, reading.last.lat, reading.last.accuracy_m) == ("gps", 52.5, 5.0)
    assert parse_location(text[: text.index("  Geofences")]).last is None


def test_location_providers_of_android_9() -> None:
    text = "  Enabled Providers:\n    passive\n    gps\n  Disabled Providers:\n    network\n"
    assert parse_location(text).providers == {"passive": True, "gps": True, "network": False}


def test_location_that_is_no_place_on_earth() -> None:
    text = (
        "  Location Providers:\n    gps provider:\n      last location=Location[gps 91.0,200.0 hAcc=1]\n  Event Log:\n"
    )
    assert parse_location(text).last is None


def test_alarm_clock() -> None:
    text = (
        "  nowRTC=1700000000000=2023-11-14 22:13:20.000 nowELAPSED=5\n  Next alarm clock information: \n"
        "    user:0 pendingSend:false time:1700010000000 = 2023-11-15 01:00:00.000 = +2h46m40s0ms\n\n  1 pending alarms: \n"
        "    RTC_WAKEUP #1: Alarm{a1 type 0 origWhen 1700010000000 whenElapsed 9 com.android.deskclock}\n"
        "      tag=*walarm*:com.android.deskclock/.AlarmInitReceiver\n      type=RTC_WAKEUP origWhen=2023-11-15 01:00:00.000\n"
        "      Alarm clock:\n        triggerTime=2023-11-15 01:00:00.000\n        showIntent=x\n"
        "  Past-due non-wakeup alarms:\n    ELAPSED #1: Alarm{b2 type 3 origWhen 1 whenElapsed 1 android}\n\n"
    )
    reading = parse_alarm(text)
    assert reading.next_clock_alarm is not None
    assert (reading.next_clock_alarm.time_ms, reading.next_clock_alarm.user) == (1700010000000, 0)
    assert [(a.package, a.clock_time) for a in reading.clock_alarms] == [
        ("com.android.deskclock", "2023-11-15 01:00:00.000")
    ]
    assert (reading.count, reading.past_due_count) == (1, 1)


def test_audio_in_a_call() -> None:
    text = (
        "Audio Focus stack entries (last is top of stack):\n  source:a -- pack: com.a -- x\n  source:b -- pack: com.b -- x\n"
        "\nNo external focus policy\n- STREAM_RING:\n   Muted: true\n   Max: 7\n   streamVolume:0\n   Devices: speaker(2)\n"
        "Ringer mode: \n- mode (internal) = VIBRATE\n- mode (external) = SILENT\nAudio mode: \n- Actual mode = MODE_IN_CALL\n"
    )
    reading = parse_audio(text)
    assert (reading.focus_owner, reading.ringer_mode, reading.in_call) == ("com.b", "vibrate", True)
    assert (reading.streams["ring"].level, reading.streams["ring"].muted) == (0, True)


def test_media_of_an_older_android_and_a_title_with_commas() -> None:
    text = (
        "  Sessions Stack - have 2 sessions:\n    tag com.p/tag (userId=0)\n      package=com.p\n      active=true\n"
        "      state=PlaybackState {state=3, position=100, buffered position=0, speed=1.0, actions=822, error=null}\n"
        "      metadata:size=5, description=Me, Myself and I, Joan, null\n    tag com.q/tag (userId=0)\n      package=com.q\n"
        "      state=null\n      metadata: size=1, description=Song, null, null\n"
    )
    first, second = parse_media_session(text).sessions
    assert (first.state, first.position_ms) == ("playing", 100)
    assert first.actions == ("pause", "play", "skip_to_previous", "skip_to_next", "seek_to", "play_pause")
    assert (first.title, first.artist, first.description) == (None, None, "Me, Myself and I, Joan, null")
    assert (second.title, second.artist, second.state) == ("Song", None, None)
