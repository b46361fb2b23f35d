"""Pages of networks: Wi-Fi, mobile, airplane mode, Bluetooth, NFC, VPN, data use."""

from __future__ import annotations

from functools import partial

from simulator.apps.scaffold import list_row, note, section, switch_row
from simulator.apps.settings.page import PageContext, page
from simulator.screen.views import View


def _airplane(ctx: PageContext) -> View:
    on = ctx.phone.state.airplane_mode
    toggle = partial(ctx.phone.connectivity.set_airplane, not on)
    return switch_row(ctx.say("Airplane mode", "飞行模式"), on, toggle)


@page("network", "NetworkDashboardActivity", "Network & internet", "网络和互联网", "WIRELESS_SETTINGS",
      "AIRPLANE_MODE_SETTINGS")  # fmt: skip
def network(ctx: PageContext) -> list[View]:
    """Network & internet."""
    state = ctx.phone.state
    wifi = state.wifi.connected or ctx.on_off(state.wifi.enabled)
    return [
        ctx.link("wifi", wifi, motif="icon:W#1a73e8"),
        ctx.link("mobile", state.telephony.operator, motif="icon:S#188038"),
        _airplane(ctx),
        ctx.link("data_usage", motif="icon:D#b06000"),
        ctx.link("vpn", ctx.say("None", "无"), motif="icon:V#5f6368"),
    ]


def _wifi_rows(ctx: PageContext) -> list[View]:
    phone = ctx.phone
    wifi = phone.state.wifi
    rows: list[View] = [
        switch_row(ctx.say("Use Wi‑Fi", "使用 WLAN"), wifi.enabled, partial(phone.wifi.set_enabled, not wifi.enabled))
    ]
    if not wifi.enabled:
        return [*rows, note(ctx.say("To see available networks, turn Wi‑Fi on.", "要查看可用网络，请开启 WLAN。"))]
    networks = sorted(wifi.visible, key=lambda found: (found.ssid != wifi.connected, -found.rssi))
    for found in networks:
        here = found.ssid == wifi.connected
        if here:
            summary = ctx.say("Connected", "已连接")
        elif found.ssid in wifi.saved:
            summary = ctx.say("Saved", "已保存")
        else:
            summary = ctx.say("Open", "开放") if found.security == "open" else ctx.say("Secured", "加密")

        def tapped(ssid: str = found.ssid, connected: bool = here) -> None:
            if connected:
                phone.wifi.disconnect()
            elif not phone.wifi.connect(ssid):
                phone.screen.toast(ctx.say(f"Can’t connect to {ssid}", f"无法连接到 {ssid}"))

        rows.append(list_row(found.ssid, summary, tapped, motif="wifi", bold=here))
    if not networks:
        rows.append(note(ctx.say("No networks in reach", "附近没有网络")))
    return rows


@page("wifi", "WifiSettingsActivity", "Wi‑Fi", "WLAN", "WIFI_SETTINGS", "WIFI_IP_SETTINGS",
      "android.net.wifi.PICK_WIFI_NETWORK")  # fmt: skip
def wifi(ctx: PageContext) -> list[View]:
    """Wi-Fi."""
    return _wifi_rows(ctx)


@page("panel_internet", "com.android.settings.panel.SettingsPanelActivity", "Internet", "互联网",
      "panel.action.INTERNET_CONNECTIVITY", "panel.action.WIFI", min_api=29)  # fmt: skip
def panel_internet(ctx: PageContext) -> list[View]:
    """The internet panel."""
    return [*_wifi_rows(ctx), _data(ctx), _airplane(ctx)]


def _data(ctx: PageContext) -> View:
    on = ctx.phone.state.telephony.data_enabled
    return switch_row(ctx.say("Mobile data", "移动数据"), on, partial(ctx.phone.telephony.set_data_enabled, not on))


@page("mobile", "MobileNetworkActivity", "SIMs", "SIM 卡", "NETWORK_OPERATOR_SETTINGS", "DATA_ROAMING_SETTINGS",
      "MANAGE_ALL_SIM_PROFILES_SETTINGS")  # fmt: skip
def mobile(ctx: PageContext) -> list[View]:
    """The SIM: data, roaming, operator."""
    radio = ctx.phone.state.telephony
    service = ctx.say("In service", "服务中") if radio.in_service else ctx.say("No service", "无服务")
    return [
        section(radio.operator),
        _data(ctx),
        ctx.setting("global", "data_roaming", "Roaming", "漫游"),
        list_row(ctx.say("Network", "网络"), f"{radio.operator} · {radio.network_type} · {service}"),
        list_row(ctx.say("Phone number", "手机号码"), ctx.phone.state.device.phone_number),
    ]


