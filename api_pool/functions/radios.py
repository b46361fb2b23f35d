"""Device care: radios and power: Wi-Fi, Bluetooth, mobile data, airplane mode, location, battery saver."""

from __future__ import annotations

from api_pool.function import Function, boolean, params
from api_pool.session import Session
from api_pool.settings_screens import settings_switch
from api_pool.toggle import toggle
from device import CommandFailed, Unsupported
from device.capture.battery import parse_battery
from device.capture.bluetooth import parse_bluetooth
from device.capture.location import parse_location
from device.capture.power import parse_power
from device.capture.telephony import parse_telephony
from device.capture.wifi import parse_wifi

_ENABLED = params({"enabled": boolean("true to switch on, false to switch off")})
SCENARIO = "device_care"


def _wifi(session: Session) -> bool | None:
    return parse_wifi(session.read("dumpsys wifi")).enabled


def _set_wifi(session: Session, enabled: bool) -> None:
    if not enabled:
        _keep_road(session, "Wi-Fi off")
    if session.api >= 30:
        session.say(["cmd", "wifi", "set-wifi-enabled", "enabled" if enabled else "disabled"])
    else:
        session.say(["svc", "wifi", "enable" if enabled else "disable"])


def _keep_road(session: Session, what: str) -> None:
    """Refuse what would cut the road to the phone itself."""
    if session.device.over_network:
        raise Unsupported(f"{what} would cut this phone off: it is reached over its own network", mend="use USB")


def _bluetooth(session: Session) -> bool | None:
    return parse_bluetooth(session.read("dumpsys bluetooth_manager")).enabled


def _set_bluetooth(session: Session, enabled: bool) -> None:
    verb = "enable" if enabled else "disable"
    if session.api >= 33:
        session.say(["cmd", "bluetooth_manager", verb])
    elif session.api >= 31:
        session.say(["svc", "bluetooth", verb])
    else:  # Shell lacks BLUETOOTH_ADMIN before Android 12: the page's own switch
        settings_switch(session, "android.settings.BLUETOOTH_SETTINGS", enabled, "Bluetooth")


def _mobile_data(session: Session) -> bool | None:
    text = session.device.line("settings get global mobile_data").text.strip()
    return {"1": True, "0": False}.get(text)


def _set_mobile_data(session: Session, enabled: bool) -> None:
    verb = "enable" if enabled else "disable"
    if not enabled and session.device.over_network and _wifi(session) is not True:
        _keep_road(session, "mobile data off")
    session.say(["cmd", "phone", "data", verb] if session.api >= 30 else ["svc", "data", verb])


def _airplane(session: Session) -> bool | None:
    """Telephony is the witness: in airplane mode the radio's power is off."""
    state = parse_telephony(session.read("dumpsys telephony.registry")).service_state
    return None if state is None else state == "power_off"


def _set_airplane(session: Session, enabled: bool) -> None:
    if enabled:
        _keep_road(session, "airplane mode")
    session.say(["cmd", "connectivity", "airplane-mode", "enable" if enabled else "disable"])


def _location(session: Session) -> bool | None:
    read = parse_location(session.read("dumpsys location"))
    if read.enabled is not None:
        return read.enabled
    known = [on for name, on in read.providers.items() if name in ("gps", "network")]
    return any(known) if known else None


def _set_location(session: Session, enabled: bool) -> None:
    if session.api >= 30:
        session.say(["cmd", "location", "set-location-enabled", "true" if enabled else "false"])
    else:
        session.say(["settings", "put", "secure", "location_mode", "3" if enabled else "0"])


def _saver(session: Session) -> bool | None:
    return parse_power(session.read("dumpsys power")).battery_saver


def _set_saver(session: Session, enabled: bool) -> None:
    battery = parse_battery(session.read("dumpsys battery"))
    if enabled and battery.plugged not in (None, "none"):
        raise CommandFailed("Android drops battery saver while the phone charges", mend="unplug it first")
    session.say(["cmd", "power", "set-mode", "1" if enabled else "0"])


FUNCTIONS = [
    Function("set_wifi", SCENARIO, "Switch Wi-Fi on or off.", _ENABLED, "reversible", "undoable",
             toggle(_wifi, _set_wifi, "dumpsys wifi")),
    Function("set_bluetooth", SCENARIO, "Switch Bluetooth on or off.", _ENABLED, "reversible", "undoable",
             toggle(_bluetooth, _set_bluetooth, "dumpsys bluetooth_manager")),
    Function("set_mobile_data", SCENARIO, "Switch mobile data on or off.", _ENABLED, "reversible", "undoable",
             toggle(_mobile_data, _set_mobile_data, "telephony's flag")),
    Function("set_airplane_mode", SCENARIO, "Switch airplane mode on or off.", _ENABLED, "reversible", "undoable",
             toggle(_airplane, _set_airplane, "telephony's radio power")),
    Function("set_battery_saver", SCENARIO, "Switch battery saver on or off.", _ENABLED, "reversible", "undoable",
             toggle(_saver, _set_saver, "the battery saver state machine")),
    Function("set_location_services", SCENARIO, "Switch location services on or off.", _ENABLED, "reversible", "undoable",
             toggle(_location, _set_location, "dumpsys location")),
]  # fmt: skip
