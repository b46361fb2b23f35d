"""Wi-Fi, airplane mode, the default network, calls and messages, Bluetooth, location."""

from __future__ import annotations

import pytest

from simulator.services.telephony import CONNECT_MS, RING_LIMIT_MS
from simulator.state import BluetoothDevice, WifiNetwork

HOME = WifiNetwork(ssid="Home Net", rssi=-60)
CAFE = WifiNetwork(ssid="Cafe", rssi=-40, security="open", bssid="02:00:00:00:00:02")
BUDS = "02:11:22:33:44:55"


@pytest.fixture
def wifi_bench(bench):
    def make(api: int = 34):
        made = bench(api)
        made.phone.wifi.set_visible([HOME, CAFE])
        made.phone.wifi.connect("Home Net")
        return made

    return make


# -- Wi-Fi -----------------------------------------------------------------------------------------------------


def test_the_strongest_saved_network_in_reach_is_joined(bench):
    phone = bench().phone
    phone.state.wifi.saved = ["Cafe", "Home Net"]
    phone.wifi.set_visible([HOME])
    assert phone.state.wifi.connected == "Home Net"
    phone.wifi.set_visible([CAFE])
    assert phone.state.wifi.connected == "Cafe"
    phone.wifi.set_visible([])
    assert phone.state.wifi.connected is None


def test_the_switch_is_thrown_and_joins_again(wifi_bench):
    b = wifi_bench()
    assert b.sh("cmd wifi set-wifi-enabled disabled").code == 0
    assert b.sh("cmd wifi status").out.splitlines()[0] == "Wifi is disabled"
    assert "Wi-Fi is disabled\n" in b.dump("wifi")
    assert b.sh("settings get global wifi_on").out == "0\n"
    b.sh("cmd wifi set-wifi-enabled enabled")
    assert 'Wifi is connected to "Home Net"' in b.sh("cmd wifi status").out.splitlines()


def test_wrong_words_switch_nothing(wifi_bench):
    b = wifi_bench()
    ran = b.sh("cmd wifi set-wifi-enabled true")
    assert ran.code == 255
    assert "Expected 'enabled' or 'disabled' as next arg but got 'true'" in ran.out
    assert b.phone.state.wifi.enabled


@pytest.mark.parametrize("api", [28, 29])
def test_cmd_wifi_is_for_root_alone_before_30(wifi_bench, api):
    b = wifi_bench(api)
    ran = b.sh("cmd wifi status")
    assert ran.code == 255
    assert "java.lang.SecurityException: Uid 2000 does not have access to wifi commands" in ran.err
    assert b.sh("svc wifi disable").code == 0
    assert "Wi-Fi is disabled" in b.dump("wifi")


def test_commands_that_shell_may_not_use_are_named_in_the_refusal(wifi_bench):
    ran = wifi_bench().sh("cmd wifi force-country-code enabled DE")
    assert "Uid 2000 does not have access to force-country-code wifi command (or such command doesn't exist)" in ran.err


def test_networks_are_listed_joined_and_forgotten(wifi_bench):
    b = wifi_bench()
    assert b.sh("cmd wifi connect-network Cafe open").out == "Connection initiated \n"
    assert b.phone.state.wifi.connected == "Cafe"
    assert b.sh("cmd wifi list-networks").out.splitlines() == [
        "Network Id      SSID                         Security type",
        "0            Home Net                         wpa2-psk",
        "1            Cafe                             open",
    ]
    scan = b.sh("cmd wifi list-scan-results").out.splitlines()
    assert [line.split()[0] for line in scan[1:]] == [CAFE.bssid, HOME.bssid]
    assert b.sh("cmd wifi forget-network 1").out == "Forget successful\n"
    assert b.phone.state.wifi.connected == "Home Net"


# -- the default network and airplane mode ---------------------------------------------------------------------


