"""`svc` (cmds/svc): wifi, data, bluetooth, nfc, usb, power, as far as each release has them and lets Shell."""

from __future__ import annotations

from collections.abc import Callable

from simulator.services.shell_guard import refused
from simulator.shell.command import Invocation, command

_NAMES = {
    "power": "Control the power manager",
    "data": "Control mobile data connectivity",
    "wifi": "Control the Wi-Fi manager",
    "usb": "Control Usb state",
    "nfc": "Control NFC functions",
    "bluetooth": "Control Bluetooth service",
    "system-server": "System server process related command",
}
_CMD_BLUETOOTH = 33  # from it on, `svc bluetooth` runs `cmd bluetooth_manager`


def _usage(call: Invocation) -> int:
    call.err.line("Available commands:")
    call.err.line("    help     Show information about the subcommands")
    for name, what in _NAMES.items():
        call.err.line(f"    {name:<8} {what}")
    return 0


def _on_off(call: Invocation, name: str, act: Callable[[bool], object]) -> int:
    word = call.args[1] if len(call.args) > 1 else ""
    if word not in ("enable", "disable"):
        call.err.line(f"Control the {name} manager")
        call.err.line("")
        call.err.line(f"usage: svc {name} [enable|disable]")
        call.err.line(f"         Turn {name} on or off.")
        return 0
    act(word == "enable")
    return 0


def _bluetooth(call: Invocation) -> int:
    api = call.phone.state.device.api_level
    if api >= _CMD_BLUETOOTH and call.args[1:2] not in (["enable"], ["disable"]):
        return call.phone.bluetooth.command(
            Invocation(
                ["bluetooth_manager", *call.args[1:]], call.phone, call.shell, call.out, call.err, call.stdin, call.uid
            )
        )
    return _on_off(call, "bluetooth", lambda on: call.phone.bluetooth.set_enabled(on, "com.android.shell"))


def _nfc(call: Invocation) -> int:
    counters = call.phone.state.counters

    def switch(on: bool) -> None:
        counters["nfc_off"] = int(not on)
        call.phone.changed()

    return _on_off(call, "nfc", switch)


def _power(call: Invocation) -> int:
    phone, words = call.phone, call.args[1:]
    if words[:1] == ["stayon"] and len(words) > 1:
        values = {
            "true": 15 if phone.state.device.api_level >= 33 else 7,
            "false": 0,
            "usb": 2,
            "ac": 1,
            "wireless": 4,
            "dock": 8,
        }
        if words[1] in values:
            phone.state.power.stay_on_while_plugged = values[words[1]]
            phone.settings.put("global", "stay_on_while_plugged_in", str(values[words[1]]))
            return 0
    if words[:1] in (["reboot"], ["shutdown"]):
        phone.log("PowerManagerService", f"{words[0]} requested by shell", "W")
        phone.reboot()
        return 0
    if words[:1] == ["forcesuspend"]:
        phone.power.sleep()
        return 0
    call.err.line("Control the power manager\n")
    call.err.line("usage: svc power stayon [true|false|usb|ac|wireless|dock]")
    call.err.line("         Set the 'keep awake while plugged in' setting.")
    call.err.line("       svc power reboot [reason]")
    call.err.line("         Perform a runtime shutdown and reboot device with specified reason.")
    call.err.line("       svc power shutdown")
    call.err.line("         Perform a runtime shutdown and power off the device.")
    call.err.line("       svc power forcesuspend [t]")
    call.err.line("         Force the system into suspend, ignoring all wakelocks, for t ms.")
    return 0


def _usb(call: Invocation) -> int:
    words = call.args[1:]
    if words[:1] == ["setFunctions"]:
        functions = words[1] if len(words) > 1 else ""
        call.phone.state.properties["sys.usb.state"] = f"{functions},adb" if functions else "adb"
        call.phone.state.properties["sys.usb.config"] = call.phone.state.properties["sys.usb.state"]
        return 0
    if words[:1] == ["getFunctions"]:
        state = call.phone.properties.get("sys.usb.state")
        call.err.line(",".join(part for part in state.split(",") if part != "adb"))
        return 0
    call.err.line("Control Usb state\n")
    call.err.line("usage: svc usb setFunctions [function]")
    call.err.line("         Set the current usb function. If function is blank, sets to charging.")
    call.err.line("       svc usb getFunctions")
    call.err.line("          Gets the list of currently enabled functions")
    return 0


@command("svc")
def svc(call: Invocation) -> int:
    """`svc wifi|data|bluetooth|nfc|usb|power …`; exit code 0 whatever happens, as on the phone, but for refusals."""
    phone = call.phone
    name = call.args[0] if call.args else ""
    denied = refused(call)
    if denied is not None:
        return denied
    if name == "wifi":
        return _on_off(call, "wifi", phone.wifi.set_enabled)
    if name == "data":
        return _on_off(call, "data", phone.telephony.set_data_enabled)
    handlers = {"bluetooth": _bluetooth, "nfc": _nfc, "power": _power, "usb": _usb}
    handler = handlers.get(name)
    return handler(call) if handler is not None else _usage(call)
