"""WifiService: the switch, networks in reach and saved, joining by itself; `cmd wifi`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from simulator.services.printing import shell_exception, unknown_command
from simulator.services.service import Service
from simulator.services.wifi_dump import dump as dump_wifi
from simulator.services.wifi_dump import scan_lines, status_lines
from simulator.state import WifiNetwork

if TYPE_CHECKING:
    from simulator.shell.command import Invocation

_HELP = """Wi-Fi (wifi) commands:
  help or -h
    Print this help text.
  connect-network <ssid> open|owe|wpa2|wpa3 [<passphrase>] [-x] [-m] [-d] [-b <bssid>] [-r auto|none|persistent|non_persistent]
    Connect to a network with provided params and add to saved networks list
  forget-network <networkId>
    Remove the network mentioned by <networkId>
  list-networks
    Lists the saved networks
  list-scan-results
    Lists the latest scan results
  set-wifi-enabled enabled|disabled
    Enables/disables Wifi on this device.
  start-scan
    Start a new scan
  status
    Current wifi status
"""
_COMMANDS = frozenset(
    {
        "status",
        "set-wifi-enabled",
        "list-networks",
        "list-scan-results",
        "connect-network",
        "forget-network",
        "start-scan",
    }
)
_SECURITY: dict[str, str] = {"open": "open", "owe": "open", "wpa2": "wpa2-psk", "wpa3": "wpa3-sae"}
_TRACE = ("com.android.server.wifi.WifiShellCommand.onCommand(WifiShellCommand.java:228)",)


class WifiService(Service):
    """The Wi-Fi radio. A saved network in reach is joined by itself, the strongest first."""

    name = "wifi"

    def set_enabled(self, enabled: bool) -> None:
        """Throw the switch. In airplane mode it may be turned on again by hand, as on a real phone."""
        self.state.wifi.enabled = enabled
        number = "1" if enabled else "0"
        if enabled and self.state.airplane_mode:
            number = "2"
        self.phone.settings.mirror("global", "wifi_on", number)
        self.phone.log("WifiService", f"setWifiEnabled package=com.android.shell enable={enabled}")
        if enabled:
            self.auto_join()
        else:
            self.disconnect()
        self.phone.changed()

    def network(self, ssid: str) -> WifiNetwork | None:
        """The network in reach with that name, the strongest if there are several."""
        found = [n for n in self.state.wifi.visible if n.ssid == ssid]
        return max(found, key=lambda n: n.rssi, default=None)

    @property
    def current(self) -> WifiNetwork | None:
        """The network in use, or None."""
        wifi = self.state.wifi
        if not wifi.enabled or wifi.connected is None:
            return None
        return self.network(wifi.connected) or WifiNetwork(ssid=wifi.connected)

    def connect(self, ssid: str) -> bool:
        """Join a network in reach and save it; whether it worked."""
        wifi = self.state.wifi
        if not wifi.enabled or self.network(ssid) is None:
            return False
        if ssid not in wifi.saved:
            wifi.saved.append(ssid)
        wifi.connected = ssid
        self.phone.log("WifiNative", f"Connected to {ssid}")
        self.phone.changed()
        return True

    def disconnect(self) -> None:
        """Leave the network in use."""
        self.state.wifi.connected = None
        self.phone.changed()

    def set_visible(self, networks: Sequence[WifiNetwork]) -> None:
        """The networks in reach are these now: one that is gone is left, a saved one may be joined."""
        wifi = self.state.wifi
        wifi.visible = list(networks)
        if wifi.connected is not None and self.network(wifi.connected) is None:
            wifi.connected = None
        self.auto_join()
        self.phone.changed()

    def auto_join(self) -> bool:
        """Join the strongest saved network in reach if none is in use; whether one is in use then."""
        wifi = self.state.wifi
        if not wifi.enabled:
            return False
        if wifi.connected is None:
            known = [n for n in wifi.visible if n.ssid in wifi.saved]
            best = max(known, key=lambda n: n.rssi, default=None)
            if best is not None:
                wifi.connected = best.ssid
                self.phone.changed()
        return wifi.connected is not None

    def forget(self, ssid: str) -> None:
        """Forget a saved network, leaving it if it is in use."""
        wifi = self.state.wifi
        if ssid in wifi.saved:
            wifi.saved.remove(ssid)
        if wifi.connected == ssid:
            wifi.connected = None
            self.auto_join()
        self.phone.changed()

    # -- shell ---------------------------------------------------------------------------------------------

    def dump(self, args: list[str]) -> str:
        """`dumpsys wifi`."""
        return dump_wifi(self.phone)

    def command(self, call: Invocation) -> int:
        """`cmd wifi …` (WifiShellCommand.java): for root alone at 28-29, for Shell in part from 30."""
        name = call.argv[1] if len(call.argv) > 1 else ""
        args = call.argv[2:]
        if call.uid != 0 and self.api < 30:
            return shell_exception(
                call, name, "java.lang.SecurityException",
                f"Uid {call.uid} does not have access to wifi commands", _TRACE,
            )  # fmt: skip
        if name in ("", "help", "-h"):
            return unknown_command(call, name, _HELP)
        if name not in _COMMANDS:
            if call.uid != 0:
                return shell_exception(
                    call, name, "java.lang.SecurityException",
                    f"Uid {call.uid} does not have access to {name} wifi command (or such command doesn't exist)", _TRACE,
                )  # fmt: skip
            return unknown_command(call, name, _HELP)
        handlers: dict[str, Callable[[Invocation, list[str]], int]] = {
            "status": self._status,
            "set-wifi-enabled": self._switch,
            "list-networks": self._list,
            "list-scan-results": self._scan_results,
            "connect-network": self._connect,
            "forget-network": self._forget,
            "start-scan": lambda _call, _args: 0,
        }
        return handlers[name](call, args)

    def _status(self, call: Invocation, args: list[str]) -> int:
        call.out.text("\n".join(status_lines(self.phone)) + "\n")
        return 0

    def _switch(self, call: Invocation, args: list[str]) -> int:
        if not args or args[0] not in ("enabled", "disabled"):
            got = args[0] if args else "null"
            call.out.line(
                "Invalid args for set-wifi-enabled: java.lang.IllegalArgumentException: Expected 'enabled' or "
                f"'disabled' as next arg but got '{got}'"
            )
            return 255
        self.set_enabled(args[0] == "enabled")
        return 0

    def _list(self, call: Invocation, args: list[str]) -> int:
        saved = self.state.wifi.saved
        if not saved:
            call.out.line("No networks")
            return 0
        call.out.line("Network Id      SSID                         Security type")
        for number, ssid in enumerate(saved):
            network = self.network(ssid)
            call.out.line(f"{number:<12d} {ssid:<32s} {network.security if network else 'wpa2-psk':<4s}")
        return 0

    def _scan_results(self, call: Invocation, args: list[str]) -> int:
        call.out.text("\n".join(scan_lines(self.phone)) + "\n")
        return 0

    def _connect(self, call: Invocation, args: list[str]) -> int:
        if len(args) < 2 or args[1] not in _SECURITY:
            call.out.line(f"Unknown network type {args[1] if len(args) > 1 else 'null'}")
            return 255
        if args[1] in ("wpa2", "wpa3") and len(args) < 3:
            return shell_exception(
                call,
                "connect-network",
                "java.lang.IllegalArgumentException",
                f'Argument expected after "{args[1]}"',
                _TRACE,
            )
        call.out.line("Connection initiated ")
        network = self.network(args[0])
        if network is None or network.security != _SECURITY[args[1]]:
            if args[0] not in self.state.wifi.saved:
                self.state.wifi.saved.append(args[0])
            return 0
        self.connect(args[0])
        return 0

    def _forget(self, call: Invocation, args: list[str]) -> int:
        if not args or not args[0].isdecimal() or int(args[0]) >= len(self.state.wifi.saved):
            call.out.line("Forget failed")
            return 0
        self.forget(self.state.wifi.saved[int(args[0])])
        call.out.line("Forget successful")
        return 0