def test_mobile_data_steps_in_for_wifi(wifi_bench):
    b = wifi_bench()
    assert "Active default network: 100" in b.dump("connectivity")
    assert "mDataConnectionState=0" in b.dump("telephony.registry")
    b.phone.wifi.set_enabled(False)
    assert b.phone.connectivity.default_transport() == "cellular"
    assert "mDataConnectionState=2" in b.dump("telephony.registry")
    b.sh("cmd phone data disable")
    assert "Active default network: none" in b.dump("connectivity")
    assert "mUserMobileDataState= false" in b.dump("telephony.registry")
    assert b.sh("settings get global mobile_data").out == "0\n"
    assert not b.phone.connectivity.has_internet()


def test_wifi_without_internet_is_not_validated_and_not_the_default(bench):
    b = bench()
    b.phone.wifi.set_visible([WifiNetwork(ssid="Hotel", internet=False)])
    b.phone.wifi.connect("Hotel")
    assert b.phone.connectivity.default_transport() == "cellular"
    b.phone.telephony.set_data_enabled(False)
    assert b.phone.connectivity.default_transport() == "wifi"
    assert "VALIDATED" not in b.phone.connectivity.capabilities("wifi")


@pytest.mark.parametrize("api", range(28, 37))
def test_airplane_mode_silences_all_radios_and_gives_them_back(wifi_bench, api):
    b = wifi_bench(api)
    assert b.sh("cmd connectivity airplane-mode").out == "disabled\n"
    assert b.sh("cmd connectivity airplane-mode enable").code == 0
    assert b.sh("cmd connectivity airplane-mode").out == "enabled\n"
    assert "mVoiceRegState=3(POWER_OFF)" in b.dump("telephony.registry")
    assert "Wi-Fi is disabled" in b.dump("wifi")
    assert "enabled: false" in b.dump("bluetooth_manager")
    assert b.sh("settings get global airplane_mode_on; settings get global wifi_on").out == "1\n3\n"
    b.sh("cmd connectivity airplane-mode disable")
    assert b.phone.state.wifi.connected == "Home Net"
    assert b.phone.state.bluetooth.enabled
    assert "mVoiceRegState=0(IN_SERVICE)" in b.dump("telephony.registry")
    assert b.sh("settings get global wifi_on").out == "1\n"


def test_airplane_mode_leaves_off_what_was_off(wifi_bench):
    b = wifi_bench()
    b.phone.bluetooth.set_enabled(False)
    b.sh("cmd connectivity airplane-mode enable; cmd connectivity airplane-mode disable")
    assert not b.phone.state.bluetooth.enabled


# -- calls and messages ----------------------------------------------------------------------------------------


def test_an_answered_call_is_logged_with_its_length(bench):
    b = bench()
    b.phone.content.add_contact("Anna", ["+49 151 5550101"])
    call = b.phone.telephony.ring("01515550101")
    assert call is not None
    assert call.name == "Anna"
    assert "mCallState=1" in b.dump("telephony.registry")
    assert "mCallIncomingNumber=01515550101" in b.dump("telephony.registry")
    b.phone.telephony.answer()
    assert "mCallState=2" in b.dump("telephony.registry")
    b.phone.clock.advance_to(b.phone.clock.now_ms + 90_000)
    b.phone.telephony.hang_up()
    assert "mCallState=0" in b.dump("telephony.registry")
    row = b.phone.state.providers.calls[-1]
    assert (row.type, row.duration_s, row.name) == (1, 90, "Anna")


def test_a_call_that_nobody_takes_is_missed(bench):
    b = bench()
    b.phone.telephony.ring("01515550101")
    b.phone.clock.advance_to(b.phone.clock.now_ms + RING_LIMIT_MS)
    assert b.phone.state.telephony.call is None
    assert (b.phone.state.providers.calls[-1].type, b.phone.state.providers.calls[-1].is_new) == (3, True)


def test_a_second_caller_finds_the_line_busy(bench):
    phone = bench().phone
    phone.telephony.dial("110110")
    assert phone.telephony.ring("0300") is None
    assert phone.state.providers.calls[-1].type == 3
    assert phone.state.telephony.call is not None


