"""uiautomator2's server as it runs on the phone (`app_process / com.wetest.uia2.Main`)."""

from simulator.ondevice.uiautomator2.server import Server

__all__ = ["Server"]
