"""BatteryService: level, charger, `dumpsys battery [set|unplug|reset]`."""

from __future__ import annotations

from simulator.services.service import Service


class BatteryService(Service):
    """BatteryService: level, charger, `dumpsys battery [set|unplug|reset]`."""

    name = "battery"