def test_a_dialled_call_is_picked_up_and_ends_in_the_log(bench):
    b = bench()
    b.phone.telephony.dial("0301234567")
    assert "mCallState=2" in b.dump("telephony.registry")
    b.phone.clock.advance_to(b.phone.clock.now_ms + CONNECT_MS)
    assert "state=ACTIVE" in b.dump("telecom")
    assert "0301234567" not in b.dump("telecom")
    b.phone.telephony.hang_up()
    assert b.phone.state.providers.calls[-1].type == 2


def test_without_a_network_nothing_is_dialled_and_messages_fail(bench):
    phone = bench().phone
    phone.telephony.set_service(False)
    assert phone.telephony.dial("0301234567") is None
    assert phone.telephony.ring("0301234567") is None
    assert phone.telephony.sms_out("0301234567", "Hi").type == 5


def test_messages_of_one_person_share_a_thread(bench):
    phone = bench().phone
    one = phone.telephony.sms_in("+4915155501", "Hi")
    two = phone.telephony.sms_out("015155501", "Hello")
    other = phone.telephony.sms_in("Bank", "Your code is 1234")
    assert one.thread_id == two.thread_id != other.thread_id
    assert (one.type, one.read, two.type) == (1, False, 2)


# -- Bluetooth -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("api", "line", "works"),
    [
        (28, "svc bluetooth disable", False),
        (30, "svc bluetooth disable", False),
        (31, "svc bluetooth disable", True),
        (32, "cmd bluetooth_manager disable", False),
        (33, "cmd bluetooth_manager disable", True),
        (36, "cmd bluetooth_manager disable", True),
    ],
)
def test_which_command_switches_bluetooth_depends_on_the_release(bench, api, line, works):
    b = bench(api)
    b.sh(line)
    assert b.phone.state.bluetooth.enabled is not works
    assert f"state: {'OFF' if works else 'ON'}" in b.dump("bluetooth_manager")


def test_waiting_for_a_state(bench):
    b = bench()
    assert b.sh("cmd bluetooth_manager wait-for-state:STATE_ON").code == 0
    assert b.sh("cmd bluetooth_manager wait-for-state:STATE_OFF").code == 255


def test_headphones_take_the_sound_and_their_loss_pauses_it(bench):
    b = bench()
    b.phone.state.bluetooth.bonded = [BluetoothDevice(name="Buds", address=BUDS, kind="headset")]
    assert b.phone.bluetooth.connect(BUDS)
    b.phone.media.play("com.spotify.music", title="Song")
    assert b.phone.state.audio.device == "bt_a2dp"
    assert f"{BUDS} [BR/EDR] Buds" in b.dump("bluetooth_manager")
    b.phone.bluetooth.set_enabled(False)
    assert b.phone.state.audio.device == "speaker"
    assert b.phone.state.media_sessions[0].state == "paused"


# -- location --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("api", [31, 34, 36])
def test_the_location_switch(bench, api):
    b = bench(api)
    b.sh("cmd location set-location-enabled false")
    assert "Location Setting: false" in b.dump("location")
    assert "Location[" not in b.dump("location")
    assert b.sh("cmd location is-location-enabled").out == "false\n"
    b.sh("cmd location set-location-enabled true --user 0")
    b.phone.location.move(48.137, 11.575, "work")
    assert "last location=Location[fused 48.137000,11.575000 hAcc=12.0 et=" in b.dump("location")


def test_a_place_off_the_earth_is_refused(bench):
    with pytest.raises(ValueError, match="no such place"):
        bench().phone.location.move(91, 0)


def test_a_test_provider_moves_the_phone_once_the_app_op_allows_it(bench):
    b = bench()
    add = "cmd location providers add-test-provider gps"
    move = "cmd location providers set-test-provider-location gps --location 48.5,11.5 --accuracy 5"
    assert "not allowed to perform MOCK_LOCATION" in b.sh(add).err
    b.sh("appops set com.android.shell android:mock_location allow")
    assert "gps provider is not a test provider" in b.sh(move).err
    assert b.sh(f"{add} && cmd location providers set-test-provider-enabled gps true && {move}").code == 0
    assert (b.phone.state.location.latitude, b.phone.state.location.accuracy_m) == (48.5, 5.0)