@page("data_usage", "DataUsageSummaryActivity", "Data Saver", "流量节省程序", "DATA_USAGE_SETTINGS")
def data_usage(ctx: PageContext) -> list[View]:
    """Mobile data use."""
    words = ctx.say(
        "To help reduce data usage, Data Saver keeps apps from sending or receiving data in the background.",
        "为了减少流量消耗，流量节省程序会阻止应用在后台收发数据。",
    )
    return [
        _data(ctx),
        ctx.setting("global", "restrict_background_data", "Use Data Saver", "使用流量节省程序"),
        note(words),
    ]


@page("vpn", "VpnSettingsActivity", "VPN", "VPN", "VPN_SETTINGS", "android.net.vpn.SETTINGS")
def vpn(ctx: PageContext) -> list[View]:
    """VPN."""
    return [note(ctx.say("No VPNs added", "未添加任何 VPN"))]


@page("connected", "ConnectedDeviceDashboardActivity", "Connected devices", "已连接的设备")
def connected(ctx: PageContext) -> list[View]:
    """What the phone is connected to."""
    state = ctx.phone.state
    rows: list[View] = [
        list_row(device.name, ctx.say("Connected", "已连接"), ctx.open("bluetooth"), motif="bluetooth")
        for device in state.bluetooth.bonded
        if device.connected and state.bluetooth.enabled
    ]
    return [
        *rows,
        ctx.link("bluetooth", ctx.on_off(state.bluetooth.enabled), motif="icon:B#1a73e8"),
        ctx.link("nfc", motif="icon:N#5f6368"),
        ctx.link("cast", motif="icon:C#b06000"),
        ctx.link("print", motif="icon:P#188038"),
    ]


@page("bluetooth", "BluetoothSettingsActivity", "Bluetooth", "蓝牙", "BLUETOOTH_SETTINGS")
def bluetooth(ctx: PageContext) -> list[View]:
    """Bluetooth and its devices."""
    phone = ctx.phone
    radio = phone.state.bluetooth
    rows: list[View] = [
        switch_row(
            ctx.say("Use Bluetooth", "使用蓝牙"), radio.enabled, partial(phone.bluetooth.set_enabled, not radio.enabled)
        )
    ]
    if not radio.enabled:
        return [*rows, note(ctx.say("When Bluetooth is on, your device can connect to others nearby.",
                                    "开启蓝牙后，您的设备可与附近的其他蓝牙设备通信。"))]  # fmt: skip
    rows.append(list_row(ctx.say("Device name", "设备名称"), radio.name))
    if radio.bonded:
        rows.append(section(ctx.say("Saved devices", "已保存的设备")))
    for device in radio.bonded:
        act = phone.bluetooth.disconnect if device.connected else phone.bluetooth.connect
        state = ctx.say("Connected", "已连接") if device.connected else ctx.say("Tap to connect", "点按即可连接")
        rows.append(list_row(device.name, state, partial(act, device.address), motif="bluetooth"))
    return rows


@page("nfc", "NfcSettingsActivity", "NFC", "NFC", "NFC_SETTINGS", "NFC_PAYMENT_SETTINGS", "panel.action.NFC",
      "NFCSHARING_SETTINGS")  # fmt: skip
def nfc(ctx: PageContext) -> list[View]:
    """NFC."""
    return [
        ctx.setting("global", "nfc_on", "Use NFC", "使用 NFC", default="1"),
        ctx.setting("secure", "nfc_require_unlock", "Require device unlock for NFC", "需要解锁设备才能使用 NFC"),
    ]


@page("cast", "WifiDisplaySettingsActivity", "Cast", "投射", "CAST_SETTINGS", "WIFI_DISPLAY_SETTINGS")
def cast(ctx: PageContext) -> list[View]:
    """Cast."""
    return [note(ctx.say("No nearby devices were found.", "未找到附近的设备。"))]


@page("print", "PrintSettingsActivity", "Printing", "打印", "ACTION_PRINT_SETTINGS")
def print_(ctx: PageContext) -> list[View]:
    """Printing."""
    return [note(ctx.say("No print services installed", "未安装任何打印服务"))]
