"""Ways of working a phone's screen behind one interface: plain adb, uiautomator2."""

from __future__ import annotations

from device.device import Device
from device.errors import BadInput
from device.ui.backend import UiBackend, tap_node, wait_for, wait_for_node
from device.ui.plain_adb import AdbUi
from device.ui.u2 import Uiautomator2Ui

BACKENDS = ("adb", "uiautomator2")


def open_ui(device: Device, name: str = "adb") -> UiBackend:
    """The back end of that name. Raises BadInput for an unknown one, Unsupported where it is not installed."""
    if name == "adb":
        return AdbUi(device)
    if name == "uiautomator2":
        return Uiautomator2Ui(device)
    raise BadInput(f"no user interface back end {name!r}", mend=f"one of {', '.join(BACKENDS)}")


__all__ = ["BACKENDS", "AdbUi", "UiBackend", "Uiautomator2Ui", "open_ui", "tap_node", "wait_for", "wait_for_node"]
