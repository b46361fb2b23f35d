"""Programs of other people that run on the phone: uiautomator2's server, Appium's servers and helper app.

They see the phone as such programs do (`UiAutomation`) and are reached over the phone's own sockets.
"""

from simulator.ondevice.automation import AlreadyRegistered, UiAutomation, automation_held
from simulator.ondevice.selector import BadSelector, UiSelector

__all__ = ["AlreadyRegistered", "BadSelector", "UiAutomation", "UiSelector", "automation_held"]
