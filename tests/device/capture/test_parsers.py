"""Each parser on a few lines of its own: other Android versions, other states, traps."""

from __future__ import annotations

import pytest

from device.capture import (
    parse_accessibility,
    parse_activity,
    parse_airplane,
    parse_alarm,
    parse_audio,
    parse_battery,
    parse_bluetooth,
    parse_connectivity,
    parse_content,
    parse_deviceidle,
    parse_display,
    parse_errors,
    parse_getprop,
    parse_hierarchy,
    parse_input,
    parse_location,
    parse_logcat,
    parse_media_session,
    parse_notification,
    parse_package,
    parse_power,
    parse_settings,
    parse_telephony,
    parse_uimode,
    parse_usagestats,
    parse_wifi,
    parse_window,
)
from device.capture.base import component, duration_ms, to_float, to_int, whole_lines


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


def test_power_saver_on() -> None:
    text = "  mWakefulness=Dozing\n  mPlugType=4\nDisplay Power: state=OFF\n  Battery Saver is currently: ON\n"
    reading = parse_power(text)
    assert (reading.awake, reading.plugged, reading.battery_saver) == (False, "wireless", True)
    assert reading.display_state == "OFF"


def test_display_off_and_turned() -> None:
    text = (
        "Display Devices: size=1\n    mState=OFF\n    mBrightnessState=-1.0\n  Logical Displays: size=1\n"
        '    mBaseDisplayInfo=DisplayInfo{"Built-in", displayId 0, real 1080 x 2400, largest app 1 x 1, rotation 1, '
        "state OFF, density 420 (1 x 1) dpi, x}\n"
    )
    reading = parse_display(text)
    assert (reading.width, reading.height, reading.density, reading.rotation) == (1080, 2400, 420, 1)
    assert (reading.screen_on, reading.brightness) == (False, None)


def test_display_brightness_in_steps_before_android_11() -> None:
    assert parse_display("    mBrightnessState=51\n").brightness == 0.2


def test_window_with_a_dialog_without_app() -> None:
    text = "  mCurrentFocus=Window{a1 u0 Application Not Responding: com.a}\n  mFocusedApp=ActivityRecord{b2 u0 com.a/.M t1}\n"
    reading = parse_window(text)
    assert (reading.focused_window, reading.focused_package) == ("Application Not Responding: com.a", None)
    assert (reading.focused_app_package, reading.focused_app_activity) == ("com.a", ".M")


def test_window_policy_knows_the_keyguard() -> None:
    assert parse_window("    KeyguardServiceDelegate\n      showing=true\n").keyguard_showing is True
    assert parse_window("      showing=true\n").keyguard_showing is None


def test_activity_behind_the_keyguard_is_not_faced() -> None:
    text = (
        "Display #0 (activities from top to bottom):\n  * Task{a1 #4 type=standard A=1:com.a}\n"
        "      * Hist  #0: ActivityRecord{b2 u0 com.a/.M t4}\n        state=RESUMED finishing=false\n"
        "  ResumedActivity: ActivityRecord{b2 u0 com.a/.M t4}\n  isSleeping=false\n    mKeyguardShowing=?\n"
    )
    assert parse_activity(text.replace("?", "false")).foreground_package == "com.a"
    assert parse_activity(text.replace("?", "true")).foreground_package is None
    assert parse_activity(text.partition("    mKeyguard")[0]).foreground_package is None
    assert parse_activity(text.replace("?", "false").replace("RESUMED", "PAUSED")).foreground_package is None


def test_activity_of_android_9() -> None:
    text = (
        "Display #0 (activities from top to bottom):\n    Task id #12\n    * TaskRecord{a1 #12 A=com.a U=0 StackId=1 sz=1}\n"
        "    isSleeping=false\n    mResumedActivity: ActivityRecord{b2 u0 com.a/.M t12}\n"
        "  ResumedActivity: ActivityRecord{b2 u0 com.a/.M t12}\n  KeyguardController:\n    mKeyguardShowing=false\n"
    )
    reading = parse_activity(text)
    assert (reading.task_ids, reading.foreground_package) == ((12,), "com.a")


def test_input_of_an_older_android() -> None:
    text = (
        "  Viewport INTERNAL: displayId=0, uniqueId=local:0, orientation=1, logicalFrame=[0, 0, 2400, 1080], "
        "physicalFrame=[0, 0, 1, 1]\n"
        "  FocusedApplication: name='AppWindowToken{a token=Token{b ActivityRecord{c u0 com.a/.M t1}}}'\n"
        "  FocusedWindow: name='Window{d u0 com.a/com.a.M}'\n"
    )
    reading = parse_input(text)
    assert (reading.focused_app, reading.focused_window) == ("com.a/.M", "com.a/com.a.M")
    assert (reading.orientation, reading.width, reading.viewport_active) == (1, 2400, None)


