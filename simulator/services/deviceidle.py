"""DeviceIdleController."""

from __future__ import annotations

from simulator.services.service import Service


class DeviceIdleService(Service):
    """DeviceIdleController."""

    name = "deviceidle"
