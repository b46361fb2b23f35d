"""What `dumpsys wifi` and `cmd wifi status` print (WifiServiceImpl.java, ClientModeImpl.java, WifiInfo.java)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.printing import java
from simulator.state import WifiNetwork

if TYPE_CHECKING:
    from simulator.phone import Phone

_TYPES = {"open": 0, "wpa2-psk": 2, "wpa3-sae": 4}
_FLAGS = {
    "open": "[ESS]",
    "wpa2-psk": "[WPA2-PSK-CCMP][RSN-PSK-CCMP][ESS]",
    "wpa3-sae": "[RSN-SAE-CCMP][ESS]",
}
_MAC = "02:00:00:00:00:00"
_NO_LINK = "{LinkAddresses: [ ] DnsAddresses: [ ] Domains: null MTU: 0 Routes: [ ]}"


def wifi_info(phone: Phone) -> str:
    """WifiInfo.toString of the network in use, or of none."""
    api = phone.state.device.api_level
    network = phone.wifi.current
    if network is None:
        ssid, bssid, ip, state, rssi, speed, frequency, net_id = (
            "<unknown ssid>",
            "<none>",
            "null",
            "DISCONNECTED",
            -127,
            -1,
            -1,
            -1,
        )
        kind, standard, score, metered = -1, "unknown", 0, False
    else:
        saved = phone.state.wifi.saved
        ssid, bssid, ip = f'"{network.ssid}"', network.bssid, f"/{phone.state.wifi.ip}"
        state, rssi, speed, frequency = "COMPLETED", network.rssi, network.link_speed, network.frequency
        net_id = saved.index(network.ssid) if network.ssid in saved else 0
        kind, standard, score, metered = _TYPES[network.security], "5", 60, network.metered
    if api < 30:
        quoted = ssid if api >= 29 else ssid.strip('"')
        return (
            f"SSID: {quoted}, BSSID: {bssid}, MAC: {_MAC}, Supplicant state: {state}, RSSI: {rssi}, "
            f"Link speed: {speed}Mbps, Frequency: {frequency}MHz, Net ID: {net_id}, Metered hint: {java(metered)}, "
            f"score: {score}"
        )
    parts = [f"SSID: {ssid}", f"BSSID: {bssid}", f"MAC: {_MAC}"]
    if api >= 31:
        parts += [f"IP: {ip}", f"Security type: {kind}"]
    parts += [f"Supplicant state: {state}", f"Wi-Fi standard: {standard}", f"RSSI: {rssi}"]
    speeds = (
        "Link speed",
        "Tx Link speed",
        "Max Supported Tx Link speed",
        "Rx Link speed",
        "Max Supported Rx Link speed",
    )
    parts += [f"{name}: {speed}Mbps" for name in speeds]
    parts += [f"Frequency: {frequency}MHz", f"Net ID: {net_id}", f"Metered hint: {java(metered)}", f"score: {score}"]
    if api >= 33:
        parts += ["isUsable: true"]
    if api >= 31:
        parts += ["CarrierMerged: false", "SubscriptionId: -1", f"IsPrimary: {int(network is not None)}"]
    return ", ".join(parts)


def status_lines(phone: Phone) -> list[str]:
    """`cmd wifi status`."""
    api, wifi = phone.state.device.api_level, phone.state.wifi
    lines = [
        f"Wifi is {'enabled' if wifi.enabled else 'disabled'}",
        "Wifi scanning is only available when wifi is enabled",
    ]
    if not wifi.enabled:
        return lines
    if api >= 31:
        lines.append("==== Primary ClientModeManager instance ====")
    network = phone.wifi.current
    if network is None:
        lines.append("Wifi is not connected")
        return lines
    lines += [
        f'Wifi is connected to "{network.ssid}"',
        f"WifiInfo: {wifi_info(phone)}",
        "successfulTxPackets: 1834",
        "successfulTxPacketsPerSecond: 0.0",
        "retriedTxPackets: 21",
        "retriedTxPacketsPerSecond: 0.0",
        "lostTxPackets: 0",
        "lostTxPacketsPerSecond: 0.0",
        "successfulRxPackets: 2410",
        "successfulRxPacketsPerSecond: 0.0",
        f"NetworkCapabilities: {phone.connectivity.capabilities('wifi')}",
    ]
    return lines


def scan_lines(phone: Phone) -> list[str]:
    """`cmd wifi list-scan-results`, the strongest first."""
    networks = phone.state.wifi.visible if phone.state.wifi.enabled else []
    if not networks:
        return ["No scan results"]
    lines = [
        "    BSSID              Frequency      RSSI           Age(sec)     SSID                                 Flags"
    ]
    for network in sorted(networks, key=lambda n: -n.rssi):
        lines.append(f"  {_scan(network)}")
    return lines


def _scan(network: WifiNetwork) -> str:
    radio = f"{network.bssid}       {network.frequency}    {network.rssi}             5.214"
    return f"{radio}      {network.ssid:<32s}  {_FLAGS[network.security]}"


def dump(phone: Phone) -> str:
    """`dumpsys wifi`."""
    state, api = phone.state, phone.state.device.api_level
    wifi = state.wifi
    network = phone.wifi.current
    on = "enabled" if wifi.enabled else "disabled"
    lines: list[str] = []
    if api < 30:
        lines += [f"Wi-Fi is {on}"]
    lines += [
        "Verbose logging is off",
        "mVerboseLoggingLevel 0" if api >= 33 else "",
        "Stay-awake conditions: 0",
        "mInIdleMode false",
        "mScanPending false",
        "SettingsStore:" if api >= 30 else "WifiController:",
        f"WifiState {int(wifi.enabled)}" if api >= 30 else "",
        f"AirplaneModeOn {java(state.airplane_mode)}" if api >= 30 else f"mAirplaneModeOn {java(state.airplane_mode)}",
        "ScanAlwaysAvailable false" if api >= 30 else "",
        "WifiScoringState true" if api >= 31 else "",
        "WifiPasspointState true" if api >= 31 else "",
        "Dump of WifiActiveModeWarden" if api >= 30 else "",
        f"Current wifi mode: {'EnabledState' if wifi.enabled else 'DisabledState'}" if api >= 29 else "",
        f"Wi-Fi is {on}" if api >= 30 else "",
        f"NumActiveModeManagers: {int(wifi.enabled)}" if api >= 29 else "",
        f"curState={'EnabledState' if wifi.enabled else 'DisabledState'}",
    ]
    if wifi.enabled:
        machine = "L3ConnectedState" if network is not None else "DisconnectedState"
        lines += [
            "Dump of ClientModeManager id=12662" if api >= 30 else "",
            "current StateMachine mode: ConnectModeState" if api >= 30 else "",
            "mRole: ROLE_CLIENT_PRIMARY" if api >= 31 else "",
            "mClientInterfaceName: wlan0" if api >= 30 else "",
            "mIfaceIsUp: true" if api >= 30 else "",
            "Dump of ClientModeImpl id=12664" if api >= 31 else "",
            f"curState={machine}",
            f"mLinkProperties {link_properties(phone) if network is not None else _NO_LINK}",
            f"mWifiInfo {wifi_info(phone)}",
            f"mLastSignalLevel {_bars(network)}",
            f"mLastBssid {network.bssid if network is not None else 'null'}",
            f"mLastNetworkId "
            f"{wifi.saved.index(network.ssid) if network is not None and network.ssid in wifi.saved else -1}",
        ]
    lines += ["", "Latest scan results:", *scan_lines(phone), "", *_saved(phone)]
    keep = [line for number, line in enumerate(lines) if line or number > 16]
    return "\n".join(keep) + "\n"


def _bars(network: WifiNetwork | None) -> int:
    if network is None:
        return -1
    return max(0, min(4, (network.rssi + 95) // 10))


def link_properties(phone: Phone) -> str:
    """LinkProperties.toString of the Wi-Fi link."""
    ip = phone.state.wifi.ip
    gateway = ip.rsplit(".", 1)[0] + ".1"
    return (
        f"{{InterfaceName: wlan0 LinkAddresses: [ fe80::200:ff:fe00:0/64,{ip}/24 ] DnsAddresses: [ /{gateway} ] "
        f"Domains: null MTU: 0 TcpBufferSizes: 524288,1048576,16777216,262144,524288,16777216 Routes: [ fe80::/64 "
        f"-> :: "
        f"wlan0 mtu 0,{ip.rsplit('.', 1)[0]}.0/24 -> 0.0.0.0 wlan0 mtu 0,0.0.0.0/0 -> {gateway} wlan0 mtu 0 ]}}"
    )


def _saved(phone: Phone) -> list[str]:
    wifi = phone.state.wifi
    current = phone.wifi.current
    lines = ["Dump of WifiConfigManager", "WifiConfigManager - Log Begin ----", "WifiConfigManager - Log End ----"]
    lines.append("WifiConfigManager - Configured networks Begin ----")
    for number, ssid in enumerate(wifi.saved):
        mark = "*" if current is not None and current.ssid == ssid else "-"
        network = phone.wifi.network(ssid)
        lines += [
            f'{mark} ID: {number} SSID: "{ssid}" PROVIDER-NAME: null BSSID: null FQDN: null HOME-PROVIDER-NETWORK: false '
            "PRIO: 0 HIDDEN: false PMF: false CarrierId: -1 SubscriptionId: -1 SubscriptionGroup: null "
            f"Currently Connected: {java(mark == '*')} User Selected: false",
            " NetworkSelectionStatus NETWORK_SELECTION_ENABLED",
            " hasEverConnected: true",
            f" KeyMgmt: {'NONE' if network is not None and network.security == 'open' else 'WPA_PSK'}",
            "",
        ]
    lines.append("WifiConfigManager - Configured networks End ----")
    lines.append("WifiConfigManager - Next network ID to be allocated " + str(len(wifi.saved)))
    return lines