def test_package_list_with_uids_and_versions() -> None:
    text = "package:com.a versionCode:34 uid:10001\npackage:/data/app/x==/base.apk=com.b uid:10002\n"
    first, second = parse_package(text).entries
    assert (first.package, first.version_code, first.uid, first.path) == ("com.a", 34, 10001, None)
    assert (second.package, second.path, second.uid) == ("com.b", "/data/app/x==/base.apk", 10002)


def test_package_of_an_updated_system_app_is_the_newer_one() -> None:
    text = (
        "Packages:\n  Package [com.a] (1):\n    versionCode=9 minSdk=21 targetSdk=34\n    versionName=9.0\n"
        "Hidden system packages:\n  Package [com.a] (2):\n    versionCode=1 minSdk=1 targetSdk=1\n"
    )
    assert (parse_package(text).version_code, parse_package(text).granted_count) == (9, 0)


def test_package_that_is_not_installed() -> None:
    reading = parse_package("Unable to find package: com.none\n")
    assert reading.package is None
    assert reading.unread


def test_usage_of_the_old_form() -> None:
    text = "Date: 20140101\n  com.a: 5 times, 12000 ms\n    com.a.Main: 5 starts\nDate: 20140102\n  com.a: 1 times, 500 ms\n"
    reading = parse_usagestats(text)
    assert (reading.day_count, reading.line_count) == (2, 2)
    assert reading.days["20140101"]["com.a"].total_ms == 12000
    assert (reading.packages["com.a"].launches, reading.packages["com.a"].total_ms) == (6, 12500)


def test_usage_of_android_9() -> None:
    text = (
        'user=0\n  Last 24 hour events (timeRange="x" )\n    time="2019-01-01 10:00:00" type=MOVE_TO_FOREGROUND package=com.a '
        'class=com.a.M flags=0x0\n  In-memory daily stats\n  timeRange="x" \n    packages\n      package=com.a '
        'totalTime="1:02:03" lastTime="2019-01-01 10:00:00" \n'
    )
    reading = parse_usagestats(text)
    assert reading.last_resumed is not None
    assert (reading.last_resumed.package, reading.last_resumed.activity) == ("com.a", "com.a.M")
    assert reading.packages["com.a"].total_s == 3723


def test_uimode_auto() -> None:
    reading = parse_uimode("  mNightMode=0 (auto)\n mComputedNightMode=true customStart=22:00 customEnd=06:00\n")
    assert (reading.night_mode, reading.computed_night, reading.custom_end) == ("auto", True, "06:00")


def test_deviceidle_in_doze() -> None:
    reading = parse_deviceidle("  mScreenOn=false\n  mForceIdle=true\n  mState=IDLE mLightState=OVERRIDE\n")
    assert (reading.state, reading.light_state, reading.force_idle) == ("IDLE", "OVERRIDE", True)


def test_settings_with_null_empty_and_several_lines() -> None:
    reading = parse_settings("a=null\nb=\nc=one\ntwo\nd=x=y\n")
    assert reading.values == {"a": None, "b": "", "c": "one\ntwo", "d": "x=y"}
    assert "c" not in parse_settings("c=one\ntw").values


def test_getprop_with_empty_operators_and_broken_lines() -> None:
    reading = parse_getprop("[gsm.operator.alpha]: [,]\nnoise\n[ro.product.locale]: [fr-FR]\n[x]: [cut")
    assert (reading.operator, reading.locale, reading.broken_lines) == (None, "fr-FR", 1)
    assert "x" not in reading.values


def test_content_without_rows_and_with_null() -> None:
    assert parse_content("No result found.\n").row_count == 0
    assert parse_content("").row_count == 0
    row = parse_content("Row: 0 _id=1, name=NULL, value=\n").row0
    assert row == {"_id": "1", "name": None, "value": ""}


def test_hierarchy_cut_and_searched() -> None:
    text = (
        '<?xml version=\'1.0\' ?><hierarchy rotation="1"><node text="A &amp; B" resource-id="p:id/ok" class="B" package="p" '
        'content-desc="" clickable="true" enabled="true" bounds="[0,0][10,20]"><node text="x" bounds="[1,1][1,2]" /></node>'
    )
    reading = parse_hierarchy(text + "</hierarchy>UI hierchary dumped to: /dev/tty\n")
    assert (reading.valid_xml, reading.node_count, reading.dump_path) == (True, 2, "/dev/tty")
    found = reading.find(resource_id="ok")
    assert found is not None
    assert (found.text, found.center, found.bounds) == ("A & B", (5, 10), (0, 0, 10, 20))
    assert reading.find(text="none") is None
    cut = parse_hierarchy(text)
    assert (cut.complete, cut.valid_xml, cut.node_count, cut.complete_node_count) == (False, False, None, 2)


