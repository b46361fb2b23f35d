"""Helper apps of other people's tools: what they do once their APK is installed. Importing this registers them."""

from simulator.ondevice.apps.adb_keyboard import AdbKeyboard
from simulator.ondevice.apps.appium_settings import AppiumSettings

__all__ = ["AdbKeyboard", "AppiumSettings"]
