"""LocationManagerService: the switch, fixes; `cmd location` (from Android 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulator.services.printing import double, duration, java, local_time, shell_exception, unknown_command
from simulator.services.service import Service

if TYPE_CHECKING:
    from simulator.shell.command import Invocation

_HELP = """Location service commands:
  help or -h
    Print this help text.
  is-location-enabled [--user <USER_ID>]
    Gets the master location switch enabled state. If no user is specified,
    the current user is assumed.
  set-location-enabled true|false [--user <USER_ID>]
    Sets the master location switch enabled state. If no user is specified,
    the current user is assumed.
  providers
    The providers command is followed by a subcommand, as listed below:

    add-test-provider <PROVIDER> [--requiresNetwork] [--requiresSatellite] ...
      Add the given test provider. Requires MOCK_LOCATION permissions which
      can be enabled by running "adb shell appops set <uid>
      android:mock_location allow".
    remove-test-provider <PROVIDER>
      Remove the given test provider.
    set-test-provider-enabled <PROVIDER> true|false
      Sets the given test provider enabled state.
    set-test-provider-location <PROVIDER> --location <LATITUDE>,<LONGITUDE> [--accuracy <ACCURACY>] [--time <TIME>]
      Sets location for given test provider.
    send-extra-command <PROVIDER> <COMMAND>
      Sends the given extra command to the given provider.
