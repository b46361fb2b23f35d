"""BluetoothManagerService: the adapter, bonded devices; `cmd bluetooth_manager` (from Android 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.printing import duration, java, local_time, shell_exception, unknown_command
from simulator.services.service import Service
from simulator.state import BluetoothDevice

if TYPE_CHECKING:
    from simulator.shell.command import Invocation

_HELP = """Bluetooth Manager Commands:
  help or -h
    Print this help text.
  enable
    Enable Bluetooth on this device.
  disable
    Disable Bluetooth on this device.
  wait-for-state:<STATE>
    Wait until the adapter state is <STATE> (e.g. STATE_ON or STATE_OFF)
    Note: This command will timeout and failed after 10s
"""
_TRANSPORTS = {"classic": "[BR/EDR]", "le": "[  LE  ]", "dual": "[ DUAL ]"}
_AUDIO = ("headset", "speaker", "car")


class BluetoothService(Service):
    """The adapter and its bonded devices. Connecting one that plays sound moves the audio there."""

    name = "bluetooth_manager"

    def set_enabled(self, enabled: bool, caller: str = "com.android.settings") -> None:
        """Switch the adapter; off disconnects everything."""
        bluetooth = self.state.bluetooth
        if enabled != bluetooth.enabled:
            counters = self.state.counters
            counters["bluetooth_since"] = self.clock.now_ms
            counters["bluetooth_shell"] = int(caller == "com.android.shell")
        bluetooth.enabled = enabled
        if not enabled:
            for device in bluetooth.bonded:
                if device.connected:
                    self.disconnect(device.address)
        number = "1" if enabled else "0"
        if enabled and self.state.airplane_mode:
            number = "2"
        self.phone.settings.mirror("global", "bluetooth_on", number)
        self.phone.log("BluetoothManagerService", f"{'enable' if enabled else 'disable'}({caller})", "D")
        self.phone.changed()

    def device(self, address: str) -> BluetoothDevice:
        """A bonded device by its address (KeyError)."""
        for device in self.state.bluetooth.bonded:
            if device.address.upper() == address.upper():
                return device
        raise KeyError(address)

    def connect(self, address: str) -> bool:
        """Connect a bonded device; False while the adapter is off."""
        device = self.device(address)
        if not self.state.bluetooth.enabled:
            return False
        device.connected = True
        if device.kind in _AUDIO:
            self.phone.audio.set_device("bt_a2dp")
        self.phone.log("BluetoothAdapterService", f"{device.name} connected", "D")
        self.phone.changed()
        return True

    def disconnect(self, address: str) -> None:
        """Disconnect a device; sound goes back to the speaker when the last one that plays it is gone."""
        device = self.device(address)
        device.connected = False
        playing = any(d.connected and d.kind in _AUDIO for d in self.state.bluetooth.bonded)
        if device.kind in _AUDIO and not playing and self.state.audio.device == "bt_a2dp":
            self.phone.audio.set_device("speaker")
            self.phone.media.becoming_noisy()
        self.phone.changed()

    def dump(self, args: list[str]) -> str:
        """`dumpsys bluetooth_manager` (BluetoothManagerService.dump, AdapterProperties.dump)."""
        bluetooth = self.state.bluetooth
        on = bluetooth.enabled
        since = self.state.counters.get("bluetooth_since", self.clock.boot_ms)
        lines = ["Bluetooth Status", f"  enabled: {java(on)}", f"  state: {'ON' if on else 'OFF'}"]
        lines += [f"  address: {bluetooth.address}", f"  name: {bluetooth.name}"]
        if on:
            seconds, millis = divmod(self.clock.now_ms - since, 1000)
            lines.append(
                f"  time since enabled: {seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{millis:03d}"
            )
        who = "com.android.shell" if self.state.counters.get("bluetooth_shell") else "com.android.settings"
        word = " Enabled " if on else "Disabled"
        stamp = local_time(self.phone, since, "%m-%d %H:%M:%S")[:14]
        lines += ["", "Enable log:", f"  {stamp}  {word} due to APPLICATION_REQUEST by {who}", ""]
        lines += ["Bluetooth crashed 0 times", "", "0 BLE apps registered", ""]
        if on:
            connected = any(d.connected for d in bluetooth.bonded)
            lines += [
                "AdapterProperties",
                f"  Name: {bluetooth.name}",
                f"  Address: {bluetooth.address}",
                "  ScanMode: SCAN_MODE_CONNECTABLE",
                f"  ConnectionState: STATE_{'CONNECTED' if connected else 'DISCONNECTED'}",
                "  State: ON",
                "  MaxConnectedAudioDevices: 5",
                "  A2dpOffloadEnabled: false",
                "  Discovering: false",
                "  DiscoveryEndMs: 0",
                "  Bonded devices:",
                *(f"    {d.address} {_TRANSPORTS[d.transport]} {d.name}" for d in bluetooth.bonded),
                "",
                "AdapterState:",
                " total records=1",
                "curState=OnState",
                "",
                "Profile: A2dpService",
                *self._active_device(),
            ]
        else:
            lines.append("Bluetooth Service not connected")
        return "\n".join(lines) + "\n"

    def _active_device(self) -> list[str]:
        playing = [d for d in self.state.bluetooth.bonded if d.connected and d.kind in _AUDIO]
        return [f"  mActiveDevice: {playing[0].address if playing else 'null'}"]

    def command(self, call: Invocation) -> int:
        """`cmd bluetooth_manager enable|disable|wait-for-state:STATE`."""
        if self.api < 33:
            return self.no_command(call)
        name = call.argv[1] if len(call.argv) > 1 else ""
        if name in ("enable", "disable"):
            self.set_enabled(name == "enable", "com.android.shell")
            return 0
        if name.startswith("wait-for-state:"):
            wanted = name.partition(":")[2]
            if wanted not in ("STATE_ON", "STATE_OFF"):
                return shell_exception(
                    call, name, "java.lang.IllegalArgumentException", f"wait-for-state: Invalid state: [{wanted}]"
                )
            if (wanted == "STATE_ON") == self.state.bluetooth.enabled:
                return 0
            call.err.line(f"wait-for-state: Failed with status -1 after {duration(10_000)}")
            return 255
        return unknown_command(call, name, _HELP)