def test_hierarchy_that_is_an_error_or_a_bomb() -> None:
    assert parse_hierarchy("ERROR: null root node returned by UiTestAutomationBridge.\n").unread
    bomb = '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aa">]><hierarchy><node text="&a;"/></hierarchy>'
    assert parse_hierarchy(bomb).valid_xml is False


def test_hierarchy_of_great_depth_is_walked() -> None:
    text = '<hierarchy rotation="0">' + '<node text="x">' * 5000 + "</node>" * 5000 + "</hierarchy>"
    reading = parse_hierarchy(text)
    assert reading.node_count == 5000
    assert len(list(reading.walk())) == 5000
    assert reading.model_dump_json()


def test_logcat_tag_with_blanks_and_other_lines() -> None:
    reading = parse_logcat("01-02 03:04:05.678  1  2 I My Tag  : a: b\nnoise\n01-02 03:04:05.679  1  2 E T:\n")
    assert [(entry.tag, entry.message) for entry in reading.entries] == [("My Tag", "a: b"), ("T", "")]
    assert reading.unread == ("1 lines in no known form",)


def test_accessibility_with_a_crash() -> None:
    text = (
        "currentUserId=0\nUser state[\n     attributes:{id=0, touchExplorationEnabled=true, installedServiceCount=2}\n"
        "     Bound services:{}\n     Enabled services:{{a.b/a.b.C}}\n     Binding services:{}\n"
        "     Crashed services:{{a.b/a.b.C}}\n     Client list info:{\n"
    )
    reading = parse_accessibility(text)
    assert (reading.bound_count, reading.enabled, reading.crashed_count) == (0, ("a.b/a.b.C",), 1)
    assert (reading.touch_exploration, reading.installed_count) == (True, 2)


@pytest.mark.parametrize(
    ("text", "kind", "subject"),
    [
        ("Can't find service: foo\n", "service_missing", "foo"),
        ("cmd: Can't find service: foo\n", "service_missing", "foo"),
        ("/system/bin/sh: foo: inaccessible or not found\n", "not_found", "foo"),
        ("cat: /sdcard/x: No such file or directory\n", "not_found", "/sdcard/x"),
        ("adb: device 'emulator-5554' not found\n", "no_device", "emulator-5554"),
        ("error: device offline\n", "offline", None),
        ("error: device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set\n", "unauthorized", None),
        ("error: more than one device/emulator\n", "usage", None),
        ("*** SERVICE 'wifi' DUMP TIMEOUT (10000ms) EXPIRED ***\n", "timeout", None),
        ("Error: Activity not started, unable to resolve Intent { act=x }\n", "no_activity", None),
        ("java.lang.IllegalStateException: UiAutomationService a already registered!\n", "busy", None),
        ("Error: Unknown option: --foo\n", "usage", "--foo"),
        ("Failure [DELETE_FAILED_INTERNAL_ERROR]\n", "other", None),
        ("Success\n", "ok", None),
        ("42\n", "ok", None),
    ],
)
def test_errors(text: str, kind: str, subject: str | None) -> None:
    reading = parse_errors(text)
    assert (reading.kind, reading.subject) == (kind, subject)


def test_errors_of_device_lists() -> None:
    none = parse_errors("List of devices attached\n\n")
    offline = parse_errors("List of devices attached\nemulator-5554\toffline\n")
    assert (none.kind, none.usable_count) == ("no_device", 0)
    assert (offline.kind, offline.devices[0].serial) == ("offline", "emulator-5554")


def test_errors_of_starts_and_broadcasts() -> None:
    assert parse_errors("Starting: Intent { cmp=a/.B }\n").started is True
    assert parse_errors("Starting: Intent { cmp=a/.B }\nError type 3\n").started is False
    broadcast = parse_errors('Broadcasting: Intent { act=a }\nBroadcast completed: result=-1, data="ok, then"\n')
    assert (broadcast.result, broadcast.data) == (-1, "ok, then")


def test_numbers_are_read_with_care() -> None:
    assert (to_int("12 "), to_int("0x1f"), to_int("1.5"), to_int("9" * 30), to_int("٣")) == (12, 31, None, None, None)
    assert (to_float("NaN"), to_float("1e999"), to_float("-0.5")) == (None, None, -0.5)
    assert (duration_ms("+1d0h0m1s5ms"), duration_ms("-2s"), duration_ms("0"), duration_ms("--")) == (
        86_401_005,
        -2000,
        0,
        None,
    )
    assert (component("a.b/.C"), component("a b/.C"), component(None)) == (("a.b", ".C"), None, None)


def test_whole_lines_tell_a_cut_and_a_stopped_dump() -> None:
    assert whole_lines("a\r\nb").lines == ["a"]
    assert whole_lines("a\r\nb").tail == "b"
    assert whole_lines("a\n*** SERVICE 'x' DUMP TIMEOUT (10000ms) EXPIRED ***\n").complete is False
    assert whole_lines("a\n").complete is True
