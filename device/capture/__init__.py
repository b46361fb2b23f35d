"""Reading a phone: one module for each kind of output, all of them pure functions from text to a model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from device.capture.accessibility import parse_accessibility
from device.capture.activity import parse_activity
from device.capture.airplane import parse_airplane
from device.capture.alarm import parse_alarm
from device.capture.audio import parse_audio
from device.capture.base import Reading
from device.capture.battery import parse_battery
from device.capture.bluetooth import parse_bluetooth
from device.capture.connectivity import parse_connectivity
from device.capture.content import parse_content
from device.capture.deviceidle import parse_deviceidle
from device.capture.display import parse_display
from device.capture.errors import parse_errors
from device.capture.getprop import parse_getprop
from device.capture.hierarchy import parse_hierarchy
from device.capture.input import parse_input
from device.capture.location import parse_location
from device.capture.logcat import parse_logcat
from device.capture.media_session import parse_media_session
from device.capture.notifications import parse_notification
from device.capture.package import parse_package
from device.capture.power import parse_power
from device.capture.settings import parse_settings
from device.capture.telephony import parse_telephony
from device.capture.uimode import parse_uimode
from device.capture.usagestats import parse_usagestats
from device.capture.wifi import parse_wifi
from device.capture.window import parse_window

__all__ = [
    "PARSERS",
    "Reading",
    "parse_accessibility",
    "parse_activity",
    "parse_airplane",
    "parse_alarm",
    "parse_audio",
    "parse_battery",
    "parse_bluetooth",
    "parse_connectivity",
    "parse_content",
    "parse_deviceidle",
    "parse_display",
    "parse_errors",
    "parse_getprop",
    "parse_hierarchy",
    "parse_input",
    "parse_location",
    "parse_logcat",
    "parse_media_session",
    "parse_notification",
    "parse_package",
    "parse_power",
    "parse_settings",
    "parse_telephony",
    "parse_uimode",
    "parse_usagestats",
    "parse_wifi",
    "parse_window",
]

PARSERS: Final[Mapping[str, Callable[[str], Reading]]] = {
    "accessibility": parse_accessibility,
    "activity": parse_activity,
    "airplane": parse_airplane,
    "alarm": parse_alarm,
    "audio": parse_audio,
    "battery": parse_battery,
    "bluetooth": parse_bluetooth,
    "connectivity": parse_connectivity,
    "content": parse_content,
    "deviceidle": parse_deviceidle,
    "display": parse_display,
    "errors": parse_errors,
    "getprop": parse_getprop,
    "hierarchy": parse_hierarchy,
    "input": parse_input,
    "location": parse_location,
    "logcat": parse_logcat,
    "media_session": parse_media_session,
    "notification": parse_notification,
    "package": parse_package,
    "power": parse_power,
    "settings": parse_settings,
    "telephony": parse_telephony,
    "uimode": parse_uimode,
    "usagestats": parse_usagestats,
    "wifi": parse_wifi,
    "window": parse_window,
}
