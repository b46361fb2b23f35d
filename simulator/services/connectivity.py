"""ConnectivityService: the default network, airplane mode; `cmd connectivity`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from simulator.services.connectivity_dump import capabilities as capability_text
from simulator.services.connectivity_dump import dump as dump_connectivity
from simulator.services.printing import unknown_command
from simulator.services.service import Service

if TYPE_CHECKING:
    from simulator.shell.command import Invocation

Transport = Literal["wifi", "cellular"]
_HELP = """Connectivity service commands:
  help
    Print this help text.
  airplane-mode [enable|disable]
    Turn airplane mode on or off.
  airplane-mode
    Get airplane mode.
"""


class ConnectivityService(Service):
    """Wi-Fi is the default network where it reaches the internet, else mobile data."""

    name = "connectivity"

    def networks(self) -> list[Transport]:
        """The networks that are up: Wi-Fi when joined; mobile data when it is on and Wi-Fi does not serve."""
        up: list[Transport] = []
        wifi = self.phone.wifi.current
        if wifi is not None:
            up.append("wifi")
        if self.state.telephony.data_enabled and self.phone.telephony.on_air and (wifi is None or not wifi.internet):
            up.append("cellular")
        return up

    def default_transport(self) -> Transport | None:
        """What carries the default network, or None without one."""
        up = self.networks()
        if "wifi" in up and (self.validated("wifi") or "cellular" not in up):
            return "wifi"
        return "cellular" if "cellular" in up else None

    def validated(self, transport: Transport) -> bool:
        """Whether a network was found to reach the internet."""
        if transport == "wifi":
            wifi = self.phone.wifi.current
            return wifi is not None and wifi.internet
        return "cellular" in self.networks()

    def has_internet(self) -> bool:
        """Whether apps reach the internet now."""
        transport = self.default_transport()
        return transport is not None and self.validated(transport)

    def capabilities(self, transport: Transport) -> str:
        """NetworkCapabilities.toString of a network that is up."""
        return capability_text(self.phone, transport)

    def set_airplane(self, enabled: bool) -> None:
        """Airplane mode on: all radios off, remembering which were on; off: those come back."""
        state = self.state
        if state.airplane_mode == enabled:
            return
        settings = self.phone.settings
        if enabled:
            state.counters["airplane_wifi"] = int(state.wifi.enabled)
            state.counters["airplane_bluetooth"] = int(state.bluetooth.enabled)
        state.airplane_mode = enabled
        settings.mirror("global", "airplane_mode_on", "1" if enabled else "0")
        if enabled:
            had_wifi, had_bluetooth = state.wifi.enabled, state.bluetooth.enabled
            self.phone.wifi.set_enabled(False)
            self.phone.bluetooth.set_enabled(False)
            # 3: Wi-Fi was on and is off for airplane mode (WifiSettingsStore); 2: Bluetooth likewise
            settings.mirror("global", "wifi_on", "3" if had_wifi else "0")
            settings.mirror("global", "bluetooth_on", "2" if had_bluetooth else "0")
        else:
            if state.counters.pop("airplane_wifi", 0):
                self.phone.wifi.set_enabled(True)
            if state.counters.pop("airplane_bluetooth", 0):
                self.phone.bluetooth.set_enabled(True)
            for key, is_on in (("wifi_on", state.wifi.enabled), ("bluetooth_on", state.bluetooth.enabled)):
                settings.mirror("global", key, "1" if is_on else "0")
        self.phone.telephony.radio_changed()
        self.phone.log("ConnectivityService", f"setAirplaneMode: {enabled}")
        self.phone.changed()

    def dump(self, args: list[str]) -> str:
        """`dumpsys connectivity`."""
        return dump_connectivity(self.phone)

    def command(self, call: Invocation) -> int:
        """`cmd connectivity airplane-mode [enable|disable]` (ConnectivityService.ShellCmd)."""
        words = call.argv[1:]
        if not words or words[0] != "airplane-mode":
            return unknown_command(call, words[0] if words else "", _HELP)
        if len(words) == 1:
            call.out.line("enabled" if self.phone.settings.get("global", "airplane_mode_on") == "1" else "disabled")
        elif words[1] in ("enable", "disable"):
            self.set_airplane(words[1] == "enable")
        else:
            call.out.text(_HELP)
            return 255
        return 0
