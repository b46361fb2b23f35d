"""What `dumpsys connectivity` prints (ConnectivityService.java, NetworkAgentInfo.java, NetworkCapabilities.java)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from simulator.services.printing import java
from simulator.services.wifi_dump import link_properties, wifi_info

if TYPE_CHECKING:
    from simulator.phone import Phone

_IDS = {"wifi": 100, "cellular": 101}
_HANDLE = 0xCAFED00D


def capabilities(phone: Phone, transport: Literal["wifi", "cellular"]) -> str:
    """`[ Transports: … Capabilities: … ]`, validated and metered as the network is."""
    api = phone.state.device.api_level
    network = phone.wifi.current if transport == "wifi" else None
    caps: list[str] = []
    if network is not None and not network.metered:
        caps.append("NOT_METERED")
    caps += ["INTERNET", "NOT_RESTRICTED", "TRUSTED", "NOT_VPN"]
    if phone.connectivity.validated(transport):
        caps.append("VALIDATED")
    if transport == "wifi" or not phone.state.telephony.roaming:
        caps.append("NOT_ROAMING")
    caps += ["FOREGROUND", "NOT_CONGESTED", "NOT_SUSPENDED"]
    if api >= 31:
        caps.append("NOT_VCN_MANAGED")
    up, down = ("12000", "60000") if transport == "wifi" else ("15000", "30000")
    bandwidth = f"LinkUpBandwidth>={up}Kbps LinkDnBandwidth>={down}Kbps"
    text = f"[ Transports: {transport.upper()} Capabilities: {'&'.join(caps)} {bandwidth}"
    if network is not None:
        if api >= 31:
            text += f" TransportInfo: <{wifi_info(phone)}>"
        text += f" SignalStrength: {network.rssi}"
        if api >= 30:
            text += f' SSID: "{network.ssid}"'
        return f"{text}]"
    return f"{text} Specifier: <{'TelephonyNetworkSpecifier [mSubId = 1]' if api >= 30 else '1'}>]"


def _agent(phone: Phone, transport: Literal["wifi", "cellular"]) -> str:
    api = phone.state.device.api_level
    radio, wifi = phone.state.telephony, phone.wifi.current
    number = _IDS[transport]
    validated = phone.connectivity.validated(transport)
    if transport == "wifi":
        kind = "WIFI"
        extra = f'"{wifi.ssid}"' if wifi is not None and api < 30 else ""
        links = link_properties(phone)
    else:
        kind = f"MOBILE[{radio.network_type}]"
        extra = "internet"
        links = (
            "{InterfaceName: rmnet_data0 LinkAddresses: [ 10.0.2.15/24 ] DnsAddresses: [ /10.0.2.3 ] Domains: null "
            "MTU: "
            "1500 TcpBufferSizes: 2097152,4194304,8388608,262144,524288,1048576 Routes: [ 0.0.0.0/0 -> 10.0.2.2 "
            "rmnet_data0 "
            "mtu 1500 ]}"
        )
    handle = (number << 32) | _HANDLE if api >= 29 else number
    nc = capabilities(phone, transport)
    if api < 31:
        ever = java(validated)
        roaming = java(radio.roaming and transport == "cellular")
        return (
            f"NetworkAgentInfo{{ ni{{[type: {kind}, state: CONNECTED/CONNECTED, reason: (unspecified), extra: "
            f"{extra or '(none)'}, failover: false, available: true, roaming: {roaming}]}}  network{{{number}}}  "
            f"nethandle{{{handle}}}  lp{{{links}}}  nc{{{nc}}}  Score{{60}}  everValidated{{{ever}}}  "
            f"lastValidated{{{ever}}}  created{{true}} lingering{{false}} explicitlySelected{{false}} "
            "acceptUnvalidated{false} everCaptivePortalDetected{false} lastCaptivePortalDetected{false} "
            "captivePortalValidationPending{false} partialConnectivity{false} acceptPartialConnectivity{false} "
            "clat{mBaseIface: null, mIface: null, mState: IDLE} }"
        )
    score = "TRANSPORT_PRIMARY&EVER_EVALUATED" + ("&EVER_VALIDATED&IS_VALIDATED" if validated else "")
    if wifi is not None and transport == "wifi" and not wifi.metered:
        score += "&IS_UNMETERED"
    times = " firstValidated 34551 lastValidated 34551 " if validated else " "
    return (
        f"NetworkAgentInfo{{network{{{number}}}  handle{{{handle}}}  ni{{{kind} CONNECTED extra: {extra}}} "
        f"Score(Policies : {score} ; KeepConnected : 0)  created 34031{times} lp{{{links}}}  nc{{{nc}}}  "
        f"factorySerialNumber=4}}"
    )


def dump(phone: Phone) -> str:
    """`dumpsys connectivity`."""
    api = phone.state.device.api_level
    default = phone.connectivity.default_transport()
    head = "NetworkProviders for:" if api >= 30 else "NetworkFactories for: "
    lines = [head, "  1: WifiNetworkFactory" if api >= 31 else "  WifiNetworkFactory"]
    lines.append("  2: TelephonyNetworkFactory[0]" if api >= 31 else "  TelephonyNetworkFactory[0]")
    lines += ["", f"Active default network: {_IDS[default] if default else 'none'}", ""]
    if api >= 31:
        lines += ["Current network preferences: ", "  Default requests:", ""]
    lines.append("Current Networks:")
    for transport in phone.connectivity.networks():
        lines.append(f"  {_agent(phone, transport)}")
        if api >= 30:
            lines += ["    Nat464Xlat:", "      <not started>"]
        lines += [
            "    Requests: REQUEST:1 LISTEN:0 BACKGROUND_REQUEST:0 total:1",
            "      NetworkRequest [ REQUEST id=1, [ Capabilities: INTERNET&NOT_RESTRICTED&TRUSTED&NOT_VPN "
            "RequestorUid: 1000 RequestorPkg: android] ]",
            "    Inactivity Timers:" if api >= 31 else "    Lingered:",
            "",
        ]
    lines += ["Status for known UIDs:", "", "Network Requests:"]
    lines.append(
        "  uid/pid:1000/1932 activeRequest: 1 callbackRequest: 1 [NetworkRequest [ REQUEST id=1, [ Capabilities: "
        "INTERNET&NOT_RESTRICTED&TRUSTED&NOT_VPN RequestorUid: 1000 RequestorPkg: android] ]]"
    )
    lines += ["", "Bad Wi-Fi avoidance: unrestricted", ""]
    return "\n".join(lines) + "\n"
