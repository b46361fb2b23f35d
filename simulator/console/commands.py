"""What the console understands: geo, power, sms, gsm, network, sensor, rotate, avd, ping, kill."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Protocol

from simulator.console.gsm import gsm, network, sms
from simulator.console.words import Bad, number, sub_command
from simulator.control.hosted import HostedPhone
from simulator.control.snapshots import SnapshotStore
from simulator.snapshot import SnapshotError
from simulator.state import SENSORS

__all__ = ["COMMANDS", "Bad", "ConsoleHost"]


class ConsoleHost(Protocol):
    """What the console asks of the host."""

    snapshots: SnapshotStore

    def kill(self, phone: HostedPhone) -> None:
        """End a phone, and the simulator with its last one."""
        ...


Run = Callable[[ConsoleHost, HostedPhone, str], Iterable[str]]


def _geo(_host: ConsoleHost, hosted: HostedPhone, rest: str) -> list[str]:
    word, words = sub_command(rest, ("fix",))
    if word == "fix":
        if len(words) < 2:
            raise Bad("not enough arguments: see 'help geo fix' for details")
        longitude = number(words[0], -180, 180, "longitude")
        latitude = number(words[1], -90, 90, "latitude")
        hosted.phone.location.move(latitude, longitude)
    return []


_STATUS = {"unknown": 1, "charging": 2, "discharging": 3, "not-charging": 4, "full": 5}
_HEALTH = {"unknown": 1, "good": 2, "overheat": 3, "dead": 4, "overvoltage": 5, "failure": 6}
_STATUS_TEXT = {1: "Unknown", 2: "Charging", 3: "Discharging", 4: "Not charging", 5: "Full"}
_HEALTH_TEXT = {1: "Unknown", 2: "Good", 3: "Overheat", 4: "Dead", 5: "Over voltage", 6: "Unspecified failure"}


def _power(_host: ConsoleHost, hosted: HostedPhone, rest: str) -> list[str]:
    service, battery = hosted.phone.battery, hosted.phone.state.battery
    word, words = sub_command(rest, ("display", "ac", "status", "present", "health", "capacity"))
    value = words[0] if words else ""
    if word == "display":
        return [
            f"AC: {'online' if battery.ac else 'offline'}",
            f"status: {_STATUS_TEXT.get(battery.status, 'Unknown')}",
            f"health: {_HEALTH_TEXT.get(battery.health, 'Unknown')}",
            f"present: {'true' if battery.present else 'false'}",
            f"capacity: {battery.level}",
        ]
    if word == "ac" and value in ("on", "off"):
        if value == "on":
            service.plug("ac")
        else:
            service.unplug()
    elif word == "status" and value in _STATUS:
        battery.status = _STATUS[value]
    elif word == "health" and value in _HEALTH:
        battery.health = _HEALTH[value]
    elif word == "present" and value in ("true", "false"):
        battery.present = value == "true"
    elif word == "capacity" and value.isascii() and value.isdecimal() and int(value) <= 100:
        service.set_level(int(value))
    else:
        usage = {"ac": "on|off", "present": "true|false", "capacity": "<percentage>", "status": "|".join(_STATUS)}
        raise Bad(f'Usage: "{word} {usage.get(word, "|".join(_HEALTH))}"')
    hosted.phone.changed()
    return []


def _sensor(_host: ConsoleHost, hosted: HostedPhone, rest: str) -> list[str]:
    values = hosted.phone.state.emulator.sensors
    word, words = sub_command(rest, ("status", "get", "set"))
    if word == "status":
        return [f"{name}: enabled." for name in SENSORS]
    if not words:
        raise Bad(f'Usage: "{word} <sensorname>{" <value-a>[:<value-b>[:<value-c>]]" if word == "set" else ""}"')
    name = words[0]
    if name not in SENSORS:
        raise Bad(f"unknown sensor name: {name}, run 'sensor status' to get available sensors.")
    if word == "get":
        return [f"{name} = {':'.join(f'{value:g}' for value in values.get(name, SENSORS[name]))}"]
    given = words[1].split(":") if len(words) > 1 else []
    if not given or len(given) > len(SENSORS[name]):
        raise Bad(f'Usage: "set {name} <value-a>[:<value-b>[:<value-c>]]"')
    new = [number(text, -math.inf, math.inf, "value") for text in given]
    values[name] = [*new, *values.get(name, SENSORS[name])[len(new) :]]
    hosted.phone.changed()
    return []


def _rotate(_host: ConsoleHost, hosted: HostedPhone, _rest: str) -> list[str]:
    display = hosted.phone.display
    display.rotate((hosted.phone.state.display.rotation + 1) % 4)
    return []


def _avd(host: ConsoleHost, hosted: HostedPhone, rest: str) -> list[str]:
    phone = hosted.phone
    word, words = sub_command(rest, ("name", "status", "stop", "start", "snapshot"))
    if word == "name":
        return [f"{phone.state.device.model.replace(' ', '_')}_API_{phone.state.device.api_level}"]
    if word == "status":
        return [f"virtual device is {'running' if phone.clock.running else 'stopped'}"]
    if word == "start":
        phone.clock.run()
        return []
    if word == "stop":
        hosted.tick()
        phone.clock.freeze()
        return []
    return _snapshot(host, hosted, words)


def _snapshot(host: ConsoleHost, hosted: HostedPhone, words: list[str]) -> list[str]:
    word, words = sub_command(" ".join(words), ("list", "save", "load", "del", "delete"))
    store = host.snapshots
    if word == "list":
        names = store.names()
        if not names:
            return ["There is no snapshot available."]
        return ["List of snapshots present on all disks:", *(f"{at}  {name}" for at, name in enumerate(names, 1))]
    if not words or "/" in words[0]:
        raise Bad(f"argument missing, try 'avd snapshot {word} <name>'")
    try:
        if word == "save":
            store.save(words[0], hosted.take())
        elif word == "load":
            hosted.restore(store.load(words[0]))
        else:
            store.delete(words[0])
    except (SnapshotError, OSError) as error:
        raise Bad(str(error)) from error
    return []


def _kill(host: ConsoleHost, hosted: HostedPhone, _rest: str) -> list[str]:
    host.kill(hosted)
    return []


def _help(_host: ConsoleHost, _hosted: HostedPhone, _rest: str) -> list[str]:
    return ["Android console commands:", *(f"    {name}" for name in sorted(COMMANDS)), "    auth", "    quit|exit"]


def _ping(_host: ConsoleHost, _hosted: HostedPhone, _rest: str) -> list[str]:
    return ["I am alive!"]


COMMANDS: dict[str, Run] = {
    "avd": _avd,
    "geo": _geo,
    "gsm": lambda _host, hosted, rest: gsm(hosted.phone, rest),
    "help": _help,
    "kill": _kill,
    "network": lambda _host, hosted, rest: network(hosted.phone, rest),
    "ping": _ping,
    "power": _power,
    "rotate": _rotate,
    "sensor": _sensor,
    "sms": lambda _host, hosted, rest: sms(hosted.phone, rest),
}
