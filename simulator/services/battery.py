"""BatteryService: level, charger, `dumpsys battery [set|unplug|reset]`."""

from __future__ import annotations

from typing import Literal

from simulator.services.formats import flag
from simulator.services.service import Service
from simulator.shell.command import Invocation
from simulator.state import Battery

CHARGING, DISCHARGING, NOT_CHARGING, FULL = 2, 3, 4, 5
LOW_PERCENT, CRITICAL_PERCENT = 15, 5
_LOW_NOTICES = (20, LOW_PERCENT, CRITICAL_PERCENT)
_SETTABLE = (
    "present", "ac", "usb", "wireless", "dock", "status", "level", "counter", "temp", "invalid", "suspend_input",
)  # fmt: skip


class BatteryService(Service):
    """BatteryService: level, charger, `dumpsys battery [set|unplug|reset]`."""

    name = "battery"

    @property
    def powered(self) -> bool:
        """Whether a charger is connected."""
        battery = self.state.battery
        return battery.ac or battery.usb or battery.wireless or battery.dock

    @property
    def plug_type(self) -> int:
        """BatteryManager's number of the charger: 0 none, 1 AC, 2 USB, 4 wireless, 8 dock."""
        battery = self.state.battery
        return 1 if battery.ac else 2 if battery.usb else 4 if battery.wireless else 8 if battery.dock else 0

    def set_level(self, percent: int) -> None:
        """Set the charge in percent. Falling below 20, 15 or 5 % while unplugged brings the low-battery notice."""
        if not 0 <= percent <= 100:
            raise ValueError(f"battery level must be 0 to 100, not {percent}")
        self._measured(level=percent)

    def plug(self, kind: Literal["ac", "usb", "wireless"]) -> None:
        """Connect a charger (replacing another)."""
        if kind not in ("ac", "usb", "wireless"):
            raise ValueError(f"no charger is called {kind!r}: use ac, usb or wireless")
        self._measured(**{name: name == kind for name in ("ac", "usb", "wireless")}, dock=False)

    def unplug(self) -> None:
        """Take the charger away."""
        self._measured(ac=False, usb=False, wireless=False, dock=False)

    def _measured(self, **values: object) -> None:
        """Take new measurements; while `dumpsys battery set` holds, they wait for the reset."""
        battery = self.state.battery
        if battery.overridden:
            battery.real = _with_status(self._hardware().model_copy(update=values)).model_dump()
            return
        self._apply(_with_status(battery.model_copy(update=values)))

    def _apply(self, new: Battery) -> None:
        old = self.state.battery
        was_powered = self.powered
        self.state.battery = new
        if was_powered != self.powered:
            self.phone.power.power_source_changed(self.powered)
        if not self.powered and any(new.level <= step < old.level for step in _LOW_NOTICES):
            self.phone.log("BatteryService", f"battery low: {new.level}", "W")
            self._tell("battery_low")
        elif (self.powered and not was_powered) or new.level > _LOW_NOTICES[0] >= old.level:
            self._tell("battery_okay")
        self.phone.changed()

    def _tell(self, what: str) -> None:
        """Let the system UI post its warning, or take it back (PowerUI does when a charger comes or the level is well)."""
        if "com.android.systemui" in self.phone.apps:
            self.phone.app("com.android.systemui").on_event(what, {})

    def dump(self, args: list[str]) -> str:
        """`dumpsys battery` (BatteryService.dumpInternal); `set`, `unplug` and `reset` print nothing."""
        if args and args[0] not in ("-a", "--proto"):
            return self._shell(args)
        battery = self.state.battery
        lines = ["Current Battery Service state:"]
        if battery.overridden:
            lines.append("  (UPDATES STOPPED -- use 'reset' to restart)")
        lines += [
            f"  AC powered: {flag(battery.ac)}",
            f"  USB powered: {flag(battery.usb)}",
            f"  Wireless powered: {flag(battery.wireless)}",
        ]
        if self.api >= 33:
            lines.append(f"  Dock powered: {flag(battery.dock)}")
        current = 0 if not self.powered else 500_000 if battery.usb else 3_000_000
        sent = "was sent via battery changed broadcast: +1m12s340ms"
        lines.append(f"  Max charging current: {current}")
        if self.api >= 36:
            lines.append(f" Time when the latest updated value of the Max charging current {sent}")
        lines += [
            f"  Max charging voltage: {5_000_000 if self.powered else 0}",
            f"  Charge counter: {battery.level * 45_000}",
            f"  status: {battery.status}",
            f"  health: {battery.health}",
            f"  present: {flag(battery.present)}",
            f"  level: {battery.level}",
            "  scale: 100",
            f"  voltage: {battery.voltage}",
        ]
        if self.api >= 36:
            lines.append(f" Time when the latest updated value of the voltage {sent}")
            lines.append(f" The last voltage value sent via the battery changed broadcast: {battery.voltage}")
        lines += [f"  temperature: {battery.temperature}", f"  technology: {battery.technology}"]
        if self.api >= 34:
            lines += ["  Charging state: 0", "  Charging policy: 0"]
        if self.api >= 35:
            lines.append("  Capacity level: -1")
        return "\n".join(lines) + "\n"

    def command(self, call: Invocation) -> int:
        """`cmd battery set|get|unplug|reset`."""
        if not call.args or call.args[0] not in ("set", "get", "unplug", "reset"):
            call.out.text(_default(call.args[0] if call.args else ""))
            return 255
        call.out.text(self._shell(call.args))
        return 0

    def _shell(self, args: list[str]) -> str:
        words = [word for word in args if word != "-f"]
        if words[0] == "reset":
            self.reset()
            return ""
        if words[0] == "unplug":
            self._override(ac=False, usb=False, wireless=False, dock=False)
            return ""
        if words[0] == "get":
            return self._get(words[1:])
        if words[0] != "set":
            return _default(words[0])
        if len(words) < 2:
            return "No property specified\n"
        if len(words) < 3:
            return "No value specified\n"
        return self._set(words[1], words[2])

    def _get(self, words: list[str]) -> str:
        battery = self.state.battery
        values: dict[str, object] = {
            "present": battery.present, "ac": battery.ac, "usb": battery.usb, "wireless": battery.wireless,
            "dock": battery.dock, "status": battery.status, "level": battery.level, "temp": battery.temperature,
            "counter": battery.level * 45_000,
        }  # fmt: skip
        if not words:
            return "No property specified\n"
        if words[0] not in values:
            return f"Unknown get option: {words[0]}\n"
        value = values[words[0]]
        return f"{flag(value) if isinstance(value, bool) else value}\n"

    def _set(self, key: str, text: str) -> str:
        if key not in _SETTABLE:
            return f"Unknown set option: {key}\n"
        try:
            value = int(text)
        except ValueError:
            return f"Bad value: {text}\n"
        if key in ("present", "ac", "usb", "wireless", "dock"):
            self._override(**{key: value != 0})
        elif key == "status":
            self._override(status=value)
        elif key == "level":
            self._override(level=max(0, min(100, value)))
        elif key == "temp":
            self._override(temperature=value)
        return ""

    def _override(self, **values: object) -> None:
        battery = self.state.battery
        real = battery.real if battery.overridden else battery.model_dump()
        self._apply(battery.model_copy(update={**values, "overridden": True, "real": real}))

    def _hardware(self) -> Battery:
        """What the hardware says, whatever a shell has set."""
        real = self.state.battery.real
        return Battery.model_validate(real) if real is not None else _with_status(self.state.battery)

    def reset(self) -> None:
        """End what `set` and `unplug` of a shell began: the hardware's values count again."""
        if self.state.battery.overridden:
            self._apply(self._hardware().model_copy(update={"overridden": False, "real": None}))


def _with_status(battery: Battery) -> Battery:
    powered = battery.ac or battery.usb or battery.wireless or battery.dock
    status = (FULL if battery.level == 100 else CHARGING) if powered else DISCHARGING
    voltage = 3500 + battery.level * 7 + (60 if powered else 0)
    return battery.model_copy(update={"status": status, "voltage": voltage})


def _default(word: str) -> str:
    """BasicShellCommandHandler.handleDefaultCommands: the help is for who asks for it."""
    return f"{_HELP}\n" if word in ("", "help", "-h") else f"Unknown command: {word}\n"


_HELP = """Battery service (battery) commands:
  help
    Print this help text.
  get [-f] [ac|usb|wireless|dock|status|level|temp|present|counter|invalid]
  set [-f] [ac|usb|wireless|dock|status|level|temp|present|counter|invalid] <value>
    Force a battery property value, freezing battery state.
    -f: force a battery change broadcast be sent, prints new sequence.
  unplug [-f]
    Force battery unplugged, freezing battery state.
    -f: force a battery change broadcast be sent, prints new sequence.
  reset [-f]
    Unfreeze battery state, returning to current hardware values.
    -f: force a battery change broadcast be sent, prints new sequence."""