"""
_PROPERTIES = {
    "passive": "ProviderProperties[powerUsage=Low, accuracy=Fine]",
    "network": "ProviderProperties[powerUsage=Medium, accuracy=Fine, requires=network, supports=[altitude]]",
    "fused": "ProviderProperties[powerUsage=Low, accuracy=Fine, supports=[bearing,speed,altitude]]",
    "gps": "ProviderProperties[powerUsage=High, accuracy=Fine, requires=satellite, supports=[bearing,speed,altitude]]",
}
_IDENTITIES = {
    "passive": "1000/android[LocationService]",
    "network": "10144/com.google.android.gms[network_location_provider]",
    "fused": "10144/com.google.android.gms[fused_location_provider]",
    "gps": "1000/android[GnssService]",
}


class LocationService(Service):
    """Where the phone is. With location off no fix is kept and none is given."""

    name = "location"

    def ready(self) -> None:
        """Follow `location_mode`, in which the switch is kept."""
        self.phone.settings.observe("secure", "location_mode", self._mode_written)

    def _mode_written(self, value: str | None) -> None:
        self._switch(value not in (None, "0"))

    def set_enabled(self, enabled: bool) -> None:
        """Throw the location switch."""
        self.phone.settings.mirror("secure", "location_mode", "3" if enabled else "0")
        self._switch(enabled)

    def _switch(self, enabled: bool) -> None:
        location = self.state.location
        if location.enabled == enabled:
            return
        location.enabled = enabled
        location.fix_ms = self.clock.now_ms if enabled else 0
        self.phone.log("LocationManagerService", f"[u0] location enabled = {java(enabled)}", "D")
        self.phone.changed()

    def move(self, lat: float, lon: float, place: str = "", accuracy: float = 12.0) -> None:
        """The phone is at a new place (degrees, metres); a fix follows if location is on."""
        if not -90 <= lat <= 90 or not -180 <= lon <= 180:
            raise ValueError(f"no such place: latitude {lat}, longitude {lon}")
        location = self.state.location
        location.latitude, location.longitude, location.accuracy_m = lat, lon, accuracy
        if place:
            location.place = place
        if location.enabled:
            location.fix_ms = self.clock.now_ms
        self.phone.changed()

    def _fix(self, provider: str) -> str:
        """Location.toString of a provider's last fix; `null` without one."""
        location = self.state.location
        if not location.enabled:
            return "null"
        accuracy = {"gps": location.accuracy_m / 2, "network": location.accuracy_m * 2}.get(
            provider, location.accuracy_m
        )
        own = "fused" if provider == "passive" else provider
        at = (location.fix_ms or self.clock.now_ms) - self.clock.boot_ms
        age = duration(at - {"fused": 0, "passive": 0, "gps": 1_000, "network": 2_000}[provider])
        if self.api >= 31:
            return (
                f"Location[{own} {location.latitude:.6f},{location.longitude:.6f} hAcc={double(accuracy)} et={age} "
                f"alt=43.5 vAcc=10.0]"
            )
        where = f"{location.latitude:.6f},{location.longitude:.6f}"
        return f"Location[{own} {where} hAcc={accuracy:.0f} et={age} alt=43.5 vAcc=10]"

    def dump(self, args: list[str]) -> str:
        """`dumpsys location` (LocationManagerService.dump, LocationProviderManager.dump)."""
        return self._dump_31() if self.api >= 31 else self._dump_old()

    def _dump_31(self) -> str:
        enabled = java(self.state.location.enabled)
        lines = [
            "Location Manager State:",
            "  User Info:",
            "    current users: u[0]",
            "  Location Settings:",
            f"    Location Setting: {enabled}",
            "    Location Allow/Deny Packages:",
            "    Throttling Allow Packages:",
            "      com.google.android.gms",
            "  Location Providers:",
        ]
        for provider in ("passive", "network", "fused", "gps"):
            lines += [
                f"    {provider} provider:",
                "      service: ProviderRequest[OFF]",
                f"      last location={self._fix(provider)}",
                f"      enabled={enabled}",
                "      allowed=true",
                f"      identity={_IDENTITIES[provider]}",
                f"      properties={_PROPERTIES[provider]}",
            ]
        lines += ["  Historical Aggregate Location Provider Data:", "  Event Log:"]
        return "\n".join(lines) + "\n"

    def _dump_old(self) -> str:
        enabled = self.state.location.enabled
        names = ("passive", "network", "fused", "gps")
        now = self.clock.now_ms
        lines = ["Current Location Manager state:"]
        if self.api >= 30:
            lines += ["  User Info:", "    current users: u[0]", "  Location Settings:"]
            lines += [f"    Location Setting: {java(enabled)}", "  Location Providers:"]
            for name in names:
                lines += [
                    f"    {name} provider:",
                    f"      last location={self._fix(name)}",
                    f"      last coarse location={self._fix(name)}",
                    f"      enabled={java(enabled)}",
                ]
            lines += ["  Historical Records by Provider:", "  GNSS:"]
            return "\n".join(lines) + "\n"
        elapsed = duration(self.clock.elapsed_ms)
        lines.append(f"  Current System Time: {local_time(self.phone, now)}, Current Elapsed Time: {elapsed}")
        if self.api >= 29:
            lines.append(f"  Location mode: {java(enabled)}")
        fixes = [f"    {name}: {self._fix(name)}" for name in names] if enabled else []
        lines += ["  Location Listeners:", "  Active Records by Provider:", "  Historical Records by Provider:"]
        lines += ["  Last Known Locations:", *fixes, "  Last Known Locations Coarse Intervals:", *fixes]
        if self.api < 29:
            lines += ["  Enabled Providers:", *(f"    {name}" for name in names if enabled or name == "passive")]
            if not enabled:
                lines += ["  Disabled Providers:", *(f"    {name}" for name in names if name != "passive")]
        else:
            lines.append("  Location Providers:")
            for name in names:
                on = java(enabled or name == "passive")
                lines += [f"    {name} provider:", f"      useable={on}", f"      enabled={on}"]
            lines.append("  Background Throttling Whitelisted Packages:")
        return "\n".join(lines) + "\n"

    def command(self, call: Invocation) -> int:
        """`cmd location …` (LocationShellCommand.java)."""
        if self.api < 30:
            return self.no_command(call)
        words = call.argv[1:]
        if not words or words[0] in ("help", "-h"):
            return unknown_command(call, words[0] if words else "", _HELP)
        name, args = words[0], _without_user(words[1:])
        if name == "is-location-enabled" and self.api >= 31:
            call.out.line(java(self.state.location.enabled))
            return 0
        if name == "set-location-enabled":
            if not args:
                return shell_exception(
                    call, name, "java.lang.IllegalArgumentException", f'Argument expected after "{name}"'
                )
            self.set_enabled(args[0].lower() == "true")
            return 0
        if name == "providers" and args:
            return self._provider(call, args)
        return unknown_command(call, name, _HELP)

    def _provider(self, call: Invocation, args: list[str]) -> int:
        """Test providers: Shell needs the mock_location app-op, then its location is where the phone says it is."""
        shell = self.state.packages.get("com.android.shell")
        allowed = (
            shell is not None
            and shell.appops.get("android:mock_location", shell.appops.get("MOCK_LOCATION")) == "allow"
        )
        if args[0] == "send-extra-command":
            return 0
        if args[0] not in (
            "add-test-provider",
            "remove-test-provider",
            "set-test-provider-enabled",
            "set-test-provider-location",
        ):
            return unknown_command(call, args[0], _HELP)
        if not allowed and call.uid != 0:
            return shell_exception(
                call,
                "providers",
                "java.lang.SecurityException",
                "com.android.shell from uid 2000 not allowed to perform MOCK_LOCATION",
            )
        if len(args) < 2:
            message = f'Argument expected after "{args[0]}"'
            return shell_exception(call, "providers", "java.lang.IllegalArgumentException", message)
        key = f"test_provider_{args[1]}"
        if args[0] == "add-test-provider":
            self.state.counters[key] = 1
            return 0
        if key not in self.state.counters:
            message = f"{args[1]} provider is not a test provider"
            return shell_exception(call, "providers", "java.lang.IllegalArgumentException", message)
        if args[0] == "remove-test-provider":
            del self.state.counters[key]
        elif args[0] == "set-test-provider-enabled":
            self.state.counters[key] = 1 if args[2:3] == ["true"] else 2
        elif self.state.counters[key] == 1:
            return self._mock(call, args)
        return 0

    def _mock(self, call: Invocation, args: list[str]) -> int:
        words = dict(zip(args[2::2], args[3::2], strict=False))
        try:
            lat, lon = (float(part) for part in words["--location"].split(","))
            accuracy = float(words.get("--accuracy", "100"))
            self.move(lat, lon, accuracy=accuracy)
        except (KeyError, ValueError) as error:
            return shell_exception(call, "providers", "java.lang.IllegalArgumentException", f"bad location: {error}")
        return 0


def _without_user(words: list[str]) -> list[str]:
    out = list(words)
    while "--user" in out:
        at = out.index("--user")
        del out[at : at + 2]
    return out
