"""What requests ask of the phone as a whole: info, battery, clipboard, bars, rotation, alerts, windows."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from simulator.ondevice.appium.elements import rect
from simulator.ondevice.appium.errors import WebDriverError
from simulator.ondevice.automation import UiAutomation
from simulator.screen.nodes import Node

_STATUS_BAR, _UNKNOWN = 0, "unknown"
_MESSAGES = ("permission_message", "alertTitle", "message")
_POSITIVE = ("permission_allow_button", "permission_allow_foreground_only_button", "button1")
_NEGATIVE = ("permission_deny_button", "button2")
_MASKS = {"airplane": 1, "wifi": 2, "data": 4}


class DeviceRequests:
    """Answers of one session."""

    def __init__(self, automation: UiAutomation) -> None:
        self._automation = automation
        self._phone = automation.phone

    def info(self) -> dict[str, Any]:
        """/appium/device/info."""
        state = self._phone.state
        width, height = self._phone.display.size
        wifi = {"type": 1, "typeName": "WIFI", "subtype": 0, "subtypeName": "", "isConnected": False}
        transport = self._phone.connectivity.default_transport()
        networks = []
        if transport == "wifi":
            networks.append({**wifi, "isConnected": True, "state": "CONNECTED", "detailedState": "CONNECTED"})
        elif transport == "cellular":
            mobile = {"type": 0, "typeName": "MOBILE", "subtype": 13, "subtypeName": state.telephony.network_type}
            networks.append({**mobile, "isConnected": True, "state": "CONNECTED", "detailedState": "CONNECTED"})
        return {
            "androidId": self._phone.settings.get("secure", "android_id"),
            "manufacturer": state.device.manufacturer,
            "model": state.device.model,
            "brand": state.device.brand,
            "apiVersion": str(state.device.api_level),
            "platformVersion": state.device.release,
            "carrierName": state.telephony.operator,
            "realDisplaySize": f"{width}x{height}",
            "displayDensity": self._phone.display.density,
            "networks": networks,
            "locale": state.device.locale.replace("-", "_"),
            "timeZone": state.device.timezone,
            "bluetooth": {"state": "ON" if state.bluetooth.enabled else "OFF"},
        }

    def pixel_ratio(self) -> float:
        """Pixels a dp."""
        return self._phone.display.density / 160

    def density(self) -> int:
        """Density in dpi."""
        return self._phone.display.density

    def bars(self) -> dict[str, Any]:
        """Heights of the system's bars (px)."""
        shape = self._phone.screen.geometry
        return {"statusBar": shape.status_bar, "navigationBar": shape.navigation_bar}

    def size(self) -> dict[str, int]:
        """The window's size (px)."""
        width, height = self._phone.display.size
        return {"width": width, "height": height}

    def battery(self) -> dict[str, Any]:
        """Level (0 to 1) and BatteryManager's status."""
        battery = self._phone.state.battery
        return {"level": battery.level / 100, "status": battery.status}

    def clipboard(self) -> str:
        """The clipboard's text in base64."""
        return base64.b64encode((self._phone.state.ui.clipboard or "").encode()).decode()

    def set_clipboard(self, body: dict[str, Any]) -> None:
        """Put a text (base64) on the clipboard."""
        if str(body.get("contentType", "plaintext")).lower() != "plaintext":
            raise WebDriverError("invalid argument", "Only 'PLAINTEXT' content types are supported")
        try:
            text = base64.b64decode(str(body.get("content", ""))).decode()
        except (binascii.Error, UnicodeDecodeError) as error:
            raise WebDriverError("invalid argument", "content must be base64 of UTF-8 text") from error
        self._phone.state.ui.clipboard = text
        self._phone.changed()

    def orientation(self) -> str:
        """PORTRAIT or LANDSCAPE."""
        return "LANDSCAPE" if self._phone.state.display.rotation % 2 else "PORTRAIT"

    def set_orientation(self, body: dict[str, Any]) -> str:
        """Turn the display."""
        wanted = str(body.get("orientation", "")).upper()
        if wanted not in ("PORTRAIT", "LANDSCAPE"):
            raise WebDriverError("invalid argument", "orientation must be PORTRAIT or LANDSCAPE")
        if wanted != self.orientation():
            self._automation.set_rotation(0 if wanted == "PORTRAIT" else 1)
        return wanted

    def rotation(self) -> dict[str, int]:
        """Degrees about the axes."""
        return {"x": 0, "y": 0, "z": self._phone.state.display.rotation * 90}

    def set_rotation(self, body: dict[str, Any]) -> dict[str, int]:
        """Turn the display by degrees about z."""
        degrees = body.get("z")
        if (body.get("x"), body.get("y")) != (0, 0) or degrees not in (0, 90, 180, 270):
            raise WebDriverError("invalid argument", "z must be one of 0, 90, 180, 270; x and y must be 0")
        self._automation.set_rotation(int(degrees) // 90)
        return self.rotation()

    def connections(self, body: dict[str, Any]) -> int:
        """Switch the connections of a bit mask: 1 airplane mode, 2 Wi-Fi, 4 mobile data."""
        mask = body.get("type")
        if isinstance(mask, bool) or not isinstance(mask, int):
            raise WebDriverError("invalid argument", "type must be a number")
        self._phone.connectivity.set_airplane(bool(mask & _MASKS["airplane"]))
        if not mask & _MASKS["airplane"]:
            self._phone.wifi.set_enabled(bool(mask & _MASKS["wifi"]))
            self._phone.telephony.set_data_enabled(bool(mask & _MASKS["data"]))
        return mask

    # -- keys

    def press_key(self, body: dict[str, Any], *, long: bool = False) -> None:
        """Press a key by its code."""
        code = body.get("keycode")
        if isinstance(code, str) and code.isascii() and code.isdigit():
            code = int(code)
        if isinstance(code, bool) or not isinstance(code, int) or not self._automation.key(code, long=long):
            raise WebDriverError("invalid argument", f"Cannot generate key event for {code}")

    # -- alerts

    def alert_text(self) -> str:
        """What the alert says."""
        said = [node.text for node in self._alert() if _entry(node) in _MESSAGES and node.text]
        return "\n".join(said)

    def answer_alert(self, body: dict[str, Any], *, accept: bool) -> None:
        """Press the alert's button: the one with the label that is given, else its positive or negative one."""
        nodes, label = self._alert(), body.get("buttonLabel")
        names = _POSITIVE if accept else _NEGATIVE
        buttons = [node for node in nodes if node.cls.endswith("Button") and node.clickable]
        if label:
            wanted = [node for node in buttons if node.text == label]
        else:
            wanted = [node for name in names for node in buttons if _entry(node) == name]
        if not wanted:
            raise WebDriverError("invalid element state", f"The alert has no button {label or names[0]}")
        left, top, right, bottom = wanted[0].bounds
        self._automation.tap((left + right) // 2, (top + bottom) // 2)

    def _alert(self) -> list[Node]:
        nodes = list(self._automation.active().walk())
        if not any(_entry(node) in (*_POSITIVE, *_NEGATIVE) for node in nodes):
            raise WebDriverError("no such alert", "No alert is present on the screen")
        return nodes

    # -- windows

    def windows(self) -> list[dict[str, Any]]:
        """The windows, the topmost first."""
        active = self._phone.screen.active()
        listed = []
        for index, (window, root) in enumerate(self._automation.windows()):
            listed.append(
                {
                    "index": index,
                    "windowId": index + 1,
                    "displayId": 0,
                    "packageName": window.package,
                    "title": window.title,
                    "bounds": rect(root.bounds),
                    "isActive": window is active,
                    "isFocused": window is active,
                }
            )
        return listed

    def displays(self) -> list[dict[str, Any]]:
        """The one display."""
        width, height = self._phone.display.size
        metrics = {"widthPixels": width, "heightPixels": height, "densityDpi": self._phone.display.density}
        return [{"id": 0, "physicalId": "4619827259835644672", "isDefault": True, "metrics": metrics}]


def _entry(node: Node) -> str:
    return node.resource_id.rpartition("/")[2]
