"""Appium's UiAutomator2 server as its instrumentation runs it on the phone."""

from simulator.ondevice.appium.server import AppiumServer

__all__ = ["AppiumServer"]
